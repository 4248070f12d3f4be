// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_SUPERLATIVE_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_SUPERLATIVE_HPP

#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/role_keys.hpp"
#include "t2s/offline/reader/detail/rules/elsewhere.hpp"
#include "t2s/offline/reader/detail/rules/related.hpp"
#include "t2s/offline/reader/detail/rules/row_limit.hpp"

namespace t2s::reader::detail {

/// The mention before "with the most", "that has the highest".
[[nodiscard]] inline std::optional<std::size_t> head_before(reading const& r, std::size_t first) {
  auto t = first;
  while (t > 0 && (r.is_word(t - 1, "the") || rows_before(r, t) > 0)) --t;
  if (t == 0 || !r.is_word(t - 1, "with has have had having contains contain")) return {};
  --t;
  while (t > 0 && r.is_word(t - 1, "that which who")) --t;
  return r.previous(t, 0, &reading::is_name);
}

/// Whether a mention follows the subject, connected by a small word: the country of "customers from the country with".
[[nodiscard]] inline bool belongs_to_focus(reading const& r, std::size_t head) {
  auto const first = r.at(head).first;
  auto const focus = r.previous(first, 6, [&](std::size_t i) { return r.table_at(i) == r.focus && i != head; });
  return focus && r.any_word(r.at(*focus).last, first, "from in of on at using to for by");
}

/// Whether the extreme itself is asked for: nothing before it can be selected.
[[nodiscard]] inline bool is_asked_for(reading const& r, cue const& q) {
  if (q.first > 6) return false;
  for (std::size_t i = 0; i < r.used.size() && r.at(i).first < q.first; ++i)
    if (!r.at(i).is(kind::value) && !r.at(i).options.empty()) return false;
  return !r.any_word(0, q.first, "which with who has whose");
}

[[nodiscard]] inline bool follows_condition_word(reading const& r, cue const& q) {
  auto const from = std::max<std::size_t>(2, q.first - std::min<std::size_t>(q.first, 3));
  return r.any_word(from, q.first, "with has have had having is whose");
}

/// Whether a column is named before a token, and no table except its own.
[[nodiscard]] inline bool only_column_before(reading const& r, std::size_t token) {
  bool column = false;
  for (std::size_t i = 0; i < r.used.size() && r.at(i).first < token; ++i) {
    if (r.is_table_first(i) && !(column && r.table_at(i) == r.focus) && !r.next(r.at(i).last, 0, &reading::is_column)) return false;
    column = column || (r.is_column(i) && !r.is_table_first(i) && r.at(i).options.front().score > 0.45);
  }
  return column;
}

/// Whether a superlative or aggregate means the greatest values of a column, or the least; for a column, as its adjective does.
[[nodiscard]] inline aggregate extreme_of(reading const& r, cue const& q, column_id c) {
  auto const* measured = find_quality(q.quality);
  if (!measured) return q.how;
  bool const direct = r.resolve.has_any(c, measured->columns);
  bool const turns = !direct && (is_least(*measured) || r.resolve.has_any(c, measured->reversed_columns));
  return turns == (q.how == aggregate::max) ? aggregate::min : aggregate::max;
}

/// One superlative, or "maximum" and the like. Each function except `read` tries one meaning, and returns whether it applies.
struct superlative {
  reading& r_;
  std::size_t c_;
  cue const& q_ = r_.cue_at(c_);
  bool more_ = q_.how == aggregate::max;
  // What is named after it, and the table that it may mean.
  std::optional<std::size_t> target_ = r_.next(q_.first + 1, q_.last - q_.first + 2, [this](std::size_t i) {
    return r_.is_free(i) && !r_.at(i).is(kind::value) && !r_.at(i).options.empty();
  });
  std::optional<std::uint32_t> table_ = target_ ? r_.table_at(*target_) : std::nullopt;

  void read() {
    if (of_aggregate() || of_pair() || of_action() || judged_by_column() || of_quality_by_column()) return;
    if (auto const* measured = find_quality(q_.quality)) return of_quality(*measured);
    if (of_period() || in_terms_of_column() || of_time_before() || of_time()) return;
    skip_owner();
    if (target_ && (of_number() || of_size() || of_rows() || of_rows_of_column())) return;
    if (of_column_before()) return;
    if (!target_ && of_verb()) return;
    if (auto const* own = target_ ? nullptr : find_quality(base_of_degree())) of_quality(*own);  // "which one lies highest"
  }

