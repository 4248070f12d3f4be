// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_EARLIER_STATEMENT_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_EARLIER_STATEMENT_HPP

#include "t2s/core/schema/detail/join_path.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/offline/reader/detail/cues.hpp"
#include "t2s/offline/reader/detail/follow_up/clauses.hpp"
#include "t2s/retrieve/detail/tokens.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What is known of the statement before: whose rows it has, and how further tables, conditions and columns fit in.
namespace t2s::reader::detail::follow_up {

using knowledge::column_id;

/// Whether table `from` has a key to table `to`: each row of it belongs to one of `to`.
[[nodiscard]] inline bool leads_to(knowledge::lexicon const& names, std::uint32_t from, std::uint32_t to) {
  auto const& all = names.connected().tables();
  return t2s::detail::any_of(all[from].foreign_keys,
                             [&](schema::foreign_key const& k) { return k.resolved && t2s::text::same(k.table, all[to].name); });
}

/// Whether another table of FROM has a key to a table.
[[nodiscard]] inline bool is_led_to(knowledge::lexicon const& names, clauses const& c, std::uint32_t to) {
  return t2s::detail::any_of(c.from, [&](joined_table const& j) { return j.table != to && leads_to(names, j.table, to); });
}

/// The table whose rows a statement lists, counts or sums: that of its columns, else the one that leads to all others.
[[nodiscard]] inline std::uint32_t table_of_rows(knowledge::lexicon const& names, clauses const& c) {
  if (c.group_by.empty())
    for (auto const& p : c.select)
      if (!p.columns.empty()) return p.columns.front().table;
  if (!c.group_by.empty())
    for (auto const& p : c.select)
      if (p.aggregated && !p.columns.empty()) return p.columns.front().table;
  for (auto const& j : c.from)
    if (!is_led_to(names, c, j.table)) return j.table;
  return c.from.front().table;
}

/// The table of the groups; nothing without groups, or if they are of a column that names no row.
[[nodiscard]] inline std::optional<std::uint32_t> table_of_groups(clauses const& c) {
  if (c.group_by.empty() || c.group_by.front().columns.size() != 1) return {};
  return c.group_by.front().columns.front().table;
}

/// "bicycles": how a question calls the rows of a table.
[[nodiscard]] inline std::string noun_of(knowledge::lexicon const& names, std::uint32_t table, bool plural = true) {
  auto const& name = names.schema().tables()[table].name;
  std::string out;
  for (auto const& word : retrieve::lemmas_of_name(std::string_view(name).substr(names.group_of(table).size())))
    out.append(out.empty() ? "" : " ").append(word);
  if (!plural || out.empty()) return out;
  if (out == "person") return "people";
  bool const consonant_y = out.size() > 1 && out.back() == 'y' && !is_one_of(out.substr(out.size() - 2, 1), "a e i o u");
  if (consonant_y) return out.replace(out.size() - 1, 1, "ies");
  bool const hisses = out.ends_with("s") || out.ends_with("x") || out.ends_with("ch") || out.ends_with("sh");
  return out + (hisses ? "es" : "s");
}

/// "date of birth": how a question calls a column.
[[nodiscard]] inline std::string words_of(knowledge::lexicon const& names, column_id c) {
  std::string out;
  for (auto const& word : retrieve::lemmas_of_name(names.column(c).name)) out.append(out.empty() ? "" : " ").append(word);
  return out;
}

/// The only column of a table's primary key, qualified; "" if there is none.
[[nodiscard]] inline std::string key_of(knowledge::lexicon const& names, std::uint32_t table) {
  auto const& t = names.schema().tables()[table];
  auto const key = t.primary_key();
  auto const d = names.schema().sql_dialect();
  return key.size() == 1 ? schema::sql_name(t.name, d) + "." + schema::sql_name(key.front(), d) : std::string();
}

/// Joins the tables of `more` that `to` lacks. False, and nothing is changed, if that would repeat rows of `to`: each further table must be
/// one that a table before it leads to. `repeats` allows it.
inline bool join_tables_of(knowledge::lexicon const& names, clauses& to, clauses const& more, bool repeats = false) {
  auto made = to;
  for (auto const& j : more.from) {
    if (made.has_table(j.table)) continue;
    if (&j == more.from.data() || (!repeats && !is_led_to(names, made, j.table))) return false;
    made.from.push_back(j);
  }
  to = std::move(made);
  return true;
}

/// Joins a table, whatever way. False if no key leads there.
inline bool join_table(knowledge::lexicon const& names, clauses& to, std::uint32_t table, bool repeats) {
  auto const& all = names.schema().tables();
  std::vector<std::string> wanted;
  for (auto const& j : to.from) wanted.push_back(all[j.table].name);
  wanted.push_back(all[table].name);
  schema::join_path path;
  if (!schema::find_path(names.connected(), wanted, schema::longest_join, path)) return false;
  auto made = clause_reader(names.schema()).read("SELECT 1 FROM " + schema::to_sql(path, names.schema().sql_dialect()));
  return made && join_tables_of(names, to, *made, repeats);
}

}  // namespace t2s::reader::detail::follow_up

#endif
