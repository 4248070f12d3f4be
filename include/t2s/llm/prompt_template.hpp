// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_PROMPT_TEMPLATE_HPP
#define T2S_LLM_PROMPT_TEMPLATE_HPP

#include "t2s/core/config.hpp"
#include "t2s/llm/impl/prompts/template_scan.hpp"

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::llm {

/// The text of a template as a literal of the program: a slot that is not well-formed does not compile. The compiler's note names the
/// mistake.
class template_literal {
 public:
  /// Checked while it is compiled.
  template <std::size_t N>
  consteval template_literal(char const (&text)[N]) : text_(text, N - 1) {  // NOLINT: implicit, as a literal is
    detail::require_well_formed(text_);
  }

  /// As it was written.
  [[nodiscard]] constexpr std::string_view text() const noexcept { return text_; }

 private:
  std::string_view text_;
};

/// What goes into a slot.
struct slot_value {
  std::string_view name{};     ///< of the slot
  std::string_view value{};    ///< its text
  bool may_be_unused = false;  ///< the template need not have the slot
};

/// A prompt as readable text with named slots, without logic.
///
///     prompt_template const t("Question: {{question}}\nSQL: ");
///     t.fill({{"question", asked}});
///
/// `{{name}}` is a slot: letters, digits and `_`, the first no digit, blanks around it allowed. `{{{{` is `{{` itself; a single `{`
/// and all `}` outside slots are themselves, so that JSON need not be touched; three braces are a brace before a slot.
class prompt_template {
 public:
  /// A stretch of the template.
  struct piece {
    std::string text{};      ///< to be shown, or the name of the slot
    bool is_slot = false;    ///< whether it is a slot's name, and no plain text
    std::size_t offset = 0;  ///< where it begins in the template's text

    friend bool operator==(piece const&, piece const&) = default;
  };

  /// A template that was checked while it was compiled.
  explicit prompt_template(template_literal text) : prompt_template(std::string(text.text())) {}

  /// A template that came from elsewhere, e.g. a file of the user's. Throws `error` (`invalid_argument`) with the offset where a slot is
  /// not well-formed. O(n).
  template <std::same_as<std::string> String>  // else a literal could be either
  explicit prompt_template(String text) : text_(std::move(text)) {
    read();
  }

  /// The text with every slot's value in its place. Values are inserted once: what looks like a slot in them stays as it is. Throws
  /// `error` (`invalid_argument`) where a slot has no value, with its name and position, where a value has no slot, unless it may be
  /// unused, and where a name has two values. O(length of the result + slots times values).
  [[nodiscard]] T2S_DECL std::string fill(std::span<slot_value const> values) const;
  /// The same for values in braces.
  [[nodiscard]] std::string fill(std::initializer_list<slot_value> values) const { return fill(std::span(values.begin(), values.size())); }

  /// Whether there is a slot of that name.
  [[nodiscard]] T2S_DECL bool has(std::string_view slot) const noexcept;

  /// The stretches in their order; no two of plain text in a row.
  [[nodiscard]] std::vector<piece> const& pieces() const noexcept { return pieces_; }

  /// As it was given.
  [[nodiscard]] std::string const& text() const noexcept { return text_; }

  /// What `fill` throws for a slot without a value, and for a value without a slot: for code that fills templates in a way of its own.
  [[noreturn]] T2S_DECL void throw_missing(piece const& slot) const;
  [[noreturn]] T2S_DECL void throw_unused(std::string_view name) const;  ///< throws that a value has no slot

 private:
  T2S_DECL void read();

  std::string text_;
  std::vector<piece> pieces_{};
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/prompt_template.ipp"
#endif

#endif
