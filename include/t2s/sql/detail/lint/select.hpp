// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_SELECT_HPP
#define T2S_SQL_DETAIL_LINT_SELECT_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/sql/detail/lint/key_columns.hpp"
#include "t2s/sql/detail/resolve/analysis.hpp"
#include "t2s/sql/detail/transpile/types.hpp"
#include "t2s/sql/lint.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

/// What the rules of `lint` share: a select with its parts, queries on the data, and edits.
namespace t2s::sql::detail::linting {

using resolving::concat;
using resolving::none;

/// A column of a source of a select.
struct place {
  std::uint32_t source = none;  ///< index into the sources of the select
  std::string_view column{};    ///< its name in that source
  base_column base{};           ///< the stored column, if it is one

  [[nodiscard]] explicit operator bool() const noexcept { return source != none; }
  friend bool operator==(place const& a, place const& b) { return a.source == b.source && text::same(a.column, b.column); }
};

/// `a = b` of two columns of different sources.
struct equality {
  place a{}, b{};
  node const* at{};
  bool outer = false;  ///< from the condition of an outer join: rows may violate it
};

/// A select with its clauses, as far as the rules can judge it.
struct select_view {
  resolving::member* member{};
  node const* at{};
  node const *columns{}, *from{}, *where{}, *group{}, *having{}, *order{}, *limit{};
  bool aggregates = false;                             ///< some result, condition or sort term is an aggregate
  bool plain_sources = true;                           ///< no join in brackets, no function, no lateral source
  bool outer_joins = false;                            ///< of any kind
  bool alone = false;                                  ///< it is not a member of a compound
  std::vector<node const*> conditions{};               ///< operands of AND in WHERE and in the ON of inner joins
  std::vector<equality> equalities{};                  ///< of all joins, including USING and NATURAL, and of WHERE
  std::vector<std::pair<place, node const*>> fixed{};  ///< columns that a condition compares with a constant

  [[nodiscard]] std::vector<resolving::source> const& sources() const { return member->sources; }
  [[nodiscard]] resolving::source const& source(std::uint32_t i) const { return member->sources[i]; }
  [[nodiscard]] schema::table const* table(std::uint32_t i) const { return member->sources[i].relation->table; }
};

inline bool is_comparison(op o) noexcept { return o == op::eq || o == op::ne || o == op::lt || o == op::le || o == op::gt || o == op::ge; }
inline bool is_order(op o) noexcept { return o == op::lt || o == op::le || o == op::gt || o == op::ge; }

/// Whether an expression is a literal or consists of literals only.
inline bool is_constant(node const& n) {
  if (n.kind == kind::number || n.kind == kind::string || n.kind == kind::blob || n.kind == kind::parameter) return true;
  return n.kind == kind::prefix && (n.op == op::negate || n.op == op::plus) && is_constant(n[0]);
}

/// Whether a call is an aggregate over rows, not a window function.
inline bool is_aggregate_call(node const& n) {
  if (n.kind != kind::call || n.find(kind::window) || n.find(kind::window_name)) return false;
  std::size_t arguments = 0;
  for (auto const* child : n.children())
    arguments += child->kind != kind::star && child->kind != kind::filter && child->kind != kind::order_by;
  return is_aggregate(n.name.view(), arguments);
}

/// The only argument of a call if it is an expression, else nullptr.
inline node const* only_argument(node const& call) {
  node const* found = nullptr;
  for (auto const* child : call.children()) {
    if (child->kind == kind::filter) continue;
    if (found || child->kind == kind::star || child->kind == kind::order_by) return nullptr;
    found = child;
  }
  return found;
}

/// The first argument of a call, also of a window function; nullptr if there is none, or `*`.
inline node const* first_argument(node const& call) {
  node const* found = nullptr;
  for (auto const* child : call.children()) {
    if (child->kind == kind::filter || child->kind == kind::order_by || child->kind == kind::window || child->kind == kind::window_name)
      continue;
    if (child->kind == kind::star) return nullptr;
    if (!found) found = child;
  }
  return found;
}

/// Calls `visitor` for the nodes of an expression, except those of subqueries.
template <class Visitor>
void visit_expression(node const& tree, Visitor visitor) {
  visit(tree, [&](node const& n) {
    if (n.kind == kind::query) return walk::over;
    visitor(n);
    return walk::into;
  });
}

/// The same for the clauses that may have aggregates.
template <class Visitor>
void each_clause(select_view const& s, Visitor visitor) {
  for (auto const* part : {s.columns, s.having, s.order})
    if (part) visit_expression(*part, visitor);
}

inline bool has_aggregate(node const& tree) {
  bool found = false;
  visit_expression(tree, [&](node const& n) { found = found || is_aggregate_call(n); });
  return found;
}

inline node const& without_alias(node const& n) { return n.kind == kind::alias ? n[0] : n; }

/// The node of a copy at the position of `at` in the original; both trees have the same shape.
inline node* twin_of(node const& original, node const& at, node& copy) {
  if (&original == &at) return &copy;
  for (std::uint32_t i = 0; i < original.count && i < copy.count; ++i)
    if (auto* const found = twin_of(original[i], at, copy[i])) return found;
  return nullptr;
}

/// The review of one query.
class review {
 public:
  review(query const& q, schema::database const& d, lint_facts const* facts, resolving::analysis& known)
      : tree(q), database(d), keys(d), known_(known), names(q, known), facts_(facts) {
    for (auto const& c : known.names.columns)
      if (c.table != resolved_column::none) ++uses_[c.table];
  }

