// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_STREAMABLE_IPP
#define T2S_SERVE_MCP_DETAIL_STREAMABLE_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/serve/http/detail/access.hpp"
#include "t2s/serve/mcp/detail/event_streams.hpp"
#include "t2s/serve/mcp/detail/posted_message.hpp"
#include "t2s/serve/mcp/streamable.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cstddef>
#include <tuple>

namespace t2s::serve::mcp {

namespace detail {

/// Whether a header lists a media type, with or without parameters, or all types of its kind.
inline bool accepts(std::string_view header, std::string_view type) {
  auto const kind = std::string(type.substr(0, type.find('/'))) + "/*";
  for (auto const part : text::split(header, ',')) {
    auto const name = text::trim(part.substr(0, part.find(';')));
    if (text::same(name, type) || text::same(name, kind) || name == "*/*") return true;
  }
  return false;
}

/// A JSON-RPC error instead of the response of a request, or outside of any, which then has no id.
inline response rpc_error(refused const& why, json::value const& id = nullptr) {
  json::object o{{"jsonrpc", "2.0"}, {"error", why.error()}};
  if (!id.is_null()) o["id"] = id;
  return {why.status(), "application/json", json::serialize(o)};
}

inline response refuse(int status, std::string why) { return rpc_error({rpc_code::invalid_request, std::move(why), nullptr, status}); }

/// "3-17": a stream and an event.
inline std::optional<std::pair<std::uint64_t, std::uint64_t>> event_of(std::string_view id) {
  std::pair<std::uint64_t, std::uint64_t> at;
  auto const* const end = id.data() + id.size();
  auto const first = std::from_chars(id.data(), end, at.first);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') return {};
  auto const second = std::from_chars(first.ptr + 1, end, at.second);
  if (second.ec != std::errc() || second.ptr != end) return {};
  return at;
}

}  // namespace detail

class streamable::impl {
 public:
  impl(std::shared_ptr<offering const> offered, std::function<bool(std::function<void()>)> run, streamable_options how)
      : run_(std::move(run)), how_(how), offered_(std::move(offered)) {}

  response answer(request const& asked) {
    end_what_is_unused();
    auto const version = asked.headers.get("MCP-Protocol-Version");
    bool const is_stateless = version == stateless_version;
    if (!version.empty() && !is_stateless && !has_sessions(version)) return refuse_version(version, detail::posted_message(asked.body));
    if (asked.method == "POST") return post(asked);
    if (asked.method == "GET" && !is_stateless) return get(asked);
    if (asked.method == "DELETE" && !is_stateless) return end(asked);
    auto r = detail::refuse(405, is_stateless ? "this revision has POST alone" : "only POST, GET and DELETE are served here");
    r.headers.set("Allow", is_stateless ? "POST" : "POST, GET, DELETE");
    return r;
  }

  void renew(std::shared_ptr<offering const> offered) {
    std::lock_guard const lock(mutex_);
    offered_ = std::move(offered);
    for (auto const& [id, c] : clients_) c->talk.renew(offered_);
  }

  void close() {
    std::map<std::string, std::shared_ptr<client>, std::less<>> all;
    std::vector<std::weak_ptr<client>> passing;
    {
      std::lock_guard const lock(mutex_);
      closed_ = true;
      all.swap(clients_);
      passing.swap(passing_);
    }
    for (auto const& [id, c] : all) c->close();
    for (auto const& one : passing)
      if (auto const c = one.lock()) c->close();
  }

  [[nodiscard]] std::size_t sessions() const {
    std::lock_guard const lock(mutex_);
    return clients_.size();
  }

 private:
  using clock = std::chrono::steady_clock;

  struct client {
    std::string who;
    std::shared_ptr<detail::event_streams> streams;
    session talk;
    clock::time_point used = clock::now();
    bool only_begun = true;  // no request has named it

    client(std::shared_ptr<offering const> offered, std::function<bool(std::function<void()>)> run, streamable_options const& how,
           std::string const& from, bool resumes = true)
        : who(from),
          streams(std::make_shared<detail::event_streams>(how.kept_bytes, resumes)),
          talk(std::move(offered), {[s = streams](outgoing const& o) { s->add(o); }, std::move(run), from}, how.limits) {}

    [[nodiscard]] bool is_in_use() const { return talk.calls() > 0 || streams->is_read(0); }

    void close() {
      talk.close();
      streams->close();
    }
  };

