// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_STUDY_HPP
#define T2S_LAB_STUDIES_STUDY_HPP

/// Comparing strategies of correction: the headers that `t2s::studies::study` needs.
#include "t2s/lab/studies/correctors/detail/gold.hpp"
#include "t2s/lab/studies/correctors/detail/live.hpp"
#include "t2s/lab/studies/correctors/detail/published.hpp"
#include "t2s/lab/studies/correctors/detail/simulated.hpp"
#include "t2s/lab/studies/correctors/detail/unchanged.hpp"
#include "t2s/lab/studies/detail/fitted_rates.hpp"
#include "t2s/lab/studies/detail/study.hpp"

#endif
