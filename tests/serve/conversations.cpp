// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/detail/conversations.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "serve/unreliable_store.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/operations/detail/ask.hpp"

namespace {

namespace serve = t2s::serve;

/// A database of two tables, and one of the same name whose user sees only one of them.
struct orchard {
  t2s::test::folder in{"orchard"};
  std::string whole =
      t2s::test::make_database(in / "whole.sqlite", "CREATE TABLE tree (kind TEXT, age INTEGER); CREATE TABLE wage (euros INTEGER);");
  std::string part = t2s::test::make_database(in / "part.sqlite", "CREATE TABLE tree (kind TEXT, age INTEGER);");

  static std::shared_ptr<serve::served_database> served(std::string const& file, std::string const& name = "orchard") {
    return std::make_shared<serve::served_database>(name, [file] { return t2s::db::any_connection(t2s::db::sqlite_connection(file)); });
  }
};

std::shared_ptr<serve::conversations> kept_in(std::string const& file = {}, serve::conversation_limits limits = {}) {
  return std::make_shared<serve::conversations>(serve::open_conversation_file(file), limits);
}

std::vector<std::string> titles(serve::conversations& kept, std::string const& owner) {
  std::vector<std::string> all;
  for (auto const& one : kept.list(owner)) all.push_back(one.title);
  return all;
}

using texts = std::vector<std::string>;

t2s::errc code_of(std::function<void()> const& work) {
  try {
    work();
  } catch (t2s::error const& e) {
    return e.details().code;
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(conversations_of_users)

BOOST_AUTO_TEST_CASE(a_conversation_has_its_turns_in_order) {
  orchard const o;
  auto const database = orchard::served(o.whole);
  auto const kept = kept_in();
  auto const one = kept->begin("ada", "orchard", "How many trees are there?");
  BOOST_TEST(one.title == "How many trees are there?");
  BOOST_TEST(one.id.size() == 32U);
  BOOST_TEST(kept->add("ada", one.id, {"How many trees are there?", "SELECT count(*) FROM tree"}));
  BOOST_TEST(kept->add("ada", one.id, {"And who sings?", ""}));
  auto const turns = kept->turns("ada", one.id, *database);
  BOOST_REQUIRE(turns.size() == 2U);
  BOOST_TEST(turns[0].sql == "SELECT count(*) FROM tree");
  BOOST_TEST(turns[1].question == "And who sings?");
  BOOST_TEST(turns[1].sql == "");
  BOOST_TEST(kept->find("ada", one.id)->turns == 2U);
}

BOOST_AUTO_TEST_CASE(nobody_reaches_those_of_others) {
  orchard const o;
  auto const database = orchard::served(o.whole);
  auto const kept = kept_in();
  auto const id = kept->begin("ada", "orchard", "How old is the oldest tree?").id;
  BOOST_TEST(kept->add("ada", id, {"How old is the oldest tree?", "SELECT max(age) FROM tree"}));
  for (std::string const other : {"bob", "", "ada ", "ADA"}) {
    BOOST_TEST(!kept->find(other, id));
    BOOST_TEST(kept->turns(other, id, *database).empty());
    BOOST_TEST(!kept->add(other, id, {"mine now", "SELECT 1"}));
    BOOST_TEST(!kept->rename(other, id, "mine now"));
    BOOST_TEST(!kept->remove(other, id));
    BOOST_TEST(kept->list(other).empty());
  }
  BOOST_TEST(kept->turns("ada", id, *database).size() == 1U);
}

BOOST_AUTO_TEST_CASE(sql_of_what_a_user_sees_no_more_is_neither_shown_nor_used) {
  orchard const o;
  auto const before = orchard::served(o.whole), now = orchard::served(o.part), other = orchard::served(o.whole, "other");
  auto const kept = kept_in();
  auto const id = kept->begin("ada", "orchard", "What is the highest wage?").id;
  BOOST_TEST(kept->add("ada", id, {"What is the highest wage?", "SELECT max(euros) FROM wage"}));
  BOOST_TEST(kept->add("ada", id, {"How many trees are there?", "SELECT count(*) FROM tree"}));
  BOOST_TEST(kept->last_turns("ada", id, *before)[0].sql == "SELECT max(euros) FROM wage");
  auto const seen = kept->last_turns("ada", id, *now);
  BOOST_TEST(seen[0].question == "What is the highest wage?");
  BOOST_TEST(seen[0].sql == "");
  BOOST_TEST(seen[1].sql == "SELECT count(*) FROM tree");
  BOOST_TEST(kept->turns("ada", id, *other).empty());  // it is not about that database
}

BOOST_AUTO_TEST_CASE(the_latest_changed_come_first_and_titles_are_given) {
  auto const kept = kept_in();
  auto const first = kept->begin("ada", "orchard", "one").id, second = kept->begin("ada", "orchard", "two").id;
  BOOST_TEST(titles(*kept, "ada") == (texts{"two", "one"}), boost::test_tools::per_element());
  BOOST_TEST(kept->add("ada", first, {"and more?", ""}));
  BOOST_TEST(titles(*kept, "ada") == (texts{"one", "two"}), boost::test_tools::per_element());
  BOOST_TEST(kept->rename("ada", second, "  Trees\nof the orchard ")->title == "Trees of the orchard");
  BOOST_TEST(titles(*kept, "ada") == (texts{"one", "Trees of the orchard"}), boost::test_tools::per_element());
  BOOST_TEST((code_of([&] { kept->rename("ada", second, " \n\t"); }) == t2s::errc::invalid_argument));
  BOOST_TEST(kept->remove("ada", first)->title == "one");
  BOOST_TEST(!kept->find("ada", first));
  BOOST_TEST(!kept->add("ada", first, {"too late", ""}));
  BOOST_TEST(titles(*kept, "ada") == (texts{"Trees of the orchard"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(hostile_titles_stay_texts_of_one_line) {
  auto const kept = kept_in();
  auto const title = [&](std::string const& question) { return kept->begin("ada", "orchard", question).title; };
  BOOST_TEST(title("<script>alert(1)</script>") == "<script>alert(1)</script>");  // whoever shows it escapes it
  BOOST_TEST(title("x'); DROP TABLE t2s_turns; --") == "x'); DROP TABLE t2s_turns; --");
  BOOST_TEST(title("a\r\n\r\nSet-Cookie: b").find_first_of("\r\n") == std::string::npos);
  BOOST_TEST(title("\xe2\x80\xaegnp.exe").find("\xe2\x80\xae") == std::string::npos);  // would be read from right to left
  BOOST_TEST(title(std::string("a\0b", 3)).find('\0') == std::string::npos);
  BOOST_TEST(title("\xff\xfe") == "\xef\xbf\xbd\xef\xbf\xbd");
  auto const cut = title(std::string(9'999, 'y'));
  BOOST_TEST(cut.size() <= 203U);
  BOOST_TEST(cut.ends_with("..."));
  BOOST_TEST(kept->list("ada").size() == 7U);
}

BOOST_AUTO_TEST_CASE(the_longest_unused_of_a_user_is_forgotten_first) {
  serve::conversation_limits few;
  few.of_user = 2;
  auto const kept = kept_in({}, few);
  auto const one = kept->begin("ada", "orchard", "one").id;
  kept->begin("ada", "orchard", "two");
  kept->begin("bob", "orchard", "his");
  BOOST_TEST(kept->add("ada", one, {"more", ""}));
  kept->begin("ada", "orchard", "three");
  BOOST_TEST(titles(*kept, "ada") == (texts{"three", "one"}), boost::test_tools::per_element());
  BOOST_TEST(titles(*kept, "bob") == (texts{"his"}), boost::test_tools::per_element());

  serve::conversation_limits small;
  small.bytes = 100;
  auto const little = kept_in({}, small);
  auto const a = little->begin("ada", "orchard", "a").id, b = little->begin("ada", "orchard", "b").id;
  BOOST_TEST(little->add("ada", a, {std::string(60, 'q'), ""}));
  BOOST_TEST(little->add("ada", b, {std::string(60, 'q'), ""}));
  BOOST_TEST(titles(*little, "ada") == (texts{"b"}), boost::test_tools::per_element());
  BOOST_TEST(little->add("ada", b, {std::string(60, 'q'), ""}));  // the one in use stays
  BOOST_TEST(titles(*little, "ada") == (texts{"b"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_full_conversation_takes_no_more_and_a_run_knows_the_last_turns) {
  orchard const o;
  auto const database = orchard::served(o.whole);
  serve::conversation_limits few;
  few.turns = 3;
  few.asked = 2;
  few.text_bytes = 40;
  auto const kept = kept_in({}, few);
  auto const id = kept->begin("ada", "orchard", "1").id;
  for (std::string const question : {"1", "2", "3"}) BOOST_TEST(kept->add("ada", id, {question, "SELECT age FROM tree"}));
  BOOST_TEST(!kept->takes_more(*kept->find("ada", id)));
  BOOST_TEST(!kept->add("ada", id, {"4", ""}));
  auto const last = kept->last_turns("ada", id, *database);
  BOOST_REQUIRE(last.size() == 2U);
  BOOST_TEST(last[0].question == "2");
  BOOST_TEST(last[1].question == "3");
  auto const other = kept->begin("ada", "orchard", "long").id;
  BOOST_TEST(kept->add("ada", other, {"long", "SELECT age FROM tree WHERE kind = '" + std::string(50, 'x') + "'"}));
  BOOST_TEST(kept->turns("ada", other, *database)[0].sql == "");  // too long to be kept; never a part of it
}

BOOST_AUTO_TEST_CASE(a_file_keeps_them_and_only_its_owner_reads_it) {
  orchard const o;
  auto const database = orchard::served(o.whole);
  auto const file = (o.in / "talks.sqlite").string();
  std::string id;
  {
    auto const kept = kept_in(file);
    id = kept->begin("ada", "orchard", "How many trees?").id;
    BOOST_TEST(kept->add("ada", id, {"How many trees?", "SELECT count(*) FROM tree"}));
  }
  struct stat about{};
  BOOST_REQUIRE(::stat(file.c_str(), &about) == 0);
  BOOST_TEST((about.st_mode & 0777U) == 0600U);
  auto const again = kept_in(file), beside = kept_in(file);  // another process may have it open, too
  BOOST_TEST(again->turns("ada", id, *database)[0].sql == "SELECT count(*) FROM tree");
  BOOST_TEST(beside->add("ada", id, {"And how old?", ""}));
  BOOST_TEST(again->turns("ada", id, *database).size() == 2U);
}

BOOST_AUTO_TEST_CASE(what_was_answered_survives_a_crash) {
  orchard const o;
  auto const database = orchard::served(o.whole);
  auto const file = (o.in / "talks.sqlite").string();
  auto const id = kept_in(file)->begin("ada", "orchard", "How many trees?").id;
  pid_t const child = ::fork();
  if (child == 0) {
    auto const database_of_child = serve::open_conversation_file(file).release();  // nothing is closed or rolled back
    serve::conversations kept{std::unique_ptr<serve::conversation_database>(database_of_child)};
    kept.add("ada", id, {"How many trees?", "SELECT count(*) FROM tree"});
    database_of_child->begin();
    database_of_child->run("DELETE FROM t2s_turns", {});  // never committed
    ::_exit(0);
  }
  int status = -1;
  BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
  BOOST_TEST(status == 0);
  BOOST_TEST(kept_in(file)->turns("ada", id, *database).size() == 1U);
}

BOOST_AUTO_TEST_CASE(other_files_are_refused_and_left_as_they_are) {
  orchard const o;
  BOOST_TEST((code_of([&] { static_cast<void>(kept_in(o.whole)); }) == t2s::errc::malformed_data));
  auto const text = (o.in / "letter.txt").string();
  std::ofstream(text) << std::string(2'000, 'a');
  BOOST_TEST((code_of([&] { static_cast<void>(kept_in(text)); }) == t2s::errc::not_a_database));
  BOOST_TEST((code_of([&] { static_cast<void>(kept_in((o.in / "no" / "folder").string())); }) == t2s::errc::file_unwritable));
}

BOOST_AUTO_TEST_CASE(turns_of_many_threads_are_all_kept) {
  orchard const o;
  auto const database = orchard::served(o.whole);
  auto const file = (o.in / "talks.sqlite").string();
  auto const kept = kept_in(file), beside = kept_in(file);
  auto const id = kept->begin("ada", "orchard", "many").id;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < 10; ++i)
          static_cast<void>((t % 2 == 0 ? kept : beside)->add("ada", id, {std::to_string(t) + "." + std::to_string(i), ""}));
      });
  }
  std::set<std::string> seen;
  for (auto const& t : kept->turns("ada", id, *database)) seen.insert(t.question);
  BOOST_TEST(seen.size() == 40U);
}

BOOST_AUTO_TEST_CASE(assistants_ask_in_conversations_list_and_delete_them) {
  orchard const o;
  auto const database = orchard::served(o.whole);
  auto const kept = kept_in();
  std::vector<t2s::turn> known;
  serve::served_system const answering{"any", "", false, [&](auto&, std::string const&, serve::run_watch& watch) {
                                         known = watch.order().turns;
                                         t2s::answer a;
                                         a.revisions.emplace_back(t2s::candidate("SELECT count(*) FROM tree"));
                                         return a;
                                       }};
  auto const ask = serve::ask_operation(answering, {}, {kept, "ada"});
  auto const done = [&](boost::json::object arguments) { return ask.run(*database, arguments, {}); };
  auto const first = done({{"question", "How many trees are there?"}, {"conversation", "new"}});
  auto const id = std::string(first.data.at("conversation").as_string());
  BOOST_TEST(known.empty());
  BOOST_TEST(first.text.find(id) != std::string::npos);
  auto const second = done({{"question", "And in spring?"}, {"conversation", id}});
  BOOST_TEST(second.data.at("conversation") == boost::json::value(id));
  BOOST_REQUIRE(known.size() == 1U);
  BOOST_TEST(known[0].question == "How many trees are there?");
  BOOST_TEST(known[0].sql == "SELECT count(*) FROM tree");
  BOOST_TEST(!done({{"question", "How many trees are there?"}}).data.contains("conversation"));
  BOOST_TEST(kept->list("ada").size() == 1U);
  BOOST_TEST(done({{"question", "Who?"}, {"conversation", "nowhere"}}).failed);

  auto const list = serve::list_conversations_operation({kept, "ada"}), remove = serve::delete_conversation_operation({kept, "ada"});
  auto const of_other = serve::delete_conversation_operation({kept, "bob"});
  BOOST_TEST(list.run(*database, {}, {}).data.at("conversations").at(0).at("id") == boost::json::value(id));
  BOOST_TEST(of_other.run(*database, {{"conversation", id}}, {}).failed);
  BOOST_TEST(!remove.run(*database, {{"conversation", id}}, {}).failed);
  BOOST_TEST(list.run(*database, {}, {}).data.at("conversations").as_array().empty());
}

BOOST_AUTO_TEST_CASE(a_clock_that_was_set_back_does_not_forget_the_one_in_use) {
  orchard const o;
  auto const file = (o.in / "talks.sqlite").string();
  serve::conversation_limits one;
  one.of_user = 1;
  auto const before = kept_in(file, one)->begin("ada", "orchard", "before").id;
  auto const raw = serve::open_conversation_file(file);
  raw->begin();
  raw->run("UPDATE t2s_conversations SET changed = $1, begun = $1", {"9999999999999"});
  raw->commit();
  auto const kept = kept_in(file, one);
  auto const now = kept->begin("ada", "orchard", "now").id;
  BOOST_TEST(kept->find("ada", now).has_value());
  BOOST_TEST(!kept->find("ada", before));
}

BOOST_AUTO_TEST_CASE(one_without_turns_can_be_removed_as_such) {
  auto const kept = kept_in();
  auto const empty = kept->begin("ada", "orchard", "empty").id, used = kept->begin("ada", "orchard", "used").id;
  BOOST_TEST(kept->add("ada", used, {"used", ""}));
  BOOST_TEST(!kept->remove_if_empty("bob", empty));
  BOOST_TEST(kept->remove_if_empty("ada", empty));
  BOOST_TEST(!kept->remove_if_empty("ada", empty));
  BOOST_TEST(!kept->remove_if_empty("ada", used));
  BOOST_TEST(titles(*kept, "ada") == (texts{"used"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(only_who_runs_the_server_reads_what_a_failing_database_says) {
  auto const fails = std::make_shared<bool>(true);
  serve::conversations kept(std::make_unique<t2s::tests::unreliable_store>(fails));
  t2s::tests::told const told;
  try {
    static_cast<void>(kept.list("ada"));
    BOOST_TEST(false);
  } catch (t2s::error const& e) {
    BOOST_TEST((e.code() == t2s::errc::database_lost));
    BOOST_TEST(std::string(e.what()).find("db.example.org") == std::string::npos);
    BOOST_TEST(std::string(e.what()).find("ask without \"conversation\"") != std::string::npos);
  }
  BOOST_TEST(told.text().find("db.example.org") != std::string::npos);
  BOOST_TEST(told.text().find("s3cret") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(assistants_get_an_answer_whose_turn_cannot_be_kept) {
  orchard const o;
  auto const database = orchard::served(o.whole);
  auto const fails = std::make_shared<bool>(false);
  auto const kept = std::make_shared<serve::conversations>(std::make_unique<t2s::tests::unreliable_store>(fails));
  std::function<void()> meanwhile = [] {};
  serve::served_system const answering{"any", "", false, [&](auto&, auto const&, auto&) {
                                         meanwhile();
                                         t2s::answer a;
                                         a.revisions.emplace_back(t2s::candidate("SELECT count(*) FROM tree"));
                                         return a;
                                       }};
  auto const ask = serve::ask_operation(answering, {}, {kept, "ada"});
  auto const answer_to = [&](std::string const& id) {
    return ask.run(*database, {{"question", "How many trees are there?"}, {"conversation", id}}, {});
  };
  auto const is_not_kept = [](serve::outcome const& given) {
    BOOST_TEST(given.data.at("sql") == "SELECT count(*) FROM tree");
    BOOST_TEST(!given.data.contains("conversation"));
    BOOST_TEST(given.text.find("This turn was not kept.") != std::string::npos);
  };
  t2s::tests::told const told;
  auto const id = kept->begin("ada", "orchard", "How many?").id;
  meanwhile = [&] { *fails = true; };
  is_not_kept(answer_to(id));
  is_not_kept(answer_to("new"));
  *fails = false;
  meanwhile = [&] { kept->remove("ada", id); };
  is_not_kept(answer_to(id));
}

BOOST_AUTO_TEST_CASE(without_a_store_the_argument_is_not_offered) {
  serve::served_system const any{"any", "", false, [](auto&, auto const&, auto&) { return t2s::answer(); }};
  auto const ask = serve::ask_operation(any);
  BOOST_TEST(serve::refused_arguments(ask.input, {{"question", "Who?"}, {"conversation", "new"}}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
