// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_OTLP_SENDER_HPP
#define T2S_SERVE_TELEMETRY_DETAIL_OTLP_SENDER_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/detail/http_client.hpp"
#include "t2s/llm/detail/retry_after.hpp"
#include "t2s/serve/telemetry/detail/otlp_json.hpp"
#include "t2s/serve/telemetry/detail/otlp_options.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace t2s::telemetry::detail {

/// The outcome of one request.
struct delivery {
  bool arrived = false;
  bool may_try_again = false;
  std::optional<std::chrono::milliseconds> asked{};  ///< the wait that the server asks for
  std::size_t rejected = 0;                          ///< the number of rejected items in a delivered request
  std::string problem{};
};

/// Sends bodies to one URL and waits for each answer. For one thread; any thread may call `give_up`.
class otlp_sender {
 public:
  otlp_sender(std::string const& to, otlp_options const& how) : headers_(how.headers), timeout_(how.timeout) {
    auto base = llm::parse_url(to);
    path_ = base.path.empty() ? "/" : std::exchange(base.path, "");
    llm::http_options options;
    options.tls = how.tls;
    options.environment_proxy = how.environment_proxy;
    options.time.connect = options.time.first_byte = options.time.total = how.timeout;
    client_ = std::make_unique<llm::http_client>(io_.get_executor(), std::move(base), std::move(options));
    headers_.push_back({"Content-Type", "application/json"});
  }

  [[nodiscard]] delivery send(std::string body) {
    llm::http_request request{"POST", path_, headers_, std::move(body), std::size_t{1} << 20U};
    std::optional<llm::http_response> reply;
    std::exception_ptr failed;
    auto work = client_->send(std::move(request), std::chrono::steady_clock::now() + timeout_);
    boost::asio::co_spawn(io_, std::move(work), [&](std::exception_ptr e, llm::http_response r) {
      failed = e;
      reply = std::move(r);
    });
    io_.restart();
    if (!given_up_) io_.run();
    if (!reply) return {false, false, {}, 0, "the program ended"};
    return failed ? failure_of(failed) : result_of(*reply);
  }

  void give_up() {
    given_up_ = true;
    io_.stop();
  }

 private:
  static delivery failure_of(std::exception_ptr const& failed) {
    try {
      std::rethrow_exception(failed);
    } catch (error const& e) {
      auto const code = e.details().code;
      return {false, code == errc::model_unreachable || code == errc::model_timeout, {}, 0, e.details().message};
    } catch (std::exception const& e) {
      return {false, false, {}, 0, e.what()};
    }
  }

  static delivery result_of(llm::http_response const& reply) {
    delivery done;
    done.arrived = reply.status >= 200 && reply.status < 300;
    if (done.arrived) {
      auto said = read_otlp_answer(reply.body);
      done.rejected = said.rejected;
      if (said.rejected > 0) done.problem = "the collector refused a part: " + std::move(said.message);
      return done;
    }
    done.may_try_again = reply.status == 429 || (reply.status >= 502 && reply.status <= 504);
    if (done.may_try_again) done.asked = llm::asked_wait(reply, std::chrono::system_clock::now());
    done.problem = "the collector answered " + std::to_string(reply.status);
    return done;
  }

  std::vector<llm::http_header> headers_;
  std::chrono::milliseconds timeout_;
  std::string path_{};
  boost::asio::io_context io_{1};
  std::unique_ptr<llm::http_client> client_{};
  std::atomic<bool> given_up_ = false;
};

}  // namespace t2s::telemetry::detail

#endif
