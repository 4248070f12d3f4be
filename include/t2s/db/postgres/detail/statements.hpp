// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_STATEMENTS_HPP
#define T2S_DB_POSTGRES_DETAIL_STATEMENTS_HPP

#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/name_at.hpp"
#include "t2s/db/detail/own_statements.hpp"
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

/// SQL of unknown origin as it is sent: in brackets, which leave its meaning as it is, since PostgreSQL reads a query there and nothing
/// else. The semicolons that may stand behind it are left out.
inline postgres_statement as_query(std::string sql) {
  auto sent = std::string("(").append(sql, 0, end_of_query(sql, sql::postgres)).append("\n)");  // it may end with a comment
  return {std::move(sql), std::move(sent), 1};
}

/// A statement, and whether its session can be used after it: it is known to call nothing that could leave something behind.
struct postgres_request {
  std::optional<failure> refused{};
  postgres_statement statement{};
  bool leaves_nothing = true;
  bool is_our_own = true;
};

/// What becomes of SQL of unknown origin before it is sent.
inline postgres_request admitted(postgres_server const& server, std::string sql) {
  auto const& o = server.options;
  postgres_request r;
  if ((r.refused = check_text(sql, o.limits))) return r;
  r.leaves_nothing = r.is_our_own = false;
  if (o.layers.guard) {
    auto verdict = o.guard.inspect(sql);
    auto const is_doing = [&server](std::string const& f) { return server.doing_functions.contains(f); };
    r.leaves_nothing = verdict.was_read && std::ranges::none_of(verdict.calls, is_doing);
    r.refused = std::move(verdict.refused);
  }
  if (r.refused) return r;
  r.statement = o.layers.only_queries ? as_query(std::move(sql)) : postgres_statement{sql, sql, 0};
  return r;
}

/// A statement of this library's own.
inline postgres_request our_own(std::string sql) {
  postgres_request r;
  r.statement = {sql, std::move(sql), 0};
  return r;
}

inline postgres_request unknown_name(errc code, char const* what, std::string const& name) {
  postgres_request r;
  r.refused = unknown(code, what, name).failure;
  return r;
}

inline std::string name_in_sql(schema::table const& t) {
  auto const name = schema::in_quotes(t.name, sql::dialect::postgres);
  return t.schema.empty() ? name : schema::in_quotes(t.schema, sql::dialect::postgres) + "." + name;
}

inline postgres_request sample_of(schema::database const& d, std::string const& table, std::size_t n) {
  auto const* t = d.find_table(table);
  if (!t) return unknown_name(errc::no_such_table, "no such table: ", table);
  return our_own("SELECT * FROM " + name_in_sql(*t) + limit_clause(n));
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

/// What `distinct_of` gave, as the caller gets it.
inline execution distinct_from(postgres_server const& server, std::string const& table, std::size_t limit, execution e) {
  auto const* t = server.schema.find_table(table);
  return as_distinct(std::move(e), limit, server.options.distinct_rows, t ? static_cast<std::uint64_t>(rows_of_large(server, *t)) : 0);
}

/// Not more rows are looked at than the options allow. Types that PostgreSQL cannot compare are compared as text.
inline postgres_request distinct_of(postgres_server const& server, std::string const& table, std::string const& column, std::size_t limit,
                                    bool as_text) {
  auto const* t = server.schema.find_table(table);
  if (!t) return unknown_name(errc::no_such_table, "no such table: ", table);
  auto const* c = t->find_column(column);
  if (!c) return unknown_name(errc::no_such_column, "no such column: ", column);
  auto const what = schema::in_quotes(c->name, sql::dialect::postgres) + (as_text ? "::text" : "");
  return our_own(counted_values(
      "SELECT " + what + " AS v FROM " + name_in_sql(*t) + sample_clause(server, *t) + limit_clause(server.options.distinct_rows), limit));
}

template <class Shell>
typename Shell::template task<estimation> estimate(Shell& shell, postgres_slot& slot, postgres_request request,
                                                   std::chrono::nanoseconds time);

/// Runs a request on a connection: its rows go to `take`, and what ends it before its last one is returned.
template <class Shell>
typename Shell::template task<execution> answer(Shell& shell, postgres_slot& slot, postgres_request request, statement_limits within,
                                                postgres_reading::taker take) {
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
  auto running = run(shell, slot, std::move(request.statement), reading);
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
typename Shell::template task<estimation> estimate(Shell& shell, postgres_slot& slot, postgres_request request,
                                                   std::chrono::nanoseconds time) {
  statement_limits within;
  within.time = time;
  request.statement.sent.insert(0, postgres_explain);
  request.statement.ahead += std::string_view(postgres_explain).size();
  std::string text;
  auto explaining = answer(shell, slot, std::move(request), within, [&text](std::vector<value> row) { text = to_string(row.front()); });
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
typename Shell::template task<execution> collect(Shell& shell, postgres_slot& slot, postgres_request request, statement_limits within) {
  std::vector<std::vector<value>> values;
  auto answering = answer(shell, slot, std::move(request), within, [&values](std::vector<value> row) { values.push_back(std::move(row)); });
  auto e = co_await std::move(answering);
  e.rows.values = std::move(values);
  if (e.failure && !is_cut_short(e.failure->code)) e.rows = {};
  co_return e;
}

}  // namespace t2s::db::detail

#endif
