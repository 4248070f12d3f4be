// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_CHROME_TRACE_IPP
#define T2S_PIPELINE_DETAIL_CHROME_TRACE_IPP

#include "t2s/core/detail/json_text.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/pipeline/chrome_trace.hpp"

#include <ostream>

namespace t2s {
namespace detail {

inline std::string valid_json_text(std::string_view s) { return json_text(text::valid_utf8(s)); }

/// Runs `f` and ignores its exception: a trace without memory must not end a run.
template <class F>
void best_effort(F f) noexcept {
  try {
    f();
  } catch (...) {
    return;
  }
}

}  // namespace detail

T2S_DECL void chrome_trace::track::begin(std::string_view name) noexcept {
  detail::best_effort([&] {
    open_.reserve(open_.size() + 1);
    std::lock_guard const lock(owner_->mutex_);
    owner_->events_.push_back({std::string(name), row_, clock::now(), clock::time_point::min(), {}, true});
    open_.push_back(owner_->events_.size() - 1);
  });
}

template <class F>
void chrome_trace::track::change(F f) noexcept {
  if (open_.empty()) return;
  detail::best_effort([&] {
    std::lock_guard const lock(owner_->mutex_);
    f(owner_->events_[open_.back()]);
  });
}

T2S_DECL void chrome_trace::track::end() noexcept {
  change([](event& open) { open.end = clock::now(); });
  if (!open_.empty()) open_.pop_back();
}

T2S_DECL void chrome_trace::track::note(std::string_view key, std::string_view value) noexcept {
  detail::best_effort([&] {
    auto text = detail::valid_json_text(value);
    change([&](event& open) { open.notes.emplace_back(key, std::move(text)); });
  });
}

T2S_DECL void chrome_trace::track::note(std::string_view key, std::int64_t value) noexcept {
  change([&](event& open) { open.notes.emplace_back(key, std::to_string(value)); });
}

T2S_DECL void chrome_trace::track::at_once(std::string const& what, std::string_view why) noexcept {
  detail::best_effort([&] {
    auto text = detail::valid_json_text(why);
    auto const now = clock::now();
    std::lock_guard const lock(owner_->mutex_);
    owner_->events_.push_back({what, row_, now, now, {{"why", std::move(text)}}, false});
  });
}

T2S_DECL chrome_trace::track chrome_trace::track::beside(events::lane const& at) const {
  auto const called = [&] {
    std::lock_guard const lock(owner_->mutex_);
    return owner_->rows_[row_ - 1];
  }();
  return owner_->add_track(called + ", " + std::string(at.what) + " " + std::to_string(at.number));
}

T2S_DECL chrome_trace::track chrome_trace::add_track(std::string name) {
  std::lock_guard const lock(mutex_);
  rows_.push_back(std::move(name));
  return {*this, rows_.size()};
}

T2S_DECL void chrome_trace::write(std::ostream& out) const {
  std::lock_guard const lock(mutex_);
  auto const now = clock::now();
  auto const microseconds = [](clock::duration d) {
    return std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(d).count() / 1000);
  };
  char const* separator = "\n";
  out << "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
  for (std::size_t i = 0; i < rows_.size(); ++i, separator = ",\n")
    out << separator << R"({"ph":"M","name":"thread_name","pid":1,"tid":)" << i + 1
        << ",\"args\":{\"name\":" << detail::valid_json_text(rows_[i]) << "}}";
  for (auto const& e : events_) {
    auto const end = e.end == clock::time_point::min() ? now : e.end;
    out << separator << (e.lasts ? R"({"ph":"X")" : R"({"ph":"i","s":"t")") << R"(,"cat":"t2s","name":)" << detail::valid_json_text(e.name)
        << ",\"pid\":1,\"tid\":" << e.row << ",\"ts\":" << microseconds(e.begin - start_);
    if (e.lasts) out << ",\"dur\":" << microseconds(end - e.begin);
    out << ",\"args\":{";
    separator = ",\n";
    for (auto const& [key, value] : e.notes)
      out << (&key == &e.notes.front().first ? "" : ",") << detail::valid_json_text(key) << ":" << value;
    out << "}}";
  }
  out << "\n]}\n";
}

}  // namespace t2s

#endif
