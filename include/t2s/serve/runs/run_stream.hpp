// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_RUN_STREAM_HPP
#define T2S_SERVE_RUNS_RUN_STREAM_HPP

#include "t2s/serve/http/message.hpp"
#include "t2s/serve/runs/run_record.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

namespace t2s::serve {

/// A viewer of a run: its events from a number on as server-sent events. It holds a place in the run's events, and no copy of any.
class run_stream final : public body_stream {
 public:
  /// One more that watches the run, as long as the object lives.
  explicit run_stream(std::shared_ptr<run_record> run, std::size_t from = 0) : run_(std::move(run)), next_(from), viewer_(run_->join()) {}
  ~run_stream() override { run_->leave(viewer_); }

  [[nodiscard]] piece next(std::size_t bytes) override {
    auto part = run_->from(next_, bytes);
    next_ += part.events.size();
    return {std::move(part.events), part.ended};
  }
  void when_ready(std::function<void()> wake) override { run_->when_ready(viewer_, next_, std::move(wake)); }
  [[nodiscard]] std::string_view ping() const override { return ": still there\n\n"; }

 private:
  std::shared_ptr<run_record> run_;
  std::size_t next_;
  std::uint64_t viewer_;
};

}  // namespace t2s::serve

#endif
