// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_BOUNDED_FUNCTIONS_HPP
#define T2S_DB_DUCKDB_DETAIL_BOUNDED_FUNCTIONS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/sql/duckdb.hpp"
#include "t2s/sql/parse.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// DuckDB interrupts no call of a function, and does not count what one allocates: `lpad(a, 1000000000, 'x')` takes a gigabyte a row, and
/// the distance of two long texts takes minutes. Here such functions become macros of the same name, temporary ones of a session, that
/// fail where a call would make or compare more than it may.
namespace t2s::db::detail {

/// What is in the message of a macro that fails.
inline constexpr std::string_view duckdb_bound = "is more than one call may make";

/// One macro: `parameters`, a condition under which the call fails, and the call of DuckDB's own function.
struct duckdb_overload {
  std::string parameters, fails, call;
};

/// The statements that make them in a session.
inline std::vector<std::string> duckdb_macros() {
  static constexpr std::size_t most_arguments = 12;
  std::vector<std::string> all;
  auto const add = [&all](std::string const& name, std::vector<duckdb_overload> const& overloads) {
    std::string sql = "CREATE TEMP MACRO " + name;
    for (auto const& o : overloads)
      sql += std::string(&o == &overloads.front() ? "" : ",") + " (" + o.parameters + ") AS CASE WHEN " + o.fails + " THEN error('" + name +
             ": that " + std::string(duckdb_bound) + "') ELSE system.main." + name + "(" + o.call + ") END";
    all.push_back(std::move(sql));
  };
  // An argument may have another value each time that it is asked for, as one of random(), so it is cut to the bound, too.
  std::string const cut = "CASE WHEN n > 100000 THEN 100000 ELSE n END";
  for (auto const* name : {"lpad", "rpad"}) add(name, {{"s, n, p", "n > 100000", "s, " + cut + ", p"}});
  for (auto const* name : {"list_resize", "array_resize"})
    add(name, {{"l, n", "n > 100000", "l, " + cut}, {"l, n, v", "n > 100000", "l, " + cut + ", v"}});
  for (auto const* name : {"range", "generate_series"})  // the table functions of these names stay
    add(name, {{"n", "n > 100000", cut},
               {"a, b", "b - a > 100000", "a, CASE WHEN b > a + 100000 THEN a + 100000 ELSE b END"},
               {"a, b, s", "(a < b AND a + 100000 * s < b) OR (a > b AND a + 100000 * s > b)", "a, b, s"}});
  for (auto const* name : {"levenshtein", "editdist3", "damerau_levenshtein"})
    add(name, {{"a, b", "length(a) * length(b) > 250000", "a, b"}});
  // A width of four digits, or one that is an argument.
  for (auto const& [name, wide] : {std::pair{"printf", "%[^a-zA-Z%]*([0-9]{4}|[*])"}, std::pair{"format", "[{][^}]*([0-9]{4}|[{])"}}) {
    std::vector<duckdb_overload> overloads;
    std::string arguments = "f";
    for (std::size_t i = 0; i <= most_arguments; ++i) {
      overloads.push_back({arguments, std::string("regexp_matches(f, '") + wide + "')", arguments});
      arguments += ", a" + std::to_string(i);
    }
    add(name, overloads);
  }
  return all;
}

/// Refuses a call of a function by the schema in which DuckDB has its own, which would go around the macros.
inline std::optional<failure> calls_within_system(std::string const& sql) {
  using kind = sql::token_kind;
  std::vector<sql::token> tokens;
  sql::tokenize(sql, sql::duckdb, tokens);
  for (std::size_t i = 0; i + 4 < tokens.size(); ++i) {
    if (tokens[i + 1].kind != kind::dot || !text::same(sql::content_of(tokens[i]), "system")) continue;
    auto const name = tokens[i + 3].kind == kind::dot ? i + 4 : i + 2;
    if (name + 1 < tokens.size() && tokens[name + 1].kind == kind::lparen)
      return failure{errc::statement_denied, "a function cannot be called by the name of its database", "system",
                     "write the name of the function alone", static_cast<std::size_t>(tokens[i].data - sql.data())};
  }
  return {};
}

}  // namespace t2s::db::detail

#endif
