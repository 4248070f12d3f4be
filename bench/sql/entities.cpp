// SPDX-License-Identifier: BSL-1.0
#include "t2s/sql/entities.hpp"
#include "subject.hpp"

MEASURED measured_entities(reading::corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) n += t2s::sql::entities_of(q).columns.empty() ? 0 : 1;
  return n;
}

namespace reading {
namespace {

bool finds_entities_right(corpus const& c) {
  auto const found = sql::entities_of(c.parsed[0]);
  std::string columns;
  for (auto const& use : found.columns) columns.append(found.table_of(use)).append(".").append(use.name).append(" ");
  return names_columns(columns, c);
}

}  // namespace

void entities() {
  enroll("entities", "t2s", {measured_entities, true, finds_entities_right});
  enroll("entities", "limit_visit", visits_nodes());
}

}  // namespace reading
