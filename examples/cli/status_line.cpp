// SPDX-License-Identifier: BSL-1.0
#include "status_line.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <iostream>

#include "t2s/core/detail/text.hpp"
#include "table.hpp"
#include "terminal.hpp"

namespace {

constexpr std::string_view erase_line = "\r\x1B[K";

}  // namespace

/// Erases the line before a signal ends the program.
extern "C" void t2s_erase_line(int signal) {
  [[maybe_unused]] auto const written = ::write(STDERR_FILENO, erase_line.data(), erase_line.size());
  ::raise(signal);  // the signal takes its usual course after this returns
}

namespace cli {
namespace {

using namespace std::chrono_literals;

constexpr auto first_after = 400ms;  ///< most runs without a model end sooner
constexpr auto between = 200ms;

/// Starts a thread that no signal of the program interrupts.
template <class F>
std::thread started(F f) {
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread made(std::move(f));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return made;
}

/// Whether signals that end the program erase the line first.
void erase_at_signals(bool wanted) {
  for (int const s : {SIGINT, SIGTERM}) {
    struct sigaction how = {};
    ::sigaction(s, nullptr, &how);
    if (how.sa_handler != (wanted ? SIG_DFL : t2s_erase_line)) continue;  // an ignored one stays ignored
    how = {};
    how.sa_handler = wanted ? t2s_erase_line : SIG_DFL;
    how.sa_flags = wanted ? static_cast<int>(SA_RESETHAND) : 0;
    ::sigaction(s, &how, nullptr);
  }
}

}  // namespace

status_line::status_line(bool wanted) : shown_(wanted && is_live_terminal(STDERR_FILENO)) {
  if (!shown_) return;
  erase_at_signals(true);
  thread_ = started([this] { run(); });
}

status_line::~status_line() {
  if (!shown_) return;
  {
    std::lock_guard const lock(guard_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
  erase_at_signals(false);
}

void status_line::enter(std::string_view name) noexcept {
  if (!shown_) return;
  std::lock_guard const lock(guard_);
  open_.emplace_back(name);
}

void status_line::leave() noexcept {
  if (!shown_) return;
  std::lock_guard const lock(guard_);
  if (!open_.empty()) open_.pop_back();
}

void status_line::count_call() noexcept {
  std::lock_guard const lock(guard_);
  ++calls_;
}

void status_line::at_statement(bool is) noexcept {
  std::lock_guard const lock(guard_);
  at_statement_ = is;
}

/// "draft, call 2, 3 s"
std::string status_line::text() const {
  auto out = open_.empty() ? std::string("working") : open_.back();
  if (calls_ > 0) out += ", call " + std::to_string(calls_);
  if (at_statement_) out += ", a statement";
  auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(clock::now() - begin_).count();
  return printable(out + ", " + std::to_string(seconds) + " s");
}

void status_line::run() {
  std::unique_lock lock(guard_);
  bool drawn = false;
  auto next = begin_ + first_after;
  while (!changed_.wait_until(lock, next, [&] { return over_; })) {
    std::cerr << "\r" << t2s::text::whole_characters(text(), columns_of(STDERR_FILENO) - 1) << "\x1B[K" << std::flush;
    drawn = true;
    next = clock::now() + between;
  }
  if (drawn) std::cerr << erase_line << std::flush;
}

}  // namespace cli
