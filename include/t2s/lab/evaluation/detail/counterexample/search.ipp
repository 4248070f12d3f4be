// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SEARCH_IPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SEARCH_IPP

#include "t2s/core/detail/value.hpp"
#include "t2s/lab/evaluation/detail/counterexample/counterexample.hpp"
#include "t2s/lab/evaluation/detail/counterexample/hunt.hpp"
#include "t2s/lab/evaluation/detail/counterexample/query_values.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace t2s::evaluation {

T2S_DECL std::string_view name_of(oddity o) noexcept {
  constexpr std::array<std::string_view, oddity_count> names{"none", "near", "null", "empty"};
  return names[static_cast<std::size_t>(o)];
}

T2S_DECL std::string inserts_of(counterexample const& found) {
  std::string script;
  for (auto const& t : found.tables) {
    if (t.rows.empty()) continue;
    std::string columns, rows;
    for (auto const& c : t.rows.columns) columns.append(columns.empty() ? "" : ", ").append(schema::sql_name(c, sql::dialect::sqlite));
    for (auto const& row : t.rows.values) {
      std::string values;
      for (auto const& v : row) values.append(values.empty() ? "" : ", ").append(to_sql(v));
      rows.append(rows.empty() ? "" : ", ").append("(" + values + ")");
    }
    script.append("INSERT INTO ").append(schema::sql_name(t.name, sql::dialect::sqlite));
    script.append(" (" + columns + ") VALUES " + rows + ";\n");
  }
  return script;
}

class counterexample_search::state {
 public:
  state(schema::database schema, reader given) : schema_(std::move(schema)), given_(std::move(given)) {}

  [[nodiscard]] counterexample_report find(std::string const& gold, std::string const& predicted, counterexample_options const& options) {
    if (gold == predicted) return {};
    if (schema_.sql_dialect() != sql::dialect::sqlite)
      return {
          {},
          failure{errc::invalid_argument, "databases to differ on are made in SQLite", {}, "give the schema of an SQLite database", {}}};
    auto const parsed_gold = sql::parse(gold), parsed = sql::parse(predicted);
    detail::query_values asked;
    for (auto const* p : {&parsed_gold, &parsed})
      if (*p) detail::query_value_reader(**p, schema_, asked);
    read_checks(asked);
    asked.reads_all |= !parsed_gold || !parsed;
    for (std::uint32_t t = 0; asked.reads_all && t < schema_.tables().size(); ++t) asked.tables.insert(t);
    add_referenced(asked.tables);
    detail::value_pools pools(schema_, asked);
    auto tables = detail::drawn_tables(schema_, asked).chosen(pools);
    give_rows(tables, pools);
    if (tables.empty()) return {{}, failure{errc::invalid_argument, "neither query reads a table", {}, "give queries that do", {}}};
    try {
      auto usable = options;
      usable.rules.ordered &= parsed_gold && parsed_gold->root().find(sql::kind::order_by);  // else any order is right
      detail::query_pair queries(schema_, tables, indexes(), asked.reads_all, usable);
      if (auto why = queries.compile(gold, predicted, parsed_gold ? &*parsed_gold : nullptr)) return {{}, std::move(why)};
      return search(queries, tables, pools, asked, options);
    } catch (error const& e) {
      return {{}, e.details()};  // the schema cannot be made
    }
  }

 private:
  using rows_of_table = std::vector<detail::table_row>;

  /// Adds the values that CHECK constraints compare columns with.
  void read_checks(detail::query_values& asked) const {
    detail::query_values checked;
    for (auto const place : asked.tables)
      for (auto const& condition : detail::check_conditions(schema_.tables()[place].ddl)) {
        auto const q =
            sql::parse("SELECT 1 FROM " + schema::in_quotes(schema_.tables()[place].name, sql::dialect::sqlite) + " WHERE " + condition);
        if (q) detail::query_value_reader(*q, schema_, checked);
      }
    for (auto& [column, values] : checked.compared)
      for (auto const& v : values) asked.compared[column].push_back(v);
    for (auto& [column, patterns] : checked.patterns)
      for (auto const& p : patterns) asked.patterns[column].push_back(p);
  }

  /// Adds the tables that rows must refer to.
  void add_referenced(std::set<std::uint32_t>& tables) const {
    std::vector<std::uint32_t> left(tables.begin(), tables.end());
    while (!left.empty()) {
      auto const& t = schema_.tables()[left.back()];
      left.pop_back();
      for (auto const& k : t.foreign_keys) {
        auto const* parent = k.resolved ? schema_.find_table(k.table) : nullptr;
        if (!parent) continue;
        auto const place = static_cast<std::uint32_t>(schema_.place_of(*parent));
        if (tables.insert(place).second) left.push_back(place);
      }
    }
  }

  /// Values of the given database, and usual ones.
  void give_rows(std::vector<detail::drawn_table>& tables, detail::value_pools& pools) {
    for (auto& t : tables) {
      auto const& given = given_rows(t.place);
      for (auto const& row : given) {
        detail::table_row chosen;
        for (auto const& c : t.columns) chosen.push_back(row[c.place]);
        for (auto const& c : t.columns) pools.add_given({t.place, c.place}, row[c.place]);
        t.given.push_back(std::move(chosen));
      }
      std::set<detail::column_place> columns;
      for (auto const& c : t.columns) columns.insert({t.place, c.place});
      pools.complete(columns);
    }
  }

