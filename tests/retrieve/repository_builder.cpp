// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/detail/skeleton_repository.hpp"

#include "db/support.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

using namespace t2s;
using retrieve::repository_builder;

namespace {

demonstration pair(std::string question, std::string sql) { return {"d", std::move(question), std::move(sql), {}, {}}; }

struct training {
  test::folder f;
  std::string path = (f / "repository.jsonl").string();
  std::vector<demonstration> pairs{pair("How many mills?", "SELECT count(*) FROM mill"), pair("Which mills?", "SELECT name FROM mill"),
                                   pair("Who keeps \"Red Sail\"?\n", "SELECT keeper FROM mill WHERE name = 'Red Sail'")};

  [[nodiscard]] std::vector<retrieve::simplified_pair> kept() const { return retrieve::read_repository(path).pairs; }
};

/// Answers "simple: <question>" and counts; may be shared.
struct simple_model {
  std::mutex guard{};
  std::map<std::string, int> asked{};
  llm::completion complete(llm::request r) {
    auto const& prompt = r.messages.at(0).text;
    auto question = prompt.substr(prompt.find(": ") + 2);
    std::lock_guard const lock(guard);
    ++asked[question];
    return {.text = "Simple " + question, .finish_reason = "stop"};
  }
};

llm::scripted_model answering(llm::scripted_model::replies with) {
  llm::scripted_model model;
  model.on("Replace the words", std::move(with));
  return model;
}

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(repository_builder_)

BOOST_FIXTURE_TEST_CASE(it_asks_once_for_every_pair_and_says_the_cost_first, training) {
  pairs.push_back(pairs[0]);  // once is enough
  repository_builder builder(path, pairs);
  auto const cost = builder.cost();
  BOOST_TEST(cost.pairs == 3u);
  BOOST_TEST(cost.calls == 3u);
  BOOST_TEST(cost.prompt_tokens > 3u * 20);  // the instruction has 21 words
  BOOST_TEST(cost.prompt_tokens < 3u * 45);
  BOOST_TEST(cost.completion_tokens > 6u);
  BOOST_TEST(contains(cost.text(), "3 pairs, 0 of them in the file: 3 model calls, about "));
  BOOST_TEST(!std::filesystem::exists(path));  // nothing is written before it begins

  llm::scripted_model model{"How many mills are there?", "Sure!\n\nWhat are the mills?", "Who keeps the mill \"Red Sail\"?"};
  BOOST_TEST(builder.build(model) == 3u);
  BOOST_TEST(model.asked().size() == 3u);
  BOOST_TEST(model.asked()[0].messages[0].text ==
             "Replace the words as far as possible to simplify the question, making it syntactically clear, common and easy to understand: "
             "How many mills?");
  BOOST_TEST((model.asked()[0].temperature == 1.0));
  BOOST_TEST(builder.cost().calls == 0u);

  auto const found = kept();
  BOOST_REQUIRE(found.size() == 3u);
  BOOST_TEST(found[0].shown.question == "How many mills?");
  BOOST_TEST(found[0].simplified == "How many mills are there?");
  auto const all = retrieve::doubled(found);  // twice as large as the training set
  BOOST_REQUIRE(all.size() == 6u);
  BOOST_TEST(all[1].question == "How many mills are there?");
  BOOST_TEST(all[1].sql == all[0].sql);
  BOOST_TEST(retrieve::open_repository(path)->size() == 6u);
}

BOOST_FIXTURE_TEST_CASE(it_goes_on_where_it_ended, training) {
  simple_model model;
  BOOST_TEST(repository_builder(path, pairs).build(model, {.most = 1}) == 1u);
  {
    repository_builder second(path, pairs);
    BOOST_TEST(second.cost().calls == 2u);
    BOOST_TEST(contains(second.cost().text(), "3 pairs, 1 of them in the file: 2 model calls"));
    std::vector<std::size_t> left;
    BOOST_TEST(second.build(model, {.progress = [&](std::size_t n) { left.push_back(n); }}) == 2u);
    BOOST_TEST(left == (std::vector<std::size_t>{1, 0}), boost::test_tools::per_element());
  }
  BOOST_TEST(repository_builder(path, pairs).build(model) == 0u);
  for (auto const& [question, calls] : model.asked) BOOST_TEST(calls == 1, question);
  BOOST_TEST(kept().size() == 3u);

  pairs.push_back(pair("How old?", "SELECT age FROM mill"));  // the data grow
  BOOST_TEST(repository_builder(path, pairs).build(model) == 1u);
  BOOST_TEST(kept().size() == 4u);
}

// Whatever part of a line a crash leaves, the lines before count and later ones are not damaged.
BOOST_FIXTURE_TEST_CASE(it_survives_a_crash_at_every_byte, training) {
  simple_model model;
  repository_builder(path, pairs).build(model);
  auto const whole = test::read_file(path);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    test::write_file(path, whole.substr(0, size));
    repository_builder(path, pairs).build(model);
    BOOST_REQUIRE(kept().size() == 3u);
    BOOST_REQUIRE(repository_builder(path, pairs).left() == 0u);
  }
}

