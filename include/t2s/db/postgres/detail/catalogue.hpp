// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_CATALOGUE_HPP
#define T2S_DB_POSTGRES_DETAIL_CATALOGUE_HPP

#include "t2s/db/postgres/detail/blocking_shell.hpp"

#include <limits>
#include <span>
#include <unordered_map>

namespace t2s::db::detail {

/// Reads a schema from PostgreSQL's catalogue: what a statement of this session may read without naming a schema.
class postgres_catalogue {
 public:
  postgres_catalogue(blocking_shell& shell, postgres_slot& slot) : shell_(shell), slot_(slot) {}

  /// Throws `t2s::error`.
  void read() {
    if (!options().schemas.empty() && !options().every_schema) require_schemas();
    read_tables();
    read_enumerations();
    read_columns();
    read_keys();
    read_types();
    read_functions();
    auto& server = slot_.server();
    server.schema = schema::database(std::move(tables_), &sql::postgres);
    server.types = std::move(types_);
  }

 private:
  using row = std::span<value const>;

  [[nodiscard]] postgres_options const& options() const { return slot_.server().options; }

  static std::int64_t number(value const& v) { return v.integer() ? *v.integer() : 0; }
  static std::string text(value const& v) { return v.text() ? *v.text() : std::string(); }
  static bool truth(value const& v) { return number(v) != 0; }

  template <class Take>
  void each(std::string sql, Take const& take) {
    statement_limits within = options().limits;
    within.time = std::max<std::chrono::nanoseconds>(within.time, std::chrono::seconds(20));
    within.rows = within.bytes = within.value_bytes = std::numeric_limits<std::size_t>::max();
    postgres_type_names const none;
    postgres_reading reading(within, none, [&take](std::vector<value> r) { take(row(r)); });
    postgres_statement statement{sql, std::move(sql), 0};
    std::ignore = run(shell_, slot_, std::move(statement), reading).get();
    if (reading.ended()) throw error(*reading.ended());
  }

  void require_schemas() {
    std::string listed;
    for (auto const& s : options().schemas) listed.append(listed.empty() ? "" : ", ").append(to_sql(value(s)));
    each("SELECT s FROM unnest(ARRAY[" + listed + "]) AS s WHERE NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = s)", [](row r) {
      throw error(
          failure{errc::invalid_argument, "the database has no schema " + text(r[0]), text(r[0]), "see postgres_options::schemas", {}});
    });
  }

  /// Those of the options, else those where the server looks for names.
  [[nodiscard]] std::string shown_schemas() const {
    if (options().every_schema || options().schemas.empty()) return "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";
    std::string listed;
    for (auto const& s : options().schemas) listed.append(listed.empty() ? "" : ", ").append(to_sql(value(s)));
    return "n.nspname IN (" + listed + ")";
  }

  /// Tables, views, materialized views, partitioned tables without their partitions, foreign tables.
  [[nodiscard]] std::string shown_relations() const {
    return "c.relkind IN ('r', 'v', 'm', 'p', 'f') AND NOT c.relispartition AND " + shown_schemas();
  }

  void read_tables() {
    each(
        "SELECT c.oid, n.nspname, c.relname, c.relkind IN ('v', 'm'), d.description,"
        " CASE WHEN c.relkind IN ('r', 'm', 'p') THEN c.reltuples::float8 ELSE 0 END"
        " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " LEFT JOIN pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0"
        " WHERE " +
            shown_relations() +
            " AND pg_table_is_visible(c.oid)"
            " AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT')) ORDER BY c.oid",
        [this](row r) {
          place_[number(r[0])] = tables_.size();
          numbers_.emplace_back();
          auto& t = tables_.emplace_back();
          t.schema = text(r[1]);
          t.name = text(r[2]);
          t.is_view = truth(r[3]);
          t.description = text(r[4]);
          auto const* rows = r[5].real();
          if (rows && *rows > static_cast<double>(options().distinct_rows)) slot_.server().large_tables[t.schema + "." + t.name] = *rows;
        });
  }

  /// The first values of each enumeration, in their order.
  void read_enumerations() {
    static constexpr std::size_t most = 20;
    each("SELECT enumtypid, enumlabel FROM pg_enum ORDER BY enumtypid, enumsortorder", [this](row r) {
      auto& values = enumerations_[number(r[0])];
      if (++values.count > most) return;
      values.listed.append(values.count == 1 ? "one of " : ", ").append(to_sql(r[1]));
    });
    for (auto& [type, values] : enumerations_)
      if (values.count > most) values.listed.append(", ...");
  }

