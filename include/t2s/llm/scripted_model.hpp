// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_SCRIPTED_MODEL_HPP
#define T2S_LLM_SCRIPTED_MODEL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <initializer_list>
#include <map>
#include <mutex>

namespace t2s::llm {

/// A reply of a script: a text, a whole completion, or a failure.
struct scripted_reply {
  completion answered{};                ///< the answer
  std::optional<t2s::failure> fails{};  ///< thrown instead of it
  std::chrono::milliseconds delay{0};   ///< only `scripted_async_model` waits

  scripted_reply() = default;
  /// A text.
  scripted_reply(std::string text) {
    answered.text = std::move(text);
    answered.finish_reason = "stop";
  }
  scripted_reply(char const* text) : scripted_reply(std::string(text)) {}  ///< a text
  scripted_reply(completion c) : answered(std::move(c)) {}                 ///< a completion
  scripted_reply(t2s::failure f) : fails(std::move(f)) {}                  ///< a failure
  scripted_reply(errc code) : fails(t2s::failure{code}) {}                 ///< a failure of that code

  /// The same, later.
  [[nodiscard]] scripted_reply after(std::chrono::milliseconds wait) const {
    auto later = *this;
    later.delay = wait;
    return later;
  }
};

/// A model that answers from a script and keeps the requests: for tests, and as an example of your own model (shorter:
/// examples/03_own_model.cpp). The first rule that matches a request answers it; the replies of the list answer all others, in order. One
/// token is counted for every four bytes unless a reply has a count. For one thread at a time.
///
///     t2s::llm::scripted_model model{"SELECT 1", "SELECT 2"};
///     model.on("judge", {"No", "Yes"}).on([](auto const& r) { return r.choices > 1; }, {t2s::errc::rate_limited});
class scripted_model {
 public:
  using replies = std::vector<scripted_reply>;            ///< in order; the last one is repeated
  using predicate = std::function<bool(request const&)>;  ///< whether a rule matches a request

  /// Answers any request, in order.
  scripted_model(std::initializer_list<std::string> list = {}) : list_(list.begin(), list.end()) {}

  /// Adds a rule: requests for which `fits` holds get these replies in order; the last one is repeated.
  scripted_model& on(predicate fits, replies with) {
    rules_.push_back({std::move(fits), std::move(with), 0});
    return *this;
  }
  /// The same for requests with a message that contains `part`.
  scripted_model& on(std::string part, replies with) {
    return on(
        [part = std::move(part)](request const& r) {
          return std::any_of(r.messages.begin(), r.messages.end(), [&](message const& m) { return m.text.find(part) != m.text.npos; });
        },
        std::move(with));
  }

  /// Throws the `error` of the reply, or one with `model_failed` when the script has no reply.
  completion complete(request asked) { return answer_of(next(std::move(asked))); }

  /// The reply to a request, with its tokens counted; keeps the request.
  scripted_reply next(request asked) {
    asked_.push_back(std::move(asked));
    auto reply = pick(asked_.back());
    count_tokens(reply.answered);
    return reply;
  }

  /// The completion of a reply. Throws its failure.
  static completion answer_of(scripted_reply reply) {
    if (reply.fails) throw error(*std::move(reply.fails));
    return std::move(reply.answered);
  }

  /// The requests so far, oldest first.
  [[nodiscard]] std::vector<request> const& asked() const noexcept { return asked_; }

  /// How many requests a rule answered, the first rule being 0.
  [[nodiscard]] std::size_t calls(std::size_t number) const { return rules_.at(number).calls; }

 private:
  struct rule {
    predicate fits;
    replies with;
    std::size_t calls;
  };

  scripted_reply pick(request const& asked) {
    auto const fitting = std::find_if(rules_.begin(), rules_.end(), [&](rule const& r) { return !r.with.empty() && r.fits(asked); });
    if (fitting != rules_.end()) return fitting->with[std::min(fitting->calls++, fitting->with.size() - 1)];
    if (list_.empty()) return failure{errc::model_failed, "the script has no reply to call " + std::to_string(asked_.size())};
    auto reply = std::move(list_.front());
    list_.pop_front();
    return reply;
  }

  void count_tokens(completion& c) const {
    std::size_t prompt_bytes = 0;
    for (auto const& m : asked_.back().messages) prompt_bytes += m.text.size();
    if (c.prompt_tokens == 0) c.prompt_tokens = prompt_bytes / 4;
    if (c.completion_tokens == 0) c.completion_tokens = c.text.size() / 4;
  }

  std::deque<scripted_reply> list_;
  std::vector<rule> rules_{};
  std::vector<request> asked_{};
};
static_assert(ChatModel<scripted_model>);

/// An embedding model with the vectors of some texts, which keeps the texts of each call: for tests. Counts tokens as `scripted_model`. For
/// one thread at a time.
///
///     t2s::llm::scripted_embedding_model model({{"a river", {1, 0}}, {"a lake", {0, 1}}});
class scripted_embedding_model {
 public:
  /// The vectors by their texts.
  explicit scripted_embedding_model(std::map<std::string, std::vector<float>> vectors) : vectors_(std::move(vectors)) {}

  /// Throws `error` with `model_failed` for a text without a vector.
  embeddings embed(std::vector<std::string> texts) {
    asked_.push_back(texts);
    embeddings all;
    std::size_t bytes = 0;
    for (auto const& text : texts) {
      auto const found = vectors_.find(text);
      if (found == vectors_.end()) throw error(errc::model_failed, "the script has no vector of the text \"" + text + "\"");
      all.vectors.push_back(found->second);
      bytes += text.size();
    }
    all.prompt_tokens = bytes / 4;
    return all;
  }

  /// The texts of each call so far, oldest first.
  [[nodiscard]] std::vector<std::vector<std::string>> const& asked() const noexcept { return asked_; }

 private:
  std::map<std::string, std::vector<float>> vectors_;
  std::vector<std::vector<std::string>> asked_{};
};
static_assert(EmbeddingModel<scripted_embedding_model>);

/// A scripted model that is awaited, for tests of concurrent runs. Each answer comes after the delay of its reply and `latency`, on the
/// executor of the coroutine that awaits it. Any number of coroutines and threads may ask. Cancellation throws `error` with `cancelled`;
/// the reply counts as used.
class scripted_async_model {
 public:
  /// `latency` is added to each reply's own delay.
  explicit scripted_async_model(scripted_model script, std::chrono::milliseconds latency = std::chrono::milliseconds(0))
      : script_(std::move(script)), latency_(latency) {}

  /// The script's next answer.
  [[nodiscard]] T2S_DECL awaitable<completion> complete(request asked);

  /// The script, for its counts; not during a call.
  [[nodiscard]] scripted_model const& script() const noexcept { return script_; }

 private:
  scripted_reply next(request asked) {
    std::lock_guard const lock(guard_);
    return script_.next(std::move(asked));
  }

  scripted_model script_;
  std::chrono::milliseconds latency_;
  std::mutex guard_{};
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/scripted_model.ipp"
#endif

#endif
