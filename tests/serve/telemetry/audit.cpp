// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/telemetry/detail/audit_log.hpp"

#include "support/sqlite_file.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/serve/telemetry/audited_connection.hpp"

#include <sys/resource.h>

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace t2s;
using namespace t2s::telemetry;
namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

/// A temporary folder with a small database.
struct folder {
  test::folder at{"audit"};
  folder() {
    test::make_database(at / "shop.sqlite",
                        "CREATE TABLE hives(name TEXT, bees INT); INSERT INTO hives VALUES ('north', 10), ('south', NULL)");
  }
  [[nodiscard]] std::string log() const { return (at / "audit.jsonl").string(); }
  [[nodiscard]] db::any_connection open(std::shared_ptr<audit_log> to, audit_subject by = {}) const {
    return audited(db::sqlite_connection(at / "shop.sqlite"), std::move(to), std::move(by));
  }
};

std::vector<std::string> lines_of(std::string const& path) {
  std::vector<std::string> all;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}
json::object entry(std::string const& path, std::size_t i) { return json::parse(lines_of(path).at(i)).as_object(); }

audit_entry const one{{"ann", "clerk", "shop", "How many?"}, "SELECT 1", "", 1, 8, std::chrono::microseconds(1500), {}};

}  // namespace

BOOST_AUTO_TEST_SUITE(telemetry_audit)

BOOST_AUTO_TEST_CASE(a_line_is_one_object) {
  using namespace std::chrono;
  auto const at = system_clock::time_point(sys_days(year(2025) / 11 / 26)) + 2h + 5min + 7s + 45ms;
  BOOST_TEST(audit_line(one, at) ==
             "{\"time\":\"2025-11-26T02:05:07.045Z\",\"who\":\"ann\",\"role\":\"clerk\",\"database\":\"shop\",\"question\":\"How many?\","
             "\"sql\":\"SELECT 1\",\"rows\":1,\"bytes\":8,\"ms\":1.500}\n");
  auto refused = one;
  refused.by = {};
  refused.failed = failure{errc::statement_denied, "the function x is not allowed", {}, {}, {}};
  BOOST_TEST(audit_line(refused, at) ==
             "{\"time\":\"2025-11-26T02:05:07.045Z\",\"sql\":\"SELECT 1\",\"rows\":1,\"bytes\":8,\"ms\":1.500,"
             "\"refused\":\"statement_denied\",\"why\":\"the function x is not allowed\"}\n");
}

