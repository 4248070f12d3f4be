// SPDX-License-Identifier: BSL-1.0
// expect: t2s: the database is const and its verbs are not: pass a database that is not const, or make its verbs const
#include "policies.hpp"
#include "t2s/pipeline/prepared.hpp"

struct fixed : t2s::detail::any_database {
  t2s::db::execution execute(std::string) { return {}; }
};

#ifdef T2S_WRONG
using connection = fixed const;
#else
using connection = fixed;
#endif

void prepare(connection& to) {
  t2s::prepared database(to);
  (void)database.schema();
}
