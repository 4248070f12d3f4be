// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_UNIT_VECTOR_HPP
#define T2S_RETRIEVE_DETAIL_UNIT_VECTOR_HPP

#include "t2s/core/detail/data_file.hpp"
#include "t2s/retrieve/detail/vector_index.hpp"

#include <cmath>

/// Vectors of length 1, padded to a multiple of a vector instruction's width.
namespace t2s::retrieve::detail {

/// Number of floats of a vector instruction on any machine.
inline constexpr std::size_t lanes = 4;

[[nodiscard]] constexpr std::size_t filled_up(std::size_t dimensions) noexcept { return (dimensions + lanes - 1) / lanes * lanes; }

/// The dot product of two vectors padded to a multiple of `lanes`. It uses parallel sums, which compilers turn into vector instructions of
/// any width with the same result.
[[nodiscard]] inline float dot(float const* a, float const* b, std::size_t n) noexcept {
  std::array<float, 4 * lanes> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= n; i += sums.size())
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < n; i += lanes)
    for (std::size_t k = 0; k < lanes; ++k) sums[k] += a[i + k] * b[i + k];
  for (auto half = sums.size() / 2; half > 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}

[[noreturn]] inline void refuse_dimensions(std::size_t has, std::size_t expected) {
  throw error(errc::invalid_argument, "a vector has " + std::to_string(has) + " dimensions and the index " + std::to_string(expected),
              "take the vectors of one model, the same for the index and for what is looked up");
}

[[nodiscard]] inline std::string vector_name(std::size_t place) { return std::string("vector ").append(std::to_string(place)); }

/// Scales a vector to length 1; zeros stay zeros; zeros pad the rest of `to`. `name` is its name in messages.
template <class Name>
void put_unit_vector(std::span<float const> v, std::span<float> to, Name name) {
  double square = 0;
  for (auto const x : v) square += double{x} * double{x};
  if (!std::isfinite(square))
    throw error(errc::invalid_argument, name() + " has a number that is infinite or NaN", "look at the model that made it");
  double const scale = square > 0 ? 1 / std::sqrt(square) : 0;
  for (std::size_t i = 0; i < v.size(); ++i) to[i] = static_cast<float>(v[i] * scale);
}

[[nodiscard]] inline std::vector<float> unit_vector(std::span<float const> v, std::size_t dimensions) {
  if (v.size() != dimensions) refuse_dimensions(v.size(), dimensions);
  std::vector<float> unit(filled_up(dimensions));
  put_unit_vector(v, unit, [] { return std::string("the vector that is looked up"); });
  return unit;
}

/// The number of dimensions of all vectors, 0 if there are none. Throws if they differ or are 0.
[[nodiscard]] inline std::size_t dimensions_of(std::span<std::vector<float> const> vectors) {
  for (auto const& v : vectors)
    if (v.empty() || v.size() != vectors.front().size()) refuse_dimensions(v.size(), vectors.front().size());
  return vectors.empty() ? 0 : vectors.front().size();
}

}  // namespace t2s::retrieve::detail

#endif
