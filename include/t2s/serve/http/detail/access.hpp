// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_HTTP_DETAIL_ACCESS_HPP
#define T2S_SERVE_HTTP_DETAIL_ACCESS_HPP

#include "t2s/serve/http/detail/message.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve {

/// One of several who may ask, each with a token of their own.
struct token_of_user {
  std::string user{};   ///< as `request::user` has it
  std::string token{};  ///< what the user's requests bring
};

/// Who may ask.
struct access_options {
  /// Further names under which the server is reached, as browsers write them in Host: "t2s.example.org" with any port, or
  /// "t2s.example.org:8443". The address at which a request arrives is always one, and on this machine "localhost".
  std::vector<std::string> hosts{};
  std::string token{};                 ///< what a request must bring; "" for none, which is for loopback alone
  std::vector<token_of_user> users{};  ///< in its place, where each user has one: no two of a name or a token
};

/// Decides by the head of a request whether it is answered at all. Thread safe.
///
/// - Host must name this server, so that a page of another site, whose name was made to lead here, reaches nothing.
/// - Origin, which browsers send, must be this server too.
/// - With a token, a request brings it as `Authorization: Bearer`, or, where it has no such header, the cookie that `GET /?token=...` sets
/// once. /healthz and /readyz
///   need none from this machine, and neither do the page, its style and its script, in which nothing is secret.
/// - Where each user has a token, a link of another site sets no cookie (`Sec-Fetch-Site`, which browsers send): the token may be that of
///   who made the link.
class access_check {
 public:
  /// Throws t2s::error where a name or a token cannot be one, for a user without a name, and for two of one name or token.
  T2S_DECL explicit access_check(access_options options);

  /// The refusal, or the response that sets the cookie; nothing where the request may pass. Then `request::user` is whose token it brought.
  [[nodiscard]] T2S_DECL std::optional<response> check(request& head) const;

 private:
  struct bearer {
    std::string user, token;
    std::string session;  // what the cookie holds: not the token itself, and of this process alone
  };

  T2S_DECL void add(std::string user, std::string token);
  [[nodiscard]] T2S_DECL bool is_ours(std::string_view authority, request const& head) const;
  [[nodiscard]] T2S_DECL bearer const* whose(std::string_view token) const;
  [[nodiscard]] T2S_DECL bearer const* bearer_of(request const& head) const;
  [[nodiscard]] T2S_DECL std::optional<response> check_token(request& head) const;
  [[nodiscard]] T2S_DECL std::string cookie_name(request const& head) const;

  std::vector<std::string> hosts_;
  std::vector<bearer> bearers_{};  // none: no token is needed
};

/// A secret of 256 bits, in hexadecimal digits. Throws what `std::random_device` throws.
[[nodiscard]] T2S_DECL std::string new_secret();

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/http/detail/access.ipp"
#endif

#endif
