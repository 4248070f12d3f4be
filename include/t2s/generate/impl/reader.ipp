// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_READER_IPP
#define T2S_GENERATE_IMPL_READER_IPP

#include "t2s/core/text.hpp"
#include "t2s/core/value.hpp"
#include "t2s/generate/impl/resolver.hpp"
#include "t2s/generate/reader.hpp"
#include "t2s/retrieve/stop_words.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace t2s::generate {
namespace detail {

/// Reads one question: each `take_...` gives the mentions and cues of one part of SQL their place and marks them as used.
class reader {
 public:
  reader(link::lexicon const& names, material const& m, leaning const& lean)
      : names_(names), m_(m), lean_(lean), resolve_(names, m), used_(m.mentions.size()), heard_(m.cues.size()) {}

  std::optional<reading> read() {
    if (!find_focus()) return {};
    take_comparisons();
    take_superlatives();
    take_order();
    take_values();
    take_numbers();
    take_groups();
    take_aggregates();
    take_counts();
    take_projection();
    take_absences();
    finish();
    return reading{std::move(plan_), score_};
  }

 private:
  using cue_kind = cue::kind;

  // ---- looking around ----

  [[nodiscard]] mention const& at(std::size_t i) const { return m_.mentions[i]; }
  [[nodiscard]] std::string_view word(std::size_t i) const {
    return i < m_.size() ? std::string_view(m_.token(i).text) : std::string_view();
  }

  template <class Fits>
  [[nodiscard]] std::optional<std::size_t> next(std::size_t token, std::size_t gap, Fits fits) const {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (at(i).first >= token && at(i).first <= token + gap && fits(i)) return i;
    return {};
  }
  template <class Fits>
  [[nodiscard]] std::optional<std::size_t> previous(std::size_t token, std::size_t gap, Fits fits) const {
    for (std::size_t i = m_.mentions.size(); i-- > 0;)
      if (at(i).last <= token && at(i).last + gap >= token && fits(i)) return i;
    return {};
  }
  [[nodiscard]] bool is_table(std::size_t i) const {
    auto const* t = at(i).option(kind::table);
    return t && t->score > (at(i).is(kind::table) ? 0.45 : 0.6) && (at(i).is(kind::table) || t->score + 0.3 > at(i).options.front().score);
  }
  [[nodiscard]] std::optional<std::uint32_t> table_at(std::size_t i) const {
    if (!is_table(i)) return {};
    return at(i).option(kind::table)->where.table;
  }
  [[nodiscard]] bool is_column(std::size_t i) const {
    auto const* c = at(i).option(kind::column);
    return c && !at(i).is(kind::value) && c->score + 0.4 > at(i).options.front().score;
  }
  [[nodiscard]] std::optional<column_id> number_column(std::size_t i) const {
    if (at(i).is(kind::value)) return {};
    auto const* o = resolve_.column(at(i), [this](column_id c) { return resolve_.is_number(c); });
    if (!o) return {};
    return o->where;
  }
  [[nodiscard]] bool free(std::size_t i) const { return !used_[i]; }

  /// An unheard cue of a kind that ends where the words before `token` are only small ones.
  [[nodiscard]] std::optional<std::size_t> cue_before(std::size_t token, std::size_t gap, cue_kind k) const {
    for (std::size_t c = m_.cues.size(); c-- > 0;)
      if (!heard_[c] && m_.cues[c].is == k && m_.cues[c].last <= token && m_.cues[c].last + gap >= token) return c;
    return {};
  }
  [[nodiscard]] std::optional<std::size_t> cue_after(std::size_t token, std::size_t gap, cue_kind k) const {
    for (std::size_t c = 0; c < m_.cues.size(); ++c)
      if (!heard_[c] && m_.cues[c].is == k && m_.cues[c].first >= token && m_.cues[c].first <= token + gap) return c;
    return {};
  }
  [[nodiscard]] bool any_cue(cue_kind k) const {
    return std::ranges::any_of(m_.cues, [k](cue const& c) { return c.is == k; });
  }

  bool find_focus() {
    std::optional<std::uint32_t> later;
    for (std::size_t i = 0; i < m_.mentions.size(); ++i) {
      auto const t = table_at(i);
      if (!t) continue;
      bool const each = cue_before(at(i).first, 1, cue_kind::each).has_value();
      if (!each) {
        focus_ = *t;
        resolve_.set_main(*t);
        return true;
      }
      if (!later) later = t;
    }
    if (!later)
      for (auto const k : {kind::column, kind::value})
        for (std::size_t i = 0; i < m_.mentions.size() && !later; ++i)
          if (auto const* o = at(i).option(k)) later = (k == kind::column ? resolve_.column(at(i)) : o)->where.table;
    if (!later) return false;
    focus_ = *later;
    resolve_.set_main(*later);
    return true;
  }

  // ---- conditions ----

  struct amount {
    std::string text;
    std::size_t last;                    ///< token after it
    std::optional<std::size_t> mention;  ///< its mention, if it is digits
  };

