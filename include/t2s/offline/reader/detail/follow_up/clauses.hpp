// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_CLAUSES_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_CLAUSES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// A single SELECT as a list of its parts, so that a part can be added, replaced or dropped.
namespace t2s::reader::detail::follow_up {

/// How a condition restricts its column.
enum class restriction : std::uint8_t { value, unequal, low, high, other };

/// An expression, a condition or a sort key.
struct part {
  std::string sql{};                            ///< columns are qualified by their tables
  std::string plain{};                          ///< without the alias of a column of the result
  std::vector<knowledge::column_id> columns{};  ///< the stored columns in it, outside of queries in brackets; each once
  bool aggregated = false;                      ///< whether it is an aggregate, or has one
  std::string call{};                           ///< if it is one aggregate of all rows and nothing else: its function, in lower case
  restriction is = restriction::other;          ///< of a condition
  bool descending = false;                      ///< of a sort key

  part() = default;
  part(std::string text, std::string without_alias) : sql(std::move(text)), plain(std::move(without_alias)) {}
  /// An expression without an alias.
  explicit part(std::string text) : sql(text), plain(std::move(text)) {}

  [[nodiscard]] bool is_of(knowledge::column_id c) const { return columns.size() == 1 && columns.front() == c; }
};

/// A joined table.
struct joined_table {
  std::uint32_t table = 0;  ///< in the schema
  std::string sql{};        ///< `JOIN a ON ...`
};

/// The parts of a SELECT without compound, WITH and queries in FROM, and in which no table occurs twice in FROM.
struct clauses {
  bool distinct = false;
  std::vector<part> select{};
  std::vector<joined_table> from{};  ///< the first is the name of the table alone
  std::vector<part> where{};         ///< all hold
  std::vector<part> group_by{};
  std::vector<part> having{};  ///< all hold
  std::vector<part> order_by{};
  std::string limit{};  ///< "LIMIT 3"

  [[nodiscard]] bool has_table(std::uint32_t t) const {
    return t2s::detail::any_of(from, [t](joined_table const& j) { return j.table == t; });
  }
  [[nodiscard]] bool aggregates() const {
    return t2s::detail::any_of(select, [](part const& p) { return p.aggregated; });
  }
  /// Whether its rows are rows of tables, all that its conditions leave.
  [[nodiscard]] bool lists_rows() const { return group_by.empty() && !aggregates(); }
};

/// Reads the parts of a statement.
class clause_reader {
 public:
  explicit clause_reader(schema::database const& d) : d_(d) {}

  /// Nothing for a statement of another form, or with names that are not in the schema.
  [[nodiscard]] std::optional<clauses> read(std::string const& sql) {
    auto parsed = sql::parse(sql, d_);
    if (!parsed) return {};
    auto& q = *parsed;
    auto* const select = only_select(q);
    auto const resolved = sql::resolve(q, d_);
    if (!select || !resolved.ok()) return {};
    clauses out;
    if (!read_from(out, *select, resolved)) return {};
    qualify(q, *select, resolved);
    if (!read_select(out, *select, resolved)) return {};
    for (auto* child : q.root().children())
      if (!read_end(out, *child, resolved)) return {};
    return out;
  }

 private:
  using node = sql::node;
  using nodes = sql::kind;

  /// The only member of a statement without WITH; else nullptr.
  static node* only_select(sql::query& q) {
    node* found = nullptr;
    for (auto* child : q.root().children()) {
      if (child->kind == nodes::order_by || child->kind == nodes::limit) continue;
      if (found || child->kind != nodes::select) return nullptr;
      found = child;
    }
    return found && found->name.empty() && found->qualifier.empty() && !found->find(nodes::distinct_on) ? found : nullptr;
  }

