// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_ORDER_HPP
#define T2S_SQL_DETAIL_LINT_ORDER_HPP

#include "t2s/sql/detail/lint/edit.hpp"
#include "t2s/sql/detail/lint/select.hpp"

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Rules about ORDER BY with LIMIT.
namespace t2s::sql::detail::linting {

/// The first rows in an order: how many, and by what, as SQL that is valid in the select.
struct first_rows {
  std::size_t count = 0;
  std::vector<std::string> keys{};
  std::string rows{};   ///< FROM ... HAVING
  std::string order{};  ///< ORDER BY 1 DESC, 2

  /// SELECT keys FROM ... ORDER BY ..., each key named k1, k2, ...
  [[nodiscard]] std::string select(std::string_view limit) const {
    std::string s = "SELECT ";
    for (std::size_t i = 0; i < keys.size(); ++i)
      s.append(i == 0 ? "" : ", ").append(keys[i]).append(" AS k").append(std::to_string(i + 1));
    return s.append(" ").append(rows).append(" ").append(order).append(limit);
  }
};

inline std::optional<std::size_t> whole_number(node const& n) {
  auto const written = n.name.view();
  std::size_t number = 0;
  auto const* const end = written.data() + written.size();
  if (n.kind != kind::number || std::from_chars(written.data(), end, number).ptr != end) return {};
  return number;
}

/// A sort term; an alias or position is replaced by the result that it names.
inline node const* sort_expression(review const& r, select_view const& s, node const& term) {
  auto const& n = resolving::without_collation(term);
  if (auto const number = whole_number(n)) {
    auto const& outputs = s.member->outputs;
    bool const is_one = *number > 0 && *number <= outputs.size() && outputs[*number - 1].source == none;
    return is_one ? outputs[*number - 1].at : nullptr;
  }
  if (auto const* const result = r.result_of(n)) return result->source == none ? result->at : nullptr;
  bool names_result = false;
  visit_expression(n, [&](node const& part) { names_result = names_result || r.result_of(part); });
  return names_result ? nullptr : &term;
}

inline std::optional<first_rows> first_rows_of(review const& r, select_view const& s) {
  if (!s.order || !s.limit || s.limit->count != 1 || s.limit->has(flag::all) || s.limit->has(flag::with_ties) ||
      s.limit->has(flag::percent) || s.at->has(flag::distinct))
    return {};
  first_rows f;
  auto const count = whole_number((*s.limit)[0]);
  auto rows = r.rows_of(s);
  if (!count || *count == 0 || !rows) return {};
  f.count = *count;
  f.rows = *std::move(rows);
  for (auto const* part : {s.group, s.having})
    if (part) f.rows.append(" ").append(r.text_of(*part));
  for (auto const* sort : s.order->children()) {
    auto const* const key = sort_expression(r, s, (*sort)[0]);
    if (!key) return {};
    f.keys.push_back(r.text_of(*key));
    f.order.append(f.order.empty() ? "ORDER BY " : ", ").append(std::to_string(f.keys.size()));
    if (sort->has(flag::descending)) f.order.append(" DESC");
    if (sort->has(flag::nulls_first)) f.order.append(" NULLS FIRST");
    if (sort->has(flag::nulls_last)) f.order.append(" NULLS LAST");
  }
  return f;
}

/// The statement for all rows with the greatest value, for a single select that sorts by one column with LIMIT 1.
inline std::string all_with_greatest(review const& r, select_view const& s, first_rows const& f) {
  if (f.count != 1 || f.keys.size() != 1 || s.aggregates || s.group || r.tree.root().count != 3) return {};
  bool const descending = (*s.order)[0].has(flag::descending);
  auto const greatest = concat({f.keys.front(), " = (SELECT ", descending ? "max(" : "min(", f.keys.front(), ") ", f.rows, ")"});
  return r.edited(r.tree.root(), [&](query& q, node& root) {
    add_condition(q, *root.find(kind::select), greatest);
    drop_child(q, root, root.find(kind::order_by));
    drop_child(q, root, root.find(kind::limit));
  });
}

inline void limit_cuts_ties(review& r, select_view const& s) {
  if (!r.has_facts()) return;
  auto const f = first_rows_of(r, s);
  if (!f) return;
  auto const two = f->select(concat({" LIMIT 2 OFFSET ", std::to_string(f->count - 1)}));
  auto const tie = concat({"SELECT CASE WHEN (SELECT count(*) FROM (", two,
                           ") AS a) = 2 AND (SELECT count(*) FROM (SELECT DISTINCT * FROM (", two, ") AS a) AS b) = 1 THEN 1 ELSE 0 END"});
  if (!r.holds(tie).value_or(false)) return;
  r.report(
      lint_rule::limit_cuts_ties, *s.limit,
      concat({"LIMIT ", std::to_string(f->count), " leaves out rows that are equal to the last one by ",
              f->keys.size() == 1 ? f->keys.front() : std::string("what they are ordered by"), ": which of them is given is arbitrary"}),
      all_with_greatest(r, s, *f));
}

inline void nulls_first(review& r, select_view const& s) {
  if (!r.has_facts() || !s.order || (*s.order)[0].has(flag::nulls_first)) return;
  auto const* const key = sort_expression(r, s, (*s.order)[0][0]);
  auto const base = key ? r.base_of(*key) : base_column();
  if (!key || (base && r.refuses_null(base) && !s.outer_joins)) return;
  auto const f = first_rows_of(r, s);
  if (!f) return;
  auto const first = f->select(concat({" LIMIT ", std::to_string(f->count)}));
  auto const missing = concat({"SELECT CASE WHEN EXISTS (SELECT 1 FROM (", first, ") AS a WHERE k1 IS NULL) AND EXISTS (SELECT 1 FROM (",
                               f->select(""), ") AS a WHERE k1 IS NOT NULL) THEN 1 ELSE 0 END"});
  if (!r.holds(missing).value_or(false)) return;
  bool const plain = !has_aggregate(*key);
  r.report(lint_rule::nulls_first, *s.order,
           concat({f->keys.front(), " is NULL in rows that come first in this order, and LIMIT keeps them before rows that have a value"}),
           plain ? with_condition(r, s, concat({f->keys.front(), " IS NOT NULL"})) : std::string());
}

}  // namespace t2s::sql::detail::linting

#endif
