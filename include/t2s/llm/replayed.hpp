// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_REPLAYED_HPP
#define T2S_LLM_REPLAYED_HPP

#include "t2s/llm/cassette.hpp"
#include "t2s/llm/impl/records/embedding_batch.hpp"

#include <concepts>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace t2s::llm {

/// The answers of a cassette, found by request or text. Any number of threads may use it.
class replay {
 public:
  /// `name` is what messages call the cassette.
  T2S_DECL explicit replay(cassette tape, std::string name = "the cassette");

  /// The answer to a request, or nothing. Several answers to the same request come in the order in which they were recorded; then the last
  /// one is repeated.
  [[nodiscard]] T2S_DECL std::optional<completion> next(request const& asked, std::string_view model = {});

  /// Why there is none, with code `unknown_exchange`: the nearest known request, and the first place where it differs. Looks at each
  /// recorded request once, at most 64 KiB from each end of a message.
  [[nodiscard]] T2S_DECL failure unknown(request const& asked, std::string_view model = {}) const;

  /// The vector of a text, or nothing. Of several that were recorded for the same text the last one counts.
  [[nodiscard]] T2S_DECL std::optional<embedding> vector_of(std::string_view text, std::string_view model = {}) const;

  /// As `unknown`, for a text without a vector.
  [[nodiscard]] T2S_DECL failure unknown_text(std::string_view text, std::string_view model = {}) const;

  /// What was noted when the cassette was read.
  [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return tape_.notes; }

 private:
  struct answers {
    std::vector<std::size_t> of{};  // exchanges
    std::size_t given = 0;
  };

  std::string name_;
  cassette tape_;
  std::unordered_map<std::string, answers> known_{};
  std::unordered_map<std::string, std::size_t> vectors_{};
  std::mutex guard_{};
};

/// A model that answers from a cassette: the same answers in every run, and no network. Completes and embeds as the model inside does;
/// `replayed<>` does both.
///
/// `replayed<>` is strict: a request or a text that was not recorded throws `error` with `unknown_exchange`. `replayed<Model>` asks the
/// model then, and is synchronous or awaitable as it is; `replayed<recorded<Model>>` records what it asked too, for the next time. Copies
/// share the position in the cassette. Runs side by side that ask the same thing share its answers, in the order in which they come to ask.
///
///     t2s::llm::replayed<> model("run.jsonl", "gpt-4o");
template <ChatOrEmbeddingModel Model = no_model>
class replayed {
 public:
  static constexpr bool strict = std::same_as<Model, no_model>;  ///< whether what is not on the cassette is an error

  /// `name` is that of the model, as `recorded` was given it.
  /// Throws what `read_cassette` throws.
  explicit replayed(std::string const& path, std::string name = {})
    requires strict
      : replayed(std::make_shared<replay>(read_cassette(path), path), std::move(name)) {}
  /// A replay that is shared.
  explicit replayed(std::shared_ptr<replay> from, std::string name = {})
    requires strict
      : from_(std::move(from)), name_(std::move(name)) {}

  /// The cassette, and a model for what is not on it.
  replayed(Model live, std::string const& path, std::string name = {})
    requires(!strict)
      : replayed(std::forward<Model>(live), std::make_shared<replay>(read_cassette(path), path), std::move(name)) {}
  /// A replay that is shared, and a model for what is not on it.
  replayed(Model live, std::shared_ptr<replay> from, std::string name = {})
    requires(!strict)
      : live_(std::forward<Model>(live)), from_(std::move(from)), name_(std::move(name)) {}

  /// The recorded answer, or the model's.
  auto complete(request asked)
    requires ChatModel<Model>
  {
    using reply = decltype(live_.complete(std::move(asked)));
    auto known = from_->next(asked, name_);
    if constexpr (strict) {
      if (!known) throw error(from_->unknown(asked, name_));
      return *std::move(known);
    } else {
      if (known) return run_mode<reply, completion>::lift(*std::move(known));
      return then(live_.complete(std::move(asked)), [](completion answered) { return answered; });
    }
  }

  /// The model is asked for the texts that are not on the cassette, 256 at a time. Throws also `error` with `malformed_data` if the vectors
  /// of one answer are not of one length.
  auto embed(std::vector<std::string> texts, call_bounds bounds = {})
    requires(strict || EmbeddingModel<Model>)
  {
    detail::embedding_batch batch(texts, [this](std::string const& text) { return from_->vector_of(text, name_); });
    if constexpr (strict) {
      if (!batch.missing().empty()) throw error(from_->unknown_text(batch.missing().front(), name_));
      return batch.answer();
    } else {
      return detail::answered_by(live_, std::move(batch), std::move(bounds), [](std::string const&, embedding const&) {});
    }
  }

  /// What was wrong with the cassette, and passed over.
  [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return from_->notes(); }

 private:
  [[no_unique_address]] Model live_{};
  std::shared_ptr<replay> from_;
  std::string name_;
};
static_assert(ChatModel<replayed<>> && EmbeddingModel<replayed<>>);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/replayed.ipp"
#endif

#endif
