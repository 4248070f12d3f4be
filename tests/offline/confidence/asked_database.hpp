// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_OFFLINE_CONFIDENCE_ASKED_DATABASE_HPP
#define T2S_TESTS_OFFLINE_CONFIDENCE_ASKED_DATABASE_HPP

#include "db/support.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/with_confidence.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace t2s::tests {

/// A database that is asked in words, offline.
struct asked_database {
  explicit asked_database(char const* script) : file(test::make_database(f / "asked.sqlite", script)) {}

  /// The rows of the answer: "a, b; c, d", sorted unless they must come in an order; "" without SQL.
  std::string rows(std::string const& question, bool ordered = false) {
    auto const a = system.run(context(none, database), question);
    if (!a.has_sql()) return {};
    auto const done = file.execute(std::string(a.sql()));
    BOOST_REQUIRE_MESSAGE(done.ok(), a.sql());
    std::vector<std::string> all;
    for (auto const& row : done.rows.values) {
      std::string line;
      for (auto const& v : row)
        line.append(line.empty() ? "" : ", ").append(v.text() ? *v.text() : v.integer() ? std::to_string(*v.integer()) : to_string(v));
      all.push_back(std::move(line));
    }
    if (!ordered) std::ranges::sort(all);
    std::string out;
    for (auto const& line : all) out.append(out.empty() ? "" : "; ").append(line);
    return out;
  }

  /// Whether the answer is taken for certain.
  bool is_certain(std::string const& question) {
    auto const a = system.run(context(none, database), question);
    return a.has_sql() && a.estimate() && a.estimate()->confidence >= estimated::usual_minimum;
  }

  /// Whether the answer has these rows, or is not taken for certain.
  bool is_right_or_silent(std::string const& question, std::string const& expected, bool ordered = false) {
    return !is_certain(question) || rows(question, ordered) == expected;
  }

  std::string sql(std::string const& question) { return std::string(system.run(context(none, database), question).sql()); }

  test::folder f{};
  db::sqlite_connection file;
  prepared<db::sqlite_connection> database{file};
  llm::no_model none{};
  systems::with_confidence<systems::offline> system{};
};

}  // namespace t2s::tests

#endif
