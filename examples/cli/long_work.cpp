// SPDX-License-Identifier: BSL-1.0
#include "long_work.hpp"
#include "printable.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <iostream>
#include <thread>
#include <vector>

#include "t2s/core/error.hpp"
#include "wording.hpp"

namespace cli {
namespace {

/// The loop, shared by its threads.
class item_loop {
 public:
  item_loop(kept_items& kept, work_order const& order, failed_questions& failures, std::function<item_worker()> const& make)
      : kept_(kept),
        order_(order),
        failures_(failures),
        make_(make),
        bar_(order.items.size(), kept.count(order.items), order.shown),
        next_(order.items.begin) {
    std::erase_if(order_.turn, [&](std::size_t i) { return i < order.items.begin || i >= order.items.end; });
  }

  void run() {
    auto const left = order_.items.size() - kept_.count(order_.items);
    if (left == 0) return;
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min(order_.jobs, left); ++i) threads.emplace_back([this] { work(); });
    work();
  }

 private:
  [[nodiscard]] bool over() const { return failures_.over() || order_.stop.stop_requested(); }

  /// An exception before an item is taken ends the work of all threads.
  void work() try {
    auto const worker = make_();
    for (std::size_t n; !over() && (n = next_++) < order_.items.end;) {
      auto const i = order_.turn.empty() ? n : order_.turn[n - order_.items.begin];
      if (!kept_.has(i)) take(i, worker);
    }
  } catch (...) {
    failures_.end(std::current_exception());
  }

  void take(std::size_t i, item_worker const& worker) try {
    auto const made = worker(i);
    if (made) failures_.answered(), keep(i, *made);
    bar_.step();
  } catch (t2s::error const& e) {
    bool const asked_to_stop = order_.stop.stop_requested() && e.details().code == t2s::errc::cancelled;
    if (!asked_to_stop) failures_.failed(i, e);
  } catch (...) {
    failures_.end(std::current_exception());
  }

  /// The failure to write a journal does not concern the item.
  void keep(std::size_t i, boost::json::object const& made) try { kept_.keep(i, made); } catch (...) {
    failures_.end(std::current_exception());
  }

  kept_items& kept_;
  work_order order_;
  failed_questions& failures_;
  std::function<item_worker()> const& make_;
  progress bar_;
  std::atomic<std::size_t> next_;
};

}  // namespace

void work_through(kept_items& kept, work_order const& order, failed_questions& failures, std::function<item_worker()> const& make) {
  item_loop(kept, order, failures, make).run();
}

void note_kept(kept_items const& kept, item_range of, std::string const& noun) {
  if (auto const n = kept.count(of); n > 0)
    std::cerr << "t2s: " << counted(n, noun) << " of " << of.size() << " are in " << printable(kept.path()) << " already\n";
}

void require_all(kept_items const& kept, item_range of) {
  if (auto const n = kept.count(of); n < of.size())
    throw t2s::error(t2s::errc::malformed_data,
                     kept.path() + " lacks " + counted(of.size() - n, "item") + " of " + std::to_string(of.size()),
                     "run the shards again, in the folder and with the files that they had");
}

void note_shard(shard part, kept_items const& kept, item_range of, std::string const& noun, std::string const& output) {
  auto const done = kept.count(of);
  std::cerr << "shard " << part.text() << ": " << done << " of " << counted(of.size(), noun) << " in " << printable(kept.path());
  if (done == of.size()) std::cerr << "; when all " << part.of << " are done: t2s merge " << printable(shell_word(output));
  std::cerr << "\n";
}

std::string interruption_text(kept_items const& kept, item_range of, std::string const& noun) {
  auto const said = "interrupted after " + std::to_string(kept.count(of)) + " of " + counted(of.size(), noun);
  return said + (kept.lasts() ? "; the same command goes on from there" : "; nothing is kept of such a run");
}

}  // namespace cli
