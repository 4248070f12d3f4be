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

/// One header of a request or response.
struct header {
  std::string name{};   ///< compared without case
  std::string value{};  ///< without white space around it
};

/// Headers, in order.
class headers {
 public:
  headers() = default;
  /// The headers in a list.
  headers(std::initializer_list<header> lines) : lines_(lines) {}

  /// The value of the first header of that name, without case; "" if there is none.
  [[nodiscard]] T2S_DECL std::string_view get(std::string_view name) const noexcept;
  /// The number of headers of that name.
  [[nodiscard]] T2S_DECL std::size_t count(std::string_view name) const noexcept;
  /// Adds a header.
  void add(std::string name, std::string value) { lines_.push_back({std::move(name), std::move(value)}); }
  /// Replaces all headers of that name by one.
  T2S_DECL void set(std::string name, std::string value);

  /// All headers.
  [[nodiscard]] std::vector<header> const& all() const noexcept { return lines_; }

 private:
  std::vector<header> lines_{};
};

/// A complete request. It has no socket, so that handlers can be tested without one.
struct request {
  std::string method = "GET";                                ///< as it was sent
  std::string path = "/";                                    ///< without the query, percent-decoded
  std::vector<std::pair<std::string, std::string>> query{};  ///< names and values, percent-decoded
  serve::headers headers{};                                  ///< as they were sent
  std::string body{};                                        ///< as it was sent
  std::string local = "127.0.0.1:80";                        ///< the server's address and port; IPv6 addresses in brackets
  std::string from = "127.0.0.1";                            ///< the address of the client
  std::string user{};                                        ///< the owner of its token, if each user has one; else ""
  bool from_loopback = true;  ///< whether the client runs on this machine, and no proxy says that it asks for another
  std::stop_token gone{};     ///< requested when the client no longer waits for the response

  /// The user for the audit, or the address without one.
  [[nodiscard]] std::string const& who() const noexcept { return user.empty() ? from : user; }
  /// The value of a parameter of the query, if present.
  [[nodiscard]] T2S_DECL std::optional<std::string> parameter(std::string_view name) const;
};

/// Splits the target of a request line into path and query. Returns false if it is not a path ("/...") or malformed.
[[nodiscard]] T2S_DECL bool read_target(std::string_view target, request& into);

/// The body of a streamed response, such as server-sent events. The server asks for pieces as fast as the client takes them, and destroys
/// the object when the client has left. Only the server's thread calls its functions; the data may come from any thread.
class body_stream {
 public:
  /// The data available now.
  struct piece {
    std::vector<std::shared_ptr<std::string const>> texts{};  ///< the data to send; empty if there is nothing new
    bool last = false;                                        ///< whether this is the end
  };

  body_stream() = default;
  body_stream(body_stream const&) = delete;
  body_stream& operator=(body_stream const&) = delete;
  virtual ~body_stream() = default;

  /// The data since the last call, at most about `bytes`.
  [[nodiscard]] virtual piece next(std::size_t bytes) = 0;
  /// Calls `wake` once, from any thread, as soon as `next` has something; immediately if it already has.
  virtual void when_ready(std::function<void()> wake) = 0;
  /// Sent now and then while no data comes, so that a lost client is noticed; "" sends nothing.
  [[nodiscard]] virtual std::string_view ping() const { return {}; }
};

/// A response.
struct response {
  int status = 200;                                  ///< the HTTP status
  serve::headers headers{};                          ///< the server adds Content-Length, Connection and Date
  std::string body{};                                ///< used if the two members below are absent
  std::shared_ptr<std::string const> shared_body{};  ///< a body that several responses share
  std::unique_ptr<body_stream> stream{};             ///< a streamed body

  response() = default;
  /// A response with a body of a media type.
  response(int code, std::string type, std::string text)
      : status(code), headers({{"Content-Type", std::move(type)}}), body(std::move(text)) {}
};

/// Takes the response to a request, once, from any thread. If it is destroyed uncalled, the server answers 500.
using responder = std::function<void(response)>;

/// Answers requests. The server's thread calls it and waits, so slow work must run elsewhere and answer later. An exception is answered
/// with 500.
using handler = std::function<void(request const&, responder)>;

/// {"error": {"code": ..., "message": ...}} with a status. The message says what was wrong and what to do.
[[nodiscard]] T2S_DECL response error_response(int status, std::string_view code, std::string_view message);

/// A response from finished JSON.
[[nodiscard]] inline response json_response(std::string text, int status = 200) { return {status, "application/json", std::move(text)}; }

/// The reason phrase of a status: "Not Found".
[[nodiscard]] T2S_DECL std::string_view reason_of(int status) noexcept;

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/http/detail/message.ipp"
#endif

#endif
