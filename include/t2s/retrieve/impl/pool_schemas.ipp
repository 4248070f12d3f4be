// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_POOL_SCHEMAS_IPP
#define T2S_RETRIEVE_IMPL_POOL_SCHEMAS_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/file.hpp"
#include "t2s/core/text.hpp"
#include "t2s/retrieve/pool_schemas.hpp"
#include "t2s/schema/render.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace t2s::retrieve {
namespace detail {

/// Reads one database of tables.json.
class pool_schema_reader {
 public:
  pool_schema_reader(boost::json::value const& entry, std::size_t index, std::string_view name)
      : entry_(entry.if_object()), name_(name), place_(std::string("element ").append(std::to_string(index))) {
    auto const* id = entry_ ? entry_->if_contains("db_id") : nullptr;
    if (!id || !id->is_string()) refuse("has no \"db_id\"");
    id_ = std::string(id->get_string());
    place_.append(" (").append(text::valid_utf8(id_)).append(")");
  }

  [[nodiscard]] std::string const& id() const { return id_; }

  [[nodiscard]] schema::database read() {
    for (auto const& t : list("table_names_original")) {
      tables_.emplace_back();
      tables_.back().name = text_of(t, "table_names_original");
    }
    read_columns();
    for (auto const& k : list("primary_keys")) read_primary_key(k);
    for (auto const& k : list("foreign_keys")) read_foreign_key(k);
    return schema::database(std::move(tables_));
  }

 private:
  struct place {
    std::size_t table = 0, column = 0;
    bool is_star = true;
  };

  [[noreturn]] void refuse(std::string const& what) const {
    throw error(failure{errc::malformed_data,
                        std::string(name_).append(": ").append(place_).append(" ").append(what),
                        std::string(name_),
                        "give Spider's tables.json: a list with db_id, table_names_original, column_names_original, column_types, "
                        "primary_keys and foreign_keys",
                        {}});
  }

  [[nodiscard]] boost::json::array const& list(char const* key) const {
    auto const* found = entry_->if_contains(key);
    if (!found || !found->is_array()) refuse(std::string("has no list \"").append(key).append("\""));
    return found->get_array();
  }

  [[nodiscard]] std::string text_of(boost::json::value const& v, char const* key) const {
    auto const* s = v.if_string();
    if (!s) refuse(std::string("has in \"").append(key).append("\" what is no string"));
    return {s->data(), s->size()};
  }

  [[nodiscard]] boost::json::array const& pair_of(boost::json::value const& v, char const* key) const {
    auto const* both = v.if_array();
    if (!both || both->size() != 2) refuse(std::string("has in \"").append(key).append("\" what is no list of two"));
    return *both;
  }

  void read_columns() {
    auto const& types = list("column_types");
    for (auto const& entry : list("column_names_original")) {
      auto const& both = pair_of(entry, "column_names_original");
      auto const* table = both[0].if_int64();
      if (!table || *table >= static_cast<std::int64_t>(tables_.size())) refuse("has a column of a table that it does not have");
      places_.emplace_back();
      if (*table < 0) continue;
      auto& columns = tables_[static_cast<std::size_t>(*table)].columns;
      places_.back() = {static_cast<std::size_t>(*table), columns.size(), false};
      columns.emplace_back();
      columns.back().name = text_of(both[1], "column_names_original");
      if (places_.size() <= types.size()) columns.back().type = text_of(types[places_.size() - 1], "column_types");
    }
  }

  [[nodiscard]] place column_at(boost::json::value const& v) const {
    auto const* n = v.if_int64();
    if (!n || *n < 0 || static_cast<std::size_t>(*n) >= places_.size() || places_[static_cast<std::size_t>(*n)].is_star)
      refuse("has a key over a column that it does not have");
    return places_[static_cast<std::size_t>(*n)];
  }

