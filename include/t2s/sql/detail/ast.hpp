// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_AST_HPP
#define T2S_SQL_DETAIL_AST_HPP

#include "t2s/core/schema/detail/dialect.hpp"
#include "t2s/sql/detail/arena.hpp"
#include "t2s/sql/detail/token.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// The tree of a parsed query, and functions that walk and change it. None of them needs the grammar.
namespace t2s::sql {

/// The kinds of nodes. Each comment lists a node's children in order: `[x]` is optional, `x...` is one or more, `x*` any number.
///
/// What SQL chains is one flat list (members of a compound, joined tables, operands of AND, OR, +, *, || and the like), so a long statement
/// does not make a deep tree. Brackets have no nodes: `node::written` counts them, and the tree itself gives the precedence.
enum class kind : std::uint8_t {
  query,    ///< [with] (select|values|subquery)... [order_by] [limit]; each member but the first has the set operation in `op`
  with,     ///< cte...; flag recursive
  cte,      ///< [names] query; name; flags materialized, not_materialized; the qualifier holds SEARCH and CYCLE as written
  select,   ///< [distinct_on] columns [from] [where] [group_by] [having] window_definition*; flags distinct, all; a misplaced [order_by]
            ///< [limit]. The name holds words such as HIGH_PRIORITY as written, the qualifier those after DISTINCT. DuckDB adds [qualify],
            ///< and a sample without a source, after the window definitions
  values,   ///< list...
  columns,  ///< (expression | alias | star)...; PostgreSQL also takes none
  alias,    ///< expression, or source [names]; name
  star,     ///< * or `qualifier.*`, and the argument of count(*); a qualifier of several parts is as written. DuckDB adds [names] [columns]
            ///< [columns]: EXCLUDE, REPLACE, and RENAME if the flag keyword is set; the columns are aliases
  from,     ///< source join*; as a source itself it is a join in brackets. A source is table | subquery | from | alias | indexed | sample
  join,     ///< source [on|using_columns]; flags say which join
  table,    ///< [list]; name, qualifier (the schema); the list is the arguments of a table-valued function; flags lateral, ordinality,
            ///< only. The qualifier of a three-part name is as written; ROWS FROM (f(a), ...) is a table of that name
  indexed,  ///< source; name of the index, or none for NOT INDEXED; the qualifier holds MySQL's hint as written
  subquery,       ///< query: a source (flag lateral), an expression, or a member of a compound that is in brackets
  names,          ///< name..., or column... after EXCLUDE
  name,           ///< name; the qualifier is its type if a function's columns are defined with types
  on,             ///< expression
  using_columns,  ///< name...; name of the alias that follows, if any
  where,          ///< expression
  group_by,       ///< expression...; flags distinct, all, rollup (WITH ROLLUP)
  having,         ///< expression
  order_by,       ///< sort...
  sort,   ///< expression; flags ascending, descending, nulls_first, nulls_last; the name holds USING < as written; the expression of ORDER
          ///< BY ALL is a star with that name
  limit,  ///< count [offset]; flags comma if written `LIMIT offset, count`, all if there is no count (it is a null), with_ties,
          ///< percent
  window_definition,  ///< window; name
  window,             ///< [partition_by] [order_by] [frame]; name of the window that it extends, if any
  window_name,        ///< name, as in OVER w
  partition_by,       ///< expression...
  frame,              ///< bound [bound]; op rows, range, groups; flags exclude_...
  bound,              ///< [expression]; op unbounded_preceding ... unbounded_following
  // expressions
  column,  ///< name, qualifier (a table or alias); a child `name` is the schema of a three-part name; its qualifier is the part before the
           ///< schema
  number,  ///< name is the literal as written
  string,  ///< name is the content
  blob,    ///< name is the literal as written
  null,    ///<
  parameter,  ///< name is the parameter as written
  now,        ///< CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP, as written in name
  operation,  ///< expression expression...: `op` between them, read from the left
  prefix,     ///< expression; op not_, negate, plus, invert, custom
  like,     ///< expression pattern [escape]; op like, ilike, similar, glob, regexp, match; flag negated. With the flag keyword it is MATCH
            ///< list AGAINST (pattern), and the name holds the mode as written
  between,  ///< expression low high; flags negated, symmetric
  in,       ///< expression (list | subquery | table); flag negated
  exists,   ///< query
  list,     ///< expression*: what stands in brackets after IN, VALUES or a table-valued function
  row,      ///< expression expression...: a row value; flag keyword if written with ROW, which allows any number of expressions
  case_,    ///< [expression] when... [else_]
  when,     ///< condition result
  else_,    ///< expression
  cast,     ///< expression; name is the type as written, possibly empty; flags colons if written `a::type`; literal if written `type 'a'`,
            ///< where the qualifier holds the unit or fields of an INTERVAL; lenient for TRY_CAST
  collate,  ///< expression; name
  call,     ///< (star | (expression | argument)* | query) [order_by] argument* [filter] [window|window_name]; name, qualifier (the
            ///< schema); flags distinct, all, within_group. ANY(SELECT ...), ROLLUP(...) and GROUPING SETS(...) are calls too
  filter,   ///< expression
  // other dialects
  distinct_on,  ///< expression...
  sample,  ///< source call [expression]: TABLESAMPLE method(...) REPEATABLE (...), or PARTITION (...) if the flag keyword is set. In DuckDB
           ///< [source]; the name is the text after the source or the select, as written
  argument,       ///< [expression]; name: an argument after a keyword, as in TRIM(BOTH a FROM b); flag comma: `name => expression`; flag
                  ///< keyword: a keyword after a comma, as in f(a, VARIADIC b); flag literal: the name is as written
  array,          ///< expression*: ARRAY[...], or [...] if the flag literal is set
  subscript,      ///< expression [index]; with flag slice: expression [low] [high] [step], where flag open says that low is missing
  field,          ///< expression; name of one of its fields, or *
  struct_,        ///< entry*: {'a': 1}; MAP {a: 1} if the flag keyword is set
  entry,          ///< name value; of a map: key value
  lambda,         ///< names expression: LAMBDA x, y: x + y; `x -> x + 1` is an operation
  comprehension,  ///< expression names list [condition]: [a FOR x IN b IF c]
  qualify,        ///< expression
};

/// Operators, set operations, frame units and bounds.
// clang-format off
enum class op : std::uint8_t {
  none, or_, and_, not_, eq, ne, is, is_not, is_distinct, is_not_distinct, like, glob, regexp, match, lt, le, gt, ge, bit_and, bit_or,
  shl, shr, add, sub, mul, div, mod, concat, arrow, long_arrow, negate, plus, invert, union_, union_all, intersect, except, rows, range,
  groups, unbounded_preceding, preceding, current_row, following, unbounded_following,
  // other dialects
  intersect_all, except_all, union_by_name, union_all_by_name, ilike, similar, int_div, null_safe, power, bit_xor, xor_, at_time_zone,
  custom,  ///< an operator that is identified by its name only
};
// clang-format on

/// Properties of a node. `kind` says which kind can have which.
// clang-format off
enum class flag : std::uint32_t {
  distinct = 1U << 0U, all = 1U << 1U, negated = 1U << 2U, recursive = 1U << 3U, materialized = 1U << 4U, not_materialized = 1U << 5U,
  ascending = 1U << 6U, descending = 1U << 7U, nulls_first = 1U << 8U, nulls_last = 1U << 9U, natural = 1U << 11U, left = 1U << 12U,
  right = 1U << 13U, full = 1U << 14U, outer = 1U << 15U, inner = 1U << 16U, cross = 1U << 17U, exclude_no_others = 1U << 18U,
  exclude_current_row = 1U << 19U, exclude_group = 1U << 20U, exclude_ties = 1U << 21U, lateral = 1U << 22U, ordinality = 1U << 23U,
  rollup = 1U << 24U, with_ties = 1U << 25U, symmetric = 1U << 26U, keyword = 1U << 27U, colons = 1U << 28U, literal = 1U << 29U,
  within_group = 1U << 30U, slice = 1U << 31U,
  comma = 1U << 10U,  ///< for a join: the comma; for a limit: `LIMIT offset, count`
  open = 1U << 0U,     ///< for a slice; shares its bit with `distinct`, which a slice cannot have
  lenient = 1U << 2U,  ///< for a cast: TRY_CAST
  percent = 1U << 2U,  ///< for a limit: the count is a percentage of the rows
  semi = 1U << 2U, anti = 1U << 3U, asof = 1U << 4U, positional = 1U << 5U,  ///< for a join
  only = 1U << 0U,     ///< for a table: without the tables that inherit from it
};
// clang-format on

/// A name or literal: its content without quotes, and how it was quoted. SQLite reads `"Fall"` as a string if no such column is in scope,
/// so the quotes are kept.
struct identifier {
  char const* data{};    ///< not terminated by NUL; owned by the query
  std::uint32_t size{};  ///< in bytes
  quote quoted{};        ///< how it was quoted

