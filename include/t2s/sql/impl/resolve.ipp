// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_RESOLVE_IPP
#define T2S_SQL_IMPL_RESOLVE_IPP

#include "t2s/sql/impl/resolve/expand.hpp"
#include "t2s/sql/impl/resolve/reading.hpp"
#include "t2s/sql/impl/resolve/selects.hpp"
#include "t2s/sql/resolve.hpp"

#include <string>
#include <utility>

namespace t2s::sql {
namespace detail::resolving {

inline std::vector<output_column> outputs_of(body const& b) {
  std::vector<output_column> columns;
  std::size_t n = 0;
  for (auto const& o : b.members.front()->outputs) {
    ++n;
    std::string name(o.name);
    if (name.empty()) name = said("column", std::to_string(n));
    columns.push_back({std::move(name), o.at, o.base});
  }
  return columns;
}

}  // namespace detail::resolving

T2S_DECL resolved_column const* resolution::find(node const& at) const noexcept {
  for (auto const& use : columns)
    if (use.at == &at) return &use;
  return nullptr;
}

T2S_DECL resolution resolve(query const& q, schema::database const& d) {
  namespace r = detail::resolving;
  resolution result;
  r::model model;
  r::findings found;
  r::proposer proposer(d);
  r::reading_rules(found).check(q.root());
  auto& root = r::expander(q, d, model, found, result.tables).statement(q.root());
  r::select_namer(model, found, result, proposer).statement(root);
  result.output = r::outputs_of(root);
  result.problems = found.take();
  for (auto& p : result.problems)
    if (p.what.code == errc::no_such_table && !p.what.subject.empty()) proposer.for_table(p);
  return result;
}

}  // namespace t2s::sql

#endif
