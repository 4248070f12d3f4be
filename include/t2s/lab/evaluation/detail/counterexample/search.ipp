// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SEARCH_IPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SEARCH_IPP

#include "t2s/core/detail/value.hpp"
#include "t2s/lab/evaluation/detail/counterexample/counterexample.hpp"
#include "t2s/lab/evaluation/detail/counterexample/hunt.hpp"
#include "t2s/lab/evaluation/detail/counterexample/query_values.hpp"

#include <array>
#include <map>
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
    if (schema_.sql_dialect() != sql::dialect::sqlite)
      return {
          {},
          failure{errc::invalid_argument, "databases to differ on are made in SQLite", {}, "give the schema of an SQLite database", {}}};
    auto const parsed_gold = sql::parse(gold), parsed = sql::parse(predicted);
    detail::query_values asked;
    for (auto const* p : {&parsed_gold, &parsed})
      if (*p) detail::query_value_reader(**p, schema_, asked);
    bool const reads_all = !parsed_gold || !parsed || asked.has_view;
    for (std::uint32_t t = 0; reads_all && t < schema_.tables().size(); ++t) asked.tables.insert(t);
    add_referenced(asked.tables);
    detail::value_pools pools(schema_, asked);
    auto tables = detail::drawn_tables(schema_, asked).chosen(pools);
    give_rows(tables, pools);
    if (tables.empty()) return {{}, failure{errc::invalid_argument, "neither query reads a table", {}, "give queries that do", {}}};
    try {
      detail::query_pair queries(schema_, tables, asked.has_view, options);
      if (auto why = queries.compile(gold, predicted, parsed_gold ? &*parsed_gold : nullptr)) return {{}, std::move(why)};
      return search(queries, tables, pools, asked.rows, options);
    } catch (error const& e) {
      return {{}, e.details()};  // the schema cannot be made
    }
  }

 private:
  using rows_of_table = std::vector<detail::table_row>;

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

  [[nodiscard]] counterexample_report search(detail::query_pair& queries, std::vector<detail::drawn_table> const& tables,
                                             detail::value_pools const& pools, std::size_t rows,
                                             counterexample_options const& options) const {
    counterexample_report report;
    auto const most = std::max<std::size_t>(1, options.statements / 2);
    detail::shape_plan const plan(most, rows, tables.size());
    detail::row_drawer drawer(tables, pools, options.seed);
    while (report.databases < most && queries.executed() < options.statements) {
      auto const [shape, what] = plan.of(report.databases++);
      queries.database().clear();
      auto drawn = drawer.draw(shape, queries.database());
      auto found = queries.difference(drawn);
      report.statements = queries.executed();
      if (!found) continue;
      detail::difference_reducer(queries, tables, what == oddity::empty).reduce(drawn, *found);
      report.found = counterexample{shown(tables, drawn), std::move(found->gold), std::move(found->predicted), what};
      break;
    }
    return report;
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