  query const& tree;
  schema::database const& database;

  [[nodiscard]] sql::dialect dialect() const { return tree.dialect(); }
  [[nodiscard]] bool in_sqlite() const { return tree.dialect() == sql::dialect::sqlite; }

  /// What `resolve` found for a column, also within COLLATE; nullptr for other nodes.
  [[nodiscard]] resolved_column const* use_of(node const& n) const {
    auto const& bare = resolving::without_collation(n);
    auto const* const use = bare.kind == kind::column ? names.use_of(bare) : nullptr;
    return use && use->what == reference::column ? use : nullptr;
  }

  /// The column of a source of this select that a node names.
  [[nodiscard]] place place_of(select_view const& s, node const& n) const {
    auto const* const use = use_of(n);
    if (!use || use->table == resolved_column::none) return {};
    for (std::uint32_t i = 0; i < s.sources().size(); ++i)
      if (s.source(i).table == use->table) return {i, use->column, use->base};
    return {};
  }

  /// The stored column that a node names, or none.
  [[nodiscard]] base_column base_of(node const& n) const {
    auto const* const use = use_of(n);
    return use && use->base.column ? use->base : base_column();
  }

  /// The content of a literal in double quotes that SQLite reads as a string.
  [[nodiscard]] std::optional<std::string_view> string_of(node const& n) const {
    if (n.kind == kind::string) return n.name.view();
    auto const* const use = n.kind == kind::column ? names.use_of(n) : nullptr;
    if (use && use->what == reference::literal && n.name.quoted == quote::twofold) return n.name.view();
    return {};
  }

  [[nodiscard]] bool has_facts() const { return facts_ && facts_->holds; }
  /// Asks the data; each statement is asked once.
  [[nodiscard]] std::optional<bool> holds(std::string const& statement) const {
    if (!has_facts()) return {};
    if (asked_++ >= most_statements) return {};
    if (auto const known = answers_.find(statement); known != answers_.end()) return known->second;
    return answers_.emplace(statement, facts_->holds(statement)).first->second;
  }
  /// Whether a query has rows.
  [[nodiscard]] std::optional<bool> any(std::string const& rows) const {
    return holds(concat({"SELECT CASE WHEN EXISTS (", rows, ") THEN 1 ELSE 0 END"}));
  }

  [[nodiscard]] std::string named(std::string_view name) const { return schema::sql_name(name, dialect()); }
  [[nodiscard]] std::string named(schema::table const& t) const {
    return t.schema.empty() ? named(t.name) : concat({named(t.schema), ".", named(t.name)});
  }
  [[nodiscard]] static std::string shown(base_column const& c) { return concat({c.table->name, ".", c.column->name}); }

  /// Whether some row of a stored column's table satisfies a condition, in which `?` is the column.
  [[nodiscard]] std::optional<bool> any_value(base_column const& c, std::string_view condition) const {
    std::string where;
    for (char const letter : condition) letter == '?' ? where += named(c.column->name) : where += letter;
    return any(concat({"SELECT 1 FROM ", named(*c.table), " WHERE ", where}));
  }

  /// Whether a column is NOT NULL. In SQLite, a primary key of several columns or of text may be NULL.
  [[nodiscard]] bool refuses_null(base_column const& c) const {
    return c.column->not_null || (c.column->key_position != 0 && (!in_sqlite() || text::same(c.column->type, "integer")));
  }
  [[nodiscard]] std::optional<bool> has_null(base_column const& c) const {
    if (refuses_null(c)) return false;
    return any_value(c, "? IS NULL");
  }

  /// A part of the query as SQL.
  [[nodiscard]] std::string text_of(node const& n) const { return print(n, {.dialect = dialect()}); }