 private:
  /// Sorts by a term and takes the first rows.
  bool order(term t, bool descending) {
    auto const before = read_ordinal(r_, q_.first);
    r_.order_by(t, descending, before > 0 ? 1 : row_limit(r_, q_.first, q_.last).read());
    r_.plan.offset = before;
    if (!r_.ranked.found && t.what) r_.ranked = {true, t.what->table, {}, q_.first};
    return r_.cue_used[c_] = true;
  }
  /// The same by the column of a mention.
  bool order(column_id c, std::size_t named) {
    r_.used[named] = true;
    return order(plain(c), more_);
  }
  /// "In which month were the most visits": by the rows of each month, which `read_periods` groups.
  bool of_period() {
    auto const summed = target_ && !table_ && r_.is_word(q_.first, "most fewest") ? r_.number_column(*target_) : std::nullopt;
    if (!table_ && !summed) return false;
    auto const is_own = [&](std::size_t i) {
      return r_.is_name(i) && (table_ || r_.is_table(i) || r_.column_at(i).table == summed->table);
    };
    for (std::size_t t = 0; t + 1 < q_.first; ++t) {
      if (!r_.is_word(t, "which what") || !r_.is_word(t + 1, "year month") || r_.next(t + 1, 0, is_own)) continue;
      if (table_) return order_by_count(*table_);
      if (summed->table != r_.focus || !holds_amounts(r_, *summed)) return false;
      r_.used[*target_] = true;
      return order(aggregated(aggregate::sum, *summed), more_);  // "in which year were the most people saved", of a number of them
    }
    return false;
  }
  bool order_by_count(std::uint32_t table) {
    r_.used[*target_] = true;
    r_.plan.tables.push_back(table);
    return order(row_count(), more_);
  }

  /// "the highest average score"
  bool of_aggregate() {
    auto const how = r_.cue_after(q_.last, 0, cue::kind::aggregate);
    if (!how || !target_ || q_.is != cue::kind::superlative) return false;
    if (auto const next = r_.next(r_.at(*target_).last, 0, &reading::is_free_only_number); next && table_) {  // "total sales amount"
      r_.used[*target_] = true;
      target_ = next;
    }
    auto const own =
        table_ ? r_.column_at(*target_, [this](column_id c) { return c.table == *table_ && r_.resolve.is_number(c); }) : std::nullopt;
    auto column = own ? own : r_.number_column(*target_);
    auto const h = r_.cue_at(*how).how;
    auto const worth = !column && table_ && *table_ != r_.focus ? amount_of(r_, *table_) : std::nullopt;
    if (worth) column = worth->what;  // "the highest total of bills"
    if (!column || (h != aggregate::avg && h != aggregate::sum)) return false;
    r_.cue_used[*how] = r_.used[*target_] = true;
    r_.counted = column->table;
    return order(aggregated(h, *column), more_);
  }

  /// "the oldest singer"
  void of_quality(quality const& measured) {
    auto const preferred = table_.value_or(r_.focus);
    if (table_ == r_.focus && ask_people()) r_.join(preferred);  // "who took the longest ride"
    bool const of_time = is_one_of(measured.adjective, "recent recently new late early old young");
    bool const late = more_ != is_one_of(measured.adjective, "early old");
    if (auto const done = of_time && preferred == r_.focus ? time_by_word(r_) : std::nullopt) {  // "who joined most recently"
      auto verb = verb_before(4, *done);
      if (!verb && is_past(r_.word(q_.last)))  // "the most recently joined member"
        verb = r_.next(q_.last, 0, [&](std::size_t i) { return r_.may_mean(i, *done); });
      if (verb) {
        order(plain(*done), late);
        r_.used[*verb] = true;
        return;
      }
    }
    if (target_ && !table_)
      if (auto const c = r_.number_column(*target_); c && r_.at(*target_).first <= q_.last + 1) {
        r_.used[*target_] = true;
        order(plain(*c), r_.is_word(q_.last, "to") ? extreme_of(r_, q_, *c) == aggregate::max : more_);  // "the cheapest to rent"
        return;
      }
    if (of_letters(measured)) return;
    if (auto const c = measured_in_table(r_, measured.columns, preferred))
      order(plain(*c), more_);
    else if (auto const reversed = measured_in_table(r_, measured.reversed_columns, preferred))
      order(plain(*reversed), !more_);
    else if (auto const done = since_longest(measured, preferred))
      order(plain(r_.take_column(*done)), false);
    else if (of_time) {
      if (auto const when = first_time(preferred)) order(plain(*when), late);
    } else if (is_one_of(measured.adjective, "heavy light")) {
      if (auto const own = weighed_in(preferred)) order(plain(*own), more_ == (measured.adjective == "heavy"));
    } else if (is_one_of(measured.adjective, "long short fast slow")) {
      bool const much = is_one_of(measured.adjective, "long slow");
      auto own = counted_in_units(preferred, is_one_of(measured.adjective, "fast slow"));
      if (!own && is_one_of(measured.adjective, "long short")) own = counted_in_words(preferred);
      if (own) order(plain(*own), more_ == much);
    }
  }

