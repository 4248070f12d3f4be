// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_PROMPT_TEMPLATE_HPP
#define T2S_LLM_PROMPT_TEMPLATE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/llm/detail/token_estimate.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Prompts: templates (`prompt_template`, in detail/prompt_template.hpp), and prompts within a budget of tokens.
namespace t2s::llm {

/// A part of a prompt: items that are shown whole or not at all, such as tables, rows, demonstrations.
struct prompt_part {
  std::string name{};                ///< name of its slot, also for errors and traces
  std::vector<std::string> items{};  ///< the most useful one first
  std::optional<int> priority{};     ///< the lowest is dropped first; a part without a priority is never cut
  std::string heading{};             ///< before the first item, if there is one
  std::string ending = "\n";         ///< after each item
  bool may_be_unused = false;        ///< the template need not have a slot of that name

  friend bool operator==(prompt_part const&, prompt_part const&) = default;
};

/// The items of a part that did not fit.
struct dropped_items {
  std::string part{};      ///< its name
  std::size_t items = 0;   ///< how many were dropped, from the end
  std::size_t of = 0;      ///< how many there were
  std::size_t tokens = 0;  ///< their estimated tokens

  friend bool operator==(dropped_items const&, dropped_items const&) = default;
};

/// A prompt within its budget.
struct assembled_prompt {
  std::string text{};                    ///< the whole prompt
  std::size_t tokens = 0;                ///< the budgeted tokens: at least `estimate_tokens(text)` with the same weights
  std::vector<dropped_items> dropped{};  ///< in the order of the parts; empty if everything fitted

  /// "rows of city: 12 of 15 dropped; demonstrations: 2 of 9 dropped", for traces; "" if everything fitted.
  [[nodiscard]] T2S_DECL std::string summary() const;

  friend bool operator==(assembled_prompt const&, assembled_prompt const&) = default;
};

/// The parts in order, as much of them as fits `budget` tokens by the estimate with `weights`.
///
/// Items of the lowest priority are dropped first, from the end of their part; of parts with the same priority the one with more items left
/// loses first (if equal, the last one), so that tables keep about the same number of rows. A larger budget never shows less.
///
/// Throws `error` (`request_rejected`) if the parts that are never cut do not fit alone, saying by how much and which is the largest. O(n +
/// m log m) for n bytes and m items. Thread safe.
[[nodiscard]] T2S_DECL assembled_prompt assemble(std::span<prompt_part const> parts, std::size_t budget,
                                                 token_weights const& weights = o200k());

/// The same with the parts in the slots of their names; the template's own text is never dropped. Throws `error` (`invalid_argument`) if a
/// slot has no part, if a part has no slot (unless it may be unused), and if two parts have one name.
[[nodiscard]] T2S_DECL assembled_prompt assemble(prompt_template const& form, std::span<prompt_part const> parts, std::size_t budget,
                                                 token_weights const& weights = o200k());

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/prompt_assembly.ipp"
#endif

#endif
