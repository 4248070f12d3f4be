// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_QUESTION_SKELETON_IPP
#define T2S_RETRIEVE_DETAIL_QUESTION_SKELETON_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/sql/detail/token.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>

namespace t2s::retrieve {
namespace detail {

inline constexpr std::size_t longest_span = 5;

inline bool has_only_stop_words(std::span<token const> span) {
  return t2s::detail::all_of(span, [](token const& t) { return t.is == token::kind::mark || is_stop_word(t.lemma); });
}

/// One form of each unmasked word, and a `mask` for each run of the others.
inline std::vector<std::string> unmasked_words(std::span<token const> tokens, std::vector<bool> const& masked, std::string token::* form) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (!masked[i])
      out.push_back(tokens[i].*form);
    else if (out.empty() || out.back() != mask)
      out.emplace_back(mask);
  return out;
}

}  // namespace detail

T2S_DECL std::vector<std::string> question_skeleton(std::span<token const> tokens, std::vector<bool> const& masked) {
  return detail::unmasked_words(tokens, masked, &token::lemma);
}

T2S_DECL std::string skeleton_text(std::span<token const> tokens, std::vector<bool> const& masked) {
  return text::join(detail::unmasked_words(tokens, masked, &token::text), " ");
}

T2S_DECL void mask_words::add_name(std::string_view name) {
  auto const words = lemmas_of_name(name);
  for (std::size_t first = 0; first < words.size(); ++first)
    for (std::size_t n = 1; n <= std::min(words.size() - first, detail::longest_span); ++n)
      if (static_cast<double>(n) >= share_ * static_cast<double>(words.size())) spans_[text::join({&words[first], n}, " ")] = true;
}

T2S_DECL void mask_words::add_names(schema::database const& d) {
  for (auto const& t : d.tables()) {
    add_name(t.name);
    for (auto const& c : t.columns) add_name(c.name);
  }
}

T2S_DECL void mask_words::add_value(std::string_view value) {
  std::vector<std::string> words;
  for (auto& t : tokens_of(value)) words.push_back(std::move(t.lemma));
  if (!words.empty()) spans_[text::join(words, " ")] = true;
}

T2S_DECL void mask_words::add_sql(std::string_view sql, sql::grammar const& in) { add(sql, in, true); }

T2S_DECL void mask_words::add_literals(std::string_view sql, sql::grammar const& in) { add(sql, in, false); }

T2S_DECL void mask_words::add(std::string_view sql, sql::grammar const& in, bool with_names) {
  std::string const text(sql);
  std::vector<sql::token> tokens;
  sql::tokenize(text, in, tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    auto const& t = tokens[i];
    bool const calls = i + 1 < tokens.size() && tokens[i + 1].kind == sql::token_kind::lparen && t.quoted == sql::quote::none;
    if (t.kind == sql::token_kind::string || (t.quoted == sql::quote::twofold && in.dialect == sql::dialect::sqlite))
      add_value(sql::content_of(t));
    bool const keyword = t.kind >= sql::token_kind::current_date && t.kind < sql::token_kind::name;
    bool const names = t.kind == sql::token_kind::name || (keyword && i > 0 && tokens[i - 1].kind == sql::token_kind::dot);
    if (with_names && names && !calls) add_name(sql::content_of(t));
  }
}

T2S_DECL std::vector<bool> mask_words::masked(std::span<token const> tokens) const {
  std::vector<bool> out(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::string key;
    for (std::size_t n = 1; n <= std::min(detail::longest_span, tokens.size() - i); ++n) {
      key += (n == 1 ? "" : " ") + tokens[i + n - 1].lemma;
      if (spans_.contains(key) && !detail::has_only_stop_words(tokens.subspan(i, n)))
        std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(i), n, true);
    }
    if (tokens[i].is == token::kind::number || tokens[i].is == token::kind::quoted) out[i] = true;
  }
  return out;
}

}  // namespace t2s::retrieve

#endif
