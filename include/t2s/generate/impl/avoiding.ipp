// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_AVOIDING_IPP
#define T2S_GENERATE_IMPL_AVOIDING_IPP

#include "t2s/generate/avoiding.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/visit.hpp"

namespace t2s::generate {

T2S_DECL std::string forbidden_syntax::found_in(std::string_view sql, schema::database const& d) const {
  auto const parsed = sql::parse(sql, d);
  if (!parsed) return {};
  bool joins = false, stars = false;
  sql::visit(parsed->root(), [&](sql::node const& n) {
    joins |= n.kind == sql::kind::join && n.has(sql::flag::left);
    stars |= n.kind == sql::kind::columns && n.find(sql::kind::star) != nullptr;
  });
  joins = joins && left_join;
  stars = stars && select_star;
  if (joins && stars) return "LEFT JOIN and SELECT *";
  return joins ? "LEFT JOIN" : stars ? "SELECT *" : "";
}

}  // namespace t2s::generate

#endif
