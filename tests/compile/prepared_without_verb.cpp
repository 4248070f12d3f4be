// SPDX-License-Identifier: BSL-1.0
// expect: t2s: the database has no verb `t2s::db::execution execute(std::string sql)`
#include "policies.hpp"
#include "t2s/pipeline/prepared.hpp"

struct partial {
  t2s::schema::database const& schema() const { return shape; }
#ifndef T2S_WRONG
  t2s::db::execution execute(std::string) { return {}; }
#endif
  t2s::db::execution sample(std::string, std::size_t) { return {}; }
  t2s::db::execution distinct(std::string, std::string, std::size_t) { return {}; }
  t2s::schema::database shape{};
};

void prepare(partial& to) {
  t2s::prepared database(to);
  (void)database.schema();
}
