// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_READER_IMPL_RULES_SUPERLATIVES_HPP
#define T2S_READER_IMPL_RULES_SUPERLATIVES_HPP

#include "t2s/core/internal/search.hpp"
#include "t2s/reader/impl/comparing.hpp"
#include "t2s/reader/impl/reading.hpp"

#include <charconv>
#include <cstdint>

namespace t2s::reader::detail {

/// How many rows the superlative at tokens [first, last) limits to; 1 where no number stands there. Uses its words.
struct row_limit {
  reading& r_;
  std::size_t first_, last_;

  std::size_t read() {
    for (auto const& n : {&row_limit::beside, &row_limit::after_top, &row_limit::of_names})
      if (auto const found = (this->*n)()) return *found;
    return first_ > 0 && is_many(first_ - 1) ? use_word(first_ - 1, first_ - 1) : 1;
  }

 private:
  /// "the 3 oldest", "the oldest 3"
  std::optional<std::size_t> beside() {
    return use_digits(r_.next(0, r_.size(), [&](std::size_t i) {
      auto const& m = r_.at(i);
      return m.number && (m.last == first_ || m.first == last_) && *m.number >= 1 && *m.number <= 1000;
    }));
  }

  /// "the top 3 by age", "top three"
  std::optional<std::size_t> after_top() {
    auto const is_top = [&](std::size_t t) { return t > 0 && r_.is_word(t - 1, "top"); };
    auto const found = r_.next(0, r_.size(), [&](std::size_t i) { return r_.at(i).number && r_.is_free(i) && is_top(r_.at(i).first); });
    if (found) r_.mark_read(r_.at(*found).first - 1, r_.at(*found).last);
    if (found) return use_digits(found);
    for (std::size_t t = 1; t < r_.size(); ++t)
      if (is_top(t) && number_word(r_.word(t)).value_or(0) > 0) return use_word(t - 1, t);
    return {};
  }

  /// "which 3 cities", "which three cities"
  std::optional<std::size_t> of_names() {
    auto const names = [&](std::size_t token) { return r_.next(token, 0, &reading::is_name).has_value(); };
    auto const digits = r_.next(0, 4, [&](std::size_t i) {
      auto const& m = r_.at(i);
      return m.number && r_.is_free(i) && m.last < first_ && *m.number > 1 && *m.number <= 1000 && names(m.last);
    });
    if (digits) return use_digits(digits);
    for (std::size_t t = 0; t + 1 < first_ && t < 5; ++t)
      if (is_many(t) && names(t + 1)) return use_word(t, t);
    return {};
  }

  [[nodiscard]] bool is_many(std::size_t t) const { return number_word(r_.word(t)).value_or(0) > 1; }
  std::optional<std::size_t> use_digits(std::optional<std::size_t> mention) {
    if (!mention) return {};
    r_.used[*mention] = true;
    return static_cast<std::size_t>(*r_.at(*mention).number);
  }
  std::size_t use_word(std::size_t from, std::size_t t) {
    r_.mark_read(from, t + 1);
    return static_cast<std::size_t>(*number_word(r_.word(t)));
  }
};

/// Whether an extreme is itself what is asked for: nothing that could be selected stands before it.
[[nodiscard]] inline bool is_asked_for(reading const& r, cue const& q) {
  if (q.first > 6) return false;
  for (std::size_t i = 0; i < r.used.size() && r.at(i).first < q.first; ++i)
    if (!r.at(i).is(kind::value) && !r.at(i).options.empty()) return false;
  return !r.any_word(0, q.first, "which", "with", "who", "has", "whose");
}

[[nodiscard]] inline bool follows_condition_word(reading const& r, cue const& q) {
  auto const from = std::max<std::size_t>(2, q.first - std::min<std::size_t>(q.first, 3));
  return r.any_word(from, q.first, "with", "has", "have", "had", "having", "is", "whose");
}

/// Whether a column is named before a token, and no table.
[[nodiscard]] inline bool only_column_before(reading const& r, std::size_t token) {
  bool column = false;
  for (std::size_t i = 0; i < r.used.size() && r.at(i).first < token; ++i) {
    if (r.is_table_first(i)) return false;
    column = column || (r.is_column(i) && r.at(i).options.front().score > 0.45);
  }
  return column;
}

/// One superlative, or "maximum" and the like. Each function but `read` tries one meaning, and returns whether it is that.
struct superlative {
  reading& r_;
  std::size_t c_;
  cue const& q_ = r_.cue_at(c_);
  bool more_ = q_.how == aggregate::max;
  // What is named after it, and the table that this may mean.
  std::optional<std::size_t> target_ = r_.next(q_.first + 1, q_.last - q_.first + 2, [this](std::size_t i) {
    return r_.is_free(i) && !r_.at(i).is(kind::value) && !r_.at(i).options.empty();
  });
  std::optional<std::uint32_t> table_ = target_ ? r_.table_at(*target_) : std::nullopt;

