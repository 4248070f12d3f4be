// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_REQUEST_STATE_HPP
#define T2S_SERVE_MCP_DETAIL_REQUEST_STATE_HPP

#include "t2s/core/detail/base64.hpp"
#include "t2s/core/detail/sha256.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::serve::mcp {

/// HMAC-SHA-256 (RFC 2104) with a key of at most 64 bytes. Returns 32 bytes.
[[nodiscard]] inline std::string hmac_sha256(std::string_view key, std::string_view text) {
  constexpr std::size_t block = 64;
  std::string inner(block, '\x36'), outer(block, '\x5c');
  for (std::size_t i = 0; i < key.size() && i < block; ++i) {
    inner[i] = static_cast<char>(inner[i] ^ key[i]);
    outer[i] = static_cast<char>(outer[i] ^ key[i]);
  }
  auto const of = [](std::string const& bytes) { return t2s::detail::sha256(bytes).bytes(); };
  return of(outer + of(inner.append(text)));
}

/// What a call has learnt from its client so far, as a text that the client hands back with the next attempt (`requestState`). It says for
/// whom, for which request and until when it holds, and is signed: a text that was changed, or is another's, is none. Thread safe.
class state_seal {
 public:
  using clock = std::chrono::system_clock;

  static constexpr auto lifetime = std::chrono::minutes(10);

  /// With a key of its own, so that it opens only what it sealed itself.
  state_seal() {
    std::random_device draw;
    for (std::size_t i = 0; i < 32; ++i) key_ += static_cast<char>(draw() & 0xFFU);
  }

  /// `who` is the user, `request` what identifies the request.
  [[nodiscard]] std::string close(boost::json::object const& state, std::string_view who, std::string_view request,
                                  clock::time_point now = clock::now()) const {
    auto const until = std::chrono::duration_cast<std::chrono::seconds>((now + lifetime).time_since_epoch()).count();
    boost::json::object const all{{"for", who}, {"of", t2s::detail::sha256(request).hex()}, {"until", until}, {"state", state}};
    auto const text = boost::json::serialize(all);
    return t2s::detail::base64_of(hmac_sha256(key_, text) + text);
  }

  /// The state, or nothing if it is not one that this seal closed for this user and request, or is over.
  [[nodiscard]] std::optional<boost::json::object> open(std::string_view sealed, std::string_view who, std::string_view request,
                                                        clock::time_point now = clock::now()) const {
    constexpr std::size_t mark = 32;
    auto const bytes = t2s::detail::base64_bytes(sealed);
    if (!bytes || bytes->size() < mark) return {};
    auto const text = std::string_view(*bytes).substr(mark);
    if (!is_same(std::string_view(*bytes).substr(0, mark), hmac_sha256(key_, text))) return {};
    auto all = boost::json::parse(text).as_object();  // it is ours, so it is JSON
    auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
    bool const fits = all.at("for") == boost::json::value(who) && all.at("of") == boost::json::value(t2s::detail::sha256(request).hex());
    if (!fits || all.at("until").to_number<std::int64_t>() < seconds) return {};
    return std::move(all.at("state").as_object());
  }

 private:
  /// Takes the same time wherever they differ.
  [[nodiscard]] static bool is_same(std::string_view a, std::string_view b) {
    unsigned differ = a.size() == b.size() ? 0U : 1U;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) differ |= static_cast<unsigned char>(a[i] ^ b[i]);
    return differ == 0;
  }

  std::string key_{};
};

}  // namespace t2s::serve::mcp

#endif
