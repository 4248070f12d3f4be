// SPDX-License-Identifier: BSL-1.0
// expect: t2s: the database is a temporary and would be gone before the run: keep it in a variable
#include "policies.hpp"
#include "t2s/pipeline/prepared.hpp"

void prepare(t2s::detail::any_database& kept) {
#ifdef T2S_WRONG
  (void)kept;
  t2s::prepared database(t2s::detail::any_database{}, t2s::known_options{});
#else
  t2s::prepared database(kept, t2s::known_options());
#endif
  (void)database.schema();
}
