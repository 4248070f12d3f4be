// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_LITERALS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_LITERALS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <chrono>

namespace t2s::repair {

inline constexpr std::size_t most_in_list = 100;  // in one IN: each becomes a comparison

/// A comparison of a column with literals: an operator, BETWEEN or IN.
struct literal_comparison {
  sql::node const* whole{};
  sql::node const* column{};
  std::vector<sql::node const*> literals{};
  sql::op op{};  // turned as if the column were on the left; none for BETWEEN and IN
  knowledge::column_id where{};
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

inline bool is_comparison(sql::op o) { return o == sql::op::eq || o == sql::op::ne || mirrored(o) != o; }

inline std::optional<literal_comparison> comparison_at(sql::node const& n) {
  using sql::kind;
  auto const of = [&](sql::node const& column, std::vector<sql::node const*> literals, sql::op o) -> std::optional<literal_comparison> {
    bool const plain = t2s::detail::all_of(literals, [](auto const* l) { return is_plain_literal(*l); });
    if (column.kind != kind::column || !plain || literals.empty() || literals.size() > most_in_list) return {};
    return literal_comparison{&n, &column, std::move(literals), o, {}};
  };
  if (n.kind == kind::between && n.count == 3) return of(n[0], {&n[1], &n[2]}, sql::op::none);
  if (n.kind == kind::in && n.count == 2 && n[1].kind == kind::list)
    return of(n[0], {n[1].children().begin(), n[1].children().end()}, sql::op::none);
  if (n.kind != kind::operation || n.count != 2 || !is_comparison(n.op)) return {};
  if (n[0].kind == kind::column) return of(n[0], {&n[1]}, n.op);
  return of(n[1], {&n[0]}, mirrored(n.op));
}

/// Rewrites one comparison.
class literal_rewriter {
 public:
  literal_rewriter(literal_comparison const& at, knowledge::lexicon const& names, edited& edit)
      : at_(at), column_(names.column(at.where)), form_(names.form_of(at.where)), edit_(edit) {}

  /// Whether storage classes alone decide the comparison with one of the literals.
  [[nodiscard]] bool is_decided() const {
    return !t2s::detail::all_of(at_.literals, [&](auto const* l) { return fits(*l); });
  }

  /// Rewrites the comparison. False, and nothing is changed, if the column's form is unknown or cannot express a literal.
  [[nodiscard]] bool rewrite() {
    if (form_.times == schema::time_form::none || form_.times == schema::time_form::unknown || schema::needs_sorting(form_.times))
      return mend_texts();
    auto* better = at_.whole->kind == sql::kind::in ? one_of_times() : compared_times();
    if (better) edit_.replace(*at_.whole, *better);
    return better;
  }

 private:
  using day = std::chrono::sys_days;

  [[nodiscard]] bool fits(sql::node const& literal) const {
    return schema::is_comparable(column_, form_, literal.kind == sql::kind::string, literal.name.view());
  }

  /// Removes the quotes of numbers.
  [[nodiscard]] bool mend_texts() {
    if (at_.whole->kind == sql::kind::between) return false;
    std::vector<std::pair<sql::node const*, std::string>> all;
    for (auto const* l : at_.literals) {
      if (fits(*l)) continue;
      auto written = schema::literal_of(column_, form_, l->name.view());
      bool const other = schema::is_comparable(column_, form_, written.starts_with('\''), l->name.view());
      if (!other || written == to_sql(value(l->name.view()))) return false;
      all.emplace_back(l, std::move(written));
    }
    for (auto const& [l, written] : all) edit_.replace(*l, edit_.literal(written));
    return true;
  }

  [[nodiscard]] sql::node* compared_times() {
    auto const first = schema::period_of(at_.literals.front()->name.view()), last = schema::period_of(at_.literals.back()->name.view());
    return first && last ? compared_days(at_.op, first->first, last->end) : nullptr;
  }

  /// IN as one of several periods, NOT IN as none of them.
  [[nodiscard]] sql::node* one_of_times() {
    std::vector<sql::node*> all;
    for (auto const* l : at_.literals) {
      auto const p = schema::period_of(l->name.view());
      all.push_back(p ? compared_days(sql::op::none, p->first, p->end) : nullptr);
      if (!all.back()) return nullptr;
    }
    return &edit_.joined(at_.whole->has(sql::flag::negated) ? sql::op::and_ : sql::op::or_, all);
  }

  /// The comparison with the days from `first` up to, not including, `end`; nullptr if the column cannot express them.
  [[nodiscard]] sql::node* compared_days(sql::op o, day first, day end) {
    auto const lo = schema::time_literal(column_, form_, first), hi = schema::time_literal(column_, form_, end);
    if (!lo || !hi) return nullptr;
    if (at_.whole->has(sql::flag::negated)) o = sql::op::ne;
    switch (o) {
      case sql::op::lt: return &compared(sql::op::lt, *lo);
      case sql::op::le: return &compared(sql::op::lt, *hi);
      case sql::op::gt: return &compared(sql::op::ge, *hi);
      case sql::op::ge: return &compared(sql::op::ge, *lo);
      case sql::op::ne: return &edit_.joined(sql::op::or_, {&compared(sql::op::lt, *lo), &compared(sql::op::ge, *hi)});
      default: return &edit_.joined(sql::op::and_, {&compared(sql::op::ge, *lo), &compared(sql::op::lt, *hi)});
    }
  }

  [[nodiscard]] sql::node& compared(sql::op o, std::string const& written) {
    auto& left = edit_.query().copy(edit_[*at_.column]);
    return edit_.joined(o, {&left, &edit_.literal(written)});
  }

  literal_comparison const& at_;
  schema::column const& column_;
  schema::stored_form form_;
  edited& edit_;
};

inline std::string reason(literal_comparison const& at, knowledge::lexicon const& names) {
  auto const& c = names.column(at.where);
  auto const form = names.form_of(at.where);
  auto const* wrong = t2s::detail::find_if(
      at.literals, [&](auto const* l) { return !schema::is_comparable(c, form, l->kind == sql::kind::string, l->name.view()); });
  return names.table(at.where).name + "." + c.name + " stores " + (form.texts ? "texts" : "numbers") + " and is declared " +
         (c.type.empty() ? "without a type" : c.type) + ": SQLite never finds " + std::string((*wrong)->name.view()) + " among them";
}

/// Comparisons that storage classes alone decide (`schema::is_comparable`), such as `born < '1960'` if `born DATE` stores texts like
/// '1959-03-01': rewritten with a literal in the column's form, all of them together. A year, month or day counts as a whole, so `> 1960`
/// is from 1961 on. If rows were returned, columns whose values were not read stay unchanged; for the others, no row can have satisfied the
/// intended comparison. Only SQLite compares so.
inline void propose_literals(statement const& s, known_facts const& known, proposals& into) {
  if (!known.names || known.dialect() != sql::dialect::sqlite) return;
  edited edit(s.query());
  std::string why;
  sql::visit(s.query().root(), [&](sql::node const& n) {
    auto at = comparison_at(n);
    auto const* use = at ? s.means().find(*at->column) : nullptr;
    auto const where = use ? place_in(use->base, *known.names) : std::nullopt;
    if (!where || (known.has_rows && !known.names->knows_form(*where))) return;
    at->where = *where;
    literal_rewriter rewriter(*at, *known.names, edit);
    if (!rewriter.is_decided() || !rewriter.rewrite()) return;
    add_reason(why, reason(*at, *known.names));
  });
  if (!why.empty()) into.push_back({repair_kind::literal_form, cost_of_spelling, edit.sql(), std::move(why)});
}

}  // namespace t2s::repair

#endif
