// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_RUN_STREAM_HPP
#define T2S_SERVE_RUNS_DETAIL_RUN_STREAM_HPP

#include "t2s/serve/http/detail/message.hpp"
#include "t2s/serve/runs/detail/run_record.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

namespace t2s::serve {

namespace detail {

/// A text that several responses share.
[[nodiscard]] inline std::shared_ptr<std::string const> common_text(char const* text) { return std::make_shared<std::string const>(text); }

}  // namespace detail

/// A viewer of a run: streams its events, starting at a number, as server-sent events ("event: NAME", "id: N", "data: JSON" and an empty
/// line). It keeps a position in the run's events, and no copies.
class run_stream final : public body_stream {
 public:
  /// Counts as a viewer of the run while the object lives.
  explicit run_stream(std::shared_ptr<run_record> run, std::size_t from = 0) : run_(std::move(run)), next_(from), viewer_(run_->join()) {}
  ~run_stream() override { run_->leave(viewer_); }

  [[nodiscard]] piece next(std::size_t bytes) override {
    static auto const empty_line = detail::common_text("\n\n");
    auto const part = run_->from(next_, bytes);
    piece given;
    for (auto const& e : part.events) {
      std::string head("event: ");
      head.append(e.name).append("\nid: ").append(std::to_string(next_++)).append("\ndata: ");
      given.texts.insert(given.texts.end(), {std::make_shared<std::string const>(std::move(head)), e.json, empty_line});
    }
    given.last = part.ended;
    return given;
  }
  void when_ready(std::function<void()> wake) override { run_->when_ready(viewer_, next_, std::move(wake)); }
  [[nodiscard]] std::string_view ping() const override { return ": still there\n\n"; }

 private:
  std::shared_ptr<run_record> run_;
  std::size_t next_;
  std::uint64_t viewer_;
};

/// The events that a run has now, as one JSON array, without copying them.
class run_array final : public body_stream {
 public:
  /// Does not count as a viewer of the run.
  explicit run_array(std::shared_ptr<run_record> run) : run_(std::move(run)), end_(run_->size()) {}

  [[nodiscard]] piece next(std::size_t bytes) override {
    static auto const begin = detail::common_text("["), comma = detail::common_text(",\n"), end = detail::common_text("]");
    piece given;
    if (next_ == 0) given.texts.push_back(begin);
    for (auto const& e : run_->from(next_, bytes).events) {
      if (next_ == end_) break;
      if (next_++ > 0) given.texts.push_back(comma);
      given.texts.push_back(e.json);
    }
    given.last = next_ == end_;
    if (given.last) given.texts.push_back(end);
    return given;
  }
  void when_ready(std::function<void()> wake) override { wake(); }

 private:
  std::shared_ptr<run_record> run_;
  std::size_t next_ = 0, end_;
};

}  // namespace t2s::serve

#endif
