// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_BOUNDED_FUNCTIONS_HPP
#define T2S_DB_DUCKDB_DETAIL_BOUNDED_FUNCTIONS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/duckdb/detail/bounded_patterns.hpp"
#include "t2s/sql/duckdb.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <boost/json/value.hpp>
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
  auto all = duckdb_pattern_macros(duckdb_bound);
  auto const add = [&all](std::string const& name, std::string const& limit, std::vector<duckdb_overload> const& overloads) {
    std::string sql = "CREATE TEMP MACRO " + name;
    for (auto const& o : overloads)
      sql += std::string(&o == &overloads.front() ? "" : ",") + " (" + o.parameters + ") AS system.main.list_transform([{" + o.members +
             "}], lambda v: CASE WHEN " + o.fails + " THEN system.main.error('" + name + ": " + limit + " " + std::string(duckdb_bound) +
             "') ELSE system.main." + name + "(" + o.call + ") END)[1]";
    all.push_back(std::move(sql));
  };
  std::string const elements = "10,000 elements", too_many = "v['n'][1] > 10000", too_long = "v['n'][1] > 1000";
  for (auto const* name : {"lpad", "rpad"})
    add(name, "1,000 characters", {{"s, n, p", "'s': s, 'n': [n, 0], 'p': p", too_long, "v['s'], v['n'][1], v['p']"}});
  add("bitstring", "1,000 bits", {{"s, n", "'s': s, 'n': [n, 0]", too_long, "v['s'], v['n'][1]"}});
  for (auto const* name : {"list_resize", "array_resize"})
    add(name, elements,
        {{"l, n", "'l': l, 'n': [n, 0]", too_many, "v['l'], v['n'][1]"},
         {"l, n, x", "'l': l, 'n': [n, 0], 'x': x", too_many, "v['l'], v['n'][1], v['x']"}});
  // What overflows is NULL: the end is nearer than that then.
  std::string const upwards =
      "v['e'][1] < v['e'][2] AND TRY(v['e'][1] + v['s']) > v['e'][1] AND TRY(v['e'][1] + 10000 * v['s']) < v['e'][2]";
  std::string const downwards =
      "v['e'][1] > v['e'][2] AND TRY(v['e'][1] + v['s']) < v['e'][1] AND TRY(v['e'][1] + 10000 * v['s']) > v['e'][2]";
  for (auto const* name : {"range", "generate_series"})  // the table functions of these names stay
    add(name, elements,
        {{"n", "'n': [n, 0]", too_many, "v['n'][1]"},
         {"a, b", "'e': [a, b, 0]", "TRY(v['e'][1] + 10000) < v['e'][2]", "v['e'][1], v['e'][2]"},
         {"a, b, s", "'e': [a, b], 's': s", "(" + upwards + ") OR (" + downwards + ")", "v['e'][1], v['e'][2], v['s']"}});
  // The replacement alone is looked at, so that a constant one costs nothing.
  std::string const replacement =
      "system.main.list_transform([r], lambda v: CASE WHEN system.main.length(CAST(v AS VARCHAR)) > 100 THEN system.main.error('";
  auto const add_replacing = [&](std::string const& name, std::vector<std::pair<std::string, std::string>> const& parameters) {
    std::string sql = "CREATE TEMP MACRO " + name;
    for (auto const& [first, last] : parameters)
      sql += std::string(sql.back() == ')' ? ", " : " ") + "(" + first + ", r" + last + ") AS system.main." + name + "(" + first + ", " +
             replacement + name + ": a replacement of 100 characters " + std::string(duckdb_bound) + "') ELSE v END)[1]" + last + ")";
    all.push_back(std::move(sql));
  };
  add_replacing("replace", {{"s, f", ""}});
  add_replacing("regexp_replace", {{"s, f", ""}, {"s, f", ", o"}});
  // With the casts a wrong type is an error of the call.
  // DuckDB takes 2,048 calls in one step, which lasts less than a second at these limits.
  std::string const pairs = "system.main.length(CAST(v['a'] AS VARCHAR)) * system.main.length(CAST(v['b'] AS VARCHAR)) > ";
  for (auto const* name : {"levenshtein", "editdist3"})
    add(name, "40,000 pairs of characters", {{"a, b", "'a': a, 'b': b", pairs + "40000", "v['a'], v['b']"}});
  add("damerau_levenshtein", "10,000 pairs of characters", {{"a, b", "'a': a, 'b': b", pairs + "10000", "v['a'], v['b']"}});
  for (auto const* name : {"jaro_similarity", "jaro_winkler_similarity"})
    add(name, "250,000 pairs of characters",
        {{"a, b", "'a': a, 'b': b", pairs + "250000", "v['a'], v['b']"},
         {"a, b, c", "'a': a, 'b': b, 'c': c", pairs + "250000", "v['a'], v['b'], v['c']"}});
  // The numbers in all specifications are widths and precisions, save those of arguments.
  auto const add_printing = [&add](std::string const& name, std::string const& specifications, std::string const& by_argument) {
    auto const widths = "system.main.regexp_extract_all(system.main.array_to_string(" + specifications + ", ' '), '[0-9]+')";
    auto const fails = by_argument + " OR system.main.list_sum(CAST(" + widths + " AS DOUBLE[])) > 1000";
    std::vector<duckdb_overload> overloads{{"f", "'f': f", fails, "v['f']"}};
    for (std::size_t i = 1; i <= most_printed_values; ++i) {
      auto o = overloads.back();
      auto const value = "a" + std::to_string(i);
      o.parameters += ", " + value;
      o.members += ", '" + value + "': " + value;
      o.call += ", v['" + value + "']";
      overloads.push_back(std::move(o));
    }
    add(name, "widths and precisions of 1,000 in all, each a number in the format,", overloads);
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

/// What nests searches or calls within lambdas.
struct duckdb_nesting {
  bool in_lambda = false;
  int searches = 0;  ///< that stand within one another
};

/// Refuses what makes lists within a lambda, for each of its elements, and searches within searches, whose macros grow with each level.
/// `in` is DuckDB's own tree of a statement.
inline std::optional<failure> endless_nesting(boost::json::value const& in, duckdb_nesting nesting = {}) {
  std::optional<failure> found;
  if (auto const* const list = in.if_array())
    for (auto const& one : *list)
      if (!found) found = endless_nesting(one, nesting);
  auto const* const object = in.if_object();
  if (!object) return found;
  auto const text_of = [object](char const* key) {
    auto const* const member = object->if_contains(key);
    return member && member->is_string() ? std::string_view(member->get_string()) : std::string_view();
  };
  auto const name = text_of("function_name");
  bool const is_lambda = text_of("class") == "LAMBDA", is_search = name.find('~') != name.npos || name.ends_with("like_escape");
  static constexpr std::string_view makers[] = {"range", "generate_series", "list_resize", "array_resize"};
  bool const makes = std::ranges::any_of(makers, [&](std::string_view maker) { return text::same(maker, name); });
  if (nesting.in_lambda && (is_lambda || makes))
    return failure{errc::size_limit,
                   "a list that is made for each element of a list has no limit here",
                   std::string(name),
                   "write unnest and GROUP BY in place of the lambda",
                   {}};
  if (is_search && ++nesting.searches > 4)
    return failure{errc::size_limit, "LIKE stands within LIKE more than 4 times", std::string(name), "write a simpler statement", {}};
  for (auto const& [key, one] : *object)
    if (!found) found = endless_nesting(one, {nesting.in_lambda || (is_lambda && key == "expr"), nesting.searches});
  return found;
}

/// Whether the text of a statement may nest so.
inline bool may_nest(std::string const& sql) {
  auto const lower = text::lower(sql);
  auto const has = [&lower](std::string_view word) { return lower.find(word) != lower.npos; };
  if (has("lambda") || has("->") || has("for")) return true;
  int searches = 0;
  for (std::string_view const sign : {"like", "glob", "~"})
    for (auto at = lower.find(sign); at != lower.npos; at = lower.find(sign, at + 1)) ++searches;
  return searches > 4;
}

/// Whether a statement has two calls, or joins values.
inline bool may_grow(std::string_view sql) {
  return std::ranges::count(sql, '(') > 1 || sql.find("||") != sql.npos || sql.find('[') != sql.npos;
}

}  // namespace t2s::db::detail

#endif
