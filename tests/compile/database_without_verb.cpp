// SPDX-License-Identifier: BSL-1.0
// expect: t2s: the database has no verb `t2s::db::execution distinct(std::string table, std::string column, std::size_t limit)`
#include "policies.hpp"

struct partial {
  t2s::schema::database const& schema() const { return shape; }
  t2s::db::execution execute(std::string) { return {}; }
  t2s::db::execution sample(std::string, std::size_t) { return {}; }
#ifndef T2S_WRONG
  t2s::db::execution distinct(std::string, std::string, std::size_t) { return {}; }
#endif
  t2s::schema::database shape{};
};

t2s::answer answer_with(t2s::llm::no_model& model, partial& db) {
  t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
  return p.run(t2s::context(model, db), "how many?");
}
