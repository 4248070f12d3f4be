// SPDX-License-Identifier: BSL-1.0
// Two guards for small models: evidence decides whether SQL is revised, and replies can only be SQL over the database's names.
// Usage: 31_small_models countries.sqlite
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/generate/constrained_output.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/few_shot_corrected.hpp"
#include "t2s/systems/with_confidence.hpp"

using t2s::llm::scripted_model;

constexpr char question[] = "How many rivers are there?";

// A small model: its draft is right, and then it links a column that the question does not name.
scripted_model small_model() {
  return {"SELECT count(*) FROM rivers", "[{'token': 'rivers', 'schema': 'rivers.length_km', 'type': 'col'}]",
          "SELECT sum(length_km) FROM rivers", "SELECT sum(a) FROM b"};
}

void show(t2s::answer const& a) { std::cout << a.sql() << ", calls: " << a.spent.calls << ", stopped: " << a.stopped << "\n"; }

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 31_small_models DATABASE\n", 2;
  t2s::db::sqlite_connection file(argv[1]);
  t2s::prepared database(file);

  // As in the paper, the model is believed. Guarded, the draft stays: it runs, has rows, and reads all words of the question.
  auto believed = small_model(), judged = small_model();
  t2s::systems::dac const dac;
  show(dac.run(t2s::context(believed, database), question));
  auto const guarded = t2s::systems::with_guard(dac);
  show(guarded.run(t2s::context(judged, database), question));

  // The server gets a grammar of the schema's names (llama.cpp; `as_json` asks other servers for JSON).
  scripted_model constrained{"```sql\nSELECT count(*) FROM rivers\n```"};
  t2s::systems::few_shot_corrected by_grammar;
  by_grammar.generator.inner.constraint = t2s::generate::as_sql;
  show(by_grammar.run(t2s::context(constrained, database), question));
  auto const grammar = constrained.asked().at(0).form.schema;
  auto const tables = grammar.find("table ::= \"");
  std::cout << grammar.substr(tables, grammar.find('\n', tables) - tables) << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