BOOST_FIXTURE_TEST_CASE(a_model_that_fails_costs_no_more_than_the_pair_in_hand, training) {
  auto model = answering({"One?", errc::server_failed});
  repository_builder builder(path, pairs);
  BOOST_CHECK_THROW((void)builder.build(model), error);
  BOOST_TEST(kept().size() == 1u);
  BOOST_TEST(builder.left() == 2u);
  llm::scripted_model better{"Two?", "Three?"};
  BOOST_TEST(builder.build(better) == 2u);
  BOOST_TEST(kept().size() == 3u);
  BOOST_TEST(contains(better.asked()[1].messages[0].text, "Which mills?"));  // it comes last
}

BOOST_FIXTURE_TEST_CASE(replies_that_are_no_question_leave_the_original_alone, training) {
  llm::scripted_model model{"I'm sorry, I cannot.", "", "<think>so"};
  BOOST_TEST(repository_builder(path, pairs).build(model) == 3u);
  for (auto const& p : kept()) {
    BOOST_TEST(p.simplified.empty());
    BOOST_TEST(!p.why.empty());
  }
  BOOST_TEST(retrieve::doubled(kept()).size() == 3u);
  BOOST_TEST(repository_builder(path, pairs).left() == 0u);  // once a pair
}

BOOST_FIXTURE_TEST_CASE(a_refused_request_is_about_its_question_unless_it_is_the_first, training) {
  auto model = answering({errc::request_rejected});
  BOOST_CHECK_THROW((void)repository_builder(path, pairs).build(model), error);
  auto picky = answering({"One?", failure{errc::request_rejected, "the content filter", {}, {}, {}}, "Three?"});
  BOOST_TEST(repository_builder(path, pairs).build(picky) == 3u);
  std::size_t refused = 0;
  for (auto const& p : kept()) refused += p.why == "the content filter" ? 1U : 0U;
  BOOST_TEST(refused == 1u);
}

// An account without credit rejects everything; this must not mark the rest as failed.
BOOST_FIXTURE_TEST_CASE(refusals_one_after_the_other_end_the_build, training) {
  auto once = answering({"One?"});
  BOOST_TEST(repository_builder(path, pairs).build(once, {.most = 1}) == 1u);
  auto broke = answering({errc::request_rejected});
  BOOST_CHECK_THROW((void)repository_builder(path, pairs).build(broke), error);  // resumed, and this build answered nothing
  BOOST_TEST(repository_builder(path, pairs).left() == 2u);

  auto more = pairs;
  for (int i = 0; i < 5; ++i) more.push_back({"d", "Question " + std::to_string(i) + "?", "SELECT " + std::to_string(i), {}, {}});
  auto runs_out = answering({"One?", errc::request_rejected, errc::request_rejected, errc::request_rejected});
  BOOST_CHECK_THROW((void)repository_builder(path, more).build(runs_out), error);
  BOOST_TEST(repository_builder(path, more).left() == 4u);
}

