// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_PROMPT_HPP
#define T2S_LLM_PROMPT_HPP

#include "t2s/core/config.hpp"
#include "t2s/llm/prompt_template.hpp"
#include "t2s/llm/token_estimate.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace t2s::llm {

/// A part of a prompt, made of items that are shown whole or not at all: tables, rows, demonstrations.
struct prompt_part {
  std::string name{};                ///< for its slot, errors and traces
  std::vector<std::string> items{};  ///< the most useful one first
  std::optional<int> priority{};     ///< what is lower is dropped earlier; without one the part is never cut
  std::string heading{};             ///< before the first item; not shown without any
  std::string ending = "\n";         ///< after each item
  bool may_be_unused = false;        ///< the template need not have a slot of that name

  friend bool operator==(prompt_part const&, prompt_part const&) = default;
};

/// What of a part did not fit.
struct dropped_items {
  std::string part{};      ///< its name
  std::size_t items = 0;   ///< the last so many ...
  std::size_t of = 0;      ///< ... of so many
  std::size_t tokens = 0;  ///< that they would have taken, about

  friend bool operator==(dropped_items const&, dropped_items const&) = default;
};

/// A prompt within its budget.
struct assembled_prompt {
  std::string text{};                    ///< the whole prompt
  std::size_t tokens = 0;                ///< as budgeted: at least `estimate_tokens(text)` with the same weights
  std::vector<dropped_items> dropped{};  ///< in the order of the parts; empty if everything fitted

  /// "rows of city: 12 of 15 dropped; demonstrations: 2 of 9 dropped", for traces; "" if everything fitted.
  [[nodiscard]] T2S_DECL std::string summary() const;

  friend bool operator==(assembled_prompt const&, assembled_prompt const&) = default;
};

/// The parts in their order, as much of them as `budget` tokens allow by the estimate with `weights`.
///
/// Items are dropped until the rest fits: those of the lowest priority first, each part's from its end; of parts of the same priority the
/// one that has more items left loses first (of several, the last), so that the tables of a schema keep about as many rows each. A greater
/// budget never shows less. The same arguments return the same prompt.
///
/// Throws `error` (`request_rejected`, as a server does with a prompt too long for it) if the parts that are never cut do not fit alone; it
/// says by how much, and which are the largest. O(n + m log m) for n bytes and m items. Thread safe.
[[nodiscard]] T2S_DECL assembled_prompt assemble(std::span<prompt_part const> parts, std::size_t budget,
                                                 token_weights const& weights = o200k());

/// The same with the parts in the slots of their names; what the template says between them is never dropped. A value is inserted once and
/// never read as a template. Throws `error` (`invalid_argument`) where a slot has no part, where a part has no slot, unless it may be
/// unused, and where two parts have one name.
[[nodiscard]] T2S_DECL assembled_prompt assemble(prompt_template const& form, std::span<prompt_part const> parts, std::size_t budget,
                                                 token_weights const& weights = o200k());

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/prompt.ipp"
#endif

#endif
