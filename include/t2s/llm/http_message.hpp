// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_HTTP_MESSAGE_HPP
#define T2S_LLM_HTTP_MESSAGE_HPP

#include "t2s/core/text.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What goes over the wire as plain values, so that the protocol (wire.hpp) knows no socket and the transport no protocol.
namespace t2s::llm {

/// One line of a message's head.
struct http_header {
  std::string name{};   ///< compared whatever its case
  std::string value{};  ///< without blanks around it
  bool secret = false;  ///< never shown: in errors, traces, recordings

  friend bool operator==(http_header const&, http_header const&) = default;
};

/// A request to a base URL.
struct http_request {
  std::string method = "POST";         ///< GET, POST,
  std::string path{};                  ///< appended to that of the base URL; begins with "/"
  std::vector<http_header> headers{};  ///< beside those that the client sets itself
  std::string body{};                  ///< empty if there is none
  /// Of the answer's body, where that is less than `http_sizes::body`: a longer one is refused.
  std::size_t answer_bytes = std::numeric_limits<std::size_t>::max();

  friend bool operator==(http_request const&, http_request const&) = default;
};

/// A server's reply.
struct http_response {
  unsigned status = 0;                 ///< 200, 404,
  std::vector<http_header> headers{};  ///< in the order in which they came
  std::string body{};                  ///< whole, and decoded

  /// The value of the first header of that name, ASCII case ignored; "" without one.
  [[nodiscard]] std::string_view header(std::string_view name) const noexcept {
    for (auto const& h : headers)
      if (text::same(h.name, name)) return h.value;
    return {};
  }

  friend bool operator==(http_response const&, http_response const&) = default;
};

}  // namespace t2s::llm

#endif
