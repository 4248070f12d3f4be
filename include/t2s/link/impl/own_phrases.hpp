// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_OWN_PHRASES_HPP
#define T2S_LINK_IMPL_OWN_PHRASES_HPP

#include "t2s/link/lexical.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace t2s::link::detail {

/// The phrases of the user's dictionary in a question. They count more than names that happen to be said by the same words.
inline void add_own_phrases(lexicon const& names, std::span<retrieve::token const> tokens, std::vector<link>& out) {
  static constexpr double certain = 1.2;
  for (auto const& p : names.phrases())
    for (std::size_t i = 0; i + p.lemmas.size() <= tokens.size(); ++i) {
      auto const said = tokens.subspan(i, p.lemmas.size());
      if (!std::ranges::equal(said, p.lemmas, {}, &retrieve::token::lemma)) continue;
      out.push_back({p.means.is_table() ? link::kind::table : link::kind::column, p.means, i, i + p.lemmas.size(), certain, {}});
    }
}

}  // namespace t2s::link::detail

#endif
