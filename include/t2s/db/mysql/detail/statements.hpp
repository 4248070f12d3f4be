// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_STATEMENTS_HPP
#define T2S_DB_MYSQL_DETAIL_STATEMENTS_HPP

#include "t2s/db/detail/admission.hpp"
#include "t2s/db/detail/name_at.hpp"
#include "t2s/db/detail/propose_table.hpp"
#include "t2s/db/mysql/detail/plan.hpp"
#include "t2s/db/mysql/detail/running.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::db::detail {

/// Whether a statement names a table of another database; of its views nothing is known.
inline bool leaves_database(mysql_server const& server, std::string const& sql) {
  std::vector<sql::token> tokens;
  sql::tokenize(sql, sql::mysql, tokens);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i + 1].kind == sql::token_kind::dot && server.other_databases.contains(text::lower(sql::content_of(tokens[i])))) return true;
  return false;
}

/// Whether a statement that the guard has read may change its session, by a stored function or by a view that calls one.
inline bool may_leave_something(mysql_server const& server, statement_guard::verdict const& v, std::string const& sql) {
  auto const is_doing = [&server](std::string const& f) { return server.doing_functions.contains(f); };
  return !v.was_read || server.has_doing_views || std::ranges::any_of(v.calls, is_doing) || leaves_database(server, sql);
}

/// What becomes of SQL of unknown origin before it is sent.
inline statement_request admitted(mysql_server const& server, std::string sql) {
  auto const& o = server.options;
  auto const leaves_nothing = [&server](statement_guard::verdict const& v, std::string const& s) {
    return !may_leave_something(server, v, s);
  };
  auto r = admitted_by(o.layers.guard ? &o.guard : nullptr, o.limits, std::move(sql), leaves_nothing);
  if (!r.refused) r.sql.resize(end_of_query(r.sql, sql::mysql));
  return r;
}

[[nodiscard]] estimation estimate(mysql_slot& slot, statement_request const& request, std::chrono::nanoseconds time,
                                  std::stop_token const& stop);

/// Runs a request on a connection: its rows go to `take`, and what ends it before its last one is returned.
inline execution answer(mysql_slot& slot, statement_request const& request, statement_limits within, mysql_reading::taker take,
                        std::stop_token const& stop) {
  if (!request.is_our_own && within.rows_read != unlimited_rows)
    if (auto refused = refused_by(within.rows_read, estimate(slot, request, within.time, stop))) return execution(*std::move(refused));
  make_ready(slot, stop);
  auto const begin = std::chrono::steady_clock::now();
  mysql_reading reading(within, std::move(take));
  run(slot, request, reading, stop);
  execution e;
  e.elapsed = std::chrono::steady_clock::now() - begin;
  e.failure = reading.ended();
  if (e.failure) propose_table(*e.failure, slot.server().schema);
  e.rows.columns = std::move(reading.columns());
  e.rows.types = std::move(reading.types());
  return e;
}

/// How many rows the LIMIT of a statement wants of tables alone.
inline std::optional<double> mysql_rows_wanted(mysql_server const& server, std::string const& sql) {
  if (leaves_database(server, sql)) return {};
  return rows_wanted(sql, sql::mysql, [&server](std::string const& name) {
    auto const* t = server.schema.find_table(name);
    return t && t->is_view;
  });
}

/// Whether a user may run a statement and not see its plan: EXPLAIN of a view needs SHOW VIEW, and rights for the tables below it. The
/// server's numbers for it are 1345, and 1142 with the name of that right.
inline bool lacks_right_to_explain(failure const& f) {
  static constexpr std::array<std::string_view, 3> words{"EXPLAIN/SHOW can not", "ANALYZE/EXPLAIN/SHOW can not",
                                                         "SHOW VIEW command denied"};
  auto const begins = [&f](std::string_view w) { return f.message.starts_with(w); };
  return f.code == errc::statement_denied && std::ranges::any_of(words, begins);
}

/// What a request would read; it is explained, never run.
inline estimation estimate(mysql_slot& slot, statement_request const& request, std::chrono::nanoseconds time, std::stop_token const& stop) {
  make_ready(slot, stop);
  std::string const explain = slot.session()->is_mariadb() ? "EXPLAIN EXTENDED " : "EXPLAIN ";
  auto asked = our_own(explain + request.sql);
  asked.leaves_nothing = request.leaves_nothing;  // a server calls functions of constants before it has a plan
  statement_limits within;
  within.time = time;
  std::vector<std::vector<value>> steps;
  auto e = answer(slot, asked, within, [&steps](std::vector<value> row) { steps.push_back(std::move(row)); }, stop);
  if (e.failure && e.failure->offset) *e.failure->offset -= std::min(*e.failure->offset, explain.size());
  if (e.failure && lacks_right_to_explain(*e.failure)) return {};
  if (e.failure) return {{}, std::move(e.failure)};
  return {mysql_plan(e.rows.columns, steps).cost(mysql_rows_wanted(slot.server(), request.sql)), {}};
}

/// The rows of a statement of this library's own.
inline execution mysql_rows(mysql_slot& slot, std::string sql, std::stop_token const& stop) {
  std::vector<std::vector<value>> values;
  auto e = answer(
      slot, our_own(std::move(sql)), slot.server().options.limits, [&values](std::vector<value> row) { values.push_back(std::move(row)); },
      stop);
  e.rows.values = std::move(values);
  return e;
}

}  // namespace t2s::db::detail

#endif
