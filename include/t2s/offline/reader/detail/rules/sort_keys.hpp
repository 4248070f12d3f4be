// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_SORT_KEYS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_SORT_KEYS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/rules/superlative.hpp"

#include <algorithm>

/// Orders that are said apart from the rest of a question: "..., highest rate first, then by name", "..., in year order". They are taken
/// out before any other rule can take them for a condition, and find their term once it is known what the question asks for.
namespace t2s::reader::detail {

/// Finds the sort keys that are said apart.
class said_keys {
 public:
  explicit said_keys(reading& r) : r_(r) {}

  void take() {
    for (std::size_t t = 1; t < r_.size(); ++t) {
      auto key = best_first(t);
      if (!key) key = then_by(t);
      if (!key) key = and_by(t);
      if (!key) key = in_order_of_noun(t);
      if (!key) key = by_that_number(t);
      if (!key) key = listed_by(t);
      if (!key) continue;
      r_.use_within(key->begin, key->end);
      r_.use_cues_within(key->begin, key->end);
      r_.mark_read(key->begin, key->end);
      t = key->end - 1;
      r_.said_keys.push_back(*key);
    }
  }

 private:
  using said_key = reading::said_key;

  [[nodiscard]] bool ends(std::size_t t) const { return t >= r_.size() || r_.token(t).is == retrieve::token::kind::mark; }
  [[nodiscard]] bool ends_key(std::size_t t) const {
    return ends(t) || r_.is_word(t, "then") || (r_.is_word(t, "and") && r_.is_word(t + 1, "then within"));
  }
  [[nodiscard]] bool is_superlative(cue const& q) const {
    return q.is == cue::kind::superlative || (q.is == cue::kind::aggregate && (q.how == aggregate::max || q.how == aggregate::min));
  }
  [[nodiscard]] cue const* cue_at(std::size_t t) const {
    return t2s::detail::find_if(r_.question.cues, [t](cue const& q) { return q.first == t; });
  }
  /// Whether the question has said before a token that something is sorted.
  [[nodiscard]] bool sorts_before(std::size_t t) const {
    return !r_.said_keys.empty() || t2s::detail::any_of(r_.question.cues, [&](cue const& q) { return q.first < t && is_order(q); });
  }
  static bool is_order(cue const& q) { return q.is == cue::kind::order || q.is == cue::kind::descending || q.is == cue::kind::ascending; }

  /// "Highest word count first", "thickest trunk first", after a mark or "then".
  [[nodiscard]] std::optional<said_key> best_first(std::size_t const begin) const {
    bool const then = r_.is_word(begin, "then"), with = r_.is_word(begin, "with");
    auto const from = r_.find_other(begin, r_.size(), "then by with the");
    if (!then && !with && !(r_.token(begin - 1).is == retrieve::token::kind::mark || r_.is_word(begin - 1, "sorted ordered listed")))
      return {};
    auto const* q = cue_at(from);
    bool const other = !q && r_.word(from).size() > 5 && r_.word(from).ends_with("est") && !r_.mention_of(from);
    if (!other && (!q || !is_superlative(*q))) return {};
    said_key out;
    out.begin = begin;
    out.first = other ? from + 1 : q->last;
    out.last = r_.find_word(out.first, std::min(out.first + 5, r_.size()), "first");
    out.end = out.last + 1;
    if (out.last == out.first || !r_.is_word(out.last, "first") || !ends_key(out.end)) return {};
    for (auto t = out.first; t < out.last; ++t)
      if (ends(t) || r_.is_word(t, "is was are were and or which that who")) return {};
    out.best = from;
    out.leads = !then;
    out.descending =
        other ? !r_.is_word(from, "thinnest narrowest nearest weakest poorest leanest slimmest faintest") : q->how == aggregate::max;
    return out;
  }

  /// The noun and the direction of a key that begin at a token.
  [[nodiscard]] std::optional<said_key> noun_at(std::size_t begin, std::size_t first) const {
    said_key out;
    out.begin = begin;
    out.first = r_.find_other(first, r_.size(), "by the their its");
    auto t = out.first;
    while (!ends_key(t) && !r_.is_word(t, "and") && !is_direction(t) && t < out.first + 5) ++t;
    out.last = out.end = t;
    if (t == out.first) return {};
    if (is_direction(t)) {
      out.descending = cue_at(t) ? cue_at(t)->is == cue::kind::descending : r_.is_word(t, "desc");
      out.end = cue_at(t) ? cue_at(t)->last : t + 1;
      out.says_direction = true;
    }
    if (!out.says_direction) add_best_first(out);
    return out;
  }
  /// ", newest first" behind a key.
  void add_best_first(said_key& out) const {
    auto const t = out.end + 1;
    if (!is_direction(t) || !cue_at(t) || !r_.is_word(cue_at(t)->last - 1, "first")) return;
    if (r_.word(t - 1) != "," && r_.word(t - 1) != "(") return;
    out.descending = cue_at(t)->is == cue::kind::descending;
    out.end = cue_at(t)->last;
    out.says_direction = true;
  }
  [[nodiscard]] bool is_direction(std::size_t t) const {
    if (r_.is_word(t, "asc desc")) return true;
    auto const* q = cue_at(t);
    return q && (q->is == cue::kind::descending || q->is == cue::kind::ascending);
  }
  [[nodiscard]] bool names_something(said_key const& k) const {
    return r_.next(k.first, k.last - k.first - 1, &reading::is_mention) || r_.any_word(k.first, k.last, "year month number count total");
  }

