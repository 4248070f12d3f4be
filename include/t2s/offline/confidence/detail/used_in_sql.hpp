// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_USED_IN_SQL_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_USED_IN_SQL_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/offline/confidence/detail/conditions.hpp"
#include "t2s/offline/reader/detail/participles.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::confidence::detail {

/// A text in a comparison of the SQL.
struct used_text {
  std::string text{};                           ///< without leading and trailing wildcards
  std::optional<knowledge::column_id> where{};  ///< the compared column, if there is one
  bool is_pattern = false;                      ///< for LIKE
};

/// The tables, columns and literals of one statement. Empty if it does not parse or a name is unknown.
class used_in_sql {
 public:
  used_in_sql(std::string_view sql, knowledge::lexicon const& names) : names_(names) {
    auto parsed = sql::parse(sql, names.schema());
    if (!parsed) return;
    query_ = *std::move(parsed);
    meaning_ = sql::resolve(query_, names.schema());
    if (!meaning_.ok()) return;
    resolved_ = true;
    read_names();
    read_literals();
    sql::visit(query_.root(), [this](sql::node const& n) { read_meaning(n); });
    selects_ = std::max<std::size_t>(1, sql::all_of(query_.root(), sql::kind::select).size());
  }

  [[nodiscard]] bool resolved() const { return resolved_; }
  [[nodiscard]] std::vector<std::uint32_t> const& tables() const { return tables_; }
  [[nodiscard]] std::vector<std::pair<knowledge::column_id, sql::clause>> const& columns() const { return columns_; }
  [[nodiscard]] std::vector<used_text> const& texts() const { return texts_; }
  [[nodiscard]] std::vector<double> const& numbers() const { return numbers_; }
  [[nodiscard]] std::size_t selects() const { return selects_; }
  [[nodiscard]] condition_list conditions() const { return {query_.root(), meaning_, names_.schema()}; }
  /// Whether the result only repeats its conditions: each of its columns is compared with one value.
  [[nodiscard]] bool only_repeats() const {
    if (selects_ != 1 || alternatives_ || meaning_.output.empty()) return false;
    return t2s::detail::all_of(meaning_.output, [this](sql::output_column const& o) {
      return o.base.table && o.base.column && t2s::detail::has(fixed_, knowledge::id_of(names_.schema(), *o.base.table, o.base.column));
    });
  }