  /// "Has been registered the longest": the verb that the time is called by.
  [[nodiscard]] std::optional<std::size_t> since_longest(quality const& measured, std::uint32_t table) const {
    auto const done = measured.adjective == "long" && more_ ? verb_before(5) : std::nullopt;
    return done && r_.column_at(*done).table == table ? done : std::nullopt;
  }

  /// The only column that says how much was written: the `pages` of a book.
  [[nodiscard]] std::optional<column_id> counted_in_words(std::uint32_t table) const {
    return only_column(r_, table, [this](column_id c) {
      auto const words = r_.resolve.words_of(c);
      return r_.resolve.is_number(c) && !r_.names.is_foreign_key(c) &&
             is_one_of(words.back(), "word page line character letter chapter count") && t2s::detail::any_of(words, [](std::string_view w) {
               return w != "count" && is_one_of(w, "word page line character letter chapter");
             });
    });
  }

  /// "The longest remark": by the letters of a text that is named right after it.
  bool of_letters(quality const& measured) {
    if (!is_one_of(measured.adjective, "long short") || !target_ || r_.at(*target_).first != q_.last || !r_.is_column(*target_))
      return false;
    if (r_.is_table_first(*target_)) return false;
    auto const text = r_.column_at(*target_);
    if (r_.names.content_of(text) != knowledge::content::text || r_.names.is_time(text) || r_.names.is_foreign_key(text)) return false;
    if (is_asked_for(r_, q_)) r_.select(q_.last, plain(text));
    r_.used[*target_] = true;
    auto length = plain(text);
    length.letters = true;
    return order(length, more_ != is_least(measured));
  }

  /// The only column of a table that is called by a unit of time, or of length too: the `minutes` of a film.
  [[nodiscard]] std::optional<column_id> counted_in_units(std::uint32_t table, bool only_time) const {
    return only_column(r_, table, [this, only_time](column_id c) {
      auto const* u = r_.resolve.is_number(c) ? unit_of(r_, c) : nullptr;
      return u && (u->of == dimension::time || (u->of == dimension::length && !only_time));
    });
  }

  /// The only column of a table in units of weight: `wgt_kg`.
  [[nodiscard]] std::optional<column_id> weighed_in(std::uint32_t table) const {
    return only_column(r_, table, [this](column_id c) {
      auto const* u = holds_amounts(r_, c) ? unit_of(r_, c) : nullptr;
      return u && u->of == find_unit("kg")->of;
    });
  }

  /// The last past form before it that a time is called by, or the given one.
  [[nodiscard]] std::optional<std::size_t> verb_before(std::size_t gap, std::optional<column_id> time = {}) const {
    return r_.previous(q_.first, gap, [&](std::size_t i) {
      if (!is_past(r_.word(r_.at(i).first))) return false;
      return time ? r_.may_mean(i, *time) : r_.is_free_column(i) && r_.names.is_time(r_.column_at(i));
    });
  }

  /// The time at which the rows of a table begin: its only one, or the only one that is called so, else the first one.
  [[nodiscard]] std::optional<column_id> first_time(std::uint32_t table) const {
    std::optional<column_id> only, begins;
    std::size_t all = 0, called = 0;
    for (std::uint32_t c = 0; c < r_.resolve.columns_of(table).size(); ++c) {
      column_id const id{table, c};
      if (!r_.names.is_time(id) || is_birth(r_, id)) continue;
      only = id;
      ++all;
      bool const is_begin = t2s::detail::any_of(r_.resolve.words_of(id), [](std::string_view w) {
        return is_one_of(w, "start started begin began created joined registered opened founded hired signed since added launched built");
      });
      if (!is_begin) continue;
      begins = id;
      ++called;
    }
    if (all == 1 || called == 1) return all == 1 ? only : begins;
    return called == 0 ? first_moment_of(r_, table) : std::nullopt;
  }

