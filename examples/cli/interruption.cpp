// SPDX-License-Identifier: BSL-1.0
#include "interruption.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace cli {
namespace {

std::atomic<int> seen = 0;
std::atomic<int> alarm_end = -1;  // the ends of a pipe: a signal handler may do little more than write

std::atomic<int> hangup_end = -1;

extern "C" void t2s_note_hangup(int) {
  int const kept = errno;
  if (int const end = hangup_end; end >= 0) static_cast<void>(!::write(end, "!", 1));
  errno = kept;
}

extern "C" void t2s_note_signal(int signal) {
  int none = 0;
  if (seen.compare_exchange_strong(none, signal)) {
    int const kept = errno;
    static_cast<void>(!::write(alarm_end, "!", 1));
    errno = kept;
    return;
  }
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

/// Whether the program belongs to a terminal that is open.
bool has_terminal() {
  int const terminal = ::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal >= 0) ::close(terminal);
  return terminal >= 0;
}

/// Blocks SIGHUP in this thread (SIG_BLOCK), or lets it in (SIG_UNBLOCK).
void mask_hangups(int how) {
  sigset_t one;
  ::sigemptyset(&one);
  ::sigaddset(&one, SIGHUP);
  ::pthread_sigmask(how, &one, nullptr);
}

/// Handles a signal, unless it was ignored at the start of the program.
void take_signal(int signal, void (*handler)(int)) {
  struct sigaction how{};
  if (::sigaction(signal, nullptr, &how) == 0 && how.sa_handler == SIG_IGN) return;
  how = {};
  how.sa_handler = handler;
  how.sa_flags = SA_RESTART;
  ::sigaction(signal, &how, nullptr);
}

/// Turns the first signal into a request to stop.
class watch {
 public:
  watch() {
    if (::pipe(ends_.data()) != 0) throw std::system_error(errno, std::generic_category(), "no pipe for signals");
    alarm_end = ends_[1];
    for (int const s : {SIGINT, SIGTERM}) take_signal(s, t2s_note_signal);
    ::signal(SIGXFSZ, SIG_IGN);  // writing beyond the limit of a file's size becomes an error with a message
    waiting_ = std::jthread([this] {
      char c = 0;
      ssize_t got = 0;
      do got = ::read(ends_[0], &c, 1);
      while (got < 0 && errno == EINTR);
      if (got > 0) source_.request_stop();
    });
  }
  ~watch() {
    for (int const s : {SIGINT, SIGTERM}) ::signal(s, SIG_DFL);
    ::close(ends_[1]);
    waiting_.join();
    ::close(ends_[0]);
  }
  watch(watch const&) = delete;
  watch& operator=(watch const&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  std::array<int, 2> ends_{};
  std::stop_source source_{};
  std::jthread waiting_{};
};

}  // namespace

bool hold_hangups() {
  bool const had_terminal = has_terminal();  // before one that is closed is held back
  mask_hangups(SIG_BLOCK);
  return had_terminal;
}

on_hangup::on_hangup(bool had_terminal, std::function<void()> again, std::function<void()> tick)
    : again_(std::move(again)), tick_(std::move(tick)), had_terminal_(had_terminal) {
  if (::pipe2(ends_.data(), O_CLOEXEC | O_NONBLOCK) != 0) throw std::system_error(errno, std::generic_category(), "no pipe for signals");
  hangup_end = ends_[1];
  take_signal(SIGHUP, t2s_note_hangup);
  waiting_ = std::jthread([this](std::stop_token const& stop) { watch(stop); });
}

on_hangup::~on_hangup() {
  waiting_.request_stop();
  static_cast<void>(!::write(ends_[1], "!", 1));  // it need not wait for its next look
  waiting_ = {};
  ::signal(SIGHUP, SIG_IGN);  // the program ends anyway
  hangup_end = -1;
  for (int const end : ends_) ::close(end);
}

void on_hangup::watch(std::stop_token const& stop) {
  mask_hangups(SIG_UNBLOCK);
  std::array<char, 64> seen_since{};
  while (!stop.stop_requested()) {
    pollfd waits{ends_[0], POLLIN, 0};
    bool const was_sent = ::poll(&waits, 1, 1'000) > 0 && ::read(ends_[0], seen_since.data(), seen_since.size()) > 0;
    if (stop.stop_requested()) return;
    if (was_sent && had_terminal_ && !has_terminal()) {
      ::kill(::getpid(), SIGTERM);
      return;
    }
    if (was_sent) again_();
    tick_();
  }
}

std::stop_token stop_by_signal() {
  static watch const signals;
  return signals.token();
}

int signal_seen() { return seen; }

latest_end::latest_end(std::stop_token stop, std::chrono::milliseconds after, std::function<std::string()> left)
    : after_(after), left_(std::move(left)), when_stopped_(std::move(stop), [this] { begin(); }) {}

latest_end::~latest_end() = default;

void latest_end::begin() {
  if (has_begun_.exchange(true)) return;
  waiting_ = std::jthread([this](std::stop_token const& in_time) { wait(in_time); });
}

void latest_end::wait(std::stop_token const& in_time) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  if (never.wait_for(lock, in_time, after_, [&] { return in_time.stop_requested(); })) return;
  auto const said = "t2s: ended at once, since the end took too long: " + left_() + "\n";
  static_cast<void>(!::write(STDERR_FILENO, said.data(), said.size()));
  ::_exit(3);  // nothing is destroyed: threads still use it
}

}  // namespace cli
