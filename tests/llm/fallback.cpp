// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/several_models.hpp"

#include "http_support.hpp"
#include "t2s/llm/http_model.hpp"
#include "t2s/llm/scripted_model.hpp"

using namespace t2s;
using namespace t2s::tests;
using llm::completion;
using llm::first_available;
using llm::request;

namespace {

struct failing_model {
  errc code;
  int calls = 0;
  completion complete(request) {
    ++calls;
    throw error(code, "failed");
  }
};

struct later_model {
  std::string text;
  awaitable<completion> complete(request) {
    completion c;
    c.text = text;
    co_return c;
  }
};

errc code_of(first_available<failing_model, failing_model> const& m) {
  try {
    (void)m.complete(request("x"));
  } catch (error const& e) {
    return e.details().code;
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fallback)

BOOST_AUTO_TEST_CASE(the_first_answers_while_it_can) {
  llm::scripted_model first{"one"}, second{"two"};
  first_available model(first, second);
  static_assert(std::same_as<decltype(model.complete(request())), completion>);
  BOOST_TEST(model.complete(request("x")).text == "one");
  BOOST_TEST(second.asked().empty());
  BOOST_TEST(model.complete(request("y")).text == "two");  // the first script has ended
  BOOST_TEST(second.asked().at(0).messages.at(0).text == "y");
}

BOOST_AUTO_TEST_CASE(what_another_model_cannot_mend_is_thrown) {
  for (auto const code : {errc::cancelled, errc::request_rejected, errc::invalid_argument, errc::budget_calls}) {
    failing_model first{code}, second{errc::server_failed};
    BOOST_TEST(code_of(first_available(first, second)) == code);
    BOOST_TEST(second.calls == 0);
  }
  failing_model first{errc::rate_limited}, second{errc::server_failed};
  BOOST_TEST(code_of(first_available(first, second)) == errc::server_failed);
}

BOOST_AUTO_TEST_CASE(models_of_both_colours) {
  failing_model first{errc::model_unreachable};
  later_model second{"later"};
  llm::scripted_model third{"three"};
  first_available model(first, third, second);
  static_assert(std::same_as<decltype(model.complete(request())), awaitable<completion>>);
  asio::io_context io;
  BOOST_TEST(wait_for_it(io, model.complete(request("x"))).text == "three");
  BOOST_TEST(wait_for_it(io, model.complete(request("x"))).text == "later");
  BOOST_TEST(first.calls == 2);
}

BOOST_AUTO_TEST_CASE(over_http) {
  http_server down([](seen_request const&) { return replies(503, "{}"); });
  http_server up([](seen_request const&) { return replies(200, R"({"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]})"); });
  asio::io_context io;
  llm::http_model_options o;
  o.http.environment_proxy = false;
  o.retry.tries = 2;
  o.retry.first_wait = 1ms;
  llm::http_model first(io.get_executor(), down.url(), {}, o), second(io.get_executor(), up.url(), {}, o);
  first_available model(first, second);
  BOOST_TEST(wait_for_it(io, model.complete(request("x"))).text == "hi");
  BOOST_TEST(down.requests().size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
