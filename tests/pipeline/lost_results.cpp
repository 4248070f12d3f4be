// SPDX-License-Identifier: BSL-1.0
// A synchronous coroutine that ends without co_return throws an error with a message.
#include "stages.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::tests;

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wreturn-type"  // what is tested here
#endif

namespace {

bool says_so(error const& e) {
  return e.code() == errc::no_result && std::string_view(e.what()).find("without co_return") != std::string_view::npos &&
         std::string_view(e.what()).find("with co_return and its result") != std::string_view::npos;
}

struct forgetful_rewriter {
  template <class Context>
  auto rewrite(Context& ctx, std::string text) const -> task<Context, question> {
    auto asking = ctx.ask(llm::request(text));
    auto reply = co_await std::move(asking);
    if (reply.text == "known") co_return question(text);
  }
};

struct forgetful_critic {
  template <class Context, class Past>
  auto review(Context& ctx, question const&, Past& past) const -> task<Context, std::optional<remark>> {
    auto asking = ctx.ask(llm::request(past.sql()));
    auto reply = co_await std::move(asking);
    if (reply.text == "known") co_return std::optional<remark>();
  }
};

struct model_at_once {
  llm::completion complete(llm::request) {
    llm::completion reply;
    reply.text = "a text that is longer than what a string holds in itself";
    return reply;
  }
};

using forgetful_pipeline = pipeline<forgetful_rewriter, none, counting, none, terminate::nothing_left>;
using uncritical_pipeline = pipeline<none, none, counting, forgetful_critic, terminate::nothing_left>;

}  // namespace

BOOST_AUTO_TEST_SUITE(lost_results)

BOOST_AUTO_TEST_CASE(of_a_stage) {
  model_at_once model;
  scripted_database db;
  BOOST_CHECK_EXCEPTION((void)forgetful_pipeline().run(context(model, db), "q"), error, says_so);
  BOOST_CHECK_EXCEPTION((void)uncritical_pipeline().run(context(model, db), "q"), error, says_so);
}

BOOST_AUTO_TEST_CASE(an_argument_is_no_result) {
  auto const clearer = [](std::string text) -> immediate<std::string> {
    if (text.empty()) co_return "nothing";
  };
  BOOST_CHECK_EXCEPTION((void)clearer("the question itself").get(), error, says_so);
}

BOOST_AUTO_TEST_CASE(a_coroutine_is_taken_once) {
  auto const give = []() -> immediate<int> { co_return 1; };
  auto given = give();
  BOOST_TEST(std::move(given).get() == 1);
  BOOST_CHECK_EXCEPTION((void)std::move(given).get(), error, [](error const& e) { return e.code() == errc::no_result; });
}

BOOST_AUTO_TEST_SUITE_END()
