// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_LLM_SUPPORT_HPP
#define T2S_TESTS_LLM_SUPPORT_HPP

#include "support/rest_of.hpp"
#include "t2s/core/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>

namespace t2s::tests {

/// A folder that is removed with the test.
class scratch {
 public:
  scratch() : folder_(std::filesystem::temp_directory_path() / ("t2s-llm-" + std::to_string(std::random_device()()))) {
    std::filesystem::create_directories(folder_);
  }
  ~scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;

  [[nodiscard]] std::string operator()(std::string const& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

inline std::string content_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return streams::rest_of(in);
}

inline void write_file(std::string const& path, std::string const& content) { std::ofstream(path, std::ios::binary) << content; }

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
