// SPDX-License-Identifier: BSL-1.0
// A model of your own in 20 lines: a table of replies, in a small pipeline over the example database.
// Usage: 03_own_model countries.sqlite
#include <iostream>
#include <map>
#include <string>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/policies/terminate/basic.hpp"

/// Any type with this verb is a model: it may call a library, a program or your server. An awaitable one returns t2s::awaitable<...>.
struct by_heart {
  std::map<std::string, std::string> known;

  t2s::llm::completion complete(t2s::llm::request asked) {
    auto const& prompt = asked.messages.back().text;
    auto const found = known.find(prompt);
    if (found == known.end()) throw t2s::error(t2s::errc::model_failed, "no reply is known for: " + prompt, "add it to `known`");
    t2s::llm::completion reply;
    reply.text = found->second;
    reply.finish_reason = "stop";
    reply.prompt_tokens = prompt.size() / 4;
    reply.completion_tokens = reply.text.size() / 4;
    return reply;
  }
};
static_assert(t2s::llm::ChatModel<by_heart>);

/// Asks the model for SQL and extracts it from the reply.
struct only_ask {
  auto draft(auto& ctx, t2s::question const& asked, t2s::samples const&) const {
    return t2s::then(ctx.ask(t2s::llm::request(asked.clear)), [](t2s::llm::completion c) {
      auto const sql = t2s::llm::read_sql(c.text);
      return t2s::candidate(sql ? *sql : std::string(), sql ? "the model's" : sql.error_found().text());
    });
  }
  t2s::candidate revise(auto&, t2s::question const&, t2s::samples const&, auto const&) const { return t2s::candidate("", "no other idea"); }
};
static_assert(t2s::GeneratorPolicy<only_ask>);

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 03_own_model countries.sqlite\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  by_heart model{{{"Which city is the largest?", "That is easy:\n```sql\nSELECT name FROM cities ORDER BY population DESC LIMIT 1\n```"}}};

  t2s::pipeline<t2s::none, t2s::none, only_ask, t2s::none, t2s::terminate::nothing_left> pipeline;
  auto const answer = pipeline.run(t2s::context(model, database), "Which city is the largest?");
  std::cout << answer.sql() << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
