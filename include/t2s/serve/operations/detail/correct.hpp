// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_CORRECT_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_CORRECT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/detail/corrections.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/operations/detail/hints.hpp"

#include <boost/json/object.hpp>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::serve {

/// Remembers the right SQL of a question. The SQL must be one statement that reads, that t2s can parse, and that runs over the database.
[[nodiscard]] T2S_DECL operation correct_operation(std::shared_ptr<corrections> kept, hints by = {});

/// The corrections of a database.
[[nodiscard]] T2S_DECL operation list_corrections_operation(std::shared_ptr<corrections> kept);

/// Forgets a correction.
[[nodiscard]] T2S_DECL operation remove_correction_operation(std::shared_ptr<corrections> kept);

/// All three. `kept` must not be null.
[[nodiscard]] inline std::vector<operation> correction_operations(std::shared_ptr<corrections> const& kept, hints by = {}) {
  return {correct_operation(kept, std::move(by)), list_corrections_operation(kept), remove_correction_operation(kept)};
}

/// A correction in JSON: id, database, question, sql.
[[nodiscard]] T2S_DECL boost::json::object correction_json(demonstration const& one, std::string_view database);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/operations/detail/correct.ipp"
#endif

#endif
