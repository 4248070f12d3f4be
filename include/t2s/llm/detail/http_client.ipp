// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_HTTP_CLIENT_IPP
#define T2S_LLM_DETAIL_HTTP_CLIENT_IPP

#include "t2s/llm/detail/http_client.hpp"
#include "t2s/llm/detail/http_exchange.hpp"
#include "t2s/llm/detail/url.hpp"

namespace t2s::llm {

T2S_DECL std::string url::authority() const {
  auto const name = detail::host_in(*this);
  return port == (secure ? 443 : 80) ? name : name + ":" + std::to_string(port);
}

T2S_DECL std::string url::origin() const { return std::string(secure ? "https://" : "http://").append(authority()); }

T2S_DECL url parse_url(std::string_view text) { return detail::read_url({text}); }

/// The connections to one server. Active requests share it.
class http_client::pool : public std::enable_shared_from_this<http_client::pool> {
 public:
  using pointer = std::shared_ptr<detail::http_connection>;
  using time_point = detail::monotonic::time_point;

  pool(boost::asio::any_io_executor e, url b, http_options o)
      : executor(std::move(e)), base(std::move(b)), origin(base.origin()), options(std::move(o)), proxy_(proxy_of(base, options)) {
    if (!base.user_info.empty())
      throw error(errc::invalid_argument, "the URL of " + origin + " has a name or password before its \"@\"",
                  "leave it out: a key goes into endpoint::key, other credentials into a header of endpoint::extra_headers");
    if (options.connections == 0) throw error(errc::invalid_argument, "a client needs at least one connection", "set connections to 1");
    auto const& first = proxy_ ? *proxy_ : base;
    names_ = std::make_unique<detail::name_lookup>(executor, first.host, first.port, options, proxy_.has_value());
#ifdef T2S_WITH_OPENSSL
    if (base.secure) tls_ = detail::make_tls(options.tls);
#else
    if (base.secure)
      throw error(errc::invalid_argument, "this program is built without OpenSSL and cannot reach " + origin,
                  "link t2s::openssl instead of t2s::t2s, or use a server with http://");
#endif
  }

  static awaitable<http_response> send(std::shared_ptr<pool> self, http_request request, body_sink sink, time_point until) {
    auto working = self->send_here(request, sink, until);
    auto answer = co_await std::move(working);
    co_return answer;
  }

  /// The caller keeps the arguments alive.
  awaitable<http_response> send_here(http_request const& request, body_sink const& sink, time_point until) {
    detail::require_well_formed(request);
    detail::exchange_terms terms{.time = options.time,
                                 .size = {.header = options.size.header, .body = std::min(options.size.body, request.answer_bytes)},
                                 .origin = origin,
                                 .head = detail::request_head(request, base, tunnels() ? std::nullopt : proxy_),
                                 .body = request.body,
                                 .sink = sink ? &sink : nullptr,
                                 .until = std::min(until, detail::later_by(detail::monotonic::now(), options.time.total)),
                                 .header_only = request.method == "HEAD"};
    return work(std::move(terms));
  }

  void close() {
    closed_ = true;
    idle_.clear();
  }

  [[nodiscard]] http_connections count() const noexcept { return {busy_, idle_.size(), made_}; }

  boost::asio::any_io_executor const executor;
  url const base;
  std::string const origin;
  http_options const options;

 private:
  /// A connection in use. It is closed unless it is kept.
  class lease {
   public:
    explicit lease(pool& of) : of_(of) {}
    lease(lease const&) = delete;
    lease& operator=(lease const&) = delete;
    ~lease() {
      drop();
      of_.release_slot();
    }
    void drop() {
      if (!held) return;
      std::exchange(held, {})->close();
      --of_.connected_;
    }
    void keep() { of_.keep_idle(std::exchange(held, {})); }

    pointer held{};

   private:
    pool& of_;
  };

  static std::optional<url> proxy_of(url const& to, http_options const& options) {
    if (!options.proxy.empty()) return parse_proxy(options.proxy, "http_options::proxy");
    if (!options.environment_proxy) return {};
    return proxy_for(to, proxies_of_environment());
  }
  [[nodiscard]] bool tunnels() const noexcept { return proxy_ && base.secure; }

