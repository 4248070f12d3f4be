// SPDX-License-Identifier: BSL-1.0
// A feedback policy of your own, in a pipeline with a scripted model over the example database.
// Usage: 05_own_policy countries.sqlite
#include <iostream>
#include <string>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/policies/terminate/basic.hpp"

/// Objects to a result with too many rows.
struct too_many_rows {
  static constexpr std::string_view name = "too many rows";  // as the trace and the remark show it
  using provides = t2s::facts<t2s::db::execution>;           // it notes the result of the SQL

  std::size_t limit = 20;

  template <class Context, class Past>
  auto review(Context& ctx, t2s::question const&, Past& past) const {
    return t2s::then(t2s::outcome(ctx, past), [this](t2s::db::execution const* done) -> std::optional<t2s::remark> {
      if (done->rows.values.size() <= limit) return {};
      return t2s::remark(name, "the result has " + std::to_string(done->rows.values.size()) + " rows");
    });
  }
};
static_assert(t2s::FeedbackPolicy<too_many_rows>);

/// Asks the model for SQL, and again with the remarks about it.
struct plain_prompt {
  template <class Context>
  auto draft(Context& ctx, t2s::question const& asked, t2s::samples const&) const {
    return sql_from(ctx, "Write SQL for: " + asked.clear);
  }
  template <class Context, class Past>
  auto revise(Context& ctx, t2s::question const& asked, t2s::samples const&, Past const& past) const {
    return sql_from(ctx, "Write better SQL for: " + asked.clear + "\nNot: " + past.sql() + "\nBecause " + past.latest().remarks[0].text);
  }

 private:
  static auto sql_from(auto& ctx, std::string prompt) {
    return t2s::then(ctx.ask(t2s::llm::request(std::move(prompt))), [](t2s::llm::completion c) { return t2s::candidate(c.text); });
  }
};
static_assert(t2s::GeneratorPolicy<plain_prompt>);

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 05_own_policy countries.sqlite\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::scripted_model model{"SELECT name FROM cities", "SELECT name FROM cities ORDER BY population DESC LIMIT 3"};

  t2s::pipeline<t2s::none, t2s::none, plain_prompt, too_many_rows, t2s::terminate::nothing_left> pipeline;
  pipeline.feedback.limit = 10;
  auto const answer = pipeline.run(t2s::context(model, database), "What are the three largest cities?");

  for (auto const& attempt : answer.revisions) {
    std::cout << attempt.tried.sql << "\n";
    for (auto const& remark : attempt.remarks) std::cout << "  " << remark.stage << ": " << remark.text << "\n";
  }
  for (auto const& row : answer.outcome()->rows.values) std::cout << to_string(row[0]) << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
