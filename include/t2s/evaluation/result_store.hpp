// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_RESULT_STORE_HPP
#define T2S_EVALUATION_RESULT_STORE_HPP

#include "t2s/core/config.hpp"
#include "t2s/db/sqlite_connection.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace t2s::evaluation {

/// Executes each statement on one database file once, however many ask for it, and keeps what it gave. Any number of threads may use it,
/// each with a connection of its own; who asks for a statement that another thread is executing waits for that.
class result_store {
 public:
  /// Keeps results up to about `most_bytes`; what is more is executed again for each that asks.
  explicit result_store(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// The outcome of `sql`. Throws what `sqlite_connection::execute` throws.
  [[nodiscard]] T2S_DECL std::shared_ptr<db::execution const> execute(db::sqlite_connection& connection, std::string const& sql);

 private:
  struct entry {
    std::mutex executing{};
    std::shared_ptr<db::execution const> result{};
  };

  [[nodiscard]] T2S_DECL std::shared_ptr<entry> entry_of(std::string const& sql);
  [[nodiscard]] T2S_DECL bool takes(std::size_t bytes);

  std::mutex mutex_{};
  std::unordered_map<std::string, std::shared_ptr<entry>> entries_{};
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
};

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/result_store.ipp"
#endif

#endif
