// SPDX-License-Identifier: BSL-1.0
// expect: t2s: this run is awaitable, as its model or database is: in a coroutine `co_await` it
#include "t2s/core/awaitable.hpp"

#include "policies.hpp"

struct awaited_model {
  t2s::awaitable<t2s::llm::completion> complete(t2s::llm::request) const { co_return t2s::llm::completion(); }
};

#ifdef T2S_WRONG
std::string answer_with(awaited_model const& m, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
  t2s::answer const found = p.run(t2s::context(m, db), "how many?");
  return std::string(found.sql());
}
#else
t2s::awaitable<std::string> answer_with(awaited_model const& m, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
  auto running = p.run(t2s::context(m, db), "how many?");
  t2s::answer const found = co_await std::move(running);
  co_return std::string(found.sql());
}
#endif
