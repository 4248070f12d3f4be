// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_WIRE_IPP
#define T2S_LLM_DETAIL_WIRE_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/llm/detail/protocol_json.hpp"
#include "t2s/llm/detail/sendable.hpp"
#include "t2s/llm/wire.hpp"

#include <utility>

namespace t2s::llm {
namespace detail {

/// The text on one line, without control characters and consecutive blanks.
inline std::string on_one_line(std::string_view s) {
  auto line = one_line(s);
  line.erase(std::ranges::unique(line, [](char a, char b) { return a == ' ' && b == ' '; }).begin(), line.end());
  return std::string(text::trim(line));
}

/// Whether a header carries a secret, marked so or not.
inline bool is_secret(http_header const& h) {
  constexpr std::array<std::string_view, 4> known{"Authorization", "Proxy-Authorization", "api-key", "x-api-key"};
  return h.secret || std::ranges::any_of(known, [&](auto const name) { return text::same(h.name, name); });
}

/// Hides a secret of less than four bytes only as a whole word, so that messages stay readable.
inline void hide(std::string& s, std::string_view secret) {
  constexpr std::string_view stars = "***";
  auto const in_word = [&s](std::size_t i) {
    return i < s.size() && (std::isalnum(static_cast<unsigned char>(s[i])) || s[i] == '_' || s[i] == '-');
  };
  if (secret.empty()) return;
  for (auto at = s.find(secret); at != std::string::npos;) {
    bool const hidden = secret.size() >= 4 || !(in_word(at - 1) || in_word(at + secret.size()));
    if (hidden) s.replace(at, secret.size(), stars);
    at = s.find(secret, at + (hidden ? stars.size() : 1));
  }
}

/// Servers repeat headers that they reject, with or without the scheme before the key. `s` is on one line.
inline void hide_secrets(std::string& s, endpoint const& of) {
  hide(s, on_one_line(of.key));
  for (auto const& h : of.extra_headers) {
    if (!is_secret(h)) continue;
    auto const value = on_one_line(h.value);
    hide(s, value);
    if (auto const scheme = value.find(' '); scheme != std::string::npos) hide(s, std::string_view(value).substr(scheme + 1));
  }
}

/// A server's message for the user. It is cut last, since half a secret would not be recognised.
inline std::string shown(std::string_view words, endpoint const& from, std::size_t most = 400) {
  auto s = on_one_line(words);
  hide_secrets(s, from);
  return text::cut(s, most);
}

/// Whether a member reports an error: an empty one beside an answer reports none.
inline bool has_error(json::value const& v) {
  auto const* const e = member(v, "error");
  if (e == nullptr) return false;
  auto const* const object = e->if_object();
  auto const* const list = e->if_array();
  auto const* const flag = e->if_bool();
  bool const empty = (object && object->empty()) || (list && list->empty()) || (flag && !*flag) || (e->is_string() && text_in(*e).empty());
  return !empty;
}

/// The part of a reply or an event that reports an error: all of it, or a choice; nullptr if none does.
inline json::value const* error_in(json::value const& v) {
  auto const* const choices = array_member(v, "choices");
  bool const answers = choices != nullptr || array_member(v, "content") != nullptr;
  bool const says_so = text_member(v, "object") == "error" || text_member(v, "type") == "error";
  if (says_so || has_error(v) || (!answers && member(v, "error") != nullptr)) return &v;
  if (choices == nullptr) return nullptr;
  auto const failed =
      std::ranges::find_if(*choices, [](json::value const& c) { return has_error(c) || text_member(c, "finish_reason") == "error"; });
  return failed == choices->end() ? nullptr : &*failed;
}

inline json::value parsed_reply(std::string_view body, endpoint const& from, json::storage_ptr const& in = {}) {
  boost::system::error_code wrong;
  auto v = parsed(body, wrong, in);
  if (wrong && text::trim(body).empty()) throw malformed("it is empty");
  if (wrong) throw malformed("it is not JSON (" + wrong.message() + "); it begins: " + shown(body, from, 80));
  if (auto const* list = v.if_array(); list != nullptr && list->size() == 1 && error_in(list->front()) != nullptr) return list->front();
  if (!v.is_object()) throw malformed("it is not a JSON object; it begins: " + shown(body, from, 80));
  return v;
}

inline errc code_of(unsigned status) {
  if (status == 401 || status == 402 || status == 403) return errc::authentication_failed;
  if (status == 404) return errc::model_not_found;
  if (status == 408) return errc::model_timeout;
  if (status == 429) return errc::rate_limited;
  if (status >= 500) return errc::server_failed;
  return status >= 400 ? errc::request_rejected : errc::model_failed;
}

inline char const* remedy_of(errc code, unsigned status) {
  switch (code) {
    case errc::authentication_failed: return status == 402 ? "check the account of the API key" : "check the API key and what it may use";
    case errc::model_not_found: return "check the model's name and the base URL";
    case errc::model_timeout: return "try again, or ask for less at once";
    case errc::rate_limited: return "wait and try again, or send less a minute; a quota may be spent";
    case errc::server_failed: return "try again later";
    case errc::request_rejected: return status == 413 ? "shorten the prompt" : "change the request as the server says";
    default:
      return status >= 300 && status < 400 ? "use the address that it redirects to as the base URL"
                                           : "try again, or check the server's log";
  }
}

inline unsigned status_in(json::value const& code) {
  std::size_t n = count_in(&code).value_or(0);
  auto const s = text_in(code);
  std::from_chars(s.data(), s.data() + s.size(), n);
  return n >= 400 && n < 600 ? static_cast<unsigned>(n) : 0;
}

/// The message of an error in the format of OpenAI, vLLM, Mistral, FastAPI and others.
inline std::string words_of(json::value const& v) {  // NOLINT(misc-no-recursion): as deep as deepest_json
  if (v.is_string()) return std::string(text_in(v));
  if (auto const* a = v.if_array(); a != nullptr && !a->empty()) return words_of(a->front());
  for (auto const* name :
       {"error", "message", "detail", "msg", "errors", "error_msg", "error_message", "errmsg", "status_msg", "base_resp", "title"}) {
    auto const* const m = member(v, name);
    if (m == nullptr) continue;
    auto words = words_of(*m);
    if (auto const* where = array_member(v, "loc"); where != nullptr && !words.empty()) words += " at " + json::serialize(*where);
    if (!words.empty()) return words;
  }
  return {};
}

inline error failed(errc code, unsigned status, std::string message, std::string_view server_words, endpoint const& from) {
  auto words = shown(server_words, from);
  message += words.empty() ? " without a reason" : ": " + words;
  auto remedy = remedy_of(code, status);
  if (code == errc::authentication_failed && from.key.empty() && std::ranges::none_of(from.extra_headers, is_secret)) {
    message += " (no key was sent: endpoint::key is empty)";
    remedy = "give the endpoint a key";
  }
  return error(failure{code, std::move(message), code == errc::model_not_found ? from.model : "", remedy});
}

/// The error that a reply or a stream with status 200 reports.
inline error reported_error(json::value const& v, endpoint const& from) {
  auto const* const inner = member(v, "error");
  auto const& e = inner != nullptr && inner->is_object() ? *inner : v;
  auto const* const code = member(e, "code") != nullptr ? member(e, "code") : member(e, "status");
  auto const status = code == nullptr ? 0 : status_in(*code);
  auto what = status == 0 ? from.protocol->error_named(text_member(e, "code")) : code_of(status);
  if (!what) what = from.protocol->error_named(text_member(e, "type"));
  return failed(what.value_or(errc::model_failed), status, "the model's server reported an error", words_of(v), from);
}

inline http_request message_to(endpoint const& to, std::string method, std::string path, char const* accept) {
  http_request r;
  auto& all = r.headers;
  all.reserve(4 + to.extra_headers.size());
  r.method = std::move(method);
  r.path = std::move(path);
  all.push_back({"Accept", accept});
  to.protocol->add_headers(to.key, all);
  for (auto const& extra : to.extra_headers) {
    auto const same = std::ranges::find_if(all, [&](http_header const& ours) { return text::same(ours.name, extra.name); });
    auto& h = same == all.end() ? all.emplace_back() : *same;
    h = {extra.name, extra.value, is_secret(extra)};
  }
  for (auto const& h : all) require_sendable(h);
  return r;
}

inline void put_extra_fields(json::object& body, std::string const& fields) {
  if (fields.empty()) return;
  boost::system::error_code wrong;
  auto const v = parsed(fields, wrong);
  if (wrong || !v.is_object())
    throw impossible("the extra fields of an endpoint are not a JSON object" + (wrong ? " (" + wrong.message() + ")" : ""),
                     R"(write {"name": value})");
  for (auto const& m : v.get_object()) body[m.key()] = m.value();
}

inline http_request post_to(endpoint const& to, std::string path, json::object body, bool stream = false) {
  auto r = message_to(to, "POST", std::move(path), stream ? "text/event-stream, application/json" : "application/json");
  r.headers.insert(r.headers.begin(), {"Content-Type", "application/json"});
  put_extra_fields(body, to.extra_fields);
  r.body = json::serialize(body);
  return r;
}

inline any_protocol const& embedding_protocol(endpoint const& of) {
  if (!of.protocol->has_embeddings())
    throw impossible(std::string("the protocol ").append(of.protocol->name()).append(" has no embeddings"), "use another server for them");
  return of.protocol;
}

inline json::value read_object(http_response const& reply, endpoint const& from, json::storage_ptr const& in) {
  if (reply.status < 200 || reply.status >= 300) throw error_of(reply, from);
  auto v = parsed_reply(reply.body, from, in);
  if (auto const* const failed = error_in(v)) throw reported_error(*failed, from);
  return v;
}

/// `read(reply)`; if that is not of the protocol and has a message, an error with this message.
template <class Read>
auto read_or_report(json::value const& reply, endpoint const& from, Read const& read) {
  try {
    return read(reply);
  } catch (error const& e) {
    bool const has_message = e.details().code == errc::malformed_reply && !words_of(reply).empty();
    if (has_message) throw reported_error(reply, from);
    throw;
  }
}

}  // namespace detail

T2S_DECL http_request chat_request(request const& asked, endpoint const& to, bool stream) {
  if (asked.messages.empty()) throw detail::impossible("a request has no messages", "add a user message");
  if (asked.choices == 0) throw detail::impossible("a request asks for no choices", "ask for at least one");
  detail::scratch memory;
  json::object body(memory);
  to.protocol->write_chat(body, asked, to.model, stream);
  return detail::post_to(to, to.protocol->chat_path(to.model, stream), std::move(body), stream);
}

T2S_DECL completion read_chat(http_response const& reply, endpoint const& from) {
  detail::scratch memory;
  return detail::read_or_report(detail::read_object(reply, from, memory), from, [&](auto const& v) { return from.protocol->read_chat(v); });
}

T2S_DECL http_request embedding_request(std::span<std::string const> texts, endpoint const& to, vector_encoding encoding) {
  auto const& protocol = detail::embedding_protocol(to);
  if (texts.empty()) throw detail::impossible("no texts to embed", "give at least one");
  detail::scratch memory;
  json::object body(memory);
  protocol->write_embeddings(body, texts, to.model, encoding);
  return detail::post_to(to, protocol->embeddings_path(to.model), std::move(body));
}

T2S_DECL embeddings read_embeddings(http_response const& reply, endpoint const& from, std::size_t count) {
  auto const& protocol = detail::embedding_protocol(from);
  detail::scratch memory;
  return detail::read_or_report(detail::read_object(reply, from, memory), from,
                                [&](auto const& v) { return protocol->read_embeddings(v, count); });
}

T2S_DECL http_request models_request(endpoint const& to) {
  return detail::message_to(to, "GET", to.protocol->models_path(), "application/json");
}

T2S_DECL std::vector<std::string> read_models(http_response const& reply, endpoint const& from) {
  detail::scratch memory;
  return detail::read_or_report(detail::read_object(reply, from, memory), from,
                                [&](auto const& v) { return from.protocol->read_models(v); });
}

T2S_DECL std::size_t read_context(http_response const& reply, endpoint const& from) {
  detail::scratch memory;
  return from.protocol->read_context(detail::read_object(reply, from, memory), from.model);
}

T2S_DECL error error_of(http_response const& reply, endpoint const& from) {
  boost::system::error_code wrong;
  auto const v = detail::parsed(reply.body, wrong);
  auto words = wrong ? std::string() : detail::words_of(v);
  if (words.empty()) words = reply.body;
  if (auto const to = reply.header("Location"); words.empty() && !to.empty()) words = "see " + std::string(to);
  return detail::failed(detail::code_of(reply.status), reply.status, "the model's server answered " + std::to_string(reply.status), words,
                        from);
}

T2S_DECL sse_event const* sse_reader::next() {
  if (given_) event_ = {};
  given_ = false;
  while (take_line())
    if (end_line()) return &event_;
  return nullptr;
}

T2S_DECL bool sse_reader::take_line() {
  if (after_cr_ && !rest_.empty()) {
    if (rest_.front() == '\n') rest_.remove_prefix(1);
    after_cr_ = false;
  }
  auto const end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  if (end > limits_.line - std::min(line_.size(), limits_.line)) throw detail::too_long("a line", limits_.line);
  line_ += rest_.substr(0, end);
  if (end == rest_.size()) {
    rest_ = {};
    return false;
  }
  after_cr_ = rest_[end] == '\r';
  rest_.remove_prefix(end + 1);
  return true;
}

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
    if (form_ == form::object && from_.protocol->streams_lines) form_ = form::lines;
  }
  if (form_ == form::lines) return read_lines(bytes);
  if (form_ == form::object) {
    object_ += bytes;
    if (object_.size() > limits_.answer) throw detail::too_long("the answer", limits_.answer);
    return;
  }
  remember(bytes);
  events_.feed(bytes);
  while (auto const* e = answer_.is_complete() ? nullptr : events_.next()) read_event(*e);
}

