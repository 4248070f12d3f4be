// SPDX-License-Identifier: BSL-1.0
#include "subject.hpp"
#include "t2s/sql/compare.hpp"

MEASURED measured_compare(reading::corpus const& c) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < c.parsed.size(); ++i) n += t2s::sql::equivalent(c.parsed[i], c.again[i]) ? 1 : 0;
  return n;
}

namespace reading {
namespace {

/// A statement equals itself, and no longer one.
bool compares_right(corpus const& c) {
  auto const longer = sql::parse(c.known.text + " LIMIT 1");
  return longer && sql::equivalent(c.parsed[0], c.again[0]) && !sql::equivalent(c.parsed[0], *longer);
}

}  // namespace

void comparison() {
  enroll("compare", "t2s", {measured_compare, true, compares_right});
  enroll("compare", "limit_visit", visits_nodes());
}

}  // namespace reading
