// SPDX-License-Identifier: BSL-1.0
// The bodies of systems/tcsr_sql/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SYSTEMS_TCSR_SQL_DETAIL_SRC_HPP
#define T2S_SYSTEMS_TCSR_SQL_DETAIL_SRC_HPP

#include "t2s/systems/tcsr_sql/detail/fuzzy_detection.ipp"
#include "t2s/systems/tcsr_sql/detail/keyword_extraction.ipp"
#include "t2s/systems/tcsr_sql/detail/precise_sql.ipp"
#include "t2s/systems/tcsr_sql/detail/self_retrieval.ipp"

#endif
