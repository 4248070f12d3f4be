// SPDX-License-Identifier: BSL-1.0
// Long work that is killed, interrupted, split among processes and joined: the outputs are those of one run without interruption.
#include "folder.hpp"
#include "killed_program.hpp"
#include "model_place.hpp"

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

/// A data set over three databases, and a model that takes a while.
struct long_data {
  static constexpr int questions = 60;
  folder place{"long"};
  std::atomic<int> calls = 0;
  std::atomic<int> pause = 2;  ///< milliseconds
  http_server server{[this](seen_request const& r) { return answer(r); }};

  long_data() {
    json::array dev, train;
    for (int i = 0; i < questions; ++i) {
      auto const id = "shop" + std::to_string(3 * i / questions);
      dev.push_back(json::object{{"db_id", id},
                                 {"question", "How many shops are in city " + std::to_string(i) + "?"},
                                 {"query", "SELECT count(*) FROM shop WHERE id = " + std::to_string(i)}});
    }
    for (int i = 0; i < 40; ++i)
      train.push_back(json::object{{"db_id", "x"},
                                   {"question", "How many are " + std::to_string(i) + "?"},
                                   {"query", "SELECT count(*) FROM t WHERE a = " + std::to_string(i)}});
    for (int d = 0; d < 3; ++d) {
      auto const id = "shop" + std::to_string(d);
      fs::create_directories(place.path / "databases" / id);
      make_database(place.file("databases/" + id + "/" + id + ".sqlite"),
                    "CREATE TABLE shop (id INTEGER, city TEXT); INSERT INTO shop VALUES (1,'Oslo'),(2,'Bergen');");
    }
    place.write("dev.json", json::serialize(dev));
    place.write("train.json", json::serialize(train));
  }

  /// Answers by the question alone.
  t2s::tests::server_script answer(seen_request const& r) {
    ++calls;
    auto const body = json::parse(r.body);
    std::string const text(body.at("messages").as_array().front().at("content").as_string());
    auto const at = text.rfind("city ");
    auto const number = at == text.npos ? std::string("1") : text.substr(at + 5, text.find('?', at) - at - 5);
    auto const given = text.starts_with("Align the tokens")    ? std::string("[]")
                       : text.starts_with("Replace the words") ? "Simple " + text.substr(text.find(": ") + 2)
                                                               : "```sql\nSELECT count(*) FROM shop WHERE id = " + number + "\n```";
    t2s::tests::server_script script = replies(200, reply_with(given));
    script.insert(script.begin(), t2s::tests::wait_for(std::chrono::milliseconds(pause)));
    return script;
  }

  [[nodiscard]] std::string data() const { return " --data " + quoted(place.path.string()) + " "; }
  [[nodiscard]] std::string predict(std::string const& out) const {
    return "predict --jobs 2" + data() + asks(server) + " --out " + quoted(place.file(out)) + " ";
  }
  [[nodiscard]] std::string evaluate(std::string const& json) const {
    return "evaluate --jobs 2 --metric ex,em,partial,structure,bird" + data() + "--predictions " + quoted(place.file("gold.sql")) +
           " --json " + quoted(place.file(json)) + " ";
  }
  [[nodiscard]] std::string reproduce(std::string const& out) const {
    return "reproduce dac --table 1 --jobs 2 --data spider=" + quoted(place.path.string()) + asks(server) + " --out " +
           quoted(place.file(out)) + " ";
  }
  [[nodiscard]] std::string build(std::string const& out) const {
    return "pool build --demonstrations " + quoted(place.file("train.json")) + asks(server) + " --out " + quoted(place.file(out)) + " ";
  }
  [[nodiscard]] std::string merge(std::string const& out) const { return "merge " + quoted(place.file(out)); }

  void write_gold_predictions() const {
    std::string all;
    for (int i = 0; i < questions; ++i) all += "SELECT count(*) FROM shop WHERE id = " + std::to_string(i % 7) + "\n";
    place.write("gold.sql", all);
  }
};

