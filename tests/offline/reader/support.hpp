// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_OFFLINE_READER_SUPPORT_HPP
#define T2S_TESTS_OFFLINE_READER_SUPPORT_HPP

#include "db/support.hpp"
#include "t2s/offline/reader/detail/candidates.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <algorithm>

namespace t2s::test {

/// A database made by a script, and the best reading of a question about it.
struct read_database {
  explicit read_database(std::string const& script) : database(make_database(f / "it.sqlite", script)) {}

  reader::filled read(std::string const& question) {
    auto const found = reader::fill_skeletons(link::linked_question(names, question), {});
    BOOST_REQUIRE_MESSAGE(!found.empty(), question);
    return found.front();
  }

  /// The rows of the best reading, sorted: "a, b; c, d".
  std::string rows(std::string const& question) {
    auto const sql = read(question).sql;
    auto const done = database.execute(sql);
    BOOST_REQUIRE_MESSAGE(done.ok(), sql);
    std::vector<std::string> all;
    for (auto const& row : done.rows.values) {
      std::string line;
      for (auto const& v : row)
        line.append(line.empty() ? "" : ", ").append(v.text() ? *v.text() : v.integer() ? std::to_string(*v.integer()) : "?");
      all.push_back(std::move(line));
    }
    std::sort(all.begin(), all.end());
    std::string out;
    for (auto const& line : all) out.append(out.empty() ? "" : "; ").append(line);
    return out;
  }

  folder f{};
  db::sqlite_connection database;
  std::shared_ptr<knowledge::lexicon const> names = prepared(database).known<knowledge::lexicon>();
};

}  // namespace t2s::test

#endif
