// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_KNOWLEDGE_RETRIEVAL_HPP
#define T2S_SYSTEMS_TCSR_SQL_KNOWLEDGE_RETRIEVAL_HPP

#include "t2s/retrieve/encoding_knowledge.hpp"
#include "t2s/systems/tcsr_sql/fuzzy_detection.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace t2s::tcsr {

/// TCSR-SQL's knowledge retrieval (section 3.2, algorithm 2, lines 2 to 9): a Seed SQL that found one value is knowledge about the keyword
/// of the question; one that found several or none is dropped. Each piece once, in the order of the seeds.
[[nodiscard]] inline std::vector<retrieve::knowledge> retrieve_knowledge(detected_keyword const& found, std::string const& database) {
  std::vector<retrieve::knowledge> learnt;
  for (auto const& seed : found.results) {
    if (seed.values.size() != 1) continue;
    retrieve::knowledge k{found.keyword.text, database, found.keyword.table, seed.column, seed.values.front()};
    if (std::find(learnt.begin(), learnt.end(), k) == learnt.end()) learnt.push_back(std::move(k));
  }
  return learnt;
}

}  // namespace t2s::tcsr

#endif
