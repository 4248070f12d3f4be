// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_CATALOGUE_HPP
#define T2S_DB_MYSQL_DETAIL_CATALOGUE_HPP

#include "t2s/db/mysql/detail/statements.hpp"

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace t2s::db::detail {

/// The values that an enumeration or a set may have, of its type as the server writes it: "one of 'a', 'b'". "" for other types.
inline std::string mysql_values_of_type(std::string_view type) {
  static constexpr std::size_t most = 20;
  bool const is_set = type.starts_with("set(");
  if (!is_set && !type.starts_with("enum(")) return {};
  std::string listed = is_set ? "any of " : "one of ";
  std::size_t count = 0;
  for (std::size_t at = type.find('\''); at != type.npos; at = type.find('\'', at)) {
    auto end = at + 1;
    while (end < type.size() && (type[end] != '\'' || type.substr(end, 2) == "''")) end += type[end] == '\'' ? 2U : 1U;
    if (++count > most) return listed.append(", ...");
    listed.append(count == 1 ? "" : ", ").append(type.substr(at, end + 1 - at));
    at = end + 1;
    if (at >= type.size()) break;
  }
  return listed;
}

/// Reads the schema of the connection's database from information_schema.
class mysql_catalogue {
 public:
  explicit mysql_catalogue(mysql_slot& slot) : slot_(slot) {}

  /// Throws `t2s::error`.
  void read() {
    read_tables();
    read_columns();
    read_indexes();
    read_foreign_keys();
    read_functions();
    read_views();
    for (auto& t : tables_)
      if (t.is_view && t.columns.empty()) t.note = "the columns of the view cannot be read: what it refers to may be gone";
    std::erase_if(tables_, [](schema::table const& t) { return t.columns.empty() && t.note.empty(); });  // nothing of it may be read
    slot_.server().schema = schema::database(std::move(tables_), &sql::mysql);
  }

 private:
  using row = std::span<value const>;

  /// Which foreign keys a table may have, by its indexes.
  enum class may_have : std::uint8_t { none, of_its_primary_key, others };

  static std::int64_t number(value const& v) { return v.integer() ? *v.integer() : 0; }
  static std::string text(value const& v) { return v.text() ? *v.text() : std::string(); }

  template <class Take>
  void each(std::string sql, Take const& take) {
    statement_limits within = slot_.server().options.limits;
    within.time = std::max<std::chrono::nanoseconds>(within.time, std::chrono::seconds(30));
    within.rows = within.bytes = within.value_bytes = std::numeric_limits<std::size_t>::max();
    auto const e = answer(slot_, our_own(std::move(sql)), within, [&take](std::vector<value> r) { take(row(r)); }, {});
    if (e.failure) throw error(*e.failure);
  }

  void read_tables() {
    each(
        "SELECT table_name, table_type = 'VIEW', table_comment, engine = 'InnoDB' FROM information_schema.tables"
        " WHERE table_schema = DATABASE() AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW') ORDER BY table_name",
        [this](row r) {
          place_[text(r[0])] = tables_.size();
          innodb_.push_back(number(r[3]) != 0);
          keys_.push_back(may_have::none);
          auto& t = tables_.emplace_back();
          t.name = text(r[0]);
          t.is_view = number(r[1]) != 0;
          if (!t.is_view) t.description = text(r[2]);
        });
  }

  void read_columns() {
    bool const has_expressions = slot_.session()->is_mariadb();  // as defaults; MySQL has values
    each(
        "SELECT table_name, column_name, column_type, is_nullable = 'NO', column_default, extra, column_comment, data_type"
        " FROM information_schema.columns WHERE table_schema = DATABASE() AND FIND_IN_SET('select', privileges) > 0"
        " ORDER BY table_name, ordinal_position",
        [&](row r) { take_column(r, has_expressions); });
  }

  void take_column(row r, bool has_expressions) {
    auto const known = place_.find(text(r[0]));
    if (known == place_.end()) return;
    auto& c = tables_[known->second].columns.emplace_back();
    c.name = text(r[1]);
    c.type = text(r[2]);
    c.not_null = number(r[3]) != 0;
    auto const extra = text(r[5]);
    c.generated = extra.find("GENERATED") != extra.npos && extra.find("DEFAULT_GENERATED") == extra.npos;
    bool const is_expression = has_expressions || extra.find("DEFAULT_GENERATED") != extra.npos;
    if (!c.generated && r[4].text()) c.default_value = is_expression ? text(r[4]) : literal(text(r[4]), text(r[7]));
    if (c.default_value == "NULL") c.default_value.clear();
    c.description = text(r[6]);
    auto const values = mysql_values_of_type(c.type);
    if (!values.empty()) c.description.append(c.description.empty() ? "" : "; ").append(values);
  }

  /// A value as SQL; those of numbers and bits are written as they are.
  static std::string literal(std::string const& value, std::string const& type) {
    bool const is_plain = type.ends_with("int") || type == "decimal" || type == "float" || type == "double" || type == "bit" ||
                          type == "year" || value.starts_with("CURRENT_TIMESTAMP");
    return is_plain ? value : mysql_text(value);
  }

  void read_indexes() {
    each(
        "SELECT table_name, index_name = 'PRIMARY', column_name, seq_in_index FROM information_schema.statistics"
        " WHERE table_schema = DATABASE()",
        [this](row r) {
          auto const known = place_.find(text(r[0]));
          if (known == place_.end()) return;
          auto const position = static_cast<std::size_t>(number(r[3]));
          bool const is_primary = number(r[1]) != 0;
          if (!is_primary || position > 1) keys_[known->second] = may_have::others;
          if (is_primary && keys_[known->second] == may_have::none) keys_[known->second] = may_have::of_its_primary_key;
          auto& columns = tables_[known->second].columns;
          auto const c = std::ranges::find(columns, text(r[2]), &schema::column::name);
          if (is_primary && c != columns.end()) c->key_position = position;
        });
  }

  /// In the order of their names. Those of columns that may not be read are left out.
  ///
  /// MariaDB opens every table that is asked for, 0.3 ms each: only those are that may have one. A foreign key has an index. Where very
  /// many tables have none but a primary key of one column, it is not asked whether that refers to another table.
  void read_foreign_keys() {
    static constexpr std::ptrdiff_t most = 2'000;
    bool const asks_all = std::ranges::count(keys_, may_have::of_its_primary_key) <= most;
    std::string names;
    std::size_t asked = 0;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      bool const asks = innodb_[i] && (keys_[i] == may_have::others || (asks_all && keys_[i] == may_have::of_its_primary_key));
      if (asks) names.append(asked++ == 0 ? "" : ", ").append(mysql_text(tables_[i].name));
    }
    if (asked == 0) return;
    std::string last;
    each(
        "SELECT table_name, constraint_name, column_name, referenced_table_schema = DATABASE(), referenced_table_schema,"
        " referenced_table_name, referenced_column_name FROM information_schema.key_column_usage WHERE table_schema = DATABASE()" +
            (asked == tables_.size() ? std::string() : " AND table_name IN (" + names + ")") +
            " AND referenced_table_name IS NOT NULL ORDER BY table_name, constraint_name, ordinal_position",
        [&](row r) { take_foreign_key(r, last); });
  }

  void take_foreign_key(row r, std::string& last) {
    auto const known = place_.find(text(r[0]));
    if (known == place_.end() || !tables_[known->second].find_column(text(r[2]))) return;
    auto& keys = tables_[known->second].foreign_keys;
    auto name = text(r[0]) + "/" + text(r[1]);
    if (name != last) keys.emplace_back().table = number(r[3]) != 0 ? text(r[5]) : text(r[4]) + "." + text(r[5]);
    last = std::move(name);
    keys.back().columns.push_back(text(r[2]));
    keys.back().referenced.push_back(text(r[6]));
  }

  void read_functions() {
    each("SELECT DISTINCT LOWER(routine_name) FROM information_schema.routines WHERE routine_type = 'FUNCTION'",
         [this](row r) { slot_.server().doing_functions.insert(text(r[0])); });
  }

  /// A call of a stored function stands in quotes in a view's definition, which who may not see it gets empty.
  void read_views() {
    if (std::ranges::any_of(tables_, &schema::table::is_view))
      each(
          "SELECT 1 FROM information_schema.views WHERE table_schema = DATABASE()"
          " AND (view_definition = '' OR LOCATE('`(', view_definition) > 0) LIMIT 1",
          [this](row) { slot_.server().has_doing_views = true; });
    each(
        "SELECT LOWER(schema_name) FROM information_schema.schemata WHERE schema_name <> DATABASE() AND schema_name <> "
        "'information_schema'",
        [this](row r) { slot_.server().other_databases.insert(text(r[0])); });
  }

  mysql_slot& slot_;
  std::vector<schema::table> tables_{};
  std::vector<bool> innodb_{};                            // of each table
  std::vector<may_have> keys_{};                          // the same
  std::unordered_map<std::string, std::size_t> place_{};  // of a table, by its name
};

}  // namespace t2s::db::detail

#endif