  /// The session that a request names, or else the response.
  std::shared_ptr<client> find(request const& asked, response& otherwise) {
    auto const id = asked.headers.get("Mcp-Session-Id");
    if (id.empty()) {
      otherwise = detail::refuse(400, "Mcp-Session-Id is missing: send initialize first, and the id of its response from then on");
      return nullptr;
    }
    std::lock_guard const lock(mutex_);
    auto const at = clients_.find(id);
    if (at == clients_.end()) {
      otherwise = detail::refuse(404, "there is no such session (any more): initialize a new one");
      return nullptr;
    }
    at->second->used = clock::now();
    at->second->only_begun = false;
    return at->second;
  }

  response post(request const& asked) {
    auto const type = asked.headers.get("Content-Type");
    if (!text::same(text::trim(type.substr(0, type.find(';'))), "application/json"))
      return detail::refuse(415, "the body must be application/json");
    auto const accept = asked.headers.get("Accept");
    if (!accept.empty() && !(detail::accepts(accept, "application/json") && detail::accepts(accept, "text/event-stream")))
      return detail::refuse(406, "the client must accept application/json and text/event-stream");
    detail::posted_message const message(asked.body);
    if (message.is_stateless(asked.headers)) return pass(asked, message);
    if (asked.headers.get("Mcp-Session-Id").empty() && message.method() == "initialize") return begin(asked);
    response otherwise;
    auto const c = find(asked, otherwise);
    return c ? talk(*c, asked) : std::move(otherwise);
  }

  static response refuse_version(std::string_view version, detail::posted_message const& message) try {
    detail::refuse_version(version);
  } catch (refused const& why) {
    return detail::rpc_error(why, message.id());
  }

  /// Serves a request without a session. Its client ends with the response, or when that is left.
  response pass(request const& asked, detail::posted_message const& message) try {
    message.require_headers(asked.headers);
    auto const c = std::make_shared<client>(offered(), run_, how_, asked.who(), false);
    if (!keep_passing(c)) return detail::refuse(503, "the server ends, or this client has too many requests under way: try again later");
    auto const stream = c->streams->open();
    if (!c->talk.receive(asked.body, stream->number)) {
      response accepted;
      accepted.status = 202;
      return accepted;
    }
    if (auto text = c->streams->take_if_answered(*stream)) return {c->streams->status(*stream), "application/json", *std::move(text)};
    return streaming(*c, stream, 0, {}, c);
  } catch (refused const& why) {
    return detail::rpc_error(why, message.id());
  }

  /// Keeps a client without a session, to end it with the endpoint. Returns false if it may not begin: `session_limits::calls` holds for
  /// all that one user, or address, has under way.
  bool keep_passing(std::shared_ptr<client> const& c) {
    std::lock_guard const lock(mutex_);
    std::erase_if(passing_, [](auto const& one) { return one.expired(); });
    auto const own = std::ranges::count_if(passing_, [&c](auto const& one) {
      auto const other = one.lock();
      return other && other->who == c->who;
    });
    if (closed_ || static_cast<std::size_t>(own) >= how_.limits.calls) return false;
    passing_.push_back(c);
    return true;
  }

  response begin(request const& asked) {
    auto const c = std::make_shared<client>(offered(), run_, how_, asked.who());
    auto answer = talk(*c, asked);
    if (c->talk.version().empty()) return answer;
    auto id = new_secret().substr(0, 32);
    answer.headers.set("Mcp-Session-Id", id);
    std::shared_ptr<client> ended;
    {
      std::lock_guard const lock(mutex_);
      if (clients_.size() >= how_.sessions) ended = take_least_needed(c->who);
      clients_.emplace(std::move(id), c);
    }
    if (ended) ended->close();
    return answer;
  }

  response talk(client& c, request const& asked) {
    auto const stream = c.streams->open();
    if (!c.talk.receive(asked.body, stream->number)) {
      c.streams->forget(*stream);
      response accepted;
      accepted.status = 202;
      return accepted;
    }
    if (auto text = c.streams->take_if_answered(*stream)) return {c.streams->status(*stream), "application/json", *std::move(text)};
    bool const may_be_empty = c.talk.version() >= "2025-11-25";
    return streaming(c, stream, 0, c.streams->priming(stream->number, 0, how_.retry, may_be_empty));
  }

