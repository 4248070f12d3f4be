// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_SHA256_HPP
#define T2S_CORE_DETAIL_SHA256_HPP

#include "t2s/core/detail/text.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::detail {

/// SHA-256 (FIPS 180-4) of a whole text.
class sha256 {
 public:
  explicit sha256(std::string_view text) {
    auto rest = text;
    for (; rest.size() >= 64; rest.remove_prefix(64)) mix(rest.data());
    std::string last(rest);
    last += '\x80';
    last.resize(rest.size() < 56 ? 56 : 120, '\0');
    for (int shift = 56; shift >= 0; shift -= 8) last += static_cast<char>((std::uint64_t{text.size()} * 8) >> shift & 0xFFU);
    for (std::size_t i = 0; i < last.size(); i += 64) mix(last.data() + i);
  }

  /// The 32 bytes.
  [[nodiscard]] std::string bytes() const {
    std::string out;
    for (auto const w : state_)
      for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(w >> shift & 0xFFU);
    return out;
  }

  [[nodiscard]] std::string hex() const {
    std::string out;
    for (char const byte : bytes()) text::append_hex(out, byte);
    return out;
  }

 private:
  using word = std::uint32_t;

  static constexpr std::array<word, 64> constants{
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
      0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
      0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
      0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
      0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
      0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

  static word load(char const* p) {
    word w = 0;
    for (int i = 0; i < 4; ++i) w = w << 8U | static_cast<unsigned char>(p[i]);
    return w;
  }

  static std::array<word, 64> schedule(char const* block) {
    std::array<word, 64> w{};
    for (std::size_t i = 0; i < 16; ++i) w[i] = load(block + 4 * i);
    for (std::size_t i = 16; i < 64; ++i) {
      word const a = w[i - 15], b = w[i - 2];
      word const s0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3U;
      word const s1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10U;
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    return w;
  }

  void mix(char const* block) {
    auto const w = schedule(block);
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < 64; ++i) {
      word const s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      word const t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      word const s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      word const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = std::exchange(g, std::exchange(f, std::exchange(e, d + t1)));
      d = std::exchange(c, std::exchange(b, std::exchange(a, t1 + t2)));
    }
    std::array<word, 8> const mixed{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state_[i] += mixed[i];
  }

  std::array<word, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
};

}  // namespace t2s::detail

#endif