  [[nodiscard]] bool has_table(std::uint32_t t) const { return t2s::detail::has(tables_, t); }
  /// Whether a column is used outside of join conditions.
  [[nodiscard]] bool has_column(knowledge::column_id c) const {
    return t2s::detail::any_of(columns_, [c](auto const& used) { return used.first == c && used.second != sql::clause::on; });
  }
  /// Whether a join condition uses a column.
  [[nodiscard]] bool joins(knowledge::column_id c) const {
    return t2s::detail::any_of(columns_, [c](auto const& used) { return used.first == c && used.second == sql::clause::on; });
  }
  /// Whether only join conditions use a table.
  [[nodiscard]] bool is_bridge(std::uint32_t t) const {
    return !t2s::detail::any_of(columns_, [t](auto const& used) { return used.first.table == t && used.second != sql::clause::on; });
  }
  /// Whether the SQL uses what a link names.
  [[nodiscard]] bool has(link::link const& l) const {
    using enum link::link::kind;
    return l.is == value ? has_text(l.value) : l.is == table ? has_table(l.where.table) : has_column(l.where);
  }
  /// Whether a name or a text of the SQL has a word that may be this lemma: of the same stem, misspelt, or beginning alike, with at least
  /// five letters or four that are one of them.
  [[nodiscard]] bool has_word_like(std::string_view lemma) const {
    auto const stem = retrieve::stem(lemma);
    return t2s::detail::any_of(words_, [&](std::string const& own) {
      if (own == lemma || retrieve::stem(own) == stem) return true;
      if (lemma.size() > 4 && text::edit_distance(own, lemma) < 2) return true;
      auto const n = static_cast<std::size_t>(std::ranges::mismatch(own, lemma).in1 - own.begin());
      return n >= 5 || (n >= 4 && (n == own.size() || n == lemma.size()));
    });
  }
  /// Whether a name of the SQL has the noun of a deed: `admission` for "admitted".
  [[nodiscard]] bool has_deed(std::string_view past) const {
    return t2s::detail::any_of(words_, [&](std::string const& own) { return reader::detail::is_participle_of(past, own); });
  }
  /// Whether it leaves out rows that have something: NOT, <>, EXCEPT, IS NULL, an outer join, a comparison with 0 or, in one table, with
  /// no.
  [[nodiscard]] bool negates() const {
    auto const is_no = [this](used_text const& t) { return t.where && names_.flag_value(*t.where, false) == "'" + t.text + "'"; };
    return negates_ || (tables_.size() == 1 && !alternatives_ && t2s::detail::any_of(texts_, is_no));
  }
  /// Whether it sorts, or asks for an extreme.
  [[nodiscard]] bool ranks() const { return ranks_; }
  /// Whether a key of its order counts.
  [[nodiscard]] bool sorts_by_count() const { return sorts_by_count_; }
  /// Whether it has an aggregate or calculates.
  [[nodiscard]] bool calculates() const { return calculates_; }
  /// Whether it subtracts, as a difference needs.
  [[nodiscard]] bool subtracts() const { return subtracts_; }
  /// Whether it divides, as a share needs.
  [[nodiscard]] bool divides() const { return divides_; }
  /// Whether it leaves out the first rows, or compares with the result of another SELECT.
  [[nodiscard]] bool skips() const { return skips_ || selects_ > 1; }
  /// Whether it groups rows, or calculates over windows of them.
  [[nodiscard]] bool groups() const { return groups_; }
  /// Whether it chooses among groups.
  [[nodiscard]] bool chooses_groups() const { return chooses_groups_; }
  /// Whether it counts or lists a value only once.
  [[nodiscard]] bool unites() const { return unites_; }
  /// Whether its result may have a value several times, or counts it each time.
  [[nodiscard]] bool repeats() const { return resolved_ && !unites_ && !groups_ && (counts_values_ || has_repeated_output()); }
  /// Whether it gives one row of aggregates, or of one aggregate.
  [[nodiscard]] bool gives_one_row(std::string_view aggregate = "") const {
    return !sets_ && !groups_ && !meaning_.output.empty() && t2s::detail::all_of(meaning_.output, [&](sql::output_column const& o) {
      return o.at && is_aggregate(*o.at) && (aggregate.empty() || text::same(o.at->name.view(), aggregate));
    });
  }
  /// Whether each column of the result is an aggregate, also of groups.
  [[nodiscard]] bool gives_only_aggregates() const {
    return !meaning_.output.empty() &&
           t2s::detail::all_of(meaning_.output, [](sql::output_column const& o) { return o.at && is_aggregate(*o.at); });
  }
  /// The number of the result's columns that are counts.
  [[nodiscard]] std::size_t counts_shown() const {
    return static_cast<std::size_t>(std::ranges::count_if(meaning_.output, [](sql::output_column const& o) {
      return o.at && is_aggregate(*o.at) && text::same(o.at->name.view(), "count");
    }));
  }
  /// The stored column of each column of the result; nothing for other expressions.
  [[nodiscard]] std::vector<std::optional<knowledge::column_id>> results() const {
    std::vector<std::optional<knowledge::column_id>> out;
    for (auto const& o : meaning_.output) {
      bool const stored = o.base.table && o.base.column;
      out.push_back(stored ? std::optional(knowledge::id_of(names_.schema(), *o.base.table, o.base.column)) : std::nullopt);
    }
    return out;
  }
  /// The columns that this aggregate is of.
  [[nodiscard]] std::vector<knowledge::column_id> aggregated_by(std::string_view function) const {
    std::vector<knowledge::column_id> out;
    sql::visit(query_.root(), [&](sql::node const& n) {
      auto const c = n.kind == sql::kind::call && n.count == 1 && text::same(n.name.view(), function) ? column_at(n[0]) : std::nullopt;
      if (c) out.push_back(*c);
    });
    return out;
  }
  /// Whether each column of the result is a stored one of other tables than these, and identifies nothing.
  [[nodiscard]] bool gives_only_others_than(std::span<std::uint32_t const> tables) const {
    return has_repeated_output() && t2s::detail::all_of(meaning_.output, [&](sql::output_column const& o) {
             return !t2s::detail::has(tables, static_cast<std::uint32_t>(names_.schema().place_of(*o.base.table)));
           });
  }
  /// Whether no row meets two of its conditions.
  [[nodiscard]] bool contradicts() const { return selects_ == 1 && !alternatives_ && !cases_ && conditions().contradicts(); }
  /// Whether an OR has texts of several tables on its sides.
  [[nodiscard]] bool has_mixed_alternatives() const { return mixed_; }
  /// Whether it has a comparison that is not of equality.
  [[nodiscard]] bool compares() const { return compares_; }
  [[nodiscard]] bool has_text(std::string_view asked) const {
    auto const lower = text::lower(asked);
    double number = 0;
    if (text::to_number(asked, number) == std::errc() && has_number(number)) return true;
    return t2s::detail::any_of(texts_, [&](used_text const& t) {
      auto const own = text::lower(t.text);
      return own == lower || (t.is_pattern && !own.empty() && lower.find(own) != lower.npos) ||
             (own.size() >= 4 && lower.size() >= 4 && own.starts_with(lower));  // the beginning of a period
    });
  }
  /// Whether the SQL contains a number, also within a text; a difference of 1 is allowed for comparisons of whole numbers.
  [[nodiscard]] bool has_number(double n) const {
    auto const near = [n](double own) { return std::abs(own - n) <= 1; };
    if (std::ranges::any_of(numbers_, near)) return true;
    if (n != std::floor(n) || std::abs(n) > 1e15) return false;
    auto const has = [&](double other) {
      auto const digits = std::to_string(static_cast<std::int64_t>(other));
      return t2s::detail::any_of(texts_, [&](used_text const& t) { return has_run(t.text, digits); });
    };
    return has(n) || (n >= 1000 && n < 3000 && (has(n + 1) || has(n - 1)));  // "after 1990" is from 1991 on
  }

