// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_NUMBERS_HPP
#define T2S_CORE_DETAIL_NUMBERS_HPP

#include "t2s/core/detail/hashed_places.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Numbers and lists found by a name or an address.
namespace t2s::detail {

/// A number for each address.
class numbers_by_address {
 public:
  /// The number of an address, or nullptr.
  [[nodiscard]] std::size_t const* find(void const* at) const {
    auto const place = place_of(at);
    return place < places_.size() ? &numbers_[place] : nullptr;
  }

  /// The number of an address, and whether it is new; a new one gets `number`.
  std::pair<std::size_t, bool> add(void const* at, std::size_t number = 0) {
    if (auto const* known = find(at)) return {*known, false};
    if (numbers_.size() > places_.size()) numbers_.pop_back();  // left by an `add` that threw
    numbers_.push_back(number);
    places_.add(reinterpret_cast<std::uintptr_t>(at));
    return {number, true};
  }

 private:
  [[nodiscard]] std::size_t place_of(void const* at) const {
    return places_.find(reinterpret_cast<std::uintptr_t>(at), [](std::size_t) { return true; });
  }

  hashed_places places_{};
  std::vector<std::size_t> numbers_{};
};

/// A number for each name, case-sensitive.
class numbers_by_name {
 public:
  /// The number of a name, or nullptr.
  [[nodiscard]] std::size_t const* find(std::string_view name) const {
    auto const place = place_of(name, hash(name));
    return place < places_.size() ? &numbers_[place] : nullptr;
  }

  /// The number of a name, and whether it is new; a new one gets `number`.
  std::pair<std::size_t, bool> add(std::string_view name, std::size_t number = 0) {
    auto const hashed = hash(name);
    if (auto const place = place_of(name, hashed); place < places_.size()) return {numbers_[place], false};
    if (names_.size() > places_.size()) names_.pop_back();  // left by an `add` that threw; a number may be left, too
    if (numbers_.size() > places_.size()) numbers_.pop_back();
    names_.emplace_back(name);
    numbers_.push_back(number);
    places_.add(hashed);
    return {number, true};
  }

  /// Changes the number of a name.
  void set(std::string_view name, std::size_t number) {
    if (!add(name, number).second) numbers_[static_cast<std::size_t>(find(name) - numbers_.data())] = number;
  }

  /// The number of names.
  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }
  /// In order of insertion.
  [[nodiscard]] std::vector<std::string> const& names() const noexcept { return names_; }

 private:
  static std::size_t hash(std::string_view name) { return std::hash<std::string_view>()(name); }

  [[nodiscard]] std::size_t place_of(std::string_view name, std::size_t hashed) const {
    return places_.find(hashed, [&](std::size_t place) { return names_[place] == name; });
  }

  hashed_places places_{};
  std::vector<std::string> names_{};
  std::vector<std::size_t> numbers_{};
};

/// A list of cheaply copied elements for each name. All lists share one vector: a full list moves to the end and doubles its capacity.
template <class T>
class lists_by_name {
 public:
  /// Appends to the list of a name.
  void add(std::string_view name, T const& value) {
    while (begins_.size() <= places_.size()) begins_.push_back(0);  // adds an empty list first, so that a new name always has one
    while (sizes_.size() <= places_.size()) sizes_.push_back(0);
    auto const place = places_.add(name, places_.size()).first;
    auto const size = sizes_[place];
    if ((size & (size - 1)) == 0) {  // a power of two, or 0: the list is full
      auto const begin = begins_[place], end = all_.size();
      for (std::size_t i = 0; i < size; ++i) all_.push_back(all_[begin + i]);
      for (auto i = size; i < std::max<std::size_t>(2 * size, 1); ++i) all_.push_back(value);
      begins_[place] = end;
    }
    all_[begins_[place] + size] = value;
    ++sizes_[place];
  }

  /// The list of a name; empty for an unknown name. Valid until the next `add`.
  [[nodiscard]] std::span<T const> find(std::string_view name) const {
    auto const* place = places_.find(name);
    return place ? std::span<T const>(all_.data() + begins_[*place], sizes_[*place]) : std::span<T const>();
  }
  /// The same with mutable elements.
  [[nodiscard]] std::span<T> find_to_change(std::string_view name) {
    auto const* place = places_.find(name);
    return place ? std::span<T>(all_.data() + begins_[*place], sizes_[*place]) : std::span<T>();
  }

  /// In order of insertion.
  [[nodiscard]] std::vector<std::string> const& names() const noexcept { return places_.names(); }

 private:
  numbers_by_name places_{};
  std::vector<std::size_t> begins_{}, sizes_{};  // of each list, and possibly of the next one
  std::vector<T> all_{};
};

}  // namespace t2s::detail

#endif
