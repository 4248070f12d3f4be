// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_SAME_ANSWER_HPP
#define T2S_DB_DETAIL_SAME_ANSWER_HPP

#include "t2s/db/detail/result.hpp"

namespace t2s::db {

/// Whether two results say the same, as C3 compares them for its vote: the same rows as often, in any order, with columns in any order;
/// names do not count. 1 equals 1.0 and NULL equals NULL; '1' does not equal 1. Two results without rows are equal whatever their width.
///
/// By hashes: different results are taken for equal with a chance of 2^-64. O(cells) for columns that can be told apart by their values;
/// those that cannot are tried in turn, at most some thousand times, after which the results count as different. Thread safe.
[[nodiscard]] T2S_DECL bool same_answer(rows const& a, rows const& b);

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/detail/same_answer.ipp"
#endif

#endif
