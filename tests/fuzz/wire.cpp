// SPDX-License-Identifier: BSL-1.0
// Any bytes, read as each reply of a model's server, and as its stream. The result is valid or an error, and a stream means the same in any
// pieces. A seed is one line, so '|' stands for a line feed and '~' for a carriage return in streams.
#include "require.hpp"

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/anthropic.hpp"
#include "t2s/llm/wire.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace {

using namespace t2s;
using namespace t2s::llm;

endpoint const servers[] = {{.model = "m", .key = "the-secret"}, {.model = "m", .protocol = anthropic{}, .key = "the-secret"}};

bool valid(std::string_view s) { return !text::first_invalid_utf8(s); }

void check_failure(failure const& f, std::string_view about) {
  require(name_of(f.code) != "unknown" && !f.message.empty(), "an error says something", about);
  require(valid(f.message) && f.message.size() < 1000, "an error can be shown", about);
  require(std::none_of(f.message.begin(), f.message.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }),
          "an error has no control characters", about);
  require(f.text().find("the-secret") == std::string::npos, "an error has no secrets", about);
}

void check_choice(std::string const& t, std::string const& finish, std::string const& logprobs, std::string_view about) {
  require(valid(t) && valid(finish) && valid(logprobs), "what is read is UTF-8", about);
}

void check_completion(completion const& c, std::string_view about) {
  check_choice(c.text, c.finish_reason, c.logprobs, about);
  for (auto const& o : c.others) check_choice(o.text, o.finish_reason, o.logprobs, about);
}

// ---- replies

/// The result of `read`, or nothing and a valid error.
template <class Read>
auto attempt(Read read, std::string_view about) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (error const& e) {
    check_failure(e.details(), about);
    return {};
  }
}

void check_replies(std::string_view text, endpoint const& from) {
  http_response reply{200, {}, std::string(text)};
  if (auto const c = attempt([&] { return read_chat(reply, from); }, text)) check_completion(*c, text);
  for (std::size_t count = 1; count <= 2; ++count) {
    auto const e = attempt([&] { return read_embeddings(reply, from, count); }, text);
    if (!e) continue;
    require(e->vectors.size() == count && e->vectors.back().size() == e->vectors.front().size(), "vectors are of one length", text);
    for (auto const& v : e->vectors)
      require(!v.empty() && std::all_of(v.begin(), v.end(), [](float f) { return std::isfinite(f); }), "vectors are finite", text);
  }
  if (auto const names = attempt([&] { return read_models(reply, from); }, text))
    for (auto const& n : *names) require(!n.empty() && valid(n), "a model has a name", text);
  reply.status = 429;
  check_failure(error_of(reply, from).details(), text);
}

// ---- requests

void check_requests(std::string_view text, endpoint const& to) {
  request asked{std::string(text)};
  asked.stop = {std::string(text)};
  auto const sent = chat_request(asked, to);
  require(valid(sent.body), "a request is UTF-8", text);
  asked.form = {answer_form::kind::json_schema, "n", std::string(text), true};
  attempt([&] { return chat_request(asked, to, true); }, text);
  auto odd = to;
  odd.extra_fields = text;
  odd.extra_headers = {{"x", std::string(text)}};
  attempt([&] { return chat_request(request("q"), odd); }, text);
}

// ---- streams

struct seen {
  std::string deltas{};
  completion so_far{};
  completion result{};
  std::optional<failure> failed{};

  friend bool operator==(seen const&, seen const&) = default;
};

seen stream_in_pieces(std::string_view bytes, std::size_t size, endpoint const& from) {
  chat_stream s(from, {.line = 300, .event = 400, .answer = 500, .choices = 3});
  seen all;
  for (std::size_t i = 0; i < bytes.size(); i += size) all.deltas += s.feed(std::string(bytes.substr(i, size)));
  all.deltas += s.end();
  all.so_far = s.so_far();
  try {
    all.result = s.result();
  } catch (error const& e) {
    all.failed = e.details();
  }
  return all;
}

void check_stream(std::string_view bytes, endpoint const& from) {
  auto const whole = stream_in_pieces(bytes, bytes.size() + 1, from);
  check_completion(whole.so_far, bytes);
  require(whole.deltas == whole.so_far.text, "the pieces of the text are the text", bytes);
  if (whole.failed)
    check_failure(*whole.failed, bytes);
  else
    require(whole.result == whole.so_far, "the result is what was known", bytes);
  for (std::size_t const size : {1U, 2U, 3U, 7U, 64U})
    require(stream_in_pieces(bytes, size, from) == whole, "a stream means the same in any pieces", bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  std::string lines(text);
  std::replace(lines.begin(), lines.end(), '|', '\n');
  std::replace(lines.begin(), lines.end(), '~', '\r');
  for (auto const& s : servers) {
    check_replies(text, s);
    check_requests(text, s);
    check_stream(lines, s);
  }
  return 0;
}
