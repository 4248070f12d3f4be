// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_RESULT_STORE_HPP
#define T2S_LAB_EVALUATION_DETAIL_RESULT_STORE_HPP

#include "t2s/db/detail/result.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace t2s::evaluation {

inline std::size_t memory_of(db::execution const& e) {
  std::size_t bytes = e.failure ? e.failure->message.size() + e.failure->subject.size() + e.failure->remedy.size() : 0;
  for (auto const& name : e.rows.columns) bytes += sizeof name + name.size();
  for (auto const& row : e.rows.values) {
    bytes += sizeof row + row.size() * sizeof(value);
    for (auto const& v : row) bytes += v.text() ? v.text()->capacity() : v.bytes() ? v.bytes()->bytes.capacity() : 0;
  }
  return bytes;
}

/// Executes each statement on one database file once and stores the outcome. Any number of threads may use it; a thread waits for a
/// statement that another one is executing.
class result_store {
 public:
  /// Stores outcomes (rows, texts of statements and failures, overhead) as long as `bytes_left`, which several stores share, suffices;
  /// others are executed each time.
  explicit result_store(std::atomic<std::size_t>& bytes_left) : left_(bytes_left) {}
  result_store(result_store const&) = delete;
  result_store& operator=(result_store const&) = delete;
  /// Returns the bytes that it took.
  ~result_store() { left_ += taken_; }

  /// The outcome of `sql`, from `run` if it is unknown; without the rows that were read before a failure. If `run` throws, the next call
  /// runs it again.
  [[nodiscard]] std::shared_ptr<db::execution const> execute(std::string const& sql, std::function<db::execution()> const& run) {
    auto const e = entry_of(sql);
    std::lock_guard const lock(e->executing);
    if (e->result) return e->result;
    auto result = std::make_shared<db::execution>(run());
    if (result->failure) result->rows = {};
    if (takes(memory_of(*result) + sql.size() + sizeof(std::string) + sizeof(entry) + sizeof(db::execution)))
      e->result = result;
    else
      forget(sql, *e);
    return result;
  }

 private:
  struct entry {
    std::mutex executing{};
    std::shared_ptr<db::execution const> result{};
  };

  [[nodiscard]] bool takes(std::size_t bytes) noexcept {
    auto left = left_.load();
    while (bytes <= left)
      if (left_.compare_exchange_weak(left, left - bytes)) {
        taken_ += bytes;
        return true;
      }
    return false;
  }

  [[nodiscard]] std::shared_ptr<entry> entry_of(std::string const& sql) {
    std::lock_guard const lock(mutex_);
    auto& e = entries_[sql];
    if (!e) e = std::make_shared<entry>();
    return e;
  }

  void forget(std::string const& sql, entry const& e) {
    std::lock_guard const lock(mutex_);
    auto const found = entries_.find(sql);
    if (found != entries_.end() && found->second.get() == &e) entries_.erase(found);
  }

  std::mutex mutex_{};
  std::unordered_map<std::string, std::shared_ptr<entry>> entries_{};
  std::atomic<std::size_t>& left_;
  std::atomic<std::size_t> taken_ = 0;
};

}  // namespace t2s::evaluation

#endif
