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

/// Makes the entry of an item, or nothing where it has failed and was reported to the failures. What it throws is of that item if it is
/// t2s::error, and ends the work otherwise.
using item_worker = std::function<std::optional<boost::json::object>(std::size_t item)>;

/// How a loop over items is run.
struct work_order {
  item_range items{};
  std::size_t jobs = 1;
  std::stop_token stop{};  ///< asks for the end: items in hand are finished or given up, as their worker sees fit, and no other is begun
  progress_shown shown = progress_shown::yes;
  std::vector<std::size_t> turn{};  ///< the items in the order in which they are taken; empty: that of their numbers
};

/// Goes through the items that are not kept yet on `jobs` threads, each with a worker of its own from `make`, and keeps every entry as soon
/// as it is made. Ends early where the failures are over, or `stop` is requested.
void work_through(kept_items& kept, work_order const& order, failed_questions& failures, std::function<item_worker()> const& make);

/// Says on standard error how much is there before anything is done, if anything is.
void note_kept(kept_items const& kept, item_range of, std::string const& noun);

/// Throws t2s::error if something lacks that shards should have brought.
void require_all(kept_items const& kept, item_range of);

/// Says on standard error what a shard has, and once it is done how shards are joined to `output`.
void note_shard(shard part, kept_items const& kept, item_range of, std::string const& noun, std::string const& output);

/// The message for work that a signal has ended: "interrupted after 312 of 1034 questions; the same command goes on from there".
[[nodiscard]] std::string interruption_text(kept_items const& kept, item_range of, std::string const& noun);

}  // namespace cli

#endif
