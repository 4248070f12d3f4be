// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPAIR_IMPL_TOKEN_EDITS_HPP
#define T2S_REPAIR_IMPL_TOKEN_EDITS_HPP

#include "t2s/core/text.hpp"
#include "t2s/sql/internal/token.hpp"

#include <string>
#include <string_view>
#include <vector>

/// Edits of SQL that no parser takes, by its tokens.
namespace t2s::repair {

inline std::vector<sql::token> tokens_of(std::string const& text, sql::grammar const& in) {
  std::vector<sql::token> all;
  sql::tokenize(text, in, all);
  while (!all.empty() && all.back().size == 0) all.pop_back();
  return all;
}

/// A name as it is without its quotes; other tokens as they stand.
inline std::string without_quotes(sql::token const& t) {
  return t.kind == sql::token_kind::string ? std::string(t.view()) : sql::content_of(t);
}

template <class... Words>
bool is_any(sql::token const& t, Words... of) {
  return (text::same(t.view(), of) || ...);
}

/// A piece of a text and what replaces it. Pieces are in the order of the text and do not overlap.
struct change {
  std::string_view piece{};
  std::string by{};
};

inline std::string changed(std::string const& text, std::vector<change> const& all) {
  std::string out;
  auto const* copied = text.data();
  for (auto const& c : all) {
    out.append(copied, c.piece.data()).append(c.by);
    copied = c.piece.data() + c.piece.size();
  }
  return out.append(copied, text.data() + text.size());
}

}  // namespace t2s::repair

#endif
