// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TERMINATE_SAME_SQL_HPP
#define T2S_TERMINATE_SAME_SQL_HPP

#include "t2s/core/config.hpp"
#include "t2s/policy.hpp"
#include "t2s/sql/parse.hpp"

#include <optional>

namespace t2s::terminate {

/// Stops when an attempt repeats the SQL of the one before: the model has nothing to better. Known as soon as the SQL is read, so that
/// nothing is executed or asked about it. SQL-CRAFT, algorithm 1.
///
/// Two are the same if their trees are equal: blanks, comments, the case of keywords and redundant brackets do not count, but the case of
/// names, also of functions, does. SQL that does not parse is compared as text.
struct same_sql {
  bool text = false;      ///< compare the text, blanks and semicolons at its ends left out, instead
  sql::options parsed{};  ///< the dialect

  [[nodiscard]] T2S_DECL std::optional<stop> done(attempt_list const& past) const;
};
static_assert(TerminationPolicy<same_sql>);

}  // namespace t2s::terminate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/terminate/impl/same_sql.ipp"
#endif

#endif
