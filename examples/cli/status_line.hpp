// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STATUS_LINE_HPP
#define T2S_CLI_STATUS_LINE_HPP

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "t2s/pipeline/events.hpp"

namespace cli {

/// A line of the terminal that says what a run is at: the stage, the number of the call and the seconds. It is written over on standard
/// error and erased at the end, also where SIGINT or SIGTERM ends the program; where standard error is no terminal there is none. Thread
/// safe.
class status_line {
 public:
  /// `wanted`: whether it may be shown at all.
  explicit status_line(bool wanted = true);
  ~status_line();
  status_line(status_line const&) = delete;
  status_line& operator=(status_line const&) = delete;

  /// A stage begins inside the open one, and ends; so does an embedding. Calls are counted, and a statement is shown beside its stage.
  void on(t2s::events::stage_begun const& e) noexcept { enter(e.name); }
  void on(t2s::events::stage_ended const&) noexcept { leave(); }
  void on(t2s::events::embedding_begun const&) noexcept { enter("embedding"); }
  void on(t2s::events::texts_embedded const&) noexcept { leave(); }
  void on(t2s::events::model_call_begun const&) noexcept { count_call(); }
  void on(t2s::events::statement_begun const&) noexcept { at_statement(true); }
  void on(t2s::events::statement_executed const&) noexcept { at_statement(false); }
  /// Counts a call of a lane; lanes are not shown otherwise.
  void count_call() noexcept;

 private:
  using clock = std::chrono::steady_clock;

  void enter(std::string_view name) noexcept;
  void leave() noexcept;
  void at_statement(bool is) noexcept;
  [[nodiscard]] std::string text() const;
  void run();

  bool shown_;
  std::mutex guard_{};
  std::condition_variable changed_{};
  std::vector<std::string> open_{};
  std::size_t calls_ = 0;
  bool at_statement_ = false, over_ = false;
  clock::time_point begin_ = clock::now();
  std::thread thread_{};
};

}  // namespace cli

#endif
