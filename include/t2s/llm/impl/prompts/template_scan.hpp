// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_PROMPTS_TEMPLATE_SCAN_HPP
#define T2S_LLM_IMPL_PROMPTS_TEMPLATE_SCAN_HPP

#include "t2s/core/text.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

/// The syntax of templates, for the compiler as well as for the running program.
namespace t2s::llm::detail {

inline constexpr std::string_view slot_opening = "{{", slot_closing = "}}";

/// A stretch of a template: plain text, the name of a slot, or what is wrong with one.
struct template_stretch {
  enum class kind { plain, slot, never_closed, bad_name };

  kind is = kind::plain;
  std::string_view text{};
  std::size_t offset = 0;
};

constexpr bool is_name_letter(char c) noexcept { return c == '_' || (text::lower(c) >= 'a' && text::lower(c) <= 'z'); }

constexpr bool is_slot_name(std::string_view s) noexcept {
  return !s.empty() && is_name_letter(s.front()) && std::ranges::all_of(s, [](char c) { return is_name_letter(c) || text::is_digit(c); });
}

constexpr std::string_view without_blanks(std::string_view s) noexcept {
  while (s.starts_with(' ')) s.remove_prefix(1);
  while (s.ends_with(' ')) s.remove_suffix(1);
  return s;
}

/// Hands the stretches of a template to `take`, in their order; ends at the first that is wrong. O(n).
template <class Take>
constexpr void scan_template(std::string_view all, Take&& take) {
  using enum template_stretch::kind;
  std::size_t at = 0;
  while (at < all.size()) {
    auto const open = std::min(all.find(slot_opening, at), all.size());
    if (open > at) take(template_stretch{plain, all.substr(at, open - at), at});
    if (open == all.size()) return;
    auto const braces = std::min(all.find_first_not_of('{', open), all.size()) - open;
    if (braces >= 4) {
      take(template_stretch{plain, slot_opening, open});
      at = open + 4;
      continue;
    }
    auto const slot = open + braces - slot_opening.size();
    if (slot > open) take(template_stretch{plain, all.substr(open, 1), open});
    auto const name_begin = slot + slot_opening.size();
    auto const close = all.find_first_of("}{\n", name_begin);
    if (close == std::string_view::npos || !all.substr(close).starts_with(slot_closing))
      return take(template_stretch{never_closed, all.substr(name_begin, std::min(close, all.size()) - name_begin), slot});
    auto const name = without_blanks(all.substr(name_begin, close - name_begin));
    take(template_stretch{is_slot_name(name) ? template_stretch::kind::slot : bad_name, name, slot});
    if (!is_slot_name(name)) return;
    at = close + slot_closing.size();
  }
}

// Not constexpr: a call of one ends the compilation of a literal, and its name is in the compiler's note.
inline void t2s_a_slot_of_this_template_is_never_closed() {}
inline void t2s_a_slot_of_this_template_has_no_proper_name() {}

consteval void require_well_formed(std::string_view text) {
  scan_template(text, [](template_stretch const& s) {
    if (s.is == template_stretch::kind::never_closed) t2s_a_slot_of_this_template_is_never_closed();
    if (s.is == template_stretch::kind::bad_name) t2s_a_slot_of_this_template_has_no_proper_name();
  });
}

}  // namespace t2s::llm::detail

#endif