  bool read_from(clauses& out, node& select, sql::resolution const& r) {
    auto* const from = select.find(nodes::from);
    if (!from) return false;
    for (auto* source : from->children()) {
      bool const joins = source->kind == nodes::join;
      if (joins && source->count != 2) return false;  // without a condition
      node*& place = joins ? source->items[0] : from->items[0];
      auto* const named = place->kind == nodes::alias ? place->items[0] : place;
      auto const* const used = t2s::detail::find_if(r.tables, [&](sql::resolved_table const& t) { return t.at == named || t.at == place; });
      if (named->kind != nodes::table || !used || !used->table) return false;
      auto const table = static_cast<std::uint32_t>(d_.place_of(*used->table));
      if (out.has_table(table)) return false;
      sources_.push_back(static_cast<std::uint32_t>(used - r.tables.data()));
      place = named;  // the alias goes, as the columns are qualified by the table
      out.from.push_back({table, {}});
    }
    joins_ = from;
    return true;
  }

  /// Qualifies the columns of the select's tables, also in the queries within it.
  void qualify(sql::query& q, node& select, sql::resolution const& r) {
    for (auto const& use : r.columns) {
      bool const own = use.what == sql::reference::column && t2s::detail::has(sources_, use.table);
      if (!own || use.at->kind != nodes::column || use.at->count > 0) continue;
      const_cast<node&>(*use.at).qualifier = q.make_name(r.tables[use.table].table->name);
    }
    sql::visit(select, [&](node& n) {
      if (n.kind != nodes::star || n.qualifier.empty()) return;
      for (auto const s : sources_)
        if (r.tables[s].visible_name() == n.qualifier.view()) n.qualifier = q.make_name(r.tables[s].table->name);
    });
  }

  /// False if it has a member that could not be written again.
  bool read_select(clauses& out, node& select, sql::resolution const& r) {
    out.distinct = select.has(sql::flag::distinct);
    for (std::size_t i = 0; i < out.from.size(); ++i) out.from[i].sql = text((*joins_)[i]);
    for (auto* child : select.children()) {
      if (child->kind == nodes::from) continue;
      if (child->kind != nodes::columns && child->kind != nodes::where && child->kind != nodes::group_by && child->kind != nodes::having)
        return false;
      if (child->kind == nodes::columns) add_all(out.select, *child, r);
      if (child->kind == nodes::where) add_conditions(out.where, (*child)[0], r);
      if (child->kind == nodes::group_by) add_all(out.group_by, *child, r);
      if (child->kind == nodes::having) add_conditions(out.having, (*child)[0], r);
    }
    bool windows = false;
    sql::visit(select, [&](node const& n) { windows = windows || n.kind == nodes::window || n.kind == nodes::window_name; });
    return !windows;
  }

  bool read_end(clauses& out, node& child, sql::resolution const& r) {
    if (child.kind == nodes::limit) out.limit = text(child);
    if (child.kind != nodes::order_by) return true;
    for (auto* sort : child.children()) {
      if (sort->has(sql::flag::nulls_first) || sort->has(sql::flag::nulls_last) || !sort->name.empty()) return false;
      auto p = part_of((*sort)[0], r);
      p.descending = sort->has(sql::flag::descending);
      out.order_by.push_back(std::move(p));
    }
    return true;
  }

  void add_all(std::vector<part>& to, node& list, sql::resolution const& r) {
    for (auto* item : list.children()) to.push_back(part_of(*item, r));
  }

  void add_conditions(std::vector<part>& to, node& condition, sql::resolution const& r) {
    if (condition.kind == nodes::operation && condition.op == sql::op::and_) {
      for (auto* one : condition.children()) add_conditions(to, *one, r);
      return;
    }
    auto p = part_of(condition, r);
    p.is = restriction_of(condition);
    if (condition.kind == nodes::operation && condition.op == sql::op::or_) p.sql = "(" + p.sql + ")";
    to.push_back(std::move(p));
  }

  [[nodiscard]] static bool is_aggregate(node const& n) {
    if (n.kind != nodes::call) return false;
    std::size_t arguments = 0;
    for (auto const* child : n.children())
      arguments += child->kind != nodes::star && child->kind != nodes::filter && child->kind != nodes::order_by;
    return sql::is_aggregate(n.name.view(), arguments);
  }