BOOST_FIXTURE_TEST_CASE(another_making_is_made_anew, training) {
  simple_model model;
  repository_builder(path, pairs, {}, "first").build(model);
  repository_builder second(path, pairs, {}, "second");
  BOOST_TEST(second.cost().calls == 3u);
  BOOST_REQUIRE(second.notes().size() == 1u);
  BOOST_TEST(contains(second.notes()[0], "3 pairs that another model, prompt or temperature made"));
  second.build(model);
  BOOST_TEST(kept().size() == 3u);  // the newer line counts
  BOOST_TEST(kept()[0].made_by.starts_with("second, temperature 1.0, prompt "));
  retrieve::question_simplifier cold;
  cold.temperature = 0.0;
  BOOST_TEST(repository_builder(path, pairs, cold, "second").left() == 3u);
}

BOOST_FIXTURE_TEST_CASE(other_files_stay_as_they_are, training) {
  for (std::string const other :
       {"SELECT 1\n", "[]\n", "{\"db\": \n", "{\"question\": \"q\"}\n", "{\"question\": 1, \"query\": \"s\", \"simplified\": \"\"}\n"}) {
    test::write_file(path, other);
    BOOST_TEST(test::thrown_by([&] { repository_builder(path, pairs); }) == errc::malformed_data);
    BOOST_TEST(test::read_file(path) == other);
  }
  simple_model model;
  BOOST_TEST(test::thrown_by([&] { (void)repository_builder((f / "no" / "file").string(), pairs).build(model); }) == errc::file_unwritable);
}

BOOST_FIXTURE_TEST_CASE(a_line_of_another_format_is_not_guessed_at, training) {
  simple_model model;
  (void)repository_builder(path, pairs).build(model, {.most = 1});
  auto const text = test::read_file(path) + R"({"format":2,"db_id":"d","question":"q","query":"s","simplified":"t"})" + "\n";
  test::write_file(path, text);
  std::string said;
  try {
    repository_builder(path, pairs).build(model);
  } catch (error const& e) {
    said = e.what();
  }
  BOOST_TEST(contains(said, "line 2: it is of format 2, which this release does not know; take the release that made it"));
  BOOST_TEST(test::read_file(path) == text);
}

BOOST_FIXTURE_TEST_CASE(two_builders_of_one_file_do_not_mix, training) {
  simple_model model;
  repository_builder late(path, pairs), early(path, pairs);
  errc refused{};
  auto const begin_another = [&](std::size_t) { refused = test::thrown_by([&] { (void)late.build(model); }); };
  BOOST_TEST(early.build(model, {.most = 1, .progress = begin_another}) == 1u);
  BOOST_TEST(refused == errc::file_unwritable);
  BOOST_TEST(model.asked.size() == 1u);  // no request was wasted
  BOOST_TEST(early.build(model, {.most = 1}) == 1u);
  BOOST_TEST(late.build(model) == 1u);  // it has read what the other one made
  for (auto const& [question, calls] : model.asked) BOOST_TEST(calls == 1, question);
  BOOST_TEST(kept().size() == 3u);
  BOOST_TEST(repository_builder(path, pairs).build(model) == 0u);  // a builder with nothing to write needs no claim
}

