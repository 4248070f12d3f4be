// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_OFFICIAL_TEXT_HPP
#define T2S_EVALUATION_OFFICIAL_TEXT_HPP

#include "t2s/core/config.hpp"

#include <string>
#include <string_view>

/// What Spider's official evaluator, test-suite-sql-eval, does to the text of a statement before it executes it.
namespace t2s::evaluation {

/// Whether DISTINCT counts. The official default drops it from both queries.
enum class distinct { dropped, kept };

/// A prediction as the official program begins with it, also for exact-set match: every `value` becomes `1`, wherever it stands.
[[nodiscard]] T2S_DECL std::string with_values_as_one(std::string_view prediction);

/// A statement as the official program executes it: with `> =`, `< =` and `! =` closed up and `YEAR(CURDATE())` as 2020; only the first of
/// several, without the word DISTINCT outside quotes and comments, unless it is `kept`, which keeps also what follows the first statement.
///
/// Where a statement ends is sqlparse's rule: not at a `;` in quotes, comments or parentheses. White space alone gives "". O(n).
[[nodiscard]] T2S_DECL std::string official_sql(std::string_view sql, distinct d = distinct::dropped);

/// The same of a prediction, after `with_values_as_one`.
[[nodiscard]] T2S_DECL std::string official_prediction(std::string_view sql, distinct d = distinct::dropped);

/// Whether the order of rows counts: exactly if the gold SQL, made ready and lower-cased, contains "order by" anywhere.
[[nodiscard]] T2S_DECL bool order_matters(std::string_view gold);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/official_text.ipp"
#endif

#endif
