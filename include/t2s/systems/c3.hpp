// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_C3_HPP
#define T2S_SYSTEMS_C3_HPP

#include "t2s/pipeline.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/generate/c3.hpp"
#include "t2s/policies/terminate/basic.hpp"

namespace t2s::systems {

/// C3 (Dong et al. 2023), the baseline of DART-SQL's table 2 and of TCSR-SQL's table 4: the model recalls tables and columns, then several
/// drafts of the SQL vote by their results. Three calls, and up to six more if replies cannot be read or no draft executes; nothing is
/// corrected and no demonstrations are shown. It is a plain value:
///
///     t2s::systems::c3 const baseline;
using c3 = pipeline<none, none, generate::c3, feedback::executed, terminate::after_draft>;

}  // namespace t2s::systems

#endif