 private:
  [[nodiscard]] static bool is_aggregate(sql::node const& n) {
    return n.kind == sql::kind::call && sql::is_aggregate(n.name.view(), 1) && !n.find(sql::kind::window);
  }
  /// Whether each column of the result is a stored one that identifies nothing.
  [[nodiscard]] bool has_repeated_output() const {
    return !meaning_.output.empty() && t2s::detail::all_of(meaning_.output, [this](sql::output_column const& o) {
      return o.base.table && o.base.column && !names_.is_key(knowledge::id_of(names_.schema(), *o.base.table, o.base.column));
    });
  }
  /// Whether a node counts the values of a column that identifies nothing.
  [[nodiscard]] bool counts_values(sql::node const& n) const {
    auto const c = n.kind == sql::kind::call && text::same(n.name.view(), "count") && n.count == 1 ? column_at(n[0]) : std::nullopt;
    return c && !names_.is_key(*c);
  }
  /// Whether a text has these digits, without further digits beside them.
  [[nodiscard]] static bool has_run(std::string_view text, std::string_view digits) {
    for (auto at = text.find(digits); at != text.npos; at = text.find(digits, at + 1)) {
      bool const before = at > 0 && text::is_digit(text[at - 1]);
      auto const end = at + digits.size();
      if (!before && !(end < text.size() && text::is_digit(text[end]))) return true;
    }
    return false;
  }

  void read_meaning(sql::node const& n) {
    using enum sql::kind;
    for (auto& word : retrieve::lemmas_of_name(n.name.view())) words_.push_back(std::move(word));
    auto const is_op = [&n](auto... ops) { return ((n.op == ops) || ...); };
    using o = sql::op;
    bool const of_zero = n.kind == operation && n.count == 2 && n[1].kind == number && n[1].name.view() == "0";
    bool const outer = n.kind == join && (n.has(sql::flag::left) || n.has(sql::flag::right) || n.has(sql::flag::full));
    bool const negated = (n.kind == like || n.kind == in || n.kind == between) && n.has(sql::flag::negated);
    negates_ = negates_ || of_zero || outer || negated || is_op(o::not_, o::ne, o::is, o::is_not, o::is_distinct, o::except, o::except_all);
    cases_ = cases_ || n.kind == case_;
    compares_ = compares_ || n.kind == between || is_op(o::lt, o::le, o::gt, o::ge, o::ne);
    calculates_ = calculates_ || is_op(o::add, o::sub, o::mul, o::div) || (n.kind == call && sql::is_aggregate(n.name.view(), 1));
    subtracts_ = subtracts_ || is_op(o::sub);
    divides_ = divides_ || is_op(o::div, o::int_div);
    chooses_groups_ = chooses_groups_ || n.kind == having;
    groups_ = groups_ || n.kind == group_by || n.kind == window || n.kind == window_name;
    bool const has_distinct = (n.kind == select || n.kind == call) && n.has(sql::flag::distinct);
    skips_ = skips_ || (n.kind == limit && n.count > 1) || n.kind == window || n.kind == window_name;
    sets_ = sets_ || is_op(o::union_, o::union_all, o::intersect, o::except);
    unites_ = unites_ || has_distinct || n.kind == distinct_on || is_op(o::union_, o::intersect, o::except);
    counts_values_ = counts_values_ || counts_values(n);
    bool const extreme = n.kind == call && (text::same(n.name.view(), "max") || text::same(n.name.view(), "min") || n.find(window));
    ranks_ = ranks_ || extreme || n.kind == order_by;
    if (n.kind == order_by)
      sql::visit(
          n, [this](sql::node const& k) { sorts_by_count_ = sorts_by_count_ || (k.kind == call && text::same(k.name.view(), "count")); });
  }