  void read_columns() {
    each(
        "SELECT a.attrelid, a.attnum::text, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated <> '',"
        " pg_get_expr(f.adbin, f.adrelid), d.description,"
        " CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE CASE WHEN t.typelem <> 0 THEN t.typelem ELSE t.oid END END"
        " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid"
        " JOIN pg_type t ON t.oid = a.atttypid"
        " LEFT JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum"
        " LEFT JOIN pg_description d ON d.objoid = a.attrelid AND d.classoid = 'pg_class'::regclass AND d.objsubid = a.attnum"
        " WHERE a.attnum > 0 AND NOT a.attisdropped AND " +
            shown_relations() +
            " AND (has_table_privilege(c.oid, 'SELECT') OR has_column_privilege(c.oid, a.attnum, 'SELECT')) ORDER BY a.attrelid, a.attnum",
        [this](row r) { take_column(r); });
  }

  void take_column(row r) {
    auto const known = place_.find(number(r[0]));
    if (known == place_.end()) return;
    auto& t = tables_[known->second];
    numbers_[known->second].push_back(text(r[1]));
    auto& c = t.columns.emplace_back();
    c.name = text(r[2]);
    c.type = text(r[3]);
    c.not_null = truth(r[4]);
    c.generated = truth(r[5]);
    if (!c.generated) c.default_value = text(r[6]);
    c.description = text(r[7]);
    if (auto const values = enumerations_.find(number(r[8])); values != enumerations_.end())
      c.description.append(c.description.empty() ? "" : "; ").append(values->second.listed);
  }

  /// In the order of declaration; a partitioned table's are those that it declares itself. Those of columns that may not be read are left
  /// out.
  void read_keys() {
    each(
        "SELECT k.conrelid, k.contype = 'p', array_to_string(k.conkey, ','), k.confrelid, n.nspname, f.relname,"
        " array_to_string(k.confkey, ',')"
        " FROM pg_constraint k LEFT JOIN pg_class f ON f.oid = k.confrelid LEFT JOIN pg_namespace n ON n.oid = f.relnamespace"
        " WHERE k.contype IN ('p', 'f') AND (k.contype = 'p' OR k.conparentid = 0) ORDER BY k.oid",
        [this](row r) { take_key(r); });
  }

  void take_key(row r) {
    auto const columns = columns_at(number(r[0]), text(r[2]));
    if (columns.empty()) return;
    auto& t = tables_[place_[number(r[0])]];
    if (truth(r[1])) {
      for (std::size_t i = 0; i < columns.size(); ++i) t.columns[columns[i]].key_position = i + 1;
      return;
    }
    auto& key = t.foreign_keys.emplace_back();
    for (auto const c : columns) key.columns.push_back(t.columns[c].name);
    auto const other = place_.find(number(r[3]));
    // One that is not shown is not to be taken for another one of its name.
    key.table = other == place_.end() ? text(r[4]) + "." + text(r[5]) : text(r[5]);
    for (auto const c : columns_at(number(r[3]), text(r[6]))) key.referenced.push_back(tables_[other->second].columns[c].name);
  }

  /// The places of a table's columns of these numbers, "1,3"; nothing if one of them is not shown.
  [[nodiscard]] std::vector<std::size_t> columns_at(std::int64_t table, std::string const& numbers) const {
    std::vector<std::size_t> places;
    auto const known = place_.find(table);
    if (known == place_.end()) return places;
    auto const& all = numbers_[known->second];
    for (auto const n : text::split(numbers, ',')) {
      auto const found = std::ranges::find(all, n);
      if (found == all.end()) return {};
      places.push_back(static_cast<std::size_t>(found - all.begin()));
    }
    return places;
  }

  /// But the types of the rows of tables, of which each table makes two.
  void read_types() {
    each(
        "SELECT t.oid, format_type(t.oid, NULL) FROM pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem"
        " WHERE t.typrelid = 0 AND coalesce(e.typrelid, 0) = 0",
        [this](row r) { types_[static_cast<Oid>(number(r[0]))] = text(r[1]); });
  }

  void read_functions() {
    each("SELECT DISTINCT lower(proname) FROM pg_proc WHERE pronamespace <> 'pg_catalog'::regnamespace AND provolatile = 'v'",
         [this](row r) { slot_.server().doing_functions.insert(text(r[0])); });
  }

  struct enumeration {
    std::size_t count = 0;
    std::string listed{};
  };

  blocking_shell& shell_;
  postgres_slot& slot_;
  std::vector<schema::table> tables_{};
  std::unordered_map<std::int64_t, std::size_t> place_{};  // of a table, by its number in the catalogue
  std::vector<std::vector<std::string>> numbers_{};        // of each table's columns there
  std::unordered_map<std::int64_t, enumeration> enumerations_{};
  postgres_type_names types_{};
};

}  // namespace t2s::db::detail

#endif
