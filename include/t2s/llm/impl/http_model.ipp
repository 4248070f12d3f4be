// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_HTTP_MODEL_IPP
#define T2S_LLM_IMPL_HTTP_MODEL_IPP

#include "t2s/llm/http_model.hpp"
#include "t2s/llm/impl/on_executor.hpp"
#include "t2s/llm/impl/waiting_line.hpp"
#include "t2s/llm/token_estimate.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace t2s::llm {
namespace detail {

/// How one try ended.
struct try_end {
  std::optional<http_response> answer{};
  std::optional<error> failed{};

  [[nodiscard]] bool may_go_again() const { return answer ? is_retried(answer->status) : is_retried(failed->code()); }
};

/// Tells the breaker how a request ended, whatever way it ends.
class breaker_watch {
 public:
  explicit breaker_watch(circuit_breaker& breaker) : breaker_(breaker) {}
  breaker_watch(breaker_watch const&) = delete;
  breaker_watch& operator=(breaker_watch const&) = delete;
  ~breaker_watch() {
    if (!told_) breaker_.left();
  }
  void tell(try_end const& end) {
    told_ = true;
    bool const down = end.answer ? end.answer->status >= 500 : end.failed->code() != errc::invalid_argument;
    if (down)
      breaker_.failed(monotonic::now());
    else
      breaker_.succeeded();
  }

 private:
  circuit_breaker& breaker_;
  bool told_ = false;
};

/// What the limiter is told until the truth is known.
inline std::size_t tokens_about(request const& asked) {
  std::size_t n = asked.max_tokens.value_or(0) * asked.choices;
  for (auto const& m : asked.messages) n += estimate_tokens(m.text);
  return n;
}
inline std::size_t tokens_about(std::span<std::string const> texts) {
  std::size_t n = 0;
  for (auto const& t : texts) n += estimate_tokens(t);
  return n;
}

/// A message and how it is sent.
struct dispatch {
  http_request message;
  std::size_t tokens = 0;       // about
  body_sink sink{};             // or none
  bool const* begun = nullptr;  // says that the answer's body is already with the caller
  call_bounds bounds{};
};

}  // namespace detail

class http_model::state {
 public:
  state(std::shared_ptr<http_client> c, endpoint e, http_model_options o)
      : client(std::move(c)),
        to(std::move(e)),
        options(std::move(o)),
        origin(std::make_shared<std::string>(client->base().origin())),
        breaker_(options.breaker) {
    limiter_ = options.limiter ? options.limiter : std::make_shared<rate_limiter>(options.rates);
    if (options.texts_a_request == 0)
      throw error(errc::invalid_argument, "a request for embeddings needs at least one text", "set texts_a_request to 1");
  }

  static awaitable<completion> complete(std::shared_ptr<state> self, request asked) {
    detail::dispatch const out{.message = chat_request(asked, self->to), .tokens = self->counted(asked), .bounds = asked.bounds};
    auto sending = self->send(out);
    auto const answer = co_await std::move(sending);
    auto read = read_chat(answer, self->to);
    self->limiter_->settle(out.tokens, read.prompt_tokens + read.completion_tokens);
    co_return read;
  }

  static awaitable<completion> stream(std::shared_ptr<state> self, request asked, std::function<void(std::string_view)> on_delta) {
    chat_stream reader(self->to, self->options.stream);
    bool begun = false;
    body_sink pieces = [&](std::string_view bytes) {
      begun = true;
      if (auto const text = reader.feed(bytes); !text.empty() && on_delta) on_delta(text);
      return !reader.finished();
    };
    detail::dispatch const out{chat_request(asked, self->to, true), self->counted(asked), std::move(pieces), &begun, asked.bounds};
    auto sending = self->send(out);
    auto const answer = co_await std::move(sending);
    if (answer.status / 100 != 2) throw error_of(answer, self->to);
    if (auto const text = reader.end(); !text.empty() && on_delta) on_delta(text);
    auto read = reader.result();
    self->limiter_->settle(out.tokens, read.prompt_tokens + read.completion_tokens);
    co_return read;
  }

  static awaitable<embeddings> embed(std::shared_ptr<state> self, std::vector<std::string> texts) {
    embeddings all;
    std::span<std::string const> left(texts);
    while (!left.empty()) {
      auto const batch = left.first(std::min(left.size(), self->options.texts_a_request));
      left = left.subspan(batch.size());
      detail::dispatch const out{.message = embedding_request(batch, self->to, self->options.encoding), .tokens = self->counted(batch)};
      auto sending = self->send(out);
      auto const answer = co_await std::move(sending);
      auto read = read_embeddings(answer, self->to, batch.size());
      self->limiter_->settle(out.tokens, read.prompt_tokens);
      self->append(all, std::move(read));
    }
    co_return all;
  }

  static awaitable<std::vector<std::string>> models(std::shared_ptr<state> self) {
    detail::dispatch const out{.message = models_request(self->to)};
    auto sending = self->send(out);
    auto const answer = co_await std::move(sending);
    co_return read_models(answer, self->to);
  }

