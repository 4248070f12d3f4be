// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_EMBEDDING_BATCH_HPP
#define T2S_LLM_DETAIL_EMBEDDING_BATCH_HPP

#include "t2s/llm/model.hpp"

#include <algorithm>
#include <unordered_map>

namespace t2s::llm {

/// The vector of one text.
struct embedding {
  std::vector<float> vector{};    ///< its elements
  std::size_t prompt_tokens = 0;  ///< its equal share of the call's tokens, since servers count whole calls

  friend bool operator==(embedding const&, embedding const&) = default;
};

namespace detail {

/// The vectors of many texts, from known ones and a model; each text once, however often it occurs.
class embedding_batch {
 public:
  /// `known(text)` returns an optional `embedding`.
  template <class Known>
  embedding_batch(std::vector<std::string> const& texts, Known known) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (auto const& text : texts) {
      auto const [at, is_new] = places.try_emplace(text, found_.size());
      which_.push_back(at->second);
      if (!is_new) continue;
      found_.push_back(known(text));
      if (found_.back()) continue;
      missing_.push_back(text);
      gaps_.push_back(at->second);
    }
  }

  [[nodiscard]] std::vector<std::string> const& missing() const noexcept { return missing_; }

  [[nodiscard]] std::vector<std::string> next() const {
    auto const begin = missing_.begin() + static_cast<std::ptrdiff_t>(taken_);
    return {begin, begin + static_cast<std::ptrdiff_t>(std::min(most_asked, missing_.size() - taken_))};
  }

  /// Takes the model's vectors of `texts`, which `next` returned, one for each text; checks all, then calls `keep(text, embedding)` for
  /// each. Throws, as `answer` does, if the vectors differ in length.
  template <class Keep>
  void take(std::vector<std::string> const& texts, embeddings given, Keep& keep) {
    auto const count = texts.size();
    for (std::size_t i = 0; i < count; ++i) {
      auto const share = given.prompt_tokens / count + (i < given.prompt_tokens % count ? 1U : 0U);
      found_[gaps_[taken_ + i]] = embedding{std::move(given.vectors[i]), share};
    }
    require_one_length();
    for (std::size_t i = 0; i < count; ++i) keep(texts[i], *found_[gaps_[taken_ + i]]);
    taken_ += count;
  }

  [[nodiscard]] embeddings answer() const {
    require_one_length();
    embeddings all;
    for (auto const& e : found_) all.prompt_tokens += e->prompt_tokens;
    for (auto const i : which_) all.vectors.push_back(found_[i]->vector);
    return all;
  }

 private:
  static constexpr std::size_t most_asked = 256;  // at once: answers before a failure are kept

  void require_one_length() const {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < which_.size(); ++i) {
      auto const& e = found_[which_[i]];
      if (!e) continue;
      auto const size = e->vector.size();
      if (size != first.value_or(size))
        throw error(errc::malformed_data,
                    "the vectors of one answer have different lengths: the first has " + std::to_string(*first) + " elements, number " +
                        std::to_string(i + 1) + " has " + std::to_string(size),
                    "the model differs from the one whose vectors are kept: give it another name, or begin a new file");
      first = size;
    }
  }

  std::vector<std::optional<embedding>> found_{};  // for each distinct text
  std::vector<std::size_t> which_{};               // index into found_, for each given text
  std::vector<std::string> missing_{};
  std::vector<std::size_t> gaps_{};  // index into found_, for each of missing_
  std::size_t taken_ = 0;            // number of missing_ already asked for
};

template <class Mode, class Model, class Keep>
auto filled_by(Model& model, embedding_batch batch, call_bounds bounds, Keep keep) -> typename Mode::template task<embeddings> {
  for (auto texts = batch.next(); !texts.empty(); texts = batch.next()) {
    auto asking = Mode::lift(embed_within(model, texts, bounds));
    auto given = co_await std::move(asking);
    batch.take(texts, std::move(given), keep);
  }
  co_return batch.answer();
}

/// The answer to a batch; the model is asked only for missing texts, in parts.
template <class Model, class Keep>
auto answered_by(Model& model, embedding_batch batch, call_bounds bounds, Keep keep) {
  using given = run_mode<decltype(model.embed(std::vector<std::string>()))>;
  return given::outcome(filled_by<given>(model, std::move(batch), std::move(bounds), std::move(keep)));
}

}  // namespace detail
}  // namespace t2s::llm

#endif
