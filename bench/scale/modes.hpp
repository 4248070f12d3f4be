// SPDX-License-Identifier: BSL-1.0
// The modes of bench_scale.
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace scale {

/// Makes OUT/database/all/all.sqlite from the databases, and OUT/dev.json from the questions. `sources` alternates a file of questions and
/// the folder of their databases; a table of the merged database is called DATABASE, `between`, TABLE.
int merge(std::filesystem::path const& out, std::span<char* const> sources, std::string const& between);

/// The measured sources of recall, in addition to the words of names.
struct recall_options {
  bool values = false, vectors = false;
};

/// Prints the share of the gold statements' tables and columns that is chosen within budgets of tokens.
int recall(std::filesystem::path const& from, recall_options with);

}  // namespace scale