  /// The content without quotes.
  [[nodiscard]] std::string_view view() const noexcept { return {data, size}; }
  /// Whether there is no name.
  [[nodiscard]] bool empty() const noexcept { return size == 0 && quoted == quote::none; }
};

/// A node of the tree. All nodes have this one type, so code that walks a tree names only the kinds that it handles.
///
/// Nodes live in the arena of their query and are invalid after it. A `const` node gives `const` children.
struct node {
  sql::kind kind{};         ///< what it is
  sql::op op{};             ///< which operator, for kinds with several
  std::uint8_t written{};   ///< does not change the meaning: pairs of brackets around an expression, 1 for an alias without AS
  std::uint32_t flags{};    ///< bits of `flag`
  std::uint32_t height{1};  ///< nodes on the longest path down
  std::uint32_t offset{};   ///< byte of the text at which the node begins; for an operation and the like, its operator
  std::uint32_t count{};    ///< number of children
  node** items{};           ///< its children; a child may be null
  identifier name{};        ///< its name, if the kind has one
  identifier qualifier{};   ///< the part before the dot

  /// Whether a flag is set.
  [[nodiscard]] bool has(flag f) const noexcept { return (flags & static_cast<std::uint32_t>(f)) != 0; }
  /// Sets a flag.
  void set(flag f) noexcept { flags |= static_cast<std::uint32_t>(f); }
  /// Clears a flag.
  void clear(flag f) noexcept { flags &= ~static_cast<std::uint32_t>(f); }

