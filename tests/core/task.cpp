// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/detail/task.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <stdexcept>
#include <string>

using namespace t2s;
namespace asio = boost::asio;

static_assert(Yields<int, int> && Yields<immediate<int>, int> && Yields<awaitable<int>, int>);
static_assert(!Yields<awaitable<long>, int> && !Yields<long, int>);
static_assert(run_mode<int, int>::synchronous && !run_mode<awaitable<int>, int>::synchronous);
static_assert(!run_mode<int, awaitable<int>>::synchronous && !run_mode<awaitable<int>, awaitable<int>>::synchronous);

namespace {

immediate<std::string> twice(std::string s) { co_return s + s; }

immediate<std::size_t> nested(std::string s) {
  auto doubling = twice(std::move(s));
  auto doubled = co_await std::move(doubling);
  auto const more = co_await std::string("!");
  co_return doubled.size() + more.size();
}

immediate<int> failing() {
  auto guard = std::make_shared<int>(1);
  if (*guard == 1) throw std::runtime_error("as planned");
  co_return 0;
}

awaitable<std::string> posted(std::string s) {
  auto executor = co_await asio::this_coro::executor;
  co_await asio::post(executor, asio::use_awaitable);
  co_return s + "later";
}

template <class T>
T wait_for(awaitable<T> work) {
  asio::io_context io;
  auto future = asio::co_spawn(io, std::move(work), asio::use_future);
  io.run();
  return future.get();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tasks)

BOOST_AUTO_TEST_CASE(an_immediate_runs_in_get) {
  BOOST_TEST(twice("ab").get() == "abab");
  BOOST_TEST(nested("ab").get() == 5u);
  auto never_run = nested("ab");  // destroyed without having run
  (void)never_run;
}

BOOST_AUTO_TEST_CASE(an_exception_leaves_through_get) { BOOST_CHECK_THROW((void)failing().get(), std::runtime_error); }

BOOST_AUTO_TEST_CASE(then_continues_in_either_colour) {
  auto const length = [](std::string const& s) { return s.size(); };
  BOOST_TEST(then(std::string("abc"), length) == 3u);
  BOOST_TEST(then(twice("abc"), length) == 6u);
  BOOST_TEST(wait_for(then(posted("a"), length)) == 6u);
  BOOST_TEST(wait_for(then(posted("a"), [](std::string s) { return posted(s + "+"); })) == "alater+later");
}

BOOST_AUTO_TEST_CASE(a_value_is_lifted_into_the_colour_of_the_run) {
  BOOST_TEST(now::lift(3) == 3);
  BOOST_TEST(wait_for(later<asio::any_io_executor>::lift(3)) == 3);
  BOOST_TEST(wait_for(later<asio::any_io_executor>::lift(posted("x"))) == "xlater");
}

BOOST_AUTO_TEST_SUITE_END()