said ran(std::string const& words) {
  auto r = cli_test::t2s(words);
  BOOST_TEST(r.status == 0, words << ": " << r.err);
  return r;
}

/// What became of a command that was started again and again.
struct lives {
  int killed = 0;
  int ended = 0;  ///< it was done before it was killed, and the next one began anew
};

/// Kills the command after random times. `output` is deleted when it is done, so that there is something to do again.
lives killed_again_and_again(folder const& in, std::string const& words, int longest_milliseconds, unsigned seed, int usually = 8,
                             std::string const& output = {}) {
  std::mt19937 draw(seed);
  lives seen;
  for (int i = 0; i < 3 * kills(usually) && seen.killed < kills(usually); ++i) {
    running program(words, in.file("out.txt"), in.file("err.txt"));
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution<int>(5, longest_milliseconds)(draw)));
    program.signal(SIGKILL);
    bool const ended = program.wait() == 0;
    ++(ended ? seen.ended : seen.killed);
    if (ended && !output.empty()) fs::remove(in.file(output));
  }
  BOOST_TEST_MESSAGE(seen.killed << " times killed, " << seen.ended << " times done before");
  return seen;
}

/// Makes all shards, the last one first.
void make_shards(std::string const& words, int n) {
  for (int i = n; i >= 1; --i) static_cast<void>(ran(words + " --shard " + std::to_string(i) + "/" + std::to_string(n)));
}

