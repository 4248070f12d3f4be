// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_REPAIR_TEXT_IPP
#define T2S_GENERATE_IMPL_REPAIR_TEXT_IPP

#include "t2s/generate/repair_text.hpp"
#include "t2s/link/unknown_text.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/visit.hpp"

#include <utility>

namespace t2s::generate {

T2S_DECL std::optional<repaired> repair_text(std::string_view sql, link::lexicon const& names) {
  auto parsed = sql::parse(sql);
  if (!parsed) return {};
  auto const found = link::find_unknown_text(*parsed, names);
  if (!found) return {};
  auto why = found->text();
  sql::transform(*parsed, [&](sql::node& n) {
    if (&n != found->at) return &n;
    auto const how = n.name.quoted;
    n.name = parsed->make_literal(found->nearest);
    n.name.quoted = how;
    return &n;
  });
  return repaired{sql::print(*parsed), std::move(why)};
}

}  // namespace t2s::generate

#endif
