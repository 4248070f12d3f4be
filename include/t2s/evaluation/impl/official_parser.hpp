// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_OFFICIAL_PARSER_HPP
#define T2S_EVALUATION_IMPL_OFFICIAL_PARSER_HPP

#include "t2s/core/text.hpp"
#include "t2s/evaluation/impl/official_words.hpp"
#include "t2s/evaluation/official_query.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::evaluation::detail {

/// float(word) of Python, which takes 1_000, infinity and nan as well; nothing if that would fail.
inline std::optional<double> python_number(std::string_view word) {
  std::string_view rest = word;
  bool const minus = rest.starts_with('-');
  if (minus || rest.starts_with('+')) rest.remove_prefix(1);
  if (text::same(rest, "inf") || text::same(rest, "infinity")) return std::numeric_limits<double>::infinity() * (minus ? -1 : 1);
  if (text::same(rest, "nan")) return std::numeric_limits<double>::quiet_NaN();
  std::string digits;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    bool const joins = rest[i] == '_' && i > 0 && i + 1 < rest.size() && text::is_digit(rest[i - 1]) && text::is_digit(rest[i + 1]);
    if (!joins) digits += rest[i];
  }
  if (digits.empty() || (!text::is_digit(digits.front()) && digits.front() != '.')) return {};
  if (auto const e = digits.find_first_of("eE"); e != digits.npos && e + 1 < digits.size() && digits[e + 1] == '+') digits.erase(e + 1, 1);
  double value = 0;
  if (text::to_number(digits, value) == std::errc::invalid_argument) return {};
  return minus ? -value : value;
}

/// Reads words into a query as the official program does; what stands after the part that it understands goes unseen.
class official_parser {
 public:
  /// Thrown where the official program meets what it does not expect.
  struct unexpected {};

