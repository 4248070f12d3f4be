// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_FEEDBACK_DETAIL_ADVISED_ERROR_IPP
#define T2S_OFFLINE_FEEDBACK_DETAIL_ADVISED_ERROR_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/detail/join_path.hpp"
#include "t2s/offline/feedback/advised_error.hpp"
#include "t2s/offline/repair/detail/near_names.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>

namespace t2s::feedback {
namespace advised_error_impl {

/// The name without that of its table.
inline std::string_view last_part(std::string_view name) {
  auto const point = name.rfind('.');
  return point == name.npos ? name : name.substr(point + 1);
}

inline std::vector<std::string> columns_named(std::string_view name, schema::database const& d) {
  std::vector<std::string> all;
  for (auto const& t : d.tables())
    for (auto const& c : t.columns)
      if (text::same(c.name, name)) all.push_back(t.name + "." + c.name);
  return all;
}

/// The join of a column's table with those of the statement; "" if no keys connect them.
inline std::string join_of(std::string const& column, std::string_view sql, schema::database const& d) {
  auto const parsed = sql::parse(sql, d);
  if (!parsed) return {};
  std::vector<std::string> tables;
  for (auto const& used : sql::entities_of(*parsed).table_names())
    if (auto const* t = d.find_table(used)) tables.push_back(t->name);
  auto const owner = column.substr(0, column.rfind('.'));
  if (tables.empty() || std::ranges::find(tables, owner) != tables.end()) return {};
  tables.push_back(owner);
  auto const path = schema::find_join_path(d, tables);
  return path ? schema::to_sql(*path, d.sql_dialect()) : std::string();
}

}  // namespace advised_error_impl

T2S_DECL error_advice advised_error::advice_on(std::string_view sql, failure const& why, schema::database const& d) const {
  error_advice known;
  if (why.code == errc::no_such_table) {
    known.unknown = why.subject;
    if (similar > 0) known.similar = repair::near_tables(why.subject, d, similar);
  }
  if (why.code == errc::no_such_column) {
    known.unknown = why.subject;
    auto const column = advised_error_impl::last_part(why.subject);
    if (holders) known.holders = advised_error_impl::columns_named(column, d);
    if (join && !known.holders.empty()) known.join = advised_error_impl::join_of(known.holders.front(), sql, d);
    if (similar > 0) known.similar = repair::near_columns(column, d, similar);
    std::erase_if(known.similar, [&](auto const& one) { return std::ranges::find(known.holders, one) != known.holders.end(); });
  }
  if (proposal)
    if (auto const corrected = repair::suggest_repair(sql, why, d)) known.proposal = corrected->sql;
  return known;
}

T2S_DECL std::string advised_error::text_of(failure const& why, error_advice const& known) const {
  auto out = why.message;
  if (!known.holders.empty()) out.append("; the column of that name is ").append(text::join(known.holders, " or "));
  if (!known.join.empty()) out.append("; join it by: FROM ").append(known.join);
  if (!known.similar.empty()) out.append("; similar names are ").append(text::join(known.similar, ", "));
  if (!known.proposal.empty()) out.append("; perhaps you mean: ").append(known.proposal);
  return out;
}

}  // namespace t2s::feedback

#endif
