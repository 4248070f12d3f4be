// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_RUN_RECORD_IPP
#define T2S_SERVE_RUNS_DETAIL_RUN_RECORD_IPP

#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/runs/detail/run_record.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace t2s::serve {

T2S_DECL run_record::run_record(std::string id, run_order order, std::size_t most_bytes)
    : id_(std::move(id)), order_(std::move(order)), started_(utc_text(std::chrono::system_clock::now())), most_bytes_(most_bytes) {}

T2S_DECL bool run_record::begin() {
  std::lock_guard const lock(mutex_);
  begun_ = true;
  return !log_.ended();
}

T2S_DECL void run_record::cancel() {
  stop_.request_stop();
  std::unique_lock lock(mutex_);
  if (begun_ || log_.ended()) return;
  auto const wakes = end_locked("cancelled", {});
  lock.unlock();
  wake(wakes);
}

T2S_DECL void run_record::add(std::string_view name, boost::json::object const& content) {
  if (!keeps_events()) return;
  std::unique_lock lock(mutex_);
  if (log_.ended()) return;
  auto const wakes = add_locked(name, content, false);
  lock.unlock();
  wake(wakes);
}

T2S_DECL void run_record::end(std::string_view name, boost::json::object const& content, std::optional<std::string> sql,
                              std::optional<double> confidence, std::string_view status) {
  std::unique_lock lock(mutex_);
  if (log_.ended()) return;
  sql_ = std::move(sql);
  confidence_ = confidence;
  if (!status.empty()) spent_.status = status;
  auto const wakes = end_locked(name, content);
  lock.unlock();
  wake(wakes);
}

T2S_DECL run_record::wake_ups run_record::end_locked(std::string_view name, boost::json::object const& content) {
  if (spent_.status.empty()) spent_.status = name;
  spent_.took = age();
  wake_ups wakes;
  auto const add = [&](wake_ups more) { std::ranges::move(more, std::back_inserter(wakes)); };
  if (left_out_ > 0) add(add_locked("note", {{"span", nullptr}, {"key", "events left out"}, {"value", left_out_}}, true));
  add(add_locked(name, content, true));
  add(log_.close());
  return wakes;
}

T2S_DECL run_record::wake_ups run_record::add_locked(std::string_view name, boost::json::object const& content, bool last) {
  auto const at = std::chrono::duration<double, std::milli>(age()).count();
  boost::json::object whole{{"n", log_.end()}, {"at", static_cast<double>(static_cast<std::int64_t>(at * 1000)) / 1000}, {"event", name}};
  for (auto const& [key, value] : content) whole[key] = value;
  auto text = serialize(whole);  // it contains no line ends: they are escaped
  if (!last && bytes_ + text.size() > most_bytes_) {
    ++left_out_;
    return {};
  }
  bytes_ += text.size();
  return log_.add({std::string(name), std::make_shared<std::string const>(std::move(text))});
}

T2S_DECL run_record::part run_record::from(std::size_t number, std::size_t bytes) const {
  std::lock_guard const lock(mutex_);
  return log_.from(number, bytes, [](event const& e) { return e.json->size(); });
}

T2S_DECL std::string run_record::as_array() const {
  std::lock_guard const lock(mutex_);
  std::string all = "[";
  all.reserve(bytes_);
  for (auto const& e : log_.all()) all.append(all.size() > 1 ? ",\n" : "").append(*e.json);
  return all + "]";
}

T2S_DECL boost::json::object run_record::summary() const {
  std::lock_guard const lock(mutex_);
  boost::json::object out{{"id", id_},
                          {"database", json_text(order_.database)},
                          {"system", json_text(order_.system)},
                          {"question", json_text(order_.question)},
                          {"started", started_},
                          {"running", !log_.ended()},
                          {"sql", nullptr},
                          {"confidence", nullptr}};
  if (sql_) out["sql"] = json_text(*sql_);
  if (confidence_) out["confidence"] = *confidence_;
  return out;
}

T2S_DECL void run_record::count_call(std::size_t prompt_tokens, std::size_t completion_tokens) {
  std::lock_guard const lock(mutex_);
  ++spent_.calls;
  spent_.prompt_tokens += prompt_tokens;
  spent_.completion_tokens += completion_tokens;
}

T2S_DECL run_figures run_record::figures() const {
  std::lock_guard const lock(mutex_);
  auto out = spent_;
  out.confidence = confidence_;
  if (log_.ended()) return out;
  out.status = "running";
  out.took = age();
  return out;
}

T2S_DECL std::optional<run_record::event> run_record::result() const {
  std::lock_guard const lock(mutex_);
  return log_.ended() ? std::optional(log_.all().back()) : std::nullopt;
}

T2S_DECL bool run_record::ended() const {
  std::lock_guard const lock(mutex_);
  return log_.ended();
}

T2S_DECL std::size_t run_record::size() const {
  std::lock_guard const lock(mutex_);
  return log_.size();
}

T2S_DECL std::size_t run_record::bytes() const {
  std::lock_guard const lock(mutex_);
  auto all = bytes_;
  for (auto const& t : order_.turns) all += t.question.size() + t.sql.size();
  return all;
}

T2S_DECL std::size_t run_record::viewers() const {
  std::lock_guard const lock(mutex_);
  return log_.readers();
}

T2S_DECL std::uint64_t run_record::join() {
  std::lock_guard const lock(mutex_);
  return log_.join();
}

T2S_DECL void run_record::leave(std::uint64_t id) {
  std::function<void()> gone;  // destroyed outside of the lock
  std::lock_guard const lock(mutex_);
  gone = log_.leave(id);
}

T2S_DECL void run_record::when_ready(std::uint64_t id, std::size_t number, std::function<void()> wake) {
  std::unique_lock lock(mutex_);
  auto const now = log_.when_ready(id, number, std::move(wake));
  lock.unlock();
  if (now) now();
}

T2S_DECL std::optional<run_record::clock::time_point> run_record::unwatched_since() const {
  std::lock_guard const lock(mutex_);
  return log_.unread_since();
}

}  // namespace t2s::serve

#endif
