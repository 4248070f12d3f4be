// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_IMPL_LITERALS_IPP
#define T2S_GENERATE_REPAIRS_IMPL_LITERALS_IPP

#include "t2s/generate/repairs/literals.hpp"
#include "t2s/schema/literal.hpp"
#include "t2s/sql/visit.hpp"

#include <optional>
#include <string>

namespace t2s::generate::repairs {
namespace detail {

/// A comparison of a column with literals.
struct literal_comparison {
  sql::node const* whole{};
  sql::node const* column{};
  sql::node const *literal{}, *second{};  // `second` is the upper one of BETWEEN
  sql::op op{};                           // as if the column stood on the left; none for BETWEEN
  link::column_id where{};
};

inline bool is_plain_literal(sql::node const& n) { return n.kind == sql::kind::string || n.kind == sql::kind::number; }

inline sql::op mirrored(sql::op o) {
  switch (o) {
    case sql::op::lt: return sql::op::gt;
    case sql::op::le: return sql::op::ge;
    case sql::op::gt: return sql::op::lt;
    case sql::op::ge: return sql::op::le;
    default: return o;
  }
}

inline bool is_comparison(sql::op o) {
  return o == sql::op::eq || o == sql::op::ne || o == sql::op::lt || o == sql::op::le || o == sql::op::gt || o == sql::op::ge;
}

inline std::optional<literal_comparison> comparison_at(sql::node const& n) {
  using sql::kind;
  if (n.kind == kind::between && n.count == 3 && n[0].kind == kind::column && is_plain_literal(n[1]) && is_plain_literal(n[2]))
    return literal_comparison{&n, &n[0], &n[1], &n[2], sql::op::none, {}};
  if (n.kind != kind::operation || n.count != 2 || !is_comparison(n.op)) return {};
  if (n[0].kind == kind::column && is_plain_literal(n[1])) return literal_comparison{&n, &n[0], &n[1], nullptr, n.op, {}};
  if (n[1].kind == kind::column && is_plain_literal(n[0])) return literal_comparison{&n, &n[1], &n[0], nullptr, mirrored(n.op), {}};
  return {};
}

/// Writes one comparison anew.
class literal_mender {
 public:
  literal_mender(literal_comparison const& at, link::lexicon const& names, edited& edit)
      : at_(at), column_(names.column(at.where)), form_(names.form_of(at.where)), edit_(edit) {}

  [[nodiscard]] bool is_decided() const { return !fits(*at_.literal) || (at_.second && !fits(*at_.second)); }

  /// The node in the place of the comparison, or nullptr if the column's form is not known or cannot say the literal.
  [[nodiscard]] sql::node* mended() {
    if (form_.times != schema::time_form::none && form_.times != schema::time_form::unknown) return compared_times();
    if (at_.second) return nullptr;
    auto const written = schema::literal_of(column_, form_, at_.literal->name.view());
    bool const other = schema::is_comparable(column_, form_, written.starts_with('\''), at_.literal->name.view());
    return other && written != to_sql(value(at_.literal->name.view())) ? &compared(at_.op, written) : nullptr;
  }

 private:
  [[nodiscard]] bool fits(sql::node const& literal) const {
    return schema::is_comparable(column_, form_, literal.kind == sql::kind::string, literal.name.view());
  }

  [[nodiscard]] sql::node* compared_times() {
    auto const first = schema::period_of(at_.literal->name.view());
    auto const last = at_.second ? schema::period_of(at_.second->name.view()) : first;
    if (!first || !last || at_.whole->has(sql::flag::negated)) return nullptr;
    auto const lo = schema::time_literal(column_, form_, first->first), hi = schema::time_literal(column_, form_, last->behind);
    if (!lo || !hi) return nullptr;
    switch (at_.op) {
      case sql::op::lt: return &compared(sql::op::lt, *lo);
      case sql::op::le: return &compared(sql::op::lt, *hi);
      case sql::op::gt: return &compared(sql::op::ge, *hi);
      case sql::op::ge: return &compared(sql::op::ge, *lo);
      case sql::op::ne: return &edit_.both(sql::op::or_, compared(sql::op::lt, *lo), compared(sql::op::ge, *hi));
      default: return &edit_.both(sql::op::and_, compared(sql::op::ge, *lo), compared(sql::op::lt, *hi));
    }
  }

  [[nodiscard]] sql::node& compared(sql::op o, std::string const& written) {
    auto& query = edit_.query();
    auto& left = query.make(sql::kind::column);
    left.name = edit_[*at_.column].name;
    left.qualifier = edit_[*at_.column].qualifier;
    return edit_.both(o, left, literal(written));
  }

  [[nodiscard]] sql::node& literal(std::string const& written) {
    if (written.starts_with('\'')) return edit_.text(std::string_view(written).substr(1, written.size() - 2));
    auto& number = edit_.query().make(sql::kind::number);
    number.name = edit_.query().make_literal(written);
    return number;
  }

  literal_comparison const& at_;
  schema::column const& column_;
  schema::stored_form form_;
  edited& edit_;
};

inline std::string reason(literal_comparison const& at, link::lexicon const& names) {
  auto const& c = names.column(at.where);
  auto const form = names.form_of(at.where);
  return names.table(at.where).name + "." + c.name + " stores " + (form.texts ? "texts" : "numbers") + " and is declared " +
         (c.type.empty() ? "without a type" : c.type) + ": SQLite never finds " + std::string(at.literal->name.view()) + " among them";
}

}  // namespace detail

T2S_DECL void propose_literals(statement const& s, knowledge const& known, proposals& into) {
  if (!known.names) return;
  edited edit(s.query());
  std::string why;
  sql::visit(s.query().root(), [&](sql::node const& n) {
    auto at = detail::comparison_at(n);
    auto const* use = at ? s.means().find(*at->column) : nullptr;
    auto const where = use ? place_in(use->base, *known.names) : std::nullopt;
    if (!where) return;
    at->where = *where;
    detail::literal_mender mender(*at, *known.names, edit);
    auto* better = mender.is_decided() ? mender.mended() : nullptr;
    if (!better) return;
    edit.replace(n, *better);
    why += (why.empty() ? "" : "; ") + detail::reason(*at, *known.names);
  });
  if (!why.empty()) into.push_back({repair_kind::literal_form, cost_of_spelling, edit.sql(), std::move(why)});
}

}  // namespace t2s::generate::repairs

#endif