  awaitable<http_response> work(detail::exchange_terms terms) {
    if (!take_slot()) {
      auto waiting = wait_for_slot(terms.until);
      co_await std::move(waiting);
    }
    lease on(*this);
    for (bool may_reuse = true;; may_reuse = false) {
      if (may_reuse) on.held = take_idle();
      terms.reused = on.held != nullptr;
      if (!terms.reused) {
        close_one_idle();
        on.held = std::make_shared<detail::http_connection>(executor);
        ++connected_;
        auto connecting = connect(*on.held, terms.until);
        co_await std::move(connecting);
      }
      detail::http_exchange exchange(*on.held, terms);
      auto exchanging = exchange.run();
      auto end = co_await std::move(exchanging);
      if (end.answer) {
        on.held->clear_limit();
        if (end.keep) on.keep();
        co_return std::move(*end.answer);
      }
      on.drop();
    }
  }

  [[nodiscard]] bool take_slot() {
    if (busy_ >= options.connections || !queue_.empty()) return false;
    ++busy_;
    return true;
  }
  awaitable<void> wait_for_slot(time_point until) {
    auto waiting = queue_.wait(until);
    bool const resumed = co_await std::move(waiting);
    if (!resumed)
      throw error(errc::model_timeout,
                  "none of the " + std::to_string(options.connections) + " connections to " + origin + " became free in time",
                  "raise http_options::connections, or send fewer requests at once");
  }
  void release_slot() {
    if (queue_.empty())
      --busy_;
    else
      queue_.resume_next();  // a waiting request gets the slot
  }

  /// The most recently used idle connection that is still open.
  pointer take_idle() {
    auto const oldest = detail::monotonic::now() - options.idle;
    connected_ -= std::erase_if(idle_, [&](pointer const& c) { return c->idle_since <= oldest; });
    while (!idle_.empty()) {
      auto c = std::move(idle_.back());
      idle_.pop_back();
      if (c->is_quiet()) return c;
      --connected_;
    }
    return {};
  }
  void keep_idle(pointer c) {
    if (closed_) return c->close();
    c->buffer.shrink_to_fit();
    c->idle_since = detail::monotonic::now();
    idle_.push_back(std::move(c));
  }

  /// Keeps the number of connections within the limit.
  void close_one_idle() {
    if (connected_ < options.connections || idle_.empty()) return;
    idle_.erase(idle_.begin());
    --connected_;
  }

  awaitable<void> connect(detail::http_connection& c, time_point until) {
    auto const by = std::min(until, detail::later_by(detail::monotonic::now(), options.time.connect));
    auto opening = open(c, by);
    co_await std::move(opening);
    ++made_;
    c.limit(by);
    if (tunnels()) {
      auto tunnelling = open_tunnel(c, by);
      co_await std::move(tunnelling);
      c.limit(by);
    }
#ifdef T2S_WITH_OPENSSL
    if (base.secure) {
      auto shaking = tls_handshake(c);
      co_await std::move(shaking);
    }
#endif
  }

  /// Tries the addresses in order; goes on if one fails or times out.
  awaitable<void> open(detail::http_connection& c, time_point by) {
    auto looking = names_->addresses(by);
    auto const addresses = co_await std::move(looking);
    std::string tried;
    for (auto const& address : addresses) {
      auto const now = detail::monotonic::now();
      if (now >= by) break;
      auto connecting = c.connect(address, std::min(by, detail::later_by(now, options.time.address)));
      auto const failed = co_await std::move(connecting);
      if (!failed) co_return;
      tried.append(tried.empty() ? "" : ", ").append(address.address().to_string()).append(": ").append(failed.message());
    }
    if (tried.empty()) tried = "no time was left";
    auto const& first = proxy_ ? *proxy_ : base;
    throw error(errc::model_unreachable,
                "no connection to " + std::string(proxy_ ? "the proxy " : "") + first.origin() + " (" + tried + ")",
                "check that the server runs and that host and port are right");
  }

