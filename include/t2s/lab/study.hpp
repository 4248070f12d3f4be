// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDY_HPP
#define T2S_LAB_STUDY_HPP

/// Comparing strategies of correction: what `t2s::study` needs.
#include "t2s/lab/study/correctors/gold.hpp"
#include "t2s/lab/study/correctors/live.hpp"
#include "t2s/lab/study/correctors/published.hpp"
#include "t2s/lab/study/correctors/simulated.hpp"
#include "t2s/lab/study/correctors/unchanged.hpp"
#include "t2s/lab/study/fitted_rates.hpp"
#include "t2s/lab/study/study.hpp"

#endif
