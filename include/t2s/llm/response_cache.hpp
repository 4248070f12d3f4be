// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_RESPONSE_CACHE_HPP
#define T2S_LLM_RESPONSE_CACHE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/detail/embedding_batch.hpp"
#include "t2s/llm/model.hpp"

#include <memory>

namespace t2s::llm {

/// Limits of a cache.
struct response_cache_options {
  std::uint64_t max_bytes = 1U << 30U;    ///< of keys and answers; the file is a little larger
  std::uint64_t max_entries = 1'000'000;  ///< answers and vectors
  bool sampled = false;  ///< also keep sampled answers (temperature not 0): such a request then always gets the same answer
  std::chrono::milliseconds busy_timeout{5000};  ///< how long to wait for other processes
};

/// Answers of models in an SQLite file, found by the SHA-256 of the request or text; the most recently used are kept longest.
///
/// Any number of threads may use one cache, and any number of processes one file of a local file system (not across a fork). A look-up
/// blocks its thread (21 to 76 microseconds, docs/llm_checks.md) and waits while another process writes.
class response_cache {
 public:
  /// Creates the file if it does not exist. Throws `error`: `file_unwritable`; `not_a_database`, `malformed_data` or `corrupt_database` for
  /// a file that is not a cache or damaged, which stays unchanged.
  T2S_DECL explicit response_cache(std::string path, response_cache_options options = {});
  T2S_DECL ~response_cache();
  response_cache(response_cache const&) = delete;
  response_cache& operator=(response_cache const&) = delete;

  /// Whether answers to such a request are cached.
  [[nodiscard]] bool keeps(request const& asked) const noexcept { return options_.sampled || asked.temperature == 0.0; }

  /// The cached answer, if any. Throws `error` as the constructor.
  [[nodiscard]] T2S_DECL std::optional<completion> find(request const& asked, std::string_view model = {});

  /// Stores or replaces an answer, unless `keeps` is false for the request or the answer alone exceeds the limit; drops the least recently
  /// used ones if there are too many. Throws `error` as the constructor.
  T2S_DECL void keep(request const& asked, completion const& answered, std::string_view model = {});

  /// Stores an answer unless one is stored already, for instance by an equal concurrent request. Returns the stored one, or `answered` if
  /// it may not be stored. Throws `error` as the constructor.
  [[nodiscard]] T2S_DECL completion keep_first(request const& asked, completion answered, std::string_view model = {});

  /// The same for the vector of a text, which is always stored, since it is not sampled.
  [[nodiscard]] T2S_DECL std::optional<embedding> find_vector(std::string_view text, std::string_view model = {});
  T2S_DECL void keep_vector(std::string_view text, embedding const& answered, std::string_view model = {});  ///< stores a vector

  /// The size of a cache.
  struct contents {
    std::uint64_t entries = 0;  ///< answers and vectors
    std::uint64_t bytes = 0;    ///< of keys and answers
    friend bool operator==(contents const&, contents const&) = default;
  };
  [[nodiscard]] T2S_DECL contents size();  ///< the current contents

 private:
  struct file;

  response_cache_options options_;
  std::unique_ptr<file> file_;
};

/// A model that is asked only if the cache has no answer. Completes, embeds and waits as the model does. `cached<Model>` owns its model,
/// `cached<Model&>` refers to one. A cached answer has the token counts of the original call.
///
///     t2s::llm::cached model(http_model, "answers.sqlite", "gpt-4o");
template <ChatOrEmbeddingModel Model>
class cached {
 public:
  static constexpr bool has_roles = HasRoles<Model>;  ///< as the model's

  /// `name` becomes part of the key: two models that share a file need different names.
  cached(Model model, std::shared_ptr<response_cache> in, std::string name = {})
      : model_(std::forward<Model>(model)), in_(std::move(in)), name_(std::move(name)) {}

  /// Opens the cache too. Throws as `response_cache`.
  cached(Model model, std::string path, std::string name = {})
      : cached(std::forward<Model>(model), std::make_shared<response_cache>(std::move(path)), std::move(name)) {}

  /// Throws what the model throws, and as `response_cache`.
  auto complete(request asked)
    requires ChatModel<Model>
  {
    using reply = decltype(model_.complete(std::move(asked)));
    auto known = in_->find(asked, name_);
    if (known) return run_mode<reply>::lift(*std::move(known));
    auto kept = asked;
    return then(model_.complete(std::move(asked)), [in = in_, name = name_, kept = std::move(kept)](completion answered) {
      return in->keep_first(kept, std::move(answered), name);
    });
  }

  /// Asks for the texts that are not cached, 256 at a time; answers before a failure are stored. Throws also `error` with `malformed_reply`
  /// or `malformed_data` unless each text has one vector, all of one length; nothing of that call is stored then.
  auto embed(std::vector<std::string> texts, call_bounds bounds = {})
    requires EmbeddingModel<Model>
  {
    detail::embedding_batch batch(texts, [this](std::string const& text) { return in_->find_vector(text, name_); });
    return detail::answered_by(
        model_, std::move(batch), std::move(bounds),
        [in = in_, name = name_](std::string const& text, embedding const& given) { in->keep_vector(text, given, name); });
  }

 private:
  Model model_;
  std::shared_ptr<response_cache> in_;
  std::string name_;
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/response_cache.ipp"
#endif

#endif