  /// The FROM and WHERE of a select as SQL, if they can be run alone: they use no CTE and no name of an outer select.
  [[nodiscard]] std::optional<std::string> rows_of(select_view const& s, bool beside_with = false) const {
    if (!s.from || !stands_alone(*s.at, beside_with)) return {};
    std::string rows = "FROM";
    for (auto const* source : s.from->children()) rows.append(" ").append(text_of(*source));
    if (s.where) rows.append(" ").append(text_of(*s.where));
    return rows;
  }

  /// The same for a select within another one, over all rows of that: without the conditions that compare a column with it. Those columns
  /// are added to `compared`.
  [[nodiscard]] std::optional<std::string> rows_of(select_view const& s, bool beside_with, std::vector<std::string>& compared) const {
    auto const outer = outer_columns(*s.at);
    if (outer.empty()) return rows_of(s, beside_with);
    if (!s.from || !s.where || !needs_nothing(*s.at, beside_with)) return {};
    std::size_t left_out = 0;
    std::string rows = "FROM", conditions;
    for (auto const* source : s.from->children()) rows.append(" ").append(text_of(*source));
    auto const& where = (*s.where)[0];
    bool const several = where.kind == kind::operation && where.op == op::and_;
    for (std::size_t i = 0; i < (several ? where.count : 1); ++i) {
      auto const& one = several ? where[i] : where;
      std::size_t names_outer = 0;
      visit(one, [&](node const& n) { names_outer += outer.contains(&n); });
      if (names_outer == 0) {
        conditions.append(conditions.empty() ? " WHERE (" : " AND (").append(text_of(one)).append(")");
        continue;
      }
      if (one.kind != kind::operation || one.op != op::eq || one.count != 2) return {};
      auto const& own = one[place_of(s, one[0]) ? 0 : 1];
      if (!place_of(s, own) || outer.contains(&own)) return {};
      compared.push_back(text_of(own));
      left_out += names_outer;
    }
    return left_out == outer.size() ? std::optional(rows + conditions) : std::nullopt;
  }

  /// The WITH of the statement, to run rows of its CTEs: "" if it has none, or if they refer to themselves or to parameters.
  [[nodiscard]] std::string with_text() const {
    auto const* const with = tree.root().find(kind::with);
    bool const runs = with && !with->has(flag::recursive) && all_of(*with, kind::parameter).empty();
    return runs ? text_of(*with) + " " : std::string();
  }

  /// Whether a part of the query uses no CTE, or with `beside_with` only those of the statement, no outer source and no parameter.
  [[nodiscard]] bool stands_alone(node const& part, bool beside_with = false) const {
    return needs_nothing(part, beside_with) && outer_columns(part).empty();
  }

  /// Records a finding. `certain` says that only today's data could make it harmless.
  void report(lint_rule rule, node const& at, std::string why, std::string proposal = {}, bool certain = true) {
    if (found.size() >= most_findings) return;
    for (auto const& f : found)
      if (f.rule == rule && f.offset == at.offset) return;  // a CTE that is used twice is reviewed twice
    auto const how = certain ? severity::wrong_making : severity::style;
    found.push_back({rule, how, at.offset, 1, 1, std::move(why), std::move(proposal)});
  }

  /// The statement after `change(query&, node&)`, which gets the copy of a node.
  template <class Change>
  [[nodiscard]] std::string edited(node const& at, Change change) const {
    if (found.size() >= most_findings) return {};
    auto copy = tree.clone();
    auto* const there = twin_of(tree.root(), at, copy.root());
    if (!there) return {};
    change(copy, *there);
    return print(copy);
  }

  std::vector<finding> found{};
  key_columns keys;

  /// How often a source is used.
  [[nodiscard]] std::size_t uses_of(std::uint32_t table) const {
    auto const at = uses_.find(table);
    return at == uses_.end() ? 0 : at->second;
  }

  [[nodiscard]] resolving::output const* result_of(node const& n) const { return names.result_of(n); }
  [[nodiscard]] resolving::body* body_of(node const& q) const { return known_.model.body_of(q); }

 private:
  [[nodiscard]] static std::unordered_set<node const*> nodes_of(node const& part) {
    std::unordered_set<node const*> within;
    visit(part, [&](node const& n) { within.insert(&n); });
    return within;
  }

  /// As `stands_alone`, outer sources aside; false where the limit of statements is reached.
  [[nodiscard]] bool needs_nothing(node const& part, bool beside_with) const {
    if (asked_ >= most_statements || !all_of(part, kind::parameter).empty()) return false;
    if (beside_with) return true;
    auto const within = nodes_of(part);
    return std::none_of(known_.names.tables.begin(), known_.names.tables.end(),
                        [&](auto const& t) { return t.what == source_kind::cte && within.contains(t.at); });
  }

