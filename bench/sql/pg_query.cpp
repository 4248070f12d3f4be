// SPDX-License-Identifier: BSL-1.0
// libpg_query, PostgreSQL's parser, if installed.
#include "subject.hpp"

#ifdef T2S_WITH_PG_QUERY
// The raw parser alone, without the serialisation in libpg_query's public functions. Its own header needs PostgreSQL's headers, which the
// package lacks.
extern "C" {
struct raw_parse_result {
  void* tree;
  char* messages;
  void* error;
};
raw_parse_result pg_query_raw_parse(char const* input);
void* pg_query_enter_memory_context(void);
void pg_query_exit_memory_context(void* context);
}

MEASURED measured_pg_query(reading::corpus const& c) {
  std::size_t n = 0;
  for (auto const& t : c.texts) {
    auto* const memory = pg_query_enter_memory_context();
    n += pg_query_raw_parse(t.c_str()).error ? 0 : 1;
    pg_query_exit_memory_context(memory);
  }
  return n;
}
#endif

namespace reading {

void pg_query() {
#ifdef T2S_WITH_PG_QUERY
  enroll("parse", "pg_query", {measured_pg_query});
  enroll_file("parse", "pg_query", {measured_pg_query, false});
#endif
}

}  // namespace reading
