// SPDX-License-Identifier: BSL-1.0
// The bodies of lab/evaluation/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_LAB_EVALUATION_DETAIL_SRC_HPP
#define T2S_LAB_EVALUATION_DETAIL_SRC_HPP

#include "t2s/lab/evaluation/detail/bird.ipp"
#include "t2s/lab/evaluation/detail/bootstrap.ipp"
#include "t2s/lab/evaluation/detail/calibration.ipp"
#include "t2s/lab/evaluation/detail/comparison.ipp"
#include "t2s/lab/evaluation/detail/counterexample/search.ipp"
#include "t2s/lab/evaluation/detail/data_set.ipp"
#include "t2s/lab/evaluation/detail/evaluate.ipp"
#include "t2s/lab/evaluation/detail/exact_match.ipp"
#include "t2s/lab/evaluation/detail/execution_accuracy.ipp"
#include "t2s/lab/evaluation/detail/fault.ipp"
#include "t2s/lab/evaluation/detail/linking.ipp"
#include "t2s/lab/evaluation/detail/official_query.ipp"
#include "t2s/lab/evaluation/detail/predictions.ipp"
#include "t2s/lab/evaluation/detail/question_kind.ipp"
#include "t2s/lab/evaluation/detail/repair_set.ipp"
#include "t2s/lab/evaluation/detail/result_difference.ipp"
#include "t2s/lab/evaluation/detail/skeleton_accuracy.ipp"
#include "t2s/lab/evaluation/detail/statistics.ipp"
#include "t2s/lab/evaluation/detail/verdict_json.ipp"

#endif