  /// "Then by tank code", "then name".
  [[nodiscard]] std::optional<said_key> then_by(std::size_t t) const {
    if (!r_.is_word(t, "then") || !sorts_before(t)) return {};
    auto out = noun_at(t, t + 1);
    if (!out || !names_something(*out) || !(ends_key(out->end) || r_.is_word(out->end, "and"))) return {};
    out->leads = false;
    return out;
  }

  /// "... descending and name", "..., name ascending": another key after a direction, or after "then".
  [[nodiscard]] std::optional<said_key> and_by(std::size_t t) const {
    if (!r_.is_word(t, "and ,")) return {};
    bool const after_key = !r_.said_keys.empty() && r_.said_keys.back().end == t && !r_.said_keys.back().leads;
    bool const after_direction = t2s::detail::any_of(r_.question.cues, [&](cue const& q) {
      return q.last == t && (q.is == cue::kind::descending || q.is == cue::kind::ascending) && !r_.is_word(t - 1, "first");
    });
    if (!after_key && !(after_direction && sorts_by_before(t))) return {};
    auto out = noun_at(t, t + 1);
    if (!out || !(r_.is_word(t, "and") || out->says_direction) || !ends_key(out->end) || !names_something(*out)) return {};
    auto const named = r_.next(out->first, 0, &reading::is_mention);
    if (!named || r_.at(*named).last < out->last) return {};
    out->leads = false;
    return out;
  }
  [[nodiscard]] bool sorts_by_before(std::size_t t) const {
    return t2s::detail::any_of(r_.question.cues, [&](cue const& q) { return q.is == cue::kind::order && q.last < t && q.last + 6 > t; });
  }

  /// "In year order", "in price order".
  [[nodiscard]] std::optional<said_key> in_order_of_noun(std::size_t t) const {
    if (!r_.is_word(t, "in") || cue_at(t)) return {};
    auto const noun = r_.find_other(t + 1, r_.size(), "ascending descending increasing decreasing");
    auto const order = r_.find_word(noun + 1, std::min(noun + 3, r_.size()), "order");
    if (!r_.is_word(order, "order") || !ends_key(order + 1)) return {};
    bool const period = order == noun + 1 && r_.is_word(noun, "year month date");
    auto const named = r_.next(noun, 0, &reading::is_column);
    if (!period && !(named && r_.at(*named).last == order)) return {};
    bool const turned = r_.any_word(t, noun, "descending decreasing");
    return said_key{.first = noun, .last = order, .begin = t, .end = order + 1, .descending = turned};
  }

  /// "Sorted by that number descending".
  [[nodiscard]] std::optional<said_key> by_that_number(std::size_t t) const {
    auto const* q = cue_at(t);
    if (!q || q->is != cue::kind::order || !r_.is_word(q->last - 1, "by of")) return {};
    auto const that = q->last;
    if (!r_.is_word(that, "that this") || !r_.is_word(that + 1, "number count total average amount sum")) return {};
    auto out = noun_at(t, that + 1);
    if (out && out->last != that + 2) return {};
    return out;
  }

  /// "Clerks by town, then by name", "orders by order date": a list without numbers is sorted, not grouped.
  [[nodiscard]] std::optional<said_key> listed_by(std::size_t t) const {
    if (!r_.is_word(t, "by") || r_.word(t - 1).ends_with("ed") || sorts_before(t) || computes(t)) return {};
    auto out = noun_at(t, t + 1);
    if (!out || !names_something(*out)) return {};
    auto const next = r_.find_other(out->end, std::min(out->end + 2, r_.size()), ", and");
    bool const goes_on = r_.is_word(next, "then") && r_.is_word(next + 1, "by");
    auto const named = r_.next(out->first, 0, [this](std::size_t i) { return r_.is_column(i) && r_.names.is_time(r_.column_at(i)); });
    bool const by_date = ends(out->end) && named && r_.at(*named).last == out->last && r_.is_word(out->last - 1, "date");
    return goes_on || by_date ? out : std::nullopt;
  }
  /// Whether anything is counted, added up or chosen before a token.
  [[nodiscard]] bool computes(std::size_t t) const {
    using enum cue::kind;
    auto const is_computed = [&](cue const& q) {
      bool const groups = q.is == each && !r_.is_word(q.first, "by");
      return q.first < t && (q.is == count || q.is == aggregate || q.is == superlative || q.is == common || groups);
    };
    return t2s::detail::any_of(r_.question.cues, is_computed) || r_.any_word(0, t, "top bottom how");
  }