  /// Some rows of a table, with all of its columns. A table that cannot be read has none.
  [[nodiscard]] rows_of_table const& given_rows(std::uint32_t place) {
    auto const [at, is_new] = kept_.try_emplace(place);
    if (!is_new || !given_) return at->second;
    auto const& t = schema_.tables()[place];
    std::string columns;
    for (auto const& c : t.columns) columns.append(columns.empty() ? "" : ", ").append(schema::in_quotes(c.name, sql::dialect::sqlite));
    if (columns.empty()) return at->second;
    auto found = given_("SELECT " + columns + " FROM " + schema::in_quotes(t.name, sql::dialect::sqlite) + " LIMIT 8");
    if (found.ok()) at->second = std::move(found.rows.values);
    return at->second;
  }

  /// The statements that make unique indexes.
  [[nodiscard]] std::vector<std::string> const& indexes() {
    if (indexes_ || !given_) return indexes_ ? *indexes_ : indexes_.emplace();
    auto const found = given_("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE%'");
    indexes_.emplace();
    for (auto const& row : found.rows.values)
      if (auto const* sql = row.front().text()) indexes_->push_back(*sql);
    return *indexes_;
  }

  [[nodiscard]] counterexample_report search(detail::query_pair& queries, std::vector<detail::drawn_table> const& tables,
                                             detail::value_pools const& pools, detail::query_values const& asked,
                                             counterexample_options const& options) const {
    counterexample_report report;
    detail::shape_plan const plan(asked.rows, tables.size());
    detail::row_drawer drawer(tables, pools, options.seed);
    std::vector<bool> filled(tables.size());
    for (std::size_t drawn_so_far = 0; queries.executed() < options.statements && drawn_so_far < options.statements; ++drawn_so_far) {
      auto const shape = plan.of(drawn_so_far, 100 * queries.executed() / options.statements);
      queries.database().clear();
      auto drawn = drawer.draw(shape, queries.database());
      for (std::size_t t = 0; t < tables.size(); ++t) filled[t] = filled[t] || !drawn[t].empty();
      if (!detail::keeps_references(tables, drawn)) continue;
      ++report.databases;
      auto found = queries.difference(drawn);
      report.statements = queries.executed();
      if (!found) continue;
      detail::difference_reducer(queries, tables, shape.empty.has_value()).reduce(drawn, *found);
      auto const needs = needs_of(tables, drawn, pools, asked);
      report.found = counterexample{shown(tables, drawn), std::move(found->gold), std::move(found->predicted), needs};
      break;
    }
    if (report.databases == 0)
      report.no_search = failure{errc::invalid_argument, "no rows were drawn that obey the foreign keys", {}, "try another seed", {}};
    report.not_compared = queries.not_compared();
    report.not_compared_for = queries.not_compared_for();
    for (std::size_t t = 0; t < tables.size(); ++t)
      if (!filled[t]) report.never_filled.push_back(schema_.tables()[tables[t].place].name);
    return report;
  }

  [[nodiscard]] static oddity oddity_of(value const& v, detail::value_pool const& pool) {
    auto const is_in = [&v](std::vector<value> const& values) { return std::ranges::find(values, v) != values.end(); };
    if (v.is_null()) return oddity::null;
    return is_in(pool.near) && !is_in(pool.plain) ? oddity::near : oddity::none;
  }

  /// The least usual of what the rows hold, in the columns that a query reads.
  [[nodiscard]] static oddity needs_of(std::vector<detail::drawn_table> const& tables, detail::small_rows const& rows,
                                       detail::value_pools const& pools, detail::query_values const& asked) {
    auto needs = oddity::none;
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (rows[t].empty()) return oddity::empty;
      for (std::size_t c = 0; c < tables[t].columns.size(); ++c) {
        auto const& column = tables[t].columns[c];
        if (!asked.reads_all && !asked.read.contains({tables[t].place, column.place})) continue;
        for (auto const& row : rows[t]) needs = std::max(needs, oddity_of(row[c], pools.numbered(column.pool)));
      }
    }
    return needs;
  }

  [[nodiscard]] std::vector<small_table> shown(std::vector<detail::drawn_table> const& tables, detail::small_rows const& rows) const {
    std::vector<small_table> all;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      auto const& t = schema_.tables()[tables[i].place];
      small_table to{t.name, {}};
      for (auto const& c : tables[i].columns) to.rows.columns.push_back(t.columns[c.place].name);
      to.rows.values = rows[i];
      all.push_back(std::move(to));
    }
    return all;
  }

  schema::database schema_;
  reader given_;
  std::map<std::uint32_t, rows_of_table> kept_{};  // by place of the table
  std::optional<std::vector<std::string>> indexes_{};
};

T2S_DECL counterexample_search::counterexample_search(schema::database schema, reader given)
    : held_(std::make_unique<state>(std::move(schema), std::move(given))) {}

T2S_DECL counterexample_search::~counterexample_search() = default;

T2S_DECL counterexample_report counterexample_search::find(std::string const& gold, std::string const& predicted,
                                                           counterexample_options const& options) {
  return held_->find(gold, predicted, options);
}

}  // namespace t2s::evaluation

#endif