  [[nodiscard]] part part_of(node const& n, sql::resolution const& r) const {
    auto const& whole = n.kind == nodes::alias ? n[0] : n;
    part out{text(n), text(whole)};
    sql::visit(n, [&](node const& inner) {
      if (inner.kind == nodes::subquery || inner.kind == nodes::query) return sql::walk::over;
      if (is_aggregate(inner)) {
        out.aggregated = true;
        if (&inner == &whole && !inner.find(nodes::filter)) out.call = t2s::text::lower(inner.name.view());
      }
      auto const* use = inner.kind == nodes::column ? r.find(inner) : nullptr;
      if (use && use->base.table && use->base.column) {
        auto const id = knowledge::id_of(d_, *use->base.table, use->base.column);
        if (!t2s::detail::has(out.columns, id)) out.columns.push_back(id);
      }
      return sql::walk::into;
    });
    return out;
  }

  [[nodiscard]] static restriction restriction_of(node const& n) {
    using enum sql::op;
    bool const negated = n.has(sql::flag::negated);
    if (n.kind == nodes::like || n.kind == nodes::between || n.kind == nodes::in) {
      if (n.kind == nodes::in && n[1].kind != nodes::list) return restriction::other;
      return negated ? restriction::unequal : restriction::value;
    }
    if (n.kind != nodes::operation || n.count != 2) return restriction::other;
    if (n.op == eq) return restriction::value;
    if (n.op == ne) return restriction::unequal;
    if (n.op == lt || n.op == le) return restriction::high;
    if (n.op == gt || n.op == ge) return restriction::low;
    return restriction::other;
  }

  [[nodiscard]] std::string text(node const& n) const { return sql::print(n, {.dialect = d_.sql_dialect()}); }

  schema::database const& d_;
  std::vector<std::uint32_t> sources_{};  // indices into `resolution::tables`
  node* joins_ = nullptr;
};

/// The statement with the qualifiers that a single table needs not.
[[nodiscard]] inline std::string without_qualifiers(std::string const& sql, schema::database const& d) {
  auto parsed = sql::parse(sql, d);
  if (!parsed) return sql;
  auto const resolved = sql::resolve(*parsed, d);
  std::vector<std::string> aliases;  // a column that is called like one would be taken for it in ORDER BY
  sql::visit(parsed->root(), [&](sql::node const& n) {
    if (n.kind == sql::kind::alias) aliases.push_back(t2s::text::lower(n.name.view()));
  });
  for (auto const& use : resolved.columns) {
    if (t2s::detail::has(aliases, t2s::text::lower(use.at->name.view()))) continue;
    bool const plain = use.what == sql::reference::column && use.table == 0 && !use.outer && use.at->count == 0;
    if (plain && use.at->kind == sql::kind::column) const_cast<sql::node&>(*use.at).qualifier = {};
  }
  return sql::print(*parsed);
}

/// Writes the statement; nothing if it does not resolve.
[[nodiscard]] inline std::optional<std::string> to_sql(clauses const& c, schema::database const& d) {
  std::string out = c.distinct ? "SELECT DISTINCT " : "SELECT ";
  auto const add = [&out](std::vector<part> const& parts, std::string_view before, std::string_view between, bool sorts = false) {
    for (auto const& p : parts) {
      out.append(&p == parts.data() ? before : between).append(p.sql);
      if (sorts && p.descending) out += " DESC";
    }
  };
  add(c.select, "", ", ");
  for (auto const& t : c.from) out.append(&t == c.from.data() ? " FROM " : " ").append(t.sql);
  add(c.where, " WHERE ", " AND ");
  add(c.group_by, " GROUP BY ", ", ");
  add(c.having, " HAVING ", " AND ");
  add(c.order_by, " ORDER BY ", ", ", true);
  if (!c.limit.empty()) out.append(" ").append(c.limit);
  auto const parsed = sql::parse(out, d);
  if (!parsed || !sql::resolve(*parsed, d).ok()) return {};
  return c.from.size() == 1 ? without_qualifiers(out, d) : out;
}

}  // namespace t2s::reader::detail::follow_up

#endif
