// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_CLAUSES_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_CLAUSES_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"

/// Clauses of a question that are neither its subject nor its conditions: what it wants to see ("Give the name and the price."), and that
/// nothing is to be left out ("closed ones included").
namespace t2s::reader::detail {

/// Tokens [first, last) between two marks.
struct clause {
  std::size_t first = 0, last = 0;
};

/// Whether a mark ends a clause; a sentence, if commas do not count. A hyphen within a word does neither.
[[nodiscard]] inline bool ends_clause(reading const& r, std::size_t t, bool sentence) {
  auto const& token = r.token(t);
  if (token.is != retrieve::token::kind::mark || token.text.empty()) return false;
  if (token.text == "-") return t > 0 && t + 1 < r.size() && r.token(t - 1).end < token.begin && token.end < r.token(t + 1).begin;
  if (token.text == ".") return t + 1 >= r.size() || r.token(t + 1).capital;  // but "the Comp. Sci. department"
  bool const sign = token.text == "?" || token.text == ":" || token.text == ";" || token.text == "!";
  bool const dash = token.text == "\u2013" || token.text == "\u2014", bracket = token.text == "(" || token.text == ")";
  return sign || dash || bracket || (!sentence && token.text == ",");
}

[[nodiscard]] inline std::vector<clause> clauses_of(reading const& r, bool sentences) {
  std::vector<clause> all;
  for (std::size_t t = 0, first = 0; t <= r.size(); ++t) {
    if (t < r.size() && !ends_clause(r, t, sentences)) continue;
    if (t > first) all.push_back({first, t});
    first = t + 1;
  }
  return all;
}

inline void set_aside(reading& r, clause const& c) {
  r.use_within(c.first, c.last);
  r.use_cues_within(c.first, c.last);
  r.mark_read(c.first, c.last);
}

/// Whether a clause asks for a column, or for another value of a column that the rest restricts: "include the email, too", "those in Bonn
/// as well".
[[nodiscard]] inline bool asks_for_more(reading const& r, clause const& c, bool ones) {
  auto const is_inside = [&](std::size_t i) { return c.first <= r.at(i).first && r.at(i).first < c.last; };
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    if (!is_inside(i)) continue;
    if (!ones && r.is_free_column(i) && !r.is_table_first(i) && !r.names.flag_value(r.column_at(i), true)) return true;
    if (!r.is_free_value(i)) continue;
    for (std::size_t k = 0; k < r.used.size(); ++k)
      if (!is_inside(k) && r.is_free_value(k) && r.at(k).option(kind::value)->where == r.at(i).option(kind::value)->where) return true;
  }
  return false;
}

/// "closed ones included", "the cancelled ones count too", "counting closed shops as well", "whatever their status": nothing restricts.
[[nodiscard]] inline bool leaves_nothing_out(reading const& r, clause const& c) {
  auto const [first, last] = c;
  if (r.is_word(first, "whatever whichever regardless irrespective")) return true;
  if (r.is_word(first, "no") && r.is_word(first + 1, "matter")) return true;
  bool const also = r.is_word(last - 1, "too") || (r.is_word(last - 1, "well") && r.is_word(last - 2, "as"));
  bool const ones = r.any_word(first, last, "ones");
  bool const adds = r.is_word(first, "count counting include including keep keeping");
  if (last - first < 2 || asks_for_more(r, c, ones)) return false;
  if (r.is_word(last - 1, "included inclusive")) return ones || r.any_word(first, last, "limits ends bounds both");
  return (also && (adds || ones)) || (adds && ones && r.is_word(first, "counting including"));
}

/// "including those without any", "show the empty ones with zero", "if a shop has none": groups without rows are wanted, too.
[[nodiscard]] inline bool keeps_empty(reading const& r, clause const& c) {
  bool const none = r.any_word(c.first, c.last, "without none no zero 0");
  bool const zero = r.any_word(c.first, c.last, "zero 0") && r.any_word(c.first, c.last, "show keep include list count with as give");
  return zero || (none && r.is_word(c.first, "including include even also keep if"));
}

/// "Leave out shops without orders", "only shops with orders": nothing else is left of groups that are joined with these rows.
[[nodiscard]] inline bool leaves_out_empty(reading const& r, clause const& c) {
  auto t = c.first;
  if (r.is_word(t, "leave") && r.is_word(t + 1, "out")) ++t;
  bool const drops = t > c.first || r.is_word(t, "skip omit exclude ignore drop"), only = r.is_word(t, "only just");
  auto const what = r.find_word(t + 1, c.last, drops ? "without no" : "with who that having");
  if (!(drops || only) || what == c.last) return false;
  if (r.is_word(what + 1, "any") && what + 2 == c.last) return true;
  auto const rows = r.next(what + 1, c.last - what - 1, [&](std::size_t i) { return r.is_table(i) && r.at(i).last == c.last; });
  if (!rows) return false;
  auto const counted = r.at(*rows).option(kind::table)->where;
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    bool const outside = r.at(i).first < c.first || r.at(i).first >= c.last;
    auto const* o = outside ? r.at(i).option(kind::table) : nullptr;
    if (o && o->where == counted) return true;
  }
  return false;
}

