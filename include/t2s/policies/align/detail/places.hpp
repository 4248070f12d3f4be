// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_DETAIL_PLACES_HPP
#define T2S_POLICIES_ALIGN_DETAIL_PLACES_HPP

#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/link/detail/names_used.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::align::detail {

inline alignment unaligned(std::string_view question, std::vector<retrieve::token> const& tokens) {
  alignment out;
  for (auto const& t : tokens) {
    out.emplace_back();
    out.back().token = question.substr(t.begin, t.end - t.begin);
  }
  return out;
}

inline entity entity_at(knowledge::column_id where, schema::database const& d) {
  auto const& t = d.tables()[where.table];
  return {t.name, where.is_table() ? "" : t.columns[where.column].name};
}

/// The ids of tables and columns that the SQL uses.
inline std::set<knowledge::column_id> used_columns(std::string_view sql, schema::database const& d) {
  std::set<knowledge::column_id> places;
  auto const parsed = sql::parse(sql, d);
  if (!parsed) return places;
  auto const used = link::names_used(*parsed, d);
  for (auto const* t : used.tables) places.insert(knowledge::id_of(d, *t));
  for (auto const& [t, c] : used.columns) places.insert(knowledge::id_of(d, *t, c));
  return places;
}

/// If bytes [begin, end) of a question were read as a name unused by the SQL, and may also mean one that it uses, returns the latter.
inline knowledge::column_id used_instead(knowledge::column_id named, std::size_t begin, std::size_t end, link::links const& all,
                                         std::set<knowledge::column_id> const& used) {
  if (used.contains(named)) return named;
  for (auto const& l : all.found) {
    bool const overlaps = all.tokens[l.first].begin < end && begin < all.tokens[l.last - 1].end;
    if (overlaps && l.score >= 0.9 && used.contains(l.where)) return l.where;
  }
  return named;
}

/// Adds a table or column unless it is listed.
inline void add_once(linked_entities& to, entity const& one) {
  auto const add = [](auto& all, auto const& name) {
    if (std::ranges::find(all, name) == all.end()) all.push_back(name);
  };
  one.column.empty() ? add(to.tables, one.table) : add(to.columns, one);
}

/// A part of a text that says one thing, such as "California refers to state = 'CA'", with its tokens.
struct clause {
  std::string_view text{};
  std::vector<retrieve::token> tokens = retrieve::tokens_of(text);

  /// Tokens [first, last) as written, a quoted text without its quotes.
  [[nodiscard]] std::string_view written(std::size_t first, std::size_t last) const {
    if (last == first + 1 && tokens[first].is == retrieve::token::kind::quoted) return tokens[first].text;
    return text.substr(tokens[first].begin, tokens[last - 1].end - tokens[first].begin);
  }
};

/// The clauses of a text: what is between semicolons, commas, line ends and ends of sentences.
inline std::vector<clause> clauses_of(std::string_view text) {
  std::vector<clause> all;
  for (std::size_t begin = 0, i = 0; i <= text.size(); ++i) {
    bool const last = i == text.size();
    bool const sentence = !last && std::string_view(".?!").find(text[i]) != text.npos && (i + 1 == text.size() || text[i + 1] == ' ');
    if (!last && !sentence && std::string_view(";,\n").find(text[i]) == text.npos) continue;
    if (i > begin) all.push_back({text.substr(begin, i - begin)});
    begin = i + 1;
  }
  return all;
}

/// Tokens [first, last) of a clause or a question.
using token_range = std::pair<std::size_t, std::size_t>;

/// The words of a question that stand for a value in another form, as a clause says: those in both that are nearest to the value, without
/// stop words and the words of names. An empty range if there is none. O(tokens of the clause * tokens of the question).
inline token_range words_for(token_range value, clause const& said, std::vector<retrieve::token> const& question,
                             std::set<std::string> const& names) {
  auto const lemma_at = [&](std::size_t i) -> std::string const& { return said.tokens[i].lemma; };
  auto const place = [&](std::size_t i) { return std::ranges::find(question, lemma_at(i), &retrieve::token::lemma) - question.begin(); };
  auto const means = [&](std::size_t i) {
    bool const in_value = value.first <= i && i < value.second;
    return !in_value && said.tokens[i].is != retrieve::token::kind::mark && !retrieve::is_stop_word(said.tokens[i]) &&
           !names.contains(lemma_at(i)) && place(i) < std::ssize(question);
  };
  auto const n = said.tokens.size();
  auto nearest = n;
  for (std::size_t away = 1; nearest == n && away <= n; ++away)
    if (away <= value.first && means(value.first - away))
      nearest = value.first - away;
    else if (value.second + away <= n && means(value.second + away - 1))
      nearest = value.second + away - 1;
  if (nearest == n) return {};
  auto const at = static_cast<std::size_t>(place(nearest));
  token_range words{at, at + 1};
  for (auto i = nearest; i > 0 && words.first > 0 && means(i - 1) && question[words.first - 1].lemma == lemma_at(i - 1); --i) --words.first;
  for (auto i = nearest + 1; i < n && words.second < question.size() && means(i) && question[words.second].lemma == lemma_at(i); ++i)
    ++words.second;
  return words;
}

/// The words of a column's name and of its table's, as lemmas.
inline std::set<std::string> words_of_names(entity const& of) {
  std::set<std::string> all;
  for (auto const* name : {&of.table, &of.column})
    for (auto& word : retrieve::lemmas_of_name(*name)) all.insert(std::move(word));
  return all;
}

/// A question's own words, and the evidence that `asked_text` puts after them.
inline std::pair<std::string_view, std::string_view> without_evidence(std::string_view question) {
  static constexpr std::string_view before = " Evidence: ";
  auto const at = question.find(before);
  return at == question.npos ? std::pair(question, std::string_view())
                             : std::pair(question.substr(0, at), question.substr(at + before.size()));
}

/// Aligns the words [first, last) that mean nothing yet.
inline void align_words(alignment& all, token_range words, entity const& to) {
  for (auto i = words.first; i < words.second; ++i)
    if (all[i].to == aligned::nothing) all[i].schema = to, all[i].to = aligned::value;
}

}  // namespace t2s::align::detail

#endif
