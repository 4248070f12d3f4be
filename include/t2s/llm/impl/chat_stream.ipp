// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_CHAT_STREAM_IPP
#define T2S_LLM_IMPL_CHAT_STREAM_IPP

#include "t2s/llm/chat_stream.hpp"
#include "t2s/llm/impl/protocols/too_long.hpp"
#include "t2s/llm/impl/protocols/anthropic.hpp"
#include "t2s/llm/impl/protocols/openai.hpp"
#include "t2s/llm/impl/protocols/wire_error.hpp"
#include "t2s/llm/wire.hpp"

#include <algorithm>
#include <array>

namespace t2s::llm {
namespace detail {

/// How many bytes of `s` come before a character that has begun at its end and may be completed.
inline std::size_t whole_characters(std::string_view s) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, s.size()); ++back) {
    auto const c = static_cast<unsigned char>(s[s.size() - back]);
    if (c < 0x80U) break;
    if (c < 0xC0U) continue;
    std::size_t const length = c >= 0xF0U ? 4 : c >= 0xE0U ? 3 : 2;
    return length > back ? s.size() - back : s.size();
  }
  return s.size();
}

/// Appends the elements of a chunk's logprobs to those so far, which stay valid JSON.
inline void append_logprobs(std::string& all, json::value const& chunk) {
  auto const* const tokens = array_member(chunk, "content");
  if (tokens == nullptr || tokens->empty()) return;
  auto const list = utf8(json::serialize(*tokens));
  if (all.empty()) {
    all = R"({"content":)" + list + '}';
    return;
  }
  all.resize(all.size() - 2);
  all.append(",").append(list, 1).append("}");
}

}  // namespace detail

class chat_stream::reader {
 public:
  explicit reader(chat_stream& of) : s_(of) {}

  void take(std::string_view bytes) {
    bytes = recognised(bytes);
    if (s_.form_ == form::object) return take_object(bytes);
    remember(bytes);
    s_.events_.feed(bytes);
    while (auto const* e = s_.done_ ? nullptr : s_.events_.next()) take_event(*e);
  }

  void end() {
    if (s_.form_ == form::object) return end_object();
    flush();
    if (!s_.has_events_ && !begins_as_events()) throw no_events();
    auto const open =
        s_.held_.empty() || s_.answer_.finish_reason.empty() ||
        std::any_of(s_.answer_.others.begin(), s_.answer_.others.end(), [](auto const& c) { return c.finish_reason.empty(); });
    if (open)
      throw error(errc::malformed_reply,
                  "the stream ended before the answer was finished, after " + std::to_string(s_.answer_.text.size()) + " bytes of text",
                  "try again; the connection, a proxy or the server gave up");
    s_.done_ = true;
  }

