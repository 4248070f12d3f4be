// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_PROBLEMS_HPP
#define T2S_GENERATE_REPAIRS_PROBLEMS_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/repairs/proposal.hpp"
#include "t2s/generate/repairs/statement.hpp"

namespace t2s::generate::repairs {

/// The edits that may put a problem right, by the rule for problems of its code; none for a code without a rule.
[[nodiscard]] T2S_DECL proposals for_problem(statement const& s, knowledge const& known, sql::problem const& p);

}  // namespace t2s::generate::repairs

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/problems.ipp"
#endif

#endif
