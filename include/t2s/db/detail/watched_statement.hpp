// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_WATCHED_STATEMENT_HPP
#define T2S_DB_DETAIL_WATCHED_STATEMENT_HPP

#include "t2s/core/detail/statement_watch.hpp"
#include "t2s/db/detail/limit_failures.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/db/detail/row_reading.hpp"

#include <chrono>
#include <optional>
#include <stop_token>

namespace t2s::db::detail {

using t2s::detail::statement_watch;

/// What ended a statement that `run()` runs under a watch, which a stop ends too: the engine's own words, unless they only say that it was
/// told to. Throws `errc::cancelled`.
template <class Run>
std::optional<failure> watched(statement_watch& watch, std::stop_token const& stop, std::chrono::nanoseconds time, Run const& run) {
  std::stop_callback const forward(stop, [&watch] { watch.stop(); });
  std::optional<failure> ended = run();
  if (!ended || ended->code == errc::row_limit || ended->code == errc::size_limit) return ended;
  if (watch.ended_for() == statement_watch::reason::stopped) throw_cancelled();
  if (watch.ended_for() == statement_watch::reason::late) return too_slow(time);
  return ended;
}

/// The outcome of that, without the rows, which `reading` hands over.
template <class Run>
execution watched(statement_watch& watch, std::stop_token const& stop, row_reading& reading, Run const& run) {
  auto const begin = std::chrono::steady_clock::now();
  execution e;
  e.failure = watched(watch, stop, reading.limits().time, run);
  e.elapsed = std::chrono::steady_clock::now() - begin;
  e.rows.columns = std::move(reading.columns());
  e.rows.types = std::move(reading.types());
  return e;
}

}  // namespace t2s::db::detail

#endif
