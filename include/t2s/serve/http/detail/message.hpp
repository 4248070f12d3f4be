// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_HTTP_DETAIL_MESSAGE_HPP
#define T2S_SERVE_HTTP_DETAIL_MESSAGE_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::serve {

/// One line of a head.
struct header {
  std::string name{};   ///< in any case
  std::string value{};  ///< without white space around it
};

/// The lines of a head, in their order.
class headers {
 public:
  headers() = default;
  /// Lines.
  headers(std::initializer_list<header> lines) : lines_(lines) {}

  /// The value of the first line of that name, in any case; "" without one.
  [[nodiscard]] T2S_DECL std::string_view get(std::string_view name) const noexcept;
  /// How many lines have that name.
  [[nodiscard]] T2S_DECL std::size_t count(std::string_view name) const noexcept;
  /// Adds a line.
  void add(std::string name, std::string value) { lines_.push_back({std::move(name), std::move(value)}); }
  /// The one line of that name from now on.
  T2S_DECL void set(std::string name, std::string value);

  /// All of them.
  [[nodiscard]] std::vector<header> const& all() const noexcept { return lines_; }

 private:
  std::vector<header> lines_{};
};

/// What a client asks, read in whole. Knows no socket, so that what answers it can be tested without one.
struct request {
  std::string method = "GET";                                ///< as it was sent
  std::string path = "/";                                    ///< without the query, percent-encoding undone
  std::vector<std::pair<std::string, std::string>> query{};  ///< names and values, percent-encoding undone
  serve::headers headers{};                                  ///< as they were sent
  std::string body{};                                        ///< as it was sent
  std::string local = "127.0.0.1:80";                        ///< address and port at which it arrived; IPv6 addresses in brackets
  std::string from = "127.0.0.1";                            ///< the address of the client
  std::string user{};                                        ///< whose token it brought, where each user has one; else ""
  bool from_loopback = true;                                 ///< whether it comes from this machine
  std::stop_token gone{};                                    ///< requested when nobody waits for the response any more

  /// Who asks, for the audit: the user, else the address.
  [[nodiscard]] std::string const& who() const noexcept { return user.empty() ? from : user; }
  /// The value of a name of the query, if it has it.
  [[nodiscard]] T2S_DECL std::optional<std::string> parameter(std::string_view name) const;
};

/// Reads the target of a request line into path and query. False where it is no path ("/..."), or malformed.
[[nodiscard]] T2S_DECL bool read_target(std::string_view target, request& into);

/// The body of a response that goes on, such as server-sent events. The server asks for pieces as fast as the client takes them, and
/// destroys the object when the client is gone. Its functions are called by one thread, that of the server; what they wait for may come
/// from any.
class body_stream {
 public:
  /// What there is now.
  struct piece {
    std::vector<std::shared_ptr<std::string const>> texts{};  ///< to be sent; empty if there is nothing new
    bool last = false;                                        ///< nothing comes after these
  };

  body_stream() = default;
  body_stream(body_stream const&) = delete;
  body_stream& operator=(body_stream const&) = delete;
  virtual ~body_stream() = default;

  /// What there is since the last call, at most about `bytes`.
  [[nodiscard]] virtual piece next(std::size_t bytes) = 0;
  /// `wake` is called once, from any thread, as soon as `next` has something; at once if it already has.
  virtual void when_ready(std::function<void()> wake) = 0;
  /// What is sent now and then while nothing comes, so that a client that is gone is noticed; "" sends nothing.
  [[nodiscard]] virtual std::string_view ping() const { return {}; }
};

/// What is answered.
struct response {
  int status = 200;                                  ///< of HTTP
  serve::headers headers{};                          ///< Content-Length, Connection and Date are the server's
  std::string body{};                                ///< where the two below are absent
  std::shared_ptr<std::string const> shared_body{};  ///< a body that several responses share
  std::unique_ptr<body_stream> stream{};             ///< a body that goes on

  response() = default;
  /// A body of a type.
  response(int code, std::string type, std::string text)
      : status(code), headers({{"Content-Type", std::move(type)}}), body(std::move(text)) {}
};

/// Takes the response to a request, once, from any thread. Where it is destroyed uncalled, the server answers 500.
using responder = std::function<void(response)>;

/// Answers requests. Called by the thread of the server, which waits for it: what takes longer is done elsewhere and answered later. What
/// it throws is answered with 500.
using handler = std::function<void(request const&, responder)>;

/// {"error": {"code": ..., "message": ...}} with a status. The message says what was wrong and what to do.
[[nodiscard]] T2S_DECL response error_response(int status, std::string_view code, std::string_view message);

/// JSON that is ready.
[[nodiscard]] inline response json_response(std::string text, int status = 200) { return {status, "application/json", std::move(text)}; }

/// The words of a status: "Not Found".
[[nodiscard]] T2S_DECL std::string_view reason_of(int status) noexcept;

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/http/detail/message.ipp"
#endif

#endif