  /// Its children.
  [[nodiscard]] std::span<node* const> children() noexcept { return {items, count}; }
  /// Its children.
  [[nodiscard]] std::span<node const* const> children() const noexcept { return {items, count}; }

  /// The i-th child; `i` must be less than `count`.
  [[nodiscard]] node& operator[](std::size_t i) noexcept { return *items[i]; }
  /// The child at a place.
  [[nodiscard]] node const& operator[](std::size_t i) const noexcept { return *items[i]; }

  /// The first child of a kind, or nullptr. O(count).
  [[nodiscard]] node const* find(sql::kind k) const noexcept {
    for (auto const* child : children())
      if (child->kind == k) return child;
    return nullptr;
  }
  /// The same for a tree that may be changed.
  [[nodiscard]] node* find(sql::kind k) noexcept { return const_cast<node*>(static_cast<node const&>(*this).find(k)); }
};

/// The name of a kind, e.g. "group_by".
[[nodiscard]] T2S_DECL std::string_view name_of(kind k) noexcept;

/// Whether two trees are equal: kinds, operators, flags, names with their quotes, and children; offsets and redundant brackets are ignored.
/// O(size of the smaller); recursion as deep as the tree is high.
[[nodiscard]] T2S_DECL bool operator==(node const& a, node const& b) noexcept;

namespace detail {

/// All memory of a query. It also keeps the parser's working space, so that parsing into a used query allocates nothing.
struct storage {
  std::string text{};
  sql::arena memory{};
  std::vector<token> tokens{};  ///< the first `token_count` are in use
  std::size_t token_count{};
  std::vector<node*> stack{};
  node* root{};
  sql::grammar grammar{};
};

struct access;

}  // namespace detail

/// A parsed statement: owns its text and its tree. It moves; `clone` copies. A moved-from or default-constructed query is empty, which
/// allows only assignment, `parse_into` and the test for emptiness.
///
/// Several threads may read it at once while nobody changes it.
class query {
 public:
  query() = default;

  /// Whether there is no tree.
  [[nodiscard]] bool empty() const noexcept { return !held_ || !held_->root; }

  /// The text that was parsed (in a clone, the original's). Changes of the tree do not change it.
  [[nodiscard]] std::string_view text() const noexcept { return held_->text; }

