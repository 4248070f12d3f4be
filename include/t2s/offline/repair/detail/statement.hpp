// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_STATEMENT_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_STATEMENT_HPP

#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/offline/repair/detail/repair_step.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The common header of the rules of repair. A rule examines one statement and proposes edits of its tree, each with a cost and a reason.
/// Rules execute nothing.
namespace t2s::repair {

/// A repaired statement that may be the intended one.
struct proposal {
  repair_kind what{};
  double cost = 0;  // the size of the change: 0 for spelling, 1 for a guess
  std::string sql{};
  std::string why{};
  std::string differs{};  // in what a translation differs; `why` says it, too
};
using proposals = std::vector<proposal>;

/// What is known besides the statement. All of it must outlive what is made from it.
struct known_facts {
  schema::database const* schema{};     // as in the database
  schema::database const* connected{};  // with inferred keys; the same as `schema` if they are unknown
  knowledge::lexicon const* names{};    // the stored values; nullptr if unknown
  link::links const* linked{};          // what the question names; nullptr without a question
  bool has_rows = false;                // whether the unchanged statement returns rows
  /// `in_own_dialect` of translated.hpp; nullptr if functions of other dialects are not translated.
  std::optional<proposal> (*in_own_dialect)(sql::query const&, schema::database const&, std::string_view limited) = nullptr;

  /// The best score with which the question names a table or column, from 0 to 1; 0 without a question.
  [[nodiscard]] double asked(schema::table const& t, schema::column const* c = nullptr) const {
    if (!linked || !names) return 0;
    double best = 0;
    for (auto const& l : linked->found) {
      if (!text::same(names->table(l.where).name, t.name)) continue;
      bool const meant = c ? !l.where.is_table() && text::same(names->column(l.where).name, c->name) : l.where.is_table();
      if (meant) best = std::max(best, l.score);
    }
    return std::min(best, 1.0);
  }

  [[nodiscard]] sql::dialect dialect() const { return sql::dialect_of(*schema).dialect; }
};

/// A statement that parses, with the meaning of its names.
class statement {
 public:
  statement(sql::query q, schema::database const& d)  // the schema must outlive it
      : query_(std::move(q)), means_(sql::resolve(query_, d)), used_(sql::entities_of(query_, d)), schema_(&d) {}

  [[nodiscard]] sql::query const& query() const noexcept { return query_; }
  [[nodiscard]] sql::resolution const& means() const noexcept { return means_; }
  [[nodiscard]] sql::entities const& used() const noexcept { return used_; }

  /// The use of a column at a node, or nullptr.
  [[nodiscard]] sql::column_use const* use_at(sql::node const& at) const {
    for (auto const& use : used_.columns)
      if (use.at == &at) return &use;
    return nullptr;
  }

  /// The indices of a scope's sources.
  [[nodiscard]] sql::index_range sources(std::uint32_t scope) const { return used_.scopes[scope].sources; }
  [[nodiscard]] sql::table_use const& source(std::uint32_t place) const { return used_.tables[place]; }

  /// The source that a column's qualifier names, or the only one; nullptr otherwise.
  [[nodiscard]] sql::table_use const* source_of(sql::column_use const& c) const {
    if (c.source != sql::column_use::unknown) return &source(c.source);
    auto const own = sources(c.scope);
    if (c.qualifier.empty()) return own.count == 1 ? &source(own.first) : nullptr;
    for (auto const i : own)
      if (text::same(source(i).visible_name(), c.qualifier)) return &source(i);
    return nullptr;
  }

  /// The same; if there are several sources, the last one whose table has the column.
  [[nodiscard]] sql::table_use const* likely_source_of(sql::column_use const& c) const {
    auto const* found = source_of(c);
    if (found || !c.qualifier.empty()) return found;
    for (auto const i : sources(c.scope))
      if (auto const* t = table_of(source(i)); t && t->find_column(c.name)) found = &source(i);
    return found;
  }

  /// The schema's table that a source reads, or nullptr.
  [[nodiscard]] schema::table const* table_of(sql::table_use const& source) const {
    return source.what == sql::source_kind::table ? schema_->find_table(source.name) : nullptr;
  }

