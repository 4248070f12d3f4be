// SPDX-License-Identifier: BSL-1.0
// Long work that is killed, interrupted, split among processes and joined: its outputs equal those of an uninterrupted run.
#include "killed_program.hpp"
#include "long_data.hpp"

#include <algorithm>
#include <atomic>
#include <random>

using namespace cli_test;

namespace {

std::string const spider = T2S_SPIDER_DIR;

boost::test_tools::assertion_result has_spider(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result found(!spider.empty() && fs::exists(spider + "/dev.json"));
  if (!found) found.message() << "T2S_SPIDER_DIR does not name Spider's data";
  return found;
}

/// The result of a command that was started repeatedly.
struct lives {
  int killed = 0;
  int ended = 0;    ///< it had finished before it was killed, and the next one began anew
  int went_on = 0;  ///< it found what an earlier one had kept
};

/// Kills the command after random times. Deletes a complete `output`, so that there is work again; the command may be killed between
/// completing it and ending.
lives killed_again_and_again(folder const& in, std::string const& words, int longest_milliseconds, unsigned seed, int usually = 8,
                             std::string const& output = {}) {
  std::mt19937 draw(seed);
  lives seen;
  auto const goes_on = [&](int tries) {  // on a busy machine it takes longer to find a time between the beginning and the end
    return seen.went_on == 0 ? tries < 12 * kills(usually) : tries < 3 * kills(usually) && seen.killed < kills(usually);
  };
  for (int i = 0; goes_on(i); ++i) {
    running program(words, in.file("out.txt"), in.file("err.txt"));
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution<int>(5, longest_milliseconds)(draw)));
    program.signal(SIGKILL);
    bool const left = program.wait() == 0;
    bool const ended = left || (!output.empty() && fs::exists(in.file(output)));
    ++(ended ? seen.ended : seen.killed);
    seen.went_on += contains(in.read("err.txt"), " already") ? 1 : 0;
    if (seen.went_on == 0)
      longest_milliseconds = ended ? 2 * longest_milliseconds / 3 + 5 : 3 * longest_milliseconds / 2;  // as fast as this machine
    if (ended && !output.empty()) fs::remove(in.file(output));
  }
  BOOST_TEST_MESSAGE(seen.killed << " times killed, " << seen.ended << " times done before");
  return seen;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(long_runs)

BOOST_AUTO_TEST_CASE(killed_predictions_end_as_they_would_have) {
  long_data d;
  static_cast<void>(ran(d.predict("whole.jsonl")));
  int const needed = d.calls;
  d.calls = 0;
  auto const seen = killed_again_and_again(d.place, d.predict("killed.jsonl"), 60, 1, 8, "killed.jsonl");
  static_cast<void>(ran(d.predict("killed.jsonl")));
  BOOST_TEST(seen.killed > 0);
  BOOST_TEST(seen.went_on > 0);
  BOOST_TEST((d.place.read("killed.jsonl") == d.place.read("whole.jsonl")));
  BOOST_TEST(!fs::exists(d.place.file("killed.jsonl.journal")));
  BOOST_TEST(d.calls <= (seen.ended + 1) * needed + 4 * seen.killed);  // two questions at once, of two calls at most
}

BOOST_AUTO_TEST_CASE(killed_evaluations_end_as_they_would_have) {
  long_data d;
  d.write_gold_predictions();
  auto const whole = ran(d.evaluate("whole.json")).out;
  auto const seen = killed_again_and_again(d.place, d.evaluate("killed.json"), 30, 2);
  BOOST_TEST(seen.killed > 0);
  BOOST_TEST(seen.went_on > 0);
  BOOST_TEST((ran(d.evaluate("killed.json")).out == whole));
  BOOST_TEST((d.place.read("killed.json") == d.place.read("whole.json")));
  BOOST_TEST(!fs::exists(d.place.file("killed.json.journal")));
}

