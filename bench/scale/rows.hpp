// SPDX-License-Identifier: BSL-1.0
// A database of many rows, and the cost of its size.
#pragma once

#include <cstdint>
#include <filesystem>

namespace scale {

/// Makes a file with a table of that many sales, and two small tables to which it refers. Equal numbers give equal files.
void make_rows(std::filesystem::path const& file, std::int64_t rows);

/// Prints the cost of preparing a file and asking it questions; with `indexed` also the cost of an index of its values, and of asking with
/// it.
void measure_rows(std::filesystem::path const& file, bool indexed);

}  // namespace scale
