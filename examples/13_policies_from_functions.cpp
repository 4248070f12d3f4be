// SPDX-License-Identifier: BSL-1.0
// A pipeline whose stages are lambdas, with a scripted model over the example database.
// Usage: 13_policies_from_functions countries.sqlite
#include <iostream>
#include <string>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/policy_by.hpp"
#include "t2s/policies/terminate/basic.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 13_policies_from_functions countries.sqlite\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::scripted_model model{"SELECT name FROM cities", "SELECT name FROM cities ORDER BY population DESC LIMIT 3"};

  std::size_t limit = 10;
  auto const ask = [](auto& ctx, std::string prompt) {
    return t2s::then(ctx.ask(t2s::llm::request(std::move(prompt))), [](t2s::llm::completion c) { return t2s::candidate(c.text); });
  };
  t2s::pipeline const pipeline{
      t2s::rewrite_by([](auto&, std::string const& text) { return t2s::question(text, text + " Names only."); }),
      t2s::none{},  // no samples
      t2s::generate_by([ask](auto& ctx, t2s::question const& asked, t2s::samples const&) { return ask(ctx, "Write SQL: " + asked.clear); },
                       [ask](auto& ctx, t2s::question const& asked, t2s::samples const&, auto const& past) {
                         return ask(ctx, "Write better SQL: " + asked.clear + "\nNot: " + past.sql());
                       }),
      t2s::review_by<t2s::facts<t2s::db::execution>>([limit](auto& ctx, t2s::question const&, auto& past) {
        return t2s::then(t2s::outcome(ctx, past), [limit](t2s::db::execution const* done) -> std::optional<t2s::remark> {
          if (done->rows.values.size() <= limit) return {};
          return t2s::remark("too many rows", "the result has " + std::to_string(done->rows.values.size()) + " rows");
        });
      }),
      t2s::terminate::nothing_left{}};
  auto const answer = pipeline.run(t2s::context(model, database), "What are the three largest cities?");

  std::cout << "Asked: " << answer.asked.clear << "\n";
  for (auto const& attempt : answer.revisions) {
    std::cout << attempt.tried.sql << "\n";
    for (auto const& remark : attempt.remarks) std::cout << "  " << remark.stage << ": " << remark.text << "\n";
  }
  for (auto const& row : answer.outcome()->rows.values) std::cout << to_string(row[0]) << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
