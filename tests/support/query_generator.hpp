// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_QUERY_GENERATOR_HPP
#define T2S_TESTS_SUPPORT_QUERY_GENERATOR_HPP

#include "t2s/core/detail/draw.hpp"

#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace t2s::test {

/// A table of the generator.
struct generated_table {
  std::string name{};
  std::vector<std::string> numbers{}, texts{};  ///< its visible columns
  std::vector<std::string> hidden{};            ///< its hidden columns, all of numbers
  bool is_hidden = false;                       ///< whether the whole table is hidden
};

/// Statements over a few tables, most of which run; equal seeds give equal statements. A few name something hidden.
class query_generator {
 public:
  /// `hidden_in`: one name in so many may be hidden; 0 for none. `stars`: whether `*` may stand for all columns.
  query_generator(std::vector<generated_table> tables, unsigned seed, unsigned hidden_in, bool stars)
      : tables_(std::move(tables)), random_(seed * 7919U + 17U), hidden_in_(hidden_in), stars_(stars) {
    for (int i = 0; i < 8; ++i) random_();
  }

  /// One statement. The order of its rows is undefined.
  [[nodiscard]] std::string next() {
    depth_ = names_ = 0;
    return statement();
  }

 private:
  struct source {
    std::string name{};  ///< the name that qualifies its columns
    std::vector<std::string> numbers{}, texts{};
  };
  using sources = std::vector<source>;

  [[nodiscard]] unsigned below(unsigned n) { return random_() % n; }
  [[nodiscard]] bool once_in(unsigned n) { return n != 0 && below(n) == 0; }
  template <class T>
  [[nodiscard]] T const& one_of(std::vector<T> const& all) {
    return all[below(static_cast<unsigned>(all.size()))];
  }
  [[nodiscard]] std::string word(std::initializer_list<char const*> all) {
    return *(all.begin() + below(static_cast<unsigned>(all.size())));
  }
  [[nodiscard]] std::string fresh() { return "x" + std::to_string(++names_); }

  // ---- statements

  std::string statement() {
    switch (below(10)) {
      case 0: return compound();
      case 1: return with_cte();
      case 2: return grouped();
      default: return select(1 + below(3), nullptr);
    }
  }

  std::string compound() {
    auto const width = 1 + below(2);
    return select(width, nullptr, true) + word({" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT "}) + select(width, nullptr, true);
  }

  std::string with_cte() {
    auto const name = once_in(3) ? one_of(tables_).name : fresh();  // it then stands for the table
    auto const made = "WITH " + name + " AS (SELECT " + one_row_of_names() + ") ";
    source cte{name, {"n1"}, {"t1"}};
    sources const all{std::move(cte)};
    return made + "SELECT " + number(all) + " AS r1, " + text(all) + " AS r2 FROM " + name + where(all);
  }

  std::string one_row_of_names() {
    sources all;
    auto const from = from_clause(all, 1);
    return number(all) + " AS n1, " + text(all) + " AS t1 FROM " + from + where(all);
  }

  std::string grouped() {
    sources all;
    auto const from = from_clause(all, 1 + below(2));
    auto const key = column(all, once_in(2));
    std::string sql = "SELECT " + key + " AS r1, " + aggregate(all) + " AS r2 FROM " + from + where(all) + " GROUP BY " + key;
    if (once_in(3)) sql += " HAVING count(*) " + word({">", "<", "="}) + " " + std::to_string(below(4));
    return sql;
  }

  std::string select(unsigned width, sources const* outer, bool typed = false) {
    sources all;
    auto const from = from_clause(all, 1 + below(3));
    if (outer) all.insert(all.end(), outer->begin(), outer->end());
    std::string list;
    bool const aggregates = !typed && once_in(5);
    if (!typed && !aggregates && stars_ && once_in(5)) {
      list = once_in(2) ? "*" : all.front().name + ".*";
    } else {
      for (unsigned i = 0; i < width; ++i)
        list += (i == 0 ? "" : ", ") +
                (aggregates   ? aggregate(all)
                 : typed      ? number(all)
                 : once_in(2) ? number(all)
                              : text(all)) +
                " AS r" + std::to_string(i + 1);
    }
    return std::string("SELECT ") + (!aggregates && once_in(6) ? "DISTINCT " : "") + list + " FROM " + from + where(all);
  }

  // ---- sources

  std::string from_clause(sources& all, unsigned count) {
    auto sql = one_source(all);
    for (unsigned i = 1; i < count; ++i) {
      auto const join = word({" JOIN ", " LEFT JOIN ", " CROSS JOIN ", ", ", " JOIN "});
      sql += join + one_source(all);
      if (join == " JOIN " || join == " LEFT JOIN ") sql += " ON " + condition(all);
    }
    return sql;
  }

