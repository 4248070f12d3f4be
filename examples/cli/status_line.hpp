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

/// A terminal line with the current stage of a run, the number of calls and the seconds. It is overwritten on standard error and erased at
/// the end, also after SIGINT or SIGTERM. If standard error is not a terminal, nothing is shown. Thread safe.
class status_line {
 public:
  /// `wanted`: whether the line may be shown at all.
  explicit status_line(bool wanted = true);
  ~status_line();
  status_line(status_line const&) = delete;
  status_line& operator=(status_line const&) = delete;

  /// The begin of a stage inside the open one, or its end; also for embeddings. Counts calls, and shows a statement beside its stage.
  void on(t2s::events::stage_begun const& e) noexcept { enter(e.name); }
  void on(t2s::events::stage_ended const&) noexcept { leave(); }
  void on(t2s::events::embedding_begun const&) noexcept { enter("embedding"); }
  void on(t2s::events::texts_embedded const&) noexcept { leave(); }
  void on(t2s::events::model_call_begun const&) noexcept { count_call(); }
  void on(t2s::events::statement_begun const&) noexcept { at_statement(true); }
  void on(t2s::events::statement_executed const&) noexcept { at_statement(false); }
  /// Counts a call in a lane. Lanes are otherwise not shown.
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
