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

namespace t2s::serve {

/// SQL in the place of a statement that is wrong, and why.
struct proposal {
  std::string sql{};  ///< may have other faults
  std::string why{};  ///< in words
};

/// Who knows what wrong names and statements may mean, for operations that say so; they come from outside, as from `local_hints`. What is
/// empty is not said. Thread safe.
struct hints {
  /// The names that a name which is none may mean, the nearest first.
  using names = std::function<std::vector<std::string>(std::string_view typed, schema::database const&, std::size_t most)>;

  names tables{};   ///< of tables
  names columns{};  ///< of columns, "table.column"
  /// The statement without the one thing that a failure names.
  std::function<std::optional<proposal>(std::string const& sql, failure const& why, schema::database const&)> without{};
};

}  // namespace t2s::serve

#endif
