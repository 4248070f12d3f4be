// SPDX-License-Identifier: BSL-1.0
#include "preparing.hpp"

#include <unistd.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "progress.hpp"
#include "table.hpp"
#include "terminal.hpp"

namespace cli {
namespace {

/// The state of one reading, on one thread.
class shown {
 public:
  explicit shown(std::string database) : database_(std::move(database)) {}

  void operator()(std::size_t done, std::size_t all) {
    using namespace std::chrono_literals;
    if (done == 0) begin_ = clock::now(), said_.reset();
    bool const is_over = done == all;
    if (is_over && drawn_) std::cerr << "\r\x1B[K" << std::flush;
    auto const now = clock::now();
    if (is_over || now - begin_ < 2s || (said_ && !terminal_ && now - *said_ < between_lines(now - begin_))) return;
    auto const text = "t2s: reading values of " + printable(database_) + ": " + std::to_string(done) + " of " + std::to_string(all) +
                      " columns (--prepare-seconds N reads for N seconds)";
    if (terminal_)
      std::cerr << "\r" << text << "\x1B[K" << std::flush;
    else
      std::cerr << text << "\n";
    said_ = now;
    drawn_ = terminal_;
  }

 private:
  using clock = std::chrono::steady_clock;

  std::string database_;
  clock::time_point begin_ = clock::now();
  std::optional<clock::time_point> said_{};
  bool terminal_ = is_live_terminal(STDERR_FILENO), drawn_ = false;
};

}  // namespace

std::function<void(std::size_t done, std::size_t all)> shown_preparing(std::string database) {
  auto kept = std::make_shared<shown>(std::move(database));  // a function is copied
  return [kept](std::size_t done, std::size_t all) { (*kept)(done, all); };
}

}  // namespace cli
