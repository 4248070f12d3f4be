// SPDX-License-Identifier: BSL-1.0
// What bench_scale does.
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace scale {

/// Makes OUT/database/all/all.sqlite of the databases, and OUT/dev.json of the questions. `sources` alternates a file of questions and the
/// folder of their databases; a table of the whole is called DATABASE, `between`, TABLE.
int merge(std::filesystem::path const& out, std::span<char* const> sources, std::string const& between);

/// What the recall of tables and columns is measured with, beside the words of names.
struct recall_options {
  bool values = false, vectors = false;
};

/// Prints which share of the tables and columns of the gold statements is chosen within budgets of tokens.
int recall(std::filesystem::path const& from, recall_options with);

}  // namespace scale