 private:
  /// `bytes`, from the brace on where they begin an object.
  std::string_view recognised(std::string_view bytes) {
    if (s_.form_ != form::unknown) return bytes;
    auto const first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos) return bytes;
    s_.form_ = bytes[first] == '{' ? form::object : form::events;
    return s_.form_ == form::object ? bytes.substr(first) : bytes;
  }

  /// How the body begins, for saying so if it turns out to be no stream. Blanks in a row are one.
  void remember(std::string_view bytes) {
    constexpr std::size_t enough = 4096;
    if (s_.has_events_) return;
    for (auto const c : bytes) {
      if (s_.beginning_.size() == enough) return;
      bool const blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
      if (!blank)
        s_.beginning_ += c;
      else if (!s_.beginning_.empty() && s_.beginning_.back() != ' ')
        s_.beginning_ += ' ';
    }
  }

  [[nodiscard]] bool begins_as_events() const {
    std::string_view begun = s_.beginning_;
    if (begun.starts_with("\xEF\xBB\xBF")) begun.remove_prefix(3);
    constexpr std::array<std::string_view, 5> fields{":", "data:", "event:", "id:", "retry:"};
    return std::ranges::any_of(fields, [&](auto const field) { return begun.starts_with(field); });
  }

  [[nodiscard]] error no_events() const {
    if (s_.beginning_.empty()) return detail::malformed("it is empty");
    return detail::malformed("it is no event stream; it begins: " + detail::shown(s_.beginning_, s_.from_, 80));
  }

  void take_object(std::string_view bytes) {
    grow(bytes.size());
    s_.object_ += bytes;
  }

  void end_object() {
    s_.answer_ = read_chat({200, {}, s_.object_}, s_.from_);
    s_.fresh_ = s_.answer_.text;
    s_.done_ = true;
  }

  void take_event(sse_event const& e) {
    auto const data = t2s::text::trim(e.data);
    if (data.empty()) return;
    s_.has_events_ = true;
    if (data == "[DONE]") return finish();
    auto const v = detail::parsed_reply(data, s_.from_);
    if (e.name == "error" || detail::reports_error(v)) throw detail::reported_error(v, s_.from_);
    if (s_.held_.empty()) detail::require_protocol(v, s_.from_.speaks);
    if (s_.from_.speaks == protocol::anthropic) return take_message(v);
    detail::openai::add_usage(v, s_.answer_);
    if (auto const* list = detail::array_member(v, "choices"))
      for (auto const& c : *list) take_choice(c);
  }

  // ---- OpenAI

  void take_choice(detail::json::value const& v) {
    auto const at = detail::count_member(v, "index").value_or(0);
    open(at);
    if (auto const* delta = detail::member(v, "delta")) take_delta(*delta, at);
    if (auto const reason = detail::text_member(v, "finish_reason"); !reason.empty()) finish_reason(at) = detail::utf8(reason);
    if (auto const* l = detail::member(v, "logprobs")) take_logprobs(*l, at);
  }

  void take_delta(detail::json::value const& delta, std::size_t at) {
    if (auto const* content = detail::member(delta, "content")) add_text(at, detail::joined_text(*content));
    add_text(at, detail::text_member(delta, "refusal"));
  }

  void take_logprobs(detail::json::value const& v, std::size_t at) {
    auto& all = at == 0 ? s_.answer_.logprobs : s_.answer_.others[at - 1].logprobs;
    auto const before = all.size();
    detail::append_logprobs(all, v);
    grow(all.size() - before);
  }

  // ---- Anthropic

  void take_message(detail::json::value const& v) {
    auto const type = detail::text_member(v, "type");
    if (type == "message_stop") return finish();
    if (type == "message_start") return take_start(v);
    if (type == "message_delta") return take_message_delta(v);
    if (type == "content_block_start") return take_block(detail::member(v, "content_block"), "text");
    if (type == "content_block_delta") return take_block(detail::member(v, "delta"), "text_delta");
  }

  void take_start(detail::json::value const& v) {
    open(0);
    if (auto const* m = detail::member(v, "message")) detail::anthropic::add_usage(*m, s_.answer_);
  }

  void take_message_delta(detail::json::value const& v) {
    open(0);
    detail::anthropic::add_usage(v, s_.answer_);
    auto const* const delta = detail::member(v, "delta");
    if (delta == nullptr) return;
    if (auto const reason = detail::text_member(*delta, "stop_reason"); !reason.empty()) s_.answer_.finish_reason = detail::utf8(reason);
  }

  void take_block(detail::json::value const* block, std::string_view type) {
    open(0);
    if (block != nullptr && detail::text_member(*block, "type") == type) add_text(0, detail::text_member(*block, "text"));
  }

  // ---- the answer

  void open(std::size_t at) {
    if (at < s_.held_.size()) return;
    if (at >= s_.limits_.choices) throw detail::malformed("it has more choices than the limit of " + std::to_string(s_.limits_.choices));
    s_.held_.resize(at + 1);
    s_.answer_.others.resize(at);
  }

  [[nodiscard]] std::string& text(std::size_t at) const { return at == 0 ? s_.answer_.text : s_.answer_.others[at - 1].text; }
  [[nodiscard]] std::string& finish_reason(std::size_t at) const {
    return at == 0 ? s_.answer_.finish_reason : s_.answer_.others[at - 1].finish_reason;
  }

  void grow(std::size_t bytes) {
    s_.size_ += bytes;
    if (s_.size_ > s_.limits_.answer) throw detail::too_long("the answer", s_.limits_.answer);
  }

  /// Servers cut where a token ends, which may be within a character.
  void add_text(std::size_t at, std::string_view piece) {
    grow(piece.size());
    auto& held = s_.held_[at];
    held += piece;
    auto const whole = detail::whole_characters(held);
    give(at, std::string_view(held).substr(0, whole));
    held.erase(0, whole);
  }

  void give(std::size_t at, std::string_view piece) {
    auto const valid = detail::utf8(piece);
    text(at) += valid;
    if (at == 0) s_.fresh_ += valid;
  }

  void flush() {
    for (std::size_t at = 0; at < s_.held_.size(); ++at) {
      give(at, s_.held_[at]);
      s_.held_[at].clear();
    }
  }

  void finish() {
    if (s_.held_.empty())
      throw detail::malformed(s_.from_.speaks == protocol::anthropic ? "the stream has no message" : "the stream has no choices");
    flush();
    s_.done_ = true;
  }

  chat_stream& s_;
};

T2S_DECL std::string_view chat_stream::feed(std::string_view bytes) {
  fresh_.clear();
  if (finished()) return fresh_;
  try {
    reader(*this).take(bytes);
  } catch (error const& e) {
    failed_ = e.details();
  }
  return fresh_;
}

T2S_DECL std::string_view chat_stream::end() {
  fresh_.clear();
  if (finished()) return fresh_;
  try {
    reader(*this).end();
  } catch (error const& e) {
    failed_ = e.details();
  }
  return fresh_;
}

T2S_DECL completion chat_stream::result() const {
  if (failed_) throw error(*failed_);
  if (!done_) throw error(errc::malformed_reply, "the stream has not ended yet", "feed it to its end, and call end()");
  return answer_;
}

}  // namespace t2s::llm

#endif
