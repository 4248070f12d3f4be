// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_STATEMENTS_HPP
#define T2S_DB_POSTGRES_DETAIL_STATEMENTS_HPP

#include "t2s/db/detail/admission.hpp"
#include "t2s/db/detail/name_at.hpp"
#include "t2s/db/detail/propose_table.hpp"
#include "t2s/db/postgres/detail/plan.hpp"
#include "t2s/db/postgres/detail/running.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::db::detail {

/// What becomes of SQL of unknown origin before it is sent.
inline statement_request admitted(postgres_server const& server, std::string sql) {
  auto const& o = server.options;
  auto const is_doing = [&server](std::string const& f) { return server.doing_functions.contains(f); };
  auto const leaves_nothing = [&](statement_guard::verdict const& v, std::string const&) {
    return v.was_read && std::ranges::none_of(v.calls, is_doing);
  };
  return admitted_by(o.layers.guard ? &o.guard : nullptr, o.limits, std::move(sql), leaves_nothing);
}

/// A statement as it is sent behind `before`. SQL of unknown origin is in brackets, which leave its meaning as it is, since PostgreSQL
/// reads a query there and nothing else; the semicolons that may stand behind it are left out.
inline postgres_statement sent_for(postgres_server const& server, statement_request request, char const* before) {
  bool const in_brackets = !request.is_our_own && server.options.layers.only_queries;
  auto sent = std::string(before).append(in_brackets ? "(" : "");
  auto const ahead = sent.size();
  sent.append(request.sql, 0, in_brackets ? end_of_query(request.sql, sql::postgres) : request.sql.npos);
  sent.append(in_brackets ? "\n)" : "");  // it may end with a comment
  return {std::move(request.sql), std::move(sent), ahead};
}

/// How many rows a table has that is too large to be looked at whole, as the server's statistics say; 0 for others.
inline double rows_of_large(postgres_server const& server, schema::table const& t) {
  auto const known = server.large_tables.find(t.schema + "." + t.name);
  return known == server.large_tables.end() ? 0 : known->second;
}

/// Chooses pages of a large table by lot, always the same, so that the last ones count as the first do.
inline std::string sample_clause(postgres_server const& server, schema::table const& t) {
  auto const rows = rows_of_large(server, t);
  if (rows <= 0) return {};
  auto const percent = 80 * static_cast<double>(server.options.distinct_rows) / rows;  // chance may choose more pages; none may be cut off
  return " TABLESAMPLE SYSTEM (" + to_sql(value(percent)) + ") REPEATABLE (1)";
}

/// Types that PostgreSQL cannot compare are compared as text.
inline statement_request distinct_in(postgres_server const& server, found_column const& c, std::size_t limit, bool as_text) {
  return distinct_of(server.schema, *c.table, *c.column, limit, server.options.distinct_rows, as_text ? "::text" : "",
                     sample_clause(server, *c.table));
}

/// What that gave, as the caller gets it.
inline execution distinct_from(postgres_server const& server, found_column const& c, std::size_t limit, execution e) {
  return as_distinct(std::move(e), limit, server.options.distinct_rows, static_cast<std::uint64_t>(rows_of_large(server, *c.table)));
}

template <class Shell>
typename Shell::template task<estimation> estimate(Shell& shell, postgres_slot& slot, statement_request request,
                                                   std::chrono::nanoseconds time);

/// Runs a request on a connection, behind `before`: its rows go to `take`, and what ends it before its last one is returned.
template <class Shell>
typename Shell::template task<execution> answer(Shell& shell, postgres_slot& slot, statement_request request, statement_limits within,
                                                postgres_reading::taker take, char const* before = "") {
  if (!request.is_our_own && within.rows_read != unlimited_rows) {
    auto estimating = estimate(shell, slot, request, within.time);
    auto const expected = co_await std::move(estimating);
    if (auto refused = refused_by(within.rows_read, expected)) co_return execution(*std::move(refused));
  }
  auto getting_ready = make_ready(shell, slot);
  co_await std::move(getting_ready);
  auto const begin = std::chrono::steady_clock::now();
  postgres_reading reading(within, slot.server().types, std::move(take));
  if (!request.leaves_nothing) slot.session()->spoil();  // whatever it does to its session ends with it
  auto running = run(shell, slot, sent_for(slot.server(), std::move(request), before), reading);
  co_await std::move(running);
  execution e;
  e.elapsed = std::chrono::steady_clock::now() - begin;
  e.failure = reading.ended();
  if (e.failure && e.failure->code == errc::time_limit) e.failure = end_of_time(*std::move(e.failure), e.elapsed, within.time);
  if (e.failure && !is_about_statement(e.failure->code)) throw error(*e.failure);
  if (e.failure) propose_table(*e.failure, slot.server().schema);
  e.rows.columns = std::move(reading.columns());
  e.rows.types = std::move(reading.types());
  co_return e;
}

/// What a request would read; it is explained, never run.
template <class Shell>
typename Shell::template task<estimation> estimate(Shell& shell, postgres_slot& slot, statement_request request,
                                                   std::chrono::nanoseconds time) {
  statement_limits within;
  within.time = time;
  std::string text;
  auto explaining =
      answer(shell, slot, std::move(request), within, [&text](std::vector<value> row) { text = to_string(row.front()); }, postgres_explain);
  auto const explained = co_await std::move(explaining);
  estimation found;
  found.failure = explained.failure;
  if (found.failure) co_return found;
  postgres_plan plan(text);
  if (!plan.tables().empty()) {
    auto sizing = answer(shell, slot, our_own(plan.sizes_query()), within, [&plan](std::vector<value> row) { plan.set_size(row); });
    co_await std::move(sizing);
  }
  found.cost = plan.cost();
  co_return found;
}

/// Runs a request, and returns its rows.
template <class Shell>
typename Shell::template task<execution> collect(Shell& shell, postgres_slot& slot, statement_request request, statement_limits within) {
  std::vector<std::vector<value>> values;
  auto answering = answer(shell, slot, std::move(request), within, [&values](std::vector<value> row) { values.push_back(std::move(row)); });
  auto e = co_await std::move(answering);
  e.rows.values = std::move(values);
  if (e.failure && !is_cut_short(e.failure->code)) e.rows = {};
  co_return e;
}

}  // namespace t2s::db::detail

#endif
