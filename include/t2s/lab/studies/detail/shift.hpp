// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_SHIFT_HPP
#define T2S_LAB_STUDIES_DETAIL_SHIFT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/studies/detail/shift_plan.hpp"
#include "t2s/pipeline/detail/samples.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace t2s::studies {

/// A shifted database and the questions that are still answerable over it.
struct shifted_database {
  shift_plan plan{};                       ///< what became of it
  std::vector<demonstration> questions{};  ///< in the words of the shift, with their SQL over the shifted file
  std::vector<std::size_t> kept{};         ///< the place of each among the questions that were given
};

/// Writes a shifted copy of an SQLite file and the questions over it. A question is kept if its SQL, rewritten, returns on the copy what it
/// returned on the original, with recoded values in their new form; both are executed. `to` must not exist. Thread safe for different
/// files.
///
/// Throws `error` as opening and reading the original, with `file_unwritable` if the copy cannot be written, and with `invalid_argument`
/// if `to` exists. O(rows + the time of the questions' SQL).
[[nodiscard]] T2S_DECL shifted_database shift_database(std::string const& from, std::string const& to,
                                                       std::vector<demonstration> const& questions, shift_options const& how);

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/shift.ipp"
#endif

#endif
