// SPDX-License-Identifier: BSL-1.0
// expect: t2s: these are no options of a part of what is known of a database
#include "policies.hpp"
#include "t2s/pipeline/prepared.hpp"

void prepare(t2s::detail::any_database& kept) {
#ifdef T2S_WRONG
  t2s::prepared database(kept, std::string("descriptions.csv"));
#else
  t2s::prepared database(kept, t2s::schema::descriptions());
#endif
  (void)database.schema();
}
