// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TOKEN_IPP
#define T2S_SQL_DETAIL_TOKEN_IPP

#include "t2s/sql/detail/lexer.hpp"
#include "t2s/sql/detail/token.hpp"

#include <algorithm>

namespace t2s::sql {

T2S_DECL void tokenize(std::string const& text, grammar const& in, std::vector<token>& into) { into.resize(in.reader->lex(text, into)); }

T2S_DECL std::string_view name_of(token_kind kind) noexcept { return detail::kind_names[static_cast<std::size_t>(kind)]; }

T2S_DECL bool is_plain_name(std::string_view word) noexcept {
  auto const has = [](char c, unsigned bits) { return (detail::class_of(c) & bits) != 0; };
  if (word.empty() || !has(word.front(), detail::letter)) return false;
  if (!std::all_of(word.begin(), word.end(), [&](char c) { return has(c, detail::word_bits); })) return false;
  return detail::keywords_of<dialect::sqlite>.find(word, detail::key_of(word)) == token_kind::name;
}

}  // namespace t2s::sql

#endif
