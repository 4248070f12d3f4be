// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_CORRECTIONS_HPP
#define T2S_RETRIEVE_DETAIL_CORRECTIONS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/detail/samples.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace t2s::retrieve {

// The bodies come with t2s/retrieve/pool.hpp, whose format the files have.

/// The default path of a database's corrections: "shop.sqlite.t2s-corrections" for "shop.sqlite".
[[nodiscard]] T2S_DECL std::string corrections_place(std::string const& database);

/// The corrections in a file, JSON Lines as `read_pool` reads them, each `is_correction`; none if there is no file. Throws as `read_pool`.
[[nodiscard]] T2S_DECL std::vector<demonstration> read_corrections(std::string const& file);

/// Writes the corrections of a file, in the place of those that it has, all or nothing. Throws `error` with `file_unwritable`. Not for
/// several writers at the same time: one of them would be lost.
T2S_DECL void write_corrections(std::string const& file, std::vector<demonstration> const& all);

/// Keeps a correction in a file, in the place of one of the same question (`plain_question`) and database; one without a database is of
/// any. Throws what `read_corrections` and `write_corrections` throw.
T2S_DECL void keep_correction(std::string const& file, demonstration const& of);

/// Removes the correction of a question. Returns false, and changes nothing, if there is none. Throws as `keep_correction`.
[[nodiscard]] T2S_DECL bool remove_correction(std::string const& file, std::string_view question);

}  // namespace t2s::retrieve

#endif