  /// The dialect that the text was parsed in.
  [[nodiscard]] sql::dialect dialect() const noexcept { return held_->grammar.dialect; }
  /// The grammar that reads the same dialect again.
  [[nodiscard]] sql::grammar const& grammar() const noexcept { return held_->grammar; }

  /// The root of the tree. The query must not be empty.
  [[nodiscard]] node const& root() const noexcept { return *held_->root; }
  /// The root of the tree. The query must not be empty.
  [[nodiscard]] node& root() noexcept { return *held_->root; }

  /// A copy with its own memory. O(size).
  [[nodiscard]] T2S_DECL query clone() const;

  /// Makes nodes for repairs; they live as long as the query. `make` takes over the children; `copy` copies a tree with its names, also
  /// from another query.
  T2S_DECL node& make(kind k, std::initializer_list<node*> children = {});
  T2S_DECL node& copy(node const& tree);  ///< copies a tree of this query

  /// A name of the schema, copied into this query. It is quoted for the query's dialect if it would otherwise be read as something else.
  [[nodiscard]] T2S_DECL identifier make_name(std::string_view content);
  /// The same for the name by which columns refer to a source: an alias is written as in the query.
  [[nodiscard]] T2S_DECL identifier make_qualifier(std::string_view visible);
  [[nodiscard]] T2S_DECL identifier make_literal(std::string_view content);  ///< a string literal of this query

  /// Replaces the children of `parent`.
  T2S_DECL void set_children(node& parent, std::span<node* const> children);

  friend bool operator==(query const& a, query const& b) noexcept { return a.root() == b.root(); }

 private:
  friend struct detail::access;
  std::unique_ptr<detail::storage> held_{};
};

/// Gives the parser the storage of a query, and makes it if needed.
struct detail::access {
  static storage& of(query& q) {
    if (!q.held_) q.held_ = std::make_unique_for_overwrite<storage>();  // make_unique would clear its memory first
    return *q.held_;
  }
};

/// What a visitor returns about the children of a node.
enum class walk { into, over, stop };

namespace detail {

template <class Node, class Visitor>
walk ask(Visitor& visitor, Node& n) {
  if constexpr (std::is_void_v<std::invoke_result_t<Visitor&, Node&>>) {
    visitor(n);
    return walk::into;
  } else {
    return visitor(n);
  }
}

template <class Node, class Visitor>
bool visit(Node& n, Visitor& visitor) {
  auto const answer = ask(visitor, n);
  if (answer == walk::stop) return false;
  if (answer == walk::over) return true;
  for (auto* child : n.children())
    if (!visit(*child, visitor)) return false;
  return true;
}

}  // namespace detail

/// Calls `visitor(node&)` for a node and all below it, parents first, in the order of the text. The visitor may return `walk` to skip the
/// nodes below, or to stop. Returns false if it was stopped. Recursion as deep as the tree is high.
template <class Visitor>
bool visit(node const& tree, Visitor visitor) {
  return detail::visit(tree, visitor);
}
/// The same with mutable nodes.
template <class Visitor>
bool visit(node& tree, Visitor visitor) {
  return detail::visit(tree, visitor);
}

/// All nodes of a kind, in the order of the text.
[[nodiscard]] inline std::vector<node const*> all_of(node const& tree, kind k) {
  std::vector<node const*> found;
  visit(tree, [&](node const& n) {
    if (n.kind == k) found.push_back(&n);
  });
  return found;
}

namespace detail {

template <class Change>
node* transform(query& q, node* n, Change& change) {
  bool changed = false;
  for (std::size_t i = 0; i < n->count; ++i) {
    node* const now = transform(q, n->items[i], change);
    changed |= now != std::exchange(n->items[i], now);
  }
  if (changed) q.set_children(*n, {n->items, n->count});
  return change(*n);
}

}  // namespace detail

/// Replaces nodes, children first: `change(node&)` returns the node to put in that place, usually the given one, possibly changed. Make new
/// ones with `query::make`. The root can be changed but not replaced.
///
/// Heights above a replaced child are updated; the printer sets brackets.
template <class Change>
void transform(query& q, Change change) {
  auto& root = q.root();
  for (std::size_t i = 0; i < root.count; ++i) root.items[i] = detail::transform(q, root.items[i], change);
  q.set_children(root, {root.items, root.count});
}

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/ast.ipp"
#endif

#endif
