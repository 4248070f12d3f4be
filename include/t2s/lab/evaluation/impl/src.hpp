// SPDX-License-Identifier: BSL-1.0
// The bodies of lab/evaluation/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_LAB_EVALUATION_IMPL_SRC_HPP
#define T2S_LAB_EVALUATION_IMPL_SRC_HPP

#include "t2s/lab/evaluation/impl/bird.ipp"
#include "t2s/lab/evaluation/impl/bootstrap.ipp"
#include "t2s/lab/evaluation/impl/calibration.ipp"
#include "t2s/lab/evaluation/impl/data_set.ipp"
#include "t2s/lab/evaluation/impl/evaluate.ipp"
#include "t2s/lab/evaluation/impl/exact_match.ipp"
#include "t2s/lab/evaluation/impl/execution_accuracy.ipp"
#include "t2s/lab/evaluation/impl/linking.ipp"
#include "t2s/lab/evaluation/impl/official_query.ipp"
#include "t2s/lab/evaluation/impl/predictions.ipp"
#include "t2s/lab/evaluation/impl/skeleton_accuracy.ipp"
#include "t2s/lab/evaluation/impl/statistics.ipp"
#include "t2s/lab/evaluation/impl/verdict_json.ipp"

#endif
