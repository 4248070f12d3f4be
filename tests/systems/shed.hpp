// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SYSTEMS_SHED_HPP
#define T2S_TESTS_SYSTEMS_SHED_HPP

#include "db/support.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/systems/dart_sql.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The common part of DART-SQL's tests.
namespace t2s::tests {

using hashed = retrieve::hashed_ngrams;
using system_type = systems::dart_sql_by<hashed>;

inline bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

inline constexpr char const* rewriting = "Formulate natural language queries";
inline constexpr char const* analysis_of_error = "Please analyze the cause. */";
inline constexpr char const* judgement = "Judge whether the results are correct";
inline constexpr char const* revision = "Revise the SQL query";
inline constexpr char const* sent_back = "not allowed. Write it again";

/// The request in a last message, by which a reader of the paper tells stages apart.
inline std::string stage_of(llm::request const& r) {
  auto const& last = r.messages.back().text;
  if (contains(last, rewriting)) return "rewrite";
  if (contains(last, "which tables of a database")) return "table recall";
  if (contains(last, "which columns of these tables")) return "column recall";
  if (contains(last, sent_back)) return "again";
  if (contains(last, revision)) return "revise";
  if (contains(last, analysis_of_error)) return "analyse";
  if (contains(last, judgement)) return "judge";
  bool const drafts = contains(last, "/* Answer the following") || contains(last, "# Complete the SQLite query");
  return drafts ? "draft" : "?";
}

inline std::vector<std::string> stages(llm::scripted_model const& model) {
  std::vector<std::string> all;
  for (auto const& r : model.asked()) all.push_back(stage_of(r));
  return all;
}

using list = std::vector<std::string>;

/// Two small tables; `tool` has more rows than a prompt shows.
struct shed {
  static std::string contents() {
    std::string sql =
        "CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT);"
        "CREATE TABLE tool (id INTEGER PRIMARY KEY, label TEXT, shelf INTEGER REFERENCES shelf(id));"
        "INSERT INTO shelf VALUES (1, 'top'), (2, 'low');";
    for (int i = 1; i <= 22; ++i)
      sql.append("INSERT INTO tool VALUES (").append(std::to_string(i)).append(", 'tool").append(std::to_string(i)).append("', 1);");
    return sql;
  }

  test::folder f;
  db::sqlite_connection database{test::make_database(f / "shed.sqlite", contents())};
  hashed vectors{};
  std::vector<t2s::demonstration> pairs{{"zoo", "How many animals are there?", "SELECT count(*) FROM animal", {}, {}},
                                        {"zoo", "Name the oldest animal.", "SELECT name FROM animal ORDER BY age DESC LIMIT 1", {}, {}}};
  std::shared_ptr<retrieve::embedded_pool const> pool = retrieve::embed_masked_pool(vectors, pairs);

  system_type made(systems::dart_switches on = {}) {
    systems::dart_parts<hashed> parts;
    parts.rows = parts.questions = &vectors;
    parts.pool = pool;
    return systems::make_dart_sql(parts, on);
  }
  /// The minimum: no rewriting, no rows, no demonstrations.
  system_type bare() { return made({.question_rewriting = false, .context = false, .demonstrations = false}); }

  answer ask(system_type const& system, llm::scripted_model& model, run_options o = {},
             std::string const& question = "Which tools are there?") {
    return system.run(context(model, database, std::move(o)), question);
  }
};

}  // namespace t2s::tests

#endif