  official_parser(std::vector<std::string> const& words, official_schema const& schema)
      : words_(words), schema_(schema), end_(words.size()) {
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i] == "as") read_alias(i);
  }

  official_query read() { return query(); }

 private:
  using names = std::vector<std::string_view>;
  static constexpr std::size_t deepest = 200;

  static constexpr std::array<std::string_view, 9> clauses{"select", "from",      "where", "group", "order",
                                                           "limit",  "intersect", "union", "except"};
  static constexpr std::array<std::string_view, 6> aggregates{"none", "max", "min", "count", "sum", "avg"};
  static constexpr std::array<std::string_view, 5> arithmetics{"none", "-", "+", "*", "/"};
  static constexpr std::array<std::string_view, 12> comparisons{
      "not", "between", "=", ">", "<", ">=", "<=", "!=", "in", "like", "is", "exists"};

  template <class Enum, std::size_t N>
  static std::optional<Enum> member(std::array<std::string_view, N> const& spelt, std::string_view word) {
    auto const found = std::ranges::find(spelt, word);
    if (found == spelt.end()) return {};
    return static_cast<Enum>(found - spelt.begin());
  }

  static void require(bool holds) {
    if (!holds) throw unexpected{};
  }

  // --- words

  [[nodiscard]] bool more() const { return at_ < end_; }
  [[nodiscard]] std::string_view word() const {
    require(more());
    return words_[at_];
  }
  [[nodiscard]] bool stands(std::string_view w) const { return more() && words_[at_] == w; }
  [[nodiscard]] bool stands_one_of(std::initializer_list<std::string_view> ws) const {
    return more() && std::ranges::find(ws, std::string_view(words_[at_])) != ws.end();
  }
  [[nodiscard]] bool clause_stands() const { return more() && std::ranges::find(clauses, words_[at_]) != clauses.end(); }
  bool take(std::string_view w) {
    bool const there = stands(w);
    if (there) ++at_;
    return there;
  }
  void expect(std::string_view w) { require(take(w)); }
  /// Words that must go on: their end is an error.
  bool take_one(std::string_view w) {
    require(more());
    return take(w);
  }

  // --- names

  void read_alias(std::size_t as) {
    require(as > 0 && as + 1 < words_.size() && !schema_.find_table(words_[as + 1]));
    std::erase_if(aliases_, [&](auto const& a) { return a.first == words_[as + 1]; });
    aliases_.emplace_back(words_[as + 1], words_[as - 1]);
  }

  /// What a name in FROM stands for; any word may have got an alias.
  [[nodiscard]] std::string_view aliased(std::string_view name) const {
    auto const found = std::ranges::find(aliases_, name, &std::pair<std::string_view, std::string_view>::first);
    if (found != aliases_.end()) return found->second;
    require(schema_.find_table(name).has_value());
    return name;
  }

  official_schema::name column(names const& defaults) {
    auto const w = word();
    ++at_;
    if (w == "*") return schema_.all();
    if (auto const point = w.find('.'); point != w.npos) {
      require(w.find('.', point + 1) == w.npos);
      return column_of(aliased(w.substr(0, point)), w.substr(point + 1));
    }
    for (auto const d : defaults) {
      auto const table = aliased(d);
      require(schema_.find_table(table).has_value());
      if (auto const found = schema_.find_column(table, w)) return *found;
    }
    throw unexpected{};
  }
  [[nodiscard]] official_schema::name column_of(std::string_view table, std::string_view column) const {
    auto const found = schema_.find_column(table, column);
    require(found.has_value());
    return *found;
  }

  /// A source in FROM. Through an alias it may also be a column or `*`.
  [[nodiscard]] official_schema::name source(std::string_view key) const {
    if (key == "*") return schema_.all();
    if (auto const table = schema_.find_table(key)) return *table;
    auto const point = key.find('.');
    require(point != key.npos);
    return column_of(key.substr(0, point), key.substr(point + 1));
  }

  // --- terms

  official_column column_unit(names const& defaults) {
    bool const block = take_one("(");
    official_column c;
    if (auto const aggregate = member<official_aggregate>(aggregates, word())) {
      ++at_;
      c.aggregate = *aggregate;
      expect("(");
      c.distinct = take_one("distinct");
      c.column = column(defaults);
      expect(")");  // which leaves a parenthesis before the aggregate open
      return c;
    }
    c.distinct = take_one("distinct");
    c.column = column(defaults);
    if (block) expect(")");
    return c;
  }

  official_term term(names const& defaults) {
    bool const block = take_one("(");
    official_term t;
    t.left = column_unit(defaults);
    if (auto const op = more() ? member<official_arithmetic>(arithmetics, word()) : std::nullopt) {
      ++at_;
      t.op = *op;
      t.right = column_unit(defaults);
    }
    if (block) expect(")");
    return t;
  }

  // --- conditions

  official_operand value(names const& defaults) {
    auto const begin = at_;
    bool const block = take_one("(");
    auto v = plain_value(begin, defaults);
    if (block) expect(")");
    return v;
  }
  official_operand plain_value(std::size_t begin, names const& defaults) {
    if (word() == "select") return official_subquery{std::make_shared<official_query>(query())};
    if (word().find('"') != std::string_view::npos) return std::string(words_[at_++]);
    if (auto const number = python_number(word())) return ++at_, *number;
    return column_value(begin, defaults);
  }
  /// A column stretches, whatever it is, up to the next comma, parenthesis, AND or clause; what follows its first words goes unseen.
  official_operand column_value(std::size_t begin, names const& defaults) {
    while (more() && !clause_stands() && !stands_one_of({",", ")", "and", "join", "on", "as"})) ++at_;
    auto const stop = at_;
    auto const all = std::exchange(end_, stop);
    at_ = begin;
    auto const c = column_unit(defaults);
    end_ = all;
    at_ = stop;
    return c;
  }

  official_condition condition(names const& defaults) {
    official_condition c;
    c.term = term(defaults);
    c.negated = take_one("not");
    auto const op = member<official_comparison>(comparisons, word());
    require(op.has_value());
    ++at_;
    c.op = *op;
    c.value = value(defaults);
    if (c.op != official_comparison::between) return c;
    expect("and");
    c.upper = value(defaults);
    return c;
  }

  void conditions(official_conditions& into, names const& defaults) {
    while (more()) {
      into.emplace_back(condition(defaults));
      if (clause_stands() || stands_one_of({")", ";", "join", "on", "as"})) return;
      if (take("and"))
        into.emplace_back(official_connective::and_);
      else if (take("or"))
        into.emplace_back(official_connective::or_);
    }
  }

  // --- clauses

  names from(official_query& q) {
    auto const found = std::find(words_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, end_)), words_.end(), "from");
    require(found != words_.end());
    at_ = static_cast<std::size_t>(found - words_.begin()) + 1;
    names defaults;
    while (more()) {
      bool const block = take("(");
      if (word() == "select")
        q.from.emplace_back(official_subquery{std::make_shared<official_query>(query())});
      else
        table(q, defaults);
      if (take("on")) join_conditions(q, defaults);
      if (block) expect(")");
      if (clause_stands() || stands_one_of({")", ";"})) break;
    }
    return defaults;
  }
  void table(official_query& q, names& defaults) {
    take("join");
    auto const key = aliased(word());
    ++at_;
    if (take("as")) ++at_;
    q.from.emplace_back(source(key));
    defaults.push_back(key);
  }
  void join_conditions(official_query& q, names const& defaults) {
    official_conditions these;
    conditions(these, defaults);
    if (!q.on.empty()) q.on.emplace_back(official_connective::and_);
    std::ranges::move(these, std::back_inserter(q.on));
  }

  void select(official_query& q, names const& defaults) {
    expect("select");
    q.distinct = take("distinct");
    while (more() && !clause_stands()) {
      official_selected s;
      if (auto const aggregate = member<official_aggregate>(aggregates, word())) {
        s.aggregate = *aggregate;
        ++at_;
      }
      s.term = term(defaults);
      q.select.push_back(s);
      take(",");
    }
  }

  void group_by(official_query& q, names const& defaults) {
    if (!take("group")) return;
    expect("by");
    while (more() && !clause_stands() && !stands_one_of({")", ";"})) {
      q.group_by.push_back(column_unit(defaults));
      if (!take(",")) return;
    }
  }

  void order_by(official_query& q, names const& defaults) {
    if (!take("order")) return;
    expect("by");
    auto& order = q.order_by.emplace();
    while (more() && !clause_stands() && !stands_one_of({")", ";"})) {
      order.terms.push_back(term(defaults));
      if (stands_one_of({"asc", "desc"})) order.descending = words_[at_++] == "desc";
      if (!take(",")) return;
    }
  }

  void limit(official_query& q) {
    q.limited = take("limit");
    if (!q.limited) return;
    require(more());
    ++at_;
  }

  void skip_semicolons() {
    while (take(";")) {
    }
  }

  official_query query() {
    require(++depth_ <= deepest);
    official_query q;
    auto const begin = at_;
    auto const defaults = from(q);  // first, as its tables own the columns of SELECT
    auto const after_from = std::exchange(at_, begin);
    bool const block = take("(");
    select(q, defaults);
    at_ = after_from;
    if (take("where")) conditions(q.where, defaults);
    group_by(q, defaults);
    if (take("having")) conditions(q.having, defaults);
    order_by(q, defaults);
    limit(q);
    skip_semicolons();
    if (block) expect(")");
    skip_semicolons();
    combined(q);
    --depth_;
    return q;
  }
  void combined(official_query& q) {
    auto const another = [this] { return official_subquery{std::make_shared<official_query>(query())}; };
    if (take("intersect"))
      q.intersect = another();
    else if (take("union"))
      q.union_ = another();
    else if (take("except"))
      q.except = another();
  }

  std::vector<std::string> const& words_;
  official_schema const& schema_;
  std::size_t at_ = 0, end_, depth_ = 0;
  std::vector<std::pair<std::string_view, std::string_view>> aliases_{};
};

}  // namespace t2s::evaluation::detail

#endif