  reading& r_;
};

inline void set_keys_aside(reading& r) { said_keys(r).take(); }

/// What a key that is said apart sorts by, once it is known what the question asks for.
class key_meaning {
 public:
  key_meaning(reading const& r, reading::said_key const& key) : r_(r), key_(key) {}

  /// Nothing if nothing stands for it.
  [[nodiscard]] std::optional<term> term_of() const {
    if (auto const period = of_period()) return period;
    auto found = only_shown([this](term const& t) { return is_called(t); });
    if (!found && counts()) found = only_shown([](term const& t) { return t.how == aggregate::count; });
    if (!found && adds_up()) found = only_shown([](term const& t) { return is_aggregate(t) && t.how != aggregate::count; });
    if (!found) found = only_number();
    if (found) return found;
    if (counted_table() || (counts() && chooses_by_count())) return row_count();
    return grouped() ? of_groups() : of_rows();
  }

  /// "Clerks, most orders first", whose number is not shown: the table whose rows are counted for each.
  [[nodiscard]] std::optional<std::uint32_t> counted_table() const {
    if (!counts() || grouped() || r_.plan.order) return {};
    auto const i = mention([&](std::size_t k) { return r_.is_table(k) && r_.table_at(k) != r_.focus; });
    return i && leads_to_many(r_, r_.focus, *r_.table_at(*i)) ? r_.table_at(*i) : std::nullopt;
  }

 private:
  [[nodiscard]] bool says(std::string_view words) const { return r_.any_word(key_.first, key_.last, words); }
  [[nodiscard]] bool grouped() const {
    return !r_.plan.group_by.empty() || r_.grouped_table || r_.plan.period || has_aggregates(r_.plan.select);
  }
  [[nodiscard]] aggregate how() const {
    for (auto const& q : r_.question.cues)
      if (q.is == cue::kind::aggregate && q.first >= key_.first && q.last <= key_.last) return q.how;
    return aggregate::none;
  }
  template <class Fits>
  [[nodiscard]] std::optional<std::size_t> mention(Fits const& fits) const {
    for (auto i = r_.used.size(); i-- > 0;)
      if (r_.at(i).first >= key_.first && r_.at(i).first < key_.last && fits(i)) return i;
    return {};
  }
  /// The only term of the result that fits, else the term that chooses its rows.
  template <class Fits>
  [[nodiscard]] std::optional<term> only_shown(Fits const& fits) const {
    auto const* found = t2s::detail::find_if(r_.plan.select, fits);
    if (!found && r_.plan.order && r_.plan.limit > 1 && fits(*r_.plan.order)) return r_.plan.order;
    return found && t2s::detail::count_if(r_.plan.select, fits) == 1 ? std::optional(*found) : std::nullopt;
  }
  [[nodiscard]] std::optional<term> of_period() const {
    if (!r_.plan.period || !says("year month")) return {};
    return says(r_.plan.period->part == time_part::month ? "month" : "year") ? r_.plan.period : std::nullopt;
  }
  /// Whether the words of the key name a term of the result.
  [[nodiscard]] bool is_called(term const& t) const {
    if (how() != aggregate::none && t.how != how()) return false;
    if (!t.what || t.what->is_table() || t.how == aggregate::count) return false;
    auto const named = mention([&](std::size_t i) { return r_.may_mean(i, *t.what); });
    if (named) return true;
    auto const words = retrieve::lemmas_of_name(r_.names.column(*t.what).name);
    for (auto w = key_.first; w < key_.last; ++w)
      if (!has_word(words, r_.lemma(w)) && !(r_.is_word(w, "average total") && t.how == how())) return false;
    return true;
  }
  /// "Most inspections", "the number of trees", but not "highest tree".
  [[nodiscard]] bool counts() const {
    if (r_.is_word(key_.first, "number count") || (key_.best > 0 && r_.any_word(key_.best, key_.first, "number"))) return true;
    bool const many = (key_.best > 0 && r_.is_word(key_.best, "most fewest least")) || says("number count");
    return many && how() == aggregate::none && mention([&](std::size_t i) { return r_.is_table(i); });
  }
  /// "Towns with more than two shops, most shops first"
  [[nodiscard]] bool chooses_by_count() const {
    return t2s::detail::any_of(r_.plan.having, [](condition const& c) { return c.left == row_count(); });
  }
  /// "Highest total", "highest revenue": what the result adds up.
  [[nodiscard]] bool adds_up() const {
    return key_.last == key_.first + 1 && says("total sum average mean revenue turnover amount value sales");
  }
  /// "That number" is a number of rows or a column's, "that total" is none of rows.
  [[nodiscard]] std::optional<term> only_number() const {
    if (key_.last != key_.first + 1) return {};
    if (says("total average amount sum")) return only_shown([](term const& t) { return is_aggregate(t) && t.how != aggregate::count; });
    return says("number count") ? only_shown(is_aggregate) : std::nullopt;
  }

