// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SCHEMA_IMPL_SCHEMA_IPP
#define T2S_SCHEMA_IMPL_SCHEMA_IPP

#include "t2s/core/text.hpp"
#include "t2s/schema/schema.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace t2s::schema {

namespace detail {

/// Gives each name the spelling of its column in `owner`. False if one is missing.
inline bool respell(std::vector<std::string>& names, table const& owner) {
  for (auto& name : names) {
    auto const* found = owner.find_column(name);
    if (!found) return false;
    name = found->name;
  }
  return true;
}

inline void resolve(foreign_key& key, table const& child, table const* parent) {
  if (!parent) return;
  foreign_key resolved = key;
  resolved.table = parent->name;
  if (resolved.referenced.empty()) resolved.referenced = parent->primary_key();
  bool const paired = !resolved.columns.empty() && resolved.columns.size() == resolved.referenced.size();
  resolved.resolved = paired && respell(resolved.columns, child) && respell(resolved.referenced, *parent);
  if (resolved.resolved) key = std::move(resolved);
}

/// The resolved keys of each table, from both their ends.
inline std::vector<std::vector<key_edge>> edges_of(database const& d) {
  std::vector<std::vector<key_edge>> edges(d.tables().size());
  for (std::uint32_t child = 0; child < edges.size(); ++child) {
    auto const& keys = d.tables()[child].foreign_keys;
    for (std::uint32_t k = 0; k < keys.size(); ++k) {
      if (!keys[k].resolved) continue;
      auto const parent = static_cast<std::uint32_t>(d.place_of(*d.find_table(keys[k].table)));
      if (parent == child) continue;
      edges[child].push_back({parent, child, k});
      edges[parent].push_back({child, child, k});
    }
  }
  for (auto& each : edges) std::ranges::sort(each);
  return edges;
}

}  // namespace detail

T2S_DECL affinity affinity_of(std::string_view declared_type) noexcept {
  auto const has = [declared_type](std::string_view part) {
    auto const equal = [](char in_type, char in_part) { return text::lower(in_type) == in_part; };
    return !std::ranges::search(declared_type, part, equal).empty();
  };
  if (has("int")) return affinity::integer;
  if (has("char") || has("clob") || has("text")) return affinity::text;
  if (has("blob") || declared_type.empty()) return affinity::blob;
  if (has("real") || has("floa") || has("doub")) return affinity::real;
  return affinity::numeric;
}

T2S_DECL column const* table::find_column(std::string_view column_name) const noexcept {
  auto const found = std::ranges::find_if(columns, [&](column const& c) { return text::same(c.name, column_name); });
  return found == columns.end() ? nullptr : &*found;
}

T2S_DECL std::vector<std::string> table::primary_key() const {
  std::vector<std::pair<std::size_t, std::string>> parts;
  for (auto const& c : columns)
    if (c.key_position != 0) parts.emplace_back(c.key_position, c.name);
  std::ranges::sort(parts);
  std::vector<std::string> names;
  for (auto& part : parts) names.push_back(std::move(part.second));
  return names;
}

T2S_DECL database::database(std::vector<table> tables, sql::grammar const* dialect) : tables_(std::move(tables)), dialect_(dialect) {
  for (std::size_t i = 0; i < tables_.size(); ++i)
    if (!find_table(tables_[i].name)) by_hash_.emplace(text::hash(tables_[i].name), i);
  for (auto& child : tables_)
    for (auto& key : child.foreign_keys) detail::resolve(key, child, find_table(key.table));
  edges_ = detail::edges_of(*this);
}

T2S_DECL table const* database::find_table(std::string_view name) const noexcept {
  auto const [first, last] = by_hash_.equal_range(text::hash(name));
  for (auto i = first; i != last; ++i)
    if (text::same(tables_[i->second].name, name)) return &tables_[i->second];
  return nullptr;
}

T2S_DECL std::vector<table const*> database::tables_with(std::string_view column_name) const {
  std::vector<table const*> found;
  for (auto const& t : tables_)
    if (t.find_column(column_name)) found.push_back(&t);
  return found;
}

