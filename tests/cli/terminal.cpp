// SPDX-License-Identifier: BSL-1.0
// Output for people: rounds as differences, a status line, and nothing that controls their terminal.
#include "pseudo_terminal.hpp"

#include "model_place.hpp"
#include "printable.hpp"
#include "terminal.hpp"
#include "word_difference.hpp"

#include <csignal>
#include <thread>

using namespace cli_test;
using cli::text_piece;
using side = cli::text_piece::side;

namespace {

std::string plain_difference(std::string const& from, std::string const& to) { return cli::marked_difference(from, to, cli::text_style()); }

/// A text with everything that may control a terminal: a colour, a title (OSC), C1's CSI, DEL, an override of the direction, isolates.
std::string const hostile =
    "a\x1B[31m\x1B]0;owned\x07\xC2\x9B"
    "2J\x7F\xE2\x80\xAE\xE2\x81\xA6z";

/// The folder of a hostile database, and of a hostile model.
struct hostile_place : folder {
  http_server server{[](seen_request const&) {
    return replies(200, reply_with("```sql\nSELECT '" + hostile + "' /* " + hostile + " */ FROM nothing\n```", hostile.c_str()));
  }};

  hostile_place() : folder("hostile") {
    auto const sql = "CREATE TABLE \"" + hostile + "\" (id INTEGER PRIMARY KEY, \"col " + hostile + "\" TEXT);" + "INSERT INTO \"" +
                     hostile + "\" VALUES (1, 'v " + hostile + "');" + "CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, city TEXT);" +
                     "INSERT INTO shops(city) VALUES ('Oslo'), ('" + hostile + "')";
    make_database(file("h.sqlite"), sql.c_str());
  }
  [[nodiscard]] std::string db() const { return " --db " + quoted(file("h.sqlite")) + " "; }
  [[nodiscard]] std::string by_model() const { return llm() + "--pipeline few-shot-corrected "; }
  [[nodiscard]] std::string llm() const { return " --llm " + server.url() + "/v1 --model tiny "; }
};

std::string command(std::string const& words) { return quoted(T2S_CLI) + " " + words; }

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_terminal)

BOOST_AUTO_TEST_CASE(differences_are_of_words) {
  using pieces = std::vector<text_piece>;
  BOOST_TEST((cli::word_difference("SELECT a FROM t", "SELECT b FROM t") ==
              pieces{{side::both, "SELECT "}, {side::first, "a"}, {side::second, "b"}, {side::both, " FROM t"}}));
  BOOST_TEST(plain_difference("SELECT count(*) FROM shop", "SELECT count(*) FROM shops") == "SELECT count(*) FROM [-shop-]{+shops+}");
  BOOST_TEST(plain_difference("SELECT a FROM t WHERE x = 'old town'", "SELECT a FROM t WHERE x = 'new town' LIMIT 1") ==
             "SELECT a FROM t WHERE x = [-'old town'-]{+'new town' LIMIT 1+}");
  BOOST_TEST(plain_difference("SELECT a, b FROM t", "SELECT a FROM t") == "SELECT a[-, b-] FROM t");
  BOOST_TEST(plain_difference("SELECT a", "SELECT a") == "SELECT a");
  BOOST_TEST(plain_difference("", "SELECT a") == "SELECT a");  // nothing of it is left, so a difference would not help
  BOOST_TEST(plain_difference("SELECT x FROM y WHERE z = 1", "WITH q AS (VALUES (2)) TABLE q") == "WITH q AS (VALUES (2)) TABLE q");
}

BOOST_AUTO_TEST_CASE(a_difference_holds_both_texts) {
  std::string const from = "SELECT a.b, 'it''s', c FROM t JOIN u ON t.id = u.id WHERE a > 10 ORDER BY c DESC";
  std::string const to = "SELECT a.b, c FROM u JOIN t USING (id) WHERE a >= 10 AND c LIKE 'it''s %' ORDER BY c";
  std::string first, second;
  for (auto const& p : cli::word_difference(from, to)) {
    if (p.of != side::second) first += p.text;
    if (p.of != side::first) second += p.text;
  }
  BOOST_TEST(first == from);
  BOOST_TEST(second == to);
}

