// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_TABLE_SAMPLE_HPP
#define T2S_KNOWLEDGE_TABLE_SAMPLE_HPP

#include "t2s/db/result.hpp"

#include <cstddef>
#include <string>

namespace t2s {

/// Rows of one table, chosen for the prompt.
struct table_sample {
  std::string table{};       ///< its name
  db::rows shown{};          ///< the rows, with all columns
  std::size_t left_out = 0;  ///< rows of the table that were looked at and are not shown
};

}  // namespace t2s

#endif
