// SPDX-License-Identifier: BSL-1.0
#include "subject.hpp"
#include "t2s/sql/parse.hpp"

/// Parses to a tree, in reused memory.
MEASURED measured_parse(reading::corpus const& c) {
  static t2s::sql::query warm;
  std::size_t n = 0;
  for (auto const& t : c.texts) n += t2s::sql::parse_into(warm, t) ? 0 : 1;
  return n;
}

/// Uses new memory for every statement.
MEASURED measured_parse_cold(reading::corpus const& c) {
  std::size_t n = 0;
  for (auto const& t : c.texts) n += t2s::sql::parse(t) ? 1 : 0;
  return n;
}

namespace reading {

void parsing() {
  enroll("parse", "t2s", {measured_parse});
  enroll("parse", "t2s_cold", {measured_parse_cold});
  enroll("parse", "limit_memory_read", reads_texts());
  enroll_shapes("parse", {measured_parse});
  enroll_file("parse", "t2s", {measured_parse});
  enroll_file("parse", "t2s_cold", {measured_parse_cold});
}

}  // namespace reading