BOOST_AUTO_TEST_CASE(long_texts_are_compared_in_bounded_time) {
  std::string from, to;
  for (int i = 0; i < 20'000; ++i) from += " a" + std::to_string(i), to += " b" + std::to_string(i);
  auto const begin = std::chrono::steady_clock::now();
  static_cast<void>(cli::word_difference(from, to));
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(5)));
}

BOOST_AUTO_TEST_CASE(json_escapes_what_steers_and_reads_back) {
  auto const line = cli::json_line(json::object{{hostile, hostile}});
  BOOST_TEST(steering_in(line) == "");
  BOOST_TEST((json::parse(line) == json::object{{hostile, hostile}}));
}

BOOST_FIXTURE_TEST_CASE(rounds_are_shown_as_differences_on_a_terminal, place) {
  auto const coloured = on_terminal(command(ask() + by_model()));
  BOOST_TEST(coloured.status == 0);
  BOOST_TEST(contains(coloured.text, "SELECT count(*) FROM \x1B[31;9m[-harbours WHERE crane = 2-]\x1B[0m\x1B[32m{+shops+}\x1B[0m\n"),
             coloured.text);
  BOOST_TEST(contains(coloured.text, "\n\x1B[1mRevision 1\x1B[0m\n"), coloured.text);
  BOOST_TEST(contains(coloured.text, "\nSELECT count(*) FROM shops\n"), coloured.text);  // the answer can be copied
  for (auto const& [kind, no_color] : {std::pair("xterm", "1"), std::pair("dumb", ""), std::pair("", "")}) {
    auto const plain = on_terminal(command(ask() + by_model()), kind, no_color);
    BOOST_TEST(contains(plain.text, "SELECT count(*) FROM [-harbours WHERE crane = 2-]{+shops+}\n"), plain.text);
    BOOST_TEST(!contains(plain.text, "\x1B["), plain.text);
  }
  auto const never = on_terminal(command(ask() + by_model() + " --colour never"));
  BOOST_TEST(contains(never.text, "[-harbours WHERE crane = 2-]{+shops+}"), never.text);
  BOOST_TEST(!contains(never.text, "m{+"), never.text);
}

BOOST_FIXTURE_TEST_CASE(elsewhere_nothing_is_marked, place) {
  auto const piped = cli_test::t2s(ask() + by_model());
  BOOST_TEST(contains(piped.out, "Revision 1\n  SELECT count(*) FROM shops\n"), piped.out);
  BOOST_TEST(!contains(piped.out, "\x1B"));
  BOOST_TEST(piped.err == "");
  auto const wanted = cli_test::t2s(ask() + by_model() + " --color always");
  BOOST_TEST(contains(wanted.out, "\x1B[32m{+shops+}\x1B[0m"), wanted.out);
  auto const wrong = cli_test::t2s(ask() + by_model() + " --colour sometimes");
  BOOST_TEST(wrong.status == 2);
  BOOST_TEST(contains(wrong.err, "--colour needs auto, always or never"), wrong.err);
  BOOST_TEST(cli_test::t2s(ask() + by_model() + " --colour never --color never").status == 2);
}

