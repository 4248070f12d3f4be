// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_HTTP_MODEL_IPP
#define T2S_LLM_DETAIL_HTTP_MODEL_IPP

#include "t2s/llm/detail/cut_prompt.hpp"
#include "t2s/llm/detail/reply_stream.hpp"
#include "t2s/llm/detail/retry.hpp"
#include "t2s/llm/detail/token_estimate.hpp"
#include "t2s/llm/detail/waiting.hpp"
#include "t2s/llm/http_model.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/post.hpp>

#include <atomic>

namespace t2s::llm {
namespace detail {

/// The result of one try: exactly one member is set.
struct try_end {
  std::optional<http_response> answer{};
  std::optional<error> failed{};
  std::optional<error> refused{};  // by the limiter or the breaker: nothing was sent

  [[nodiscard]] bool may_be_sent_again() const { return answer ? is_retried(answer->status) : failed && is_retried(failed->code()); }
  [[nodiscard]] bool has_failed(errc code) const { return failed && failed->code() == code; }
  [[nodiscard]] bool is_failure_of_server() const {
    if (answer) return answer->status >= 500;
    return has_failed(errc::model_unreachable) || has_failed(errc::tls_failed) || has_failed(errc::model_timeout);
  }
  /// Whether the server has used no tokens, as far as can be known.
  [[nodiscard]] bool used_no_tokens() const {
    return answer ? answer->status / 100 != 2 : has_failed(errc::model_unreachable) || has_failed(errc::tls_failed);
  }
};

class breaker_watch {
 public:
  explicit breaker_watch(circuit_breaker& breaker) : breaker_(breaker), as_(breaker.admits(monotonic::now())) {}
  breaker_watch(breaker_watch const&) = delete;
  breaker_watch& operator=(breaker_watch const&) = delete;
  ~breaker_watch() { breaker_.left(as_); }

  /// Asked also after a wait, in which other requests may have failed.
  [[nodiscard]] bool refuses() const {
    return as_ == circuit_breaker::admission::refused || (as_ == circuit_breaker::admission::ordinary && breaker_.is_open());
  }
  /// A failure after `until`, our own limit, does not count against the server.
  void report(try_end const& end, monotonic::time_point until) {
    auto const now = monotonic::now();
    if (end.failed && now >= until) return;
    if (end.is_failure_of_server())
      breaker_.failed(as_, now);
    else if (end.answer || end.has_failed(errc::malformed_reply))
      breaker_.succeeded(as_);
  }

 private:
  circuit_breaker& breaker_;
  circuit_breaker::admission as_;
};

/// The limiter's estimate until the server has counted.
struct token_guess {
  std::size_t prompt = 0;
  std::size_t completion = 0;

  [[nodiscard]] std::size_t all() const noexcept { return prompt + completion; }
};
inline token_guess tokens_about(request const& asked) {
  token_guess n{.completion = asked.max_tokens.value_or(0) * asked.choices};
  for (auto const& m : asked.messages) n.prompt += estimate_tokens(m.text);
  return n;
}
inline token_guess tokens_about(std::span<std::string const> texts) {
  token_guess n;
  for (auto const& t : texts) n.prompt += estimate_tokens(t);
  return n;
}

/// The tokens of an answer, estimated if the server does not count.
inline std::size_t tokens_of(completion const& read, token_guess const& guess) {
  auto n = read.completion_tokens != 0 ? read.completion_tokens : estimate_tokens(read.text);
  for (auto const& other : read.others) n += read.completion_tokens != 0 ? 0 : estimate_tokens(other.text);
  return n + (read.prompt_tokens != 0 ? read.prompt_tokens : guess.prompt);
}

struct dispatch {
  http_request message;
  token_guess tokens{};
  call_bounds bounds{};
  body_sink sink{};                    // for a streamed answer
  std::function<void()> before_try{};  // called before each try, to forget a part of an answer
  bool begun = false;                  // a part of the streamed answer has arrived
  bool in_caller = false;              // the caller's function is running, so exceptions are its own
};

/// Runs `work`. It is cancelled when `stop` is requested, from any thread, or when the coroutine is cancelled.
template <class T>
awaitable<T> unless_stopped(awaitable<T> work, std::stop_token stop) {
  namespace asio = boost::asio;
  auto const executor = co_await asio::this_coro::executor;
  auto const outside = co_await asio::this_coro::cancellation_state;
  auto const cancel = std::make_shared<asio::cancellation_signal>();
  auto const emit = [cancel] { cancel->emit(asio::cancellation_type::terminal); };
  if (auto slot = outside.slot(); slot.is_connected()) slot.assign([emit](asio::cancellation_type) { emit(); });
  auto const post = [executor, emit] { asio::post(executor, emit); };
  std::stop_callback const stopping(stop, post);
  auto working = asio::co_spawn(executor, std::move(work), asio::bind_cancellation_slot(cancel->slot(), asio::use_awaitable));
  auto done = co_await std::move(working);
  co_return done;
}

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
    if (self->options.replies.end_early && asked.choices == 1) return stream(std::move(self), std::move(asked), {});
    return complete_whole(std::move(self), std::move(asked));
  }

