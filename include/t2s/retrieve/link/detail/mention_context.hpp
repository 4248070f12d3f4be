// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_MENTION_CONTEXT_HPP
#define T2S_RETRIEVE_LINK_DETAIL_MENTION_CONTEXT_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/link/detail/mention_places.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

/// What the words around a position imply for it.
namespace t2s::link::detail {

/// The words before and after a position of a question. Articles and the like are skipped.
struct mention_context {
  std::span<retrieve::token const> tokens{};
  std::size_t first = 0, last = 0;

  mention_context(std::span<retrieve::token const> all, word_span const& p) : tokens(all), first(p.first), last(p.last) {}

  [[nodiscard]] bool is_plural() const { return tokens[last - 1].text != tokens[last - 1].lemma && tokens[last - 1].text.ends_with('s'); }
  [[nodiscard]] bool is_first() const { return first <= 1; }
  [[nodiscard]] bool is_early() const { return first <= 5; }
  [[nodiscard]] bool is_last() const { return last >= tokens.size() || (last + 1 == tokens.size() && is_mark(last)); }

  /// "the average AGE"
  [[nodiscard]] bool after_calculation() const {
    static constexpr std::array<std::string_view, 10> words{"average", "mean",    "maximum", "minimum", "total",
                                                            "sum",     "highest", "lowest",  "largest", "smallest"};
    for (std::size_t i = first, seen = 0; i-- > 0 && seen < 4; ++seen)
      if (t2s::detail::has(words, std::string_view(tokens[i].text)) || t2s::detail::has(words, tokens[i].lemma)) return true;
    return false;
  }
  /// "by NAME", "in order of NAME"
  [[nodiscard]] bool after_order() const {
    auto const w = before(0);
    return w == "by" || (w == "of" && (before(1) == "order" || before(1) == "terms"));
  }
  [[nodiscard]] bool after_each() const {
    return t2s::detail::has(std::array<std::string_view, 4>{"each", "every", "per", "different"}, before(0));
  }
  [[nodiscard]] bool after_whose() const {
    return t2s::detail::has(std::array<std::string_view, 4>{"whose", "with", "have", "where"}, before(0));
  }
  [[nodiscard]] bool after_list() const { return t2s::detail::has(std::array<std::string_view, 3>{"and", ",", "or"}, before(0)); }
  [[nodiscard]] bool after_place() const { return t2s::detail::has(std::array<std::string_view, 4>{"in", "from", "at", "on"}, before(0)); }
  [[nodiscard]] bool after_of() const { return t2s::detail::has(std::array<std::string_view, 2>{"of", "for"}, before(0)); }
  [[nodiscard]] bool after_called() const {
    return t2s::detail::has(std::array<std::string_view, 6>{"name", "call", "title", "be", "as", "to"}, before(0));
  }
  [[nodiscard]] bool before_of() const { return t2s::detail::has(std::array<std::string_view, 3>{"of", "for", "in"}, after(0)); }
  [[nodiscard]] bool before_list() const { return t2s::detail::has(std::array<std::string_view, 3>{"and", ",", "or"}, after(0)); }
  [[nodiscard]] bool before_clause() const {
    return t2s::detail::has(std::array<std::string_view, 8>{"that", "who", "which", "whose", "with", "have", "do", "where"}, after(0));
  }
  [[nodiscard]] bool before_be() const { return after(0) == "be"; }
  /// "AGE 20", "AGE over 20", "AGE is above 20"
  [[nodiscard]] bool before_number() const { return comes_soon(retrieve::token::kind::number); }
  [[nodiscard]] bool before_quoted() const { return comes_soon(retrieve::token::kind::quoted); }

 private:
  [[nodiscard]] bool is_mark(std::size_t i) const { return tokens[i].is == retrieve::token::kind::mark; }
  static bool is_passed_over(std::string_view w) {
    return t2s::detail::has(std::array<std::string_view, 9>{"the", "a", "an", "their", "its", "his", "her", "all", "both"}, w);
  }

  /// The n-th word before.
  [[nodiscard]] std::string_view before(std::size_t n) const {
    for (auto i = first; i-- > 0;) {
      if (is_passed_over(tokens[i].text)) continue;
      if (n-- == 0) return tokens[i].lemma.empty() ? std::string_view(tokens[i].text) : std::string_view(tokens[i].lemma);
    }
    return {};
  }
  [[nodiscard]] std::string_view after(std::size_t n) const {
    auto const i = last + n;
    if (i >= tokens.size()) return {};
    return tokens[i].lemma.empty() ? std::string_view(tokens[i].text) : std::string_view(tokens[i].lemma);
  }
  [[nodiscard]] bool comes_soon(retrieve::token::kind what) const {
    auto const soon =
        tokens.subspan(std::min(last, tokens.size()), std::min<std::size_t>(4, tokens.size() - std::min(last, tokens.size())));
    return t2s::detail::any_of(soon, [what](auto const& t) { return t.is == what; });
  }
};

}  // namespace t2s::link::detail

#endif