  /// "the most hired tool", "which tool is hired most": by the rows of the action's table that belong to it.
  bool of_action() {
    if (q_.last != q_.first + 1 || !r_.is_word(q_.first, "most least")) return false;
    auto const before = q_.first - (q_.first > 0 && r_.is_word(q_.first - 1, "the") ? 1U : 0U);
    if (of_values()) return true;
    bool const after = r_.next(q_.last + 1, 0, &reading::is_focus).has_value();
    if (!after && (before == 0 || !(q_.last >= r_.size() || r_.token(q_.last).is == retrieve::token::kind::mark))) return false;
    auto const t = after ? q_.last : before - 1;
    std::optional<std::uint32_t> deed;
    for (std::uint32_t k = 0; k < r_.names.schema().tables().size(); ++k) {
      bool const called =
          t2s::detail::any_of(r_.names.item({k}).words, [&](auto w) { return is_participle_of(r_.word(t), r_.names.words()[w]); });
      if (!called || !belongs_to_focus(r_, k)) continue;
      auto const longer = deed ? r_.names.item({*deed}).words.size() : 0, own = r_.names.item({k}).words.size();
      if (deed && own == longer) return false;
      if (!deed || own < longer) deed = k;  // "ordered" of `orders`, rather than of `order_items`
    }
    if (!deed && r_.is_word(t, "used chosen applied assigned given requested ordered")) deed = only_rows_of_focus(r_);
    if (!deed) return of_value_used(t);
    r_.plan.tables.push_back(*deed);
    r_.counted = *deed;
    r_.mark_read(t, t + 1);
    r_.use_within(t, t + 1);
    return order(row_count(), more_);
  }

  /// "Which colour is used most": the value that most rows have.
  bool of_value_used(std::size_t t) {
    auto const named = r_.is_word(0, "which what") ? r_.next(1, 0, &reading::is_free_only_worded_column) : std::nullopt;
    if (!named || !r_.is_word(t, "used chosen requested ordered") || !r_.all_words(r_.at(*named).last, t, "is are was were")) return false;
    auto const named_by = r_.column_at(*named);
    auto const words = r_.resolve.words_of(named_by);
    bool const is_label = r_.resolve.is_name(named_by) || (!words.empty() && is_one_of(words.back(), "label title code number"));
    if (is_label) return false;  // each row has its own
    auto const column = r_.take_column(*named);
    r_.focus = column.table;
    r_.resolve.set_main(r_.focus);
    r_.mark_read(t, t + 1);
    r_.plan.group_by.push_back(column);
    r_.select(1, plain(column));
    return order(row_count(), more_);
  }

  /// "the tallest building by floors"
  bool of_quality_by_column() {
    auto const* measured = find_quality(q_.quality);
    if (!measured || !target_ || table_ != r_.focus || !r_.is_word(r_.at(*target_).last, "by")) return false;
    auto const key = r_.next(r_.at(*target_).last + 1, 1, &reading::is_free_only_number);
    if (!key || is_one_of(measured->adjective, "recent recently new late early old young")) return false;
    r_.mark_read(r_.at(*target_).last, r_.at(*key).first);
    r_.use_cues_within(r_.at(*target_).last, r_.at(*key).first);
    r_.used[*key] = true;
    bool const turns = is_least(*measured) || r_.resolve.has_any(*r_.number_column(*key), measured->reversed_columns);
    return order(plain(*r_.number_column(*key)), !turns);
  }

  /// "the most ordered size", of orders: the value that most rows have.
  bool of_values() {
    auto const t = q_.last;
    auto const named = r_.next(t + 1, 0, &reading::is_free_only_worded_column);
    auto const column = named ? r_.column_at(*named) : column_id{};
    bool const called = named && t2s::detail::any_of(r_.resolve.words_of({column.table}),
                                                     [&](std::string_view w) { return is_participle_of(r_.word(t), w); });
    if (!called) return false;
    r_.used[*named] = true;
    r_.focus = column.table;
    r_.resolve.set_main(r_.focus);
    r_.mark_read(t, t + 1);
    r_.use_within(t, t + 1);
    r_.plan.group_by.push_back(column);
    r_.select(t + 1, plain(column));
    return order(row_count(), more_);
  }

