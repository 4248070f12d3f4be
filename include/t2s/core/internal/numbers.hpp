// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_INTERNAL_NUMBERS_HPP
#define T2S_CORE_INTERNAL_NUMBERS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// Numbers found by a name or an address, such as places in a list. All are in one type of hash table, because each type takes a compiler
/// as long as a file of code.
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

/// A number for each name, as it is written.
class numbers_by_name {
 public:
  /// The number of a name, or nullptr.
  [[nodiscard]] std::size_t const* find(std::string_view name) const { return find(name, hash(name)); }

  /// The number of a name, which is this one if it has none yet; and whether it had none.
  std::pair<std::size_t, bool> add(std::string_view name, std::size_t number = 0) {
    auto const hashed = hash(name);
    if (auto const* known = find(name, hashed)) return {*known, false};
    places_.emplace(hashed, names_.size());
    names_.emplace_back(name);
    numbers_.push_back(number);
    return {number, true};
  }

  /// Gives a name another number.
  void set(std::string_view name, std::size_t number) {
    if (!add(name, number).second) numbers_[static_cast<std::size_t>(find(name) - numbers_.data())] = number;
  }

  /// In the order of adding.
  [[nodiscard]] std::vector<std::string> const& names() const noexcept { return names_; }

 private:
  static std::uint64_t hash(std::string_view name) { return std::hash<std::string_view>()(name); }

  [[nodiscard]] std::size_t const* find(std::string_view name, std::uint64_t hashed) const {
    auto const [first, last] = places_.equal_range(hashed);
    for (auto i = first; i != last; ++i)
      if (names_[i->second] == name) return &numbers_[i->second];
    return nullptr;
  }

  number_table places_{};  // of a name's hash, in the lists
  std::vector<std::string> names_{};
  std::vector<std::size_t> numbers_{};
};

/// A list for each name.
template <class T>
class lists_by_name {
 public:
  /// The list of a name, which is empty if it had none.
  [[nodiscard]] std::vector<T>& operator[](std::string_view name) {
    auto const [place, is_new] = places_.add(name, lists_.size());
    if (is_new) lists_.emplace_back();
    return lists_[place];
  }

  /// The list of a name, or nullptr.
  [[nodiscard]] std::vector<T> const* find(std::string_view name) const {
    auto const* place = places_.find(name);
    return place ? &lists_[*place] : nullptr;
  }

  /// In the order of adding.
  [[nodiscard]] std::vector<std::string> const& names() const noexcept { return places_.names(); }

 private:
  numbers_by_name places_{};
  std::vector<std::vector<T>> lists_{};
};

}  // namespace t2s::detail

#endif
