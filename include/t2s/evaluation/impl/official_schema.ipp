// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_OFFICIAL_SCHEMA_IPP
#define T2S_EVALUATION_IMPL_OFFICIAL_SCHEMA_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/file.hpp"
#include "t2s/evaluation/impl/python_text.hpp"
#include "t2s/evaluation/official_schema.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <set>

namespace t2s::evaluation {
namespace detail {

inline declared_keys keys_of(boost::json::value const& entry) {
  auto const& tables = entry.at("table_names_original").as_array();
  declared_keys keys;
  for (auto const& c : entry.at("column_names_original").as_array()) {
    auto const table = c.at(0).to_number<std::int64_t>();
    keys.columns.push_back(
        {table < 0 ? "" : std::string(tables.at(static_cast<std::size_t>(table)).as_string()), std::string(c.at(1).as_string())});
  }
  for (auto const& k : entry.at("foreign_keys").as_array()) {
    keys.pairs.emplace_back(k.at(0).to_number<std::size_t>(), k.at(1).to_number<std::size_t>());
    if (std::max(keys.pairs.back().first, keys.pairs.back().second) >= keys.columns.size()) throw std::out_of_range("no such column");
  }
  return keys;
}

/// Columns that foreign keys connect, as the official program collects them: each key joins the first set that knows one of its ends, and
/// sets that turn out to be connected stay apart.
inline std::vector<std::set<std::size_t>> connected(declared_keys const& keys) {
  std::vector<std::set<std::size_t>> sets;
  for (auto const& [from, to] : keys.pairs) {
    auto const knows = [&](auto const& s) { return s.contains(from) || s.contains(to); };
    auto found = std::ranges::find_if(sets, knows);
    if (found == sets.end()) found = sets.emplace(sets.end());
    found->insert({from, to});
  }
  return sets;
}

}  // namespace detail

T2S_DECL std::map<std::string, declared_keys> parse_declared_keys(std::string_view content, std::string_view name) {
  std::map<std::string, declared_keys> all;
  std::string where = "the file";
  try {
    auto const entries = boost::json::parse(content);
    for (auto const& entry : entries.as_array()) {
      where = "entry " + std::to_string(all.size() + 1);
      all[std::string(entry.at("db_id").as_string())] = detail::keys_of(entry);
    }
  } catch (std::exception const& e) {
    throw error(errc::malformed_data, std::string(name) + ": " + where + " does not describe a database: " + e.what(),
                "give Spider's tables.json: a list with db_id, table_names_original, column_names_original and foreign_keys");
  }
  return all;
}

T2S_DECL std::map<std::string, declared_keys> read_declared_keys(std::string const& path) {
  return parse_declared_keys(read_file(path, "Spider's tables.json"), path);
}

T2S_DECL official_schema::official_schema(schema::database const& tables, declared_keys const& keys) {
  for (auto const& t : tables.tables()) {
    if (t.is_view) continue;
    auto const table = detail::python_lower(t.name);
    auto& columns = columns_[intern(table, "").table];
    for (auto const& c : t.columns)
      if (!c.generated) columns[detail::python_lower(c.name)] = intern(table, detail::python_lower(c.name)).column;
  }
  connect(keys);
}

T2S_DECL void official_schema::connect(declared_keys const& keys) {
  auto const named = [&](std::size_t at) {
    auto const& c = keys.columns[at];
    return c.table.empty() ? all() : intern(detail::python_lower(c.table), detail::python_lower(c.name));
  };
  for (auto const& set : detail::connected(keys))
    for (auto const at : set) representatives_[named(at)] = named(*set.begin());
}

T2S_DECL std::uint32_t official_schema::id_of(ids& known, std::string_view spelt) {
  return known.try_emplace(std::string(spelt), static_cast<std::uint32_t>(known.size())).first->second;
}

T2S_DECL official_schema::name official_schema::intern(std::string_view table, std::string_view column) {
  return {id_of(table_ids_, table), id_of(column_ids_, column)};
}

T2S_DECL std::optional<official_schema::name> official_schema::find_table(std::string_view table) const {
  auto const id = table_ids_.find(table);
  if (id == table_ids_.end() || !columns_.contains(id->second)) return {};
  return name{id->second, 0};
}

T2S_DECL std::optional<official_schema::name> official_schema::find_column(std::string_view table, std::string_view column) const {
  auto const owner = find_table(table);
  if (!owner) return {};
  auto const& columns = columns_.at(owner->table);
  auto const found = columns.find(column);
  if (found == columns.end()) return {};
  return name{owner->table, found->second};
}

T2S_DECL official_schema::name official_schema::representative(name column) const {
  auto const found = representatives_.find(column);
  return found == representatives_.end() ? column : found->second;
}

}  // namespace t2s::evaluation

#endif
