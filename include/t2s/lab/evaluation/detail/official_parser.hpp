// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_OFFICIAL_PARSER_HPP
#define T2S_LAB_EVALUATION_DETAIL_OFFICIAL_PARSER_HPP

#include "t2s/core/detail/text_number.hpp"
#include "t2s/lab/evaluation/detail/official_query.hpp"
#include "t2s/lab/evaluation/detail/official_words.hpp"

#include <initializer_list>
#include <limits>

namespace t2s::evaluation::detail {

/// Python's float(word), which also accepts 1_000, infinity and nan; nothing if it would fail.
inline std::optional<double> python_number(std::string_view word) {
  bool const minus = word.starts_with('-');
  if (minus || word.starts_with('+')) word.remove_prefix(1);
  if (text::same(word, "inf") || text::same(word, "infinity")) return std::numeric_limits<double>::infinity() * (minus ? -1 : 1);
  if (text::same(word, "nan")) return std::numeric_limits<double>::quiet_NaN();
  std::string digits;
  for (std::size_t i = 0; i < word.size(); ++i) {
    bool const joins = word[i] == '_' && i > 0 && i + 1 < word.size() && text::is_digit(word[i - 1]) && text::is_digit(word[i + 1]);
    if (!joins) digits += word[i];
  }
  if (digits.empty() || (!text::is_digit(digits.front()) && digits.front() != '.')) return {};
  if (auto const e = digits.find_first_of("eE"); e != digits.npos && e + 1 < digits.size() && digits[e + 1] == '+') digits.erase(e + 1, 1);
  double value = 0;
  if (text::to_number(digits, value) == std::errc::invalid_argument) return {};
  return minus ? -value : value;
}

/// Reads words into a query as the official program does; it ignores what follows the part that it understands.
class official_parser {
 public:
  /// Thrown where the official program stops with an error.
  struct unexpected {};

