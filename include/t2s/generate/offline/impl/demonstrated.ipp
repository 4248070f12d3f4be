// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_DEMONSTRATED_IPP
#define T2S_GENERATE_OFFLINE_IMPL_DEMONSTRATED_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/offline/demonstrated.hpp"
#include "t2s/retrieve/skeleton_index.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

namespace t2s::generate::offline {

T2S_DECL std::optional<std::size_t> demonstrated(schema::database const& d, std::string_view question,
                                                 std::span<retrieve::scored_demonstration const> demonstrations) {
  auto const plain = retrieve::plain_question(question);
  auto const cased = [](std::string_view s) { return text::trim(s.substr(0, s.find_last_not_of(" \t\n\r.?!,;:") + 1)); };
  auto const alike = [&](std::string_view other) { return other == question ? 2 : cased(other) == cased(question) ? 1 : 0; };
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < demonstrations.size(); ++i) {
    auto const& shown = demonstrations[i].shown;
    if (retrieve::plain_question(shown.question) != plain) continue;
    if (best && alike(shown.question) <= alike(demonstrations[*best].shown.question)) continue;
    auto const parsed = sql::parse(shown.sql);
    if (parsed && sql::resolve(*parsed, d).ok()) best = i;
  }
  return best;
}

}  // namespace t2s::generate::offline

#endif
