// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_VECTOR_INDEX_IPP
#define T2S_RETRIEVE_IMPL_VECTOR_INDEX_IPP

#include "t2s/core/error.hpp"
#include "t2s/retrieve/vector_index.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace t2s::retrieve {
namespace detail {

/// In eight sums side by side, which compilers turn into vector instructions; the order is the same on every machine.
inline float dot(float const* a, float const* b, std::size_t n) noexcept {
  std::array<float, 8> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= n; i += sums.size())
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < n; ++i) sums[i % sums.size()] += a[i] * b[i];
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

inline float length(std::span<float const> v) noexcept {
  double square = 0;
  for (auto const x : v) square += double{x} * double{x};
  return static_cast<float>(std::sqrt(square));
}

[[noreturn]] inline void refuse_dimensions(std::size_t has, std::size_t expected) {
  throw error(errc::invalid_argument, "a vector has " + std::to_string(has) + " dimensions and the index " + std::to_string(expected),
              "take the vectors of one model, the same for the index and for what is looked up");
}

}  // namespace detail

T2S_DECL vector_index::vector_index(std::span<std::vector<float> const> vectors)
    : size_(vectors.size()), dimensions_(vectors.empty() ? 0 : vectors.front().size()) {
  elements_.reserve(size_ * dimensions_);
  for (auto const& v : vectors) {
    if (v.empty() || v.size() != dimensions_) detail::refuse_dimensions(v.size(), dimensions_);
    auto const length = detail::length(v);
    for (auto const x : v) elements_.push_back(length > 0 ? x / length : 0);
  }
}

T2S_DECL std::vector<hit> vector_index::nearest(std::span<float const> to, std::size_t k) const {
  if (size_ == 0) return {};
  if (to.size() != dimensions_) detail::refuse_dimensions(to.size(), dimensions_);
  auto const length = detail::length(to);
  std::vector<hit> hits(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    auto const product = detail::dot(elements_.data() + i * dimensions_, to.data(), dimensions_);
    hits[i] = {i, length > 0 ? product / length : 0};
  }
  return best_of(std::move(hits), k);
}

}  // namespace t2s::retrieve

#endif
