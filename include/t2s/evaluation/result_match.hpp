// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_RESULT_MATCH_HPP
#define T2S_EVALUATION_RESULT_MATCH_HPP

#include "t2s/core/config.hpp"
#include "t2s/db/result.hpp"

/// Whether two results are the same, as evaluators see it.
namespace t2s::evaluation {

/// Whether two results are equal as the official program compares them.
///
/// Values compare as in Python: 1 equals 1.0 and NULL equals NULL, '1' differs from 1, nothing is rounded. Rows form a bag, or a list if
/// `ordered`. Columns may stand in any order, names do not count. Two results without rows are equal. One of its quirks is kept: where
/// the rows, each sorted by the text and type of its values, differ, the results are unequal even if 1 and 1.0 are the only difference.
///
/// O(cells log columns) as a rule; columns that hold the same values in different rows are tried in every order.
[[nodiscard]] T2S_DECL bool same_result(db::rows const& gold, db::rows const& predicted, bool ordered);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/result_match.ipp"
#endif

#endif
