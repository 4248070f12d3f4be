// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_NEAR_VALUES_IPP
#define T2S_RETRIEVE_LINK_DETAIL_NEAR_VALUES_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/retrieve/detail/hit.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/link/detail/names_used.hpp"
#include "t2s/retrieve/link/detail/near_values.hpp"
#include "t2s/sql/detail/token.hpp"

#include <algorithm>
#include <utility>

namespace t2s::link {

namespace detail {

inline constexpr std::size_t bytes_looked_at = 100;
inline constexpr std::size_t shortest_word = 3;

/// Runs of letters and digits.
inline std::vector<std::string_view> plain_words(std::string_view s) {
  auto const in_word = [](char c) { return text::is_letter(c) || text::is_digit(c); };
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < s.size();) {
    auto end = i;
    while (end < s.size() && in_word(s[end])) ++end;
    if (end > i) words.push_back(s.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return words;
}

inline double letters_shared(std::string_view a, std::string_view b) {
  auto const longer = std::max(a.size(), b.size());
  if (std::min(a.size(), b.size()) * 2 < longer) return 0;
  auto const share = 1 - static_cast<double>(text::edit_distance(a, b)) / static_cast<double>(longer);
  return share >= 0.5 ? share : 0;
}

}  // namespace detail

T2S_DECL asked_words::asked_words(std::string_view question, std::string_view sql, sql::grammar const& in) {
  for (auto const& t : retrieve::tokens_of(question))
    if (t.is != retrieve::token::kind::mark && !retrieve::is_stop_word(t.lemma)) add(t.text);
  std::string const text(sql);
  std::vector<sql::token> tokens;
  sql::tokenize(text, in, tokens);
  for (auto const& t : tokens) {
    bool const is_text = t.kind == sql::token_kind::string || (t.quoted == sql::quote::twofold && in.dialect == sql::dialect::sqlite);
    if (is_text || t.kind == sql::token_kind::number) add(sql::content_of(t));
  }
  std::sort(whole_.begin(), whole_.end());
}

T2S_DECL void asked_words::add(std::string_view words) {
  auto lowered = text::lower(words.substr(0, detail::bytes_looked_at));
  for (auto const word : detail::plain_words(lowered))
    if (word.size() >= detail::shortest_word) by_first_[word.front()].emplace_back(word);
  if (!lowered.empty()) whole_.push_back(std::move(lowered));
}

T2S_DECL double asked_words::nearness(value const& v) const {
  if (v.is_null() || v.bytes()) return 0;
  auto const stored = text::lower(v.text() ? std::string_view(*v.text()).substr(0, detail::bytes_looked_at) : to_string(v));
  if (std::binary_search(whole_.begin(), whole_.end(), stored)) return 2;
  if (!v.text()) return 0;
  double best = 0;
  for (auto const word : detail::plain_words(stored)) {
    auto const known = by_first_.find(word.front());
    if (known == by_first_.end() || word.size() < detail::shortest_word) continue;
    for (auto const& asked : known->second) best = std::max(best, detail::letters_shared(asked, word));
  }
  return best;
}

T2S_DECL std::vector<value> asked_words::nearest(std::vector<std::vector<value>> const& rows, std::size_t most) const {
  std::vector<retrieve::hit> hits;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!rows[i].empty()) hits.push_back({i, nearness(rows[i].front())});
  std::vector<value> out;
  for (auto const& h : retrieve::best_of(hits, most)) out.push_back(rows[h.demonstration].front());
  return out;
}

}  // namespace t2s::link

#endif
