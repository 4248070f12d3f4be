// SPDX-License-Identifier: BSL-1.0
// t2s counterexample: looks for a small database on which two queries differ.
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "comparison_option.hpp"
#include "printable.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/counterexample/counterexample.hpp"
#include "t2s/lab/evaluation/detail/executed_form.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace ev = t2s::evaluation;
namespace json = boost::json;

options counterexample_options() {
  options o(
      "counterexample --db FILE --gold SQL --sql SQL [options]",
      "Looks for a small database on which a query differs from the gold query, although both may return the same on the database\n"
      "at hand, and prints it as INSERT statements with both results. The rows obey the declared keys. Exit status 1 if there is one.");
  auto add = o.described.add_options();
  add("db", a_file(), "SQLite database, for its tables and some of their values; it is only read");
  add("gold", a_word("SQL"), "the query that is right");
  add("sql", a_word("SQL"), "the query that may be right by luck");
  describe_comparison(o.described, "how results are compared", "strict");
  add("statements", a_number(), "statements executed at most until a difference is found (default: 2000)");
  add("seed", a_number(), "of the rows that are drawn (default: 1)");
  add("json", "print JSON");
  return o;
}

std::string required(po::variables_map const& given, char const* option, char const* example) {
  auto text = text_of(given, option);
  if (t2s::text::trim(text).empty()) throw usage_error(std::string("--") + option + " is missing: --" + option + " " + example);
  return text;
}

std::string_view description_of(ev::oddity o) {
  constexpr std::array<std::string_view, ev::oddity_count> texts{"usual values", "texts that are nearly those of the queries", "a NULL",
                                                                 "a table without rows"};
  return texts[static_cast<std::size_t>(o)];
}

json::array rows_json(t2s::db::rows const& rows) {
  json::array all;
  for (auto const& row : rows.values) {
    auto& cells = all.emplace_back(json::array()).get_array();
    for (auto const& v : row) {
      if (auto const* i = v.integer())
        cells.emplace_back(*i);
      else if (auto const* r = v.real())
        cells.emplace_back(*r);
      else if (v.is_null())
        cells.emplace_back(nullptr);
      else
        cells.emplace_back(t2s::text::valid_utf8(to_string(v)));
    }
  }
  return all;
}

json::value result_json(t2s::db::execution const& e) {
  if (e.failure) return json::object{{"error", t2s::text::valid_utf8(e.failure->text())}};
  return json::object{{"rows", rows_json(e.rows)}};
}

void print_json(ev::counterexample_report const& r) {
  json::object out{
      {"databases", r.databases}, {"statements", r.statements}, {"not_compared", r.not_compared}, {"found", r.found.has_value()}};
  if (r.found) {
    out["needs"] = ev::name_of(r.found->needs);
    out["inserts"] = t2s::text::valid_utf8(inserts_of(*r.found));
    out["gold"] = result_json(r.found->gold);
    out["predicted"] = result_json(r.found->predicted);
  }
  std::cout << json::serialize(out) << "\n";
}

void print_result(char const* whose, t2s::db::execution const& e) {
  constexpr std::size_t most_shown = 20;
  std::cout << "\n" << whose;
  if (e.failure) {
    std::cout << " fails: " << printable(e.failure->text()) << "\n";
    return;
  }
  std::cout << " returns " << counted(e.rows.values.size(), "row") << (e.rows.empty() ? "\n" : ":\n");
  if (!e.rows.empty()) print_table(std::cout, e.rows, most_shown);
}

void print_text(ev::counterexample_report const& r) {
  auto const tried = counted(r.databases, "small database") + " (" + counted(r.statements, "statement") + ")";
  if (!r.found) {
    std::cout << "No difference on " << tried << ". That is no proof; --statements searches longer.\n";
    if (r.not_compared > 0)
      std::cout << "On " << r.not_compared << " of them a query failed or took too long: " << printable(r.not_compared_for->text()) << "\n";
    for (auto const& name : r.never_filled) std::cout << "No row was found that the constraints of " << printable(name) << " allow.\n";
    return;
  }
  std::cout << "They differ on a database with " << description_of(r.found->needs) << ", found after " << tried << ":\n\n"
            << printable_lines(inserts_of(*r.found));
  for (auto const& t : r.found->tables)
    if (t.rows.empty()) std::cout << "-- " << printable(t.name) << " has no rows\n";
  print_result("The gold query", r.found->gold);
  print_result("The other query", r.found->predicted);
}

}  // namespace

int find_counterexample(std::vector<std::string> const& words) {
  auto const o = counterexample_options();
  po::variables_map given;
  if (!o.read(words, given)) return answered;
  auto const gold = required(given, "gold", "\"SELECT ...\""), sql = required(given, "sql", "\"SELECT ...\"");
  t2s::db::sqlite_connection database(required(given, "db", "shop.sqlite"));
  ev::counterexample_options how;
  how.how = comparison_of(given).value_or(ev::comparison::strict);
  auto const executed = ev::executed_gold(how.how, gold);
  how.rules.ordered = ev::orders_rows(how.how, gold, executed, database.schema());
  how.statements = whole_number(given, "statements", 2, 10'000'000, how.statements);
  how.seed = static_cast<std::uint32_t>(whole_number(given, "seed", 1, 1'000'000'000, how.seed));
  ev::counterexample_search search(database.schema(), [&](std::string const& text) { return database.execute(text); });
  auto const report = search.find(executed, ev::executed_prediction(how.how, sql), how);
  if (report.no_search) throw t2s::error(*report.no_search);
  given.count("json") != 0 ? print_json(report) : print_text(report);
  return report.found ? no_sql : answered;
}

}  // namespace cli
