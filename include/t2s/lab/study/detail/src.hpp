// SPDX-License-Identifier: BSL-1.0
// The bodies of lab/study/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_LAB_STUDY_DETAIL_SRC_HPP
#define T2S_LAB_STUDY_DETAIL_SRC_HPP

#include "t2s/lab/study/detail/corrector.ipp"
#include "t2s/lab/study/detail/exchange.ipp"
#include "t2s/lab/study/detail/fitted_rates.ipp"
#include "t2s/lab/study/detail/observed_run.ipp"
#include "t2s/lab/study/detail/published.ipp"
#include "t2s/lab/study/detail/question_set.ipp"
#include "t2s/lab/study/detail/recorded_question.ipp"
#include "t2s/lab/study/detail/run_counter.ipp"
#include "t2s/lab/study/detail/simulated.ipp"
#include "t2s/lab/study/detail/simulated_reply.ipp"
#include "t2s/lab/study/detail/study.ipp"

#endif
