// SPDX-License-Identifier: BSL-1.0
// dump prototype
#include "generous.hpp"
#include "t2s/confidence/evidence.hpp"
#include "t2s/core/text.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/evaluation/execution_accuracy.hpp"
#include "t2s/knowledge/prepared.hpp"
#include "t2s/repair/lint_facts.hpp"
#include "t2s/retrieve/internal/question_skeleton.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/skeleton/internal/ranker.hpp"
#include "t2s/skeleton/parsed.hpp"
#include "t2s/systems/offline.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

struct subject {
  explicit subject(std::string const& file) : connection(file, generous()) {}
  t2s::db::sqlite_connection connection;
  t2s::prepared<t2s::db::sqlite_connection> database{connection};
};

using questions = std::vector<t2s::retrieve::demonstration>;
using pool_ptr = std::shared_ptr<t2s::retrieve::skeleton_index const>;

void print(std::string const& source, std::size_t i, t2s::retrieve::demonstration const& q, std::string const& sql, bool right,
           subject& s, pool_ptr const& pool) {
  namespace conf = t2s::confidence;
  t2s::link::linked_question const linked(s.database.lexicon(), q.question);
  auto const like = t2s::retrieve::question_skeleton(linked.found.tokens, linked.found.masked());
  std::vector<t2s::retrieve::scored_demonstration> shown;
  if (pool) shown = t2s::retrieve::nearest_of(*pool, like, 20);
  std::vector<conf::witness> readings;
  for (auto& f : t2s::reader::fill_skeletons(linked, shown)) {
    if (readings.size() == 4) break;
    conf::witness w;
    w.read = f;
    w.outcome = s.connection.execute(f.sql);
    readings.push_back(w);
  }
  auto const facts = t2s::repair::lint_facts_of(s.connection);
  auto const findings = t2s::sql::lint(sql, s.database.schema(), &facts);
  auto const outcome = s.connection.execute(sql);
  conf::subject const what{&linked, sql, &outcome, readings, findings};
  std::printf("%s\t%s\t%zu\t%d\t", source.c_str(), q.database.c_str(), i, right ? 1 : 0);
  for (auto const& p : conf::evidence_for(what)) std::printf("%s=%.4f ", std::string(p.of).c_str(), p.value);
  for (auto const& f : findings) std::printf("rule_%s=1 ", std::string(t2s::sql::name_of(f.rule)).c_str());
  std::printf("\t");
  for (auto const& c : t2s::skeleton::cues_of(linked.found, like)) std::printf("%s|", c.c_str());
  std::printf("\t");
  for (auto const& p : t2s::skeleton::parts_of(t2s::skeleton::parse_sql(sql).skeleton)) std::printf("%s|", p.c_str());
  std::printf("\t");
  for (auto const& p : t2s::skeleton::parts_of(t2s::skeleton::parse_sql(q.sql).skeleton)) std::printf("%s|", p.c_str());
  std::printf("\n");
}

bool is_right(subject& s, std::string const& gold, std::string const& sql) {
  return t2s::evaluation::execution_match(gold, sql, [&](std::string const& x) { return s.connection.execute(x); });
}

}  // namespace

int main(int argc, char** argv) try {
  std::string const data = argv[1], pool_file = argv[2], with = argc > 3 ? argv[3] : "";
  auto const asked = t2s::retrieve::read_pool(data + "/dev.json");
  pool_ptr const pool = pool_file == "none" ? nullptr : t2s::retrieve::open_pool(pool_file);
  std::map<std::string, std::unique_ptr<subject>> subjects;
  std::vector<std::string> given;
  if (!with.empty()) {
    std::ifstream in(with);
    for (std::string line; std::getline(in, line);) given.push_back(line);
  }
  t2s::llm::no_model model;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    auto const& q = asked[i];
    auto& s = subjects[q.database];
    if (!s) s = std::make_unique<subject>(data + "/databases/" + q.database + "/" + q.database + ".sqlite");
    std::string sql;
    if (given.empty()) {
      t2s::systems::offline offline;
      offline.sampler.pool = pool;
      sql = std::string(offline.run(t2s::context(model, s->database), q.question).sql());
      if (sql.empty()) continue;
    } else {
      sql = t2s::evaluation::with_values_as_one(given[i]);
      if (auto const tab = sql.find('\t'); tab != sql.npos) sql.resize(tab);
    }
    print(with.empty() ? (pool ? "pool" : "plain") : with.substr(with.rfind('/') + 1), i, q, sql, is_right(*s, q.sql, sql), *s, pool);
  }
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_learn_confidence: %s\n", e.what());
  return 3;
}
