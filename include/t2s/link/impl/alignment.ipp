// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_ALIGNMENT_IPP
#define T2S_LINK_IMPL_ALIGNMENT_IPP

#include "t2s/core/text.hpp"
#include "t2s/link/alignment.hpp"
#include "t2s/link/impl/alignment_by_sql.hpp"
#include "t2s/link/impl/alignment_reader.hpp"
#include "t2s/schema/identifier.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace t2s::link {
namespace detail {

inline void add_once(std::vector<std::string>& to, std::string const& name) {
  if (std::ranges::find(to, name) == to.end()) to.push_back(name);
}

/// A text between the quotes of JSON.
inline std::string json_text(std::string_view s) {
  std::string out(1, '"');
  for (char const c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out += '"';
}

inline std::string_view type_name(aligned a) {
  switch (a) {
    case aligned::table: return "\"tbl\"";
    case aligned::column: return "\"col\"";
    case aligned::value: return "\"val\"";
    default: return "null";
  }
}

/// Names in the spelling of SQL.
inline std::string as_sql(std::string const& entity) {
  auto const dot = entity.find('.');
  if (dot == entity.npos) return schema::sql_name(entity);
  return schema::sql_name(entity.substr(0, dot)).append(".").append(schema::sql_name(entity.substr(dot + 1)));
}

inline std::string name_list(std::string_view kind, std::vector<std::string> names) {
  for (auto& n : names) n = as_sql(n);
  return std::string(kind).append(text::join(names, ", "));
}

/// Whether a text that does not parse names something.
inline bool says(std::string_view sql, std::string_view name) {
  auto const in = text::lower(sql), wanted = text::lower(name);
  auto const is_part = [&](std::size_t i) { return i < in.size() && (text::is_letter(in[i]) || text::is_digit(in[i]) || in[i] == '_'); };
  for (auto at = in.find(wanted); at != in.npos; at = in.find(wanted, at + 1))
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + wanted.size())) return true;
  return false;
}

inline sql::missing missing_in_text(std::string_view sql, linked_entities const& linked) {
  sql::missing lacking;
  for (auto const& t : linked.tables)
    if (!says(sql, t)) lacking.tables.push_back(t);
  for (auto const& c : linked.columns)
    if (!says(sql, std::string_view(c).substr(c.find('.') + 1))) lacking.columns.push_back(c);  // without a dot: from the beginning
  return lacking;
}

}  // namespace detail

T2S_DECL linked_entities::linked_entities(alignment found, std::string left_out) : tokens(std::move(found)), why(std::move(left_out)) {
  for (auto const& t : tokens)
    if (t.to != aligned::nothing) detail::add_once(t.to == aligned::table ? tables : columns, t.schema);
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
    out.append(out.size() == 1 ? "\n" : ",\n").append("  {\"token\": ").append(detail::json_text(t.token));
    out.append(", \"schema\": ").append(null ? "null" : detail::json_text(t.schema));
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

T2S_DECL linked_entities align_by_names(links const& question, std::string_view text, std::string_view sql, lexicon const& names,
                                        double least) {
  auto const used = detail::used_columns(sql, names.schema());
  alignment out = detail::unaligned(text, question.tokens);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (auto const* best = detail::best_link(question.found, i, least, &used)) detail::align(out[i], *best, names.schema());
  return linked_entities(std::move(out));
}

T2S_DECL linked_entities entities_used(std::string_view sql, schema::database const& d) {
  linked_entities out;
  auto const parsed = sql::parse(sql);
  if (!parsed) {
    out.why = "the SQL does not parse: " + to_string(parsed.error());
    return out;
  }
  auto found = sql::resolve(*parsed, d);
  std::ranges::sort(found.columns, {}, [](sql::resolved_column const& c) { return c.at->offset; });
  for (auto const& t : found.tables)
    if (t.table) detail::add_once(out.tables, t.table->name);
  for (auto const& c : found.columns)
    if (c.base.table && c.base.column) detail::add_once(out.columns, c.base.table->name + "." + c.base.column->name);
  return out;
}

T2S_DECL sql::missing missing_in(std::string_view sql, schema::database const& d, linked_entities const& linked) {
  auto const parsed = sql::parse(sql);
  if (!parsed) return detail::missing_in_text(sql, linked);
  return sql::missing_entities(sql::entities_of(*parsed, d), linked.tables, linked.columns);
}

T2S_DECL std::string to_text(sql::missing const& m) {
  std::string out;
  if (!m.tables.empty()) out += detail::name_list("tables ", m.tables);
  if (!m.columns.empty()) out.append(out.empty() ? "" : " and ").append(detail::name_list("columns ", m.columns));
  return out;
}

}  // namespace t2s::link

#endif
