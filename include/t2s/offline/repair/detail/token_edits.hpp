// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_TOKEN_EDITS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_TOKEN_EDITS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/token.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Edits by tokens of SQL that no parser accepts.
namespace t2s::repair {

inline std::vector<sql::token> tokens_of(std::string const& text, sql::grammar const& in) {
  std::vector<sql::token> all;
  sql::tokenize(text, in, all);
  while (!all.empty() && all.back().size == 0) all.pop_back();
  return all;
}

/// A name without its quotes; other tokens unchanged.
inline std::string without_quotes(sql::token const& t) {
  return t.kind == sql::token_kind::string ? std::string(t.view()) : sql::content_of(t);
}

template <class... Words>
bool is_any(sql::token const& t, Words... of) {
  return (text::same(t.view(), of) || ...);
}

/// Pieces of a text and their replacements. They do not overlap.
class text_changes {
 public:
  void add(std::string_view piece, std::string by) {
    pieces_.push_back(piece);
    by_.push_back(std::move(by));
  }

  /// Replaces the piece from one byte up to another.
  void add(char const* begin, char const* end, std::string by) {
    add(std::string_view(begin, static_cast<std::size_t>(end - begin)), std::move(by));
  }

  [[nodiscard]] std::size_t size() const noexcept { return pieces_.size(); }

  /// Whether a byte of the text is in a piece.
  [[nodiscard]] bool covers(char const* byte) const {
    return t2s::detail::any_of(pieces_, [byte](std::string_view p) { return byte >= p.data() && byte < p.data() + p.size(); });
  }

  /// The replacement of the piece that begins there, which must exist.
  [[nodiscard]] std::string& at(char const* begin) {
    std::size_t i = 0;
    while (pieces_[i].data() != begin) ++i;
    return by_[i];
  }

  /// The text with all replacements.
  [[nodiscard]] std::string made_in(std::string const& text) const {
    std::string out;
    std::size_t copied = 0;
    auto const is_before = [this](std::size_t a, std::size_t b) { return pieces_[a].data() < pieces_[b].data(); };
    for (auto const i : t2s::detail::places_by(pieces_.size(), is_before)) {
      auto const begin = static_cast<std::size_t>(pieces_[i].data() - text.data());
      out.append(text, copied, begin - copied).append(by_[i]);
      copied = begin + pieces_[i].size();
    }
    return out.append(text, copied);
  }

 private:
  std::vector<std::string_view> pieces_{};
  std::vector<std::string> by_{};
};

}  // namespace t2s::repair

#endif
