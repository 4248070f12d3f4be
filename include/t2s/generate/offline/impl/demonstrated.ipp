// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_DEMONSTRATED_IPP
#define T2S_GENERATE_OFFLINE_IMPL_DEMONSTRATED_IPP

#include "t2s/generate/offline/demonstrated.hpp"
#include "t2s/retrieve/skeleton_index.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

namespace t2s::generate::offline {

T2S_DECL std::optional<std::size_t> demonstrated(schema::database const& d, std::string_view question,
                                                 std::span<retrieve::scored_demonstration const> demonstrations) {
  auto const plain = retrieve::plain_question(question);
  for (std::size_t i = 0; i < demonstrations.size(); ++i) {
    if (retrieve::plain_question(demonstrations[i].shown.question) != plain) continue;
    auto const parsed = sql::parse(demonstrations[i].shown.sql);
    if (parsed && sql::resolve(*parsed, d).ok()) return i;
  }
  return {};
}

}  // namespace t2s::generate::offline

#endif