  [[nodiscard]] std::optional<term> of_groups() const {
    auto const column = mention([&](std::size_t i) { return r_.is_column(i); });
    if (!column) return {};
    if (how() != aggregate::none && r_.number_column(*column)) return aggregated(how(), *r_.number_column(*column));
    auto const c = r_.column_at(*column);
    return t2s::detail::has(r_.plan.group_by, c) || (r_.grouped_table && *r_.grouped_table == c.table) ? std::optional(plain(c))
                                                                                                       : std::nullopt;
  }
  [[nodiscard]] std::optional<term> of_rows() const {
    if (how() != aggregate::none || says("number count")) return {};
    auto const own = mention([&](std::size_t i) { return r_.is_column(i) && r_.column_of(i, r_.focus); });
    if (own) return plain(*r_.column_of(*own, r_.focus));
    auto const column = mention([&](std::size_t i) { return r_.is_column(i) && !r_.is_table_first(i); });
    if (!column || key_.best > 0) return {};
    auto const c = r_.column_at(*column);
    return leads_to_many(r_, r_.focus, c.table) ? std::nullopt : std::optional(plain(c));
  }

  reading const& r_;
  reading::said_key const& key_;
};

/// "Oldest year first": the direction of a superlative for what it turns out to sort.
[[nodiscard]] inline bool descends(reading const& r, reading::said_key const& key, term const& by) {
  bool const time = (r.plan.period && by == *r.plan.period) || (by.what && !by.what->is_table() && r.names.is_time(*by.what));
  if (key.best == 0) return r.any_word(key.last, key.end, "oldest") ? !time : key.descending;  // of ages, the oldest is the greatest
  if (time && r.is_word(key.best, "oldest earliest")) return false;
  if (time && r.is_word(key.best, "newest latest youngest most")) return true;
  auto const* q = t2s::detail::find_if(r.question.cues, [&](cue const& x) { return x.first == key.best; });
  if (!q || !by.what || by.what->is_table() || by.how == aggregate::count) return key.descending;
  return (extreme_of(r, *q, *by.what) == aggregate::max) != turns_best(r, *by.what);
}

/// "Then by name, highest first": the adjective says nothing of a text.
[[nodiscard]] inline bool is_ranked_text(reading const& r, reading::said_key const& key, term const& by) {
  bool const text =
      by.what && !by.what->is_table() && by.how == aggregate::none && !r.names.is_time(*by.what) && !r.resolve.is_number(*by.what);
  return text && r.is_word(key.end - 1, "first");
}

/// Puts the first key in its place. False if the question asks for another order, of which only some rows are wanted.
inline bool lead_by(reading& r, term const& by, bool descending) {
  auto& p = r.plan;
  bool const same = p.order && *p.order == by && (!r.order_by_first || p.descending == descending);
  if (p.limit != 0) return same && p.descending == descending;
  p.order = by;
  p.descending = descending;
  return true;
}

/// Sorts by the keys that were said apart, and reports those that nothing stands for.
inline void sort_by_said_keys(reading& r) {
  for (auto const& key : r.said_keys) {
    key_meaning const meaning(r, key);
    auto const by = meaning.term_of();
    auto const counted = meaning.counted_table();
    bool const follows = !key.leads || (&key != r.said_keys.data() && r.plan.order);
    bool const known = by && !is_ranked_text(r, key, *by) && (follows ? r.plan.order.has_value() : lead_by(r, *by, descends(r, key, *by)));
    if (known && follows && *r.plan.order != *by) r.plan.then_by.push_back({*by, descends(r, key, *by)});
    if (known && counted && *by == row_count()) r.join(*counted);
    if (!known) r.refuse(key.begin, key.end);
  }
}

}  // namespace t2s::reader::detail

#endif
