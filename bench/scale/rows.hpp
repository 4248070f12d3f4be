// SPDX-License-Identifier: BSL-1.0
// A database of many rows, and what its size costs.
#pragma once

#include <cstdint>
#include <filesystem>

namespace scale {

/// Makes a file with a table of so many sales and two small ones that it refers to: the same file for the same number.
void make_rows(std::filesystem::path const& file, std::int64_t rows);

/// Prints what it costs to prepare a file and to ask it questions; with `indexed` also to make an index of its values, and the same with
/// it.
void measure_rows(std::filesystem::path const& file, bool indexed);

}  // namespace scale
