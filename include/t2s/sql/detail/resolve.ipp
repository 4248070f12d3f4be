// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_RESOLVE_IPP
#define T2S_SQL_DETAIL_RESOLVE_IPP

#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/detail/resolve/analysis.hpp"
#include "t2s/sql/resolve.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

namespace t2s::sql {

namespace detail::resolving {

/// Replaces guesses that were made without a schema by what was found.
class entity_correction {
 public:
  explicit entity_correction(entities& e) : out_(e) {
    for (std::uint32_t i = 0; i < e.tables.size(); ++i) table_at_.add(e.tables[i].at, i);
  }

  void by(resolution const& r) {
    for (auto const& t : r.tables)
      if (auto const i = index_of(t.at); i != column_use::unknown) out_.tables[i].what = t.what;
    by_address found, wrong;
    for (std::size_t i = 0; i < r.columns.size(); ++i) found.add(r.columns[i].at, i);
    for (auto const& p : r.problems) wrong.add(p.at);
    for (auto& use : out_.columns) {
      if (auto const* c = found.find(use.at))
        adopt(use, r.columns[*c], r);
      else if (use.qualifier.empty() && wrong.find(use.at))
        adopt(use, {}, r);
    }
  }

 private:
  void adopt(column_use& use, resolved_column const& c, resolution const& r) const {
    use.what = c.what;
    use.source = c.table == none ? column_use::unknown : index_of(r.tables[c.table].at);
  }

  [[nodiscard]] std::uint32_t index_of(node const* at) const {
    auto const* i = table_at_.find(at);
    return i ? static_cast<std::uint32_t>(*i) : column_use::unknown;
  }

  entities& out_;
  by_address table_at_{};
};

}  // namespace detail::resolving

T2S_DECL resolved_column const* resolution::find(node const& at) const noexcept {
  for (auto const& use : columns)
    if (use.at == &at) return &use;
  return nullptr;
}

T2S_DECL resolution resolve(query const& q, schema::database const& d) {
  namespace r = detail::resolving;
  return std::move(r::analysis(q, d).names);
}

T2S_DECL entities entities_of(query const& q, schema::database const& d) {
  auto found = entities_of(q);
  detail::resolving::entity_correction(found).by(resolve(q, d));
  return found;
}

T2S_DECL bool is_aggregate(std::string_view function, std::size_t arguments) {
  auto const* known = detail::resolving::find_function(function);
  return known && known->aggregates(arguments);
}

}  // namespace t2s::sql

#endif
