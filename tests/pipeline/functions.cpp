// SPDX-License-Identifier: BSL-1.0
// Policies from functions.
#include "stages.hpp"
#include "t2s/core/awaitable.hpp"
#include "t2s/pipeline/policy_by.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::tests;

namespace {

auto const one = generate_by([](auto&, question const&, samples const&) { return candidate("SELECT 1"); });

/// A user's own fact that the answer keeps.
struct measured {
  std::size_t bytes = 0;
};

struct later_model {
  awaitable<llm::completion> complete(llm::request asked) {
    llm::completion reply;
    reply.text = "said again: " + asked.messages.back().text;
    co_return reply;
  }
};

}  // namespace

template <>
inline constexpr bool t2s::is_recorded<measured> = true;

BOOST_AUTO_TEST_SUITE(policies_from_functions)

BOOST_AUTO_TEST_CASE(a_pipeline_is_made_of_functions) {
  std::string const wanted = "SELECT 3";  // a lambda may hold what it needs
  pipeline const p{rewrite_by([](auto&, std::string const& text) { return question(text, text + "!"); }),
                   sample_by([](auto&, question const& asked) {
                     samples shown;
                     shown.knowledge.push_back("about: " + asked.clear);
                     return shown;
                   }),
                   generate_by([](auto&, question const&, samples const& shown) { return candidate("SELECT 1", shown.knowledge.at(0)); },
                               [](auto&, question const&, samples const&, auto const& past) {
                                 return candidate("SELECT " + std::to_string(past.size() + 1), past.latest().remarks.at(0).text);
                               }),
                   review_by([&wanted](auto&, question const&, auto& past) -> std::optional<remark> {
                     if (past.sql() == wanted) return {};
                     return remark("wanted", past.sql() + " is not wanted");
                   }),
                   terminate::nothing_left{}};
  llm::no_model model;
  scripted_database db;
  auto const a = p.run(context(model, db), "how many");
  BOOST_REQUIRE_EQUAL(a.revisions.size(), 3u);
  BOOST_TEST(a.revisions[0].tried.why == "about: how many!");
  BOOST_TEST(a.revisions[2].tried.why == "SELECT 2 is not wanted");
  BOOST_TEST(a.revisions[1].remarks.at(0).stage == "wanted");
  BOOST_TEST(a.sql() == "SELECT 3");
  BOOST_TEST(a.stopped == "nothing left to say");
}

BOOST_AUTO_TEST_CASE(the_answer_holds_the_rewritten_question_and_what_was_shown) {
  pipeline const p{rewrite_by([](auto&, std::string const& text) { return question(text, "clearer"); }),
                   sample_by([](auto&, question const&) {
                     samples shown;
                     shown.knowledge.push_back("a week has 7 days");
                     return shown;
                   }),
                   one, none{}, terminate::nothing_left{}};
  llm::no_model model;
  scripted_database db;
  auto const a = p.run(context(model, db), "as asked");
  BOOST_TEST(a.asked.original == "as asked");
  BOOST_TEST(a.asked.clear == "clearer");
  BOOST_REQUIRE_EQUAL(a.shown.knowledge.size(), 1u);
  BOOST_TEST(a.shown.knowledge[0] == "a week has 7 days");
}

BOOST_AUTO_TEST_CASE(a_generator_of_one_function_proposes_once) {
  pipeline const p{none{}, none{}, one,
                   review_by([](auto&, question const&, auto&) -> std::optional<remark> { return remark("critic", "no"); }),
                   terminate::nothing_left{}};
  llm::no_model model;
  scripted_database db;
  auto const a = p.run(context(model, db), "q");
  BOOST_TEST(a.revisions.size() == 1u);
  BOOST_TEST(a.stopped == "no revision");
}

struct counted {
  std::size_t rows = 0;
};

BOOST_AUTO_TEST_CASE(functions_exchange_facts) {
  auto const counter = review_by<facts<counted>>([](auto&, question const&, auto& past) -> std::optional<remark> {
    past.note(counted{past.size() * 10});
    return remark("counter", "more");
  });
  auto const enough = stop_by<facts<counted>>([](auto const& past) -> std::optional<stop> {
    auto const* c = past.template known<counted>();
    if (!c || c->rows < 30) return {};
    return stop{"with as many as " + std::to_string(c->rows) + " rows counted"};
  });
  auto const again = generate_by([](auto&, question const&, samples const&) { return candidate("SELECT 1"); },
                                 [](auto&, question const&, samples const&, auto const&) { return candidate("SELECT 2"); });
  pipeline const p{none{}, none{}, again, counter, terminate::any_of{enough, terminate::revisions{}}};
  llm::no_model model;
  scripted_database db;
  auto const a = p.run(context(model, db), "q");
  BOOST_TEST(a.revisions.size() == 3u);
  BOOST_TEST(a.stopped == "with as many as 30 rows counted");  // too long for a string's internal buffer
}

BOOST_AUTO_TEST_CASE(facts_of_ones_own_are_recorded_if_they_say_so) {
  auto const both = review_by<facts<counted, measured>>([](auto&, question const&, auto& past) -> std::optional<remark> {
    past.note(counted{1});
    past.note(measured{past.sql().size()});
    return {};
  });
  pipeline const p{none{}, none{}, one, both, terminate::nothing_left{}};
  llm::no_model model;
  scripted_database db;
  auto const a = p.run(context(model, db), "q");
  BOOST_REQUIRE(a.revisions.at(0).known<measured>());
  BOOST_TEST(a.revisions[0].known<measured>()->bytes == 8u);
  BOOST_TEST(!a.revisions[0].known<counted>());
}

BOOST_AUTO_TEST_CASE(a_function_may_wait) {
  auto const rewriting = rewrite_by([](auto& ctx, std::string const& text) {
    return then(ctx.ask(llm::request(text)), [text](llm::completion reply) { return question(text, reply.text); });
  });
  pipeline const p{rewriting, none{}, one, none{}, terminate::nothing_left{}};
  later_model model;
  scripted_database db;
  boost::asio::io_context io;
  auto future = boost::asio::co_spawn(io, p.run(context(model, db), "q"), boost::asio::use_future);
  io.run();
  BOOST_TEST(future.get().asked.clear == "said again: q");
}

BOOST_AUTO_TEST_SUITE_END()
