// SPDX-License-Identifier: BSL-1.0
// Drafts several candidates for one question and chooses among them, with a scripted model.
// Usage: 24_several_candidates countries.sqlite
#include <iostream>

#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/t2s.hpp"

// Self-consistency: five drafts, each corrected separately; the most frequent result wins.
using consistent = t2s::pipeline<t2s::none, t2s::none, t2s::generate::times<5, t2s::generate::few_shot>, t2s::feedback::execution_error,
                                 t2s::terminate::any_of<t2s::terminate::nothing_left, t2s::terminate::revisions>, t2s::select::majority>;

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 24_several_candidates DATABASE\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::scripted_model model{"SELECT count(*) FROM rivers", "SELECT name FROM rivers",        // the first two candidates
                                 "SELECT count(*) FROM river", "SELECT count(name) FROM rivers",  // the third, which fails and is revised
                                 "SELECT count(length_km) FROM rivers"};
  consistent system;
  system.generator.temperature = 0.8;
  auto const a = system.run(t2s::context(model, database), "How many rivers are there?");

  std::cout << a.sql() << "\n" << a.stopped << ", " << a.spent.calls << " calls\n";
  for (auto const& other : a.selection()->others)
    std::cout << "candidate " << other.number << ": " << (other.finished ? other.sql() : "not needed") << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
