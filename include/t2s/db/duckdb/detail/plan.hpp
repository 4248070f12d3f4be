// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_PLAN_HPP
#define T2S_DB_DUCKDB_DETAIL_PLAN_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/db/detail/plan_cost.hpp"
#include "t2s/sql/duckdb.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// What DuckDB's plan of a statement reads (EXPLAIN with FORMAT JSON). Its cardinalities are those of what a step gives; how many rows a
/// scan reads is the size of the table.
namespace t2s::db::detail {

inline constexpr char duckdb_explain[] = "EXPLAIN (FORMAT JSON) ";

class duckdb_plan {
 public:
  /// Of EXPLAIN's answer; empty for what is none.
  explicit duckdb_plan(std::string_view text) {
    auto document = parsed(text);
    auto* const list = document.if_array();
    if (list && !list->empty() && list->front().is_object()) root_ = std::move(list->front().get_object());
    note_tables(root_);
  }

  /// The query that gives an object with the rows of each table as its value; "" where there are no tables.
  [[nodiscard]] std::string sizes_query() const {
    std::string names;
    for (auto const& [name, rows] : sizes_) names.append(names.empty() ? "" : ", ").append(in_quotes(name));
    if (names.empty()) return {};
    return "SELECT CAST(json_group_object(name, estimated_size) AS VARCHAR) FROM (SELECT concat(database_name, '.', schema_name, '.',"
           " table_name) AS name, estimated_size FROM duckdb_tables()) WHERE name IN (" +
           names + ")";
  }

  void set_sizes(std::string_view text) {
    auto const found = parsed(text);
    auto const* const by_name = found.if_object();
    for (auto& [name, rows] : sizes_)
      if (auto const* const n = by_name ? by_name->if_contains(name) : nullptr; n && n->is_number()) rows = n->to_number<double>();
  }

  /// Of this statement.
  [[nodiscard]] std::optional<statement_cost> cost(std::string const& sql) {
    if (root_.empty()) return {};
    auto const returned = run(root_).rows;
    auto const no_view = [](std::string const&) { return false; };  // a plan shows what a view does
    return account_.total(returned, ends_early(root_) ? rows_wanted(sql, sql::duckdb, no_view) : std::nullopt);
  }

 private:
  using object = boost::json::object;

  struct outcome {
    double rows = 0;
    table_names names{};
  };

  static boost::json::value parsed(std::string_view text) {
    boost::system::error_code failed;
    auto document = boost::json::parse({text.data(), text.size()}, failed, {}, {.max_depth = 1000});
    return failed ? boost::json::value() : document;
  }
  static std::string in_quotes(std::string_view name) {
    std::string all = "'";
    for (char const c : name) all.append(c == '\'' ? 2 : 1, c);
    return all += "'";
  }
  static std::string_view word(object const& o, char const* key) {
    auto const* const found = o.if_contains(key);
    return found && found->is_string() ? std::string_view(found->get_string()) : std::string_view();
  }
  /// What a step says of itself.
  static std::string_view detail(object const& step, char const* key) {
    auto const* const found = step.if_contains("extra_info");
    return found && found->is_object() ? word(found->get_object(), key) : std::string_view();
  }
  static std::optional<double> cardinality(object const& step) {
    double rows = 0;
    if (text::to_number(detail(step, "Estimated Cardinality"), rows) != std::errc()) return {};
    return rows;
  }

  template <class F>
  static void each_step_below(object const& step, F const& f) {
    auto const* const below = step.if_contains("children");
    if (!below || !below->is_array()) return;
    for (auto const& one : below->get_array())
      if (one.is_object()) f(one.get_object());
  }

  void note_tables(object const& step) {
    if (auto const table = detail(step, "Table"); !table.empty()) sizes_[std::string(table)];
    each_step_below(step, [this](object const& below) { note_tables(below); });
  }

  /// Whether a statement takes rows of one table as they come, so that it ends when a LIMIT has its own. Other steps read all rows, or
  /// drop some.
  static bool ends_early(object const& step) {
    auto const type = word(step, "name");
    std::size_t below = 0;
    bool all = true;
    each_step_below(step, [&](object const& one) { ++below, all = all && ends_early(one); });
    if (below == 0) return !drops_rows(step);
    return below == 1 && all && (type == "PROJECTION" || type == "LIMIT" || type == "STREAMING_LIMIT");
  }
  static bool drops_rows(object const& scan) {
    auto const* const found = scan.if_contains("extra_info");
    return found && found->is_object() && found->get_object().contains("Filters");
  }

  /// Adds up what a step and those below it read.
  outcome run(object const& step) {
    auto const type = word(step, "name");
    auto const before = account_.rows_read();
    outcome here;
    bool is_leaf = true;
    double product = 1, largest = 0;
    each_step_below(step, [&](object const& one) {
      auto const below = run(one);
      is_leaf = false;
      product *= below.rows;
      largest = std::max(largest, below.rows);
      here.names.insert(here.names.end(), below.names.begin(), below.names.end());
    });
    if (is_leaf) return scan(step);
    auto const pairs = product * part_of_pairs(type);
    here.rows = type == "UNGROUPED_AGGREGATE" ? 1 : cardinality(step).value_or(std::max(pairs, largest));
    auto const through = std::max(pairs, type.ends_with("_JOIN") ? here.rows : 0);
    if (auto const more = through - (account_.rows_read() - before); more > 0) account_.join(here.names, more, tie_of(type));
    return here;
  }

  /// How many of the pairs of its two inputs a join goes through that has nothing to hash by. DuckDB takes an inequality for more selective
  /// than it mostly is.
  static double part_of_pairs(std::string_view type) {
    if (type == "CROSS_PRODUCT" || type == "NESTED_LOOP_JOIN" || type == "BLOCKWISE_NL_JOIN") return 1;
    return type == "PIECEWISE_MERGE_JOIN" ? 1.0 / 3 : 0;
  }

  static table_tie tie_of(std::string_view join) {
    if (join == "HASH_JOIN") return table_tie::by_lookup;
    return join.ends_with("_JOIN") ? table_tie::by_condition : table_tie::none;
  }

  outcome scan(object const& step) {
    auto const table = detail(step, "Table");
    auto const known = sizes_.find(std::string(table));
    auto const gives = cardinality(step).value_or(1);
    std::string const name(table.empty() ? detail(step, "Function") : table.substr(table.rfind('.') + 1));
    if (name.empty()) return {gives, {}};
    account_.read(name, known == sizes_.end() ? gives : std::max(gives, known->second), 1, {});
    return {gives, {name}};
  }

  object root_{};
  std::map<std::string, double> sizes_{};
  plan_account account_{};
};

}  // namespace t2s::db::detail

#endif
