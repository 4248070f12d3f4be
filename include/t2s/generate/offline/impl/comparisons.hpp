// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_COMPARISONS_HPP
#define T2S_GENERATE_OFFLINE_IMPL_COMPARISONS_HPP

#include "t2s/generate/offline/impl/times.hpp"
#include "t2s/generate/offline/impl/units.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace t2s::generate::offline::detail {

/// Reads what is compared with amounts and averages: WHERE and HAVING.
class comparisons : protected times {
 protected:
  using times::times;

  struct amount {
    std::string text;
    std::size_t last;                    ///< token after it
    std::optional<std::size_t> mention;  ///< its mention, if it is digits
    std::string_view scale{};            ///< "million" and the like behind it; may be empty
    unit const* of = nullptr;            ///< the unit behind it
    std::size_t end = 0;                 ///< token after the unit, if there is one: `last` does not pass over it
  };

  /// A number that begins at `token` or a little later.
  [[nodiscard]] std::optional<amount> amount_at(std::size_t token) const {
    for (auto i = token; i < token + 3 && i < m_.size(); ++i) {
      if (auto const one = single_unit(i)) return one;
      for (std::size_t k = 0; k < m_.mentions.size(); ++k)
        if (at(k).first == i && at(k).number) {
          if (used_[k]) return {};
          return scaled({std::string(at(k).digits), at(k).last, k});
        }
      if (auto const n = number_word(word(i))) return scaled({std::to_string(*n), i + 1, {}});
      if (word(i) != "the" && word(i) != "$" && word(i) != "a" && word(i) != "than") return {};
    }
    return {};
  }

  /// "an hour", "half an hour", "a day"
  [[nodiscard]] std::optional<amount> single_unit(std::size_t i) const {
    bool const half = word(i) == "half";
    if (half) ++i;
    if (word(i) != "a" && word(i) != "an") return {};
    auto const* u = unit_at(i + 1);
    if (!u || u->of != dimension::time || u->abbreviation) return {};
    return amount{half ? "0.5" : "1", i + 1, {}, {}, u, i + 2};
  }

  [[nodiscard]] unit const* unit_at(std::size_t token) const { return token < m_.size() ? find_unit(m_.token(token).lemma) : nullptr; }

  /// "10 million", one token longer; "10 hours", with its unit; "1 hour and 30 minutes" as hours.
  [[nodiscard]] amount scaled(amount a) const {
    if (zeros_of(word(a.last))) a.scale = word(a.last), ++a.last;
    a.of = unit_at(a.last);
    a.end = a.last + (a.of ? 1 : 0);
    if (!a.of || a.of->of != dimension::time) return a;
    auto const rest = a.end + (word(a.end) == "and" ? 1 : 0);
    for (auto const& x : m_.mentions) {
      auto const* finer = x.first == rest && x.number ? unit_at(x.last) : nullptr;
      if (!finer || finer->of != a.of->of || finer->size >= a.of->size) continue;
      a.text = link::detail::number_text(std::strtod(a.text.c_str(), nullptr) + *x.number * finer->size / a.of->size);
      a.end = x.last + 1;
    }
    return a;
  }

  /// The unit that a column's name says: the minutes of `duration_min`.
  [[nodiscard]] unit const* unit_of(column_id c) const {
    auto const words = retrieve::lemmas_of_name(names_.column(c).name);
    unit const* found = nullptr;
    for (auto const& w : words)
      if (auto const* u = find_unit(w); u && (!u->abbreviation || (&w == &words.back() && words.size() > 1))) found = u;
    return found;
  }

  /// The amount as a column counts it: "10 million" is 10 in a column of millions, "2 hours" are 120 in one of minutes. Nothing if the unit
  /// that is said cannot be that of the column, or hours and the like of a column that does not say in what it counts.
  [[nodiscard]] std::optional<std::string> in_units_of(column_id c, amount const& a) const {
    auto const plain = without_scale(c, a);
    if (!a.of) return plain;
    auto const* counted = unit_of(c);
    bool const ambiguous = a.of->of == dimension::time || (a.of->of == dimension::months && a.of->word != "year");
    if (!counted) return ambiguous ? std::nullopt : std::optional(plain);
    if (counted->of != a.of->of) return {};
    if (counted->size == a.of->size) return plain;
    auto const exact = std::strtod(plain.c_str(), nullptr) * a.of->size / counted->size;
    return link::detail::number_text(std::round(exact * 1e6) / 1e6);
  }