BOOST_AUTO_TEST_CASE(a_line_says_what_goes_on_and_is_erased) {
  struct slow_place : place {
    slow_place()
        : slow([](seen_request const& asked) {
            auto script = answers(asked);
            script.insert(script.begin(), t2s::tests::wait_for(std::chrono::milliseconds(1500)));
            return script;
          }) {}
    http_server slow;
  } const at;
  auto const words = at.ask() + "--llm " + at.slow.url() + "/v1 --model tiny --pipeline few-shot-corrected ";
  auto const r = on_terminal(command(words));
  BOOST_TEST(contains(r.text, "\rdraft, call 1, 1 s\x1B[K"), r.text);
  BOOST_TEST(contains(r.text, ", call 2, 2 s\x1B[K"), r.text);
  auto const erased = r.text.rfind("\r\x1B[K");
  BOOST_REQUIRE(erased != r.text.npos);
  BOOST_TEST(r.text.find("Draft") > erased);  // before anything else is printed

  auto const to_file = on_terminal(command(words) + " 2>" + quoted(at.file("errors")));
  BOOST_TEST(!contains(to_file.text, "call 1"), to_file.text);
  BOOST_TEST(fs::file_size(at.file("errors")) == 0u);
  BOOST_TEST(!contains(on_terminal(command(words), "dumb").text, "call 1"));
}

BOOST_FIXTURE_TEST_CASE(a_signal_erases_the_line, place) {
  http_server const slow([](seen_request const& asked) {
    auto script = answers(asked);
    script.insert(script.begin(), t2s::tests::wait_for(std::chrono::seconds(8)));
    return script;
  });
  auto const words = ask() + "--llm " + slow.url() + "/v1 --model tiny --pipeline few-shot-corrected ";
  auto const ended = on_terminal(command(words) + " & ask=$!; sleep 3; kill $ask; wait $ask");
  BOOST_TEST(ended.status == 128 + SIGTERM);
  BOOST_TEST(contains(ended.text, "\rdraft, call 1"), ended.text);
  auto const gone = ended.text.find("\r\x1B[K");
  BOOST_REQUIRE(gone != ended.text.npos);
  BOOST_TEST(ended.text.find("draft", gone) == ended.text.npos, ended.text);  // the shell may say "Terminated"
}

BOOST_FIXTURE_TEST_CASE(nothing_of_a_database_steers_the_terminal, hostile_place) {
  auto const h = quoted(hostile);
  for (auto const& words : {
           "ask" + db() + "'Show all columns of shops'",
           "ask --csv" + db() + "'Show all columns of shops'",
           "ask --json" + db() + "'Show all columns of shops'",
           "ask" + db() + h,
           "ask" + db() + by_model() + "'How many shops are there?'",
           "ask --json" + db() + by_model() + "'How many shops are there?'",
           "ask --show-prompts" + db() + by_model() + "'How many shops are there?'",
           "ask --pipeline dac" + db() + llm() + "'How many shops are there?'",
           "chat" + llm() + h,
           "link" + db() + h,
           "link --json" + db() + h,
           "index" + db(),
           "skeleton" + db() + h,
           "explain" + db() + quoted("SELECT '" + hostile + "', \"" + hostile + "\" FROM shops -- " + hostile),
           "lint" + db() + quoted("SELECT \"" + hostile + "\" FROM shops WHERE city = '" + hostile + "'"),
           "repair" + db() + quoted("SELECT \"" + hostile + "\" FROM shop WHERE city = '" + hostile + "'"),
           "repair --json" + db() + quoted("SELECT \"" + hostile + "\" FROM shop"),
           "transpile --from sqlite --to postgres " + quoted("SELECT '" + hostile + "'"),
           "ask --db " + h + " 'How many?'",
           "ask" + db() + "--demonstrations " + h + " 'How many?'",
           "ask --" + h,
           h,
           "ask" + db() + "--llm " + quoted("http://" + hostile) + " --model m 'How many?'",
           "predict --data " + h + " --out /tmp/x",
           "evaluate --data " + h + " --predictions " + h,
           "doctor" + db(),
       }) {
    auto const r = on_terminal(command(words));
    BOOST_TEST(!r.text.empty(), words);
    BOOST_TEST(steering_in(r.text) == "", words << "\n" << cli::printable_lines(r.text));
  }
}

BOOST_AUTO_TEST_SUITE_END()
