// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_RESOLVE_CATALOGUE_HPP
#define T2S_SQL_DETAIL_RESOLVE_CATALOGUE_HPP

#include "t2s/sql/detail/resolve/model.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace t2s::sql::detail::resolving {

/// The tables that a name can mean: those of the schema and SQLite's own.
class catalogue {
 public:
  catalogue(schema::database const& d, model& m) : database_(d), model_(m) {}

  /// The columns of a table, or nullptr if no table has that name.
  [[nodiscard]] relation* find(std::string_view schema, std::string_view name) {
    bool const in_main = schema.empty() || text::same(schema, "main");
    auto const* t = database_.find_table(name);
    if (t && (schema.empty() || is_in(*t, schema))) return &of(*t);
    if (schema.empty() || in_main || text::same(schema, "temp")) return own(name, in_main);
    return nullptr;
  }

 private:
  relation& of(schema::table const& t) {
    auto const [known, is_new] = model_.relation_of(t);
    auto& r = *known;
    if (!is_new) return r;
    r.table = &t;
    for (auto const& c : t.columns) r.columns.push_back({c.name, {&t, &c}, false, false, false, {}, {}});
    auto const ddl = text::lower(t.ddl);
    r.open = t.columns.empty() || text::trim(ddl).starts_with("create virtual");  // the schema lacks hidden columns
    r.has_rowid = ddl.find("rowid", ddl.rfind(')') == ddl.npos ? 0 : ddl.rfind(')')) == ddl.npos;
    return r;
  }

  relation* own(std::string_view name, bool in_main) {
    for (auto const* master : {"sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema"})
      if (text::same(name, master)) return make({"type", "name", "tbl_name", "rootpage", "sql"});
    if (in_main && text::same(name, "sqlite_sequence") && counts_rows()) return make({"name", "seq"});
    auto const lowered = text::lower(name);
    if (lowered == "json_each" || lowered == "json_tree")
      return make({"key", "value", "type", "atom", "id", "parent", "fullkey", "path"}, {"json", "root"});
    if (lowered == "generate_series") return make({"value"}, {"start", "stop", "step"});
    if (!lowered.starts_with("pragma_")) return nullptr;
    auto* const pragma = make({});
    pragma->open = true;
    return pragma;
  }

  [[nodiscard]] bool counts_rows() const {
    for (auto const& t : database_.tables())
      if (text::lower(t.ddl).find("autoincrement") != std::string::npos) return true;
    return false;
  }

  relation* make(std::initializer_list<std::string_view> shown, std::initializer_list<std::string_view> hidden = {}) {
    auto& r = model_.add_relation();
    for (auto const name : shown) r.columns.push_back({name, {}, false, false, false, {}, {}});
    for (auto const name : hidden) r.columns.push_back({name, {}, true, false, false, {}, {}});
    return &r;
  }

  schema::database const& database_;
  model& model_;
};

}  // namespace t2s::sql::detail::resolving

#endif
