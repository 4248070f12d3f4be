// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SYSTEMS_OFFLINE_SUPPORT_HPP
#define T2S_TESTS_SYSTEMS_OFFLINE_SUPPORT_HPP

#include "db/support.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/systems/offline.hpp"

#include <algorithm>

namespace t2s::test {

/// The offline system over a database that a script makes. The judge is SQLite with SQL written by hand.
struct answered {
  explicit answered(std::string const& script, std::vector<demonstration> pool = {}) : connection(make_database(f / "it.sqlite", script)) {
    system.sampler.pool = std::make_shared<retrieve::skeleton_index const>(std::move(pool));
  }

  answer ask(std::string const& question) { return system.run(context(model, database), question); }
  std::string sql(std::string const& question) { return std::string(ask(question).sql()); }

  [[nodiscard]] std::vector<std::string> rows_of(db::rows const& rows) const {
    std::vector<std::string> out;
    for (auto const& row : rows.values) {
      std::vector<std::string> cells;
      for (auto const& v : row) cells.push_back(to_string(v));
      if (in_any_columns) std::ranges::sort(cells);
      out.emplace_back();
      for (auto const& c : cells) out.back() += c + ",";
    }
    std::ranges::sort(out);
    return out;
  }

  /// The answer has the rows of the SQL written by hand, in any order.
  void expect(std::string const& question, std::string const& sql) {
    auto const found = ask(question);
    auto const wanted = database.execute(sql);
    BOOST_REQUIRE_MESSAGE(wanted.ok() && !wanted.rows.empty(), sql);
    BOOST_REQUIRE_MESSAGE(found.outcome(), question << ": " << found.stopped);
    BOOST_TEST((rows_of(found.outcome()->rows) == rows_of(wanted.rows)), question << ": " << found.sql());
  }

  /// The answer says that it leaves out the words.
  void expect_unread(std::string const& question, std::string const& words) {
    auto const found = ask(question);
    BOOST_REQUIRE_MESSAGE(found.has_sql(), question);
    auto const why = std::string(found.revisions.front().tried.why);
    BOOST_TEST(why.find(words) != std::string::npos, question << ": " << why);
  }

  bool in_any_columns = false;  ///< the order of columns is no matter
  folder f{};
  db::sqlite_connection connection;
  prepared<db::sqlite_connection> database{connection};
  systems::offline system{};
  llm::no_model model{};
};

}  // namespace t2s::test

#endif