  /// "the largest cities in terms of population"
  bool in_terms_of_column() {
    if (!target_ || table_ != r_.focus) return false;
    auto const t = r_.at(*target_).last;
    bool const by =
        (r_.is_word(t, "in") && r_.is_word(t + 1, "terms")) || r_.is_word(t, "by") || (r_.is_word(t, "based") && r_.is_word(t + 1, "on"));
    auto const key = by ? r_.next(t, 4, &reading::is_free_number_column) : std::nullopt;
    return key && order(*r_.number_column(*key), *key);
  }

  /// "Which shop opens earliest": by the time that the verb before it names.
  bool of_time_before() {
    if (!r_.is_word(q_.first, "earliest latest") || target_) return false;
    auto const verb = r_.previous(q_.first, r_.is_word(q_.first - 1, "the") ? 1 : 0, [this](std::size_t i) {
      if (!r_.is_free_worded_column_first(i) || r_.column_at(i).table != r_.focus) return false;
      auto const words = retrieve::lemmas_of_name(r_.names.column(r_.column_at(i)).name);
      return r_.names.is_time(r_.column_at(i)) || (words.size() > 1 && is_one_of(words.back(), "at time hour from until"));
    });
    return verb && order(r_.column_at(*verb), *verb);
  }

  /// "the earliest payment", "the latest": by a table's dates.
  bool of_time() {
    if (!r_.is_word(q_.first, "earliest latest first last") || (target_ && !table_)) return false;
    static constexpr measure_words words{"date", "time", "year"};
    auto const when = r_.resolve.measured(words, table_.value_or(r_.focus));
    return when && order(plain(*when), more_);
  }

  /// "the most crew hours": the number, if its table comes before it.
  void skip_owner() {
    if (!target_ || !table_ || !r_.is_word(q_.first, "most least fewest highest lowest")) return;
    auto const own = r_.next(r_.at(*target_).last, 0, [&](std::size_t i) {
      return r_.is_free_number_first(i) && r_.number_column(i)->table == *table_ && !r_.names.is_time(*r_.number_column(i));
    });
    if (!own) return;
    r_.used[*target_] = true;
    target_ = own;
    table_.reset();
  }

  /// "Has worked the most hours": of several numbers of hours the one that is called by the verb, too.
  [[nodiscard]] std::optional<column_id> number_of_verb() const {
    auto const verb = q_.first - std::min<std::size_t>(q_.first, r_.is_word(q_.first - 1, "the") ? 2 : 1);
    auto const i = is_past(r_.word(verb)) ? r_.mention_of(verb) : std::nullopt;
    if (!i || !r_.is_word(q_.first, "most least fewest") || r_.is_table(*i)) return {};
    return r_.column_at(*target_, [&](column_id c) { return r_.resolve.is_number(c) && r_.may_mean(*i, c); });
  }

  /// "The most kilos of malt", of recipes: the number of the table that links them with the malt, rather than of another one.
  [[nodiscard]] std::optional<column_id> number_of_pair() const {
    if (auto const done = number_of_verb()) return done;
    if (!r_.is_word(q_.first, "most least fewest") || !r_.is_word(r_.at(*target_).last, "of")) return {};
    auto const what = r_.next(r_.at(*target_).last + 1, 1, &reading::is_value);
    auto const pair = what ? link_between(r_, r_.focus, r_.at(*what).option(kind::value)->where.table) : std::nullopt;
    return pair ? r_.column_of(*target_, *pair) : std::nullopt;
  }

  /// "Which cake needs the most sugar": the only amount of the table that links the rows asked about with what is named.
  bool of_pair() {
    if (q_.last != q_.first + 1 || !r_.is_word(q_.first, "most least")) return false;
    auto const what = r_.next(q_.last, 0, &reading::is_free_value);
    auto const pair = what ? link_between(r_, r_.focus, r_.at(*what).option(kind::value)->where.table) : std::nullopt;
    bool const ends = what && (r_.at(*what).last >= r_.size() || r_.token(r_.at(*what).last).is == retrieve::token::kind::mark);
    auto const amount = pair && ends ? only_column(r_, *pair, [this](column_id c) { return holds_amounts(r_, c); }) : std::nullopt;
    if (!amount) return false;
    r_.counted = amount->table;
    return order(aggregated(aggregate::sum, *amount), more_);
  }

