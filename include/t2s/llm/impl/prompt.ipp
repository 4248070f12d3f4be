// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_PROMPT_IPP
#define T2S_LLM_IMPL_PROMPT_IPP

#include "t2s/core/error.hpp"
#include "t2s/llm/impl/prompts/prompt_fit.hpp"
#include "t2s/llm/prompt.hpp"

#include <algorithm>
#include <utility>

namespace t2s::llm {
namespace detail {

inline prompt_part const* part_named(std::span<prompt_part const> parts, std::string_view name) noexcept {
  auto const found = std::ranges::find(parts, name, &prompt_part::name);
  return found == parts.end() ? nullptr : &*found;
}

inline void require_one_part_a_slot(prompt_template const& form, std::span<prompt_part const> parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (part_named(parts.subspan(i + 1), parts[i].name))
      throw error(failure{errc::invalid_argument,
                          "two parts of the prompt are named \"" + parts[i].name + "\"",
                          parts[i].name,
                          "give each part a name of its own",
                          {}});
    if (!parts[i].may_be_unused && !form.has(parts[i].name)) form.throw_unused(parts[i].name);
  }
}

}  // namespace detail

T2S_DECL std::string assembled_prompt::summary() const {
  std::string s;
  for (auto const& d : dropped) {
    if (!s.empty()) s += "; ";
    s.append(d.part).append(": ").append(std::to_string(d.items)).append(" of ").append(std::to_string(d.of)).append(" dropped");
  }
  return s;
}

T2S_DECL assembled_prompt assemble(std::span<prompt_part const> parts, std::size_t budget, token_weights const& weights) {
  std::vector<detail::prompt_section> sections;
  for (auto const& p : parts) sections.emplace_back(p);
  return detail::prompt_fit(std::move(sections), weights).within(budget);
}

T2S_DECL assembled_prompt assemble(prompt_template const& form, std::span<prompt_part const> parts, std::size_t budget,
                                   token_weights const& weights) {
  detail::require_one_part_a_slot(form, parts);
  std::vector<detail::prompt_section> sections;
  for (auto const& piece : form.pieces()) {
    auto const* part = piece.is_slot ? detail::part_named(parts, piece.text) : nullptr;
    if (piece.is_slot && !part) form.throw_missing(piece);
    if (part)
      sections.emplace_back(*part);
    else
      sections.emplace_back(piece.text);
  }
  return detail::prompt_fit(std::move(sections), weights).within(budget);
}

}  // namespace t2s::llm

#endif