  void read_primary_key(boost::json::value const& v) {
    std::size_t position = 0;
    auto const put = [&](boost::json::value const& of) {
      auto const at = column_at(of);
      tables_[at.table].columns[at.column].key_position = ++position;
    };
    if (!v.is_array()) return put(v);
    for (auto const& part : v.get_array()) put(part);
  }

  void read_foreign_key(boost::json::value const& v) {
    auto const& both = pair_of(v, "foreign_keys");
    auto const from = column_at(both[0]), to = column_at(both[1]);
    schema::foreign_key k;
    k.columns.push_back(tables_[from.table].columns[from.column].name);
    k.table = tables_[to.table].name;
    k.referenced.push_back(tables_[to.table].columns[to.column].name);
    tables_[from.table].foreign_keys.push_back(std::move(k));
  }

  boost::json::object const* entry_;
  std::string_view name_;
  std::string place_, id_{};
  std::vector<schema::table> tables_{};
  std::vector<place> places_{};
};

using told_tables = std::vector<schema::table>;

inline schema::table& table_named(told_tables& tables, std::string_view name) {
  auto const known = std::ranges::find_if(tables, [&](schema::table const& t) { return text::same(t.name, name); });
  if (known != tables.end()) return *known;
  tables.emplace_back();
  tables.back().name = name;
  return tables.back();
}

inline void add_told(told_tables& tables, std::string_view sql) {
  auto const parsed = sql::parse(sql);
  if (!parsed) return;
  auto used = sql::entities_of(*parsed);
  std::ranges::sort(used.columns, {}, [](sql::column_use const& c) { return c.at->offset; });
  for (auto const& t : used.tables)
    if (t.what == sql::source_kind::table) (void)table_named(tables, t.name);
  for (auto const& c : used.columns) {
    auto const owner = used.table_of(c);
    if (c.what != sql::reference::column || owner.empty()) continue;
    auto& t = table_named(tables, owner);
    if (t.find_column(c.name)) continue;
    t.columns.emplace_back();
    t.columns.back().name = c.name;
  }
}

}  // namespace detail

T2S_DECL pool_schema::pool_schema(schema::database d) : shape(std::move(d)) {
  for (auto const& t : shape.tables()) text.append(text.empty() ? "" : "\n").append(schema::create_statement(t));
}

T2S_DECL pool_schemas parse_pool_schemas(std::string_view json, std::string_view name) {
  boost::json::error_code wrong;
  auto const parsed = boost::json::parse({json.data(), json.size()}, wrong);
  auto const* entries = wrong ? nullptr : parsed.if_array();
  if (!entries)
    throw error(failure{errc::malformed_data,
                        std::string(name).append(wrong ? ": is no JSON (" + wrong.message() + ")" : ": the JSON is no array"),
                        std::string(name),
                        "give Spider's tables.json",
                        {}});
  pool_schemas all;
  std::size_t index = 0;
  for (auto const& e : *entries) {
    detail::pool_schema_reader reader(e, index++, name);
    all.emplace(reader.id(), pool_schema(reader.read()));
  }
  return all;
}

T2S_DECL pool_schemas read_pool_schemas(std::string const& path) { return parse_pool_schemas(read_file(path, "a JSON file"), path); }

T2S_DECL pool_schemas schemas_told_by(std::span<demonstration const> pool) {
  std::map<std::string, detail::told_tables, std::less<>> told;
  for (auto const& d : pool) detail::add_told(told[d.database], d.sql);
  pool_schemas all;
  for (auto& [name, tables] : told) all.emplace(name, pool_schema(schema::database(std::move(tables))));
  return all;
}

T2S_DECL pool_schema const* schema_of(demonstration const& d, pool_schemas const* known, std::optional<pool_schema>& told) {
  if (known)
    if (auto const found = known->find(d.database); found != known->end()) return &found->second;
  detail::told_tables tables;
  detail::add_told(tables, d.sql);
  return &told.emplace(schema::database(std::move(tables)));
}

}  // namespace t2s::retrieve

#endif
