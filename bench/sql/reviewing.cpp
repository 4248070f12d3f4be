// SPDX-License-Identifier: BSL-1.0
#include "subject.hpp"
#include "t2s/sql/compare.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/skeleton.hpp"

/// The analyses of a review for two parsed queries: entities, both skeletons, a comparison with the previous statement.
MEASURED measured_review(reading::corpus const& c) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < c.parsed.size(); ++i) {
    auto const& q = c.parsed[i];
    auto const words = t2s::sql::entities_of(q).columns.size() + t2s::sql::skeleton(q, t2s::sql::skeleton_mode::scoped).size() +
                       t2s::sql::skeleton(q, t2s::sql::skeleton_mode::dac).size();
    n += words + (t2s::sql::equivalent(q, c.again[i == 0 ? 0 : i - 1]) ? 1 : 0) > 0 ? 1 : 0;
  }
  return n;
}

namespace reading {
namespace {

bool reviews_right(corpus const& c) {
  auto const& q = c.parsed[0];
  return sql::skeleton(q, sql::skeleton_mode::scoped) == c.known.scoped && sql::skeleton(q, sql::skeleton_mode::dac) == c.known.dac &&
         sql::equivalent(q, c.again[0]);
}

}  // namespace

void reviewing() {
  enroll_shapes("review", {measured_review, true, reviews_right});
  enroll_file("review", "t2s", {measured_review});
}

}  // namespace reading
