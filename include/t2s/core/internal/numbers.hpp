// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_INTERNAL_NUMBERS_HPP
#define T2S_CORE_INTERNAL_NUMBERS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// Numbers found by a name or an address, such as places in a list. All addresses are in one type of hash table, because each type takes a
/// compiler as long as a file of code.
namespace t2s::detail {

using number_table = std::unordered_multimap<std::uint64_t, std::size_t>;

/// A number for each address.
class numbers_by_address {
 public:
  /// The number of an address, or nullptr.
  [[nodiscard]] std::size_t const* find(void const* at) const {
    auto const found = numbers_.find(reinterpret_cast<std::uintptr_t>(at));
    return found == numbers_.end() ? nullptr : &found->second;
  }

  /// The number of an address, which is this one if it has none yet; and whether it had none.
  std::pair<std::size_t, bool> add(void const* at, std::size_t number = 0) {
    if (auto const* known = find(at)) return {*known, false};
    numbers_.emplace(reinterpret_cast<std::uintptr_t>(at), number);
    return {number, true};
  }

 private:
  number_table numbers_{};
};

/// A number for each name, as it is written. Names stand one after the other and are found over a list of their places, with no memory of
/// its own for each: a schema may have a hundred thousand.
class numbers_by_name {
 public:
  /// The number of a name, or nullptr.
  [[nodiscard]] std::size_t const* find(std::string_view name) const {
    auto const place = slots_.empty() ? 0 : slots_[slot_of(name, hash(name))];
    return place == 0 ? nullptr : &numbers_[place - 1];
  }

  /// The number of a name, which is this one if it has none yet; and whether it had none.
  std::pair<std::size_t, bool> add(std::string_view name, std::size_t number = 0) {
    if (slots_.size() < 2 * (names_.size() + 1)) grow();
    auto const hashed = hash(name);
    auto const slot = slot_of(name, hashed);
    if (auto const place = slots_[slot]; place != 0) return {numbers_[place - 1], false};
    names_.emplace_back(name);
    numbers_.push_back(number);
    hashes_.push_back(hashed);
    slots_[slot] = names_.size();
    return {number, true};
  }

  /// Gives a name another number.
  void set(std::string_view name, std::size_t number) {
    if (!add(name, number).second) numbers_[static_cast<std::size_t>(find(name) - numbers_.data())] = number;
  }

  /// In the order of adding.
  [[nodiscard]] std::vector<std::string> const& names() const noexcept { return names_; }

 private:
  static std::size_t hash(std::string_view name) { return std::hash<std::string_view>()(name); }

  /// Where a name is, or the empty slot where it is to be.
  [[nodiscard]] std::size_t slot_of(std::string_view name, std::size_t hashed) const {
    auto const mask = slots_.size() - 1;
    auto slot = hashed & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask)
      if (auto const place = slots_[slot] - 1; hashes_[place] == hashed && names_[place] == name) break;
    return slot;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), 0);
    auto const mask = slots_.size() - 1;
    for (std::size_t place = 0; place < hashes_.size(); ++place) {
      auto slot = hashes_[place] & mask;
      while (slots_[slot] != 0) slot = (slot + 1) & mask;
      slots_[slot] = place + 1;
    }
  }

  std::vector<std::size_t> slots_{};  // a power of two of them: a place in the lists, counted from 1; 0 in an empty one
  std::vector<std::string> names_{};
  std::vector<std::size_t> numbers_{}, hashes_{};
};

/// A list for each name, of what is cheap to copy. All stand in one, where a list that is full moves to the end and gets twice the room.
template <class T>
class lists_by_name {
 public:
  /// Adds to the end of a name's list.
  void add(std::string_view name, T const& value) {
    auto const [place, is_new] = places_.add(name, begins_.size());
    if (is_new) begins_.push_back(0), sizes_.push_back(0);
    auto const size = sizes_[place];
    if ((size & (size - 1)) == 0) {  // a power of two, or 0: it is full
      auto const begin = std::exchange(begins_[place], all_.size());
      for (std::size_t i = 0; i < size; ++i) all_.push_back(all_[begin + i]);
      for (auto i = size; i < std::max<std::size_t>(2 * size, 1); ++i) all_.push_back(value);
    }
    all_[begins_[place] + size] = value;
    ++sizes_[place];
  }

  /// The list of a name, which is empty if it has none. Valid until something is added.
  [[nodiscard]] std::span<T const> find(std::string_view name) const {
    auto const* place = places_.find(name);
    return place ? std::span<T const>(all_.data() + begins_[*place], sizes_[*place]) : std::span<T const>();
  }
  /// The same, to be changed.
  [[nodiscard]] std::span<T> list_of(std::string_view name) {
    auto const* place = places_.find(name);
    return place ? std::span<T>(all_.data() + begins_[*place], sizes_[*place]) : std::span<T>();
  }

  /// In the order of adding.
  [[nodiscard]] std::vector<std::string> const& names() const noexcept { return places_.names(); }

 private:
  numbers_by_name places_{};
  std::vector<std::size_t> begins_{}, sizes_{};  // of each list
  std::vector<T> all_{};
};

}  // namespace t2s::detail

#endif