  /// The columns of a part whose source stands outside of it, or is not known.
  [[nodiscard]] std::unordered_set<node const*> outer_columns(node const& part) const {
    auto const within = nodes_of(part);
    std::unordered_set<node const*> outer;
    for (auto const& c : known_.names.columns)
      if (c.outer && within.contains(c.at) && (c.table == resolved_column::none || !within.contains(known_.names.tables[c.table].at)))
        outer.insert(c.at);
    return outer;
  }

  resolving::analysis& known_;

 public:
  transpiling::typing names;

 private:
  static constexpr std::size_t most_findings = 100, most_statements = 200;  ///< for one query: avoids quadratic time

  lint_facts const* facts_;
  std::unordered_map<std::uint32_t, std::size_t> uses_{};
  mutable std::unordered_map<std::string, std::optional<bool>> answers_{};
  mutable std::size_t asked_ = 0;
};

/// Makes the `select_view` of a select.
class select_reader {
 public:
  explicit select_reader(review const& r) : review_(r) {}

  [[nodiscard]] select_view read(resolving::body const& b, resolving::member& m) const {
    select_view s;
    s.member = &m;
    s.at = m.at;
    s.columns = m.at->find(kind::columns);
    s.from = m.at->find(kind::from);
    s.where = m.at->find(kind::where);
    s.group = m.at->find(kind::group_by);
    s.having = m.at->find(kind::having);
    bool const alone = s.alone = b.members.size() == 1 && b.at->kind == kind::query;
    s.order = alone ? b.at->find(kind::order_by) : nullptr;
    s.limit = alone ? b.at->find(kind::limit) : nullptr;
    for (auto const* part : {s.columns, s.having, s.order})
      if (part && has_aggregate(*part)) s.aggregates = true;
    if (s.where) conjuncts((*s.where)[0], false, s);
    for (auto const& source : m.sources) join_of(source, s);
    return s;
  }

 private:
  void join_of(resolving::source const& source, select_view& s) const {
    if (source.arguments || source.relation->in_brackets || source.relation->open) s.plain_sources = false;
    if (source.at && source.at->has(flag::lateral)) s.plain_sources = false;
    if (!source.join) return;
    bool const outer = source.left() || source.right() || source.asks();
    s.outer_joins = s.outer_joins || outer;
    if (auto const* on = source.join->find(kind::on)) conjuncts((*on)[0], outer, s);
    shared_columns(source, outer, s);
  }

  /// USING and NATURAL compare with the first earlier source that has the column.
  static void shared_columns(resolving::source const& source, bool outer, select_view& s) {
    auto const right = static_cast<std::uint32_t>(&source - s.sources().data());
    for (auto const column : source.shared)
      for (std::uint32_t left = 0; left < right; ++left) {
        auto const i = s.source(left).relation->find(column), j = source.relation->find(column);
        if (i == none || j == none) continue;
        auto const& a = s.source(left).relation->columns[i];
        auto const& b = source.relation->columns[j];
        s.equalities.push_back({{left, a.name, a.base}, {right, b.name, b.base}, source.join, outer});
        break;
      }
  }

  void conjuncts(node const& n, bool outer, select_view& s) const {
    if (n.kind == kind::operation && n.op == op::and_) {
      for (auto const* operand : n.children()) conjuncts(*operand, outer, s);
      return;
    }
    if (!outer) s.conditions.push_back(&n);
    constexpr std::size_t most = 200;  // limits the pairs that are compared
    if (n.kind != kind::operation || n.count != 2 || (n.op != op::eq && n.op != op::is)) return;
    if (s.equalities.size() >= most || s.fixed.size() >= most) return;
    auto const a = review_.place_of(s, n[0]), b = review_.place_of(s, n[1]);
    if (a && b && a.source != b.source) s.equalities.push_back({a, b, &n, outer});
    if (outer) return;
    if (a && is_fixed(s, n[1])) s.fixed.push_back({a, &n});
    if (b && is_fixed(s, n[0])) s.fixed.push_back({b, &n});
  }

  /// Whether an expression has one value for all rows of the select: a literal, an outer name, a subquery.
  [[nodiscard]] bool is_fixed(select_view const& s, node const& n) const {
    if (is_constant(n) || review_.string_of(n) || n.kind == kind::subquery) return true;
    auto const* const use = review_.use_of(n);
    return use && use->outer && !review_.place_of(s, n);
  }

  review const& review_;
};

}  // namespace t2s::sql::detail::linting

#endif
