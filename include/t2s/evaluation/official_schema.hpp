// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_OFFICIAL_SCHEMA_HPP
#define T2S_EVALUATION_OFFICIAL_SCHEMA_HPP

#include "t2s/core/config.hpp"
#include "t2s/schema/schema.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::evaluation {

/// Foreign keys as Spider's tables.json declares them, which need not be those of the database file.
struct declared_keys {
  /// A column with its type.
  struct column {
    std::string table{};  ///< empty for the entry "*", which every list begins with
    std::string name{};   ///< as tables.json spells it
  };
  std::vector<column> columns{};                             ///< in their order; `*` is the first
  std::vector<std::pair<std::size_t, std::size_t>> pairs{};  ///< places in `columns`
};

/// The foreign keys of each database that a tables.json describes, by its id.
///
/// `name` stands in messages for the text. Throws `error` with `malformed_data`, which names the entry.
[[nodiscard]] T2S_DECL std::map<std::string, declared_keys> parse_declared_keys(std::string_view content, std::string_view name);

/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL std::map<std::string, declared_keys> read_declared_keys(std::string const& path);

/// What the official exact-set match knows of a database: lower-cased tables and columns, without views and generated columns, and
/// which columns foreign keys make one. Immutable once made; any number of threads may read it.
class official_schema {
 public:
  /// A table, a column, or `*`. Equal exactly where the names are.
  struct name {
    std::uint32_t table = 0;   ///< its place
    std::uint32_t column = 0;  ///< 0 for a table and for `*`

    friend auto operator<=>(name const&, name const&) = default;  ///< by table and column
  };

  /// With `keys` absent no column stands for another.
  T2S_DECL explicit official_schema(schema::database const& tables, declared_keys const& keys = {});

  /// The name of `*`.
  [[nodiscard]] name all() const noexcept { return {}; }

  /// By lower-cased name; nothing if there is none.
  [[nodiscard]] T2S_DECL std::optional<name> find_table(std::string_view table) const;
  /// The column of a table, whatever the case.
  [[nodiscard]] T2S_DECL std::optional<name> find_column(std::string_view table, std::string_view column) const;

  /// The column that stands for all columns which foreign keys connect with `column`, or `column` itself.
  [[nodiscard]] T2S_DECL name representative(name column) const;

 private:
  using ids = std::map<std::string, std::uint32_t, std::less<>>;
  static T2S_DECL std::uint32_t id_of(ids& known, std::string_view spelt);
  [[nodiscard]] T2S_DECL name intern(std::string_view table, std::string_view column);
  T2S_DECL void connect(declared_keys const& keys);

  ids table_ids_{{"all", 0}}, column_ids_{{"", 0}};  // the official program writes both `*` and a table "all" as __all__
  std::map<std::uint32_t, std::map<std::string, std::uint32_t, std::less<>>> columns_{};  // by table
  std::map<name, name> representatives_{};
};

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/official_schema.ipp"
#endif

#endif
