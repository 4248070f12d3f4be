// SPDX-License-Identifier: BSL-1.0
// The bodies of lab/study/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_LAB_STUDY_IMPL_SRC_HPP
#define T2S_LAB_STUDY_IMPL_SRC_HPP

#include "t2s/lab/study/impl/corrector.ipp"
#include "t2s/lab/study/impl/exchange.ipp"
#include "t2s/lab/study/impl/fitted_rates.ipp"
#include "t2s/lab/study/impl/observed_run.ipp"
#include "t2s/lab/study/impl/published.ipp"
#include "t2s/lab/study/impl/question_set.ipp"
#include "t2s/lab/study/impl/recorded_question.ipp"
#include "t2s/lab/study/impl/run_counter.ipp"
#include "t2s/lab/study/impl/simulated.ipp"
#include "t2s/lab/study/impl/simulated_reply.ipp"
#include "t2s/lab/study/impl/study.ipp"

#endif
