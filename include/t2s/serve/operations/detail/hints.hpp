// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_HINTS_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_HINTS_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::link {

struct linked_question;

}  // namespace t2s::link

namespace t2s::serve {

/// A correction of a wrong statement, and its reason.
struct proposal {
  std::string sql{};  ///< the corrected SQL; may have other faults
  std::string why{};  ///< the reason
};

/// Suggestions for wrong names and statements, which operations add to their failures. They are passed in, for example `local_hints()`. An
/// empty member suggests nothing. Thread safe.
struct hints {
  /// Returns the names that an unknown name may mean, nearest first.
  using names = std::function<std::vector<std::string>(std::string_view typed, schema::database const&, std::size_t most)>;

  names tables{};   ///< the tables that an unknown table may mean
  names columns{};  ///< the columns that an unknown column may mean, "table.column"
  /// Returns the statement with the subject of a failure corrected.
  std::function<std::optional<proposal>(std::string const& sql, failure const& why, schema::database const&)> without{};
  /// Whether a question means nothing without the one before it.
  std::function<bool(link::linked_question const&)> needs_earlier{};
};

}  // namespace t2s::serve

#endif
