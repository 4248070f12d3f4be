// SPDX-License-Identifier: BSL-1.0
#include "subject.hpp"
#include "t2s/sql/skeleton.hpp"

MEASURED measured_skeleton(reading::corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) n += t2s::sql::skeleton(q, t2s::sql::skeleton_mode::scoped).empty() ? 0 : 1;
  return n;
}

MEASURED measured_skeleton_dac(reading::corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) n += t2s::sql::skeleton(q, t2s::sql::skeleton_mode::dac).empty() ? 0 : 1;
  return n;
}

namespace reading {
namespace {

bool scoped_is_right(corpus const& c) { return sql::skeleton(c.parsed[0], sql::skeleton_mode::scoped) == c.known.scoped; }

bool dac_is_right(corpus const& c) { return sql::skeleton(c.parsed[0], sql::skeleton_mode::dac) == c.known.dac; }

}  // namespace

void skeletons() {
  enroll("skeleton", "t2s", {measured_skeleton, true, scoped_is_right});
  enroll("skeleton", "limit_visit", visits_nodes());
  enroll("skeleton_dac", "t2s", {measured_skeleton_dac, true, dac_is_right});
  enroll("skeleton_dac", "limit_visit", visits_nodes());
}

}  // namespace reading
