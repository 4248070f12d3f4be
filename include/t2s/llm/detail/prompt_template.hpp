// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_PROMPT_TEMPLATE_HPP
#define T2S_LLM_DETAIL_PROMPT_TEMPLATE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/text.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::llm {
namespace detail {

inline constexpr std::string_view slot_opening = "{{", slot_closing = "}}";

/// A piece of a parsed template: plain text, the name of a slot, or a malformed slot.
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

/// Passes the pieces of a template to `take`, in order; stops at the first malformed one. O(n).
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

// Not constexpr: calling one makes a literal ill-formed, and the compiler's note shows its name.
inline void t2s_a_slot_of_this_template_is_never_closed() {}
inline void t2s_a_slot_of_this_template_has_no_proper_name() {}

constexpr void require_well_formed(std::string_view text) {
  scan_template(text, [](template_stretch const& s) {
    if (s.is == template_stretch::kind::never_closed) t2s_a_slot_of_this_template_is_never_closed();
    if (s.is == template_stretch::kind::bad_name) t2s_a_slot_of_this_template_has_no_proper_name();
  });
}

}  // namespace detail

/// A template that is a literal: a malformed slot does not compile, and the compiler's note names the mistake.
class template_literal {
 public:
  /// Checked at compile time.
  template <std::size_t N>
  consteval template_literal(char const (&text)[N]) : text_(text, N - 1) {  // NOLINT: implicit, as a literal is
    detail::require_well_formed(text_);
  }

  [[nodiscard]] constexpr std::string_view text() const noexcept { return text_; }  ///< as written

 private:
  std::string_view text_;
};

/// The value of a slot.
struct slot_value {
  std::string_view name{};     ///< name of the slot
  std::string_view value{};    ///< its text
  bool may_be_unused = false;  ///< the template need not have the slot
};

/// A prompt as readable text with named slots, without logic.
///
///     prompt_template const t("Question: {{question}}\nSQL: ");
///     t.fill({{"question", asked}});
///
/// `{{name}}` is a slot: letters, digits and `_`, not beginning with a digit, blanks around it allowed. `{{{{` stands for `{{`; a single
/// `{` and all closing braces outside slots are plain text, so that JSON needs no escapes; three braces are a brace before a slot.
class prompt_template {
 public:
  /// Plain text, or a slot.
  struct piece {
    std::string text{};      ///< the text, or the name of the slot
    bool is_slot = false;    ///< whether it is a slot
    std::size_t offset = 0;  ///< its offset in the template's text

    friend bool operator==(piece const&, piece const&) = default;
  };

  /// A literal, checked at compile time.
  explicit prompt_template(template_literal text) : prompt_template(std::string(text.text())) {}

  /// Any other text, e.g. from a user's file. Throws `error` (`invalid_argument`) with the offset of a malformed slot. O(n).
  template <std::same_as<std::string> String>  // otherwise a literal would be ambiguous
  explicit prompt_template(String text) : text_(std::move(text)) {
    read();
  }

  /// The text with every slot replaced by its value. Values are inserted unchanged. Throws `error` (`invalid_argument`) if a slot has no
  /// value, if a value has no slot (unless it may be unused), and if a name has two values. O(length + slots * values).
  [[nodiscard]] T2S_DECL std::string fill(std::span<slot_value const> values) const;
  /// The same for values in braces.
  [[nodiscard]] std::string fill(std::initializer_list<slot_value> values) const { return fill(std::span(values.begin(), values.size())); }

  /// Whether there is a slot of that name.
  [[nodiscard]] T2S_DECL bool has(std::string_view slot) const noexcept;

  /// The pieces in order; plain texts are never adjacent.
  [[nodiscard]] std::vector<piece> const& pieces() const noexcept { return pieces_; }

  [[nodiscard]] std::string const& text() const noexcept { return text_; }  ///< as written

  // For code that fills templates itself:
  [[noreturn]] T2S_DECL void throw_missing(piece const& slot) const;     ///< throws that a slot has no value
  [[noreturn]] T2S_DECL void throw_unused(std::string_view name) const;  ///< throws that a value has no slot

 private:
  T2S_DECL void read();

  std::string text_;
  std::vector<piece> pieces_{};
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/prompt_template.ipp"
#endif

#endif
