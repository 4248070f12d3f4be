// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_RARE_HPP
#define T2S_LAB_EVALUATION_DETAIL_RARE_HPP

#include <memory>
#include <optional>
#include <utility>

namespace t2s::evaluation {

/// A `std::optional` of what most questions lack: without a value it has the size of a pointer, so that a report over many questions stays
/// small. Copies are deep.
template <class T>
class rare {
 public:
  rare() noexcept = default;
  rare(std::nullopt_t) noexcept {}
  rare(T value) : held_(std::make_unique<T>(std::move(value))) {}
  rare(std::optional<T> value) : held_(value ? std::make_unique<T>(std::move(*value)) : nullptr) {}
  rare(rare const& other) : held_(other.held_ ? std::make_unique<T>(*other.held_) : nullptr) {}
  rare(rare&&) noexcept = default;
  rare& operator=(rare other) noexcept {
    held_ = std::move(other.held_);
    return *this;
  }
  ~rare() = default;

  [[nodiscard]] explicit operator bool() const noexcept { return held_ != nullptr; }
  [[nodiscard]] bool has_value() const noexcept { return held_ != nullptr; }
  /// Throws `std::bad_optional_access` without a value.
  [[nodiscard]] T const& value() const {
    if (!held_) throw std::bad_optional_access();
    return *held_;
  }
  [[nodiscard]] T const& operator*() const noexcept { return *held_; }
  [[nodiscard]] T& operator*() noexcept { return *held_; }
  [[nodiscard]] T const* operator->() const noexcept { return held_.get(); }
  [[nodiscard]] T* operator->() noexcept { return held_.get(); }

  friend bool operator==(rare const& a, rare const& b) { return a && b ? *a == *b : a.has_value() == b.has_value(); }

 private:
  std::unique_ptr<T> held_{};
};

}  // namespace t2s::evaluation

#endif
