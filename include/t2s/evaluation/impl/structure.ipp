// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_STRUCTURE_IPP
#define T2S_EVALUATION_IMPL_STRUCTURE_IPP

#include "t2s/evaluation/structure.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"
#include "t2s/sql/skeleton.hpp"

namespace t2s::evaluation {

T2S_DECL overlap overlap_of(std::vector<std::string> const& gold, std::vector<std::string> const& predicted) {
  overlap o{0, predicted.size(), gold.size()};
  for (auto g = gold.begin(), p = predicted.begin(); g != gold.end() && p != predicted.end();) {
    auto const order = g->compare(*p);
    if (order == 0) ++o.common;
    if (order <= 0) ++g;
    if (order >= 0) ++p;
  }
  return o;
}

T2S_DECL query_structure structure_of(std::string_view sql, schema::database const& d) {
  auto const q = sql::parse(sql);
  if (!q) return {};
  auto const entities = sql::entities_of(*q, d);
  return {true, sql::skeleton(*q, sql::skeleton_mode::dac), sql::skeleton(*q, sql::skeleton_mode::scoped), entities.table_names(),
          entities.column_names()};
}

T2S_DECL structure compare_structure(query_structure const& gold, query_structure const& predicted) {
  bool const both = gold.parsed && predicted.parsed;
  return {predicted.parsed, both && gold.dac_skeleton == predicted.dac_skeleton, both && gold.scoped_skeleton == predicted.scoped_skeleton,
          overlap_of(gold.tables, predicted.tables), overlap_of(gold.columns, predicted.columns)};
}

}  // namespace t2s::evaluation

#endif