  static awaitable<completion> complete_whole(std::shared_ptr<state> self, request asked) {
    auto const limited = self->limit(asked);
    detail::dispatch out{.message = self->chat(asked, false), .tokens = self->counted(asked), .bounds = asked.bounds};
    auto sending = self->send_limited(out, asked, limited);
    auto const answer = co_await std::move(sending);
    auto read = read_chat(answer, self->to);
    self->settle(read, out.tokens);
    detail::require_whole_prompt(asked, read);
    co_return read;
  }

  /// Without `on_delta` a stream that breaks off is asked for again.
  static awaitable<completion> stream(std::shared_ptr<state> self, request asked, std::function<void(std::string_view)> on_delta) {
    auto const limited = self->limit(asked);
    auto const fresh = [&] {
      return detail::reply_stream(self->to, self->stream_limits_of(static_cast<bool>(on_delta)), asked.expects,
                                  self->options.replies.end_early);
    };
    auto reader = fresh();
    detail::dispatch out{.message = self->chat(asked, true), .tokens = self->counted(asked), .bounds = asked.bounds};
    if (!on_delta) out.before_try = [&] { reader = fresh(); };
    out.sink = [&](std::string_view bytes) {
      out.begun = static_cast<bool>(on_delta);
      auto const text = reader.feed(bytes);
      out.in_caller = true;
      if (!text.empty() && on_delta) on_delta(text);
      out.in_caller = false;
      return !reader.finished();
    };
    auto sending = self->send_limited(out, asked, limited);
    auto const answer = co_await std::move(sending);
    if (answer.status / 100 != 2) throw error_of(answer, self->to);
    if (auto const text = reader.end(); !text.empty() && on_delta) on_delta(text);
    auto read = reader.result(asked);
    self->settle(read, out.tokens);
    detail::require_whole_prompt(asked, read);
    co_return read;
  }

