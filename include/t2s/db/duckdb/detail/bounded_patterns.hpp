// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_BOUNDED_PATTERNS_HPP
#define T2S_DB_DUCKDB_DETAIL_BOUNDED_PATTERNS_HPP

#include <string>
#include <string_view>
#include <vector>

/// DuckDB tries every place of every wildcard: LIKE with `_`, ILIKE, ESCAPE and GLOB take n^k steps for a text of n characters and k
/// wildcards. Macros of the operators' names give long texts to its regular expressions, which take n steps, or fail. A constant pattern
/// with one wildcard, or with others only at its ends, leaves nothing of them in the plan.
namespace t2s::db::detail {

/// What is searched by a pattern: the text and the pattern as SQL, and the sign that stands for any characters.
struct duckdb_search {
  std::string text, pattern;
  std::string_view any;

  /// Whether it may take more than 250,000 steps: 500^2, 60^3, and of 20 characters every choice.
  [[nodiscard]] std::string is_long() const {
    auto const inner = "system.main.trim(CAST(" + pattern + " AS VARCHAR), '" + std::string(any) + "')";
    auto const parts = "system.main.len(system.main.string_split(" + inner + ", '" + std::string(any) + "'))";
    return "system.main.contains(" + inner + ", '" + std::string(any) + "') AND system.main.length(CAST(" + text + " AS VARCHAR)) > CASE " +
           parts + " WHEN 2 THEN 500 WHEN 3 THEN 60 ELSE 20 END";
  }
};

/// The statements that make them in a session. `bound` ends the message of one that fails.
inline std::vector<std::string> duckdb_pattern_macros(std::string_view bound) {
  std::vector<std::string> all;
  auto const like = [&all](std::string const& name, duckdb_search const& s, std::string const& prefix) {
    auto const escaped = "system.main.regexp_escape(CAST(" + s.pattern + " AS VARCHAR))";
    auto const expression = "system.main.replace(system.main.replace(" + escaped + ", '\\%', '.*'), '_', '.')";
    all.push_back("CREATE TEMP MACRO \"" + name + "\"(a, b) AS " + prefix + "CASE WHEN " + s.is_long() +
                  " THEN system.main.regexp_full_match(CAST(" + s.text + " AS VARCHAR), " + expression + ", 's') ELSE system.main.\"~~\"(" +
                  s.text + ", " + s.pattern + ") END");
  };
  for (auto const* prefix : {"", "NOT "}) {
    std::string const sign = *prefix ? "!" : "";
    like(sign + "~~", {"a", "b", "%"}, prefix);
    like(sign + "~~*", {"system.main.lower(a)", "system.main.lower(b)", "%"}, prefix);  // as DuckDB itself does, but with its fast search
  }
  auto const fails = [&](std::string const& name, std::string const& what, std::string const& parameters, duckdb_search const& s) {
    all.push_back("CREATE TEMP MACRO \"" + name + "\"(" + parameters + ") AS CASE WHEN " + s.is_long() + " THEN system.main.error('" +
                  what + ": 250,000 steps of a search with several wildcards " + std::string(bound) + "') ELSE system.main.\"" + name +
                  "\"(" + parameters + ") END");
  };
  for (auto const* name : {"like_escape", "not_like_escape", "ilike_escape", "not_ilike_escape"})
    fails(name, "LIKE with ESCAPE", "a, b, c", {"a", "system.main.replace(b, system.main.concat(c, '%'), '')", "%"});
  fails("~~~", "GLOB", "a, b", {"a", "b", "*"});
  return all;
}

}  // namespace t2s::db::detail

#endif