BOOST_AUTO_TEST_CASE(a_log_without_a_file_keeps_the_refused_and_the_slowest_statements) {
  using namespace std::chrono_literals;
  audit_log log("", {.kept = 2});
  log.require_open();
  log.require_writable();
  auto const took = [&](std::chrono::nanoseconds time) {
    auto slow = one;
    slow.took = time;
    log.write(slow);
  };
  for (auto const time : {100ms, 99ms, 300ms, 200ms}) took(time);
  auto refused = one;
  for (auto const* sql : {"DROP TABLE a", "DROP TABLE b", "DROP TABLE c"}) {
    refused.sql = sql;
    refused.failed = failure{errc::statement_denied, std::string(1'000, 'x'), {}, {}, {}};
    log.write(refused);
  }
  auto failed = one;  // neither refused nor slow
  failed.failed = failure{errc::no_such_table, "no such table", {}, {}, {}};
  log.write(failed);
  auto const kept = log.notable();
  BOOST_REQUIRE(kept.slow.size() == 2U);
  BOOST_TEST((kept.slow[0].entry.took == 300ms && kept.slow[1].entry.took == 200ms));
  BOOST_REQUIRE(kept.refused.size() == 2U);
  BOOST_TEST(kept.refused[0].entry.sql == "DROP TABLE c");
  BOOST_TEST(kept.refused[1].entry.sql == "DROP TABLE b");
  BOOST_TEST(kept.refused[0].entry.failed->message.size() < 600U);
  BOOST_TEST(audit_log((folder().log())).notable().slow.empty());
}

BOOST_AUTO_TEST_CASE(what_steers_a_terminal_is_escaped_and_reads_back) {
  auto hostile = one;
  // line end, ESC, DEL, C1's CSI, the line separator, an override of direction, an invalid UTF-8 byte
  hostile.sql = "SELECT '\n\x1B[31m\x7F\xC2\x9B\xE2\x80\xA8\xE2\x80\xAE\xFF\"\\' \xC3\xA9\xF0\x9F\x90\x9D";
  auto const line = audit_line(hostile, {});
  BOOST_TEST(line.find('\n') == line.size() - 1);
  for (auto const* raw : {"\x1B", "\x7F", "\xC2\x9B", "\xE2\x80\xA8", "\xE2\x80\xAE", "\xFF"}) BOOST_TEST(line.find(raw) == line.npos);
  BOOST_TEST(json::parse(line).at("sql").as_string() ==
             "SELECT '\n\x1B[31m\x7F\xC2\x9B\xE2\x80\xA8\xE2\x80\xAE\xEF\xBF\xBD\"\\' \xC3\xA9\xF0\x9F\x90\x9D");
}

BOOST_AUTO_TEST_CASE(every_statement_of_a_connection_is_written) {
  folder const in;
  auto const log = std::make_shared<audit_log>(in.log());
  auto database = in.open(log, {"ann", "clerk", "shop", ""});
  BOOST_TEST(database.execute("SELECT name, bees FROM hives").ok());
  BOOST_TEST(!database.execute("SELECT honey FROM hives").ok());
  BOOST_TEST(!database.execute("DELETE FROM hives").ok());
  BOOST_TEST(database.sample("hives", 1).ok());
  BOOST_TEST(database.distinct("hives", "name", 9).ok());
  std::size_t rows = 0;
  BOOST_TEST(!database.each_row("SELECT name FROM hives", [&](auto) { ++rows; }).has_value());
  BOOST_TEST(rows == 2u);
  BOOST_REQUIRE(lines_of(in.log()).size() == 6u);
  auto const first = entry(in.log(), 0);
  BOOST_TEST(first.at("who") == "ann");
  BOOST_TEST(first.at("database") == "shop");
  BOOST_TEST(first.at("sql") == "SELECT name, bees FROM hives");
  BOOST_TEST(first.at("rows") == 2);
  BOOST_TEST(first.at("bytes") == 18);  // north, south, 10
  BOOST_TEST(!first.contains("failed"));
  BOOST_TEST(entry(in.log(), 1).at("failed") == "no_such_column");
  BOOST_TEST(entry(in.log(), 2).at("refused") == "statement_denied");
  BOOST_TEST(entry(in.log(), 3).at("read") == "first rows of hives");
  BOOST_TEST(entry(in.log(), 4).at("read") == "values of hives.name");
  BOOST_TEST(entry(in.log(), 5).at("rows") == 2);
}

BOOST_AUTO_TEST_CASE(rows_that_were_given_out_are_written_also_if_the_taker_throws) {
  folder const in;
  auto database = in.open(std::make_shared<audit_log>(in.log()));
  auto const take_one = [](std::span<value const>) { throw std::runtime_error("the client is gone"); };
  BOOST_CHECK_THROW(static_cast<void>(database.each_row("SELECT name FROM hives", take_one)), std::runtime_error);
  BOOST_REQUIRE(lines_of(in.log()).size() == 1u);
  BOOST_TEST(entry(in.log(), 0).at("rows") == 1);
  BOOST_TEST(entry(in.log(), 0).at("why") == "the client is gone");
}

BOOST_AUTO_TEST_CASE(the_scope_of_a_thread_says_who_asks) {
  folder const in;
  auto const log = std::make_shared<audit_log>(in.log());
  auto database = in.open(log, {"", "clerk", "shop", ""});
  {
    audit_scope const ann({"ann", "", "", "How many?"});
    {
      audit_scope const inner({"", "", "", "And now?"});
      static_cast<void>(database.execute("SELECT 1"));
    }
    std::thread([&] { static_cast<void>(database.execute("SELECT 2")); }).join();
  }
  static_cast<void>(database.execute("SELECT 3"));
  BOOST_TEST(entry(in.log(), 0).at("who") == "ann");
  BOOST_TEST(entry(in.log(), 0).at("role") == "clerk");
  BOOST_TEST(entry(in.log(), 0).at("question") == "And now?");
  BOOST_TEST(!entry(in.log(), 1).contains("who"));
  BOOST_TEST(!entry(in.log(), 2).contains("question"));
}

BOOST_AUTO_TEST_CASE(a_rotated_file_is_opened_anew) {
  folder const in;
  audit_log log(in.log());
  log.write(one);
  fs::rename(in.log(), in.log() + ".1");
  log.write(one);
  fs::remove(in.log());
  log.write(one);
  log.reopen();
  log.write(one);
  BOOST_TEST(lines_of(in.log() + ".1").size() == 1u);
  BOOST_TEST(lines_of(in.log()).size() == 2u);
  BOOST_TEST((fs::status(in.log()).permissions() == (fs::perms::owner_read | fs::perms::owner_write)));
}

BOOST_AUTO_TEST_CASE(what_another_program_left_half_written_stays_a_line_of_its_own) {
  folder const in;
  std::ofstream(in.log()) << "{\"time\":\"2025";
  audit_log log(in.log());
  log.write(one);
  log.reopen();
  log.write(one);
  auto const lines = lines_of(in.log());
  BOOST_REQUIRE(lines.size() == 3u);
  BOOST_TEST(lines[0] == "{\"time\":\"2025");
  for (auto const i : {1U, 2U}) BOOST_TEST(json::parse(lines[i]).at("who") == "ann");
}

BOOST_AUTO_TEST_CASE(threads_write_whole_lines) {
  folder const in;
  audit_log first(in.log()), second(in.log());
  auto long_one = one;
  long_one.sql = std::string(20'000, 'x');
  {
    std::vector<std::jthread> threads;
    for (auto* log : {&first, &first, &second, &second})
      threads.emplace_back([&long_one, log] {
        for (int i = 0; i < 50; ++i) log->write(long_one);
      });
  }
  auto const lines = lines_of(in.log());
  BOOST_TEST(lines.size() == 200u);
  for (auto const& line : lines) BOOST_TEST_REQUIRE(json::parse(line).at("sql").as_string().size() == 20'000u);
}

BOOST_AUTO_TEST_CASE(a_statement_that_cannot_be_written_down_is_stopped) {
  folder const in;
  auto const unwritable = [](error const& e) { return e.code() == errc::file_unwritable; };
  BOOST_CHECK_EXCEPTION(audit_log((in.at / "no" / "log").string()), error, unwritable);
  auto const log = std::make_shared<audit_log>(in.log());
  auto database = in.open(log);
  fs::remove(in.log());
  fs::create_directory(in.log());  // in its place
  std::size_t rows = 0;
  BOOST_CHECK_EXCEPTION(static_cast<void>(database.execute("SELECT 1")), error, unwritable);
  BOOST_CHECK_EXCEPTION(static_cast<void>(database.each_row("SELECT 1", [&](auto) { ++rows; })), error, unwritable);
  BOOST_TEST(rows == 0u);  // it was not executed
  fs::remove(in.log());
  BOOST_TEST(database.execute("SELECT 1").ok());  // and continues as soon as it can
}

BOOST_AUTO_TEST_CASE(where_lines_are_not_required_losses_are_counted) {
  folder const in;
  auto const log = std::make_shared<audit_log>(in.log(), audit_options{.is_required = false});
  auto database = in.open(log);
  fs::remove(in.log());
  fs::create_directory(in.log());
  BOOST_TEST(database.execute("SELECT 1").ok());
  BOOST_TEST(log->lost() == 1u);
}

BOOST_AUTO_TEST_CASE(a_line_that_a_full_disk_cut_does_not_spoil_the_next) {
  folder const in;
  audit_log log(in.log(), {.sync = true});
  log.write(one);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  auto* const handled = std::signal(SIGXFSZ, SIG_IGN);
  rlimit const small{fs::file_size(in.log()) + 30, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  bool threw = false;
  try {
    log.write(one);
  } catch (error const& e) {
    threw = e.code() == errc::file_unwritable;
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handled);
  BOOST_TEST(threw);
  log.write(one);
  auto const lines = lines_of(in.log());
  BOOST_REQUIRE(lines.size() == 3u);
  BOOST_TEST(lines[1].size() == 30u);
  BOOST_TEST(json::parse(lines[2]).at("who") == "ann");
}

/// Whether lines can be written, as a check of readiness asks.
bool is_writable(audit_log& log) {
  try {
    log.require_writable();
    return true;
  } catch (error const& e) {
    BOOST_TEST((e.code() == errc::file_unwritable));
    return false;
  }
}

BOOST_AUTO_TEST_CASE(it_tells_whether_lines_can_be_written) {
  folder const in;
  audit_log log(in.log());
  BOOST_TEST(is_writable(log));
  fs::remove(in.log());
  fs::create_directory(in.log());  // in its place
  BOOST_TEST(!is_writable(log));
  fs::remove(in.log());
  BOOST_TEST(is_writable(log));
  log.write(one);
  BOOST_TEST(lines_of(in.log()).size() == 1u);  // asking writes nothing

  audit_log full("/dev/full");
  BOOST_TEST(is_writable(full));  // not known before a line is written
  BOOST_CHECK_THROW(full.write(one), error);
  BOOST_TEST(!is_writable(full));
  BOOST_TEST(!is_writable(full));

  audit_log careless(in.log() + "2", {.is_required = false});
  fs::remove(careless.path());
  fs::create_directory(careless.path());
  BOOST_TEST(is_writable(careless));  // nothing waits for its lines
}

BOOST_AUTO_TEST_CASE(after_a_full_disk_it_tells_when_there_is_room_again) {
  folder const in;
  audit_log log(in.log());
  log.write(one);
  for (rlim_t const room : {0U, 30U}) {  // nothing of the next line fits, or a part of it
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    auto* const handled = std::signal(SIGXFSZ, SIG_IGN);
    rlimit const small{fs::file_size(in.log()) + room, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    BOOST_CHECK_THROW(log.write(one), error);
    bool const writable = is_writable(log);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handled);
    BOOST_TEST(!writable);
    BOOST_TEST(is_writable(log));
    log.write(one);
    BOOST_TEST(json::parse(lines_of(in.log()).back()).at("who") == "ann");
  }
}

BOOST_AUTO_TEST_SUITE_END()
