// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_PLAN_IPP
#define T2S_GENERATE_OFFLINE_IMPL_PLAN_IPP

#include "t2s/generate/offline/plan.hpp"
#include "t2s/schema/identifier.hpp"
#include "t2s/schema/join_path.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace t2s::generate::offline {
namespace detail {

inline constexpr std::array<std::string_view, 6> aggregate_names{"", "count", "sum", "avg", "min", "max"};
inline constexpr std::array<std::string_view, 11> comparison_signs{
    "=", "!=", "<", "<=", ">", ">=", "LIKE", "NOT LIKE", "BETWEEN", "IN", "NOT IN"};
inline constexpr std::array<std::string_view, 4> combination_names{"", " INTERSECT ", " UNION ", " EXCEPT "};

/// Writes one level of a plan.
class plan_writer {
 public:
  plan_writer(plan const& p, link::lexicon const& names) : plan_(p), names_(names), tables_(tables_of(p)) {}

  std::optional<std::string> write() {
    auto const from = joined();
    if (!from) return {};
    std::string sql = plan_.distinct ? "SELECT DISTINCT " : "SELECT ";
    for (auto const& t : plan_.select) sql += (&t == plan_.select.data() ? "" : ", ") + text(t);
    sql += " FROM " + *from;
    if (!plan_.where.empty()) sql += " WHERE " + text(plan_.where);
    if (!plan_.group_by.empty()) sql += " GROUP BY ";
    for (auto const& c : plan_.group_by) sql += (&c == plan_.group_by.data() ? "" : ", ") + text(c);
    if (!plan_.having.empty()) sql += " HAVING " + text(plan_.having);
    if (plan_.order) sql += " ORDER BY " + text(*plan_.order) + (plan_.descending ? " DESC" : "");
    for (auto const& t : plan_.then_by) sql += ", " + text(t) + (plan_.descending ? " DESC" : "");
    if (plan_.limit != 0) sql += " LIMIT " + std::to_string(plan_.limit);
    if (plan_.combined != combination::none) {
      auto const right = to_sql(*plan_.other, names_);
      if (!right) return {};
      sql += std::string(combination_names[static_cast<std::size_t>(plan_.combined)]) + *right;
    }
    if (failed_) return {};
    return sql;
  }

 private:
  [[nodiscard]] std::optional<std::string> joined() const {
    std::vector<std::string> wanted;
    for (auto const t : tables_) wanted.push_back(names_.schema().tables()[t].name);
    if (wanted.size() == 1) return schema::sql_name(wanted.front());
    auto path = schema::find_join_path(names_.connected(), wanted);
    if (!path) return {};
    for (auto& step : path->steps)
      for (auto const& key : plan_.keys)
        if (take_key(step, key)) break;
    return schema::to_sql(*path);
  }

  /// Joins by the foreign key of that column, if it leads from one table of the step to the other.
  bool take_key(schema::join_step& step, link::column_id column) const {
    auto const& owner = names_.table(column);
    bool const forward = owner.name == step.to;
    if (!forward && owner.name != step.table) return false;
    for (auto const& k : names_.connected().tables()[column.table].foreign_keys) {
      bool const leads = k.resolved && k.columns.size() == 1 && k.columns.front() == names_.column(column).name;
      if (!leads || k.table != (forward ? step.table : step.to)) continue;
      step.on = {forward ? std::pair{k.columns.front(), k.referenced.front()} : std::pair{k.referenced.front(), k.columns.front()}};
      return true;
    }
    return false;
  }

  [[nodiscard]] std::string text(link::column_id c) const {
    auto const name = schema::sql_name(names_.column(c).name);
    return tables_.size() == 1 ? name : schema::sql_name(names_.table(c).name) + "." + name;
  }

  [[nodiscard]] std::string text(term const& t) const {
    auto inner = t.what && !t.what->is_table() ? text(*t.what) : "*";
    if (t.how == aggregate::none) return inner;
    return std::string(aggregate_names[static_cast<std::size_t>(t.how)]) + (t.distinct ? "(DISTINCT " : "(") + inner + ")";
  }

  std::string text(std::vector<condition> const& all) {
    std::string sql;
    for (auto const& c : all) sql += (&c == all.data() ? "" : c.or_before ? " OR " : " AND ") + text(c);
    return sql;
  }

  std::string text(condition const& c) {
    auto const head = text(c.left) + " " + std::string(comparison_signs[static_cast<std::size_t>(c.op)]) + " ";
    if (c.nested) {
      auto const inner = to_sql(*c.nested, names_);
      failed_ = failed_ || !inner;
      return head + "(" + inner.value_or("") + ")";
    }
    return head + c.operand + (c.op == comparison::between ? " AND " + c.second : "");
  }

  plan const& plan_;
  link::lexicon const& names_;
  std::vector<std::uint32_t> tables_;
  bool failed_ = false;
};

}  // namespace detail

T2S_DECL std::vector<std::uint32_t> tables_of(plan const& p) {
  std::vector<std::uint32_t> out;
  auto const add = [&out](std::uint32_t t) {
    if (std::ranges::find(out, t) == out.end()) out.push_back(t);
  };
  for (auto const t : p.tables) add(t);
  auto const add_term = [&](term const& t) {
    if (t.what) add(t.what->table);
  };
  for (auto const& t : p.select) add_term(t);
  for (auto const& c : p.where) add_term(c.left);
  for (auto const& c : p.group_by) add(c.table);
  for (auto const& c : p.having) add_term(c.left);
  if (p.order) add_term(*p.order);
  for (auto const& t : p.then_by) add_term(t);
  return out;
}

T2S_DECL std::optional<std::string> to_sql(plan const& p, link::lexicon const& names) { return detail::plan_writer(p, names).write(); }

}  // namespace t2s::generate::offline

#endif