  std::string one_source(sources& all) {
    if (depth_ < 2 && once_in(6)) return subquery(all);
    auto const& t = table();
    auto const alias = fresh();
    all.push_back({alias, t.numbers, t.texts});
    if (once_in(hidden_in_) && !t.hidden.empty()) all.back().numbers = t.hidden;
    return t.name + (once_in(2) ? " AS " : " ") + alias;
  }

  generated_table const& table() {
    for (;;) {
      auto const& t = one_of(tables_);
      if (!t.is_hidden || (hidden_in_ != 0 && once_in(hidden_in_))) return t;
    }
  }

  std::string subquery(sources& all) {
    ++depth_;
    auto const alias = fresh();
    auto sql = "(SELECT " + one_row_of_names() + ") AS " + alias;
    all.push_back({alias, {"n1"}, {"t1"}});
    --depth_;
    return sql;
  }

  // ---- expressions

  std::string column(sources const& all, bool of_text) {
    auto const& s = one_of(all);
    return s.name + "." + one_of(of_text ? s.texts : s.numbers);
  }

  std::string number(sources const& all) {
    switch (below(9)) {
      case 0: return std::to_string(below(12));
      case 1: return "(" + column(all, false) + word({" + ", " - ", " * "}) + std::to_string(below(5)) + ")";
      case 2: return "coalesce(" + column(all, false) + ", " + std::to_string(below(5)) + ")";
      case 3: return "CASE WHEN " + condition(all) + " THEN " + column(all, false) + " ELSE " + std::to_string(below(5)) + " END";
      case 4: return depth_ < 2 ? scalar(all) : column(all, false);
      case 5: return "length(" + column(all, true) + ")";
      default: return column(all, false);
    }
  }

  std::string text(sources const& all) {
    switch (below(6)) {
      case 0: return "'" + word({"a", "b", "tea", "north", "south"}) + "'";
      case 1: return "upper(" + column(all, true) + ")";
      case 2: return "coalesce(" + column(all, true) + ", 'none')";
      case 3: return "(" + column(all, true) + " || 'x')";
      default: return column(all, true);
    }
  }

  std::string aggregate(sources const& all) {
    switch (below(5)) {
      case 0: return "count(*)";
      case 1: return "count(DISTINCT " + column(all, once_in(2)) + ")";
      case 2: return "max(" + column(all, once_in(2)) + ")";
      case 3: return "min(" + column(all, once_in(2)) + ")";
      default: return "sum(" + column(all, false) + ")";
    }
  }

  std::string scalar(sources const& all) {
    ++depth_;
    sources own;
    auto const from = from_clause(own, 1);
    auto both = own;
    both.insert(both.end(), all.begin(), all.end());
    auto const sql = "(SELECT " + word({"max", "min", "count"}) + "(" + column(own, false) + ") FROM " + from + where(both) + ")";
    --depth_;
    return sql;
  }

  std::string where(sources const& all) { return once_in(3) ? "" : " WHERE " + condition(all); }

  std::string condition(sources const& all) {
    switch (below(12)) {
      case 0: return "(" + condition(all) + word({" AND ", " OR "}) + condition(all) + ")";
      case 1: return "NOT (" + condition(all) + ")";
      case 2: return column(all, once_in(2)) + word({" IS NULL", " IS NOT NULL"});
      case 3: return column(all, true) + word({" LIKE ", " NOT LIKE "}) + "'" + word({"%a%", "t%", "%h", "s_u%", "%"}) + "'";
      case 4: return column(all, false) + " BETWEEN " + std::to_string(below(3)) + " AND " + std::to_string(3 + below(5));
      case 5: return column(all, false) + word({" IN (", " NOT IN ("}) + std::to_string(below(6)) + ", " + std::to_string(below(6)) + ")";
      case 6: return depth_ < 2 ? within(all) : column(all, false) + " > 1";
      case 7: return depth_ < 2 ? exists(all) : column(all, false) + " < 4";
      case 8: return column(all, true) + word({" = ", " <> ", " < "}) + column(all, true);
      default:
        return column(all, false) + word({" = ", " <> ", " < ", " > ", " <= "}) +
               (once_in(2) ? column(all, false) : std::to_string(below(8)));
    }
  }

  std::string within(sources const& all) {
    ++depth_;
    sources own;
    auto const from = from_clause(own, 1);
    auto const sql = column(all, false) + word({" IN ", " NOT IN "}) + "(SELECT " + column(own, false) + " FROM " + from + where(own) + ")";
    --depth_;
    return sql;
  }

  std::string exists(sources const& all) {
    ++depth_;
    sources own;
    auto const from = from_clause(own, 1);
    auto both = own;
    both.insert(both.end(), all.begin(), all.end());
    auto const sql = word({"EXISTS ", "NOT EXISTS "}) + "(SELECT 1 FROM " + from + where(both) + ")";
    --depth_;
    return sql;
  }

  std::vector<generated_table> tables_;
  random_numbers random_;
  unsigned hidden_in_, depth_ = 0, names_ = 0;
  bool stars_;
};

}  // namespace t2s::test

#endif
