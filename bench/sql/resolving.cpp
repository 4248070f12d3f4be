// SPDX-License-Identifier: BSL-1.0
#include "subject.hpp"
#include "t2s/sql/resolve.hpp"

/// Parses, and resolves every name.
MEASURED measured_check(reading::corpus const& c) {
  static t2s::sql::query warm;
  std::size_t n = 0;
  for (auto const& t : c.texts) n += !t2s::sql::parse_into(warm, t) && t2s::sql::resolve(warm, reading::schema_of_tables()).ok() ? 1 : 0;
  return n;
}

MEASURED measured_resolve(reading::corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) n += t2s::sql::resolve(q, reading::schema_of_tables()).ok() ? 1 : 0;
  return n;
}

namespace reading {
namespace {

bool resolves_right(corpus const& c) {
  std::string columns;
  for (auto const& use : sql::resolve(c.parsed[0], schema_of_tables()).columns)
    columns.append(use.base ? use.base.table->name : "").append(".").append(use.column).append(" ");
  return names_columns(columns, c);
}

}  // namespace

void resolving() {
  enroll("resolve", "t2s", {measured_resolve, true, resolves_right});
  enroll("resolve", "limit_visit", visits_nodes());
  enroll("check", "t2s", {measured_check, true, resolves_right});
}

}  // namespace reading
