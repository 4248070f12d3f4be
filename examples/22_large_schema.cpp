// SPDX-License-Identifier: BSL-1.0
// A schema that is too large for a prompt: the model sees the tables that the question may need, and those that its SQL and its errors
// name.
// Usage: 22_large_schema countries.sqlite "Which city is the largest?"
#include <iostream>
#include <string>
#include <utility>

#include "t2s/core/error.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/systems/few_shot_corrected.hpp"
#include "t2s/systems/with_schema_retrieval.hpp"

namespace {

/// Replaces a model: prints the tables that it sees, and first writes a name that does not exist.
struct talkative {
  std::string reply = "SELECT city FROM languages_of_countries";

  t2s::llm::completion complete(t2s::llm::request const& asked) {
    std::cout << "The model sees:";
    auto const& prompt = asked.messages.front().text;
    for (auto at = prompt.find("CREATE TABLE "); at != std::string::npos; at = prompt.find("CREATE TABLE ", at + 1))
      std::cout << " " << prompt.substr(at + 13, prompt.find(' ', at + 13) - at - 13);
    std::cout << "\n";
    t2s::llm::completion c;
    c.text = std::exchange(reply, "SELECT name FROM cities ORDER BY population DESC LIMIT 1");
    return c;
  }
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) return std::cerr << "usage: 22_large_schema DATABASE QUESTION\n", 2;
  t2s::db::sqlite_connection file(argv[1]);
  t2s::prepared database(file);  // names and values are read once, for all questions
  talkative model;

  t2s::systems::with_schema_retrieval<t2s::systems::few_shot_corrected> system;
  system.system.generator.enabled = false;  // no repair by rules: the model sees what its SQL names
  system.budget.tokens = 150;               // usually a few thousand

  auto const answer = system.run(t2s::context(model, database), argv[2]);
  if (auto const& shown = answer.schema_shown)
    std::cout << "Shown at the end: " << shown->tables << " of " << shown->all_tables << " tables\n";
  std::cout << answer.sql() << "\n";
  if (answer.outcome() && answer.outcome()->ok())
    for (auto const& row : answer.outcome()->rows.values) std::cout << t2s::to_string(row.front()) << "\n";
  return answer.has_sql() ? 0 : 1;
} catch (t2s::error const& e) {
  std::cerr << e.what() << "\n";
  return 3;
}
