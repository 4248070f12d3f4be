// SPDX-License-Identifier: BSL-1.0
// Sends all requests of the transport to another server and prints its understanding of the answers as JSON:
//   interop_client URL MODEL
#include "t2s/llm/http_model.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace asio = boost::asio;
namespace json = boost::json;
namespace llm = t2s::llm;

namespace {

t2s::awaitable<json::value> counted(llm::http_model& model) {
  llm::request asked("count the countries");
  auto const c = co_await model.complete(asked);
  co_return json::object{{"text", c.text},
                         {"finish", c.finish_reason},
                         {"prompt", c.prompt_tokens},
                         {"completion", c.completion_tokens},
                         {"cached", c.cached_tokens}};
}

t2s::awaitable<json::value> patient(llm::http_model& model) {
  llm::request asked("patience");
  auto const before = model.figures().retried;
  auto const c = co_await model.complete(asked);
  co_return json::object{{"text", c.text}, {"retried", model.figures().retried - before}};
}

t2s::awaitable<json::value> streamed(llm::http_model& model) {
  llm::request asked("in pieces, please");
  std::size_t pieces = 0;
  std::function<void(std::string_view)> const count = [&](std::string_view) { ++pieces; };
  auto const c = co_await model.stream(asked, count);
  co_return json::object{{"text", c.text}, {"many", pieces > 2}};
}

t2s::awaitable<json::value> forbidden(llm::http_model& model) {
  llm::request asked("forbidden");
  try {
    auto const c = co_await model.complete(asked);
    co_return json::value(c.text);
  } catch (t2s::error const& e) {
    co_return json::value(e.code() == t2s::errc::authentication_failed ? "authentication_failed" : e.what());
  }
}

t2s::awaitable<json::value> embedded(llm::http_model& model) {
  std::vector<std::string> texts{"a", "b"};
  auto const answered = co_await model.embed(texts);
  co_return json::value_from(answered.vectors);
}

t2s::awaitable<void> ask_all(llm::http_model& model) {
  json::object found;
  auto const names = co_await model.models();
  found["models"] = json::value_from(names);
  auto const was_counted = co_await counted(model);
  found["counted"] = was_counted;
  auto const was_patient = co_await patient(model);
  found["patient"] = was_patient;
  auto const was_streamed = co_await streamed(model);
  found["streamed"] = was_streamed;
  auto const was_forbidden = co_await forbidden(model);
  found["forbidden"] = was_forbidden;
  auto const was_embedded = co_await embedded(model);
  found["embedded"] = was_embedded;
  std::cout << json::serialize(found) << "\n";
}

std::string key() {
  auto const* set = std::getenv("OPENAI_API_KEY");
  return set ? set : "";
}

}  // namespace

int main(int count, char** words) try {
  if (count != 3) return std::cerr << "usage: interop_client URL MODEL\n", 2;
  asio::io_context io(1);
  llm::endpoint to;
  to.model = words[2];
  to.key = key();
  llm::http_model_options options;
  options.retry.first_wait = std::chrono::milliseconds(10);
  options.replies.end_early = false;  // the mock sends refusals of a stream within it
  llm::http_model model(io.get_executor(), words[1], to, options);
  std::exception_ptr failed;
  asio::co_spawn(io, ask_all(model), [&](std::exception_ptr thrown) { failed = thrown; });
  io.run();
  if (failed) std::rethrow_exception(failed);
} catch (std::exception const& e) {
  std::cerr << e.what() << "\n";
  return 1;
}
