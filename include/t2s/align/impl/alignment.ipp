// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_ALIGN_IMPL_ALIGNMENT_IPP
#define T2S_ALIGN_IMPL_ALIGNMENT_IPP

#include "t2s/align/alignment.hpp"
#include "t2s/align/impl/alignment_by_sql.hpp"
#include "t2s/align/impl/alignment_reader.hpp"
#include "t2s/core/impl/json_text.hpp"
#include "t2s/core/text.hpp"
#include "t2s/knowledge/example_value.hpp"
#include "t2s/link/internal/names_used.hpp"
#include "t2s/schema/schema.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace t2s::align {
namespace detail {

template <class T>
void add_once(std::vector<T>& to, T const& one) {
  if (std::ranges::find(to, one) == to.end()) to.push_back(one);
}

inline std::string_view type_name(aligned a) {
  switch (a) {
    case aligned::table: return "\"tbl\"";
    case aligned::column: return "\"col\"";
    case aligned::value: return "\"val\"";
    default: return "null";
  }
}

/// A table or column in the spelling of SQL.
inline std::string as_sql(entity const& e) {
  if (e.table.empty() || e.column.empty()) return schema::sql_name(e.column.empty() ? e.table : e.column);
  return schema::sql_name(e.table).append(".").append(schema::sql_name(e.column));
}

/// Whether a query uses a column.
inline bool uses(sql::entities const& used, entity const& wanted) {
  return std::ranges::any_of(used.columns, [&](sql::column_use const& c) {
    if (c.what != sql::reference::column || !text::same(c.name, wanted.column)) return false;
    auto const owner = used.table_of(c);
    bool const open = owner.empty() && c.source == sql::column_use::unknown;
    return wanted.table.empty() || text::same(owner, wanted.table) || open;
  });
}

inline bool uses(sql::entities const& used, std::string const& table) {
  return std::ranges::any_of(used.tables, [&](sql::table_use const& t) { return text::same(t.name, table); });
}

/// Whether a text that does not parse names something.
inline bool says(std::string_view sql, std::string_view name) {
  auto const in = text::lower(sql), wanted = text::lower(name);
  auto const is_part = [&](std::size_t i) { return i < in.size() && (text::is_letter(in[i]) || text::is_digit(in[i]) || in[i] == '_'); };
  for (auto at = in.find(wanted); at != in.npos; at = in.find(wanted, at + 1))
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + wanted.size())) return true;
  return false;
}

template <class HasTable, class HasColumn>
missing without(linked_entities const& linked, HasTable has_table, HasColumn has_column) {
  missing lacking;
  std::ranges::copy_if(linked.tables, std::back_inserter(lacking.tables), [&](std::string const& t) { return !has_table(t); });
  std::ranges::copy_if(linked.columns, std::back_inserter(lacking.columns), [&](entity const& c) { return !has_column(c); });
  return lacking;
}

}  // namespace detail

T2S_DECL linked_entities::linked_entities(alignment found, std::string left_out) : tokens(std::move(found)), why(std::move(left_out)) {
  for (auto const& t : tokens)
    if (t.to == aligned::table)
      detail::add_once(tables, t.schema.table);
    else if (t.to != aligned::nothing)
      detail::add_once(columns, t.schema);
}

T2S_DECL std::string to_text(entity const& e) {
  if (e.column.empty()) return e.table;
  return e.table.empty() ? e.column : e.table + "." + e.column;
}

T2S_DECL std::string tokenized(std::string_view question) {
  std::string out;
  for (auto const& t : retrieve::tokens_of(question)) out.append(out.empty() ? "" : " ").append(question.substr(t.begin, t.end - t.begin));
  return out;
}

T2S_DECL std::string to_text(alignment const& a) {
  std::string out = "[";
  for (auto const& t : a) {
    bool const null = t.to == aligned::nothing;
    out.append(out.size() == 1 ? "\n" : ",\n").append("  {\"token\": ").append(t2s::detail::json_text(one_line(t.token)));
    out.append(", \"schema\": ").append(null ? "null" : t2s::detail::json_text(one_line(to_text(t.schema))));
    out.append(", \"type\": ").append(detail::type_name(t.to)).append("}");
  }
  return out.append(a.empty() ? "]" : "\n]");
}

T2S_DECL linked_entities read_alignment(std::string_view completion, std::string_view question, std::string_view sql,
                                        schema::database const& d) {
  return detail::alignment_reader(question, sql, d).read(completion);
}

T2S_DECL alignment align_by_sql(std::string_view question, std::string_view sql, schema::database const& d) {
  return detail::sql_aligner(sql, d).align(question);
}

T2S_DECL linked_entities align_mentioned(link::linked_question const& asked, double least) {
  auto const& read = asked.mentions();
  auto const& d = asked.names->schema();
  alignment tokens = detail::unaligned(asked.text, asked.found.tokens);
  linked_entities all;
  auto const take = [&](auto const& mentions, aligned to) {
    for (auto const& m : mentions) {
      if (m.score < least) continue;
      auto const meant = detail::entity_at(m.where, d);
      for (std::size_t i = 0; i < tokens.size(); ++i)
        if (auto const begin = asked.found.tokens[i].begin; begin >= m.begin && begin < m.end) tokens[i].schema = meant, tokens[i].to = to;
      if (meant.column.empty())
        detail::add_once(all.tables, meant.table);
      else
        detail::add_once(all.columns, meant);
    }
  };
  take(read.tables, aligned::table);
  take(read.columns, aligned::column);
  take(read.values, aligned::value);
  all.tokens = std::move(tokens);
  return all;
}

T2S_DECL linked_entities entities_used(std::string_view sql, schema::database const& d) {
  linked_entities out;
  auto const parsed = sql::parse(sql, d);
  if (!parsed) {
    out.why = "the SQL does not parse: " + to_string(parsed.error());
    return out;
  }
  auto const used = link::names_used(*parsed, d);
  for (auto const* t : used.tables) out.tables.push_back(t->name);
  for (auto const& [t, c] : used.columns) out.columns.push_back({t->name, c->name});
  return out;
}

T2S_DECL missing missing_in(std::string_view sql, schema::database const& d, linked_entities const& linked) {
  auto const parsed = sql::parse(sql, d);
  if (!parsed)
    return detail::without(
        linked, [&](std::string const& t) { return detail::says(sql, t); }, [&](entity const& c) { return detail::says(sql, c.column); });
  auto const used = sql::entities_of(*parsed, d);
  auto const has = [&](auto const& one) { return detail::uses(used, one); };
  return detail::without(linked, has, has);
}

T2S_DECL std::string to_text(missing const& m) {
  std::vector<std::string> tables, columns;
  for (auto const& t : m.tables) tables.push_back(one_line(detail::as_sql({t, {}})));
  for (auto const& c : m.columns) columns.push_back(one_line(detail::as_sql(c)));
  std::string out;
  if (!tables.empty()) out.append("tables ").append(text::join(tables, ", "));
  if (!columns.empty()) out.append(out.empty() ? "" : " and ").append("columns ").append(text::join(columns, ", "));
  return out;
}

}  // namespace t2s::align

#endif
