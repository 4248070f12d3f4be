// SPDX-License-Identifier: BSL-1.0
// The bodies of evaluation/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_EVALUATION_IMPL_SRC_HPP
#define T2S_EVALUATION_IMPL_SRC_HPP

#include "t2s/evaluation/impl/bird.ipp"
#include "t2s/evaluation/impl/bootstrap.ipp"
#include "t2s/evaluation/impl/calibration.ipp"
#include "t2s/evaluation/impl/data_set.ipp"
#include "t2s/evaluation/impl/evaluate.ipp"
#include "t2s/evaluation/impl/exact_match.ipp"
#include "t2s/evaluation/impl/execution_accuracy.ipp"
#include "t2s/evaluation/impl/linking.ipp"
#include "t2s/evaluation/impl/official_query.ipp"
#include "t2s/evaluation/impl/predictions.ipp"
#include "t2s/evaluation/impl/skeleton_accuracy.ipp"
#include "t2s/evaluation/impl/statistics.ipp"
#include "t2s/evaluation/impl/verdict_json.ipp"

#endif
