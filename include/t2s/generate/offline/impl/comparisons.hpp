// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_COMPARISONS_HPP
#define T2S_GENERATE_OFFLINE_IMPL_COMPARISONS_HPP

#include "t2s/generate/offline/impl/reading_state.hpp"

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace t2s::generate::offline::detail {

/// Reads what is compared with amounts and averages: WHERE and HAVING.
class comparisons : protected reading_state {
 protected:
  using reading_state::reading_state;

  struct amount {
    std::string text;
    std::size_t last;                    ///< token after it
    std::optional<std::size_t> mention;  ///< its mention, if it is digits
    std::string_view scale{};            ///< "million" and the like behind it; may be empty
  };

  static constexpr std::array<std::string_view, 4> birth_words{"birth", "birthday", "birthdate", "dob"};

  /// A number that begins at `token` or a little later.
  [[nodiscard]] std::optional<amount> amount_at(std::size_t token) const {
    for (auto i = token; i < token + 3 && i < m_.size(); ++i) {
      for (std::size_t k = 0; k < m_.mentions.size(); ++k)
        if (at(k).first == i && at(k).number) return scaled({std::string(at(k).digits), at(k).last, k, {}});
      if (auto const n = number_word(word(i))) return scaled({std::to_string(*n), i + 1, {}, {}});
      if (word(i) != "the" && word(i) != "$" && word(i) != "a" && word(i) != "than") return {};
    }
    return {};
  }

  /// "10 million", one token longer.
  [[nodiscard]] amount scaled(amount a) const {
    if (!zeros_of(word(a.last))) return a;
    a.scale = word(a.last);
    ++a.last;
    return a;
  }

  /// The amount as a column counts it: "10 million" is 10 in a column of millions.
  [[nodiscard]] std::string in_units_of(column_id c, amount const& a) const {
    auto const zeros = zeros_of(a.scale);
    if (!zeros) return a.text;
    auto const words = resolve_.words_of(c);
    if (std::ranges::find(words, a.scale) != words.end()) return a.text;
    auto const dot = a.text.find('.');
    auto digits = a.text;
    auto const decimals = dot == std::string::npos ? 0 : digits.size() - dot - 1;
    if (decimals > *zeros) return a.text;
    if (dot != std::string::npos) digits.erase(dot, 1);
    return digits + std::string(*zeros - decimals, '0');
  }

  void take_comparisons() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (q.is == cue_kind::between) take_between(c);
      if (q.is != cue_kind::comparison) continue;
      if (auto const n = amount_at(q.last)) {
        if (compare(q, *n, q.op)) heard_[c] = true;
      } else {
        take_comparison_with_average(c);
      }
    }
    take_amounts_or_more();
  }

  /// "2 or more", "18 or older"
  void take_amounts_or_more() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (q.is != cue_kind::either || heard_[c] || q.first == 0) continue;
      auto const n = amount_at(q.first - 1);
      auto const w = word(q.last);
      bool const more = w == "more" || w == "greater" || w == "higher" || w == "above" || w == "older" || w == "later" || w == "longer";
      bool const less = w == "less" || w == "fewer" || w == "lower" || w == "below" || w == "younger" || w == "earlier";
      if (!n || n->last != q.first || (!more && !less)) continue;
      cue meant{cue_kind::comparison, q.first - 1, q.last + 1, {}, more ? comparison::at_least : comparison::at_most, {}};
      if (compare(meant, {n->text, q.last + 1, n->mention}, meant.op)) heard_[c] = true, mark_read(meant.first, meant.last);
    }
  }

  void take_between(std::size_t c) {
    auto const low = amount_at(m_.cues[c].last);
    if (!low) return;
    auto const high = amount_at(low->last + 1);
    if (!high || !compare(m_.cues[c], *high, comparison::between)) return;
    auto& made = plan_.having.empty() || compared_by_where_ ? plan_.where.back() : plan_.having.back();
    made.operand = low->text;
    made.second = high->text;
    if (low->mention) used_[*low->mention] = true;
    mark_read(m_.cues[c].last, high->last);
    heard_[c] = true;
  }

  /// Finds what an amount is compared with: a column beside it, a count of rows, an aggregate, or what the adjective measures.
  bool compare(cue const& q, amount const& n, comparison op) {
    auto const after = next(n.last, 1, [&](std::size_t i) { return free(i); });
    auto const before =
        previous(std::max(q.first, q.last - 1), 4, [&](std::size_t i) { return free(i) && !at(i).is(kind::value) && !at(i).number; });
    auto const done = [&] {
      if (n.mention) used_[*n.mention] = true;
      mark_read(q.last, n.last);
      compared_until_ = n.last;
      return true;
    };
    bool const repeated = n.last > 0 && (word(n.last - 1) == "once" || word(n.last - 1) == "twice");
    if (repeated || word(n.last) == "time" || word(n.last) == "times") {
      std::optional<std::uint32_t> visited;
      if (before && table_at(*before) && *table_at(*before) != focus_) visited = table_at(*before), used_[*before] = true;
      mark_read(n.last, n.last + 1);
      return count_rows(op, n.text, visited) && done();
    }
    auto const* behind = find_quality(word(n.last + 1));  // "20 years old"
    if (auto const* measured = behind ? behind : find_quality(q.quality); measured && compare_quality(q, *measured, n, op)) {
      if (after && at(*after).first == n.last && says(at(*after), plan_.where.back().left.what.value_or(column_id{})))
        used_[*after] = true;  // its unit
      if (behind) mark_read(n.last, n.last + 2);
      return done();
    }
    if (after && at(*after).first == n.last) {
      if (auto const col = number_column(*after)) return used_[*after] = true, add(q.first, *col, op, in_units_of(*col, n)), done();
      if (auto const t = table_at(*after)) {
        if (before && cue_before(at(*before).first, 2, cue_kind::count) && !table_at(*before)) return false;
        used_[*after] = true;
        return count_rows(op, n.text, *t) && done();
      }
    }
    if (auto const same = measure_before(q.first)) return add(q.first, *same, op, in_units_of(*same, n)), done();
    if (before) {
      auto const average = cue_before(at(*before).first, 2, cue_kind::aggregate);
      auto const counted = cue_before(at(*before).first, 2, cue_kind::count);
      auto const* col = resolve_.column(at(*before), [this](column_id x) { return !resolve_.is_foreign_key(x); });
      if (counted && !plan_starts_at(*counted)) {
        heard_[*counted] = used_[*before] = true;
        return count_rows(op, n.text, table_at(*before)) && done();
      }
      if (average && col && !plan_starts_at(*average)) {
        heard_[*average] = used_[*before] = true;
        plan_.having.push_back({{m_.cues[*average].how, false, col->where}, op, n.text, {}, {}, false});
        compared_by_where_ = false;
        return done();
      }
      if (col && !table_at(*before)) return used_[*before] = true, add(q.first, col->where, op, in_units_of(col->where, n)), done();
    }
    if (auto const crowd = population_behind(n))
      return mark_read(n.last, n.last + 1), add(q.first, *crowd, op, in_units_of(*crowd, n)), done();
    if (after)
      if (auto const* col = resolve_.column(at(*after), [this](column_id x) { return resolve_.is_number(x); }))
        return used_[*after] = true, add(q.first, col->where, op, in_units_of(col->where, n)), done();
    if (auto const when = time_column(n.text)) return add(q.first, *when, op, in_units_of(*when, n)), done();
    if (auto const only = only_measure(); only && !speaks_of_time(q)) return add(q.first, *only, op, in_units_of(*only, n)), done();
    return false;
  }

  /// "over 10 and below 20": what the amount before "and" was compared with.
  [[nodiscard]] std::optional<column_id> measure_before(std::size_t token) const {
    bool const tied = token > 0 && (word(token - 1) == "and" || word(token - 1) == "but" || word(token - 1) == "or");
    return tied && compared_until_ + 1 == token ? compared_ : std::nullopt;
  }

  /// "after 1985" is about no amount.
  [[nodiscard]] bool speaks_of_time(cue const& q) const {
    auto const w = word(q.first);
    return w == "after" || w == "before" || w == "since" || w == "prior";
  }

  /// "orders over 100": what is measured of a table that has a single column of amounts.
  [[nodiscard]] std::optional<column_id> only_measure() const {
    std::optional<column_id> found;
    for (std::uint32_t c = 0; c < resolve_.columns_of(focus_).size(); ++c) {
      column_id const id{focus_, c};
      if (!resolve_.is_number(id) || resolve_.is_foreign_key(id) || is_time(id) || names_.flag_value(id, true)) continue;
      if (found) return {};
      found = id;
    }
    return found;
  }

  /// "older than 20" is about an age, "older than 1990" about a date.
  bool compare_quality(cue const& q, quality const& measured, amount const& n, comparison op) {
    auto const flipped = op == comparison::greater ? comparison::less : op == comparison::less ? comparison::greater : op;
    bool const year = n.text.size() == 4;
    auto const direct = resolve_.measured(measured.columns, focus_), reversed = resolve_.measured(measured.reversed_columns, focus_);
    if (direct && is_time(*direct) == year) return add(q.first, *direct, op, in_units_of(*direct, n)), true;
    if (reversed && is_time(*reversed) == year) return add(q.first, *reversed, flipped, in_units_of(*reversed, n)), true;
    if (direct && !is_time(*direct)) return add(q.first, *direct, op, in_units_of(*direct, n)), true;
    return false;
  }

  [[nodiscard]] bool is_time(column_id c) const {
    if (names_.content_of(c) == link::content::date) return true;
    auto const words = resolve_.words_of(c);
    return is_birth(c) || std::ranges::any_of(words, [](std::string const& w) { return w == "date" || w == "year"; });
  }

  [[nodiscard]] bool is_birth(column_id c) const {
    auto const words = resolve_.words_of(c);
    return std::ranges::any_of(words, [](std::string const& w) { return std::ranges::find(birth_words, w) != birth_words.end(); });
  }

  /// "more than 5 million people"
  [[nodiscard]] std::optional<column_id> population_behind(amount const& n) const {
    auto const w = n.last < m_.size() ? std::string_view(m_.token(n.last).lemma) : std::string_view();
    static constexpr std::array<std::string_view, 2> words{"population", ""};
    if (w != "person" && w != "inhabitant" && w != "resident") return {};
    return resolve_.measured(words, focus_);
  }

  /// Whether a cue belongs to what is asked for rather than to a condition.
  [[nodiscard]] bool plan_starts_at(std::size_t c) const {
    auto const boundary = first_boundary();
    return m_.cues[c].first < boundary;
  }

  [[nodiscard]] std::size_t first_boundary() const {
    for (std::size_t i = 1; i < m_.size(); ++i)
      if (auto const& w = m_.token(i).text; w == "whose" || w == "that" || w == "where" || w == "who" || w == "with" || w == "having" ||
                                            w == "which" || w == "have" || w == "has")
        return i;
    return m_.size();
  }

  [[nodiscard]] std::optional<column_id> time_column(std::string const& number) const {
    bool const year = number.size() == 4 && (number[0] == '1' || number[0] == '2');
    if (!year) return {};
    bool const born = std::ranges::any_of(m_.linked->tokens, [](auto const& t) { return t.text == "born"; });
    if (auto const birth = born ? resolve_.measured(birth_words, focus_) : std::nullopt) return birth;
    static constexpr std::array<std::string_view, 4> words{"year", "date", "time", ""};
    return resolve_.measured(words, focus_);
  }

  /// Texts of dates begin with the year: after 1985 is from 1986 on, in 1985 is what begins so.
  void add_year(std::size_t token, column_id c, comparison op, std::string const& year) {
    auto const next_year = std::to_string(std::stoi(year) + 1);
    auto const put = [&](comparison how, std::string const& operand) {
      restrict(token, {{aggregate::none, false, c}, how, to_sql(t2s::value(operand)), {}, {}, false});
      compared_by_where_ = true;
    };
    if (op == comparison::greater) return put(comparison::at_least, next_year);
    if (op == comparison::at_most) return put(comparison::less, next_year);
    if (op == comparison::equal) return put(comparison::like, year + "%");
    if (op == comparison::unequal) return put(comparison::not_like, year + "%");
    put(op, year);
  }

  /// Whether it stores dates as texts, and the operand is a year.
  [[nodiscard]] bool is_year_of_date(column_id c, std::string const& operand) const {
    if (operand.size() != 4 || operand.find_first_not_of("0123456789") != operand.npos) return false;
    auto const words = resolve_.words_of(c);
    return names_.content_of(c) != link::content::number && is_time(c) && !words.empty() && words.back() != "year";
  }

  void add(std::size_t token, column_id c, comparison op, std::string operand) {
    compared_ = c;
    if (op != comparison::between && is_year_of_date(c, operand)) return add_year(token, c, op, operand);
    if (schema::affinity_of(names_.column(c).type) == schema::affinity::text || names_.content_of(c) != link::content::number)
      operand = to_sql(t2s::value(operand));
    restrict(token, {{aggregate::none, false, c}, op, std::move(operand), {}, {}, false});
    compared_by_where_ = true;
  }

  bool count_rows(comparison op, std::string n, std::optional<std::uint32_t> counted) {
    if (counted && *counted != focus_) plan_.tables.push_back(*counted);
    plan_.having.push_back({{aggregate::count, false, {}}, op, std::move(n), {}, {}, false});
    compared_by_where_ = false;
    counts_for_ = counted;
    return true;
  }

  void take_comparison_with_average(std::size_t c) {
    auto const& q = m_.cues[c];
    auto const average = cue_after(q.last, 2, cue_kind::aggregate);
    if (!average || q.op == comparison::equal) return;
    auto const& a = m_.cues[*average];
    auto after = next(a.last, 2, [&](std::size_t i) { return free(i) && number_column(i); });
    auto const before = previous(std::max(q.first, q.last - 1), 4, [&](std::size_t i) { return free(i) && number_column(i); });
    std::optional<column_id> col;
    if (before) col = number_column(*before), used_[*before] = true;
    if (after) {
      if (!col) col = number_column(*after);
      used_[*after] = true;
    }
    if (auto const* measured = find_quality(q.quality); !col && measured) col = resolve_.measured(measured->columns, focus_);
    if (!col) return;
    plan inner;
    inner.select.push_back({a.how, false, *col});
    restrict(q.first, {{aggregate::none, false, *col}, q.op, {}, {}, std::make_shared<plan const>(std::move(inner)), false});
    heard_[c] = heard_[*average] = true;
  }

  std::optional<column_id> compared_{};  // what was compared last
  std::size_t compared_until_ = 0;       // the token behind that comparison
  bool compared_by_where_ = true;        // whether the last comparison stands in WHERE
};

}  // namespace t2s::generate::offline::detail

#endif
