// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_CONDITION_LISTS_HPP
#define T2S_EVALUATION_IMPL_CONDITION_LISTS_HPP

#include "t2s/evaluation/official_query.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <variant>
#include <vector>

// The official program takes every other element of a list for a condition, the rest for connectives, whatever they are.
namespace t2s::evaluation::detail {

inline std::vector<official_condition const*> conditions_of(std::initializer_list<official_conditions const*> lists) {
  std::vector<official_condition const*> out;
  for (auto const* list : lists)
    for (std::size_t i = 0; i < list->size(); i += 2) out.push_back(&std::get<official_condition>((*list)[i]));
  return out;
}
inline std::vector<official_condition const*> conditions_of(official_query const& q) { return conditions_of({&q.on, &q.where, &q.having}); }

/// How often OR stands for a connective.
inline std::size_t count_of_or(official_query const& q) {
  std::size_t n = 0;
  for (auto const* list : {&q.on, &q.where, &q.having})
    for (std::size_t i = 1; i < list->size(); i += 2) {
      auto const* c = std::get_if<official_connective>(&(*list)[i]);
      n += c && *c == official_connective::or_ ? 1U : 0U;
    }
  return n;
}

inline std::size_t count_of(official_comparison op, official_query const& q) {
  return static_cast<std::size_t>(std::ranges::count(conditions_of(q), op, [](auto const* c) { return c->op; }));
}

}  // namespace t2s::evaluation::detail

#endif
