// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_CHAT_STREAM_IPP
#define T2S_LLM_IMPL_CHAT_STREAM_IPP

#include "t2s/llm/chat_stream.hpp"
#include "t2s/llm/impl/protocols/wire_error.hpp"
#include "t2s/llm/wire.hpp"

#include <algorithm>
#include <array>

namespace t2s::llm {
T2S_DECL sse_event const* sse_reader::next() {
  if (given_) event_ = {};
  given_ = false;
  while (take_line())
    if (end_line()) return &event_;
  return nullptr;
}

/// Moves bytes into the line, and says whether it has ended.
T2S_DECL bool sse_reader::take_line() {
  if (after_cr_ && !rest_.empty()) {
    if (rest_.front() == '\n') rest_.remove_prefix(1);
    after_cr_ = false;
  }
  auto const end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  if (end > limits_.line - std::min(line_.size(), limits_.line)) throw detail::too_long("a line", limits_.line);
  line_ += rest_.substr(0, end);
  if (end == rest_.size()) return rest_ = {}, false;
  after_cr_ = rest_[end] == '\r';
  rest_.remove_prefix(end + 1);
  return true;
}

/// Reads the line, and says whether it ends an event.
T2S_DECL bool sse_reader::end_line() {
  std::string_view line = line_;
  if (first_ && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  first_ = false;
  if (line.empty()) {
    given_ = has_data_;
    if (!has_data_) event_.name.clear();
    has_data_ = false;
    line_.clear();
    return given_;
  }
  auto const colon = std::min(line.find(':'), line.size());
  auto const field = line.substr(0, colon);
  auto value = line.substr(std::min(colon + 1, line.size()));
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (field == "data") add_data(value);
  if (field == "event") event_.name = value;
  line_.clear();
  return false;
}

T2S_DECL void sse_reader::add_data(std::string_view value) {
  if (value.size() >= limits_.event - std::min(event_.data.size(), limits_.event)) throw detail::too_long("an event", limits_.event);
  if (has_data_) event_.data += '\n';
  event_.data += value;
  has_data_ = true;
}

T2S_DECL void chat_stream::read(std::string_view bytes) {
  if (form_ == form::unknown) {
    auto const first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first != std::string_view::npos) form_ = bytes[first] == '{' ? form::object : form::events;
    if (form_ == form::object) bytes.remove_prefix(first);
  }
  if (form_ == form::object) {
    object_ += bytes;
    if (object_.size() > limits_.answer) throw detail::too_long("the answer", limits_.answer);
    return;
  }
  remember(bytes);
  events_.feed(bytes);
  while (auto const* e = answer_.is_complete() ? nullptr : events_.next()) read_event(*e);
}

/// How the body begins, for saying so if it turns out to be no stream. Blanks in a row are one.
T2S_DECL void chat_stream::remember(std::string_view bytes) {
  constexpr std::size_t enough = 4096;
  if (has_events_) return;
  for (auto const c : bytes) {
    if (beginning_.size() == enough) return;
    bool const blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!blank)
      beginning_ += c;
    else if (!beginning_.empty() && beginning_.back() != ' ')
      beginning_ += ' ';
  }
}

T2S_DECL void chat_stream::read_event(sse_event const& e) {
  auto const data = t2s::text::trim(e.data);
  if (data.empty()) return;
  has_events_ = true;
  if (data == "[DONE]") return answer_.complete();
  auto const v = detail::parsed_reply(data, from_);
  if (e.name == "error" || detail::reports_error(v)) throw detail::reported_error(v, from_);
  from_.protocol->read_event(v, answer_);
}

T2S_DECL void chat_stream::read_end() {
  if (form_ == form::object) return answer_.set_whole(read_chat({200, {}, object_}, from_));
  if (!has_events_ && !begins_as_events()) throw no_events();
  answer_.end();
}

T2S_DECL bool chat_stream::begins_as_events() const {
  std::string_view begun = beginning_;
  if (begun.starts_with("\xEF\xBB\xBF")) begun.remove_prefix(3);
  constexpr std::array<std::string_view, 5> fields{":", "data:", "event:", "id:", "retry:"};
  return std::ranges::any_of(fields, [&](auto const field) { return begun.starts_with(field); });
}

T2S_DECL error chat_stream::no_events() const {
  if (beginning_.empty()) return detail::malformed("it is empty");
  return detail::malformed("it is no event stream; it begins: " + detail::shown(beginning_, from_, 80));
}

template <class Step>
std::string_view chat_stream::try_to(Step const& step) {
  new_text_.clear();
  if (finished()) return new_text_;
  try {
    step();
  } catch (error const& e) {
    failed_ = e.details();
  }
  answer_.take_new_text(new_text_);
  return new_text_;
}

T2S_DECL std::string_view chat_stream::feed(std::string_view bytes) {
  return try_to([&] { read(bytes); });
}

T2S_DECL std::string_view chat_stream::end() {
  return try_to([&] { read_end(); });
}

T2S_DECL completion chat_stream::result() const {
  if (failed_) throw error(*failed_);
  if (!answer_.is_complete()) throw error(errc::malformed_reply, "the stream has not ended yet", "feed it to its end, and call end()");
  return answer_.so_far();
}

}  // namespace t2s::llm

#endif
