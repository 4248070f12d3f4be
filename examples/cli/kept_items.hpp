// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_KEPT_ITEMS_HPP
#define T2S_CLI_KEPT_ITEMS_HPP

#include <boost/json/object.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shard.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/journal.hpp"

namespace cli {

/// The results of long work, one entry for each item: in a journal, from which the work can continue, or in memory if there is no file for
/// it. For a journal, memory holds only positions, 16 bytes an item. An entry is a JSON object that begins with its item.
class kept_items {
 public:
  /// Keeps the entries in memory.
  explicit kept_items(std::size_t items);
  /// Keeps the entries in a journal, which is created or continued; damaged entries are reported on standard error. `restart` discards
  /// existing entries. Throws as t2s::journal.
  kept_items(std::string path, std::string const& header, std::size_t items, bool restart);

  /// The number of items, kept or not.
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] bool has(std::size_t item) const { return places_[item].bytes != 0; }
  /// The number of kept items in a range.
  [[nodiscard]] std::size_t count(item_range in) const;
  /// Keeps an object, or its text, as the entry of an item. Thread safe for different items. Throws t2s::error.
  void keep(std::size_t item, boost::json::object const& of);
  void keep(std::size_t item, std::string_view object);
  /// Keeps an entry unchanged. Thread safe as `keep`.
  void keep_text(std::size_t item, std::string text);
  /// The text of an entry; "" if it is not kept.
  [[nodiscard]] std::string text(std::size_t item) const;
  /// The entry of an item. Throws `unreadable` if it is no object.
  [[nodiscard]] boost::json::object of(std::size_t item) const;
  /// The error for an entry that is not as this program writes it, such as a forged one.
  [[nodiscard]] t2s::error unreadable(std::size_t item) const;
  /// Whether an interrupted run can continue from here.
  [[nodiscard]] bool lasts() const { return journal_ != nullptr; }
  [[nodiscard]] std::string path() const { return journal_ ? journal_->path() : std::string(); }
  /// Deletes the journal.
  void remove();

 private:
  std::vector<t2s::journal_place> places_;
  std::vector<std::string> texts_{};
  std::unique_ptr<t2s::journal> journal_{};
};

/// The item of an entry. Throws t2s::error with `malformed_data`, naming the file, for invalid text and for an item beyond `items`.
[[nodiscard]] std::size_t item_of(std::string_view entry, std::size_t items, std::string const& file);

}  // namespace cli

#endif