  /// "the highest price"
  bool of_number() {
    auto const of_pair = number_of_pair();
    auto const column = of_pair ? of_pair : r_.number_column(*target_);
    if (!column || (table_ && r_.at(*target_).is(kind::table))) return false;
    if (rows_before(r_, q_.first) > 0) {
      if (is_asked_for(r_, q_)) r_.select(r_.at(*target_).first, plain(*column));
      return order(*column, *target_);
    }
    if (r_.is_word(q_.first, "most fewest") && column->table == r_.focus && !r_.names.is_time(*column)) ask_people();
    if (r_.is_word(q_.first, "most least fewest") && has_many(r_, column->table) && !r_.names.is_time(*column) &&
        !is_asked_for(r_, q_)) {  // "the pupil with the most points"
      r_.used[*target_] = true;
      r_.counted = column->table;
      if (auto const total = find_sum(r_); total.last > 0) {  // "the most hours in total"
        r_.mark_read(total.first, total.last);
        r_.use_cues_within(total.first, total.last);
      }
      return order(aggregated(aggregate::sum, *column), more_);
    }
    auto const sum = r_.any_word(q_.last, r_.size(), "total altogether overall combined") ? find_sum(r_) : sum_phrase();
    if (sum.last > 0 && has_many(r_, column->table) && !r_.names.is_time(*column) &&
        !is_asked_for(r_, q_)) {  // "the highest fees in total"
      r_.used[*target_] = true;
      r_.mark_read(sum.first, sum.last);
      r_.use_cues_within(sum.first, sum.last);
      r_.counted = column->table;
      return order(aggregated(aggregate::sum, *column), more_);
    }
    bool const of_rows = r_.next(r_.at(*target_).last, 0, &reading::is_focus).has_value();  // "the five highest insured objects"
    bool const by_asking = (is_asked_for(r_, q_) && !of_rows) || (q_.is == cue::kind::aggregate && !follows_condition_word(r_, q_));
    return r_.preferred.aggregates.value_or(by_asking) || order(*column, *target_);  // `read_aggregates` selects the result
  }

  /// "the smallest country"
  bool of_size() {
    auto const* size = table_ && !of_number_of() ? find_superlative(r_.word(q_.first)) : nullptr;
    if (!size) return false;
    if (auto const by = r_.resolve.measured(size->columns, *table_)) return order(plain(*by), true);
    if (auto const by = r_.resolve.measured(size->reversed_columns, *table_)) return order(plain(*by), false);
    auto const worth = amount_of(r_, *table_);  // "the largest order"
    bool const named = r_.next(r_.at(*target_).last, 2, &reading::is_free_number_column).has_value();
    if (worth && !named && is_one_of(size->adjective, "large big high small low")) return order(plain(*worth->what), !is_least(*size));
    auto const only =
        of_one_row() && !named ? only_column(r_, *table_, [this](column_id c) { return holds_amounts(r_, c); }) : std::nullopt;
    if (only && is_one_of(size->adjective, "large big small")) return order(plain(*only), !is_least(*size));
    return false;
  }

  /// Whether "the largest order" is one row: its size is no number of orders.
  [[nodiscard]] bool of_one_row() const {
    auto const noun = r_.at(*target_).last - 1;
    if (r_.is_word(noun, "staff crew personnel workforce fleet herd flock")) return false;  // "the largest staff" has the most rows
    return !of_number_of() && r_.word(noun) == r_.lemma(noun) && find_superlative(r_.word(q_.first));
  }

  /// "Who wrote the most letters" asks for the only people near to whom these belong.
  bool ask_people() {
    if (!asks_who(r_) || is_of_people(r_, r_.focus)) return false;
    for (std::uint32_t c = 0; c < r_.resolve.columns_of(r_.focus).size(); ++c)
      if (names_people(r_, {r_.focus, c})) return false;  // `donor_name`
    auto const writer = nearest_people(r_, r_.focus);
    auto const roles = role_keys_of(r_, r_.focus);
    if (!writer || !leads_to_many(r_, writer.table, r_.focus)) return false;
    if (t2s::detail::any_of(roles, [&](role_keys const& g) { return g.of == writer.table; })) return false;
    r_.focus = writer.table;
    r_.resolve.set_main(r_.focus);
    return true;
  }