/// "each name once", "without duplicates"
[[nodiscard]] inline bool asks_once(reading const& r, clause const& c) {
  bool const each = r.is_word(c.first, "each every") && r.is_word(c.last - 1, "once") && c.last - c.first < 6;
  return each || (c.last == c.first + 2 && r.is_word(c.first, "without no") && r.is_word(c.first + 1, "duplicates repeats repetitions"));
}

/// Sets such clauses aside; the first tells nothing else only if others follow.
inline void read_inclusions(reading& r) {
  auto const all = clauses_of(r, false);
  bool const groups = r.has_cue(cue::kind::each);
  for (auto const& c : all) {
    if (all.size() < 2) return;
    if (asks_once(r, c)) {
      set_aside(r, c);
      r.each_once = true;
      continue;
    }
    bool const empty = groups && keeps_empty(r, c);
    if (!(empty || leaves_nothing_out(r, c) || (groups && leaves_out_empty(r, c)))) continue;
    set_aside(r, c);
    if (!empty) continue;
    if (r.kept_until == 0) r.kept_at = c.first;
    r.kept_until = c.last;
  }
}

/// Whether a token may stand in a list of results: a word of a request, an article, or a connection.
[[nodiscard]] inline bool is_of_list(reading const& r, std::size_t t) {
  return r.is_word(t,
                   "the a an and also both along with plus their its his her each every of for all just i we 'd d ' would have us me my "
                   "them it too as well give show tell list display use return name names date dates day days number numbers how many "
                   "exactly") ||
         r.token(t).is == retrieve::token::kind::mark || request_words.has(r.lemma(t));
}

/// Whether a clause only says what to show: names of columns and tables, and words that list them; fewer other words than names may be
/// unknown.
[[nodiscard]] inline bool only_lists(reading const& r, clause const& c) {
  if (r.is_word(c.first, "how which what who whose where when")) return false;
  std::size_t names = 0, unknown = 0;
  for (auto t = c.first; t < c.last; ++t) {
    bool const full_name = r.is_word(t, "first") && r.is_word(t + 1, "and") && r.is_word(t + 2, "last");
    auto const m = full_name ? std::nullopt : r.mention_of(t);
    if (m) {
      if (r.at(*m).is(kind::value) || r.at(*m).number || r.used[*m]) return false;
      ++names;
      t = r.at(*m).last - 1;
    } else if (full_name || r.is_word(t, "name names date dates")) {
      ++names;
    } else if (!is_of_list(r, t)) {
      if (r.token(t).is != retrieve::token::kind::word || retrieve::is_stop_word(r.token(t)) || r.token(t).capital) return false;
      ++unknown;
    }
  }
  return names > unknown;
}

/// "donations over 500 with donor and amount", "donors from Oslo, with town": the rest of the sentence lists results.
[[nodiscard]] inline bool lists_rest(reading const& r, std::size_t t) {
  if (!r.is_word(t, "with showing")) return false;
  auto last = t + 1;
  while (last < r.size() && !ends_clause(r, last, true)) ++last;
  auto const restricts = [&](std::size_t i) {  // "shops, with parking"
    return r.is_table_first(i) || (r.is_column(i) && r.names.flag_value(r.column_at(i), true));
  };
  bool const several = r.any_word(t + 1, last, "and ,"), apart = t > 1 && r.is_word(t - 1, ",") && !r.next(t + 1, last - t, restricts);
  return (several || apart) && !r.any_word(t + 1, last, "a an no any") && only_lists(r, {t + 1, last});
}

/// "Which members are from Oslo? First and last name, please.": the last sentence lists what to show.
inline void read_list(reading& r) {
  auto const all = clauses_of(r, true);
  if (all.empty()) return;
  auto const at = all.back().first;
  if (all.size() > 1 && !(at > 0 && r.word(at - 1) == ")") && only_lists(r, all.back())) r.listed_from = at;
  if (r.listed_from > 0 || !r.is_word(0, "which who")) return;
  auto const parts = clauses_of(r, false);  // "which members are late, just the names please"
  auto const [first, last] = parts.back();
  bool const begins = parts.size() > 1 && !r.is_word(first, "and or sorted ordered with");
  bool const ends_query = begins && (r.is_word(first, "just only first") || r.is_word(last - 1, "please only"));
  if (ends_query && only_lists(r, {first + (r.is_word(first, "only") ? 1U : 0U), last - (r.is_word(last - 1, "only") ? 1U : 0U)}))
    r.listed_from = first;
}

/// "first and last names": both columns, whatever else is called first.
inline void read_full_names(reading& r) {
  for (std::size_t t = 0; t + 3 < r.size(); ++t) {
    if (!r.is_word(t, "first given") || !r.is_word(t + 1, "and") || !r.is_word(t + 2, "last family") || r.read[t]) continue;
    auto const i = r.mention_of(t + 3);
    if (!i || r.at(*i).is(kind::value) || r.lemma(t + 3) != "name") continue;
    auto const is_last = [&](column_id c) { return has_word(r.resolve.words_of(c), "last") || has_word(r.resolve.words_of(c), "family"); };
    auto const* last = r.resolve.column(r.at(*i), is_last);
    auto const all = last ? r.resolve.names_of(last->where.table) : std::vector<column_id>();
    if (all.size() != 2) continue;
    for (auto const c : all) r.select(t, plain(c));
    r.mark_read(t, t + 4);
    r.use_within(t, t + 4);
  }
}

}  // namespace t2s::reader::detail

#endif
