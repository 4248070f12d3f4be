// SPDX-License-Identifier: BSL-1.0
// The effect of --out: files are replaced, links stay, and everything else is written directly.
#include "folder.hpp"
#include "progress.hpp"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>

namespace fs = std::filesystem;
using cli_test::quoted;

namespace {

/// A data set with one question, on which two files of predictions agree.
struct place : cli_test::folder {
  std::string const shop = make_shop("CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, shop_name TEXT);");

  place() : folder("output") {
    write("dev.json", R"([{"db_id": "shop", "question": "How many shops are there?"}])");
    write("a.sql", sql);
    write("b.sql", sql);
  }
  /// Runs a command that writes `sql` to `out`; `redirected` has the shell's redirections.
  [[nodiscard]] cli_test::said put(std::string const& out, std::string const& redirected = {}) const {
    return cli_test::t2s("vote --plain --data " + quoted(path.string()) + " --predictions " + quoted(file("a.sql")) + " " +
                         quoted(file("b.sql")) + " --out " + quoted(out) + " " + redirected);
  }

  std::string sql = "SELECT count(*) FROM shops\n";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(output, place)

BOOST_AUTO_TEST_CASE(an_open_descriptor_keeps_what_it_has) {
  for (std::string const name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    write("log.txt", "precious\n");
    BOOST_TEST(put(name, ">> " + quoted(file("log.txt"))).status == 0);
    BOOST_TEST(read("log.txt") == "precious\n" + sql);
    BOOST_TEST(put(name).out == sql);
  }
  write("log.txt", "precious\n");
  BOOST_TEST(put("/dev/fd/7", "7>> " + quoted(file("log.txt"))).status == 0);
  BOOST_TEST(read("log.txt") == "precious\n" + sql);
}

BOOST_AUTO_TEST_CASE(a_link_to_an_open_descriptor_is_one) {
  write("log.txt", "precious\n");
  fs::create_symlink("/dev/stdout", path / "link");
  BOOST_TEST(put(file("link"), ">> " + quoted(file("log.txt"))).status == 0);
  BOOST_TEST(read("log.txt") == "precious\n" + sql);
  BOOST_TEST(fs::is_symlink(path / "link"));
}

BOOST_AUTO_TEST_CASE(a_descriptor_that_nothing_can_be_written_to_is_refused_before_any_work) {
  auto const closed = put("/dev/fd/9", "9>&-");
  BOOST_TEST(closed.status == 3);
  BOOST_TEST(closed.err.find("it is not open for writing") != std::string::npos);
  write("read.txt", "precious\n");
  BOOST_TEST(put("/dev/fd/7", "7< " + quoted(file("read.txt"))).status == 3);
  BOOST_TEST(read("read.txt") == "precious\n");
}

BOOST_AUTO_TEST_CASE(links_stay) {
  fs::create_directory(path / "kept");
  write("kept/old.sql", "old\n");
  fs::create_symlink("kept/old.sql", path / "near");
  fs::create_symlink("near", path / "far");
  BOOST_TEST(put(file("far")).status == 0);
  BOOST_TEST(read("kept/old.sql") == sql);
  fs::create_symlink("kept/new.sql", path / "ahead");  // to a file that does not exist yet
  BOOST_TEST(put(file("ahead")).status == 0);
  BOOST_TEST(read("kept/new.sql") == sql);
  for (auto const* link : {"near", "far", "ahead"}) BOOST_TEST(fs::is_symlink(path / link), link);
}

BOOST_AUTO_TEST_CASE(a_pipe_and_a_device_are_written_to) {
  BOOST_REQUIRE(::mkfifo(file("pipe").c_str(), 0600) == 0);
  auto const r = put(file("pipe"), ">/dev/null & cat " + quoted(file("pipe")));
  BOOST_TEST(r.out == sql);
  BOOST_TEST(fs::is_fifo(path / "pipe"));
  auto const full = put("/dev/full");
  BOOST_TEST(full.status == 3);
  BOOST_TEST(full.err.find("/dev/full: no more can be written to it") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_takes_the_place_of_a_private_file_is_private) {
  write("mine.sql", "old\n");
  fs::permissions(path / "mine.sql", fs::perms::owner_read | fs::perms::owner_write);
  BOOST_TEST(put(file("mine.sql")).status == 0);
  BOOST_TEST(read("mine.sql") == sql);
  BOOST_TEST((fs::status(path / "mine.sql").permissions() == (fs::perms::owner_read | fs::perms::owner_write)));
}

BOOST_AUTO_TEST_CASE(a_log_has_progress_ever_less_often) {
  using namespace std::chrono_literals;
  BOOST_TEST((cli::between_lines(0s) == 5s));
  BOOST_TEST((cli::between_lines(50s) == 5s));
  BOOST_TEST((cli::between_lines(5min) == 30s));
  BOOST_TEST((cli::between_lines(24h) == 1min));
}

BOOST_AUTO_TEST_SUITE_END()
