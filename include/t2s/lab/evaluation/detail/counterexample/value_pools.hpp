// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_VALUE_POOLS_HPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_VALUE_POOLS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/counterexample/query_values.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The values that columns of a small database may have.
namespace t2s::evaluation::detail {

/// The values of a column, and of all that are compared with it.
struct value_pool {
  std::vector<value> asked{};  ///< the queries name these
  std::vector<value> plain{};  ///< these, and others that are usual
  std::vector<value> near{};   ///< texts that are nearly one of the asked ones
  bool is_tested_for_null = false;
};

inline void add_new(std::vector<value>& to, value v) {
  if (std::ranges::find(to, v) == to.end()) to.push_back(std::move(v));
}

/// A text that a pattern of LIKE matches.
inline std::string text_like(std::string_view pattern) {
  std::string out;
  for (char const c : pattern)
    if (c != '%') out += c == '_' ? 'a' : c;
  return out.empty() ? "a" : out;
}

inline std::string in_other_case(std::string_view s) {
  auto const lower = text::lower(s);
  if (lower != s) return lower;
  std::string upper(s);
  for (char& c : upper)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return upper;
}

/// The pools of all columns that queries read.
class value_pools {
 public:
  value_pools(schema::database const& d, query_values const& asked) : schema_(d) {
    join(asked);
    for (auto const& [column, values] : asked.compared)
      for (auto const& v : values) add_asked(of(column), v);
    for (auto const& [column, patterns] : asked.patterns)
      for (auto const& p : patterns) add_pattern(of(column), p);
    for (auto const& column : asked.tested_for_null) of(column).is_tested_for_null = true;
  }

  /// Adds a value that the given database has in a column.
  void add_given(column_place const& column, value const& v) {
    constexpr std::size_t most = 4;
    auto& given = given_[number_of(column)];
    if (v.is_null() || given >= most) return;
    auto& pool = of(column);
    auto const before = pool.plain.size();
    add_new(pool.plain, v);
    given += pool.plain.size() - before;
  }

  /// After the last value: gives usual values to pools with few.
  void complete(std::set<column_place> const& columns) {
    constexpr std::size_t few = 3;
    for (auto const& column : columns) {
      auto& pool = of(column);
      for (auto const& v : usual_values(schema_.tables()[column.table].columns[column.column]))
        if (pool.plain.size() < few) add_new(pool.plain, v);
    }
  }

  /// The number of a column's pool, which compared columns share.
  [[nodiscard]] std::size_t number_of(column_place const& column) {
    auto const [at, is_new] = numbers_.emplace(column, parents_.size());
    if (is_new) {
      parents_.push_back(at->second);
      pools_.emplace_back();
      given_.push_back(0);
    }
    return root_of(at->second);
  }
  [[nodiscard]] value_pool& of(column_place const& column) { return pools_[number_of(column)]; }
  [[nodiscard]] value_pool const& numbered(std::size_t n) const { return pools_[n]; }
  [[nodiscard]] std::size_t size() const noexcept { return pools_.size(); }

 private:
  [[nodiscard]] std::size_t root_of(std::size_t n) {
    while (parents_[n] != n) n = parents_[n] = parents_[parents_[n]];
    return n;
  }

  /// Before there are values.
  void join(query_values const& asked) {
    for (auto const& [a, b] : asked.equal) {
      auto const x = number_of(a), y = number_of(b);
      parents_[std::max(x, y)] = std::min(x, y);
    }
  }

  static void add_asked(value_pool& to, value const& v) {
    add_new(to.asked, v);
    add_new(to.plain, v);
    if (auto const* i = v.integer()) {
      add_new(to.plain, value(*i + 1));
      add_new(to.plain, value(*i - 1));
    } else if (auto const* r = v.real()) {
      add_new(to.plain, value(*r + 0.5));
      add_new(to.plain, value(*r - 0.5));
    } else if (auto const* t = v.text()) {
      if (is_day(*t)) add_new(to.plain, value(*t + " 12:30:00"));
      add_near(to, *t);
    }
  }

  /// Whether a text has the form 2024-05-31.
  [[nodiscard]] static bool is_day(std::string_view s) {
    constexpr std::string_view form = "dddd-dd-dd";
    if (s.size() != form.size()) return false;
    for (std::size_t i = 0; i < s.size(); ++i)
      if (form[i] == 'd' ? !text::is_digit(s[i]) : s[i] != form[i]) return false;
    return true;
  }

  static void add_near(value_pool& to, std::string const& t) {
    if (auto other = in_other_case(t); other != t) add_new(to.near, value(std::move(other)));
    add_new(to.near, value(t + "s"));
    add_new(to.near, value("a" + t));
  }

  static void add_pattern(value_pool& to, std::string const& pattern) {
    auto const matched = text_like(pattern);
    add_asked(to, value(matched));
    if (pattern.starts_with('%') && matched != pattern) add_new(to.plain, value("a" + matched));
    if (pattern.ends_with('%')) add_new(to.plain, value(matched + "s"));
  }

  [[nodiscard]] static std::vector<value> usual_values(schema::column const& c) {
    auto const type = text::lower(c.type);
    if (type.find("date") != type.npos || type.find("time") != type.npos)
      return {value("2001-02-03"), value("2010-06-15"), value("2015-11-30")};
    switch (schema::affinity_of(c.type)) {
      case schema::affinity::integer:
      case schema::affinity::numeric: return {value(1), value(2), value(3)};
      case schema::affinity::real: return {value(1.5), value(2.0), value(3.25)};
      default: return {value("a"), value("b"), value("c")};
    }
  }

  schema::database const& schema_;
  std::map<column_place, std::size_t> numbers_{};
  std::vector<std::size_t> parents_{};  // of each number, in its class of columns
  std::vector<value_pool> pools_{};
  std::vector<std::size_t> given_{};  // values of the given database in each pool
};

}  // namespace t2s::evaluation::detail

#endif
