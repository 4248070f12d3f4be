// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_TRANSPORT_NAME_LOOKUP_HPP
#define T2S_LLM_IMPL_TRANSPORT_NAME_LOOKUP_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/http_client.hpp"
#include "t2s/llm/impl/transport/wait_queue.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace t2s::llm::detail {

/// The addresses of one name: looked up once for all who ask at the same time, kept for a while.
class name_lookup {
 public:
  using endpoint = boost::asio::ip::tcp::endpoint;

  name_lookup(boost::asio::any_io_executor executor, std::string host, std::uint16_t port, http_options const& options, bool is_proxy)
      : executor_(std::move(executor)), host_(std::move(host)), port_(port), keep_(options.names), is_proxy_(is_proxy) {
    for (auto const& a : options.addresses) fixed_.push_back(fixed(a));
    boost::system::error_code is_name;
    auto const literal = boost::asio::ip::make_address(host_, is_name);
    if (fixed_.empty() && !is_name) fixed_.emplace_back(literal, port_);
  }

  /// In the order in which they are to be tried. Throws `model_unreachable`; `operation_aborted` on cancellation.
  boost::asio::awaitable<std::vector<endpoint>> addresses(monotonic::time_point until) {
    if (!fixed_.empty()) co_return fixed_;
    if (monotonic::now() < known_until_) co_return known_;
    auto const asked = asked_ ? asked_ : ask();
    auto waiting = asked->queue.wait(until);
    bool const resumed = co_await std::move(waiting);
    if (!resumed) refuse("the look-up takes too long");
    if (asked->failed) refuse(asked->failed.message());
    known_ = asked->found;
    known_until_ = later_by(asked->at, keep_);
    co_return known_;
  }

 private:
  /// A look-up under way. It may outlive all who wait for it, since the system cannot be interrupted.
  struct question {
    explicit question(boost::asio::any_io_executor const& executor) : resolver(executor) {}
    boost::asio::ip::tcp::resolver resolver;
    wait_queue queue{};
    std::vector<endpoint> found{};
    monotonic::time_point at{};
    boost::system::error_code failed{};
  };

  std::shared_ptr<question> ask() {
    auto const q = std::make_shared<question>(executor_);
    asked_ = q;
    q->resolver.async_resolve(host_, std::to_string(port_), boost::asio::ip::tcp::resolver::numeric_service,
                              [q, self = std::weak_ptr(alive_), this](boost::system::error_code failed, auto const& results) {
                                q->failed = failed;
                                for (auto const& r : results) q->found.push_back(r.endpoint());
                                interleave(q->found);
                                q->at = monotonic::now();
                                if (!self.expired()) asked_ = nullptr;
                                q->queue.resume_all();
                              });
    return q;
  }

  /// Alternates IPv6 and IPv4: where one of them is broken, that costs one attempt.
  static void interleave(std::vector<endpoint>& all) {
    if (all.empty()) return;
    auto const first = all.front().protocol();
    std::vector<endpoint> others;
    std::erase_if(all, [&](endpoint const& e) {
      if (e.protocol() != first) others.push_back(e);
      return e.protocol() != first;
    });
    for (std::size_t i = 0; i < others.size(); ++i)
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(std::min(2 * i + 1, all.size())), others[i]);
  }

  [[nodiscard]] endpoint fixed(http_address const& a) const {
    boost::system::error_code failed;
    auto const ip = boost::asio::ip::make_address(a.ip, failed);
    if (failed) throw error(errc::invalid_argument, "\"" + a.ip + "\" is no IP address", "write addresses as 192.0.2.1 or 2001:db8::1");
    return {ip, a.port ? a.port : port_};
  }

  [[noreturn]] void refuse(std::string const& why) const {
    throw error(errc::model_unreachable, (is_proxy_ ? "the proxy's name " : "the name ") + host_ + " has no address: " + why,
                is_proxy_ ? "check the proxy's URL and the network" : "check the URL's host name and the network");
  }

  boost::asio::any_io_executor executor_;
  std::string host_;
  std::uint16_t port_;
  std::chrono::nanoseconds keep_;
  bool is_proxy_;
  std::vector<endpoint> fixed_{};
  std::vector<endpoint> known_{};
  monotonic::time_point known_until_{};
  std::shared_ptr<question> asked_{};
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace t2s::llm::detail

#endif