  void read_names() {
    auto const& d = names_.schema();
    for (auto const& t : meaning_.tables)
      if (t.table)
        if (auto const place = static_cast<std::uint32_t>(d.place_of(*t.table)); !has_table(place)) tables_.push_back(place);
    for (auto const& c : meaning_.columns)
      if (c.base.table && c.base.column) columns_.emplace_back(knowledge::id_of(d, *c.base.table, c.base.column), c.where);
  }

  [[nodiscard]] std::optional<knowledge::column_id> column_at(sql::node const& n) const {
    auto const* use = n.kind == sql::kind::column ? meaning_.find(n) : nullptr;
    if (!use || !use->base.table || !use->base.column) return {};
    return knowledge::id_of(names_.schema(), *use->base.table, use->base.column);
  }
  [[nodiscard]] bool is_text(sql::node const& n) const {
    if (n.kind == sql::kind::string) return true;
    auto const* use = n.kind == sql::kind::column ? meaning_.find(n) : nullptr;
    return use && use->what == sql::reference::literal && n.name.quoted == sql::quote::twofold;
  }

  [[nodiscard]] bool is_literal(sql::node const& n) const { return is_text(n) || n.kind == sql::kind::number; }

  void add_text(sql::node const& n, std::optional<knowledge::column_id> where, bool pattern) {
    auto text = n.name.view();
    while (text.starts_with('%')) text.remove_prefix(1), pattern = true;
    while (text.ends_with('%')) text.remove_suffix(1), pattern = true;
    texts_.push_back({std::string(text), where, pattern});
  }

  void read_literals() {
    sql::visit(query_.root(), [&](sql::node const& n) {
      if (n.kind == sql::kind::limit) {
        if (n.count > 0) add_number(n[0]);
        return sql::walk::over;
      }
      std::optional<knowledge::column_id> where;
      bool const equates = (n.kind == sql::kind::operation && n.op == sql::op::eq) || n.kind == sql::kind::in;
      if (n.count > 1 && equates && !n.has(sql::flag::negated)) where = column_at(n[0]);
      if (where && n.kind == sql::kind::operation && n.count == 2 && is_literal(n[1])) fixed_.push_back(*where);
      if (n.kind == sql::kind::operation && n.op == sql::op::or_) {
        alternatives_ = true;
        mixed_ = mixed_ || is_mixed(n);
      }
      for (auto const* child : n.children()) {
        if (is_text(*child) && n.kind != sql::kind::list) add_text(*child, where, n.kind == sql::kind::like);
        if (child->kind == sql::kind::list && n.kind == sql::kind::in)
          for (auto const* item : child->children())
            if (is_text(*item)) add_text(*item, where, false);
        add_number(*child);
      }
      return n.kind == sql::kind::list ? sql::walk::over : sql::walk::into;
    });
  }
  [[nodiscard]] bool is_mixed(sql::node const& either) const {
    std::optional<std::uint32_t> only;
    bool mixed = false;
    sql::visit(either, [&](sql::node const& n) {
      bool const equates = n.kind == sql::kind::operation && n.op == sql::op::eq && n.count == 2 && is_text(n[1]);
      auto const c = equates ? column_at(n[0]) : std::nullopt;
      mixed = mixed || (c && only && *only != c->table);
      if (c) only = c->table;
    });
    return mixed;
  }
  void add_number(sql::node const& n) {
    double read = 0;
    if (n.kind == sql::kind::number && text::to_number(n.name.view(), read) == std::errc()) numbers_.push_back(read);
  }

  knowledge::lexicon const& names_;
  sql::query query_{};
  sql::resolution meaning_{};
  std::vector<std::uint32_t> tables_{};
  std::vector<std::pair<knowledge::column_id, sql::clause>> columns_{};
  std::vector<used_text> texts_{};
  std::vector<std::string> words_{};  // lemmas of its names and texts
  bool negates_ = false, ranks_ = false, sorts_by_count_ = false, calculates_ = false, compares_ = false;
  bool divides_ = false, subtracts_ = false, cases_ = false, groups_ = false, unites_ = false, counts_values_ = false, skips_ = false,
       chooses_groups_ = false, sets_ = false;
  std::vector<double> numbers_{};
  bool alternatives_ = false, mixed_ = false;  // whether there is an OR; whether its texts are of several tables
  std::vector<knowledge::column_id> fixed_{};  // by a condition that compares them
  std::size_t selects_ = 1;
  bool resolved_ = false;
};

}  // namespace t2s::confidence::detail

#endif