BOOST_AUTO_TEST_CASE(killed_reproductions_end_as_they_would_have) {
  long_data d;
  auto const whole = ran(d.reproduce("whole")).out;
  BOOST_TEST(killed_again_and_again(d.place, d.reproduce("killed"), 60, 3).killed > 0);
  BOOST_TEST((ran(d.reproduce("killed")).out == whole));
  for (auto const* form : {"txt", "csv", "json", "html"})
    BOOST_TEST((d.place.read(std::string("killed/dac-1.") + form) == d.place.read(std::string("whole/dac-1.") + form)), form);
  for (auto const& entry : fs::directory_iterator(d.place.path / "whole/runs"))
    BOOST_TEST((d.place.read("killed/runs/" + entry.path().filename().string()) ==
                d.place.read("whole/runs/" + entry.path().filename().string())));
}

BOOST_AUTO_TEST_CASE(killed_studies_end_as_they_would_have) {
  long_data d;
  d.write_gold_predictions();
  auto const whole = ran(d.study("whole")).out;
  auto const seen = killed_again_and_again(d.place, d.study("killed"), 60, 6);
  BOOST_TEST(seen.killed > 0);
  BOOST_TEST(seen.went_on > 0);
  BOOST_TEST((ran(d.study("killed")).out == whole));
  for (std::string const name : {"study.json", "study.html", "records.jsonl"})
    BOOST_TEST((d.place.read("killed/" + name) == d.place.read("whole/" + name)), name);
}

BOOST_AUTO_TEST_CASE(killed_pools_end_as_they_would_have) {
  long_data d;
  static_cast<void>(ran(d.build("whole.pool")));
  d.calls = 0;
  auto const seen = killed_again_and_again(d.place, d.build("killed.pool"), 40, 4, 8, "killed.pool");
  static_cast<void>(ran(d.build("killed.pool")));
  BOOST_TEST((d.place.read("killed.pool") == d.place.read("whole.pool")));
  BOOST_TEST(!fs::exists(d.place.file("killed.pool.journal")));
  BOOST_TEST(d.calls <= 40 * (seen.ended + 1) + seen.killed);  // a pair at once
}

BOOST_AUTO_TEST_CASE(a_signal_leaves_what_was_answered_and_says_how_to_go_on) {
  for (auto const& [signal, status] : {std::pair(SIGINT, 130), {SIGTERM, 143}}) {
    long_data d;
    static_cast<void>(ran(d.predict("whole.sql")));
    d.pause = 40;
    running program(d.predict("out.sql"), d.place.file("out.txt"), d.place.file("err.txt"));
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    program.signal(signal);
    BOOST_TEST(program.wait() == status);
    auto const said = d.place.read("err.txt");
    BOOST_TEST(contains(said, "interrupted after "), said);
    BOOST_TEST(contains(said, " of 60 questions; the same command goes on from there"), said);
    BOOST_TEST(!fs::exists(d.place.file("out.sql")));
    d.pause = 0;
    auto const again = ran(d.predict("out.sql"));
    BOOST_TEST(contains(again.err, "already"), again.err);
    BOOST_TEST((d.place.read("out.sql") == d.place.read("whole.sql")));
  }
}

BOOST_AUTO_TEST_CASE(a_call_that_takes_long_does_not_delay_the_end) {
  long_data d;
  d.pause = 20'000;
  running program(d.predict("out.sql"), d.place.file("out.txt"), d.place.file("err.txt"));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  auto const begin = std::chrono::steady_clock::now();
  program.signal(SIGINT);
  BOOST_TEST(program.wait() == 130);
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(10)));
  BOOST_TEST(contains(d.place.read("err.txt"), "interrupted after 0 of 60 questions"), d.place.read("err.txt"));
}

BOOST_AUTO_TEST_CASE(a_full_disk_loses_nothing) {
  long_data d;
  d.pause = 0;
  static_cast<void>(ran(d.predict("whole.jsonl")));
  running program(d.predict("out.jsonl"), "/dev/null", "/dev/null", "ulimit -f 16; ");  // 8 KiB
  BOOST_TEST(program.wait() == 3);
  auto const kept = std::ranges::count(d.place.read("out.jsonl.journal"), '\n');
  BOOST_TEST(kept > 1);
  int const before = d.calls;
  static_cast<void>(ran(d.predict("out.jsonl")));
  BOOST_TEST(d.calls - before <= long_data::questions - (kept - 1));
  BOOST_TEST((d.place.read("out.jsonl") == d.place.read("whole.jsonl")));
}

