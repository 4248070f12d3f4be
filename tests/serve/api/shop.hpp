// SPDX-License-Identifier: BSL-1.0
// A service over a small database, without a socket.
#ifndef T2S_TESTS_SERVE_API_SHOP_HPP
#define T2S_TESTS_SERVE_API_SHOP_HPP

#include <boost/json.hpp>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "support/sqlite_file.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/serve/api/service.hpp"
#include "t2s/serve/local/offline_answerer.hpp"
#include "t2s/serve/local/operations.hpp"

namespace serve_test {

namespace json = boost::json;
namespace serving = t2s::serve;

/// A database file that is deleted with the object.
class shop_file {
 public:
  [[nodiscard]] std::string const& path() const { return path_; }

 private:
  t2s::test::folder in_{"shop"};
  std::string path_ = t2s::test::make_database(in_ / "shop.sqlite",
                                               "CREATE TABLE hives (hive_id INTEGER PRIMARY KEY, name TEXT NOT NULL, frames INTEGER);"
                                               "CREATE TABLE harvests (hive_id INTEGER REFERENCES hives(hive_id), kilograms REAL);"
                                               "INSERT INTO hives VALUES (1,'Meadow',10),(2,'Orchard',8),(3,'<b>Brook</b>',12);"
                                               "INSERT INTO harvests VALUES (1,3.5),(2,4.25),(2,1e3);"
                                               "CREATE VIEW large AS SELECT * FROM hives WHERE frames > 9;");
};

inline std::shared_ptr<serving::served_database> served(std::string const& name, shop_file const& file) {
  return std::make_shared<serving::served_database>(name, [path = file.path()] {
    return t2s::db::any_connection(t2s::db::sqlite_connection(path, {.limits = {.time = std::chrono::minutes(5)}}));
  });
}

/// Waits until it is cancelled.
inline t2s::answer endless(serving::served_database&, std::string const&, serving::run_watch& watch) {
  std::mutex guard;
  std::condition_variable_any never;
  std::unique_lock lock(guard);
  watch.trace().on(t2s::events::stage_begun("waiting"));
  never.wait(lock, watch.stop(), [] { return false; });
  throw t2s::error(t2s::errc::cancelled, "the run was cancelled");
}

/// Executes an endless statement.
inline t2s::answer counting(serving::served_database& database, std::string const&, serving::run_watch& watch) {
  auto lent = database.lend(watch.stop());
  serving::watched_connection connection(lent.connection(), watch);
  watch.trace().on(t2s::events::stage_begun("counting"));
  static_cast<void>(connection.execute("WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"));
  return {};
}

inline std::vector<serving::served_system> systems() {
  return {{"offline", "without a model", false, serving::offline_answerer()},
          {"endless", "never answers", true, endless},
          {"counting", "counts to infinity", false, counting},
          {"broken", "always fails", true,
           [](auto&, auto const&, auto&) -> t2s::answer { throw t2s::error(t2s::errc::model_unreachable, "no model"); }}};
}

inline serving::service_options usual() {
  serving::service_options o;
  o.operations = {serving::check_operation()};
  o.page.html = "<!doctype html><title>t2s</title>";
  o.page.style = "body{}";
  o.page.script = "'use strict';";
  o.page.standalone = [](std::string_view events) { return "<!doctype html>" + std::to_string(events.size()); };
  o.page.standalone_policy = "default-src 'none'";
  o.metrics = [](std::string_view) { return std::pair(std::string("t2s_runs 1\n"), std::string("text/plain; version=0.0.4")); };
  return o;
}

inline serving::request asked(std::string method, std::string const& target, std::string body = {}) {
  serving::request r;
  r.method = std::move(method);
  if (!serving::read_target(target, r)) throw std::runtime_error("no target");
  if (!body.empty()) r.headers.add("Content-Type", "application/json");
  r.body = std::move(body);
  return r;
}

/// The response of a service, however late it comes.
inline serving::response answer(serving::service& s, serving::request const& r) {
  auto const promised = std::make_shared<std::promise<serving::response>>();
  auto given = promised->get_future();
  s.answer(r, [promised](serving::response answered) { promised->set_value(std::move(answered)); });
  if (given.wait_for(std::chrono::seconds(30)) != std::future_status::ready) throw std::runtime_error("no response");
  return given.get();
}
/// The complete content of a stream.
inline std::string all_of(serving::body_stream& stream) {
  std::string all;
  for (bool last = false; !last;) {
    auto const piece = stream.next(10'000);
    for (auto const& text : piece.texts) all += *text;
    last = piece.last;
    if (!piece.texts.empty() || last) continue;
    std::promise<void> ready;
    stream.when_ready([&] { ready.set_value(); });
    ready.get_future().wait();
  }
  return all;
}

/// The body of a response, wherever it is stored.
inline json::value json_of(serving::response const& r) {
  return json::parse(r.stream ? all_of(*r.stream) : r.shared_body ? *r.shared_body : r.body);
}

/// The events of a stream, as JSON.
inline std::vector<json::object> events_in(std::string const& text) {
  std::vector<json::object> all;
  for (std::size_t at = 0; (at = text.find("data: ", at)) != std::string::npos;) {
    auto const end = text.find("\n\n", at);
    all.push_back(json::parse(text.substr(at + 6, end - at - 6)).as_object());
    at = end;
  }
  return all;
}

inline std::size_t count_of(std::vector<json::object> const& events, std::string_view name) {
  std::size_t n = 0;
  for (auto const& e : events) n += e.at("event").as_string() == name ? 1U : 0U;
  return n;
}

}  // namespace serve_test

#endif
