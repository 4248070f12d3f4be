// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_STUDY_HPP
#define T2S_STUDY_HPP

/// Comparing strategies of correction: what `t2s::study` needs.
#include "t2s/study/correctors/gold.hpp"
#include "t2s/study/correctors/live.hpp"
#include "t2s/study/correctors/published.hpp"
#include "t2s/study/correctors/simulated.hpp"
#include "t2s/study/correctors/unchanged.hpp"
#include "t2s/study/fitted_rates.hpp"
#include "t2s/study/study.hpp"

#endif
