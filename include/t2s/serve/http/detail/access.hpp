// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_HTTP_DETAIL_ACCESS_HPP
#define T2S_SERVE_HTTP_DETAIL_ACCESS_HPP

#include "t2s/serve/http/detail/message.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve {

/// A user with a token.
struct token_of_user {
  std::string user{};   ///< the value of `request::user`
  std::string token{};  ///< the token in the user's requests
};

/// Who may send requests.
struct access_options {
  /// Further names of this server, as browsers write them in Host: "t2s.example.org" with any port, or "t2s.example.org:8443". The address
  /// at which a request arrives is always accepted; on this machine so is "localhost".
  std::vector<std::string> hosts{};
  std::string token{};                 ///< the token that a request must bring; "" for none, which is allowed on loopback only
  std::vector<token_of_user> users{};  ///< replaces `token` if each user has one; names and tokens must be unique
  /// Other sites whose pages may have `<t2s-ask>`, as browsers write them in Origin: "https://shop.example.org". They may ask questions,
  /// with a token of theirs and without cookies, and nothing else.
  std::vector<std::string> origins{};
};

/// Decides by the head of a request whether it is answered. Thread safe.
///
/// - Host must name this server. This defeats pages of other sites whose name was pointed here (DNS rebinding).
/// - Origin, which browsers send, must be this server too, or be allowed to embed it (`origins`). Sec-Fetch-Site, where it is sent, must
/// not name another site, except for the page.
/// - An embedding site may load the component and ask questions: the routes of docs/embed.md. Cookies do not count there, so that it acts
///   for nobody whose token it has not.
/// - With a token, a request brings it as `Authorization: Bearer` or, without that header, in the cookie that `GET /?token=...` sets once.
///   /healthz and /readyz need no token from this machine. The page, its style and its script need none at all: they hold no secret.
/// - With a token for each user, a link on another site sets no cookie (browsers send `Sec-Fetch-Site`), because its token may be that of
///   the author of the link.
class access_check {
 public:
  /// Throws `t2s::error` for an invalid name or token, for a user without a name, and for a repeated name or token.
  T2S_DECL explicit access_check(access_options options);

  /// Gives users whose token is the same the cookies that they had there, so that browsers need not open the page with the token again.
  T2S_DECL void keep_cookies_of(access_check const& before);

  /// The refusal, or the response that sets the cookie; nothing if the request may pass. Sets `request::user` to the owner of the token.
  [[nodiscard]] T2S_DECL std::optional<response> check(request& head) const;

  /// Adds the headers that let an embedding site read the response (CORS). Every other response stays as it is.
  T2S_DECL void share(request const& head, response& with) const;

 private:
  struct bearer {
    std::string user, token;
    std::string session;  // the value of the cookie: not the token itself, and valid in this process only
  };

  T2S_DECL void add(std::string user, std::string token);
  [[nodiscard]] T2S_DECL bool is_ours(std::string_view authority, request const& head) const;
  [[nodiscard]] T2S_DECL bearer const* whose(std::string_view token) const;
  [[nodiscard]] T2S_DECL bool is_embedding(request const& head) const;
  [[nodiscard]] T2S_DECL std::optional<response> check_embedding(request& head) const;
  [[nodiscard]] T2S_DECL bearer const* bearer_of(request const& head) const;
  [[nodiscard]] T2S_DECL std::optional<response> check_token(request& head) const;
  [[nodiscard]] T2S_DECL std::string cookie_name(request const& head) const;

  std::vector<std::string> hosts_, origins_;
  std::vector<bearer> bearers_{};  // empty: no token is needed
};

/// A secret of 256 bits, in hexadecimal digits. Throws what `std::random_device` throws.
[[nodiscard]] T2S_DECL std::string new_secret();

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/http/detail/access.ipp"
#endif

#endif