/// One JSON object a line.
T2S_DECL void chat_stream::read_lines(std::string_view bytes) {
  while (!answer_.is_complete()) {
    auto const end = std::min(bytes.find('\n'), bytes.size());
    if (end > limits_.line - std::min(object_.size(), limits_.line)) throw detail::too_long("a line", limits_.line);
    object_ += bytes.substr(0, end);
    if (end == bytes.size()) return;
    bytes.remove_prefix(end + 1);
    read_event({.data = std::exchange(object_, {})});
  }
}

/// Keeps the beginning of the body, for the message if it is not a stream.
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
  auto const* const failed = e.name == "error" ? &v : detail::error_in(v);
  if (failed != nullptr) throw detail::reported_error(*failed, from_);
  from_.protocol->read_event(v, answer_);
  if (!answer_.has_begun() && !detail::words_of(v).empty()) throw detail::reported_error(v, from_);
}

T2S_DECL void chat_stream::read_end() {
  if (form_ == form::object) return answer_.set_whole(read_chat({200, {}, object_}, from_));
  if (form_ == form::lines && !object_.empty()) read_event({.data = std::exchange(object_, {})});  // the last has no line end
  if (!has_events_ && !begins_as_events()) throw no_events();
  if (!answer_.is_complete()) answer_.end();
}

T2S_DECL bool chat_stream::begins_as_events() const {
  std::string_view begun = beginning_;
  if (begun.starts_with("\xEF\xBB\xBF")) begun.remove_prefix(3);
  constexpr std::array<std::string_view, 5> fields{":", "data:", "event:", "id:", "retry:"};
  return std::ranges::any_of(fields, [&](auto const field) { return begun.starts_with(field); });
}

T2S_DECL error chat_stream::no_events() const {
  if (beginning_.empty()) return detail::malformed("it is empty");
  return detail::malformed("it is not an event stream; it begins: " + detail::shown(beginning_, from_, 80));
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

T2S_DECL void chat_stream::stop(std::string_view finish_reason) {
  static_cast<void>(try_to([&] {
    answer_.set_finish_reason(finish_reason);
    answer_.complete();
  }));
}

T2S_DECL completion chat_stream::result() const {
  if (failed_) throw error(*failed_);
  if (!answer_.is_complete()) throw error(errc::malformed_reply, "the stream has not ended yet", "feed it to its end, and call end()");
  return answer_.so_far();
}

}  // namespace t2s::llm

#endif
