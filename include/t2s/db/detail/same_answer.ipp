// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_SAME_ANSWER_IPP
#define T2S_DB_DETAIL_SAME_ANSWER_IPP

#include "t2s/db/detail/same_answer.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace t2s::db {
namespace detail {

/// The finaliser of SplitMix64: every bit of `x` changes every bit of the result.
inline std::uint64_t mixed(std::uint64_t x) noexcept {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

inline std::uint64_t hash_of_bytes(char const* data, std::size_t size, std::uint64_t kind) noexcept {
  auto h = mixed(kind);
  for (std::size_t i = 0; i < size; ++i) h = (h ^ static_cast<unsigned char>(data[i])) * 1099511628211U;
  return mixed(h ^ size);
}

inline std::uint64_t hash_of_real(double r) noexcept {
  bool const whole = r >= -0x1p63 && r < 0x1p63 && r == std::floor(r);
  return whole ? mixed(static_cast<std::uint64_t>(static_cast<std::int64_t>(r))) : mixed(std::bit_cast<std::uint64_t>(r) ^ 1U);
}

inline std::uint64_t hash_of_value(value const& v) noexcept {
  switch (v.type()) {
    case value::kind::integer: return mixed(static_cast<std::uint64_t>(*v.integer()));
    case value::kind::real: return hash_of_real(*v.real());
    case value::kind::text: return hash_of_bytes(v.text()->data(), v.text()->size(), 3);
    case value::kind::blob: return hash_of_bytes(reinterpret_cast<char const*>(v.bytes()->bytes.data()), v.bytes()->bytes.size(), 4);
    default: return mixed(mixed(5));  // mixed(5) alone is the integer
  }
}

/// The same for the same hashes in any order.
inline std::uint64_t bag_of(std::vector<std::uint64_t> const& hashes) noexcept {
  std::uint64_t sum = 0;
  for (auto const h : hashes) sum += mixed(h);
  return sum;
}

/// A result's columns as hashes of their values.
struct hashed_columns {
  explicit hashed_columns(rows const& r) : columns(r.values.front().size(), std::vector<std::uint64_t>(r.values.size())) {
    for (std::size_t i = 0; i < r.values.size(); ++i)
      for (std::size_t c = 0; c < columns.size(); ++c) columns[c][i] = hash_of_value(r.values[i][c]);
    for (auto const& column : columns) signatures.push_back(bag_of(column));
  }

  std::vector<std::vector<std::uint64_t>> columns;
  std::vector<std::uint64_t> signatures{};  // equal for columns with the same values in any order
};

/// Looks for an order of b's columns in which the rows of both are the same bag: column by column, each step compared as a whole.
class column_pairing {
 public:
  column_pairing(hashed_columns const& a, hashed_columns const& b) : a_(a), b_(b), used_(b.columns.size()) {}

  [[nodiscard]] bool exists() {
    std::vector<std::uint64_t> const nothing(a_.columns.front().size(), 0);
    return extends(0, nothing, nothing);
  }

 private:
  static constexpr std::size_t most_tries = 4096;
  using row_hashes = std::vector<std::uint64_t>;

  static row_hashes with(row_hashes so_far, row_hashes const& column) {
    for (std::size_t i = 0; i < so_far.size(); ++i) so_far[i] = mixed(so_far[i] * 31 + column[i]);
    return so_far;
  }

  bool extends(std::size_t c, row_hashes const& rows_a, row_hashes const& rows_b) {
    if (c == a_.columns.size()) return true;
    auto const next_a = with(rows_a, a_.columns[c]);
    auto const wanted = bag_of(next_a);
    for (std::size_t k = 0; k < used_.size(); ++k) {
      if (used_[k] || a_.signatures[c] != b_.signatures[k] || ++tries_ > most_tries) continue;
      auto const next_b = with(rows_b, b_.columns[k]);
      if (bag_of(next_b) != wanted) continue;
      used_[k] = true;
      if (extends(c + 1, next_a, next_b)) return true;
      used_[k] = false;
    }
    return false;
  }

  hashed_columns const& a_;
  hashed_columns const& b_;
  std::vector<bool> used_;
  std::size_t tries_ = 0;
};

}  // namespace detail

T2S_DECL bool same_answer(rows const& a, rows const& b) {
  if (a.values.size() != b.values.size()) return false;
  if (a.empty()) return true;
  if (a.values.front().size() != b.values.front().size()) return false;
  if (a.values.front().empty()) return true;
  detail::hashed_columns const left(a), right(b);
  return detail::column_pairing(left, right).exists();
}

}  // namespace t2s::db

#endif
