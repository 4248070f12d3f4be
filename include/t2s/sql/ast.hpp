// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_AST_HPP
#define T2S_SQL_AST_HPP

#include "t2s/sql/token.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace t2s::sql {

/// What a node of the tree is, with its children in order; `[x]` may be absent, `x...` is one or more, `x*` any number.
///
/// Lists that SQL chains (members of a compound, joined tables, operands of AND, OR, +, *, || and the like) are flat, so that no
/// statement is deep only because it is long. Brackets are no nodes: `node::written` counts them, and precedence follows from the tree.
enum class kind : std::uint8_t {
  query,     ///< [with] (select|values|subquery)... [order_by] [limit]; each member but the first has the set operation in `op`
  with,      ///< cte...; flag recursive
  cte,       ///< [names] query; name; flags materialized, not_materialized; the qualifier holds SEARCH and CYCLE as written
  select,    ///< [distinct_on] columns [from] [where] [group_by] [having] window_definition*; flags distinct, all; a misplaced
             ///< [order_by] [limit]. The name holds words such as HIGH_PRIORITY as written, the qualifier those after DISTINCT
  values,    ///< list...
  columns,   ///< (expression | alias | star)...; PostgreSQL also takes none
  alias,     ///< expression, or source [names]; name
  star,      ///< `*` or `qualifier.*`, and the argument of count(*); a qualifier of several parts is as written
  from,      ///< source join*; as a source itself it is a join in brackets. A source is table | subquery | from | alias | indexed | sample
  join,      ///< source [on|using_columns]; flags say which join
  table,     ///< [list]; name, qualifier (the schema); the list is the arguments of a table-valued function; flags lateral, ordinality,
             ///< only. The qualifier of a three-part name is as written; ROWS FROM (f(a), ...) is a table of that name
  indexed,   ///< source; name of the index, or none for NOT INDEXED; the qualifier holds MySQL's hint as written
  subquery,  ///< query: a source (flag lateral), an expression, or a member of a compound that is in brackets
  names,     ///< name...
  name,      ///< name; the qualifier is its type, where the columns of a function's rows are defined
  on,        ///< expression
  using_columns,      ///< name...; name of the alias that follows, if any
  where,              ///< expression
  group_by,           ///< expression...; flags distinct, all, rollup (WITH ROLLUP)
  having,             ///< expression
  order_by,           ///< sort...
  sort,               ///< expression; flags ascending, descending, nulls_first, nulls_last; the name holds USING < as written
  limit,              ///< count [offset]; flags comma if written `LIMIT offset, count`, all if there is no count (it is a null), with_ties
  window_definition,  ///< window; name
  window,             ///< [partition_by] [order_by] [frame]; name of the window that it extends, if any
  window_name,        ///< name, as in OVER w
  partition_by,       ///< expression...
  frame,              ///< bound [bound]; op rows, range, groups; flags exclude_...
  bound,              ///< [expression]; op unbounded_preceding ... unbounded_following
  // expressions
  column,     ///< name, qualifier (a table or alias); a child `name` is the schema of a three-part name, and has what
              ///< stands before that as its qualifier
  number,     ///< name is the literal as written
  string,     ///< name is the content
  blob,       ///< name is the literal as written
  null,       ///<
  parameter,  ///< name is the parameter as written
  now,        ///< CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP, as written in name
  operation,  ///< expression expression...: `op` between them, read from the left
  prefix,     ///< expression; op not_, negate, plus, invert, custom
  like,       ///< expression pattern [escape]; op like, ilike, similar, glob, regexp, match; flag negated. With flag keyword it is
              ///< MATCH list AGAINST (pattern), and the name holds the mode as written
  between,    ///< expression low high; flags negated, symmetric
  in,         ///< expression (list | subquery | table); flag negated
  exists,     ///< query
  list,       ///< expression*: what stands in brackets after IN, VALUES or a table-valued function
  row,        ///< expression expression...: a row value; flag keyword if written with ROW, which may have any number of them
  case_,      ///< [expression] when... [else_]
  when,       ///< condition result
  else_,      ///< expression
  cast,       ///< expression; name is the type as written, perhaps empty; flags colons if written `a::type`, literal if written
              ///< `type 'a'`: then the qualifier holds the unit or fields of an INTERVAL
  collate,    ///< expression; name
  call,       ///< (star | (expression | argument)* | query) [order_by] argument* [filter] [window|window_name]; name, qualifier (the
              ///< schema); flags distinct, all, within_group. ANY(SELECT ...), ROLLUP(...) and GROUPING SETS(...) are calls too
  filter,     ///< expression
  // other dialects
  distinct_on,  ///< expression...
  sample,       ///< source call [expression]: TABLESAMPLE method(...) REPEATABLE (...); with flag keyword PARTITION (...)
  argument,     ///< [expression]; name: an argument that a word leads, as in TRIM(BOTH a FROM b); flag comma: `name => expression`; flag
                ///< keyword: a word after a comma, as in f(a, VARIADIC b); flag literal: the name is as written
  array,        ///< expression*: ARRAY[...]
  subscript,    ///< expression [index], or if flag slice: expression [low] [high], low missing if flag open
  field,        ///< expression; name of a field of it, or * as its name
};

