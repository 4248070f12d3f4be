// SPDX-License-Identifier: BSL-1.0
// Writes a line of JSON for each kind of chart: how many marks it must have, and the specification.
#include <boost/json/serialize.hpp>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "t2s/serve/detail/chart_json.hpp"

namespace {

using t2s::value;
using table_of_values = std::vector<std::vector<value>>;

void write(char const* name, std::size_t marks, std::vector<std::string> columns, table_of_values values) {
  t2s::db::rows all;
  all.columns = std::move(columns);
  all.values = std::move(values);
  boost::json::object out{{"name", name}, {"marks", marks}};
  out["chart"] = t2s::serve::chart_json(t2s::serve::propose_chart(t2s::db::execution(all)));
  std::cout << boost::json::serialize(out) << "\n";
}

table_of_values sold() {
  return {{value("north"), value("tea"), value(5)},
          {value("north"), value("milk"), value(4)},
          {value("south"), value("tea"), value(3)},
          {value("south"), value("milk"), value(2)}};
}

}  // namespace

int main() {
  write("number", 1, {"count(*)"}, {{value(54)}});
  write("bars", 3, {"city[0].name", "sum(x)"}, {{value("Oslo"), value(-4)}, {value("a.b"), value(2.5)}, {value(), value(9)}});
  write("stacked", 4, {"region", "kind", "count(*)"}, sold());
  write("side by side", 4, {"region", "kind", "avg(x)"}, sold());
  write("days", 2, {"day", "n"}, {{value("2024-03-01"), value(5)}, {value("2024-03-02"), value(7)}});
  write("moments", 2, {"at", "n"}, {{value("2024-03-01 08:30:00.25+02"), value(5)}, {value("2024-03-01 09:00"), value(7)}});
  write("years", 2, {"year", "n"}, {{value(1999), value(5)}, {value(2003), value(7)}});
  write("months", 2, {"month", "n"}, {{value(1), value(5)}, {value(12), value(7)}});
  write("lines", 4, {"year", "city", "n"},
        {{value(1999), value("Oslo"), value(5)},
         {value(2003), value("Oslo"), value(7)},
         {value(1999), value("Rome"), value(8)},
         {value(2003), value("Rome"), value(1)}});
  write("cloud", 3, {"name", "weight", "height"},
        {{value("a"), value(1.5), value(40)}, {value("b"), value(2.5), value(31)}, {value("c"), value(3.5), value(77)}});
}
