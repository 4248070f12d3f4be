// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_LITERALS_HPP
#define T2S_GENERATE_REPAIRS_LITERALS_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/repairs/proposal.hpp"
#include "t2s/generate/repairs/statement.hpp"

namespace t2s::generate::repairs {

/// Comparisons that storage classes alone decide (`schema::is_comparable`), such as `born < '1960'` where `born DATE` stores texts like
/// '1959-03-01': the same with a literal of the form that the column stores, all of them together. A year, month or day is meant as a
/// whole, so that `> 1960` is from 1961 on. Nothing without a lexicon. With `only_read` the columns of which no value was read are left
/// alone: then no row can have met the comparison as it was meant, whatever the statement gives.
T2S_DECL void propose_literals(statement const& s, knowledge const& known, proposals& into, bool only_read = false);

}  // namespace t2s::generate::repairs

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/literals.ipp"
#endif

#endif