  static response streaming(client& c, std::shared_ptr<detail::event_stream> const& stream, std::uint64_t from, std::string first,
                            std::shared_ptr<void> owner = nullptr) {
    response r;
    r.headers.set("Content-Type", "text/event-stream");
    r.headers.set("Cache-Control", "no-cache, no-transform");
    r.headers.set("X-Accel-Buffering", "no");
    r.stream = std::make_unique<detail::event_reader>(c.streams, stream, from, std::move(first), std::move(owner));
    return r;
  }

  response get(request const& asked) {
    if (!detail::accepts(asked.headers.get("Accept"), "text/event-stream"))
      return detail::refuse(406, "this is a stream of events: the client must accept text/event-stream");
    response otherwise;
    auto const c = find(asked, otherwise);
    if (!c) return otherwise;
    auto const last = asked.headers.get("Last-Event-ID");
    if (last.empty()) {
      if (c->streams->is_read(0)) return detail::refuse(409, "this session has its stream already");
      auto const [own, from] = c->streams->own();
      return streaming(*c, own, from, c->streams->priming(0, from, how_.retry, c->talk.version() >= "2025-11-25"));
    }
    auto const at = detail::event_of(last);
    auto const stream = at ? c->streams->find(at->first, at->second) : nullptr;
    if (!stream) return detail::refuse(400, "Last-Event-ID names nothing that is kept");
    return streaming(*c, stream, at->second, {});
  }

  response end(request const& asked) {
    response otherwise;
    auto const c = find(asked, otherwise);
    if (!c) return otherwise;
    {
      std::lock_guard const lock(mutex_);
      clients_.erase(std::string(asked.headers.get("Mcp-Session-Id")));
    }
    c->close();
    response done;
    done.status = 204;
    return done;
  }

  /// Ends unused sessions and forgets answers that no client fetched. Called now and then, on a request.
  void end_what_is_unused() {
    std::vector<std::shared_ptr<client>> ended, going_on;
    auto const now = clock::now();
    {
      std::lock_guard const lock(mutex_);
      if (now < next_look_) return;
      next_look_ = now + std::min(how_.unused, how_.left) / 8;
      std::erase_if(clients_, [&](auto const& entry) {
        auto& c = *entry.second;
        bool const old = now - c.used > how_.unused && !c.is_in_use();
        (old ? ended : going_on).push_back(entry.second);
        return old;
      });
    }
    for (auto const& c : ended) c->close();
    for (auto const& c : going_on) c->streams->forget_left(now - how_.left);
  }

  /// Takes a session out in favour of a new one of `who`: see `streamable_options::sessions`.
  [[nodiscard]] std::shared_ptr<client> take_least_needed(std::string const& who) {
    std::map<std::string_view, std::ptrdiff_t> of_each{{who, 1}};
    for (auto const& [id, c] : clients_) ++of_each[c->who];
    auto const order = [&](client const& c) { return std::tuple(-of_each[c.who], !c.only_begun, c.is_in_use(), c.used); };
    auto const least = std::min_element(clients_.begin(), clients_.end(),
                                        [&](auto const& a, auto const& b) { return order(*a.second) < order(*b.second); });
    if (least == clients_.end()) return nullptr;
    auto found = std::move(least->second);
    clients_.erase(least);
    return found;
  }

  [[nodiscard]] std::shared_ptr<offering const> offered() const {
    std::lock_guard const lock(mutex_);
    return offered_;
  }

  std::function<bool(std::function<void()>)> run_;
  streamable_options how_;
  std::mutex mutable mutex_{};  // guards all below
  std::shared_ptr<offering const> offered_;
  std::map<std::string, std::shared_ptr<client>, std::less<>> clients_{};
  std::vector<std::weak_ptr<client>> passing_{};  // without sessions
  bool closed_ = false;
  clock::time_point next_look_{};
};

T2S_DECL streamable::streamable(std::shared_ptr<offering const> offered, std::function<bool(std::function<void()>)> run,
                                streamable_options how)
    : impl_(std::make_shared<impl>(std::move(offered), std::move(run), how)) {}
T2S_DECL streamable::~streamable() { impl_->close(); }

T2S_DECL response streamable::answer(request const& asked) { return impl_->answer(asked); }
T2S_DECL void streamable::renew(std::shared_ptr<offering const> offered) { impl_->renew(std::move(offered)); }
T2S_DECL void streamable::close() { impl_->close(); }
T2S_DECL std::size_t streamable::sessions() const { return impl_->sessions(); }

}  // namespace t2s::serve::mcp

#endif
