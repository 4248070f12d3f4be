// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_RUN_RECORD_IPP
#define T2S_SERVE_RUNS_DETAIL_RUN_RECORD_IPP

#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/runs/detail/run_record.hpp"

#include <boost/json/serialize.hpp>

#include <array>
#include <ctime>
#include <utility>

namespace t2s::serve {
namespace detail {

[[nodiscard]] inline std::string utc_now() {
  std::time_t const now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace detail

T2S_DECL run_record::run_record(std::string id, run_order order, std::size_t most_bytes)
    : id_(std::move(id)), order_(std::move(order)), started_(detail::utc_now()), most_bytes_(most_bytes) {}

T2S_DECL bool run_record::begin() {
  std::lock_guard const lock(mutex_);
  begun_ = true;
  return !ended_;
}

T2S_DECL void run_record::cancel() {
  stop_.request_stop();
  std::unique_lock lock(mutex_);
  if (begun_ || ended_) return;
  end_locked("cancelled", {});
  auto const wakes = woken();
  lock.unlock();
  for (auto const& wake : wakes) wake();
}

T2S_DECL void run_record::add(std::string_view name, boost::json::object const& content) {
  if (!keeps_events()) return;
  std::unique_lock lock(mutex_);
  if (ended_) return;
  add_locked(name, content, false);
  auto const wakes = woken();
  lock.unlock();
  for (auto const& wake : wakes) wake();
}

T2S_DECL void run_record::end(std::string_view name, boost::json::object const& content, std::optional<std::string> sql,
                              std::optional<double> confidence) {
  std::unique_lock lock(mutex_);
  if (ended_) return;
  end_locked(name, content);
  sql_ = std::move(sql);
  confidence_ = confidence;
  auto const wakes = woken();
  lock.unlock();
  for (auto const& wake : wakes) wake();
}

T2S_DECL void run_record::end_locked(std::string_view name, boost::json::object const& content) {
  if (left_out_ > 0) add_locked("note", {{"span", nullptr}, {"key", "events left out"}, {"value", left_out_}}, true);
  add_locked(name, content, true);
  ended_ = true;
}

T2S_DECL void run_record::add_locked(std::string_view name, boost::json::object const& content, bool last) {
  auto const number = events_.size();
  auto const at = std::chrono::duration<double, std::milli>(age()).count();
  boost::json::object whole{{"n", number}, {"at", static_cast<double>(static_cast<std::int64_t>(at * 1000)) / 1000}, {"event", name}};
  for (auto const& [key, value] : content) whole[key] = value;
  auto text = serialize(whole);  // no line end stands in it: they are escaped
  if (!last && bytes_ + text.size() > most_bytes_) {
    ++left_out_;
    return;
  }
  bytes_ += text.size();
  events_.push_back({std::string(name), std::make_shared<std::string const>(std::move(text))});
}

T2S_DECL std::vector<std::function<void()>> run_record::woken() {
  std::vector<std::function<void()>> wakes;
  for (auto& [id, v] : viewers_)
    if (v.wake && (ended_ || v.number < events_.size())) wakes.push_back(std::exchange(v.wake, nullptr));
  return wakes;
}

T2S_DECL run_record::part run_record::from(std::size_t number, std::size_t bytes) const {
  std::lock_guard const lock(mutex_);
  part given;
  std::size_t size = 0, at = number;
  for (; at < events_.size() && (given.events.empty() || size + events_[at].json->size() <= bytes); ++at) {
    size += events_[at].json->size();
    given.events.push_back(events_[at]);
  }
  given.ended = ended_ && at >= events_.size();
  return given;
}

T2S_DECL std::string run_record::as_array() const {
  std::lock_guard const lock(mutex_);
  std::string all = "[";
  all.reserve(bytes_);
  for (auto const& e : events_) all.append(all.size() > 1 ? ",\n" : "").append(*e.json);
  return all + "]";
}

T2S_DECL boost::json::object run_record::summary() const {
  std::lock_guard const lock(mutex_);
  boost::json::object out{{"id", id_},
                          {"database", json_text(order_.database)},
                          {"system", json_text(order_.system)},
                          {"question", json_text(order_.question)},
                          {"started", started_},
                          {"running", !ended_},
                          {"sql", nullptr},
                          {"confidence", nullptr}};
  if (sql_) out["sql"] = json_text(*sql_);
  if (confidence_) out["confidence"] = *confidence_;
  return out;
}

T2S_DECL std::optional<run_record::event> run_record::result() const {
  std::lock_guard const lock(mutex_);
  return ended_ ? std::optional(events_.back()) : std::nullopt;
}

T2S_DECL bool run_record::ended() const {
  std::lock_guard const lock(mutex_);
  return ended_;
}

T2S_DECL std::size_t run_record::size() const {
  std::lock_guard const lock(mutex_);
  return events_.size();
}

T2S_DECL std::size_t run_record::bytes() const {
  std::lock_guard const lock(mutex_);
  return bytes_;
}

T2S_DECL std::size_t run_record::viewers() const {
  std::lock_guard const lock(mutex_);
  return viewers_.size();
}

T2S_DECL std::uint64_t run_record::join() {
  std::lock_guard const lock(mutex_);
  unwatched_since_.reset();
  auto const id = next_viewer_++;
  viewers_[id];
  return id;
}

T2S_DECL void run_record::leave(std::uint64_t id) {
  viewer gone;  // destroyed without the lock
  std::lock_guard const lock(mutex_);
  auto const at = viewers_.find(id);
  if (at == viewers_.end()) return;
  gone = std::move(at->second);
  viewers_.erase(at);
  if (viewers_.empty()) unwatched_since_ = clock::now();
}

T2S_DECL void run_record::when_ready(std::uint64_t id, std::size_t number, std::function<void()> wake) {
  std::unique_lock lock(mutex_);
  if (!ended_ && number >= events_.size()) {
    if (auto const at = viewers_.find(id); at != viewers_.end()) at->second = {number, std::move(wake)};
    return;
  }
  lock.unlock();
  wake();
}

T2S_DECL std::optional<run_record::clock::time_point> run_record::unwatched_since() const {
  std::lock_guard const lock(mutex_);
  return unwatched_since_;
}

}  // namespace t2s::serve

#endif
