// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_ORDER_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_ORDER_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"

#include <charconv>
#include <cstdint>

/// Orders without a superlative: "the top 3 by turnover", "the last 5 orders", "sorted by name".
namespace t2s::reader::detail {

/// The whole number of an amount, if it fits.
[[nodiscard]] inline std::optional<std::size_t> whole(amount const& n) {
  auto const digits = n.text + std::string(zeros_of_word(n.scale).value_or(0), '0');
  std::int64_t read = 0;
  auto const end = std::from_chars(digits.data(), digits.data() + digits.size(), read);
  if (end.ec != std::errc() || end.ptr != digits.data() + digits.size() || read < 0) return {};
  return static_cast<std::size_t>(read);
}

/// Tokens [first, last); empty if `last` is 0.
struct token_range {
  std::size_t first = 0, last = 0;
};

/// The first "by", "in terms of" and the like within a few words.
[[nodiscard]] inline token_range key_phrase(reading const& r, std::size_t token) {
  for (auto t = token; t < token + 7 && t < r.size(); ++t) {
    if (r.is_word(t, "by")) return {t > 0 && r.word(t - 1).ends_with("ed") ? t - 1 : t, t + 1};
    if (r.is_word(t, "in") && r.is_word(t + 1, "terms") && r.is_word(t + 2, "of")) return {t, t + 3};
    if ((r.is_word(t, "based") && r.is_word(t + 1, "on")) || (r.is_word(t, "according") && r.is_word(t + 1, "to"))) return {t, t + 2};
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

/// A numeric column, an aggregate of one, or a count of rows that begins at a token.
inline std::optional<term> order_key(reading& r, std::size_t token) {
  auto const how = r.cue_after(token, 1, cue::kind::aggregate), count = r.cue_after(token, 1, cue::kind::count);
  if (count && !how) return count_key(r, *count);
  auto const begin = how ? r.cue_at(*how).last : token;
  auto key = r.next(begin, 2, &reading::is_free_only_number);
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
    if (!r.is_word(t, "top bottom")) continue;
    auto const n = amount_at(r, t + 1);
    auto const most = n ? whole(n) : std::nullopt;
    if (!most) continue;
    if (*most == 0) {
      r.refuse(t, n.last);
      continue;
    }
    auto const by = key_phrase(r, n.last);
    auto key = by.last > 0 ? order_key(r, by.last) : std::nullopt;
    if (!key) continue;
    if (key->how == aggregate::none && has_many(r, key->what->table)) {  // "the top 3 customers by amount" of their orders
      key->how = aggregate::sum;
      r.counted = key->what->table;
    }
    r.use_cues_within(by.first, by.last);
    if (n.mention) r.used[*n.mention] = true;
    r.mark_read(t, n.last);
    r.mark_read(by.first, by.last);
    return r.order_by(*key, r.is_word(t, "top"), *most);
  }
}

/// "our first customer", "the last order": one row, by the table's times.
inline void read_first_row(reading& r) {
  if (r.has_cue(cue::kind::each)) return;  // one for each
  for (std::size_t t = 1; t + 1 < r.size() && !r.plan.order; ++t) {
    if (!r.is_word(t, "first last") || !r.is_word(t - 1, "the our my their his her") || r.mention_of(t)) continue;
    auto const row = r.next(t + 1, 0, &reading::is_free_focus);
    auto const noun = row ? r.at(*row).last - 1 : 0;
    if (!row || !r.is_table_first(*row) || r.word(noun) != r.lemma(noun) || r.next(r.at(*row).last, 0, &reading::is_column)) continue;
    auto const when = time_column(r);
    if (!when || when->table != r.focus || is_birth(r, *when)) continue;
    r.mark_read(t, t + 1);
    return r.order_by(plain(*when), r.is_word(t, "last"), 1);
  }
}

/// "the first three employees hired", "the last 5 orders": by the table's times.
inline void read_first_rows(reading& r) {
  for (std::size_t t = 2; t < r.size() && !r.plan.order; ++t) {  // "who was hired first"
    bool const ends = t + 1 == r.size() || (t + 2 == r.size() && r.token(t + 1).is == retrieve::token::kind::mark);
    if (!ends || !r.is_word(t, "first last") || !is_past(r.word(t - 1))) continue;
    auto const verb = r.previous(t, 0, [&](std::size_t i) { return r.is_column_of_focus(i) && !r.is_table_first(i); });  // "founded first"
    auto when = time_by_word(r);
    if (!when) when = time_column(r);
    if (!when && verb) when = r.column_at(*verb);
    if (!when || when->table != r.focus) continue;
    r.use_within(t - 1, t + 1);
    r.mark_read(t - 1, t + 1);
    r.order_by(plain(*when), r.is_word(t, "last"), 1);
  }
  read_first_row(r);
  for (std::size_t t = 0; t + 2 < r.size() && !r.plan.order; ++t) {
    bool const last = r.is_word(t, "last latest newest"), first = r.is_word(t, "first earliest oldest");
    auto const n = first || last ? amount_at(r, t + 1) : amount();
    auto const most = n && n.last == t + 2 && !n.of ? whole(n) : std::nullopt;
    auto const rows = most && *most > 0 ? r.next(n.last, 0, &reading::is_free_table) : std::nullopt;
    if (!rows || r.table_at(*rows) != r.focus) continue;
    auto const when = time_column(r);
    if (!when || when->table != r.focus) continue;
    if (n.mention) r.used[*n.mention] = true;
    r.use_within(t, n.last);
    r.use_cues_within(t, n.last);
    r.mark_read(t, n.last);
    r.order_by(plain(*when), last, *most);
    for (auto i = r.at(*rows).last; i < r.size() && i <= r.at(*rows).last + 1; ++i)  // "hired" names the time
      if (r.next(i, 0, [&](std::size_t k) { return r.may_mean(k, *when); })) r.use_within(i, i + 1), r.mark_read(i, i + 1);
  }
}

/// "sorted by name and date"
inline void add_further_keys(reading& r, std::size_t key) {
  for (auto last = r.at(key).last; r.is_word(last, "and ,");) {
    auto const more = r.next(last + 1, 1, &reading::is_free_only_column);
    if (!more) return;
    r.plan.then_by.push_back({plain(r.take_column(*more)), r.plan.descending});
    last = r.at(*more).last;
  }
}

/// "sorted by the number of orders": by rows, or by a numeric column
inline void order_by_count(reading& r, std::size_t count) {
  auto const what = r.next(r.cue_at(count).last, 2, &reading::is_free);
  r.cue_used[count] = true;
  auto const table = what ? r.table_at(*what) : std::nullopt;
  auto const number = what && !table ? r.number_column(*what) : std::nullopt;
  if (what) r.used[*what] = true;
  if (table) r.join(*table);
  r.plan.order = number ? plain(*number) : row_count();
}

/// "from smallest to largest", "from oldest to newest": what the first adjective measures, in its direction. False without such an
/// adjective, or for counts; an order by something that no column measures is not read.
inline bool order_by_range(reading& r, cue const& q) {
  if (!r.is_word(q.first, "from") || r.has_cue(cue::kind::count) || r.has_cue(cue::kind::aggregate)) return false;
  for (auto t = q.first + 1; t < q.last && !r.is_word(t, "to"); ++t) {
    auto const* measured = find_superlative(r.word(t));
    if (!measured) measured = find_quality(r.word(t));
    if (!measured) continue;
    auto const direct = measured_in_table(r, measured->columns, r.focus);
    auto column = direct ? direct : measured_in_table(r, measured->reversed_columns, r.focus);
    r.plan.descending = direct.has_value();
    bool const late = is_one_of(measured->adjective, "new late recent"), early = is_one_of(measured->adjective, "old early");
    if (!column && (late || early)) column = time_column(r), r.plan.descending = late;
    if (column) r.plan.order = plain(*column);
    if (!column) r.refuse(q.first, q.last);
    return true;
  }
  auto const* measured = find_quality(r.word(q.last));  // "from best to worst paid"
  auto const column = measured ? measured_in_table(r, measured->columns, r.focus) : std::nullopt;
  if (column) r.plan.order = plain(*column);
  if (column) r.mark_read(q.last, q.last + 1);
  if (!column && !r.next(0, r.size(), &reading::is_number_column)) r.refuse(q.first, q.last);
  return column.has_value();
}

/// "longest first": the only column that is called by a unit of time.
[[nodiscard]] inline std::optional<column_id> lasting(reading const& r, quality const& measured) {
  if (!is_one_of(measured.adjective, "long short")) return {};
  return only_column(r, r.focus, [&r](column_id c) {
    auto const* u = r.resolve.is_number(c) ? unit_of(r, c) : nullptr;
    return u && u->of == dimension::time;
  });
}

/// "cheapest first", "newest first": by what the adjective measures, else by the column that the question compares. False without such a
/// column, or for groups, whose numbers sort them.
inline bool order_by_quality(reading& r, cue const& q) {
  auto const at = r.is_word(q.first, "most") ? q.first + 1 : q.first;
  auto const* measured = at > q.first ? find_quality(r.word(at)) : find_superlative(r.word(at));
  if (!measured || !r.is_word(q.last - 1, "first") || r.has_cue(cue::kind::count) || r.has_cue(cue::kind::aggregate)) return false;
  auto const reversed = measured_in_table(r, measured->reversed_columns, r.focus);
  auto const direct = measured_in_table(r, measured->columns, r.focus);
  if (auto const long_by = !direct && !reversed ? lasting(r, *measured) : std::nullopt) {
    r.plan.order = plain(*long_by);
    r.plan.descending = !is_least(*measured);
    return true;
  }
  bool const late = is_one_of(measured->adjective, "new late recent"), early = is_one_of(measured->adjective, "old early");
  auto const when = !direct && !reversed && (late || early) ? time_column(r) : std::nullopt;
  auto const compared = !direct && !reversed && !when && !late && !early ? r.compared : std::nullopt;
  if (!direct && !reversed && !when && !compared) return false;
  r.plan.order = plain(direct ? *direct : reversed ? *reversed : when ? *when : *compared);
  r.plan.descending = direct ? true : reversed ? false : when ? late : !is_least(*measured);
  return true;
}

/// "sorted by the shop rating": the last of the words that name columns side by side, the first of which may be the table.
inline std::size_t head_of(reading& r, std::size_t key) {
  for (auto more = r.next(r.at(key).last, 0, &reading::is_free_worded_column_first); more;
       more = r.next(r.at(key).last, 0, &reading::is_free_worded_column_first)) {
    r.used[key] = true;
    key = *more;
  }
  return key;
}

/// "Sorted by join date": the only time that is called by the deed, `joined_on`.
inline bool order_by_deed(reading& r, cue const& q) {
  auto const t = q.last;
  if (!r.is_word(t - 1, "by of") || !r.is_word(t + 1, "date time day") || r.next(t, 0, &reading::is_free_column)) return false;
  auto const when = only_column(r, r.focus, [&](column_id c) {
    auto const is_done = [&](std::string_view w) { return is_participle_of(w, r.word(t)); };
    return r.names.is_time(c) && t2s::detail::any_of(r.resolve.words_of(c), is_done);
  });
  if (!when) return false;
  r.plan.order = plain(*when);
  r.mark_read(t, t + 2);
  r.use_within(t, t + 2);
  return true;
}

inline void order_by_column(reading& r, cue const& q) {
  if (order_by_quality(r, q) || order_by_deed(r, q)) return;
  auto key = r.next(q.last, 8, &reading::is_free_column);
  if (key) key = head_of(r, *key);
  if (!key && order_by_range(r, q)) return;
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

/// Whether a token belongs to a key of the order that is read later.
[[nodiscard]] inline bool is_set_aside(reading const& r, std::size_t t) {
  return t2s::detail::any_of(r.said_keys, [t](reading::said_key const& k) { return k.begin <= t && t < k.end; });
}

inline void read_order(reading& r) {
  auto const sorts = [&r](cue const& q) {
    bool const is_order = q.is == cue::kind::order || q.is == cue::kind::descending || q.is == cue::kind::ascending;
    return is_order && !is_set_aside(r, q.first);
  };
  auto const* found = t2s::detail::find_if(r.question.cues, sorts);
  if (r.plan.order || !found) return;
  auto const& q = *found;
  r.cue_used[static_cast<std::size_t>(found - r.question.cues.data())] = true;
  r.plan.descending =
      t2s::detail::any_of(r.question.cues, [&r](cue const& x) { return x.is == cue::kind::descending && !is_set_aside(r, x.first); });
  for (auto t = q.first; t < q.last + 2; ++t)
    if (r.word(t).starts_with("desc") || r.word(t).starts_with("decreas")) r.plan.descending = true;
  if (auto const count = r.cue_after(q.last, 4, cue::kind::count); count && !r.cue_after(q.last, 2, cue::kind::aggregate))
    order_by_count(r, *count);
  else
    order_by_column(r, q);
}

}  // namespace t2s::reader::detail

#endif
