// SPDX-License-Identifier: BSL-1.0
#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "terminal.hpp"

namespace cli {
namespace {

std::string with_unit(long long n, char const* unit) { return std::to_string(n) + " " + unit; }

}  // namespace

std::string waiting_time(std::chrono::duration<double> time) {
  auto const seconds = static_cast<long long>(time.count() + 0.5);
  if (seconds < 60) return with_unit(seconds, "s");
  auto const minutes = (seconds + 30) / 60;
  if (minutes < 60) return with_unit(minutes, "min");
  auto const hours = minutes / 60;
  if (hours < 48) return with_unit(hours, "h ") + with_unit(minutes % 60, "min");
  return with_unit(hours / 24, "days ") + with_unit(hours % 24, "h");
}

std::chrono::steady_clock::duration between_lines(std::chrono::steady_clock::duration taken) {
  using namespace std::chrono_literals;
  return std::clamp<std::chrono::steady_clock::duration>(taken / 10, 5s, 1min);
}

progress::progress(std::size_t steps, std::size_t done, progress_shown shown)
    : steps_(shown == progress_shown::yes ? steps : 0), done_(done), before_(done), terminal_(is_live_terminal(STDERR_FILENO)) {}

progress::~progress() {
  if (drawn_) std::cerr << "\r\x1B[K" << std::flush;
}

void progress::step() {
  using namespace std::chrono_literals;
  std::lock_guard const lock(mutex_);
  ++done_;
  auto const now = clock::now();
  if (steps_ == 0 || now - shown_ < (terminal_ ? clock::duration(200ms) : between_lines(now - begin_))) return;
  show(now);
  shown_ = now;
}

std::string progress::text(clock::time_point now) const {
  auto said = std::to_string(done_) + " of " + std::to_string(steps_) + " (" + std::to_string(100 * done_ / steps_) + " %)";
  if (done_ >= steps_ || done_ == before_) return said;
  auto const took = std::chrono::duration<double>(now - begin_) / static_cast<double>(done_ - before_);
  return said + ", " + waiting_time(took * static_cast<double>(steps_ - done_)) + " left";
}

void progress::show(clock::time_point now) {
  drawn_ = terminal_;
  if (terminal_)
    std::cerr << "\r" << text(now) << "\x1B[K" << std::flush;
  else
    std::cerr << "t2s: " << text(now) << "\n";
}

}  // namespace cli