  std::shared_ptr<http_client> client;
  endpoint to;
  http_model_options options;
  std::shared_ptr<std::string const> origin;
  http_model_figures figures{};

 private:
  /// An estimate is not for nothing: it reads the whole prompt.
  template <class Asked>
  [[nodiscard]] std::size_t counted(Asked const& asked) const {
    return limiter_->counts_tokens() ? detail::tokens_about(asked) : 0;
  }

  /// Until there is an answer that another try would not better, or none that may be had.
  awaitable<http_response> send(detail::dispatch const& out) {
    auto const start = detail::monotonic::now();
    auto const until = std::min(out.bounds.until, detail::later_by(start, options.retry.total));
    backoff waits(options.retry);
    for (;;) {
      auto trying = try_once(out, until);
      auto end = co_await std::move(trying);
      if (!end.may_go_again() || (out.begun && *out.begun)) co_return answer_of(std::move(end), waits.failed() + 1, {});
      auto const asked = end.answer ? asked_wait(*end.answer, std::chrono::system_clock::now()) : std::nullopt;
      auto const wait = waits.next(asked, detail::monotonic::now() - start);
      if (!wait || detail::monotonic::now() + *wait >= until) co_return answer_of(std::move(end), waits.failed(), asked);
      auto sleeping = detail::sleep_until(detail::monotonic::now() + *wait);
      co_await std::move(sleeping);
      ++figures.retried;
    }
  }

  awaitable<detail::try_end> try_once(detail::dispatch const& out, detail::monotonic::time_point until) {
    auto acquiring = limiter_->acquire(out.tokens, until);
    auto const permit = co_await std::move(acquiring);
    if (out.bounds.stop.stop_requested()) detail::throw_cancelled();
    if (!breaker_.admits(detail::monotonic::now()))
      throw error(errc::model_unreachable, "nothing is sent to " + client->base().origin() + " for now: it failed several times in a row",
                  "wait until it is back; breaker_options say how long that is");
    detail::breaker_watch watch(breaker_);
    ++figures.sent;
    detail::try_end end;
    try {
      auto sending = client->send(out.message, out.sink, until);
      end.answer = co_await std::move(sending);
    } catch (error const& e) {
      if (e.code() == errc::cancelled) throw;
      end.failed = e;
    }
    watch.tell(end);
    co_return end;
  }

  /// The answer, or what went wrong with the last of several tries.
  http_response answer_of(detail::try_end end, std::size_t tries, std::optional<std::chrono::milliseconds> asked) const {
    if (end.answer && !end.may_go_again()) return std::move(*end.answer);
    auto what = end.answer ? error_of(*end.answer, to).details() : end.failed->details();
    if (tries > 1) what.message.append(" (after ").append(std::to_string(tries)).append(" tries)");
    if (asked && *asked > options.retry.longest_asked)
      what.message.append(" (the server asks to wait for ").append(std::to_string(asked->count() / 1000)).append(" s)");
    throw error(std::move(what));
  }

  void append(embeddings& all, embeddings more) const {
    all.prompt_tokens += more.prompt_tokens;
    for (auto& vector : more.vectors) {
      if (!all.vectors.empty() && vector.size() != all.vectors.front().size())
        throw error(errc::malformed_reply, client->base().origin() + " gives vectors of different lengths",
                    "check that one model answers all requests");
      all.vectors.push_back(std::move(vector));
    }
  }

  circuit_breaker breaker_;
  std::shared_ptr<rate_limiter> limiter_{};
};

T2S_DECL http_model::http_model(boost::asio::any_io_executor executor, std::string_view base_url, endpoint to, http_model_options options)
    : http_model(std::make_shared<http_client>(std::move(executor), parse_url(base_url), options.http), std::move(to), options) {}

T2S_DECL http_model::http_model(std::shared_ptr<http_client> client, endpoint to, http_model_options options)
    : state_(std::make_shared<state>(std::move(client), std::move(to), std::move(options))) {}

T2S_DECL awaitable<completion> http_model::complete(request asked) {
  return detail::on_executor(client().get_executor(), state::complete(state_, std::move(asked)), state_->origin);
}
T2S_DECL awaitable<completion> http_model::stream(request asked, std::function<void(std::string_view)> on_delta) {
  return detail::on_executor(client().get_executor(), state::stream(state_, std::move(asked), std::move(on_delta)), state_->origin);
}
T2S_DECL awaitable<embeddings> http_model::embed(std::vector<std::string> texts) {
  return detail::on_executor(client().get_executor(), state::embed(state_, std::move(texts)), state_->origin);
}
T2S_DECL awaitable<std::vector<std::string>> http_model::models() {
  return detail::on_executor(client().get_executor(), state::models(state_), state_->origin);
}

T2S_DECL http_client const& http_model::client() const noexcept { return *state_->client; }
T2S_DECL endpoint const& http_model::at() const noexcept { return state_->to; }
T2S_DECL http_model_figures http_model::figures() const noexcept { return state_->figures; }

}  // namespace t2s::llm

#endif
