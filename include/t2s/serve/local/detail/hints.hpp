// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_LOCAL_DETAIL_HINTS_HPP
#define T2S_SERVE_LOCAL_DETAIL_HINTS_HPP

#include "t2s/offline/reader/detail/follow_up_reading.hpp"
#include "t2s/offline/repair/detail/near_names.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/serve/operations/detail/hints.hpp"

#include <optional>
#include <string>
#include <utility>

namespace t2s::serve {

/// Hints from similar names and the rules of repair.
[[nodiscard]] inline hints local_hints() {
  return {repair::near_tables, repair::near_columns,
          [](std::string const& sql, failure const& why, schema::database const& d) -> std::optional<proposal> {
            auto step = repair::suggest_repair(sql, why, d);
            if (!step) return {};
            return proposal{std::move(step->sql), std::move(step->why)};
          },
          reader::needs_earlier};
}

}  // namespace t2s::serve

#endif
