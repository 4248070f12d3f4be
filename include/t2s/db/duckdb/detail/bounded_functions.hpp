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
inline constexpr std::string_view duckdb_bound = "in one call are the limit here";

/// How many values `printf` and `format` take beside the format.
inline constexpr std::size_t most_printed_values = 12;

/// One macro. Its arguments are evaluated once, into the members of `v`, for one of `random()` has another value each time.
struct duckdb_overload {
  std::string parameters;
  std::string members;  ///< of `v`; [n, 0] gives '3' and NULL the type of a number
  std::string fails;    ///< when the call fails
  std::string call;     ///< the arguments of DuckDB's own function
};

/// The statements that make them in a session.
inline std::vector<std::string> duckdb_macros() {
  std::vector<std::string> all;
  auto const add = [&all](std::string const& name, std::string const& limit, std::vector<duckdb_overload> const& overloads) {
    std::string sql = "CREATE TEMP MACRO " + name;
    for (auto const& o : overloads)
      sql += std::string(&o == &overloads.front() ? "" : ",") + " (" + o.parameters + ") AS system.main.list_transform([{" + o.members +
             "}], lambda v: CASE WHEN " + o.fails + " THEN system.main.error('" + name + ": " + limit + " " + std::string(duckdb_bound) +
             "') ELSE system.main." + name + "(" + o.call + ") END)[1]";
    all.push_back(std::move(sql));
  };
  std::string const characters = "100,000 characters", elements = "100,000 elements", too_many = "v['n'][1] > 100000";
  for (auto const* name : {"lpad", "rpad"})
    add(name, characters, {{"s, n, p", "'s': s, 'n': [n, 0], 'p': p", too_many, "v['s'], v['n'][1], v['p']"}});
  add("bitstring", "100,000 bits", {{"s, n", "'s': s, 'n': [n, 0]", too_many, "v['s'], v['n'][1]"}});
  for (auto const* name : {"list_resize", "array_resize"})
    add(name, elements,
        {{"l, n", "'l': l, 'n': [n, 0]", too_many, "v['l'], v['n'][1]"},
         {"l, n, x", "'l': l, 'n': [n, 0], 'x': x", too_many, "v['l'], v['n'][1], v['x']"}});
  // What overflows is NULL: the end is nearer than that then.
  std::string const upwards =
      "v['e'][1] < v['e'][2] AND TRY(v['e'][1] + v['s']) > v['e'][1] AND TRY(v['e'][1] + 100000 * v['s']) < v['e'][2]";
  std::string const downwards =
      "v['e'][1] > v['e'][2] AND TRY(v['e'][1] + v['s']) < v['e'][1] AND TRY(v['e'][1] + 100000 * v['s']) > v['e'][2]";
  for (auto const* name : {"range", "generate_series"})  // the table functions of these names stay
    add(name, elements,
        {{"n", "'n': [n, 0]", too_many, "v['n'][1]"},
         {"a, b", "'e': [a, b, 0]", "TRY(v['e'][1] + 100000) < v['e'][2]", "v['e'][1], v['e'][2]"},
         {"a, b, s", "'e': [a, b], 's': s", "(" + upwards + ") OR (" + downwards + ")", "v['e'][1], v['e'][2], v['s']"}});
  // With the casts a wrong type is an error of the call.
  for (auto const* name : {"levenshtein", "editdist3", "damerau_levenshtein"})
    add(name, "250,000 pairs of characters",
        {{"a, b", "'a': a, 'b': b", "system.main.length(CAST(v['a'] AS VARCHAR)) * system.main.length(CAST(v['b'] AS VARCHAR)) > 250000",
          "v['a'], v['b']"}});
  // The numbers in all specifications are widths and precisions, save those of arguments.
  auto const add_printing = [&add](std::string const& name, std::string const& specifications, std::string const& by_argument) {
    auto const widths = "system.main.regexp_extract_all(system.main.array_to_string(" + specifications + ", ' '), '[0-9]+')";
    auto const fails = by_argument + " OR system.main.list_sum(CAST(" + widths + " AS DOUBLE[])) > 100000";
    std::vector<duckdb_overload> overloads{{"f", "'f': f", fails, "v['f']"}};
    for (std::size_t i = 1; i <= most_printed_values; ++i) {
      auto o = overloads.back();
      auto const value = "a" + std::to_string(i);
      o.parameters += ", " + value;
      o.members += ", '" + value + "': " + value;
      o.call += ", v['" + value + "']";
      overloads.push_back(std::move(o));
    }
    add(name, "widths and precisions of 100,000 in all, each a number in the format,", overloads);
  };
  std::string const printed = "system.main.regexp_extract_all(system.main.replace(CAST(v['f'] AS VARCHAR), '%%', ''), '%[^a-zA-Z%]*')";
  add_printing("printf", printed, "system.main.contains(system.main.array_to_string(" + printed + ", ' '), '*')");
  std::string const format = "system.main.replace(system.main.replace(CAST(v['f'] AS VARCHAR), '{{', ''), '}}', '')";
  add_printing("format", "system.main.regexp_extract_all(" + format + ", '[{][^}]*')",
               "system.main.regexp_matches(" + format + ", '[{][^}]*[{]')");
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
