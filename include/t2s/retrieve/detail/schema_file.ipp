// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_SCHEMA_FILE_IPP
#define T2S_RETRIEVE_DETAIL_SCHEMA_FILE_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_data.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"

namespace t2s::retrieve {
namespace detail {

/// Reads one database of tables.json.
class pool_schema_reader {
 public:
  pool_schema_reader(boost::json::value const& v, std::size_t index, std::string_view name)
      : entry_(v, index, name,
               "give Spider's tables.json: a list with db_id, table_names_original, column_names_original, column_types, primary_keys and "
               "foreign_keys"),
        id_(entry_.read_id()) {}

  [[nodiscard]] std::string const& id() const { return id_; }

  [[nodiscard]] schema::database read() {
    for (auto const& t : entry_.list("table_names_original")) {
      tables_.emplace_back();
      tables_.back().name = entry_.text_in(t, "table_names_original");
    }
    read_columns();
    for (auto const& k : entry_.list("primary_keys")) read_primary_key(k);
    for (auto const& k : entry_.list("foreign_keys")) read_foreign_key(k);
    return schema::database(std::move(tables_));
  }

 private:
  struct place {
    std::size_t table = 0, column = 0;
    bool is_star = true;
  };

  void read_columns() {
    auto const& types = entry_.list("column_types");
    for (auto const& entry : entry_.list("column_names_original")) {
      auto const& both = entry_.pair_in(entry, "column_names_original");
      auto const* table = both[0].if_int64();
      if (!table || *table >= static_cast<std::int64_t>(tables_.size())) entry_.refuse("has a column of a table that it does not have");
      places_.emplace_back();
      if (*table < 0) continue;
      auto& columns = tables_[static_cast<std::size_t>(*table)].columns;
      places_.back() = {static_cast<std::size_t>(*table), columns.size(), false};
      columns.emplace_back();
      columns.back().name = entry_.text_in(both[1], "column_names_original");
      if (places_.size() <= types.size()) columns.back().type = entry_.text_in(types[places_.size() - 1], "column_types");
    }
  }

  [[nodiscard]] place column_at(boost::json::value const& v) const {
    auto const* n = v.if_int64();
    if (!n || *n < 0 || static_cast<std::size_t>(*n) >= places_.size() || places_[static_cast<std::size_t>(*n)].is_star)
      entry_.refuse("has a key over a column that it does not have");
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
    auto const& both = entry_.pair_in(v, "foreign_keys");
    auto const from = column_at(both[0]), to = column_at(both[1]);
    schema::foreign_key k;
    k.columns.push_back(tables_[from.table].columns[from.column].name);
    k.table = tables_[to.table].name;
    k.referenced.push_back(tables_[to.table].columns[to.column].name);
    tables_[from.table].foreign_keys.push_back(std::move(k));
  }

  t2s::detail::json_element entry_;
  std::string id_;
  std::vector<schema::table> tables_{};
  std::vector<place> places_{};
};

}  // namespace detail

T2S_DECL pool_schemas parse_pool_schemas(std::string_view json, std::string_view name) {
  static constexpr std::string_view form = "give Spider's tables.json";
  json = t2s::detail::without_mark(json);
  auto const entries = t2s::detail::json_of(json, json, name, form);
  if (!entries.is_array()) t2s::detail::malformed(name, "the JSON is not an array", form);
  pool_schemas all;
  std::size_t index = 0;
  for (auto const& e : entries.get_array()) {
    detail::pool_schema_reader reader(e, index++, name);
    all.emplace(reader.id(), pool_schema(reader.read()));
  }
  return all;
}

T2S_DECL pool_schemas read_pool_schemas(std::string const& path) { return parse_pool_schemas(read_file(path, "a JSON file"), path); }

}  // namespace t2s::retrieve

#endif
