// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_RESULT_STORE_HPP
#define T2S_EVALUATION_RESULT_STORE_HPP

#include "t2s/core/config.hpp"
#include "t2s/db/result.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace t2s::evaluation {

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
  [[nodiscard]] T2S_DECL std::shared_ptr<db::execution const> execute(std::string const& sql, std::function<db::execution()> const& run);

 private:
  struct entry {
    std::mutex executing{};
    std::shared_ptr<db::execution const> result{};
  };

  [[nodiscard]] T2S_DECL std::shared_ptr<entry> entry_of(std::string const& sql);
  T2S_DECL void forget(std::string const& sql, entry const& e);

  std::mutex mutex_{};
  std::unordered_map<std::string, std::shared_ptr<entry>> entries_{};
  memory_budget& budget_;
};

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/result_store.ipp"
#endif

#endif