namespace detail {

// Sorted. The words that SQLite does not take as a name everywhere, and some that it does but that read badly as names. Its other
// keywords ("key", "first", "window") are good names.
// clang-format off
inline constexpr std::array<std::string_view, 77> reserved_words{
    "add", "all", "alter", "and", "as", "asc", "autoincrement", "between", "by", "case", "cast", "check", "collate", "commit",
    "constraint", "create", "cross", "current_date", "current_time", "current_timestamp", "default", "deferrable", "delete", "desc",
    "distinct", "drop", "else", "end", "escape", "except", "exists", "foreign", "from", "full", "group", "having", "in", "index", "inner",
    "insert", "intersect", "into", "is", "isnull", "join", "left", "like", "limit", "natural", "not", "nothing", "notnull", "null", "on",
    "or", "order", "outer", "primary", "raise", "recursive", "references", "returning", "right", "select", "set", "table", "then", "to",
    "transaction", "union", "unique", "update", "using", "values", "when", "where", "with"};
// clang-format on
static_assert(std::ranges::is_sorted(reserved_words));

inline bool is_reserved(std::string_view name) noexcept {
  return std::ranges::any_of(reserved_words, [name](std::string_view word) { return text::same(word, name); });
}

}  // namespace detail

T2S_DECL bool needs_quotes(std::string_view name) noexcept {
  auto const plain = [](char c) { return text::is_letter(c) || text::is_digit(c) || c == '_'; };
  return name.empty() || text::is_digit(name.front()) || !std::ranges::all_of(name, plain) || detail::is_reserved(name);
}

T2S_DECL std::string in_quotes(std::string_view name) {
  std::string quoted = "\"";
  for (char const c : name) quoted.append(c == '"' ? 2U : 1U, c);
  return quoted += '"';
}

T2S_DECL std::string sql_name(std::string_view name) { return needs_quotes(name) ? in_quotes(name) : std::string(name); }

namespace detail {

inline std::string in_parentheses(std::vector<std::string> names) {
  for (auto& name : names) name = sql_name(name);
  return std::string(1, '(').append(text::join(names, ", ")).append(1, ')');
}

inline std::vector<std::string> column_names(table const& t) {
  std::vector<std::string> names;
  for (auto const& c : t.columns) names.push_back(c.name);
  return names;
}

inline std::string definition(column const& c) {
  std::string s = sql_name(c.name);
  if (!c.type.empty()) s += " " + c.type;
  if (c.not_null) s += " NOT NULL";
  return s;
}

inline std::string definition(foreign_key const& k) {
  std::string s = "FOREIGN KEY " + in_parentheses(k.columns) + " REFERENCES " + sql_name(k.table);
  if (!k.referenced.empty()) s += in_parentheses(k.referenced);
  return s;
}

/// One side of a key's equation.
inline std::string side(std::string const& owner, std::vector<std::string> const& columns) {
  std::string s = sql_name(owner) + ".";
  if (columns.size() == 1) return s += sql_name(columns.front());
  return s += in_parentheses(columns);
}

}  // namespace detail

T2S_DECL std::string create_statement(table const& t) {
  std::vector<std::string> lines;
  for (auto const& c : t.columns) lines.push_back(detail::definition(c));
  if (auto const key = t.primary_key(); !key.empty()) lines.push_back("PRIMARY KEY " + detail::in_parentheses(key));
  for (auto const& k : t.foreign_keys) lines.push_back(detail::definition(k));
  return "CREATE TABLE " + sql_name(t.name) + " (\n  " + text::join(lines, ",\n  ") + "\n)";
}

T2S_DECL std::string one_line(table const& t) { return sql_name(t.name) + detail::in_parentheses(detail::column_names(t)); }

T2S_DECL std::string one_line_each(database const& d) {
  std::string s;
  for (auto const& t : d.tables()) s += one_line(t) + "\n";
  for (auto const& t : d.tables())
    for (auto const& k : t.foreign_keys)
      if (k.resolved) s += detail::side(t.name, k.columns) + " = " + detail::side(k.table, k.referenced) + "\n";
  return s;
}

}  // namespace t2s::schema

#endif