  /// "the shop with the most orders"
  bool of_rows() {
    if (!table_ || of_one_row()) return false;
    bool const of_head = rank_by_head();
    if (*table_ == r_.focus && !of_head && r_.is_word(q_.first, "most fewest")) ask_people();
    if (*table_ == r_.focus && !of_head && !of_number_of() && !only_column_before(r_, q_.first)) return false;
    r_.counted = *table_;
    return order_by_count(*table_);
  }

  /// "the most languages", if a table has a column of them
  bool of_rows_of_column() {
    if (table_ || !r_.is_column(*target_) || q_.last - q_.first != 1 || q_.is != cue::kind::superlative) return false;
    auto const column = r_.column_at(*target_);
    if (r_.names.content_of(column) == knowledge::content::date) return order(column, *target_);
    return order_by_count(column.table);
  }

  /// "songs on the record with the most songs", "customers from the country with the most orders": the table whose rows are counted, if it
  /// is not the subject.
  bool rank_by_head() {
    auto const head = head_before(r_, q_.first);
    if (!head || !belongs_to_focus(r_, *head)) return false;
    auto const table = r_.is_table_first(*head) ? r_.table_at(*head) : std::nullopt;
    if (table && (*table == r_.focus || *table == *table_)) return false;
    if (table) {
      if (way_to_owner(r_, *table).empty()) return false;
      r_.ranked = {true, *table, {}, q_.first};
    } else {
      auto const column = r_.is_column(*head) ? r_.column_of(*head, r_.focus) : std::nullopt;
      if (!column) return false;
      r_.ranked = {true, r_.focus, column, q_.first};
    }
    r_.used[*head] = true;
    return true;
  }

  /// "Who earns the most": what the verb measures.
  bool of_verb() {
    auto const verb = q_.first - (q_.first > 0 && r_.is_word(q_.first - 1, "the") ? 1U : 0U);
    if (verb == 0 || !r_.is_word(q_.first, "most least")) return false;
    auto const* measured = find_quality(adjective_of_verb(r_.lemma(verb - 1)));
    if (!measured || r_.read[verb - 1]) return false;
    of_quality(*measured);
    if (r_.cue_used[c_]) r_.mark_read(verb - 1, verb), r_.use_within(verb - 1, verb);
    return r_.cue_used[c_];
  }

  bool of_column_before() {
    auto const before = r_.previous(q_.first, 3, &reading::is_free_number_column);
    if (!before || q_.is != cue::kind::superlative) return false;
    auto const first = r_.at(*before).first;  // "in which minute was the first goal"
    if (first > 0 && r_.is_word(first - 1, "which what")) r_.select(first, plain(*r_.number_column(*before)));
    return order(*r_.number_column(*before), *before);
  }

  /// "high" for "highest" and "lowest", "large" for "smallest": the direction is the cue's.
  [[nodiscard]] std::string_view base_of_degree() const {
    bool const ends = q_.last >= r_.size() || r_.token(q_.last).is == retrieve::token::kind::mark;
    if (!ends && !retrieve::is_stop_word(r_.token(q_.last))) return "";  // "with the highest yield"
    if (r_.is_word(q_.first, "largest biggest smallest")) return "large";
    return r_.is_word(q_.first, "highest lowest") ? "high" : "";
  }

  /// "the newest, going by the opening date": by the column that the question says.
  bool judged_by_column() {
    auto const t = r_.find_word(q_.last, r_.size(), "going judging judged measured");
    if (!r_.is_word(t + 1, "by") || q_.is != cue::kind::superlative) return false;
    auto const key = r_.next(t + 2, 2, &reading::is_free_only_worded_column);
    if (!key) return false;
    auto const column = r_.column_at(*key);
    bool const time = r_.names.is_time(column);
    if (!time && !r_.resolve.is_number(column)) return false;
    bool const early = is_one_of(q_.quality, "old early long");
    r_.mark_read(t, r_.at(*key).last + (r_.is_word(r_.at(*key).last, "date") ? 1U : 0U));
    r_.use_cues_within(t, r_.at(*key).first);
    r_.used[*key] = true;
    auto const says_start = [](std::string_view w) { return is_one_of(w, "first since start year"); };
    bool const begins = time || t2s::detail::any_of(r_.resolve.words_of(column), says_start);
    return order(plain(column), begins ? !early : more_);
  }

  /// "the most number of"
  [[nodiscard]] bool of_number_of() const { return r_.is_word(q_.last - 1, "of"); }
};

}  // namespace t2s::reader::detail

#endif
