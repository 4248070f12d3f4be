// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_REPAIR_SET_HPP
#define T2S_LAB_EVALUATION_DETAIL_REPAIR_SET_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/evaluation/predictions.hpp"

#include <string>
#include <string_view>

namespace t2s::evaluation {

/// Wrong SQL, as predictions, and its correction.
struct repair_set {
  gold_set gold{};          ///< issues with the right SQL; `ids` are complete
  prediction_set issues{};  ///< the wrong SQL; `warnings` say what was left out
};

/// Reads JSON Lines in the form of BIRD-CRITIC (Li et al., SWE-SQL, 2025): objects with `db_id`, `query` (what the user says), `issue_sql`
/// and `sol_sql`, each one statement or a list of it, and perhaps `instance_id`. Issues of several statements, and those that do not only
/// read, are left out. Test cases in Python are not run: results are compared instead.
///
/// Throws `error` with `malformed_data`, which names the line, and if nothing is left.
[[nodiscard]] T2S_DECL repair_set parse_repair_set(std::string_view content, std::string_view name);
/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL repair_set read_repair_set(std::string const& path);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/repair_set.ipp"
#endif

#endif