  /// The innermost node of a kind around another, possibly that node itself; nullptr if there is none.
  [[nodiscard]] sql::node const* around(sql::node const* n, sql::kind k) const {
    while (n && n->kind != k) n = parent_of(*n);
    return n;
  }

  /// The node above, or nullptr for the root.
  [[nodiscard]] sql::node const* parent_of(sql::node const& n) const { return parent_below(query_.root(), n); }

 private:
  static sql::node const* parent_below(sql::node const& top, sql::node const& n) {
    for (auto const* child : top.children()) {
      if (child == &n) return &top;
      if (auto const* found = parent_below(*child, n)) return found;
    }
    return nullptr;
  }

  sql::query query_;
  sql::resolution means_;
  sql::entities used_;
  schema::database const* schema_;
};

/// Makes nodes for a query and changes its tree.
class tree_editor {
 public:
  explicit tree_editor(sql::query& q) : q_(q) {}

  [[nodiscard]] sql::identifier name(std::string_view content) { return q_.make_name(content); }

  [[nodiscard]] sql::node& column(std::string_view qualifier, std::string_view name) {
    auto& c = q_.make(sql::kind::column);
    rename(c, qualifier, name);
    return c;
  }

  [[nodiscard]] sql::node& table(std::string_view name) {
    auto& t = q_.make(sql::kind::table);
    t.name = this->name(name);
    return t;
  }

  [[nodiscard]] sql::node& string(std::string_view content) {
    auto& t = q_.make(sql::kind::string);
    t.name = q_.make_literal(content);
    t.name.quoted = sql::quote::single;
    return t;
  }

  [[nodiscard]] sql::node& number(std::string_view digits) {
    auto& n = q_.make(sql::kind::number);
    n.name = q_.make_literal(digits);
    return n;
  }

  /// A literal in the spelling of SQL.
  [[nodiscard]] sql::node& literal(std::string_view written) {
    return written.starts_with('\'') ? string(written.substr(1, written.size() - 2)) : number(written);
  }

  /// Combines operands by an operator; a single one stays.
  [[nodiscard]] sql::node& joined(sql::op o, std::vector<sql::node*> const& operands) {
    if (operands.size() == 1) return *operands.front();
    auto& n = q_.make(sql::kind::operation);
    n.op = o;
    q_.set_children(n, operands);
    return n;
  }

  /// (SELECT column FROM table WHERE condition)
  [[nodiscard]] sql::node& subquery(sql::node& column, std::string_view table, sql::node* condition = nullptr) {
    auto& select = q_.make(sql::kind::select, {&q_.make(sql::kind::columns, {&column}), &q_.make(sql::kind::from, {&this->table(table)})});
    if (condition) append(select, q_.make(sql::kind::where, {condition}));
    return q_.make(sql::kind::subquery, {&q_.make(sql::kind::query, {&select})});
  }

  /// Renames a column; the qualifier stays if the new one is empty.
  void rename(sql::node& column, std::string_view qualifier, std::string_view name) {
    column.name = this->name(name);
    if (!qualifier.empty()) column.qualifier = q_.make_qualifier(qualifier);
  }

  void set(sql::node& parent, std::vector<sql::node*> const& children) { q_.set_children(parent, children); }

  [[nodiscard]] static std::vector<sql::node*> children_of(sql::node& parent) {
    std::vector<sql::node*> all;
    for (std::size_t i = 0; i < parent.count; ++i) all.push_back(&parent[i]);
    return all;
  }

  void append(sql::node& parent, sql::node& child) {
    auto all = children_of(parent);
    all.push_back(&child);
    set(parent, all);
  }

  /// Puts a clause at its position in a select, or removes it if `clause` is nullptr.
  void set_clause(sql::node& select, sql::kind k, sql::node* clause) {
    std::vector<sql::node*> parts;
    for (auto* child : select.children()) {
      if (child->kind == k) continue;
      if (clause && place_of(child->kind) > place_of(k)) parts.push_back(std::exchange(clause, nullptr));
      parts.push_back(child);
    }
    if (clause) parts.push_back(clause);
    set(select, parts);
  }

  /// Makes these the conditions of a WHERE or HAVING.
  void set_conditions(sql::node& select, sql::kind k, std::vector<sql::node*> const& all) {
    set_clause(select, k, all.empty() ? nullptr : &q_.make(k, {&joined(sql::op::and_, all)}));
  }

