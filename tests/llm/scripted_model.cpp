// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/scripted_model.hpp"
#include "support.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>

using namespace t2s;
using namespace t2s::llm;
using namespace t2s::tests;
namespace asio = boost::asio;
using std::chrono::milliseconds;

BOOST_AUTO_TEST_SUITE(scripted_models)

BOOST_AUTO_TEST_CASE(a_list_is_followed_in_order) {
  scripted_model model{"a", "b"};
  BOOST_TEST(model.complete(request("12345678")).text == "a");
  BOOST_TEST(model.asked()[0].messages[0].text == "12345678");
  BOOST_TEST(model.complete(request("12345678")).prompt_tokens == 2u);
  auto const f = thrown_by([&] { (void)model.complete(request("q")); });
  BOOST_TEST((f.code == errc::model_failed));
  BOOST_TEST(f.text().find("call 3") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(rules_go_before_the_list) {
  completion whole;
  whole.text = "W";
  whole.prompt_tokens = 99;
  scripted_model model{"listed"};
  model.on("judge", {"No", "Yes"}).on([](request const& r) { return r.choices > 1; }, {errc::rate_limited, whole}).on("judge", {"never"});
  BOOST_TEST(model.complete(request("judge this")).text == "No");
  BOOST_TEST(model.complete(request("draft")).text == "listed");
  BOOST_TEST(model.complete(request("judge that")).text == "Yes");
  BOOST_TEST(model.complete(request("judge more")).text == "Yes");
  auto several = request("draft");
  several.choices = 3;
  BOOST_TEST((thrown_by([&] { (void)model.complete(several); }).code == errc::rate_limited));
  BOOST_TEST(model.complete(several).prompt_tokens == 99u);
  BOOST_TEST(model.calls(0) == 3u);
  BOOST_TEST(model.calls(1) == 2u);
  BOOST_TEST(model.calls(2) == 0u);
}

BOOST_AUTO_TEST_CASE(the_awaitable_one_waits) {
  scripted_model script;
  script.on("slow", {scripted_reply("S").after(milliseconds(30))}).on("bad", {scripted_reply(errc::server_failed).after(milliseconds(1))});
  scripted_async_model model(script);
  auto const begin = std::chrono::steady_clock::now();
  BOOST_TEST(wait_for(model.complete(request("slow"))).text == "S");
  BOOST_TEST((std::chrono::steady_clock::now() - begin >= milliseconds(30)));
  BOOST_TEST((thrown_by([&] { (void)wait_for(model.complete(request("bad"))); }).code == errc::server_failed));
  BOOST_TEST(model.script().calls(0) == 1u);
}

BOOST_AUTO_TEST_CASE(the_awaitable_one_can_be_cancelled) {
  scripted_async_model model(scripted_model{"S"}, std::chrono::hours(1));
  asio::io_context io;
  asio::cancellation_signal signal;
  std::exception_ptr thrown;
  asio::co_spawn(io, model.complete(request("q")),
                 asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr e, completion const&) { thrown = e; }));
  io.poll();
  signal.emit(asio::cancellation_type::terminal);
  io.run();
  BOOST_TEST_REQUIRE(bool(thrown));
  BOOST_TEST((thrown_by([&] { std::rethrow_exception(thrown); }).code == errc::cancelled));
}

BOOST_AUTO_TEST_SUITE_END()