BOOST_AUTO_TEST_CASE(other_settings_are_refused_and_restart_forgets) {
  long_data d;
  d.pause = 30;
  {
    running program(d.predict("out.sql"), "/dev/null", "/dev/null");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    program.signal(SIGINT);
    BOOST_TEST(program.wait() == 130);
  }
  d.pause = 0;
  auto const other = cli_test::t2s(d.predict("out.sql") + "--temperature 0.5");
  BOOST_TEST(other.status == 2);
  BOOST_TEST(contains(other.err, "\"settings.temperature\" is missing in the file and \"0.5\" in this run"), other.err);
  BOOST_TEST(contains(other.err, "--restart"), other.err);
  int const before = d.calls;
  static_cast<void>(ran(d.predict("out.sql") + "--temperature 0.5 --restart"));
  BOOST_TEST(d.calls - before >= long_data::questions);
}

BOOST_AUTO_TEST_CASE(two_runs_of_one_output_are_refused) {
  long_data d;
  d.pause = 100;
  running program(d.predict("out.sql"), "/dev/null", "/dev/null");
  while (!fs::exists(d.place.file("out.sql.journal"))) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  auto const second = cli_test::t2s(d.predict("out.sql"));
  BOOST_TEST(second.status == 3);
  BOOST_TEST(contains(second.err, "writes it"), second.err);
}

BOOST_AUTO_TEST_CASE(failed_questions_alone_are_asked_again) {
  long_data d;
  d.pause = 0;
  std::atomic<bool> fails = true;
  http_server shaky([&](seen_request const& r) {
    bool const bad = contains(r.body, "city 5?") || contains(r.body, "city 17?");
    return fails && bad ? t2s::tests::server_script(replies(400, R"({"error":{"message":"no"}})")) : d.answer(r);
  });
  auto const words = "predict" + d.data() + asks(shaky) + " --out " + quoted(d.place.file("out.sql"));
  auto const first = cli_test::t2s(words);
  BOOST_TEST(first.status == 3, first.err);
  BOOST_TEST(contains(first.err, "the same command asks only the rest"), first.err);
  BOOST_TEST(std::ranges::count(d.place.read("out.sql"), '\n') == long_data::questions);
  fails = false;
  auto const before = d.calls.load();
  static_cast<void>(ran(words));
  BOOST_TEST(d.calls - before <= 2 * 2);
  BOOST_TEST(!contains(d.place.read("out.sql"), "SELECT NULL"));
}

BOOST_AUTO_TEST_CASE(times_are_there_only_if_asked_for) {
  long_data const d;
  auto const words = "predict" + d.data() + "--limit 2 --out " + quoted(d.place.file("out.jsonl"));
  static_cast<void>(ran(words));
  BOOST_TEST(!contains(d.place.read("out.jsonl"), "seconds"));
  static_cast<void>(ran(words + " --times"));
  BOOST_TEST(contains(d.place.read("out.jsonl"), "seconds"));
}

BOOST_AUTO_TEST_CASE(spider_in_one_run_in_shards_and_killed, *boost::unit_test::precondition(has_spider)) {
  folder const place("spider long");
  auto const words = [&](std::string const& out) { return "predict --data " + quoted(spider) + " --out " + quoted(place.file(out)); };
  static_cast<void>(ran(words("whole.jsonl")));
  killed_again_and_again(place, words("killed.jsonl"), 400, 5, 3);
  static_cast<void>(ran(words("killed.jsonl")));
  BOOST_TEST((place.read("killed.jsonl") == place.read("whole.jsonl")));
  for (int const n : {1, 4, 7}) {
    make_shards(words("parts.jsonl"), n);
    static_cast<void>(ran("merge " + quoted(place.file("parts.jsonl"))));
    BOOST_TEST((place.read("parts.jsonl") == place.read("whole.jsonl")));
    fs::remove(place.file("parts.jsonl"));
    remove_shards(place);
  }
}

BOOST_AUTO_TEST_SUITE_END()
