// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_OFFICIAL_QUERY_HPP
#define T2S_LAB_EVALUATION_DETAIL_OFFICIAL_QUERY_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"

#include <map>
#include <memory>
#include <utility>
#include <variant>

namespace t2s::evaluation {

/// Foreign keys as in Spider's tables.json, which may differ from those of the database file.
struct declared_keys {
  struct column {
    std::string table{};  ///< empty for the entry "*", with which every list begins
    std::string name{};   ///< in the spelling of tables.json
  };
  std::vector<column> columns{};
  std::vector<std::pair<std::size_t, std::size_t>> pairs{};  ///< indices into `columns`
};

/// The foreign keys of each database in a tables.json, by id. `name` is the name of the text in messages.
///
/// Throws `error` with `malformed_data`, which names the entry.
[[nodiscard]] T2S_DECL std::map<std::string, declared_keys> parse_declared_keys(std::string_view content, std::string_view name);
/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL std::map<std::string, declared_keys> read_declared_keys(std::string const& path);

/// A database as the official exact-set match sees it: lower-cased tables and columns, without views and generated columns, and the columns
/// that foreign keys unite. Immutable; any number of threads may read it.
class official_schema {
 public:
  /// A table, a column, or `*`. Equal exactly if the names are.
  struct name {
    std::uint32_t table = 0;
    std::uint32_t column = 0;  ///< 0 for a table and for `*`
    friend auto operator<=>(name const&, name const&) = default;
  };

  /// Without `keys`, columns represent only themselves.
  T2S_DECL explicit official_schema(schema::database const& tables, declared_keys const& keys = {});

  [[nodiscard]] static name all() noexcept { return {}; }  ///< `*`
  /// By lower-cased name; nothing if there is none.
  [[nodiscard]] T2S_DECL std::optional<name> find_table(std::string_view table) const;
  [[nodiscard]] T2S_DECL std::optional<name> find_column(std::string_view table, std::string_view column) const;  ///< the same

  /// The column that represents all columns connected with `column` by foreign keys, or `column` itself.
  [[nodiscard]] T2S_DECL name representative(name column) const;

 private:
  using ids = std::map<std::string, std::uint32_t, std::less<>>;
  [[nodiscard]] T2S_DECL name intern(std::string_view table, std::string_view column);
  T2S_DECL void connect(declared_keys const& keys);

  ids table_ids_{{"all", 0}}, column_ids_{{"", 0}};  // the official program writes both `*` and a table "all" as __all__
  std::map<std::uint32_t, ids> columns_{};           // by table
  std::map<name, name> representatives_{};
};

struct official_query;

/// A query within another. Equal if both are absent or their queries are equal.
struct official_subquery {
  std::shared_ptr<official_query> query{};
  [[nodiscard]] explicit operator bool() const noexcept { return query != nullptr; }
  T2S_DECL friend bool operator==(official_subquery const& a, official_subquery const& b);
};

// In the order of the official parser's lists.
enum class official_aggregate { none, max, min, count, sum, avg };
enum class official_arithmetic { none, minus, plus, times, divided };
enum class official_comparison { not_, between, equal, greater, less, at_least, at_most, unequal, in, like, is, exists };
enum class official_connective { and_, or_ };

/// A column in at most one aggregate.
struct official_column {
  official_aggregate aggregate = official_aggregate::none;
  official_schema::name column{};
  bool distinct = false;
  friend bool operator==(official_column const&, official_column const&) = default;
};

/// One column, or two joined by an operator.
struct official_term {
  official_arithmetic op = official_arithmetic::none;
  official_column left{};
  std::optional<official_column> right{};
  friend bool operator==(official_term const&, official_term const&) = default;
};

using official_operand = std::variant<std::monostate, double, std::string, official_column, official_subquery>;

/// One comparison of a WHERE, HAVING or ON.
struct official_condition {
  bool negated = false;
  official_comparison op = official_comparison::equal;
  official_term term{};
  official_operand value{}, upper{};  ///< `upper` is the second value of BETWEEN
  friend bool operator==(official_condition const&, official_condition const&) = default;
};

/// In the order of the text, normally alternating; the parser also accepts conditions without a connective.
using official_conditions = std::vector<std::variant<official_condition, official_connective>>;
using official_source = std::variant<official_subquery, official_schema::name>;

/// A result column.
struct official_selected {
  official_aggregate aggregate = official_aggregate::none;
  official_term term{};
  friend bool operator==(official_selected const&, official_selected const&) = default;
};

struct official_order {
  bool descending = false;  ///< the last direction that is written out
  std::vector<official_term> terms{};
  friend bool operator==(official_order const&, official_order const&) = default;
};

/// A query prepared for comparison: without values except in subqueries of FROM, without DISTINCT except in subqueries, with columns
/// replaced by the representatives of their foreign keys if their table is in the outermost FROM. The default is the empty query, for SQL
/// that cannot be read.
struct official_query {
  bool distinct = false;
  std::vector<official_selected> select{};
  std::vector<official_source> from{};
  official_conditions on{}, where{}, having{};
  std::vector<official_column> group_by{};
  std::optional<official_order> order_by{};
  bool limited = false;  ///< the number of the limit is ignored
  official_subquery intersect{}, except{}, union_{};
  friend bool operator==(official_query const&, official_query const&) = default;
};

/// What the official program reads in `sql`; nothing if it cannot, which then counts as an empty query.
///
/// Also nothing if it reads and then stops with an error (conditions and connectives that do not alternate), and for more than 200 nested
/// queries. Throws only for lack of memory. O(n log n).
[[nodiscard]] T2S_DECL std::optional<official_query> read_official(std::string_view sql, official_schema const& schema);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/official_query.ipp"
#endif

#endif
