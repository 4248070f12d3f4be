// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_UNKNOWN_TEXT_IPP
#define T2S_RETRIEVE_LINK_DETAIL_UNKNOWN_TEXT_IPP

#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/retrieve/link/detail/unknown_text.hpp"
#include "t2s/sql/resolve.hpp"

#include <span>
#include <string_view>

namespace t2s::link {

T2S_DECL std::string unknown_text::text() const {
  auto const literal = [this](std::string_view text) { return schema::to_sql(value(text), dialect); };
  return "no row has " + column + " = " + literal(at->name.view()) + "; the nearest stored value is " + literal(nearest);
}

namespace detail {

/// The literals that a node compares with a column; sets `column`.
inline std::span<sql::node const* const> compared_texts(sql::node const& n, sql::node const*& column) {
  bool const equal = n.kind == sql::kind::operation && n.op == sql::op::eq && n.count == 2;
  bool const one_of = n.kind == sql::kind::in && n.count == 2 && n[1].kind == sql::kind::list;
  if ((!equal && !one_of) || n[0].kind != sql::kind::column) return {};
  column = &n[0];
  return equal ? n.children().subspan(1) : n[1].children();
}

}  // namespace detail

T2S_DECL std::optional<unknown_text> find_unknown_text(sql::query const& q, knowledge::lexicon const& names) {
  auto const found = sql::resolve(q, names.schema());
  std::optional<unknown_text> out;
  sql::visit(q.root(), [&](sql::node const& n) {
    sql::node const* column = nullptr;
    auto const texts = detail::compared_texts(n, column);
    auto const* use = column ? found.find(*column) : nullptr;
    if (!use || !use->base.column) return sql::walk::into;
    auto const where = knowledge::id_of(names.schema(), *use->base.table, use->base.column);
    if (!names.is_complete(where)) return sql::walk::into;
    for (auto const* t : texts) {
      if (t->kind != sql::kind::string || names.holds(where, t->name.view())) continue;
      auto const meant = names.nearest(t->name.view(), where);
      if (!meant) continue;
      out = unknown_text{t, use->base.table->name + "." + use->base.column->name, meant->text, q.dialect()};
      return sql::walk::stop;
    }
    return sql::walk::into;
  });
  return out;
}

}  // namespace t2s::link

#endif
