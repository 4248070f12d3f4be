// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_SKELETON_INDEX_IPP
#define T2S_RETRIEVE_DETAIL_SKELETON_INDEX_IPP

#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"

#include <cmath>
#include <unordered_map>

namespace t2s::retrieve {
namespace detail {

inline constexpr std::size_t longest_gram = 3;

/// Hashes of the n-grams of a skeleton, sorted, each once.
inline std::vector<std::uint64_t> grams_of(std::span<std::string const> skeleton) {
  std::vector<std::uint64_t> grams;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    auto h = text::hash("");
    for (std::size_t n = 0; n < longest_gram && i + n < skeleton.size(); ++n) {
      h = text::hash(" ", text::hash(skeleton[i + n], h));
      grams.push_back(h);
    }
  }
  t2s::detail::sort(grams);
  grams.erase(std::unique(grams.begin(), grams.end()), grams.end());
  return grams;
}

}  // namespace detail

T2S_DECL std::vector<bool> mask_by_sql(demonstration const& d) {
  mask_words words;
  words.add_sql(d.sql);
  return words.masked(tokens_of(d.question));
}

struct skeleton_index::tables {
  struct posting {
    std::uint32_t demonstration;
    float weight;
  };
  tables() = default;
  tables(tables const&) = delete;
  tables& operator=(tables const&) = delete;
  virtual ~tables() = default;

  /// See `skeleton_index::shown_for`. It is virtual so that a program without an index does not compile the search.
  [[nodiscard]] virtual std::vector<scored_demonstration> shown_for(skeleton_index const& of, std::string_view question,
                                                                    std::span<token const> tokens, std::vector<bool> const& masked,
                                                                    std::size_t k) const {
    std::vector<scored_demonstration> shown;
    for (auto const d : of.same_question(question)) shown.push_back({of[d], 1});
    auto const same = shown.size();
    for (auto const& h : of.nearest(question_skeleton(tokens, masked), k)) {
      bool is_shown = false;
      for (std::size_t i = 0; i < same; ++i) is_shown = is_shown || shown[i].shown == of[h.demonstration];
      if (!is_shown) shown.push_back({of[h.demonstration], h.similarity});
    }
    while (shown.size() > k) shown.pop_back();
    return shown;
  }

  std::unordered_map<std::uint64_t, std::vector<posting>> postings{};
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_question{};  // hash of the normalised question -> indices into pool_
};

T2S_DECL skeleton_index::skeleton_index(std::vector<demonstration> pool, question_mask const& masks) : pool_(std::move(pool)) {
  auto const made = std::make_shared<tables>();
  auto& postings = made->postings;
  std::vector<std::vector<std::uint64_t>> grams;
  grams.reserve(pool_.size());
  for (auto const& d : pool_) grams.push_back(detail::grams_of(question_skeleton(tokens_of(d.question), masks(d))));
  for (std::uint32_t d = 0; d < pool_.size(); ++d)
    for (auto const gram : grams[d]) postings[gram].push_back({d, 0});

  for (std::uint32_t d = 0; d < pool_.size(); ++d) made->by_question[text::hash(plain_question(pool_[d].question))].push_back(d);

  std::vector<double> square(pool_.size());
  auto const rarity = [this](std::size_t found) { return std::log(1.0 + static_cast<double>(pool_.size()) / static_cast<double>(found)); };
  for (auto const& [gram, list] : postings)
    for (auto const& p : list) square[p.demonstration] += rarity(list.size()) * rarity(list.size());
  for (auto& [gram, list] : postings)
    for (auto& p : list) p.weight = static_cast<float>(rarity(list.size()) / std::sqrt(square[p.demonstration]));
  held_ = made;
}

T2S_DECL std::vector<hit> skeleton_index::nearest(std::span<std::string const> skeleton, std::size_t k) const {
  if (!held_) return {};
  detail::shared_weights<float> shared(pool_.size());
  double square = 0;
  for (auto const gram : detail::grams_of(skeleton)) {
    auto const found = held_->postings.find(gram);
    double const matches = found == held_->postings.end() ? 1.0 : static_cast<double>(found->second.size());
    double const weight = std::log(1.0 + static_cast<double>(pool_.size()) / matches);
    square += weight * weight;
    if (found != held_->postings.end()) shared.add(found->second, static_cast<float>(weight));
  }
  return shared.best(k, std::sqrt(square));
}

T2S_DECL std::vector<scored_demonstration> skeleton_index::shown_for(std::string_view question, std::span<token const> tokens,
                                                                     std::vector<bool> const& masked, std::size_t k) const {
  if (!held_) return {};
  return held_->shown_for(*this, question, tokens, masked, k);
}

T2S_DECL std::vector<std::size_t> skeleton_index::same_question(std::string_view question) const {
  auto const plain = plain_question(question);
  std::vector<std::size_t> out;
  if (!held_) return out;
  auto const found = held_->by_question.find(text::hash(plain));
  if (found == held_->by_question.end()) return out;
  for (auto const d : found->second)
    if (plain_question(pool_[d].question) == plain) out.push_back(d);
  return out;
}

T2S_DECL std::string plain_question(std::string_view question) {
  static constexpr std::string_view marks = ".?!,;:";
  std::string out;
  for (auto const c : question)
    if (!text::is_space(c)) {
      if (marks.find(c) != marks.npos && out.ends_with(' ')) out.pop_back();  // "shops , and"
      out += text::lower(c);
    } else if (!out.empty() && out.back() != ' ')
      out += ' ';
  out.resize(out.find_last_not_of(" .?!,;:") + 1);
  return out;
}

T2S_DECL std::string skeleton_text(demonstration const& d, question_mask const& masks) {
  return skeleton_text(tokens_of(d.question), masks(d));
}

}  // namespace t2s::retrieve

#endif