/// Operators, set operations, frame units and bounds.
enum class op : std::uint8_t {
  none,
  or_,
  and_,
  not_,
  eq,
  ne,
  is,
  is_not,
  is_distinct,
  is_not_distinct,
  like,
  glob,
  regexp,
  match,
  lt,
  le,
  gt,
  ge,
  bit_and,
  bit_or,
  shl,
  shr,
  add,
  sub,
  mul,
  div,
  mod,
  concat,
  arrow,
  long_arrow,
  negate,
  plus,
  invert,
  union_,
  union_all,
  intersect,
  except,
  rows,
  range,
  groups,
  unbounded_preceding,
  preceding,
  current_row,
  following,
  unbounded_following,
  // other dialects
  intersect_all,
  except_all,
  ilike,
  similar,
  int_div,
  null_safe,
  power,
  bit_xor,
  xor_,
  at_time_zone,
  custom,  ///< an operator that only its name tells from others
};

/// Properties of a node; which kind can have which stands at `kind`.
enum class flag : std::uint32_t {
  distinct = 1U << 0U,
  all = 1U << 1U,
  negated = 1U << 2U,
  recursive = 1U << 3U,
  materialized = 1U << 4U,
  not_materialized = 1U << 5U,
  ascending = 1U << 6U,
  descending = 1U << 7U,
  nulls_first = 1U << 8U,
  nulls_last = 1U << 9U,
  comma = 1U << 10U,  ///< of a join: the comma; of a limit: `LIMIT offset, count`
  natural = 1U << 11U,
  left = 1U << 12U,
  right = 1U << 13U,
  full = 1U << 14U,
  outer = 1U << 15U,
  inner = 1U << 16U,
  cross = 1U << 17U,
  exclude_no_others = 1U << 18U,
  exclude_current_row = 1U << 19U,
  exclude_group = 1U << 20U,
  exclude_ties = 1U << 21U,
  lateral = 1U << 22U,
  ordinality = 1U << 23U,
  rollup = 1U << 24U,
  with_ties = 1U << 25U,
  symmetric = 1U << 26U,
  keyword = 1U << 27U,
  colons = 1U << 28U,
  literal = 1U << 29U,
  within_group = 1U << 30U,
  slice = 1U << 31U,
  open = 1U << 0U,  ///< of a slice, where nothing is distinct
  only = 1U << 0U,  ///< of a table: without those that inherit from it
};

/// A name or literal: its content without quotes, and how it was quoted. `"Fall"` as a column may be a string where no such column is
/// in scope, as in SQLite; the quote tells.
struct identifier {
  char const* data{};    ///< not ended by NUL; the query owns it
  std::uint32_t size{};  ///< in bytes
  quote quoted{};        ///< how it was quoted

  /// The content without quotes.
  [[nodiscard]] std::string_view view() const noexcept { return {data, size}; }
  /// Whether there is no name.
  [[nodiscard]] bool empty() const noexcept { return size == 0 && quoted == quote::none; }
};

/// A node of the tree. All nodes have this one form, so that what walks a tree needs to know only the kinds that it cares for.
///
/// Nodes live in the arena of their query and are invalid after it. A `const` node gives `const` children.
struct node {
  sql::kind kind{};         ///< what it is
  sql::op op{};             ///< which operator, where the kind has several
  std::uint8_t written{};   ///< of no meaning: pairs of brackets around an expression, 1 for an alias without AS
  std::uint32_t flags{};    ///< bits of `flag`
  std::uint32_t height{1};  ///< nodes on the longest path down
  std::uint32_t offset{};   ///< byte of the text where it begins; of an operation and the like, its operator
  std::uint32_t count{};    ///< of its children
  node** items{};           ///< its children; a child may be null
  identifier name{};        ///< its name, if the kind has one
  identifier qualifier{};   ///< what stands before the dot

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
  /// The same, to be changed.
  [[nodiscard]] node* find(sql::kind k) noexcept { return const_cast<node*>(static_cast<node const&>(*this).find(k)); }
};

/// The name of a kind, e.g. "group_by".
[[nodiscard]] T2S_DECL std::string_view name_of(kind k) noexcept;

/// Whether two trees are the same: kinds, operators, flags, names with their quotes and children; not offsets and redundant brackets.
/// O(size of the smaller); recursion as deep as the tree is high.
[[nodiscard]] T2S_DECL bool operator==(node const& a, node const& b) noexcept;

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/impl/ast.ipp"
#endif

#endif
