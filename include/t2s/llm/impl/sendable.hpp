// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_SENDABLE_HPP
#define T2S_LLM_IMPL_SENDABLE_HPP

#include "t2s/llm/protocol.hpp"

#include <algorithm>
#include <array>

/// What a request may contain: one rule for the protocols, which build it, and for the transport, which sends it.
namespace t2s::llm::detail {

[[noreturn]] inline void refuse_request(std::string message, std::string remedy) {
  throw error(errc::invalid_argument, std::move(message), std::move(remedy));
}

constexpr bool is_visible(char c) noexcept { return c > ' ' && c < '\x7f'; }

/// Some of the 256 characters: every header of every request is looked at, so it is a table.
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

/// A name that is none is shown as far as it can be: what makes it wrong may be a key that was pasted into it.
inline std::string visible_start(std::string_view name) {
  auto const end = std::ranges::find_if_not(name, is_token_character);
  return std::string(name.begin(), end);
}

/// Lest a line end in a value begins a header, or a request, of its own. The value itself is not shown: it may be a key.
inline void require_sendable(http_header const& h) {
  if (!is_token(h.name)) refuse_request("\"" + visible_start(h.name) + "\" is no name of a header", "use letters, digits and hyphens");
  if (!is_value(h.value))
    refuse_request("the value of the header " + h.name + " has a control character",
                   "look for a line end in the API key, such as a file has at its end");
  if (text::same(h.name, "content-length") || text::same(h.name, "transfer-encoding") || text::same(h.name, "connection"))
    refuse_request("the header " + h.name + " is the transport's own", "leave it out");
}

}  // namespace t2s::llm::detail

#endif
