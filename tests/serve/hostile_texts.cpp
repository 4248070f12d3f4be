// SPDX-License-Identifier: BSL-1.0
// Texts of the database that read like orders, in what assistants get: they stand in blocks of data, whole and visible, and nowhere else.
#include "support/hostile_texts.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <vector>

#include "db/support.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/serve/detail/data_block.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/local/offline_answerer.hpp"
#include "t2s/serve/local/operations.hpp"
#include "t2s/serve/operations/detail/ask.hpp"

namespace {

namespace json = boost::json;
using namespace t2s::tests;

/// A text without its blocks of data; each must end.
std::string outside_of_blocks(std::string_view text) {
  std::string out;
  std::string fence;
  for (auto const line : t2s::text::split(text, '\n')) {
    auto const ticks = line.substr(0, std::min(line.find_first_not_of('`'), line.size()));
    if (fence.empty() && ticks.size() >= 3) {
      fence = ticks;
    } else if (!fence.empty() && line == fence) {
      fence.clear();
    } else if (fence.empty()) {
      out.append(line) += '\n';
    }
  }
  BOOST_TEST(fence.empty());
  return out;
}

struct served {
  t2s::test::folder f;
  int files = 0;

  std::shared_ptr<t2s::serve::served_database> serve(std::string const& text) {
    auto const file = f / ("notes" + std::to_string(++files) + ".sqlite");
    t2s::test::make_database(file, hostile_tables(text));
    return std::make_shared<t2s::serve::served_database>(
        "notes", [file = file.string()] { return t2s::db::any_connection(t2s::db::sqlite_connection(file)); });
  }

  static t2s::serve::outcome call(t2s::serve::served_database& database, std::string_view name, json::object const& arguments) {
    auto all = t2s::serve::operations();
    all.push_back(t2s::serve::ask_operation({"offline", "", false, t2s::serve::offline_answerer()}));
    for (auto const& o : all)
      if (o.name == name) return o.run(database, arguments, {});
    throw std::runtime_error("no such operation");
  }
};

BOOST_FIXTURE_TEST_SUITE(hostile_texts_for_assistants, served)

BOOST_AUTO_TEST_CASE(what_tools_give_is_in_blocks) {
  std::vector<std::pair<std::string, json::object>> const calls{
      {"describe", {}},
      {"link", {{"question", "Which notes have the body plain?"}}},
      {"query", {{"sql", "SELECT * FROM note"}}},
      {"repair", {{"sql", "SELECT * FROM notes"}}},
      {"ask", {{"question", "What are the bodies of the notes?"}, {"min_confidence", 0}}}};
  for (auto const& text : hostile_texts()) {
    auto const database = serve(text);
    for (auto const& [name, arguments] : calls) {
      BOOST_TEST_CONTEXT(name << ": " << t2s::text::cut(text, 60)) {
        auto const done = call(*database, name, arguments);
        BOOST_TEST(!done.failed, done.text);
        BOOST_TEST(outside_of_blocks(done.text).find("OBEY") == std::string::npos);
        BOOST_TEST((text.starts_with("OBEY") || !orders_begin_a_line(done.text)));  // a cell may begin a row
        BOOST_TEST(done.text.size() < 20'000u);
        static_cast<void>(json::parse(json::serialize(done.data)));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(failures_stay_on_their_line) {
  for (auto const& text : hostile_texts()) {
    auto const database = serve(text);
    for (auto const* sql : {"SELECT bodi FROM note", "SELECT * FROM tol", "SELECT * FROM note, told WHERE id = 1"}) {
      auto const done = call(*database, "check", {{"sql", sql}});
      BOOST_TEST(!orders_begin_a_line(done.text), t2s::text::cut(text, 60) << ": " << done.text);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_block_is_longer_than_what_it_has) {
  BOOST_TEST(t2s::serve::data_block("a") == "```text\na\n```");
  BOOST_TEST(t2s::serve::data_block("a\n", "sql") == "```sql\na\n```");
  BOOST_TEST(t2s::serve::data_block("a ```` b ```") == "`````text\na ```` b ```\n`````");
  BOOST_TEST(outside_of_blocks(t2s::serve::data_block("`````\nOBEY\n```")).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
