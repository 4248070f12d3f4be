// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_QUESTION_KIND_HPP
#define T2S_LAB_EVALUATION_DETAIL_QUESTION_KIND_HPP

#include "t2s/core/detail/config.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace t2s::evaluation {

/// What the words of a question ask for. A question may be of several kinds, or of none.
enum class question_kind : std::uint8_t {
  date,         ///< days, months, years, before and after
  negation,     ///< "not", "without", "never"
  superlative,  ///< "the most", "youngest", "first"
  comparison,   ///< "more than", "at least", "between"
  count,        ///< "how many", "the number of"
  calculation,  ///< "average", "total", "percentage"
  group,        ///< "each", "per", "every"
  sorting,      ///< "sorted by", "in alphabetical order"
  distinct,     ///< "different", "distinct"
  combination,  ///< "both", "either", "or"
  number,       ///< digits that are not a year
  quotation     ///< a part in quotes
};

/// All of them, in order.
inline constexpr std::array all_question_kinds{question_kind::date,        question_kind::negation, question_kind::superlative,
                                               question_kind::comparison,  question_kind::count,    question_kind::calculation,
                                               question_kind::group,       question_kind::sorting,  question_kind::distinct,
                                               question_kind::combination, question_kind::number,   question_kind::quotation};

/// The name in JSON and reports: "superlative".
[[nodiscard]] T2S_DECL std::string_view name_of(question_kind k) noexcept;

/// The kinds of a question in English, in order, by its words alone: no database decides. O(|question|).
[[nodiscard]] T2S_DECL std::vector<question_kind> kinds_of(std::string_view question);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/question_kind.ipp"
#endif

#endif
