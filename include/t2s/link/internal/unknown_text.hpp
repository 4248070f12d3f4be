// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_INTERNAL_UNKNOWN_TEXT_HPP
#define T2S_LINK_INTERNAL_UNKNOWN_TEXT_HPP

#include "t2s/knowledge/lexicon.hpp"
#include "t2s/schema/internal/literal.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/resolve.hpp"

#include <optional>
#include <span>
#include <string>

namespace t2s::link {

/// A text that a statement compares with a column none of whose rows has it.
struct unknown_text {
  sql::node const* at{};   ///< the literal
  std::string column{};    ///< "table.column"
  std::string nearest{};   ///< the stored value that was probably meant
  sql::dialect dialect{};  ///< of the statement

  /// "no row has countries.name = 'Brasil'; the nearest stored value is 'Brazil'"
  [[nodiscard]] std::string text() const {
    auto const literal = [this](std::string_view text) { return schema::to_sql(value(text), dialect); };
    return "no row has " + column + " = " + literal(at->name.view()) + "; the nearest stored value is " + literal(nearest);
  }
};

namespace detail {

/// The literals that a node compares with a column, which is put into `column`.
inline std::span<sql::node const* const> compared_texts(sql::node const& n, sql::node const*& column) {
  bool const equal = n.kind == sql::kind::operation && n.op == sql::op::eq && n.count == 2;
  bool const one_of = n.kind == sql::kind::in && n.count == 2 && n[1].kind == sql::kind::list;
  if ((!equal && !one_of) || n[0].kind != sql::kind::column) return {};
  column = &n[0];
  return equal ? n.children().subspan(1) : n[1].children();
}

}  // namespace detail

/// The first literal that `column = 'text'` or `column IN ('text', ...)` compares with a column that does not hold it, but holds a value
/// that is spelt nearly so. Nothing where the column's values are not all known. O(size of the SQL + values). Thread safe.
[[nodiscard]] inline std::optional<unknown_text> find_unknown_text(sql::query const& q, knowledge::lexicon const& names) {
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
