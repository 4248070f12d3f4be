// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_LLM_SUPPORT_HPP
#define T2S_TESTS_LLM_SUPPORT_HPP

#include "support/folder.hpp"
#include "t2s/core/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <string>
#include <utility>

namespace t2s::tests {

using test::write_file;

/// A folder that goes away with the test.
struct scratch : test::folder {
  scratch() : folder("llm") {}
  [[nodiscard]] std::string operator()(std::string const& name) const { return (path() / name).string(); }
};

inline std::string content_of(std::string const& path) { return test::read_file(path); }

/// The error that `f` throws.
template <class F>
failure thrown_by(F f) {
  try {
    f();
  } catch (error const& e) {
    return e.details();
  }
  return {};
}

/// The result of an awaitable, run to its end.
template <class Awaitable>
auto wait_for(Awaitable a) {
  boost::asio::io_context io;
  auto future = boost::asio::co_spawn(io, std::move(a), boost::asio::use_future);
  io.run();
  return future.get();
}

}  // namespace t2s::tests

#endif