  /// A number that begins at `token` or a little later.
  [[nodiscard]] std::optional<amount> amount_at(std::size_t token) const {
    for (auto i = token; i < token + 3 && i < m_.size(); ++i) {
      for (std::size_t k = 0; k < m_.mentions.size(); ++k)
        if (at(k).first == i && at(k).number) return amount{std::string(at(k).digits), at(k).last, k};
      if (auto const n = number_word(word(i))) return amount{std::to_string(*n), i + 1, {}};
      if (word(i) != "the" && word(i) != "$" && word(i) != "a" && word(i) != "than") return {};
    }
    return {};
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
      cue asked{cue_kind::comparison, q.first - 1, q.last + 1, {}, more ? comparison::at_least : comparison::at_most, {}};
      if (compare(asked, {n->text, q.last + 1, n->mention}, asked.op)) heard_[c] = true;
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
    heard_[c] = true;
  }

  /// Finds what an amount is compared with: a column beside it, a count of rows, an aggregate, or what the adjective measures.
  bool compare(cue const& q, amount const& n, comparison op) {
    auto const after = next(n.last, 1, [&](std::size_t i) { return free(i); });
    auto const before =
        previous(std::max(q.first, q.last - 1), 4, [&](std::size_t i) { return free(i) && !at(i).is(kind::value) && !at(i).number; });
    auto const done = [&] {
      if (n.mention) used_[*n.mention] = true;
      return true;
    };
    bool const repeated = n.last > 0 && (word(n.last - 1) == "once" || word(n.last - 1) == "twice");
    if (repeated || word(n.last) == "time" || word(n.last) == "times") {
      std::optional<std::uint32_t> visited;
      if (before && table_at(*before) && *table_at(*before) != focus_) visited = table_at(*before), used_[*before] = true;
      return count_rows(op, n.text, visited) && done();
    }
    auto const* behind = find_quality(word(n.last + 1));  // "20 years old"
    if (auto const* measured = behind ? behind : find_quality(q.quality)) {
      if (auto const col = resolve_.measured(measured->columns, focus_)) return add(*col, op, n.text), done();
      if (auto const col = resolve_.measured(measured->reversed_columns, focus_)) {
        bool const age = measured->adjective == "young" || measured->adjective == "short" || measured->adjective == "light" ||
                         measured->adjective == "cheap" || measured->adjective == "small" || measured->adjective == "low" ||
                         measured->adjective == "close" || measured->adjective == "early" || measured->adjective == "slow";
        if (age) return add(*col, op == comparison::greater ? comparison::less : op, n.text), done();
      }
    }
    if (after && at(*after).first == n.last) {
      if (auto const col = number_column(*after)) return used_[*after] = true, add(*col, op, n.text), done();
      if (auto const t = table_at(*after)) {
        if (before && cue_before(at(*before).first, 2, cue_kind::count) && !table_at(*before)) return false;
        used_[*after] = true;
        return count_rows(op, n.text, *t) && done();
      }
    }
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
      if (col && !table_at(*before)) return used_[*before] = true, add(col->where, op, n.text), done();
    }
    if (after)
      if (auto const* col = resolve_.column(at(*after), [this](column_id x) { return resolve_.is_number(x); }))
        return used_[*after] = true, add(col->where, op, n.text), done();
    if (auto const when = time_column(n.text)) return add(*when, op, n.text), done();
    return false;
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
    static constexpr std::array<std::string_view, 4> words{"year", "date", "time", ""};
    return resolve_.measured(words, focus_);
  }

  void add(column_id c, comparison op, std::string operand) {
    if (names_.content_of(c) != link::content::number) operand = to_sql(t2s::value(operand));
    plan_.where.push_back({{aggregate::none, false, c}, op, std::move(operand), {}, {}, false});
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
    plan_.where.push_back({{aggregate::none, false, *col}, q.op, {}, {}, std::make_shared<plan const>(std::move(inner)), false});
    heard_[c] = heard_[*average] = true;
  }