 protected:
  sql::query& q_;

 private:
  /// The position of a clause in a select.
  static std::size_t place_of(sql::kind clause) {
    using enum sql::kind;
    static constexpr sql::kind order[] = {distinct_on, columns, from, where, group_by, having, window_definition};
    std::size_t place = 0;
    while (place < std::size(order) && order[place] != clause) ++place;
    return place;
  }
};

/// A copy of a query for editing. `operator[]` finds the copy of a node.
class edited : public tree_editor {
 public:
  explicit edited(sql::query const& original) : tree_editor(query_), query_(original.clone()) { pair_up(original.root(), query_.root()); }
  edited(edited const&) = delete;

  [[nodiscard]] sql::node& operator[](sql::node const& original) { return *copies_[*places_.find(&original)]; }
  [[nodiscard]] sql::query& query() noexcept { return query_; }
  [[nodiscard]] std::string sql() const { return sql::print(query_); }

  /// Replaces a node by another.
  void replace(sql::node const& original, sql::node& by) {
    auto const* old = &(*this)[original];
    sql::transform(query_, [&](sql::node& n) { return &n == old ? &by : &n; });
  }

 private:
  void pair_up(sql::node const& original, sql::node& copy) {
    places_.add(&original, copies_.size());
    copies_.push_back(&copy);
    for (std::size_t i = 0; i < original.count; ++i) pair_up(original[i], copy[i]);
  }

  sql::query query_;
  t2s::detail::numbers_by_address places_{};  // indices into `copies_`
  std::vector<sql::node*> copies_{};
};

/// Whether a node is a text, a number, or a name in double quotes that SQLite reads as a text.
inline bool is_literal(sql::node const& n, sql::resolution const& means) {
  if (n.kind == sql::kind::string || n.kind == sql::kind::number) return true;
  auto const* use = n.kind == sql::kind::column ? means.find(n) : nullptr;
  return use && use->what == sql::reference::literal;
}

/// Adds the conditions that all must hold: the operands of AND.
template <class Node>
void add_conditions(Node& n, std::vector<Node*>& into) {
  if (n.kind != sql::kind::operation || n.op != sql::op::and_) return into.push_back(&n);
  for (auto* child : n.children()) add_conditions(*child, into);
}

/// Whether a call is one of a window function.
inline bool has_window(sql::node const& call) { return call.find(sql::kind::window) || call.find(sql::kind::window_name); }

inline bool is_aggregate(sql::node const& n) {
  if (n.kind != sql::kind::call || has_window(n)) return false;
  std::size_t arguments = 0;
  for (auto const* part : n.children())
    if (part->kind != sql::kind::order_by && part->kind != sql::kind::filter && part->kind != sql::kind::star) ++arguments;
  return sql::is_aggregate(n.name.view(), arguments);
}

/// The id of a schema column in the lexicon, or nothing.
inline std::optional<knowledge::column_id> place_in(sql::base_column base, knowledge::lexicon const& names) {
  if (!base.table || !base.column) return {};
  auto const& tables = names.schema().tables();
  auto const* t = names.schema().find_table(base.table->name);
  auto const* c = t ? t->find_column(base.column->name) : nullptr;
  if (!c) return {};
  return knowledge::column_id{static_cast<std::uint32_t>(t - tables.data()), static_cast<std::uint32_t>(c - t->columns.data())};
}

/// Whether a node is an operation of two operands.
inline bool is_binary(sql::node const& n, sql::op o) { return n.kind == sql::kind::operation && n.op == o && n.count == 2; }

/// "a, b"
inline void add_once(std::string& all, std::string_view one) {
  if (all.find(one) == all.npos) all.append(all.empty() ? "" : ", ").append(one);
}

/// "a; b"
inline void add_reason(std::string& all, std::string_view one) { all.append(all.empty() ? "" : "; ").append(one); }

/// Whether a function is missing too.
inline bool calls_unknown(statement const& s) {
  return t2s::detail::any_of(s.means().problems, [&](auto const& p) { return p.what.code == errc::no_such_function; });
}

inline std::string translated_to(sql::dialect d, std::string_view what) {
  return "translated to " + std::string(sql::title_of(d)) + ": " + std::string(what);
}

}  // namespace t2s::repair

#endif