  void read() {
    if (of_aggregate()) return;
    if (auto const* measured = find_quality(q_.quality)) return of_quality(*measured);
    if (in_terms_of_column() || of_time()) return;
    if (target_ && (of_number() || of_size() || of_rows() || of_rows_of_column())) return;
    of_column_before();
  }

 private:
  /// Sorts by a term and takes the first rows.
  bool order(term t, bool descending) {
    r_.order_by(t, descending, row_limit(r_, q_.first, q_.last).read());
    return r_.cue_used[c_] = true;
  }
  /// The same by a column that a mention names.
  bool order(column_id c, std::size_t named) {
    r_.used[named] = true;
    return order(plain(c), more_);
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
    auto const column = r_.number_column(*target_);
    auto const h = r_.cue_at(*how).how;
    if (!column || (h != aggregate::avg && h != aggregate::sum)) return false;
    r_.cue_used[*how] = r_.used[*target_] = true;
    r_.counted = column->table;
    return order(aggregated(h, *column), more_);
  }

  /// "the oldest singer"
  void of_quality(quality const& measured) {
    auto const preferred = table_.value_or(r_.focus);
    if (target_ && !table_)
      if (auto const c = r_.number_column(*target_); c && r_.at(*target_).first <= q_.last + 1) {
        order(*c, *target_);
        return;
      }
    if (auto const c = measured_in_table(r_, measured.columns, preferred))
      order(plain(*c), more_);
    else if (auto const reversed = measured_in_table(r_, measured.reversed_columns, preferred))
      order(plain(*reversed), !more_);
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

  /// "the earliest payment", "the latest": of a table's dates.
  bool of_time() {
    if (!r_.is_word(q_.first, "earliest", "latest", "first", "last") || (target_ && !table_)) return false;
    static constexpr std::array<std::string_view, 3> words{"date", "time", "year"};
    auto const when = r_.resolve.measured(words, table_.value_or(r_.focus));
    return when && order(plain(*when), more_);
  }

  /// "the highest price"
  bool of_number() {
    auto const column = r_.number_column(*target_);
    if (!column || (table_ && r_.at(*target_).is(kind::table))) return false;
    bool const by_asking = is_asked_for(r_, q_) || (q_.is == cue::kind::aggregate && !follows_condition_word(r_, q_));
    return r_.preferred.aggregates.value_or(by_asking) || order(*column, *target_);  // `read_aggregates` selects what is asked for
  }

  /// "the smallest country"
  bool of_size() {
    auto const* size = table_ && !of_number_of() ? find_superlative(r_.word(q_.first)) : nullptr;
    if (!size) return false;
    if (auto const by = r_.resolve.measured(size->columns, *table_)) return order(plain(*by), true);
    if (auto const by = r_.resolve.measured(size->reversed_columns, *table_)) return order(plain(*by), false);
    return false;
  }

  /// "the shop with the most orders"
  bool of_rows() {
    if (!table_ || (*table_ == r_.focus && !of_number_of() && !only_column_before(r_, q_.first))) return false;
    r_.counted = *table_;
    return order_by_count(*table_);
  }

  /// "the most languages" that a table has a column of
  bool of_rows_of_column() {
    if (table_ || !r_.is_column(*target_) || q_.last - q_.first != 1 || q_.is != cue::kind::superlative) return false;
    auto const column = r_.column_at(*target_);
    if (r_.names.content_of(column) == knowledge::content::date) return order(column, *target_);
    return order_by_count(column.table);
  }

  void of_column_before() {
    auto const before = r_.previous(q_.first, 3, &reading::is_free_number_column);
    if (before && q_.is == cue::kind::superlative) order(*r_.number_column(*before), *before);
  }

  /// "the most number of"
  [[nodiscard]] bool of_number_of() const { return r_.is_word(q_.last - 1, "of"); }
};

/// "the most common color"
inline void read_most_common(reading& r, std::size_t c) {
  auto const& q = r.cue_at(c);
  auto target = r.next(q.last, 3, &reading::is_free_name);
  if (!target || r.is_word(q.last, "of", "among", "in", "for")) target = r.previous(q.first, 4, &reading::is_free_name);
  if (!target) return;
  r.cue_used[c] = true;
  r.order_by(row_count(), q.how == aggregate::max, row_limit(r, q.first, q.last).read());
  if (auto const t = r.table_at(*target)) return r.group_by_table(*t);
  auto const column = r.take_column(*target);
  r.plan.group_by.push_back(column);
  r.select(r.at(*target).first, plain(column));
}

inline void read_superlatives(reading& r) {
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    bool const extreme = q.is == cue::kind::aggregate && (q.how == aggregate::max || q.how == aggregate::min);
    if (r.cue_used[c] || r.plan.order) continue;
    if (q.is == cue::kind::common) read_most_common(r, c);
    if (q.is == cue::kind::superlative || extreme) superlative(r, c).read();
  }
}

/// The whole number that an amount is, if it fits.
[[nodiscard]] inline std::optional<std::size_t> whole(amount const& n) {
  auto const digits = n.text + std::string(zeros_of_word(n.scale).value_or(0), '0');
  std::int64_t read = 0;
  auto const end = std::from_chars(digits.data(), digits.data() + digits.size(), read);
  if (end.ec != std::errc() || end.ptr != digits.data() + digits.size() || read < 0) return {};
  return static_cast<std::size_t>(read);
}

/// The first "by", "in terms of" and the like within a few words: its tokens.
[[nodiscard]] inline std::optional<std::pair<std::size_t, std::size_t>> key_phrase(reading const& r, std::size_t token) {
  for (auto t = token; t < token + 7 && t < r.size(); ++t) {
    if (r.is_word(t, "by")) return std::pair{t > 0 && r.word(t - 1).ends_with("ed") ? t - 1 : t, t + 1};
    if (r.is_word(t, "in") && r.is_word(t + 1, "terms") && r.is_word(t + 2, "of")) return std::pair{t, t + 3};
    if ((r.is_word(t, "based") && r.is_word(t + 1, "on")) || (r.is_word(t, "according") && r.is_word(t + 1, "to")))
      return std::pair{t, t + 2};
  }
  return {};
}

/// A count of rows: "number of orders".
inline std::optional<term> count_key(reading& r, std::size_t count) {
  auto const what = r.next(r.cue_at(count).last, 1, &reading::is_free_table);
  if (!what) return {};
  auto const table = *r.table_at(*what);
  r.cue_used[count] = r.used[*what] = true;
  r.counted = table;
  r.join(table);
  return row_count();
}

/// A column of numbers, an aggregate of one, or a count of rows that begins at a token.
inline std::optional<term> order_key(reading& r, std::size_t token) {
  auto const how = r.cue_after(token, 1, cue::kind::aggregate), count = r.cue_after(token, 1, cue::kind::count);
  if (count && !how) return count_key(r, *count);
  auto const begin = how ? r.cue_at(*how).last : token;
  auto key = r.next(begin, 2, [&](std::size_t i) { return !r.is_table(i) && r.is_free_number_column(i); });
  if (!key) key = r.next(begin, 2, &reading::is_free_number_column);
  if (!key) return {};
  r.used[*key] = true;
  auto const column = *r.number_column(*key);
  if (!how) return plain(column);
  r.cue_used[*how] = true;
  r.counted = column.table;
  return aggregated(r.cue_at(*how).how, column);
}

inline void read_top(reading& r) {
  for (std::size_t t = 0; t + 1 < r.size(); ++t) {
    if (!r.is_word(t, "top", "bottom")) continue;
    auto const n = amount_at(r, t + 1);
    auto const most = n ? whole(*n) : std::nullopt;
    if (!most) continue;
    if (*most == 0) {
      r.refuse(t, n->last);
      continue;
    }
    auto const by = key_phrase(r, n->last);
    auto const key = by ? order_key(r, by->second) : std::nullopt;
    if (!key) continue;
    r.use_cues_within(by->first, by->second);
    if (n->mention) r.used[*n->mention] = true;
    r.mark_read(t, n->last);
    r.mark_read(by->first, by->second);
    return r.order_by(*key, r.is_word(t, "top"), *most);
  }
}

/// "sorted by name and date"
inline void add_further_keys(reading& r, std::size_t key) {
  for (auto last = r.at(key).last; r.is_word(last, "and", ",");) {
    auto const more = r.next(last + 1, 1, &reading::is_free_only_column);
    if (!more) return;
    r.plan.then_by.push_back(plain(r.take_column(*more)));
    last = r.at(*more).last;
  }
}

/// "sorted by the number of orders": by rows, or by a column of numbers
inline void order_by_count(reading& r, std::size_t count) {
  auto const what = r.next(r.cue_at(count).last, 2, &reading::is_free);
  r.cue_used[count] = true;
  auto const table = what ? r.table_at(*what) : std::nullopt;
  auto const number = what && !table ? r.number_column(*what) : std::nullopt;
  if (what) r.used[*what] = true;
  if (table) r.join(*table);
  r.plan.order = number ? plain(*number) : row_count();
}

inline void order_by_column(reading& r, cue const& q) {
  auto const key = r.next(q.last, 8, &reading::is_free_column);
  r.order_by_first = !key;
  if (!key) return;
  r.used[*key] = true;
  auto const first = r.at(*key).first;
  auto const how = r.cue_before(first, 3, cue::kind::aggregate), count = r.cue_before(first, 2, cue::kind::count);
  for (auto const& c : {how, count})
    if (c) r.cue_used[*c] = true;
  r.plan.order = aggregated(how ? r.cue_at(*how).how : aggregate::none, r.column_at(*key));
  if (q.is == cue::kind::order) add_further_keys(r, *key);
}

inline void read_order(reading& r) {
  auto const sorts = [](cue const& q) { return q.is == cue::kind::order || q.is == cue::kind::descending || q.is == cue::kind::ascending; };
  auto const* found = t2s::detail::find_if(r.question.cues, sorts);
  if (r.plan.order || !found) return;
  auto const& q = *found;
  r.cue_used[static_cast<std::size_t>(found - r.question.cues.data())] = true;
  r.plan.descending = r.has_cue(cue::kind::descending);
  for (auto t = q.first; t < q.last + 2; ++t)
    if (r.word(t).starts_with("desc") || r.word(t).starts_with("decreas")) r.plan.descending = true;
  if (auto const count = r.cue_after(q.last, 4, cue::kind::count); count && !r.cue_after(q.last, 2, cue::kind::aggregate))
    order_by_count(r, *count);
  else
    order_by_column(r, q);
}

}  // namespace t2s::reader::detail

#endif