// Whatever part of its journal a kill leaves, the file is the same.
BOOST_FIXTURE_TEST_CASE(a_kill_at_every_byte_of_the_journal_changes_nothing, training) {
  simple_model model;
  repository_builder(path, pairs).build(model);
  auto const whole = test::read_file(path), beside = path + ".journal";
  std::string entries;
  (void)std::filesystem::remove(path);
  repository_builder(path, pairs).build(model, {.progress = [&](std::size_t left) {
                                          if (left == 0) entries = test::read_file(beside);
                                        }});
  BOOST_TEST(!std::filesystem::exists(beside));
  for (std::size_t size = 0; size <= entries.size(); ++size) {
    (void)std::filesystem::remove(path);
    test::write_file(beside, entries.substr(0, size));
    auto const lines = static_cast<std::size_t>(std::ranges::count(entries.substr(0, size), '\n'));
    BOOST_TEST(repository_builder(path, pairs).left() == 3 - std::max<std::size_t>(lines, 1) + 1);
    repository_builder(path, pairs).build(model);
    BOOST_REQUIRE(test::read_file(path) == whole);
    BOOST_REQUIRE(!std::filesystem::exists(beside));
  }
}

// If the process is killed within a line, its claim ends.
BOOST_FIXTURE_TEST_CASE(a_killed_builder_leaves_a_file_to_go_on_with, training) {
  auto const child = ::fork();
  if (child == 0) {
    simple_model model;
    repository_builder builder(path, pairs);
    (void)builder.build(model, {.most = 2});
    auto const whole = test::read_file(path);
    std::filesystem::resize_file(path, whole.size() - 7);
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  BOOST_REQUIRE((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
  simple_model model;
  repository_builder builder(path, pairs);
  BOOST_TEST(builder.cost().calls == 2u);
  BOOST_REQUIRE(builder.notes().size() == 1u);
  BOOST_TEST(contains(builder.notes()[0], "line 2: it is skipped, because it is cut off"));
  BOOST_TEST(builder.build(model) == 2u);
  BOOST_TEST(kept().size() == 3u);
}

BOOST_FIXTURE_TEST_CASE(several_threads_share_the_work, training) {
  for (int i = 0; i < 200; ++i) pairs.push_back(pair("How many " + std::to_string(i) + "?", "SELECT 1"));
  simple_model model;
  repository_builder builder(path, pairs);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { (void)builder.build(model); });
  for (auto& t : threads) t.join();
  BOOST_TEST(model.asked.size() == 203u);
  for (auto const& [question, calls] : model.asked) BOOST_TEST(calls == 1, question);
  auto const found = kept();
  BOOST_TEST(found.size() == 203u);

  std::filesystem::remove(path);
  repository_builder(path, pairs).build(model);
  BOOST_TEST((kept() == found));  // the order of building does not matter
}

BOOST_FIXTURE_TEST_CASE(it_can_be_stopped_and_awaited, training) {
  std::stop_source stop;
  simple_model model;
  repository_builder builder(path, pairs);
  BOOST_TEST(builder.build(model, {.stop = stop.get_token(), .progress = [&](std::size_t) { stop.request_stop(); }}) == 1u);

  llm::scripted_async_model later({"Two?", "Three?"});
  boost::asio::io_context io;
  auto one = boost::asio::co_spawn(io, builder.build(later), boost::asio::use_future);
  auto two = boost::asio::co_spawn(io, builder.build(later), boost::asio::use_future);
  io.run();
  BOOST_TEST(one.get() + two.get() == 2u);
  BOOST_TEST(kept().size() == 3u);
}

BOOST_AUTO_TEST_CASE(text_of_any_kind_comes_back) {
  retrieve::simplified_pair const odd{{"d\"b", "q\n\t\\ \u00e9?", "SELECT '\x01'", "e", ""}, "s \u2028", "", "m"};
  auto const read = retrieve::parse_repository(retrieve::to_line(odd) + "\n\n");
  BOOST_REQUIRE(read.pairs.size() == 1u);
  BOOST_TEST((read.pairs[0] == odd));
  BOOST_TEST(retrieve::parse_repository("").pairs.empty());
  BOOST_TEST(retrieve::skeleton_text({"d", "How many mills?", "SELECT count(*) FROM mill", {}, {}}) == "how many [MASK] ?");
}

BOOST_AUTO_TEST_SUITE_END()
