// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_CANCELLING_HPP
#define T2S_DB_POSTGRES_DETAIL_CANCELLING_HPP

#include "t2s/db/postgres/detail/libpq.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <system_error>
#include <thread>

namespace t2s::db::detail {

/// A request to end a statement: whether it is over. Then it hits nothing any more that is sent later.
using cancel_request = std::shared_ptr<std::atomic<bool>>;

inline std::atomic<int> cancelling_threads{0};

/// Tells the server to end what a connection runs, by a connection of its own as PostgreSQL wants it. That may block for as long as the
/// network does, and therefore has a thread of its own that is not waited for. Null if it cannot be told: there is no memory or thread, or
/// so many wait already that the network must be gone.
inline cancel_request cancel_off_thread(std::shared_ptr<PGcancel> what) {
  static constexpr int most = 32;
  if (!what || cancelling_threads.fetch_add(1) >= most) return what ? (cancelling_threads.fetch_sub(1), nullptr) : nullptr;
  auto over = std::make_shared<std::atomic<bool>>(false);
  try {
    std::thread([over, what = std::move(what)] {
      std::array<char, 256> words{};
      PQcancel(what.get(), words.data(), static_cast<int>(words.size()));
      *over = true;
      cancelling_threads.fetch_sub(1);
    }).detach();
  } catch (std::system_error const&) {
    cancelling_threads.fetch_sub(1);
    return {};
  }
  return over;
}

}  // namespace t2s::db::detail

#endif
