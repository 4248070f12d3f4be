// SPDX-License-Identifier: BSL-1.0
// The bodies of lab/studies/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_LAB_STUDIES_DETAIL_SRC_HPP
#define T2S_LAB_STUDIES_DETAIL_SRC_HPP

#include "t2s/lab/studies/correctors/detail/published.ipp"
#include "t2s/lab/studies/correctors/detail/simulated.ipp"
#include "t2s/lab/studies/detail/corrector.ipp"
#include "t2s/lab/studies/detail/exchange.ipp"
#include "t2s/lab/studies/detail/fitted_rates.ipp"
#include "t2s/lab/studies/detail/observed_run.ipp"
#include "t2s/lab/studies/detail/question_set.ipp"
#include "t2s/lab/studies/detail/recorded_question.ipp"
#include "t2s/lab/studies/detail/run_counter.ipp"
#include "t2s/lab/studies/detail/shift.ipp"
#include "t2s/lab/studies/detail/shift_plan.ipp"
#include "t2s/lab/studies/detail/shifted_question.ipp"
#include "t2s/lab/studies/detail/shifted_sql.ipp"
#include "t2s/lab/studies/detail/simulated_reply.ipp"
#include "t2s/lab/studies/detail/study.ipp"

#endif
