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
#include "t2s/core/journal.hpp"

namespace cli {

/// What was made of the items of long work, an entry each: in a journal, from which the work goes on, or in memory where there is no place
/// for one. Of a journal only places are in memory, 16 bytes an item. An entry is a JSON object that begins with its item.
class kept_items {
 public:
  /// In memory.
  explicit kept_items(std::size_t items);
  /// In the journal of that path, which is made, or gone on with; what it has that was damaged is named on standard error. `restart`:
  /// what it has is forgotten. Throws as t2s::journal.
  kept_items(std::string path, std::string const& header, std::size_t items, bool restart);

  /// How many items there are, kept or not.
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] bool has(std::size_t item) const { return places_[item].bytes != 0; }
  /// How many of a range are kept.
  [[nodiscard]] std::size_t count(item_range in) const;
  /// Keeps an object, or the text of one, as the entry of an item. Thread safe for different items. Throws t2s::error.
  void keep(std::size_t item, boost::json::object const& of);
  void keep(std::size_t item, std::string_view object);
  /// Keeps an entry as it is. Thread safe as `keep`.
  void keep_text(std::size_t item, std::string text);
  /// The entry as text, or "" for one that is not kept.
  [[nodiscard]] std::string text(std::size_t item) const;
  /// The entry.
  [[nodiscard]] boost::json::object of(std::size_t item) const;
  /// Whether a run that is interrupted goes on from here.
  [[nodiscard]] bool lasts() const { return journal_ != nullptr; }
  [[nodiscard]] std::string path() const { return journal_ ? journal_->path() : std::string(); }
  /// Deletes the journal.
  void remove();

 private:
  std::vector<t2s::journal_place> places_;
  std::vector<std::string> texts_{};
  std::unique_ptr<t2s::journal> journal_{};
};

/// The item that an entry is of. Throws t2s::error with `malformed_data`, naming the file, for another text and for an item that is not
/// among `items`.
[[nodiscard]] std::size_t item_of(std::string_view entry, std::size_t items, std::string const& file);

}  // namespace cli

#endif