  void take_values() {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i) {
      if (used_[i] || !at(i).is(kind::value)) continue;
      if (match_pattern(i)) continue;
      auto const beside = column_beside(i);
      auto const* chosen = value_option(i, beside);
      if (!chosen) continue;
      used_[i] = true;
      if (beside && at(*beside).option(kind::column) && says(at(*beside), chosen->where)) used_[*beside] = true;
      add_value(i, chosen->where, chosen->value);
    }
    take_quoted();
  }

  [[nodiscard]] static bool says(mention const& x, column_id c) {
    return std::ranges::any_of(x.options, [c](link::link const& o) { return o.is == kind::column && o.where == c; });
  }

  [[nodiscard]] std::optional<std::size_t> column_beside(std::size_t i) const {
    auto const fits = [&](std::size_t k) {
      return free(k) && is_column(k) && !(at(k).is(kind::table) && at(k).option(kind::column)->score < 0.7);
    };
    auto const before = previous(at(i).first, 4, fits), after = next(at(i).last, small_words(at(i).last), fits);
    auto const stands = [&](std::optional<std::size_t> k) {
      return k && std::ranges::any_of(at(i).options, [&](link::link const& o) { return o.is == kind::value && says(at(*k), o.where); });
    };
    if (stands(before)) return before;
    if (stands(after)) return after;
    return {};
  }

  /// How many small words follow: "yellow" as its color.
  [[nodiscard]] std::size_t small_words(std::size_t token) const {
    std::size_t n = 0;
    while (n < 3 && token + n < m_.size() && retrieve::is_stop_word(m_.token(token + n).lemma) && word(token + n) != "and" &&
           word(token + n) != "or")
      ++n;
    return std::max<std::size_t>(n, 1);
  }

  [[nodiscard]] link::link const* value_option(std::size_t i, std::optional<std::size_t> beside) const {
    link::link const* best = nullptr;
    double most = 0;
    for (auto const& o : at(i).options) {
      if (o.is != kind::value) continue;
      double score = o.score + resolve_.pull(o.where.table, at(i).first) + resolve_.main_pull(o.where.table);
      if (beside && says(at(*beside), o.where)) score += 1 + resolve_.pull(o.where.table, at(*beside).first);
      if (!last_values_.empty() && last_values_.back() == o.where) score += 0.8;
      if (auto const t = next(at(i).last, 0, [&](std::size_t k) { return table_at(k).has_value(); }); t && *table_at(*t) == o.where.table)
        score += 0.5;
      if (resolve_.is_foreign_key(o.where)) score -= 0.2;
      if (best && score <= most) continue;
      best = &o;
      most = score;
    }
    return best;
  }

  void add_value(std::size_t i, column_id where, std::string const& stored) {
    condition c{{aggregate::none, false, where}, comparison::equal, to_sql(t2s::value(stored)), {}, {}, false};
    if (auto const no = cue_before(at(i).first, 6, cue_kind::negation)) {
      if (c.op == comparison::equal && many_for_focus(where.table) && exclude(where.table, c)) {
        heard_[*no] = true;
        return;
      }
      c.op = comparison::unequal;
      heard_[*no] = true;
    }
    if (!last_values_.empty() && last_values_.back() == where && !plan_.where.empty())
      c.or_before = joined_by(last_value_at_, at(i).first, "or");
    last_values_.push_back(where);
    last_value_at_ = at(i).last;
    plan_.where.push_back(std::move(c));
    compared_by_where_ = true;
  }

  [[nodiscard]] bool joined_by(std::size_t from, std::size_t to, std::string_view w) const {
    for (auto i = from; i < to; ++i)
      if (word(i) == w) return true;
    return false;
  }

  /// "whose name contains 'x'": a pattern for the column named before, whatever is stored. False if nothing says so.
  bool match_pattern(std::size_t i) {
    return match_pattern(at(i).first,
                         [&] {
                           auto const& t = m_.token(at(i).first);
                           return t.is == retrieve::token::kind::quoted ? t.text : at(i).options.front().value;
                         }()) &&
           (used_[i] = true);
  }

  bool match_pattern(std::size_t token, std::string const& text) {
    for (auto const k : {cue_kind::contains, cue_kind::starts, cue_kind::ends}) {
      auto const q = cue_before(token, 4, k);
      if (!q) continue;
      auto const before = previous(m_.cues[*q].first, 5, [&](std::size_t x) { return free(x) && is_column(x); });
      auto const where = before ? resolve_.column(at(*before))->where : resolve_.names_of(focus_).front();
      if (before) used_[*before] = true;
      heard_[*q] = true;
      auto const no = cue_before(m_.cues[*q].first, 2, cue_kind::negation);
      if (no) heard_[*no] = true;
      auto const pattern = (k == cue_kind::starts ? "" : "%") + text + (k == cue_kind::ends ? "" : "%");
      plan_.where.push_back(
          {{aggregate::none, false, where}, no ? comparison::not_like : comparison::like, to_sql(t2s::value(pattern)), {}, {}, false});
      return true;
    }
    return false;
  }

  /// Quoted text that no column holds.
  void take_quoted() {
    for (std::size_t t = 0; t < m_.size(); ++t) {
      auto const& token = m_.token(t);
      bool const covered = std::ranges::any_of(m_.mentions, [t](mention const& x) { return x.first <= t && t < x.last; });
      if (token.is != retrieve::token::kind::quoted || covered || match_pattern(t, token.text)) continue;
      auto const beside = previous(t, 6, [&](std::size_t k) { return free(k) && is_column(k); });
      if (beside) used_[*beside] = true;
      auto const where = beside ? resolve_.column(at(*beside))->where : resolve_.names_of(focus_).front();
      plan_.where.push_back({{aggregate::none, false, where}, comparison::equal, to_sql(t2s::value(token.text)), {}, {}, false});
    }
  }

  void take_numbers() {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i) {
      if (used_[i] || !at(i).number || at(i).is(kind::value)) continue;
      auto const number = std::string(at(i).digits);
      auto const before = previous(at(i).first, 3, [&](std::size_t k) { return free(k) && is_column(k); });
      auto const after = next(at(i).last, 1, [&](std::size_t k) { return free(k) && is_column(k) && number_column(k); });
      auto const negated = cue_before(at(i).first, 3, cue_kind::negation);
      std::optional<column_id> where;
      bool or_before = false;
      if (!numbered_.empty() && number_at_ + 2 == at(i).last && (word(number_at_) == "or" || word(number_at_) == "and")) {
        where = numbered_.back();
        or_before = true;
      }
      if (!where && before && !table_at(*before)) where = resolve_.column(at(*before))->where, used_[*before] = true;
      if (!where && before && table_at(*before) && at(*before).last == at(i).first)
        where = identifier_in_scope(*table_at(*before)), used_[*before] = where.has_value();
      if (!where) where = time_column(number);
      if (!where && after) where = number_column(*after), used_[*after] = true;
      if (!where) continue;
      used_[i] = true;
      if (negated) heard_[*negated] = true;
      add(*where, negated ? comparison::unequal : comparison::equal, number);
      plan_.where.back().or_before = or_before;
      numbered_.push_back(*where);
      number_at_ = at(i).last;
    }
  }

  /// "department 70": the key of that table, as the table asked about refers to it.
  [[nodiscard]] std::optional<column_id> identifier_in_scope(std::uint32_t table) const {
    if (table != focus_)
      for (auto const& k : names_.connected().tables()[focus_].foreign_keys)
        if (k.resolved && k.columns.size() == 1 && k.table == names_.schema().tables()[table].name)
          return resolve_.place_of(focus_, k.columns.front());
    return resolve_.key_of(table);
  }

  // ---- superlatives and order ----

  void take_superlatives() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      bool const extreme = q.is == cue_kind::aggregate && (q.how == aggregate::max || q.how == aggregate::min);
      if (heard_[c] || plan_.order) continue;
      if (q.is == cue_kind::common) take_most_common(c);
      if (q.is == cue_kind::superlative || extreme) take_superlative(c);
    }
  }

  [[nodiscard]] std::size_t limit_at(std::size_t first, std::size_t last) {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (at(i).number && (at(i).last == first || at(i).first == last) && *at(i).number >= 1 && *at(i).number <= 1000) {
        used_[i] = true;
        return static_cast<std::size_t>(*at(i).number);
      }
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (at(i).number && !used_[i] && at(i).first > 0 && word(at(i).first - 1) == "top") {
        used_[i] = true;
        return static_cast<std::size_t>(*at(i).number);
      }
    for (std::size_t t = 0; t + 1 < m_.size(); ++t)
      if (auto const n = number_word(word(t + 1)); n && word(t) == "top") return static_cast<std::size_t>(*n);
    if (first > 0)
      if (auto const n = number_word(word(first - 1)); n && *n > 1) return static_cast<std::size_t>(*n);
    return 1;
  }

  void take_most_common(std::size_t c) {
    auto const& q = m_.cues[c];
    auto target = next(q.last, 3, [&](std::size_t i) { return free(i) && (is_column(i) || is_table(i)); });
    if (!target) target = previous(q.first, 4, [&](std::size_t i) { return free(i) && (is_column(i) || is_table(i)); });
    if (!target) return;
    heard_[c] = true;
    plan_.order = term{aggregate::count, false, {}};
    plan_.descending = q.how == aggregate::max;
    plan_.limit = limit_at(q.first, q.last);
    if (auto const t = table_at(*target)) return group_by_table(*t);
    used_[*target] = true;
    auto const col = resolve_.column(at(*target))->where;
    plan_.group_by.push_back(col);
    asked_.push_back({at(*target).first, term{aggregate::none, false, col}});
  }

  /// Whether an extreme is itself what is asked for: nothing that could be selected stands before it.
  [[nodiscard]] bool is_asked(cue const& q) const {
    if (q.first > 6) return false;
    for (std::size_t i = 0; i < m_.mentions.size() && at(i).first < q.first; ++i)
      if (!at(i).is(kind::value) && !at(i).options.empty()) return false;
    for (std::size_t i = 0; i < q.first; ++i)
      if (auto const w = word(i); w == "which" || w == "with" || w == "who" || w == "has" || w == "whose") return false;
    return true;
  }

  void take_superlative(std::size_t c) {
    auto const& q = m_.cues[c];
    bool const more = q.how == aggregate::max;
    auto const order = [&](term t, bool descending) {
      plan_.order = t;
      plan_.descending = descending;
      plan_.limit = limit_at(q.first, q.last);
      heard_[c] = true;
    };
    auto const target = next(q.last, 3, [&](std::size_t i) { return free(i) && !at(i).is(kind::value) && !at(i).options.empty(); });
    if (auto const* measured = find_quality(q.quality)) {
      auto const preferred = target && table_at(*target) ? *table_at(*target) : focus_;
      if (target && !table_at(*target))
        if (auto const col = number_column(*target); col && at(*target).first <= q.last + 1)
          return used_[*target] = true, order({{}, false, *col}, more);
      if (auto const col = resolve_.measured(measured->columns, preferred)) return order({{}, false, *col}, more);
      if (auto const col = resolve_.measured(measured->reversed_columns, preferred)) return order({{}, false, *col}, !more);
      return;
    }
    if (auto const when = extreme_time(q, target)) return order({{}, false, *when}, more);
    if (target) {
      auto const col = number_column(*target);
      auto const table = table_at(*target);
      if (col && !(table && at(*target).is(kind::table))) {
        bool const by_asking = q.is == cue_kind::aggregate ? is_asked(q) || !stands_in_condition(q) : is_asked(q);
        if (lean_.aggregates.value_or(by_asking)) return;  // take_aggregates will select it
        used_[*target] = true;
        return order({{}, false, *col}, more);
      }
      if (table && (*table != focus_ || counted_before(q) || column_before(q.first))) {
        used_[*target] = true;
        plan_.tables.push_back(*table);
        counts_for_ = *table;
        return order({aggregate::count, false, {}}, more);
      }
      if (!table && is_column(*target) && q.last - q.first == 1 && q.is == cue_kind::superlative) {
        auto const found = resolve_.column(at(*target));
        if (names_.content_of(found->where) == link::content::date) return used_[*target] = true, order({{}, false, found->where}, more);
        used_[*target] = true;
        plan_.tables.push_back(found->where.table);
        return order({aggregate::count, false, {}}, more);
      }
      if (table && word(q.last - 1) == "of") return order({aggregate::count, false, {}}, more);
    }
    auto const before = previous(q.first, 3, [&](std::size_t i) { return free(i) && number_column(i); });
    if (before && q.is == cue_kind::superlative) {
      used_[*before] = true;
      return order({{}, false, number_column(*before)}, more);
    }
  }

  /// "the earliest payment", "the latest": of a table's dates.
  [[nodiscard]] std::optional<column_id> extreme_time(cue const& q, std::optional<std::size_t> target) const {
    auto const w = word(q.first);
    if (w != "earliest" && w != "latest" && w != "first" && w != "last") return {};
    if (target && !table_at(*target)) return {};
    static constexpr std::array<std::string_view, 4> words{"date", "time", "year", ""};
    return resolve_.measured(words, target ? *table_at(*target) : focus_);
  }

  [[nodiscard]] bool stands_in_condition(cue const& q) const {
    for (std::size_t i = q.first; i-- > 0 && i + 3 >= q.first;)
      if (auto const w = word(i); w == "with" || w == "has" || w == "have" || w == "had" || w == "having" || w == "is" || w == "whose")
        return i > 1;
    return false;
  }

  /// Whether a column is named before a token, and no table.
  [[nodiscard]] bool column_before(std::size_t token) const {
    bool column = false;
    for (std::size_t i = 0; i < m_.mentions.size() && at(i).first < token; ++i) {
      if (table_at(i) && at(i).is(kind::table)) return false;
      column = column || (is_column(i) && at(i).options.front().score > 0.6);
    }
    return column;
  }

  [[nodiscard]] bool counted_before(cue const& q) const { return word(q.last - 1) == "of"; }

  void take_order() {
    bool sorted = false;
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (q.is == cue_kind::descending) plan_descending_ = true;
      bool const any = q.is == cue_kind::order || q.is == cue_kind::descending || q.is == cue_kind::ascending;
      if (!any || sorted || plan_.order) continue;
      heard_[c] = true;
      sorted = true;
      auto const last = q.last;
      if (auto const counted = cue_after(last, 4, cue_kind::count); counted && !cue_after(last, 2, cue_kind::aggregate)) {
        auto const what = next(m_.cues[*counted].last, 2, [&](std::size_t i) { return free(i); });
        heard_[*counted] = true;
        if (what && table_at(*what) && *table_at(*what) != focus_) plan_.tables.push_back(*table_at(*what));
        if (what) used_[*what] = true;
        plan_.order = term{aggregate::count, false, {}};
        continue;
      }
      auto const key = next(last, 8, [&](std::size_t i) { return free(i) && is_column(i); });
      if (key) {
        used_[*key] = true;
        auto const how = cue_before(at(*key).first, 3, cue_kind::aggregate);
        if (auto const counted = cue_before(at(*key).first, 2, cue_kind::count)) heard_[*counted] = true;
        if (how) heard_[*how] = true;
        plan_.order = term{how ? m_.cues[*how].how : aggregate::none, false, resolve_.column(at(*key))->where};
      } else {
        order_by_first_ = true;
      }
    }
    if (sorted) plan_.descending = plan_descending_;
  }

  // ---- groups, aggregates, counts ----

  void group_by_table(std::uint32_t t) {
    if (auto const key = resolve_.key_of(t))
      plan_.group_by.push_back(*key);
    else
      plan_.group_by.push_back(resolve_.names_of(t).front());
    grouped_table_ = t;
  }

  void take_groups() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (q.is != cue_kind::each || heard_[c] || !plan_.group_by.empty()) continue;
      bool const counts = any_cue(cue_kind::count) || any_cue(cue_kind::aggregate) || any_cue(cue_kind::superlative);
      if (!counts && !lean_.groups.value_or(false)) continue;
      auto const target = next(q.last, 3, [&](std::size_t i) { return free(i) && (is_column(i) || is_table(i)); });
      if (!target || (word(q.first) == "by" && (at(*target).first > q.last + 1 || value_behind(*target)))) continue;
      heard_[c] = true;
      if (auto const t = table_at(*target); t && at(*target).is(kind::table)) {
        if (auto const column = column_of_table_behind(*target, *t)) {
          used_[*target] = used_[column->first] = true;
          plan_.group_by.push_back(column->second);
          asked_.push_back({at(*target).first, term{aggregate::none, false, column->second}});
          continue;
        }
        group_by_table(*t);
        if (*t != focus_) plan_.tables.push_back(*t);
      } else {
        plan_.group_by.push_back(resolve_.column(at(*target))->where);
        asked_.push_back({at(*target).first, {aggregate::none, false, plan_.group_by.back()}});
      }
      used_[*target] = true;
    }
  }

  [[nodiscard]] bool value_behind(std::size_t i) const {
    return next(at(i).last, 2, [&](std::size_t k) { return at(k).is(kind::value); }).has_value();
  }

  /// "each channel owner": a column that the table's name stands before.
  [[nodiscard]] std::optional<std::pair<std::size_t, column_id>> column_of_table_behind(std::size_t i, std::uint32_t t) const {
    auto const k = next(at(i).last, 0, [&](std::size_t x) { return free(x) && is_column(x); });
    if (!k) return {};
    auto const* o = resolve_.column(at(*k), [t](column_id c) { return c.table == t; });
    if (!o || o->score < 0.5) return {};
    return std::pair{*k, o->where};
  }

  void take_aggregates() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      bool const extreme = q.is == cue_kind::superlative && q.quality.empty();
      if (heard_[c] || (q.is != cue_kind::aggregate && !extreme)) continue;
      auto const target = next(q.last, 5, [&](std::size_t i) { return number_column(i) && (free(i) || aggregated(i)); });
      if (!target) continue;
      heard_[c] = true;
      used_[*target] = true;
      if (auto const counted = cue_before(at(*target).first, 1, cue_kind::count); counted && m_.cues[*counted].first >= q.last)
        heard_[*counted] = true;
      aggregated_.push_back(*target);
      asked_.push_back({q.first, {q.how, false, number_column(*target)}});
      if (q.how == aggregate::max || q.how == aggregate::min) continue;
      if (word(at(*target).last) != "and") continue;
      auto const also = next(at(*target).last + 1, 0, [&](std::size_t i) { return free(i) && number_column(i); });
      if (!also) continue;
      used_[*also] = true;
      asked_.push_back({at(*also).first, {q.how, false, number_column(*also)}});
    }
  }
  [[nodiscard]] bool aggregated(std::size_t i) const { return std::ranges::find(aggregated_, i) != aggregated_.end(); }

  void take_counts() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (heard_[c] || q.is != cue_kind::count) continue;
      auto const target = next(q.last, 4, [&](std::size_t i) { return free(i) && (is_column(i) || is_table(i)); });
      heard_[c] = true;
      term counted{aggregate::count, false, {}};
      if (target) {
        auto const t = table_at(*target);
        bool const distinct = cue_after(q.last, 2, cue_kind::distinct).has_value();
        if (t && (at(*target).is(kind::table) || !distinct)) {
          used_[*target] = true;
          plan_.tables.push_back(*t);
        } else if (!t) {
          auto const col = resolve_.column(at(*target))->where;
          used_[*target] = true;
          if (resolve_.is_number(col) && word(q.first) == "how")
            counted = {aggregate::none, false, col};
          else
            counted = {aggregate::count, !resolve_.is_number(col), col};
        }
      }
      asked_.push_back({q.first, counted});
    }
  }

  // ---- what is selected ----

  [[nodiscard]] bool opens_condition(std::string_view w) const {
    return w == "whose" || w == "where" || w == "with" || w == "that" || w == "who" || w == "having" || w == "when" || w == "which" ||
           w == "if";
  }
  [[nodiscard]] bool opens_question(std::string_view w) const {
    return w == "show" || w == "list" || w == "give" || w == "what" || w == "find" || w == "return" || w == "along" || w == "tell" ||
           w == "?" || w == "." || w == "their" || w == "its" || w == "display";
  }

  void take_projection() {
    bool asking = true;
    std::size_t token = 0;
    for (std::size_t i = 0; i < m_.mentions.size(); ++i) {
      for (; token < at(i).first; ++token) {
        auto const w = word(token);
        if (token > 0 && opens_condition(w) && !(w == "which" && token < 2)) asking = false;
        if (opens_question(w)) asking = true;
      }
      if (used_[i] || !is_column(i) || (table_at(i) && at(i).is(kind::table))) continue;
      auto const* o = resolve_.column(at(i));
      if (!asking || o->score < 0.4 || !continues_list(i)) {
        score_ -= 0.3 * o->score;
        continue;
      }
      used_[i] = true;
      if (auto const t = named_table(i); t && o->where.table != *t) {
        for (auto const c : resolve_.names_of(*t)) asked_.push_back({at(i).first, {aggregate::none, false, c}});
        continue;
      }
      for (auto const c : meant_by(i, o->where)) asked_.push_back({at(i).first, {aggregate::none, false, c}});
    }
  }

  /// Whether a column stands in the list of what is asked for: first in it, or tied to what stands before by a comma or "and".
  [[nodiscard]] bool continues_list(std::size_t i) const {
    std::size_t from = 0;
    for (auto const& a : asked_)
      if (a.at < at(i).first) from = std::max(from, a.at + 1);
    if (from == 0) return true;
    for (auto t = from; t < at(i).first; ++t)
      if (auto const w = word(t); w == "and" || w == "," || w == "&" || w == "with" || w == "plus" || w == "as" || opens_question(w))
        return true;
    return false;
  }

  /// "names of the songs" where songs have titles and no names: the table, if the mention is just a name.
  [[nodiscard]] std::optional<std::uint32_t> named_table(std::size_t i) const {
    bool const name = at(i).last - at(i).first == 1 && m_.token(at(i).first).lemma == "name";
    auto const of = next(at(i).last, 4, [&](std::size_t k) { return table_at(k).has_value(); });
    auto const owner = previous(at(i).first, 0, [&](std::size_t k) { return table_at(k).has_value(); });
    if (!name || (!owner && (!of || word(at(i).last) != "of"))) return {};
    auto const t = *table_at(owner ? *owner : *of);
    bool const has_it = std::ranges::any_of(
        at(i).options, [t](link::link const& o) { return o.is == kind::column && o.where.table == t && o.score >= 0.5; });
    if (has_it) return {};
    return t;
  }

  /// "name" of people who have a first and a last name means both.
  [[nodiscard]] std::vector<column_id> meant_by(std::size_t i, column_id chosen) const {
    bool const says_part = [&] {
      for (auto t = at(i).first; t < at(i).last; ++t)
        if (auto const& w = m_.token(t).lemma; w == "first" || w == "last" || w == "middle" || w == "family") return true;
      return at(i).first > 0 && (word(at(i).first - 1) == "first" || word(at(i).first - 1) == "last");
    }();
    bool const says_name = m_.token(at(i).first).lemma == "name" || m_.token(at(i).last - 1).lemma == "name";
    auto const all = resolve_.names_of(chosen.table);
    if (says_name && !says_part && all.size() == 2 && std::ranges::find(all, chosen) != all.end()) return all;
    return {chosen};
  }

  /// "that have no U", "without U"
  void take_absences() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (heard_[c] || q.is != cue_kind::negation) continue;
      auto const target = next(q.last, 5, [&](std::size_t i) { return free(i) && table_at(i) && *table_at(i) != focus_; });
      if (!target) continue;
      if (exclude(*table_at(*target), {})) heard_[c] = used_[*target] = true;
    }
  }

  /// Whether one row of the table asked about may belong to several of another.
  [[nodiscard]] bool many_for_focus(std::uint32_t other) const {
    if (other == focus_) return false;
    auto const path = path_from_focus(other);
    if (!path) return false;
    for (auto const& step : path->steps) {
      auto const joined = table_place(step.table);
      auto const column = joined ? resolve_.place_of(*joined, step.on.front().second) : std::nullopt;
      if (column && resolve_.is_foreign_key(*column)) return true;
    }
    return false;
  }

  [[nodiscard]] std::optional<schema::join_path> path_from_focus(std::uint32_t other) const {
    std::vector<std::string> const ends{names_.schema().tables()[focus_].name, names_.schema().tables()[other].name};
    return schema::find_join_path(names_.connected(), ends);
  }

  [[nodiscard]] std::optional<std::uint32_t> table_place(std::string_view name) const {
    auto const& tables = names_.schema().tables();
    auto const found = std::ranges::find(tables, name, &schema::table::name);
    if (found == tables.end()) return {};
    return static_cast<std::uint32_t>(found - tables.begin());
  }

  /// Leaves out the rows that another table refers to, or those of them for which a condition holds.
  bool exclude(std::uint32_t other, std::optional<condition> const& only) {
    auto const path = path_from_focus(other);
    if (!path || path->steps.empty()) return false;
    auto const& step = path->steps.front();
    auto const joined = table_place(step.table);
    if (!joined) return false;
    auto const here = resolve_.place_of(focus_, step.on.front().first), there = resolve_.place_of(*joined, step.on.front().second);
    if (!here || !there) return false;
    plan inner;
    inner.select.push_back({aggregate::none, false, *there});
    inner.tables.push_back(*joined);
    if (only) inner.where.push_back(*only);
    plan_.where.push_back(
        {{aggregate::none, false, *here}, comparison::not_in, {}, {}, std::make_shared<plan const>(std::move(inner)), false});
    return true;
  }

  // ---- the whole ----

  void finish() {
    std::ranges::stable_sort(asked_, {}, &asked::at);
    for (auto const& a : asked_)
      if (std::ranges::find(plan_.select, a.what) == plan_.select.end()) plan_.select.push_back(a.what);
    bool const only_aggregates = std::ranges::all_of(plan_.select, [](term const& t) { return t.how != aggregate::none; });
    if (plan_.select.empty()) select_left_over();
    if (plan_.select.empty() || (only_aggregates && grouped_table_)) select_names(grouped_table_.value_or(focus_));
    if (order_by_first_ && !plan_.select.empty()) order_by_selected();
    join_mentioned();
    group_where_needed();
    split_both();
    for (std::size_t i = 0; i < used_.size(); ++i)
      if (!used_[i]) score_ -= at(i).is(kind::value) ? 0.8 : at(i).is(kind::table) ? 0.1 : at(i).number ? 0.5 : 0.2;
  }

  /// Sorted by what is not said: numbers if there are any and letters are not spoken of, else what is selected first.
  void order_by_selected() {
    bool const letters =
        std::ranges::any_of(m_.linked->tokens, [](auto const& t) { return t.text.starts_with("alphabet") || t.text.starts_with("lexic"); });
    auto const counted = std::ranges::find_if(plan_.select, [](term const& t) { return t.how != aggregate::none; });
    plan_.order = letters || counted == plan_.select.end() ? plan_.select.front() : *counted;
  }

  /// "When was the school with the largest enrollment founded": a column behind the condition is what is asked for after all.
  void select_left_over() {
    auto const w = word(0);
    if (w != "when" && w != "where" && w != "what" && w != "how" && w != "which") return;
    for (std::size_t i = m_.mentions.size(); i-- > 0;) {
      if (used_[i] || !is_column(i) || (table_at(i) && at(i).is(kind::table))) continue;
      auto const* o = resolve_.column(at(i));
      if (o->score < 0.7) continue;
      used_[i] = true;
      score_ += 0.3 * o->score;
      plan_.select.push_back({aggregate::none, false, o->where});
      return;
    }
  }

  void select_names(std::uint32_t table) {
    std::vector<term> all;
    for (auto const c : resolve_.names_of(table)) all.push_back({aggregate::none, false, c});
    plan_.select.insert(plan_.select.begin(), all.begin(), all.end());
  }

  /// Tables that are named and of which no column is used: they restrict the rows.
  void join_mentioned() {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i) {
      auto const t = table_at(i);
      if (used_[i] || !t || !at(i).is(kind::table) || at(i).option(kind::table)->score < 0.9) continue;
      used_[i] = true;
      auto const tables = tables_of(plan_);
      if (tables.empty() || std::ranges::find(tables, *t) != tables.end() || resolve_.joins_between(tables.front(), *t))
        plan_.tables.push_back(*t);
    }
    if (tables_of(plan_).empty()) plan_.tables.push_back(focus_);
  }

  void group_where_needed() {
    bool const counts = !plan_.having.empty() || (plan_.order && plan_.order->how != aggregate::none);
    std::vector<column_id> plain;
    bool aggregates = false;
    for (auto const& t : plan_.select) {
      if (t.how != aggregate::none)
        aggregates = true;
      else if (t.what)
        plain.push_back(*t.what);
    }
    if (!plan_.group_by.empty()) return;
    if (counts) {
      auto const table = plain.empty() ? focus_ : plain.front().table;
      bool const entity = counts_for_ && *counts_for_ != table && !resolve_.refers_by_key(*counts_for_, table);
      auto const key = resolve_.key_of(table);
      if (entity && key)
        plan_.group_by.push_back(*key);
      else if (!plain.empty())
        plan_.group_by.push_back(plain.front());
      else if (key)
        plan_.group_by.push_back(*key);
      return;
    }
    if (aggregates && !plain.empty()) plan_.group_by = plain;
  }

  /// Below one number and above a greater one.
  static bool contradict(condition const& a, condition const& b) {
    auto const below = [](comparison op) { return op == comparison::less || op == comparison::at_most; };
    auto const above = [](comparison op) { return op == comparison::greater || op == comparison::at_least; };
    auto const number = [](condition const& c) { return std::strtod(c.operand.c_str() + (c.operand.starts_with('\'') ? 1 : 0), nullptr); };
    return (below(a.op) && above(b.op) && number(a) <= number(b)) || (above(a.op) && below(b.op) && number(a) >= number(b));
  }

  /// "both A and B" of one column asks for what has both.
  void split_both() {
    for (std::size_t i = 1; i < plan_.where.size(); ++i) {
      auto& a = plan_.where[i - 1];
      auto& b = plan_.where[i];
      bool const ranges = a.left == b.left && contradict(a, b) && !b.or_before;
      bool const same = ranges || (a.left == b.left && a.op == comparison::equal && b.op == comparison::equal && !b.or_before);
      if (!same || plan_.combined != combination::none) continue;
      if (ranges ? any_cue(cue_kind::either) : !any_cue(cue_kind::both)) {
        b.or_before = true;
        continue;
      }
      plan other = plan_;
      other.where.erase(other.where.begin() + static_cast<std::ptrdiff_t>(i - 1));
      plan_.where.erase(plan_.where.begin() + static_cast<std::ptrdiff_t>(i));
      plan_.combined = combination::intersect;
      plan_.other = std::make_shared<plan const>(std::move(other));
      return;
    }
  }

  struct asked {
    std::size_t at;
    term what;
  };

  link::lexicon const& names_;
  material const& m_;
  leaning const& lean_;
  resolver resolve_;
  std::vector<bool> used_, heard_;
  plan plan_{};
  double score_ = 0;
  std::uint32_t focus_ = 0;
  std::vector<asked> asked_{};
  std::vector<std::size_t> aggregated_{};
  std::vector<column_id> last_values_{};
  std::vector<column_id> numbered_{};
  std::size_t last_value_at_ = 0, number_at_ = 0;
  std::optional<std::uint32_t> grouped_table_{}, counts_for_{};
  bool compared_by_where_ = true, order_by_first_ = false, plan_descending_ = false;
};

}  // namespace detail

T2S_DECL std::optional<reading> read_question(link::lexicon const& names, material const& m, leaning const& lean) {
  return detail::reader(names, m, lean).read();
}

}  // namespace t2s::generate

#endif
