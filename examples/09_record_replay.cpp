// SPDX-License-Identifier: BSL-1.0
// Asks a model once and replays its answers: for tests, for debugging, for comparing pipelines at no cost.
// Usage: 09_record_replay countries.sqlite cassette.jsonl
#include <iostream>
#include <string>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/systems/few_shot_corrected.hpp"

template <class Model>
std::string ask(Model& model, t2s::db::sqlite_connection& database, char const* question) {
  return std::string(t2s::systems::few_shot_corrected{}.run(t2s::context(model, database), question).sql());
}

int main(int argc, char** argv) try {
  if (argc != 3) return std::cerr << "usage: 09_record_replay DATABASE CASSETTE\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  char const* const question = "How many rivers are there?";

  // Any model can be recorded; each answer is added to the file when it arrives.
  t2s::llm::recorded live(t2s::llm::scripted_model{"SELECT count(*) FROM river", "SELECT count(*) FROM rivers"}, argv[2], "tiny");
  auto const first = ask(live, database, question);

  // Without a model and a network: equal requests get equal answers.
  t2s::llm::replayed<> tape(argv[2], "tiny");
  auto const again = ask(tape, database, question);
  std::cout << first << "\n" << again << "\n";

  // An unrecorded request is an error that shows the difference from the recorded ones.
  try {
    (void)ask(tape, database, "How many lakes are there?");
  } catch (t2s::error const& e) {
    std::cout << "Never recorded: " << e.what() << "\n";
  }
  return first == again ? 0 : 1;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
