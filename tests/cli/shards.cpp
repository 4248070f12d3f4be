// SPDX-License-Identifier: BSL-1.0
// Work that is split among processes and joined: its outputs equal those of one run.
#include "long_data.hpp"

#include "t2s/core/journal.hpp"

#include <algorithm>

using namespace cli_test;

BOOST_AUTO_TEST_SUITE(shards)

BOOST_AUTO_TEST_CASE(any_number_of_shards_gives_the_same_bytes) {
  long_data d;
  d.pause = 0;
  d.write_gold_predictions();
  for (auto const* name : {"whole.jsonl", "whole.sql"}) static_cast<void>(ran(d.predict(name)));
  auto const report = ran(d.evaluate("whole.json")).out, table = ran(d.reproduce("whole")).out, study = ran(d.study("whole study")).out;
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
    make_shards(d.study("parts study"), n);
    BOOST_TEST((ran(d.merge("parts study")).out == study));
    for (std::string const name : {"study.json", "study.html", "records.jsonl"})
      BOOST_TEST((d.place.read("parts study/" + name) == d.place.read("whole study/" + name)), name << " of " << n);
    make_shards(d.build("parts.pool"), n);
    static_cast<void>(ran(d.merge("parts.pool")));
    BOOST_TEST((d.place.read("parts.pool") == d.place.read("whole.pool")));
    make_shards(d.reproduce("parts"), n);
    auto const before = d.calls.load();
    BOOST_TEST((ran(d.merge("parts")).out == table));
    BOOST_TEST(d.calls == before);  // a merge sends no requests
    BOOST_TEST((d.place.read("parts/dac-1.json") == d.place.read("whole/dac-1.json")));
    remove_shards(d.place);
    remove_shards(d.place, "parts/runs");
    remove_shards(d.place, "parts study");
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

/// A merge uses the shards wherever they are now, and ignores other files beside them.
BOOST_AUTO_TEST_CASE(merge_takes_what_shards_have_and_nothing_else) {
  long_data d;
  d.pause = 0;
  d.write_gold_predictions();
  auto const study = ran(d.study("whole study")).out, report = ran(d.evaluate("whole.json")).out;
  make_shards(d.study("parts"), 2);
  fs::rename(d.place.file("parts"), d.place.file("moved"));
  BOOST_TEST((ran(d.merge("moved")).out == study));
  BOOST_TEST(!fs::exists(d.place.file("parts")));
  BOOST_TEST((d.place.read("moved/study.json") == d.place.read("whole study/study.json")));

  make_shards(d.evaluate("parts.json"), 2);
  fs::create_directories(d.place.file("there"));
  auto const named = " " + quoted(d.place.file("parts.json.1-of-2")) + " " + quoted(d.place.file("parts.json.2-of-2"));
  BOOST_TEST((ran(d.merge("there/all.json") + named).out == report));
  BOOST_TEST((d.place.read("there/all.json") == d.place.read("whole.json")));
  BOOST_TEST(!fs::exists(d.place.file("parts.json")));

  auto const kept = d.evaluate("by.json") + " --journal " + quoted(d.place.file("kept.journal"));
  make_shards(kept, 2);
  BOOST_TEST((ran(d.merge("kept.journal")).out == report));
  BOOST_TEST(fs::exists(d.place.file("kept.journal")));
  BOOST_TEST((d.place.read("by.json") == d.place.read("whole.json")));

  // A journal of the whole work from another run, with a different answer.
  auto const offline = "predict" + d.data() + "--out " + quoted(d.place.file("out.sql"));
  static_cast<void>(ran(offline));
  auto const wanted = d.place.read("out.sql");
  fs::remove(d.place.file("out.sql"));
  make_shards(offline, 2);
  auto left = d.place.read("out.sql.1-of-2");
  auto const header = left.substr(left.find('{'), left.find('\n') - left.find('{'));
  auto whole = json::parse(header).as_object();
  whole["shard"] = nullptr;
  t2s::journal(d.place.file("out.sql.journal"), json::serialize(whole)).append(R"({"item":3,"cut_off":0,"record":{"sql":"SELECT stale"}})");
  static_cast<void>(ran(d.merge("out.sql")));
  BOOST_TEST((d.place.read("out.sql") == wanted));

  // A journal of other work must not be overwritten.
  whole["settings"] = json::object{{"seed", "99"}};
  static_cast<void>(t2s::journal(d.place.file("out.sql.journal"), json::serialize(whole)));
  auto const refused = cli_test::t2s(d.merge("out.sql"));
  BOOST_TEST(refused.status == 3);
  BOOST_TEST(contains(refused.err, "finish that work with its own command, or delete "), refused.err);
}

BOOST_AUTO_TEST_CASE(merge_refuses_files_that_changed_since) {
  long_data d;
  d.pause = 0;
  d.write_gold_predictions();
  make_shards(d.evaluate("parts.json"), 2);
  make_shards(d.study("parts"), 2);
  auto const gold = d.place.read("gold.sql");
  d.place.write("gold.sql", gold.substr(0, gold.size() - 1) + " \n");
  for (std::string const out : {"parts.json", "parts"}) {
    auto const refused = cli_test::t2s(d.merge(out));
    BOOST_TEST(refused.status == 3, refused.err);
    BOOST_TEST(contains(refused.err, "the shards do not fit what is here now: "), refused.err);
  }
  BOOST_TEST(!fs::exists(d.place.file("parts.json.journal")));
  BOOST_TEST(!fs::exists(d.place.file("parts/study.journal")));
  d.place.write("gold.sql", gold);
  for (std::string const out : {"parts.json", "parts"}) static_cast<void>(ran(d.merge(out)));
}

BOOST_AUTO_TEST_CASE(two_tables_in_a_folder_are_both_merged) {
  long_data d;
  d.pause = 0;
  auto const second = [&](std::string const& out) {
    auto words = d.reproduce(out);
    return words.replace(words.find("--table 1"), 9, "--table 3");
  };
  static_cast<void>(ran(d.reproduce("whole")));
  static_cast<void>(ran(second("whole")));
  make_shards(d.reproduce("parts"), 2);
  make_shards(second("parts"), 2);
  static_cast<void>(ran(d.merge("parts")));
  for (auto const& entry : fs::directory_iterator(d.place.path / "whole"))
    if (entry.path().extension() == ".json")
      BOOST_TEST((d.place.read("parts/" + entry.path().filename().string()) == d.place.read("whole/" + entry.path().filename().string())),
                 entry.path());
  for (auto const& entry : fs::directory_iterator(d.place.path / "parts/runs")) BOOST_TEST(entry.path().extension() != ".journal");
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
  BOOST_TEST(cli_test::t2s("predict" + d.data() + "--out /dev/null --shard 1/2").status == 2);
  BOOST_TEST(!fs::exists("/dev/null.1-of-2"));
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
    static_cast<void>(ran(words));  // not requested: not looked at
  }
  BOOST_TEST(fs::exists(d.place.file("out.sql.3-of-3")));
  BOOST_TEST(std::ranges::count(d.place.read("out.sql"), '\n') == long_data::questions);
  variable const index("JOB_COMPLETION_INDEX", "0");
  static_cast<void>(ran(words + "--shard auto/5"));
  BOOST_TEST(fs::exists(d.place.file("out.sql.1-of-5")));
}

BOOST_AUTO_TEST_SUITE_END()