  [[nodiscard]] std::string without_scale(column_id c, amount const& a) const {
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
    refuse_approximate();
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (heard_[c]) continue;
      if (q.is == cue_kind::between) take_between(c);
      if (q.is != cue_kind::comparison) continue;
      auto const named = m_.token(q.first).is == retrieve::token::kind::mark ? column_then_sign(q) : column_then_amount(q.last);
      if (auto const n = named ? named->second : amount_at(q.last)) {
        auto const no = negation_of(q);
        auto const op = no ? opposite(q.op) : q.op;
        if (named ? compare_named(q, named->first, *n, op) : compare(q, *n, op))
          hear(c, no);
        else
          unplaced_.push_back({c, *n});
      } else {
        take_comparison_with_average(c);
      }
    }
    take_amounts_or_more();
    take_counted_rows();
    for (auto const& [c, n] : unplaced_)  // what is more than an amount does not equal it
      if (!heard_[c] && !(n.mention && used_[*n.mention])) refuse(m_.cues[c].first, std::max(n.last, n.end));
  }

  /// "around 30" equals no amount that could be said.
  void refuse_approximate() {
    static constexpr std::array<std::string_view, 9> words{"about",  "approaching", "approximately", "around", "circa",
                                                           "nearly", "roughly",     "almost",        "near"};
    for (std::size_t t = 0; t < m_.size(); ++t)
      if (std::ranges::find(words, word(t)) != words.end())
        if (auto const n = amount_at(t + 1); n && n->mention) refuse(t, std::max(n->last, n->end) + (word(n->end) == "old" ? 1 : 0));
  }

  /// "age > 40": the column right before the sign.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::optional<amount>>> column_then_sign(cue const& q) const {
    auto const named = previous(q.first, 0, [&](std::size_t i) { return free(i) && !at(i).number && is_column(i) && !table_at(i); });
    auto n = named ? amount_at(q.last) : std::nullopt;
    if (!n) return {};
    return std::pair{*named, std::move(n)};
  }

  void hear(std::size_t c, std::optional<std::size_t> with) {
    heard_[c] = true;
    if (with) heard_[*with] = true;
  }

  /// "not older than", "do not cost more than"
  [[nodiscard]] std::optional<std::size_t> negation_of(cue const& q) const {
    auto const no = cue_before(q.first, 2, cue_kind::negation);
    for (auto t = no ? m_.cues[*no].last : q.first; t < q.first; ++t)
      if (auto const w = word(t); w == "and" || w == "or" || w == "but" || w == ",") return {};
    return no;
  }

  /// "only one shop", "a single shop", "that have 3 shops": so many rows, where a table is named behind the number.
  void take_counted_rows() {
    for (std::size_t t = 1; t < m_.size(); ++t) {
      auto const w = word(t);
      bool const only = w == "only" || w == "just" || w == "single" || w == "exactly";
      bool const has = m_.token(t).lemma == "have" || w == "with" || w == "having";
      if ((!only && !has) || read_[t]) continue;
      auto const n = w == "single" ? std::optional(amount{"1", t + 1, {}}) : amount_at(t + 1);
      if (!n || n->last > t + 2) continue;
      auto const counted = next(n->last, 0, [&](std::size_t i) { return free(i) && table_at(i); });
      bool const owned = previous(t, 6, [&](std::size_t i) { return free(i) && (is_table(i) || is_column(i)); }).has_value();
      if (!counted || !owned) continue;
      auto const no_equal = [](cue const& q) { return q.is == cue_kind::comparison && q.op != comparison::equal; };
      if (std::ranges::any_of(m_.cues, [&](cue const& q) { return no_equal(q) && q.last == n->last - 1; })) continue;
      used_[*counted] = true;
      if (n->mention) used_[*n->mention] = true;
      count_rows(comparison::equal, *n, *table_at(*counted));
      mark_read(t, n->last);
      return;
    }
  }

  /// "above age 40", "over the age of 40": a column that is named between the comparison and its amount.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::optional<amount>>> column_then_amount(std::size_t token) const {
    auto const named = next(token, 2, [&](std::size_t i) {
      return free(i) && !at(i).number && is_column(i) && !(table_at(i) && at(i).is(kind::table)) && only_articles(token, at(i).first);
    });
    if (!named) return {};
    auto behind = at(*named).last;
    if (auto const w = word(behind); w == "of" || w == "than" || w == ":" || w == "=" || w == "is") ++behind;
    auto n = amount_at(behind);
    if (!n) return {};
    return std::pair{*named, std::move(n)};
  }

  [[nodiscard]] bool only_articles(std::size_t from, std::size_t to) const {
    for (auto t = from; t < to; ++t)
      if (auto const w = word(t); w != "the" && w != "a" && w != "an" && w != "its" && w != "their") return false;
    return true;
  }

  bool compare_named(cue const& q, std::size_t named, amount const& n, comparison op) {
    auto const number = number_column(named);
    auto const column = number ? *number : resolve_.column(at(named))->where;
    if (!add(q.first, column, op, n)) return false;
    used_[named] = true;
    return placed(q, n);
  }

  /// The amount has its place, and so have the words from its comparison on.
  bool placed(cue const& q, amount const& n) {
    if (n.mention) used_[*n.mention] = true;
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (at(i).first >= q.last && at(i).last <= n.last && at(i).is(kind::value)) used_[i] = true;  // "two" may be stored somewhere
    mark_read(q.last, n.last);
    compared_until_ = n.last;
    return true;
  }

  /// "2 or more", "18 or older", "a price of 20 or lower", "10 years old or younger". What is not understood there is refused: "3 or
  /// better" does not equal 3.
  void take_amounts_or_more() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (q.is != cue_kind::either || heard_[c] || !is_tail(q.last) || amount_at(q.last + 1)) continue;
      bool const old = q.first > 1 && find_quality(word(q.first - 1)) && unit_at(q.first - 2);
      auto const said = amount_before(q.first - (old ? 1 : 0));
      if (!said) continue;
      auto const& [first, n] = *said;
      if (take_tail(q, first, n, old ? word(q.first - 1) : std::string_view()))
        heard_[c] = true, mark_read(first, q.last + 1);
      else
        refuse(first, q.last + 1);
    }
    take_amounts_and_more();
  }

  /// "40+", "40 and over"
  void take_amounts_and_more() {
    static constexpr std::array<std::string_view, 8> sides{"above", "over", "up", "older", "below", "under", "younger", "more"};
    for (std::size_t t = 1; t < m_.size(); ++t) {
      bool const sign = word(t) == "+";
      if (!sign && (word(t) != "and" || std::ranges::find(sides, word(t + 1)) == sides.end() || amount_at(t + 2))) continue;
      auto const said = amount_before(t);
      if (!said || (sign && amount_at(t + 1))) continue;
      cue const tail{cue_kind::either, t, sign ? t : t + 1};
      bool const taken = take_tail(tail, said->first, said->second, {});
      if (!taken) {
        refuse(said->first, tail.last + 1);
        continue;
      }
      mark_read(said->first, tail.last + 1);
      for (std::size_t c = 0; c < m_.cues.size(); ++c)
        if (m_.cues[c].first == tail.last) heard_[c] = true;
    }
  }

  /// Compares with the amount before "or": with the column named before it, or with what `adjective` or the comparative measures.
  bool take_tail(cue const& q, std::size_t first, amount n, std::string_view adjective) {
    auto const w = word(q.last);
    auto const* measured = find_comparative(w);
    bool const more = says_more(w), less = says_less(w);
    if (!measured && !more && !less) return false;
    n.last = q.last + 1;
    cue meant{cue_kind::comparison, first, n.last, {}, more ? comparison::at_least : comparison::at_most, adjective};
    if (measured) meant.op = is_least(*measured) ? comparison::at_most : comparison::at_least;
    if (auto const named = column_before_amount(first)) {
      if (measured && !more && !less && is_reversed(*measured, *named)) meant.op = turned(meant.op);
      return compare_named(meant, *named, n, meant.op);
    }
    if (measured && adjective.empty()) meant.quality = measured->adjective, meant.op = comparison::at_least;
    return compare(meant, n, meant.op);
  }

  [[nodiscard]] static bool says_more(std::string_view w) {
    static constexpr std::array<std::string_view, 12> words{"+",     "more", "greater", "higher", "larger", "bigger",
                                                            "above", "over", "later",   "after",  "beyond", "up"};
    return std::ranges::find(words, w) != words.end();
  }
  [[nodiscard]] static bool says_less(std::string_view w) {
    static constexpr std::array<std::string_view, 8> words{"less", "fewer", "lower", "smaller", "below", "under", "earlier", "before"};
    return std::ranges::find(words, w) != words.end();
  }

  /// The amount that ends before a token, and where it begins.
  [[nodiscard]] std::optional<std::pair<std::size_t, amount>> amount_before(std::size_t end) const {
    for (auto t = end - std::min<std::size_t>(end, 5); t < end; ++t) {
      if (auto const w = word(t); w == "the" || w == "than" || w == "$") continue;
      if (auto n = amount_at(t); n && (n->last == end || n->end == end)) return std::pair{t, std::move(*n)};
    }
    return {};
  }

  /// "a price of 20", "opened in 2015": the column named before an amount, small words between them.
  [[nodiscard]] std::optional<std::size_t> column_before_amount(std::size_t token) const {
    static constexpr std::array<std::string_view, 16> small{"of", "in", "on",  "at",   "is", "are",   "was",  "were",
                                                            "be", "to", "the", "year", ":",  "equal", "from", "$"};
    while (token > 0 && std::ranges::find(small, word(token - 1)) != small.end()) --token;
    return previous(token, 0,
                    [&](std::size_t i) { return free(i) && !at(i).number && is_column(i) && !(table_at(i) && at(i).is(kind::table)); });
  }

  /// Whether more of the quality is less of the column, or the other way round of what the adjective alone says: a time is less if faster.
  [[nodiscard]] bool is_reversed(quality const& measured, std::size_t named) const {
    auto const number = number_column(named);
    auto const words = resolve_.words_of(number ? *number : resolve_.column(at(named))->where);
    auto const says_one = [&](auto const& list) {
      return std::ranges::any_of(list, [&](std::string_view w) { return std::ranges::find(words, w) != words.end(); });
    };
    return says_one(is_least(measured) ? std::span<std::string_view const>(measured.columns) : measured.reversed_columns);
  }

  void take_between(std::size_t c) {
    auto const& q = m_.cues[c];
    auto const named = column_then_amount(q.last);
    auto const low = named ? named->second : amount_at(q.last);
    if (!low) return;
    auto high = amount_at(std::max(low->last, low->end) + 1);
    if (!high) return;
    if (auto const no = negation_of(q)) return refuse(m_.cues[*no].first, std::max(high->last, high->end));
    low_ = *low;
    auto const size = [](amount const& a) { return std::strtod(a.text.c_str(), nullptr); };
    if (low->of == high->of && low->scale == high->scale && size(*high) < size(*low)) std::swap(low_->text, high->text);
    if (!low_->of) low_->of = high->of;
    if (low_->scale.empty() && size(*low_) < size(*high)) low_->scale = high->scale;
    bool const done = named ? compare_named(q, named->first, *high, comparison::between) : compare(q, *high, comparison::between);
    low_.reset();
    for (auto const& m : {low->mention, high->mention})
      if (m && done) used_[*m] = true;
    if (!done) return unplaced_.push_back({c, *high});
    mark_read(q.last, high->last);
    heard_[c] = true;
  }

  /// Finds what an amount is compared with: a column beside it, a count of rows, an aggregate, or what the adjective measures.
  bool compare(cue const& q, amount const& n, comparison op) {
    auto const after = next(n.last, 1, [&](std::size_t i) { return free(i); });
    auto const before =
        previous(std::max(q.first, q.last - 1), 4, [&](std::size_t i) { return free(i) && !at(i).is(kind::value) && !at(i).number; });
    auto const with = [&](column_id c, std::optional<std::size_t> mention = {}) {
      if (!add(q.first, c, op, n)) return false;
      if (mention) used_[*mention] = true;
      return placed(q, n);
    };
    bool const repeated = n.last > 0 && (word(n.last - 1) == "once" || word(n.last - 1) == "twice");
    if (repeated || word(n.last) == "time" || word(n.last) == "times") {
      std::optional<std::uint32_t> visited;
      if (before && table_at(*before) && *table_at(*before) != focus_) visited = table_at(*before), used_[*before] = true;
      mark_read(n.last, n.last + 1);
      return count_rows(op, n, visited) && placed(q, n);
    }
    auto const* behind = find_quality(word(n.last + 1));  // "20 years old"
    auto const* aged = q.first > 0 && word(q.first - 1) == "aged" ? find_quality("old") : nullptr;
    auto const* own = find_quality(q.quality);
    auto const plain = own && is_least(*own) ? turned(op) : op;  // of a column that the quality does not measure
    if (auto const* measured = behind ? behind : aged ? aged : own) {
      if (auto const m = measured_by(*measured, n, measured == own ? op : plain)) {
        if (!add(q.first, m->first, m->second, n)) return false;
        if (after && at(*after).first == n.last && says(at(*after), m->first)) used_[*after] = true;  // its unit
        if (behind) mark_read(n.last, n.last + 2);
        if (aged) mark_read(q.first - 1, q.first);
        return placed(q, n);
      }
    }
    op = plain;
    if (after && at(*after).first == n.last) {
      if (auto const col = number_column(*after)) return with(*col, after);
      if (auto const t = table_at(*after)) {
        if (before && cue_before(at(*before).first, 2, cue_kind::count) && !table_at(*before)) return false;
        used_[*after] = true;
        return count_rows(op, n, *t) && placed(q, n);
      }
    }
    if (auto const same = measure_before(q.first)) return with(*same);
    if (before) {
      auto const average = cue_before(at(*before).first, 2, cue_kind::aggregate);
      auto const counted = cue_before(at(*before).first, 2, cue_kind::count);
      auto const* col = resolve_.column(at(*before), [this](column_id x) { return !resolve_.is_foreign_key(x); });
      if (counted && !plan_starts_at(*counted)) {
        heard_[*counted] = used_[*before] = true;
        return count_rows(op, n, table_at(*before)) && placed(q, n);
      }
      if (average && col && !plan_starts_at(*average)) {
        auto const operand = in_units_of(col->where, n);
        auto const low = low_ ? in_units_of(col->where, *low_) : operand;
        if (!operand || !low) return false;
        heard_[*average] = used_[*before] = true;
        add_having({m_.cues[*average].how, false, col->where}, op, *low, *operand);
        return placed(q, n);
      }
      if (col && !table_at(*before)) return with(col->where, before);
    }
    if (auto const crowd = population_behind(n)) {
      mark_read(n.last, n.last + 1);
      return with(*crowd);
    }
    if (after)
      if (auto const* col = resolve_.column(at(*after), [this](column_id x) { return resolve_.is_number(x); }))
        return with(col->where, after);
    if (auto const only = measured_in(n.of)) return with(*only);
    auto const when = year_of(n.text) ? time_column() : std::nullopt;
    if (speaks_of_time(q)) return when && with(*when);
    if (!q.quality.empty()) return false;  // "older than 30" is about no other amount
    if (auto const only = only_measure()) return with(*only);
    return when && measures().empty() && with(*when);
  }

  /// "over 10 and below 20": what the amount before "and" was compared with.
  [[nodiscard]] std::optional<column_id> measure_before(std::size_t token) const {
    bool const tied = token > 0 && (word(token - 1) == "and" || word(token - 1) == "but" || word(token - 1) == "or");
    return tied && compared_until_ + 1 == token ? compared_ : std::nullopt;
  }

  /// "after 1985" is about no amount.
  [[nodiscard]] bool speaks_of_time(cue const& q) const {
    for (auto t = q.first; t < q.last; ++t)
      if (auto const w = word(t); w == "after" || w == "before" || w == "since" || w == "prior") return true;
    return false;
  }

  /// "orders over 100": what is measured of a table that has a single column of amounts.
  [[nodiscard]] std::optional<column_id> only_measure() const {
    auto const all = measures();
    return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
  }
  [[nodiscard]] std::vector<column_id> measures() const {
    std::vector<column_id> found;
    for (std::uint32_t c = 0; c < resolve_.columns_of(focus_).size(); ++c)
      if (is_measure({focus_, c})) found.push_back({focus_, c});
    return found;
  }
  [[nodiscard]] bool is_measure(column_id c) const {
    return resolve_.is_number(c) && !resolve_.is_foreign_key(c) && !is_time(c) && !names_.flag_value(c, true);
  }

  /// "Younger than" is an age that is less.
  [[nodiscard]] static comparison turned(comparison op) {
    switch (op) {
      case comparison::less: return comparison::greater;
      case comparison::at_most: return comparison::at_least;
      case comparison::at_least: return comparison::at_most;
      case comparison::greater: return comparison::less;
      default: return op;
    }
  }

  /// The only column of the table asked about that counts in units of the same kind: "more than 50 kg".
  [[nodiscard]] std::optional<column_id> measured_in(unit const* said) const {
    std::optional<column_id> found;
    for (std::uint32_t c = 0; said && c < resolve_.columns_of(focus_).size(); ++c) {
      column_id const id{focus_, c};
      auto const* u = resolve_.is_number(id) ? unit_of(id) : nullptr;
      if (!u || u->of != said->of) continue;
      if (found) return {};
      found = id;
    }
    return found;
  }

  /// "older than 20" is about an age, "older than 1990" about a date.
  [[nodiscard]] std::optional<std::pair<column_id, comparison>> measured_by(quality const& measured, amount const& n, comparison op) const {
    auto const flipped = turned(op);
    bool const year = n.text.size() == 4 && !n.of && n.scale.empty();
    auto const direct = measured_in_table(measured.columns, focus_), reversed = measured_in_table(measured.reversed_columns, focus_);
    if (direct && is_time(*direct) == year) return std::pair{*direct, op};
    if (reversed && is_time(*reversed) == year) return std::pair{*reversed, flipped};
    if (direct && !is_time(*direct)) return std::pair{*direct, op};
    if (reversed && !is_time(*reversed)) return std::pair{*reversed, flipped};
    return {};
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

  /// Compares a column with an amount, and with the lower one of BETWEEN. False if the amount cannot be one of the column.
  bool add(std::size_t token, column_id c, comparison op, amount const& n) {
    auto const operand = in_units_of(c, n);
    auto const low = low_ ? in_units_of(c, *low_) : operand;
    if (!operand || !low) return false;
    if (!add(token, c, op, *low, *operand)) return false;
    if (n.of && unit_of(c)) place_unit(n);
    return true;
  }

  void place_unit(amount const& n) {
    mark_read(n.last, n.end);
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (at(i).first >= n.last && at(i).last <= n.end && at(i).number) used_[i] = true;
  }

  /// The same with what is said in digits; `low` is used by BETWEEN alone.
  bool add(std::size_t token, column_id c, comparison op, std::string const& low, std::string const& operand) {
    if (is_time(c)) {
      auto const first = year_of(low), last = year_of(operand);
      bool const between = op == comparison::between;
      if (first && last) {
        if (!restrict_time(token, c, between ? comparison::equal : op, {(between ? first : last)->first, last->behind})) return false;
        return compared_with(c);
      }
      if (names_.content_of(c) != link::content::number) return false;  // "after 5" of a date
    }
    auto const form = names_.form_of(c);
    bool const texts = names_.content_of(c) == link::content::text && form.texts && !form.numbers;
    if (texts && names_.knows_form(c) && op != comparison::equal && op != comparison::unequal)
      return false;  // texts do not sort as numbers
    auto const written = [&](std::string const& digits) {
      return texts ? to_sql(t2s::value(digits)) : schema::literal_of(names_.column(c), form, digits);
    };
    if (op == comparison::between)
      restrict(token, {{aggregate::none, false, c}, op, written(low), written(operand), {}, false});
    else
      restrict(token, {{aggregate::none, false, c}, op, written(operand), {}, {}, false});
    return compared_with(c);
  }

  bool compared_with(column_id c) {
    compared_ = c;
    return true;
  }

  void add_having(term left, comparison op, std::string low, std::string operand) {
    if (op == comparison::between)
      plan_.having.push_back({left, op, std::move(low), std::move(operand), {}, false});
    else
      plan_.having.push_back({left, op, std::move(operand), {}, {}, false});
  }

  bool count_rows(comparison op, amount const& n, std::optional<std::uint32_t> counted) {
    if (counted && *counted != focus_) plan_.tables.push_back(*counted);
    add_having({aggregate::count, false, {}}, op, low_ ? low_->text : n.text, n.text);
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

  std::optional<column_id> compared_{};                     // what was compared last
  std::size_t compared_until_ = 0;                          // the token behind that comparison
  std::optional<amount> low_{};                             // the lower one while BETWEEN is read
  std::vector<std::pair<std::size_t, amount>> unplaced_{};  // cues with amounts that found nothing to compare with
};

}  // namespace t2s::generate::offline::detail

#endif
