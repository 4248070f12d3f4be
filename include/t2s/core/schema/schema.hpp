// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_SCHEMA_SCHEMA_HPP
#define T2S_CORE_SCHEMA_SCHEMA_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/hashed_places.hpp"
#include "t2s/core/schema/detail/dialect.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The shape of a database as plain values. Names compare without ASCII case, as in SQLite, and keep the database's spelling.
namespace t2s::schema {

/// What a column does with stored values (https://sqlite.org/datatype3.html, section 3.1).
enum class affinity { integer, text, blob, real, numeric };

/// The affinity that SQLite derives from a declared type, which may be any text, also "".
[[nodiscard]] T2S_DECL affinity affinity_of(std::string_view declared_type) noexcept;

/// A column of a table or view.
struct column {
  std::string name{};            ///< as the database spells it
  std::string type{};            ///< as declared, e.g. "VARCHAR(20)"; may be empty
  bool not_null = false;         ///< whether NULL is rejected
  bool generated = false;        ///< computed from other columns
  std::size_t key_position = 0;  ///< position in the primary key, from 1; 0 outside it
  std::string default_value{};   ///< as an SQL expression; empty if there is none
  std::string description{};     ///< its meaning, for prompts; empty if unknown

  friend bool operator==(column const&, column const&) = default;
};

/// `columns[i]` refers to `referenced[i]` of `table`.
struct foreign_key {
  std::vector<std::string> columns{};     ///< of this table
  std::string table{};                    ///< the referenced table
  std::vector<std::string> referenced{};  ///< columns of the referenced table; empty until resolved if it means its primary key
  bool resolved = false;                  ///< both sides exist; set by `database`, which also corrects the spelling of names
  bool added = false;                     ///< from `descriptions`, not from the database: its CREATE TABLE statement lacks it

  friend bool operator==(foreign_key const&, foreign_key const&) = default;
};

/// A table or view.
struct table {
  std::string name{};                       ///< as the database spells it
  bool is_view = false;                     ///< whether it is a view
  std::vector<column> columns{};            ///< in order
  std::vector<foreign_key> foreign_keys{};  ///< in the order of declaration
  std::string ddl{};                        ///< the statement that created it; may be empty
  std::string note{};                       ///< why the columns could not be read, if so
  std::string schema{};                     ///< if the database has several: its schema, which may precede the name
  std::string description{};                ///< its content, for prompts; empty if unknown

  /// The column of that name, or nullptr. O(columns).
  [[nodiscard]] T2S_DECL column const* find_column(std::string_view column_name) const noexcept;

  /// The names of the primary key's columns in order; empty if there is none. O(columns).
  [[nodiscard]] T2S_DECL std::vector<std::string> primary_key() const;

  friend bool operator==(table const&, table const&) = default;
};

/// A resolved foreign key, seen from the table at either end.
struct key_edge {
  std::uint32_t to = 0;     ///< index of the table at the other end
  std::uint32_t child = 0;  ///< index of the table that declares the key
  std::uint32_t key = 0;    ///< its index among the keys of that table

  friend auto operator<=>(key_edge const&, key_edge const&) = default;  ///< by the other end, then in schema order
};

/// Tables and views in the order of creation. Immutable; any number of threads may read it. Copies share their content.
class database {
 public:
  T2S_DECL database();                             ///< without tables
  database(database const&) = default;             ///< O(1); there is no move, so a moved-from object keeps its content
  database& operator=(database const&) = default;  ///< O(1)
  ~database() = default;

  /// Resolves the foreign keys: one without referenced columns gets the other table's primary key, if that has as many columns; names get
  /// their table's spelling; one whose table or columns do not exist is unchanged and not `resolved`. Of two tables with the same name
  /// `find_table` finds the first. `dialect` is the SQL that the database reads, a constant such as `sql::postgres`; null means SQLite's.
  T2S_DECL explicit database(std::vector<table> tables, sql::grammar const* dialect = nullptr);

  /// All tables, in order.
  [[nodiscard]] std::vector<table> const& tables() const noexcept { return held_->tables; }
  /// Whether there is no table.
  [[nodiscard]] bool empty() const noexcept { return tables().empty(); }

  /// The SQL that the database reads; null means SQLite's. `sql::dialect_of` has it as a value.
  [[nodiscard]] sql::grammar const* dialect() const noexcept { return held_->dialect; }
  /// The same as an enumeration, e.g. for quoting names.
  [[nodiscard]] sql::dialect sql_dialect() const noexcept { return dialect() ? dialect()->dialect : sql::dialect::sqlite; }

  /// The table or view of that name, or nullptr. Valid as long as this object or a copy of it exists and is not assigned to. O(1).
  [[nodiscard]] T2S_DECL table const* find_table(std::string_view name) const noexcept;

  /// The keys between the table at that index and others, in both directions, except keys to the same table. In the order of `key_edge`.
  [[nodiscard]] std::span<key_edge const> edges(std::size_t place) const {
    auto const begin = held_->edges_begin[place];
    return {held_->edges.data() + begin, held_->edges_begin[place + 1] - begin};
  }

  /// The index in `tables()` of one of its tables.
  [[nodiscard]] std::size_t place_of(table const& t) const noexcept { return static_cast<std::size_t>(&t - tables().data()); }

  /// All tables that have a column of that name, in schema order. O(columns of the database).
  [[nodiscard]] T2S_DECL std::vector<table const*> tables_with(std::string_view column_name) const;

  friend bool operator==(database const& a, database const& b) { return a.held_ == b.held_ || a.tables() == b.tables(); }

 private:
  struct content {
    T2S_DECL void add_edges(database const& d);

    std::vector<table> tables{};
    t2s::detail::hashed_places by_name{};    // indices into `tables`
    std::vector<key_edge> edges{};           // of all tables, one table after the other
    std::vector<std::size_t> edges_begin{};  // the first edge of each table, and the end
    sql::grammar const* dialect{};
  };

  std::shared_ptr<content const> held_;
};

/// The meaning of a column or table, in the words of a data set or a user.
struct column_description {
  std::string table{}, column{};  ///< as in the database, in any case; without a column it is of the table
  std::string text{};             ///< its meaning

  friend bool operator==(column_description const&, column_description const&) = default;
};

/// A foreign key of one column that a database does not declare.
struct added_key {
  std::string table{}, column{};       ///< the referring column, in any case
  std::string parent{}, referenced{};  ///< the referenced table and column, in any case

  friend bool operator==(added_key const&, added_key const&) = default;
};

/// Descriptions of columns, for every prompt that shows the schema, and undeclared keys, for all that reads it.
struct descriptions {
  std::vector<column_description> columns{};  ///< for one column, the last description counts
  std::size_t bytes = 200;                    ///< of each; a longer one is cut and followed by "..."
  std::vector<added_key> keys{};              ///< foreign keys beside those that are declared
};

/// The database with descriptions of its columns and tables, and with further keys. Those of unknown columns are ignored, as are keys that
/// it has. O(descriptions * columns of the table).
[[nodiscard]] T2S_DECL database described(database const& d, descriptions const& all);

}  // namespace t2s::schema

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/schema/detail/schema.ipp"
#endif

#endif