  awaitable<void> open_tunnel(detail::http_connection& c, time_point by) {
    std::string const nothing;
    auto const name = "the proxy " + proxy_->origin();
    constexpr auto unlimited = std::chrono::nanoseconds::max();
    http_times const only_by{.first_byte = unlimited, .between_bytes = unlimited};
    detail::exchange_terms const terms{only_by, options.size, name, detail::connect_head(base, *proxy_), nothing, nullptr, by, true};
    detail::http_exchange exchange(c, terms);
    detail::exchange_end end;
    try {
      auto exchanging = exchange.run();
      end = co_await std::move(exchanging);
    } catch (error const& e) {
      if (e.code() != errc::model_timeout) throw;
      throw error(errc::model_unreachable, name + " did not open a tunnel to " + origin + " in time",
                  "check the proxy, or raise http_times::connect");
    }
    if (end.answer->status / 100 == 2 && c.buffer.size() == 0) co_return;
    throw error(code_of_refusal(end.answer->status),
                name + " does not open a tunnel to " + origin + ": it answers " + std::to_string(end.answer->status),
                "check the proxy's address and password, or name the host in NO_PROXY");
  }

  static errc code_of_refusal(unsigned status) noexcept {
    if (status == 407) return errc::authentication_failed;
    bool const is_final = status == 501 || (status / 100 == 4 && status != 408 && status != 429);
    return is_final ? errc::request_rejected : errc::model_unreachable;
  }

#ifdef T2S_WITH_OPENSSL
  awaitable<void> tls_handshake(detail::http_connection& c) {
    c.tls.emplace(c.socket, *tls_);
    detail::expect_host(c.tls->native_handle(), base.host, options.tls.verify);
    auto shaking = c.tls->async_handshake(boost::asio::ssl::stream_base::client, detail::as_result);
    auto const ended = co_await std::move(shaking);
    auto const failed = std::get<0>(ended);
    if (!failed) co_return;
    if (c.timed_out())
      throw error(errc::model_unreachable, "the TLS handshake with " + origin + " was not done in time",
                  "check that the server uses TLS on this port");
    if (failed == boost::asio::error::operation_aborted) detail::throw_cancelled();
    throw detail::tls_error(c.tls->native_handle(), failed, origin);
  }

  std::unique_ptr<boost::asio::ssl::context> tls_{};
#endif
  std::optional<url> proxy_;
  std::unique_ptr<detail::name_lookup> names_{};
  std::vector<pointer> idle_{};
  detail::wait_queue queue_{};
  std::size_t busy_ = 0;       // requests that have a connection or are opening one
  std::size_t connected_ = 0;  // connections, in use or idle
  std::uint64_t made_ = 0;
  bool closed_ = false;
};

T2S_DECL http_client::http_client(boost::asio::any_io_executor executor, url base, http_options options)
    : pool_(std::make_shared<pool>(std::move(executor), std::move(base), std::move(options))) {}

T2S_DECL http_client::~http_client() { pool_->close(); }

T2S_DECL awaitable<http_response> http_client::send(http_request request, std::chrono::steady_clock::time_point until) {
  return send(std::move(request), body_sink(), until);
}

T2S_DECL awaitable<http_response> http_client::send(http_request request, body_sink sink, std::chrono::steady_clock::time_point until) {
  return detail::on_executor(pool_->executor, pool::send(pool_, std::move(request), std::move(sink), until),
                             std::shared_ptr<std::string const>(pool_, &pool_->origin), pool_->base.secure);
}

T2S_DECL awaitable<http_response> http_client::send_here(http_request const& request, body_sink const& sink,
                                                         std::chrono::steady_clock::time_point until) {
  // TLS supports only terminal cancellation; `send` converts the other kinds.
  return pool_->base.secure ? send(request, sink, until) : pool_->send_here(request, sink, until);
}

T2S_DECL url const& http_client::base() const noexcept { return pool_->base; }
T2S_DECL boost::asio::any_io_executor http_client::get_executor() const noexcept { return pool_->executor; }
T2S_DECL http_connections http_client::connections() const noexcept { return pool_->count(); }

}  // namespace t2s::llm

#endif
