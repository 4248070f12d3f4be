// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_MENTIONS_HPP
#define T2S_GENERATE_OFFLINE_MENTIONS_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/offline/cues.hpp"
#include "t2s/link/lexical.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace t2s::generate::offline {

/// A piece of a question that names something, or a number, with all that it may name. No two mentions overlap.
struct mention {
  std::size_t first = 0, last = 0;    ///< tokens [first, last)
  std::vector<link::link> options{};  ///< best first; empty for a number that names nothing
  std::optional<double> number{};     ///< the number that it is, if it is one
  std::string_view digits{};          ///< of the number, as SQL writes it

  /// Whether its best reading is of that kind.
  [[nodiscard]] bool is(link::link::kind k) const { return !options.empty() && options.front().is == k; }
  /// The best reading of that kind, or nullptr.
  [[nodiscard]] link::link const* option(link::link::kind k) const {
    for (auto const& o : options)
      if (o.is == k) return &o;
    return nullptr;
  }
};

/// A question made ready for reading: what it names, and the words that say what to do with it.
struct material {
  link::links const* linked = nullptr;  ///< what the words may mean
  std::vector<mention> mentions{};      ///< names, values and numbers, in their order
  std::vector<cue> cues{};              ///< words that say what to do, in their order

  /// The token at a place.
  [[nodiscard]] retrieve::token const& token(std::size_t i) const { return linked->tokens[i]; }
  /// How many tokens there are.
  [[nodiscard]] std::size_t size() const { return linked->tokens.size(); }
};

/// Chooses among overlapping links: longer and better ones win, and what covers the same words stays as an option. Cues inside a name
/// that has further words are dropped ("maximum" in a column `max_speed` that the question calls "maximum speed"). `l` must outlive the
/// result.
[[nodiscard]] T2S_DECL material material_of(link::links const& l);

}  // namespace t2s::generate::offline

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/offline/impl/mentions.ipp"
#endif

#endif
