// SPDX-License-Identifier: BSL-1.0
// The judge alone: executes SQL, shows the outcome to a model and reads whether it agrees. All feedback policies work like this, with a
// context that has their states, and a history with the attempt and the facts that they note. Usage: judge countries.sqlite
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/history.hpp"
#include "t2s/policies/feedback/execution_refinement.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: judge countries.sqlite\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::scripted_model model{"No. The question asks for the name of the river, and the result is its length."};

  using judge = t2s::feedback::execution_refinement;
  using outside = t2s::context<t2s::llm::scripted_model, t2s::db::sqlite_connection>;
  t2s::run_context<outside, judge::states> ctx(outside(model, database));
  t2s::history<judge::provides> past;
  past.open(t2s::candidate("SELECT max(length_km) FROM rivers"));

  t2s::question const asked("What is the longest river?");
  auto const objection = judge().review(ctx, asked, past).get();
  std::cout << to_string(past.latest().outcome->rows.values[0][0]) << "\n";
  if (objection) std::cout << objection->stage << ": " << objection->text << "\n";
  return objection && !past.known<t2s::judged>()->right ? 0 : 1;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
