// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_RESULT_STORE_HPP
#define T2S_EVALUATION_IMPL_RESULT_STORE_HPP

#include "t2s/db/result.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace t2s::evaluation::detail {

inline std::size_t memory_of(db::rows const& rows) {
  std::size_t bytes = 0;
  for (auto const& name : rows.columns) bytes += sizeof name + name.size();
  for (auto const& row : rows.values) {
    bytes += sizeof row + row.size() * sizeof(value);
    for (auto const& v : row) bytes += v.text() ? v.text()->capacity() : v.bytes() ? v.bytes()->bytes.capacity() : 0;
  }
  return bytes;
}

inline std::size_t memory_of(std::optional<failure> const& f) { return f ? f->message.size() + f->subject.size() + f->remedy.size() : 0; }

/// Memory that several stores share.
class memory_budget {
 public:
  /// A budget of so many bytes.
  explicit memory_budget(std::size_t bytes) : left_(bytes) {}

  /// Takes so many bytes, or none and returns false if there are fewer left.
  [[nodiscard]] bool take(std::size_t bytes) noexcept {
    auto left = left_.load();
    while (bytes <= left)
      if (left_.compare_exchange_weak(left, left - bytes)) return true;
    return false;
  }

 private:
  std::atomic<std::size_t> left_;
};

/// Executes each statement on one database file once, however many ask for it, and keeps what it gave. Any number of threads may use it;
/// who asks for a statement that another thread is executing waits for that.
class result_store {
 public:
  /// Keeps outcomes as long as the budget, which must outlive the store, has room for them; what is more is executed again for each that
  /// asks. Counted are rows, texts of statements and failures, and what the store itself needs for each.
  explicit result_store(memory_budget& budget) : budget_(budget) {}

  /// The outcome of `sql`, from `run` if it is not known yet; without the rows that were read before a failure. What `run` throws passes
  /// through, and the next that asks runs it again.
  [[nodiscard]] std::shared_ptr<db::execution const> execute(std::string const& sql, std::function<db::execution()> const& run) {
    auto const e = entry_of(sql);
    std::lock_guard const lock(e->executing);
    if (e->result) return e->result;
    auto result = std::make_shared<db::execution>(run());
    if (result->failure) result->rows = {};
    auto const own = sql.size() + sizeof(std::string) + sizeof(entry) + sizeof(db::execution);
    if (budget_.take(own + memory_of(result->rows) + memory_of(result->failure)))
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
  memory_budget& budget_;
};

}  // namespace t2s::evaluation::detail

#endif
