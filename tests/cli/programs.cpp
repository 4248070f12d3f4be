// SPDX-License-Identifier: BSL-1.0
// t2s and the programs beside it: its messages if they are not built, and that each has the documented commands.
#include "folder.hpp"
#include "support/json_schema.hpp"

#include <sys/stat.h>

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace fs = std::filesystem;
using cli_test::contains;
using cli_test::quoted;

namespace {

/// t2s without other programs, as ./scripts/demo builds it.
struct alone : cli_test::folder {
  std::string const program = file("t2s");

  alone() : folder("alone") {
    fs::copy_file(T2S_CLI, program);
    cli_test::make_database(file("shop.sqlite"),
                            "CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, shop_name TEXT);"
                            "INSERT INTO shops VALUES (1, 'North'), (2, 'South');");
  }
  [[nodiscard]] cli_test::said run(std::string const& words) const { return cli_test::run(program, words); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(programs, alone)

BOOST_AUTO_TEST_CASE(the_first_program_answers_alone) {
  auto const said = run("ask --json --db " + quoted(file("shop.sqlite")) + " 'How many shops are there?'");
  BOOST_TEST(said.status == 0);
  BOOST_TEST(contains(said.out, "SELECT count(*) FROM shops"), said.out);
  BOOST_TEST(t2s::tests::answer_schema().wrong(boost::json::parse(said.out)) == "");
}

BOOST_AUTO_TEST_CASE(a_command_that_is_not_built_is_named_with_what_builds_it) {
  auto const said = run("serve --db " + quoted(file("shop.sqlite")));
  BOOST_TEST(said.status == 3);
  BOOST_TEST(contains(said.err, "t2s serve is not built"), said.err);
  BOOST_TEST(contains(said.err, "./scripts/build serve"), said.err);
}

BOOST_AUTO_TEST_CASE(a_question_that_needs_more_than_the_first_program_says_so) {
  auto const server = run("ask --db postgresql://reader@localhost/shop 'How many shops are there?'");
  BOOST_TEST(server.status == 2);
  BOOST_TEST(contains(server.err, "./scripts/build ask"), server.err);
  auto const model = run("ask --model m --db " + quoted(file("shop.sqlite")) + " 'How many shops are there?'");
  BOOST_TEST(model.status == 2);
  BOOST_TEST(contains(model.err, "./scripts/build ask"), model.err);
}

BOOST_AUTO_TEST_CASE(a_pipe_is_no_database) {
  BOOST_REQUIRE(::mkfifo(file("pipe").c_str(), 0600) == 0);
  auto const piped = run("ask --db " + quoted(file("pipe")) + " 'How many shops are there?'");
  BOOST_TEST(piped.status == 3);
  BOOST_TEST(contains(piped.err, "not a regular file"), piped.err);
}

BOOST_AUTO_TEST_CASE(help_takes_a_command) {
  BOOST_TEST(cli_test::t2s("help lint").out == cli_test::t2s("lint --help").out);
  BOOST_TEST(contains(cli_test::t2s("help lint").out, "Usage: t2s lint"));
  BOOST_TEST(cli_test::t2s("help lnit").status == 2);
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_be_run_is_no_missing_one) {
  write("t2s-serve", "not a program");
  fs::permissions(file("t2s-serve"), fs::perms::owner_read);
  auto const said = run("serve --db " + quoted(file("shop.sqlite")));
  BOOST_TEST(said.status == 3);
  BOOST_TEST(contains(said.err, "cannot be run"), said.err);
}

BOOST_AUTO_TEST_CASE(each_program_has_the_commands_that_the_documents_say) {
  std::ifstream page(T2S_COMMANDS_PAGE);
  std::regex const row("^\\| `(t2s-[a-z]+)` \\| (.*) \\|$"), name("`([a-z]+)`");
  std::size_t rows = 0;
  std::set<std::string> documented;
  for (std::string line; std::getline(page, line);) {
    std::smatch found;
    if (!std::regex_match(line, found, row)) continue;
    ++rows;
    auto const has_them = found.str(1);
    auto const commands = found.str(2);
    for (std::sregex_iterator i(commands.begin(), commands.end(), name), end; i != end; ++i) {
      auto const command = i->str(1);
      auto const help = cli_test::run(fs::path(T2S_CLI).replace_filename(has_them).string(), command + " --help");
      BOOST_TEST(help.status == 0, has_them + " " + command);
      BOOST_TEST(contains(help.out, "Usage: t2s " + command), help.out);
      documented.insert(command);
    }
  }
  BOOST_TEST(rows == 5U);
  std::set<std::string> listed;
  auto const help = cli_test::t2s("--help").out;
  std::regex const entry("\n  ([a-z]+) +[a-z]");
  for (std::sregex_iterator i(help.begin(), help.end(), entry), end; i != end; ++i) listed.insert(i->str(1));
  BOOST_TEST(documented == listed, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
