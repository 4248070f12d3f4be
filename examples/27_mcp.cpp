// SPDX-License-Identifier: BSL-1.0
// Offers a database to assistants that speak the Model Context Protocol, with your own tool beside those of t2s.
// Usage: 27_mcp countries.sqlite
// A client starts it; by hand: echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | 27_mcp countries.sqlite
#include <iostream>
#include <memory>

#include <boost/json.hpp>

#include "t2s/core/schema/statement.hpp"
#include "t2s/serve/local/operations.hpp"
#include "t2s/serve/mcp/database_offering.hpp"
#include "t2s/serve/mcp/stdio.hpp"

namespace json = boost::json;
namespace serve = t2s::serve;

/// Returns the number of rows of each table.
serve::operation sizes() {
  serve::operation o;
  o.name = "sizes";
  o.title = "Sizes of tables";
  o.description = "Says how many rows each table has.";
  o.input = {{"type", "object"}, {"properties", json::object()}};
  o.output = {{"type", "object"}};
  o.run = [](serve::served_database& database, json::object const&, serve::call const& by) {
    auto connection = database.lend(by.stop);  // for this call; its statements end when the client cancels
    json::object rows;
    std::string text;
    for (auto const& t : database.schema().tables()) {
      auto const done = connection.execute("SELECT count(*) FROM " + t2s::schema::sql_name(t.name, t2s::sql::dialect::sqlite));
      if (!done.ok()) return serve::outcome::failure(done.failure->text());
      rows[t.name] = *done.rows.values[0][0].integer();
      text += t.name + ": " + t2s::to_string(done.rows.values[0][0]) + "\n";
    }
    return serve::outcome(std::move(rows), std::move(text));
  };
  return o;
}

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 27_mcp DATABASE\n", 2;
  auto const database = std::make_shared<serve::served_database>(
      "countries", [file = std::string(argv[1])] { return t2s::db::any_connection(t2s::db::sqlite_connection(file)); });
  auto operations = serve::operations();
  operations.push_back(sizes());
  serve::mcp::run_stdio(serve::mcp::offer_databases({database}, operations), {});
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
