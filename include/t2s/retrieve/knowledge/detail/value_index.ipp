// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_IPP

#include "t2s/core/detail/edit_distance.hpp"
#include "t2s/retrieve/knowledge/detail/value_index.hpp"
#include "t2s/retrieve/knowledge/detail/value_index_entries.hpp"
#include "t2s/retrieve/knowledge/detail/value_key.hpp"

#include <algorithm>
#include <tuple>

namespace t2s::knowledge {
namespace detail {

/// Searches for the nearest value with more and more edits: a misspelling has few, and few edits leave few candidates.
struct nearest_value {
  value_index const& in_;
  std::string key_;
  std::uint32_t first_, last_;
  t2s::detail::edit_distances edits_{key_};
  std::uint64_t signature_ = signature_of(key_);
  std::size_t least_ = 0;
  std::optional<std::uint32_t> best_{};

  [[nodiscard]] std::optional<std::uint32_t> within(std::size_t most, std::span<std::uint64_t const> shapes,
                                                    std::span<std::uint64_t const> signatures) {
    least_ = most;
    for (auto size = key_.size() > most ? key_.size() - most : 1; size <= key_.size() + most; ++size) {
      auto const group = entries_at(shapes, shape_of(key_.front(), size));
      auto const* signature = signatures.data() + (group.data() - shapes.data());
      for (auto const e : group)
        if (may_be_near(*signature++, signature_, least_)) try_value(value_in(e));
    }
    return best_;
  }

 private:
  void try_value(std::uint32_t value) {
    if (value < first_ || value >= last_) return;
    auto const distance = edits_.to(value_key(in_.text(value)));
    if (distance > least_) return;
    if (distance == least_ && best_ && !is_before(value, *best_)) return;
    best_ = value;
    least_ = distance;
  }

  /// Of equally near values the first by text, then by position.
  [[nodiscard]] bool is_before(std::uint32_t a, std::uint32_t b) const { return std::tuple(in_.text(a), a) < std::tuple(in_.text(b), b); }
};

}  // namespace detail

T2S_DECL std::size_t value_index::column_of(std::uint32_t value) const {
  auto const after =
      std::upper_bound(columns_.begin(), columns_.end(), value, [](std::uint32_t v, indexed_column const& c) { return v < c.first; });
  return static_cast<std::size_t>(after - columns_.begin()) - 1;  // the last to begin there: earlier ones are empty
}

T2S_DECL std::vector<std::uint32_t> value_index::with_key(std::string_view key) const {
  std::vector<std::uint32_t> found;
  for (auto const e : detail::entries_at(keys_, detail::place_of(key))) {
    auto const own = value_key(text(detail::value_in(e)));
    if (own == key || lemma_key(own) == key) found.push_back(detail::value_in(e));
  }
  return found;
}

T2S_DECL std::vector<std::uint32_t> value_index::with_words(std::string_view key, std::size_t most) const {
  std::optional<std::span<std::uint64_t const>> rarest;
  for (auto const w : text::split(key, ' ')) {
    if (!detail::is_significant(w)) continue;
    auto const entries = detail::entries_at(words_, detail::place_of(w));
    if (!rarest || entries.size() < rarest->size()) rarest = entries;
  }
  std::vector<std::uint32_t> found;
  if (!rarest || rarest->size() > most) return found;
  for (auto const e : *rarest)
    if (detail::has_words(value_key(text(detail::value_in(e))), key)) found.push_back(detail::value_in(e));
  return found;
}

T2S_DECL std::optional<std::uint32_t> value_index::nearest(std::string_view text, std::optional<std::size_t> column) const {
  auto key = value_key(text);
  if (key.size() < 4) return {};
  auto const all = detail::edits_allowed(key.size());
  auto const first = column ? columns_[*column].first : 0U;
  auto const last = column ? columns_[*column].last : static_cast<std::uint32_t>(size());
  detail::nearest_value search(*this, std::move(key), first, last);
  for (std::size_t most = 1;; most = std::min(2 * most, all)) {
    if (auto const found = search.within(most, shapes_, signatures_)) return found;
    if (most == all) return {};
  }
}

}  // namespace t2s::knowledge

#endif