  static awaitable<embeddings> embed(std::shared_ptr<state> self, std::vector<std::string> texts, call_bounds bounds) {
    embeddings all;
    std::span<std::string const> left(texts);
    while (!left.empty()) {
      auto const batch = left.first(std::min(left.size(), self->options.texts_a_request));
      left = left.subspan(batch.size());
      detail::dispatch const out{
          .message = embedding_request(batch, self->to, self->options.encoding), .tokens = self->counted(batch), .bounds = bounds};
      auto sending = self->send(out);
      auto const answer = co_await std::move(sending);
      auto read = read_embeddings(answer, self->to, batch.size());
      if (read.prompt_tokens != 0) self->limiter_->settle(out.tokens.all(), read.prompt_tokens);
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

  static awaitable<std::size_t> context(std::shared_ptr<state> self) {
    detail::dispatch const out{.message = models_request(self->to)};
    auto sending = self->send(out);
    auto const answer = co_await std::move(sending);
    co_return read_context(answer, self->to);
  }

  std::shared_ptr<http_client> client;
  endpoint to;
  http_model_options options;
  std::shared_ptr<std::string const> origin;
  http_model_figures figures{};

 private:
  /// Returns whether the limit of tokens is ours alone.
  bool limit(request& asked) const {
    auto const most = options.replies.tokens_of(asked.expects);
    bool const ours = !asked.max_tokens;
    if (most == unlimited || (ours && refuses_limits_)) return false;
    asked.max_tokens = std::min(asked.max_tokens.value_or(most), most);
    return ours;
  }
  [[nodiscard]] http_request chat(request const& asked, bool streamed) const {
    auto message = chat_request(asked, to, streamed);
    if (!streamed) message.answer_bytes = options.chat_bytes;
    return message;
  }
  /// Sends a chat request. If the server refuses the limit of tokens that we added, it is sent again without one; if
  /// that succeeds, all that follow are too.
  awaitable<http_response> send_limited(detail::dispatch& out, request& asked, bool limited) {
    auto sending = send(out);
    auto answer = co_await std::move(sending);
    bool const refused = limited && (answer.status == 400 || answer.status == 422) && answer.body.find("max_tokens") != std::string::npos;
    if (!refused) co_return answer;
    asked.max_tokens.reset();
    out.message = chat(asked, static_cast<bool>(out.sink));
    auto again = send(out);
    auto second = co_await std::move(again);
    if (second.status / 100 == 2) refuses_limits_ = true;  // else the prompt was refused, not the limit
    co_return second;
  }
  /// Without a receiver of its pieces, a stream is as long as an answer may be.
  [[nodiscard]] stream_limits stream_limits_of(bool has_receiver) const {
    auto limits = options.stream;
    if (!has_receiver) limits.answer = options.chat_bytes;
    return limits;
  }

  /// Estimates only if needed, since that reads the whole prompt.
  template <class Asked>
  [[nodiscard]] detail::token_guess counted(Asked const& asked) const {
    return limiter_->counts_tokens() ? detail::tokens_about(asked) : detail::token_guess{};
  }
  void settle(completion const& read, detail::token_guess const& guess) const {
    if (limiter_->counts_tokens()) limiter_->settle(guess.all(), detail::tokens_of(read, guess));
  }

  awaitable<http_response> send(detail::dispatch const& out) {
    auto const& stop = out.bounds.stop;
    auto sending = send_until_answered(out);
    return stop.stop_possible() ? detail::unless_stopped(std::move(sending), stop) : std::move(sending);
  }

  /// Sends until an answer is final or no further try is allowed.
  awaitable<http_response> send_until_answered(detail::dispatch const& out) {
    auto const start = detail::monotonic::now();
    auto const until = std::min(out.bounds.until, detail::later_by(start, options.retry.total));
    backoff waits(options.retry);
    detail::try_end last;
    for (;;) {
      auto trying = try_once(out, until);
      auto end = co_await std::move(trying);
      if (end.refused) co_return answer_instead(std::move(last), waits.failed(), *end.refused);
      if (end.answer && end.answer->status == 404) throw nothing_at(out.message.path, *end.answer);
      if (!end.may_be_sent_again() || out.begun) co_return answer_of(std::move(end), waits.failed() + 1, {});
      auto const asked = end.answer ? asked_wait(*end.answer, std::chrono::system_clock::now()) : std::nullopt;
      auto const wait = waits.next(asked, detail::monotonic::now() - start, end.answer && is_passing_limit(*end.answer));
      if (!wait || detail::monotonic::now() + *wait >= until) co_return answer_of(std::move(end), waits.failed(), asked);
      last = std::move(end);
      auto sleeping = detail::sleep_until(detail::monotonic::now() + *wait);
      co_await std::move(sleeping);
      ++figures.retried;
    }
  }

  awaitable<detail::try_end> try_once(detail::dispatch const& out, detail::monotonic::time_point until) {
    detail::try_end end;
    detail::breaker_watch watch(breaker_);  // before the limiter: a refused request does not queue
    if (watch.refuses()) {
      end.refused = circuit_is_open();
      co_return end;
    }
    rate_limiter::permit permit;
    try {
      auto acquiring = limiter_->acquire(out.tokens.all(), until);
      permit = co_await std::move(acquiring);
    } catch (error const& e) {
      end.refused = e;
    }
    if (end.refused) co_return end;
    bool const stopped = out.bounds.stop.stop_requested();
    if (stopped || watch.refuses()) {
      limiter_->settle(out.tokens.all(), 0);
      if (stopped) detail::throw_cancelled();
      end.refused = circuit_is_open();
      co_return end;
    }
    ++figures.sent;
    if (out.before_try) out.before_try();
    auto const given_up = std::min(until, detail::later_by(detail::monotonic::now(), options.http.time.total));
    try {
      auto sending = client->send_here(out.message, out.sink, given_up);
      end.answer = co_await std::move(sending);
    } catch (error const& e) {
      if (e.code() == errc::cancelled || out.in_caller) throw;
      end.failed = e;
    }
    watch.report(end, given_up);
    if (end.used_no_tokens() && !out.begun) limiter_->settle(out.tokens.all(), 0);
    co_return end;
  }

  [[nodiscard]] error circuit_is_open() const {
    return {errc::model_unreachable, "nothing is sent to " + client->base().origin() + " for now: it failed several times in a row",
            "wait until it is back (breaker_options::rest)"};
  }

  [[nodiscard]] error nothing_at(std::string const& path, http_response const& answer) const {
    auto what = error_of(answer, to).details();
    what.message.append(" (asked was ").append(client->base().path).append(path).append(")");
    return error(std::move(what));
  }

  /// The failure of the last try is more informative than that no further one is allowed.
  [[nodiscard]] http_response answer_instead(detail::try_end last, std::size_t tries, error const& refused) const {
    if (tries == 0) throw refused;
    return answer_of(std::move(last), tries, {}, refused.details().message);
  }

  /// The answer, or the failure of the last of several tries.
  [[nodiscard]] http_response answer_of(detail::try_end end, std::size_t tries, std::optional<std::chrono::milliseconds> asked,
                                        std::string const& no_more = {}) const {
    if (end.answer && !end.may_be_sent_again()) return std::move(*end.answer);
    auto what = end.answer ? error_of(*end.answer, to).details() : end.failed->details();
    if (tries > 1) what.message.append(" (after ").append(std::to_string(tries)).append(" tries)");
    if (asked && *asked > options.retry.longest_asked)
      what.message.append(" (the server asks to wait for ").append(std::to_string(asked->count() / 1000)).append(" s)");
    if (!no_more.empty()) what.message.append(" (not tried again: ").append(no_more).append(")");
    throw error(std::move(what));
  }

  void append(embeddings& all, embeddings more) const {
    all.prompt_tokens += more.prompt_tokens;
    for (auto& vector : more.vectors) {
      if (!all.vectors.empty() && vector.size() != all.vectors.front().size())
        throw error(errc::malformed_reply, client->base().origin() + " returns vectors of different lengths",
                    "check that one model answers all requests");
      all.vectors.push_back(std::move(vector));
    }
  }

  circuit_breaker breaker_;
  std::atomic<bool> refuses_limits_ = false;
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
T2S_DECL awaitable<embeddings> http_model::embed(std::vector<std::string> texts, call_bounds bounds) {
  return detail::on_executor(client().get_executor(), state::embed(state_, std::move(texts), std::move(bounds)), state_->origin);
}
T2S_DECL awaitable<std::size_t> http_model::context_length() {
  return detail::on_executor(client().get_executor(), state::context(state_), state_->origin);
}

T2S_DECL awaitable<std::vector<std::string>> http_model::models() {
  return detail::on_executor(client().get_executor(), state::models(state_), state_->origin);
}

T2S_DECL http_client const& http_model::client() const noexcept { return *state_->client; }
T2S_DECL endpoint const& http_model::at() const noexcept { return state_->to; }
T2S_DECL http_model_figures http_model::figures() const noexcept { return state_->figures; }

}  // namespace t2s::llm

#endif
