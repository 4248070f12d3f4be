// SPDX-License-Identifier: BSL-1.0
// A model that writes endlessly: what is read, sent again and reported.
#include "model_place.hpp"

#include <algorithm>
#include <atomic>

using namespace cli_test;

namespace {

/// Answers with SQL that names unknown columns, another each time, `rest` and megabytes.
http_server::handler rambling(std::size_t bytes, std::string const& rest = " AND city = '") {
  auto const calls = std::make_shared<std::atomic<int>>(0);
  return [=](seen_request const&) {
    auto text = "```sql\nSELECT bogus FROM shops WHERE crane = " + std::to_string(++*calls) + rest;
    return replies(200, reply_with(text.append(bytes, 'x')));
  };
}

std::size_t longest(http_server const& of) {
  std::size_t most = 0;
  for (auto const& asked : of.requests()) most = std::max(most, asked.body.size());
  return most;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_long_answers)

BOOST_FIXTURE_TEST_CASE(no_request_repeats_more_than_the_limit, place) {
  for (std::string const pipeline :
       {"few-shot-corrected", "dart-sql", "dart-sql-c3", "sql-craft", "sql-craft-sql-only", "dac", "dynamic-revision", "mac-sql"}) {
    http_server const model(rambling(5'000'000));
    auto const r = cli_test::t2s(ask() + asks(model) + "--repair off --max-calls 14 --pipeline " + pipeline + by_spelling(pipeline));
    BOOST_TEST(model.requests().size() > 1u, pipeline << ": " << r.err);
    BOOST_TEST(longest(model) < 2u * 65'536 + 20'000, pipeline << ": " << longest(model));
    BOOST_TEST(contains(r.out, "  cut to 65536 bytes: "), pipeline << ": " << r.err);
    BOOST_TEST(r.out.size() < 40u * 65'536, pipeline);
  }
}

BOOST_FIXTURE_TEST_CASE(what_was_cut_is_counted_where_it_was, place) {
  http_server const model(rambling(100'000, "\n```\n"));
  auto const r = cli_test::t2s(ask() + asks(model) + "--pipeline few-shot-corrected --max-calls 2 --json");
  auto const found = json::parse(r.out);
  BOOST_TEST(found.at("spent").at("cut_answers").as_int64() == 2);
  BOOST_TEST(found.at("revisions").at(0).at("spent").at("cut_answers").as_int64() == 1);
  make_data({"How many shops?"});
  auto const many =
      cli_test::t2s("predict" + data() + asks(model) + "--pipeline few-shot-corrected --max-calls 2 --out " + quoted(file("out.sql")));
  BOOST_TEST(contains(many.err, "cut to 65536 bytes: 2 answers of the model"), many.err);
}

BOOST_FIXTURE_TEST_CASE(a_revision_that_breaks_off_is_none, place) {
  http_server const model(rambling(100'000));
  auto const found =
      json::parse(cli_test::t2s(ask() + asks(model) + "--pipeline few-shot-corrected --repair off --max-calls 2 --json").out);
  BOOST_TEST(found.at("revisions").as_array().size() == 1u);
  BOOST_TEST(found.at("revisions").at(0).at("spent").at("cut_answers").as_int64() == 2);
}

BOOST_FIXTURE_TEST_CASE(an_answer_without_end_is_refused, place) {
  http_server const model([](seen_request const&) {
    return t2s::tests::server_script{t2s::tests::send_bytes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
                                                            "{\"choices\":[{\"index\":0,\"message\":{\"content\":\""),
                                     t2s::tests::repeat(std::string(65'536, 'x'))};
  });
  auto const r = cli_test::t2s(ask() + asks(model) + "--pipeline few-shot-corrected");
  BOOST_TEST(r.status == 3);
  BOOST_TEST(contains(r.err, "is longer than 8388608 bytes; "), r.err);
  BOOST_TEST(contains(r.err, "ask for fewer tokens"), r.err);
}

BOOST_AUTO_TEST_SUITE_END()