  official_parser(std::vector<std::string> const& words, official_schema const& schema)
      : words_(words), schema_(schema), end_(words.size()) {
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i] == "as") read_alias(i);
  }

  official_query read() { return query(); }

 private:
  using names = std::vector<std::string_view>;
  using word_list = std::span<std::string_view const>;
  static constexpr std::size_t deepest = 200;

  static constexpr std::array<std::string_view, 9> clauses{"select", "from",      "where", "group", "order",
                                                           "limit",  "intersect", "union", "except"};
  static constexpr std::array<std::string_view, 6> aggregates{"none", "max", "min", "count", "sum", "avg"};
  static constexpr std::array<std::string_view, 5> arithmetics{"none", "-", "+", "*", "/"};
  static constexpr std::array<std::string_view, 12> comparisons{
      "not", "between", "=", ">", "<", ">=", "<=", "!=", "in", "like", "is", "exists"};

  static void require(bool holds) {
    if (!holds) throw unexpected{};
  }

  // --- words

  [[nodiscard]] bool more() const { return at_ < end_; }
  [[nodiscard]] std::string_view word() const {
    require(more());
    return words_[at_];
  }
  [[nodiscard]] bool stands_one_of(word_list ws) const { return more() && std::ranges::find(ws, words_[at_]) != ws.end(); }
  [[nodiscard]] bool stands_one_of(std::initializer_list<std::string_view> ws) const {
    return stands_one_of(word_list(ws.begin(), ws.size()));
  }
  [[nodiscard]] bool clause_stands_or(std::initializer_list<std::string_view> ws = {}) const {
    return stands_one_of(clauses) || stands_one_of(ws);
  }
  bool take(std::string_view w) {
    bool const there = more() && words_[at_] == w;
    if (there) ++at_;
    return there;
  }
  void expect(std::string_view w) { require(take(w)); }
  /// Words that must continue: their end is an error.
  bool take_one(std::string_view w) {
    require(more());
    return take(w);
  }
  /// The member of an enumeration whose spellings are `spelt`, or nothing.
  template <class Enum>
  std::optional<Enum> take_member(word_list spelt) {
    auto const found = std::ranges::find(spelt, word());
    if (found == spelt.end()) return {};
    ++at_;
    return static_cast<Enum>(found - spelt.begin());
  }

  // --- names

  void read_alias(std::size_t as) {
    require(as > 0 && as + 1 < words_.size() && !schema_.find_table(words_[as + 1]));
    std::erase_if(aliases_, [&](auto const& a) { return a.first == words_[as + 1]; });
    aliases_.emplace_back(words_[as + 1], words_[as - 1]);
  }

  /// The table of a name in FROM; with an alias it may be any word.
  [[nodiscard]] std::string_view aliased(std::string_view name) const {
    auto const found = std::ranges::find(aliases_, name, &std::pair<std::string_view, std::string_view>::first);
    if (found != aliases_.end()) return found->second;
    require(schema_.find_table(name).has_value());
    return name;
  }

  official_schema::name column(names const& defaults) {
    auto const w = word();
    ++at_;
    if (w == "*") return official_schema::all();
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
    if (key == "*") return official_schema::all();
    if (auto const table = schema_.find_table(key)) return *table;
    auto const point = key.find('.');
    require(point != key.npos);
    return column_of(key.substr(0, point), key.substr(point + 1));
  }

  // --- terms

  official_column column_unit(names const& defaults) {
    bool const block = take_one("(");
    official_column c;
    auto const aggregate = take_member<official_aggregate>(aggregates);
    if (aggregate) {
      c.aggregate = *aggregate;
      expect("(");
    }
    c.distinct = take_one("distinct");
    c.column = column(defaults);
    if (block || aggregate) expect(")");  // one for both
    return c;
  }

  official_term term(names const& defaults) {
    bool const block = take_one("(");
    official_term t;
    t.left = column_unit(defaults);
    if (auto const op = more() ? take_member<official_arithmetic>(arithmetics) : std::nullopt) {
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
    if (word() == "select") return subquery();
    if (word().find('"') != std::string_view::npos) return std::string(words_[at_++]);
    if (auto const number = python_number(word())) {
      ++at_;
      return *number;
    }
    return column_value(begin, defaults);
  }
  /// A column extends to the next comma, parenthesis, AND or clause; words after its first ones are ignored.
  official_operand column_value(std::size_t begin, names const& defaults) {
    while (more() && !clause_stands_or({",", ")", "and", "join", "on", "as"})) ++at_;
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
    auto const op = take_member<official_comparison>(comparisons);
    require(op.has_value());
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
      if (clause_stands_or({")", ";", "join", "on", "as"})) return;
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
        q.from.emplace_back(subquery());
      else
        table(q, defaults);
      if (take("on")) join_conditions(q, defaults);
      if (block) expect(")");
      if (clause_stands_or({")", ";"})) break;
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
    while (more() && !clause_stands_or()) {
      auto const aggregate = take_member<official_aggregate>(aggregates);
      q.select.push_back({aggregate.value_or(official_aggregate::none), term(defaults)});
      take(",");
    }
  }

  /// The terms of GROUP BY and ORDER BY.
  template <class ReadTerm>
  void terms(ReadTerm const& read) {
    expect("by");
    while (more() && !clause_stands_or({")", ";"})) {
      read();
      if (!take(",")) return;
    }
  }

  void order_by(official_query& q, names const& defaults) {
    auto& order = q.order_by.emplace();
    terms([&] {
      order.terms.push_back(term(defaults));
      if (stands_one_of({"asc", "desc"})) order.descending = words_[at_++] == "desc";
    });
  }

  void skip_semicolons() {
    while (take(";")) {
    }
  }

  official_query query() {
    require(++depth_ <= deepest);
    official_query q;
    auto const begin = at_;
    auto const defaults = from(q);  // first, since its tables own the columns of SELECT
    auto const after_from = std::exchange(at_, begin);
    bool const block = take("(");
    select(q, defaults);
    at_ = after_from;
    if (take("where")) conditions(q.where, defaults);
    if (take("group")) terms([&] { q.group_by.push_back(column_unit(defaults)); });
    if (take("having")) conditions(q.having, defaults);
    if (take("order")) order_by(q, defaults);
    q.limited = take("limit");
    if (q.limited) require(at_++ < end_);
    skip_semicolons();
    if (block) expect(")");
    skip_semicolons();
    if (take("intersect"))
      q.intersect = subquery();
    else if (take("union"))
      q.union_ = subquery();
    else if (take("except"))
      q.except = subquery();
    --depth_;
    return q;
  }
  official_subquery subquery() { return {std::make_shared<official_query>(query())}; }

  std::vector<std::string> const& words_;
  official_schema const& schema_;
  std::size_t at_ = 0, end_, depth_ = 0;
  std::vector<std::pair<std::string_view, std::string_view>> aliases_{};
};

}  // namespace t2s::evaluation::detail

#endif
