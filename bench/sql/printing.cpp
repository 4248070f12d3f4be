// SPDX-License-Identifier: BSL-1.0
#include "subject.hpp"
#include "t2s/sql/compare.hpp"
#include "t2s/sql/print.hpp"

MEASURED measured_print(reading::corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) n += t2s::sql::print(q).empty() ? 0 : 1;
  return n;
}

namespace reading {
namespace {

/// The statements are written as t2s prints SQL.
bool prints_right(corpus const& c) {
  auto const text = sql::print(c.parsed[0]);
  auto const again = sql::parse(text);
  return text == c.known.text && again && sql::equivalent(*again, c.parsed[0]);
}

}  // namespace

void printing() {
  enroll("print", "t2s", {measured_print, true, prints_right});
  enroll("print", "limit_visit", visits_nodes());
}

}  // namespace reading