void remove_shards(folder const& in, std::string const& under = {}) {
  std::vector<fs::path> all;
  for (auto const& entry : fs::directory_iterator(in.path / under))
    if (contains(entry.path().filename().string(), "-of-")) all.push_back(entry.path());
  for (auto const& path : all) fs::remove(path);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(long_runs)

BOOST_AUTO_TEST_CASE(killed_predictions_end_as_they_would_have) {
  long_data d;
  static_cast<void>(ran(d.predict("whole.jsonl")));
  int const needed = d.calls;
  d.calls = 0;
  auto const seen = killed_again_and_again(d.place, d.predict("killed.jsonl"), 60, 1);
  static_cast<void>(ran(d.predict("killed.jsonl")));
  BOOST_TEST(seen.killed > 0);
  BOOST_TEST((d.place.read("killed.jsonl") == d.place.read("whole.jsonl")));
  BOOST_TEST(!fs::exists(d.place.file("killed.jsonl.journal")));
  BOOST_TEST(d.calls <= (seen.ended + 1) * needed + 4 * seen.killed);  // two questions in hand, of two calls at most
}

BOOST_AUTO_TEST_CASE(killed_evaluations_end_as_they_would_have) {
  long_data d;
  d.write_gold_predictions();
  auto const whole = ran(d.evaluate("whole.json")).out;
  killed_again_and_again(d.place, d.evaluate("killed.json"), 30, 2);
  BOOST_TEST((ran(d.evaluate("killed.json")).out == whole));
  BOOST_TEST((d.place.read("killed.json") == d.place.read("whole.json")));
  BOOST_TEST(!fs::exists(d.place.file("killed.json.journal")));
}

BOOST_AUTO_TEST_CASE(killed_reproductions_end_as_they_would_have) {
  long_data d;
  auto const whole = ran(d.reproduce("whole")).out;
  BOOST_TEST(killed_again_and_again(d.place, d.reproduce("killed"), 200, 3).killed > 0);
  BOOST_TEST((ran(d.reproduce("killed")).out == whole));
  for (auto const* form : {"txt", "csv", "json", "html"})
    BOOST_TEST((d.place.read(std::string("killed/dac-1.") + form) == d.place.read(std::string("whole/dac-1.") + form)), form);
  for (auto const& entry : fs::directory_iterator(d.place.path / "whole/runs"))
    BOOST_TEST((d.place.read("killed/runs/" + entry.path().filename().string()) ==
                d.place.read("whole/runs/" + entry.path().filename().string())));
}

BOOST_AUTO_TEST_CASE(killed_pools_end_as_they_would_have) {
  long_data d;
  static_cast<void>(ran(d.build("whole.pool")));
  d.calls = 0;
  auto const seen = killed_again_and_again(d.place, d.build("killed.pool"), 40, 4, 8, "killed.pool");
  static_cast<void>(ran(d.build("killed.pool")));
  BOOST_TEST((d.place.read("killed.pool") == d.place.read("whole.pool")));
  BOOST_TEST(!fs::exists(d.place.file("killed.pool.journal")));
  BOOST_TEST(d.calls <= 40 * (seen.ended + 1) + seen.killed);  // a pair in hand
}

BOOST_AUTO_TEST_CASE(any_number_of_shards_gives_the_same_bytes) {
  long_data d;
  d.pause = 0;
  d.write_gold_predictions();
  for (auto const* name : {"whole.jsonl", "whole.sql"}) static_cast<void>(ran(d.predict(name)));
  auto const report = ran(d.evaluate("whole.json")).out, table = ran(d.reproduce("whole")).out;
  static_cast<void>(ran(d.build("whole.pool")));
  for (int const n : {1, 4, 7}) {
    for (std::string const name : {"parts.jsonl", "parts.sql"}) {
      make_shards(d.predict(name), n);
      BOOST_TEST(!fs::exists(d.place.file(name)));
      static_cast<void>(ran(d.merge(name)));
      BOOST_TEST((d.place.read(name) == d.place.read("whole" + fs::path(name).extension().string())), name << " of " << n);
      fs::remove(d.place.file(name));
    }
    make_shards(d.evaluate("parts.json"), n);
    BOOST_TEST((ran(d.merge("parts.json")).out == report));
    BOOST_TEST((d.place.read("parts.json") == d.place.read("whole.json")));
    make_shards(d.build("parts.pool"), n);
    static_cast<void>(ran(d.merge("parts.pool")));
    BOOST_TEST((d.place.read("parts.pool") == d.place.read("whole.pool")));
    make_shards(d.reproduce("parts"), n);
    auto const before = d.calls.load();
    BOOST_TEST((ran(d.merge("parts")).out == table));
    BOOST_TEST(d.calls == before);  // a merge asks nothing
    BOOST_TEST((d.place.read("parts/dac-1.json") == d.place.read("whole/dac-1.json")));
    remove_shards(d.place);
    remove_shards(d.place, "parts/runs");
    fs::remove(d.place.file("parts.pool"));
  }
}

BOOST_AUTO_TEST_CASE(merge_needs_no_server) {
  folder const place("merge");
  std::string out = quoted(place.file("out.jsonl"));
  {
    long_data d;
    d.pause = 0;
    for (auto const* i : {"1/2", "2/2"}) static_cast<void>(ran("predict" + d.data() + asks(d.server) + " --out " + out + " --shard " + i));
  }
  static_cast<void>(ran("merge " + out));  // data and server are gone
  BOOST_TEST(std::ranges::count(place.read("out.jsonl"), '\n') == long_data::questions);
}

BOOST_AUTO_TEST_CASE(merge_refuses_what_does_not_fit) {
  long_data d;
  d.pause = 0;
  auto const refused = [&](std::string const& words, std::string_view why) {
    auto const r = cli_test::t2s(words);
    BOOST_TEST(r.status == 3, words << ": " << r.err);
    BOOST_TEST(contains(r.err, why), r.err);
    BOOST_TEST(!fs::exists(d.place.file("out.sql")));
  };
  auto const offline = "predict" + d.data() + "--out " + quoted(d.place.file("out.sql")) + " ";
  refused(d.merge("out.sql"), "there are no shards");
  for (auto const* i : {"1/3", "2/3"}) static_cast<void>(ran(offline + "--shard " + i));
  refused(d.merge("out.sql"), "shard 3/3 is missing");
  static_cast<void>(ran(offline + "--seed 7 --shard 3/3"));
  refused(d.merge("out.sql"), "\"settings.seed\" is ");
  fs::remove(d.place.file("out.sql.3-of-3"));
  static_cast<void>(ran(offline + "--shard 3/3"));

  auto const second = d.place.read("out.sql.2-of-3");
  d.place.write("copy", second);
  refused(d.merge("out.sql") + " " + quoted(d.place.file("copy")) + " " + quoted(d.place.file("out.sql.1-of-3")) + " " +
              quoted(d.place.file("out.sql.2-of-3")) + " " + quoted(d.place.file("out.sql.3-of-3")),
          "are the same shard");
  d.place.write("out.sql.2-of-3", second.substr(0, second.rfind('\n', second.size() - 2) + 5));
  refused(d.merge("out.sql"), "out.sql.2-of-3 is not finished: 1 of 20 items are missing, #");
  d.place.write("out.sql.2-of-3", second + second.substr(second.rfind('\n', second.size() - 2) + 1));
  refused(d.merge("out.sql"), "has items twice: #");
  d.place.write("out.sql.2-of-3", second);

  d.place.write("dev.json", d.place.read("dev.json") + " ");
  static_cast<void>(ran(offline + "--shard 2/3 --restart"));
  refused(d.merge("out.sql"), "\"inputs.questions\" is ");
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

BOOST_AUTO_TEST_CASE(shards_that_cannot_be_are_refused) {
  long_data const d;
  auto const refused = [&](std::string const& words, std::string_view why) {
    auto const r = cli_test::t2s("predict" + d.data() + "--out " + quoted(d.place.file("out.sql")) + " " + words);
    BOOST_TEST(r.status == 2, words << ": " << r.err);
    BOOST_TEST(contains(r.err, why), r.err);
  };
  refused("--shard 5/4", "there is no shard 5 of 4");
  refused("--shard 0/4", "there is no shard 0 of 4");
  refused("--shard 2", "--shard needs I/N");
  refused("--shard auto", "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set");
  refused("--out /dev/stdout --shard 1/2", "out");
  {
    variable const index("JOB_COMPLETION_INDEX", "3");
    refused("--shard auto", "give --shard auto/N");
    refused("--shard auto/3", "there is no shard 4 of 3");
  }
  variable const id("SLURM_ARRAY_TASK_ID", "7"), count("SLURM_ARRAY_TASK_COUNT", "3"), first("SLURM_ARRAY_TASK_MIN", "1"),
      step("SLURM_ARRAY_TASK_STEP", "3");
  refused("--shard auto/4", "the array has 3 tasks");
  variable const odd("SLURM_ARRAY_TASK_STEP", "1");
  refused("--shard auto", "the array has gaps");
}

BOOST_AUTO_TEST_CASE(the_shard_is_read_from_the_scheduler_if_that_is_asked_for) {
  long_data const d;
  auto const words = "predict" + d.data() + "--out " + quoted(d.place.file("out.sql")) + " ";
  {
    variable const id("SLURM_ARRAY_TASK_ID", "7"), count("SLURM_ARRAY_TASK_COUNT", "3"), first("SLURM_ARRAY_TASK_MIN", "1"),
        step("SLURM_ARRAY_TASK_STEP", "3");
    static_cast<void>(ran(words + "--shard auto"));
    static_cast<void>(ran(words));  // not asked for: not looked at
  }
  BOOST_TEST(fs::exists(d.place.file("out.sql.3-of-3")));
  BOOST_TEST(std::ranges::count(d.place.read("out.sql"), '\n') == long_data::questions);
  variable const index("JOB_COMPLETION_INDEX", "0");
  static_cast<void>(ran(words + "--shard auto/5"));
  BOOST_TEST(fs::exists(d.place.file("out.sql.1-of-5")));
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
