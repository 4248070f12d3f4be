// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDY_HPP
#define T2S_LAB_STUDY_HPP

/// Comparing strategies of correction: the headers that `t2s::study` needs.
#include "t2s/lab/study/correctors/detail/gold.hpp"
#include "t2s/lab/study/correctors/detail/live.hpp"
#include "t2s/lab/study/correctors/detail/published.hpp"
#include "t2s/lab/study/correctors/detail/simulated.hpp"
#include "t2s/lab/study/correctors/detail/unchanged.hpp"
#include "t2s/lab/study/detail/fitted_rates.hpp"
#include "t2s/lab/study/detail/study.hpp"

#endif
