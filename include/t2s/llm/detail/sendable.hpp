// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_SENDABLE_HPP
#define T2S_LLM_DETAIL_SENDABLE_HPP

#include "t2s/llm/protocol.hpp"

#include <algorithm>
#include <array>

/// Checks the headers of a request.
namespace t2s::llm::detail {

[[noreturn]] inline void refuse_request(std::string message, std::string remedy) {
  throw error(errc::invalid_argument, std::move(message), std::move(remedy));
}

constexpr bool is_visible(char c) noexcept { return c > ' ' && c < '\x7f'; }

/// A set of the 256 characters, as a table, since every header of every request is checked.
class character_set {
 public:
  template <class IsIn>
  constexpr explicit character_set(IsIn is_in) {
    for (std::size_t i = 0; i < in_.size(); ++i) in_[i] = is_in(static_cast<char>(static_cast<unsigned char>(i)));
  }
  [[nodiscard]] constexpr bool has_all_of(std::string_view s) const noexcept {
    return std::ranges::all_of(s, [this](char c) { return in_[static_cast<unsigned char>(c)]; });
  }

 private:
  std::array<bool, 256> in_{};
};

constexpr bool is_token_character(char c) noexcept {
  return is_visible(c) && std::string_view("\"(),/:;<=>?@[\\]{}").find(c) == std::string_view::npos;
}
inline bool is_token(std::string_view s) noexcept {
  static constexpr character_set token(is_token_character);
  return !s.empty() && token.has_all_of(s);
}
inline bool is_value(std::string_view s) noexcept {
  static constexpr character_set value(
      [](char c) { return c == '\t' || (c >= ' ' && c != '\x7f') || static_cast<unsigned char>(c) >= 0x80; });
  return value.has_all_of(s);
}

/// Rejects, above all, line ends, which would begin another header or request. The message omits values, and names from their first wrong
/// character on, since they may be a key.
inline void require_sendable(http_header const& h) {
  if (!is_token(h.name))
    refuse_request(
        "\"" + std::string(h.name.begin(), std::ranges::find_if_not(h.name, is_token_character)) + "\" is not the name of a header",
        "use letters, digits and hyphens");
  if (!is_value(h.value))
    refuse_request("the value of the header " + h.name + " has a control character",
                   "look for a line end in the API key, such as a file has at its end");
  if (text::same(h.name, "content-length") || text::same(h.name, "transfer-encoding") || text::same(h.name, "connection"))
    refuse_request("the header " + h.name + " is the transport's own", "leave it out");
}

}  // namespace t2s::llm::detail

#endif
