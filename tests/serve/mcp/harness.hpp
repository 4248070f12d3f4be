// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SERVE_MCP_HARNESS_HPP
#define T2S_TESTS_SERVE_MCP_HARNESS_HPP

#include <boost/json.hpp>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "t2s/serve/mcp/detail/session.hpp"

/// A manual client: keeps what a session sends, and can wait for it.
namespace t2s::tests {

namespace json = boost::json;
namespace mcp = t2s::serve::mcp;

/// All messages sent.
class mailbox {
 public:
  void add(mcp::outgoing o) {
    std::lock_guard const lock(mutex_);
    all_.push_back(std::move(o));
    came_.notify_all();
  }

  /// The first message for which `is_it` holds; waits at most ten seconds; null if none comes.
  [[nodiscard]] json::value wait(std::function<bool(json::object const&)> const& is_it) {
    std::unique_lock lock(mutex_);
    json::value found;
    came_.wait_for(lock, std::chrono::seconds(10), [&] {
      for (auto const& o : all_) {
        if (o.text.empty()) continue;
        auto message = json::parse(o.text);
        if (message.is_object() && is_it(message.get_object())) return found = std::move(message), true;
      }
      return false;
    });
    return found;
  }

  /// The response to a request.
  [[nodiscard]] json::value response(json::value const& id) {
    return wait([&](json::object const& m) { return !m.contains("method") && m.contains("id") && m.at("id") == id; });
  }
  /// The first message of a method.
  [[nodiscard]] json::value of_method(std::string_view method) {
    return wait([&](json::object const& m) { return m.contains("method") && m.at("method").as_string() == method; });
  }

  [[nodiscard]] std::vector<mcp::outgoing> all() const {
    std::lock_guard const lock(mutex_);
    return all_;
  }
  [[nodiscard]] std::size_t count() const { return all().size(); }

 private:
  std::mutex mutable mutex_{};
  std::condition_variable came_{};
  std::vector<mcp::outgoing> all_{};
};

/// Runs each work on its own thread.
class own_threads {
 public:
  bool run(std::function<void()> work) {
    threads_.emplace_back([does = std::move(work)] { does(); });
    return true;
  }

 private:
  std::vector<std::jthread> threads_{};
};

/// A session with its client.
class conversation {
 public:
  explicit conversation(std::shared_ptr<mcp::offering const> offered, mcp::session_limits limits = {})
      : session(
            std::move(offered),
            {[b = box](mcp::outgoing o) { b->add(std::move(o)); }, [this](std::function<void()> w) { return threads_.run(std::move(w)); }},
            limits) {}
  ~conversation() { session.close(); }

  bool say(std::string_view text, std::uint64_t origin = 0) { return session.receive(text, origin); }

  /// Sends a request and waits for its response.
  json::value ask(std::int64_t id, std::string_view method, json::object params = {}) {
    say(json::serialize(json::object{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}}));
    return box->response(id);
  }

  /// Initializes it.
  json::value begin(std::string_view version = "2025-06-18", json::object capabilities = {}) {
    auto const said = ask(0, "initialize",
                          {{"protocolVersion", version},
                           {"capabilities", std::move(capabilities)},
                           {"clientInfo", json::object{{"name", "test"}, {"version", "1"}}}});
    say(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    return said;
  }

  std::shared_ptr<mailbox> box = std::make_shared<mailbox>();

 private:
  own_threads threads_{};  // ends after the session

 public:
  mcp::session session;
};

}  // namespace t2s::tests

#endif
