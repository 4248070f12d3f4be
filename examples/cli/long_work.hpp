// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_LONG_WORK_HPP
#define T2S_CLI_LONG_WORK_HPP

#include <boost/json/object.hpp>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "failed_questions.hpp"
#include "kept_items.hpp"
#include "progress.hpp"
#include "shard.hpp"

namespace cli {

/// Makes the entry of an item; nothing if it failed and was reported to `failed_questions`. A t2s::error concerns only that item; any other
/// exception ends the work.
using item_worker = std::function<std::optional<boost::json::object>(std::size_t item)>;

/// The options of a loop over items.
struct work_order {
  item_range items{};
  std::size_t jobs = 1;
  std::stop_token stop{};  ///< stops the loop: current items are finished or dropped, as their worker decides, and no other begins
  progress_shown shown = progress_shown::yes;
  std::vector<std::size_t> turn{};  ///< the order of the items; empty: by number
};

/// Processes the items that are not kept yet on `jobs` threads, each with its own worker from `make`, and keeps every entry immediately.
/// Ends early after too many failures, or if `stop` is requested.
void work_through(kept_items& kept, work_order const& order, failed_questions& failures, std::function<item_worker()> const& make);

/// Reports on standard error how many items are already kept, if any.
void note_kept(kept_items const& kept, item_range of, std::string const& noun);

/// Throws t2s::error if an item is missing that the shards should have brought.
void require_all(kept_items const& kept, item_range of);

/// Reports on standard error the progress of a shard and, when it is complete, how to join the shards to `output`.
void note_shard(shard part, kept_items const& kept, item_range of, std::string const& noun, std::string const& output);

/// The message after a signal: "interrupted after 312 of 1034 questions; the same command goes on from there".
[[nodiscard]] std::string interruption_text(kept_items const& kept, item_range of, std::string const& noun);

}  // namespace cli

#endif
