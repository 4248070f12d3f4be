// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_READING_IPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_READING_IPP

#include "t2s/offline/reader/detail/follow_up/rules.hpp"
#include "t2s/offline/reader/detail/follow_up_reading.hpp"

#include <string>
#include <utility>

namespace t2s::reader {

T2S_DECL bool refers_back(link::linked_question const& asked) {
  return asked.earlier && asked.names && detail::follow_up::refers_back(detail::follow_up::phrase(asked));
}

T2S_DECL bool needs_earlier(link::linked_question const& asked) {
  return asked.names && detail::follow_up::needs_earlier(detail::follow_up::phrase(asked));
}

T2S_DECL std::optional<filled> read_follow_up(link::linked_question const& asked) {
  if (!refers_back(asked)) return {};
  auto const& d = asked.names->schema();
  auto const earlier = detail::follow_up::clause_reader(d).read(*asked.earlier);
  if (!earlier) return {};
  for (auto const rule : detail::follow_up::rules) {
    detail::follow_up::statement_editor e(asked, *earlier);
    if (!rule(e)) continue;
    auto sql = e.sql.empty() ? detail::follow_up::to_sql(e.now, d) : std::optional(e.sql);
    if (!sql) return {};  // a later rule would answer something else
    if (*sql == detail::follow_up::to_sql(*earlier, d)) continue;
    auto out = std::move(e.read);
    out.sql = *std::move(sql);
    out.skeleton = 0;
    out.asks_for_missing.clear();
    out.with_values.clear();
    out.follows = std::move(e.why);
    return out;
  }
  return {};
}

}  // namespace t2s::reader

#endif
