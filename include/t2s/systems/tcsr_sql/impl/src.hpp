// SPDX-License-Identifier: BSL-1.0
// The bodies of systems/tcsr_sql/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SYSTEMS_TCSR_SQL_IMPL_SRC_HPP
#define T2S_SYSTEMS_TCSR_SQL_IMPL_SRC_HPP

#include "t2s/systems/tcsr_sql/impl/fuzzy_detection.ipp"
#include "t2s/systems/tcsr_sql/impl/keyword_extraction.ipp"
#include "t2s/systems/tcsr_sql/impl/precise_sql.ipp"
#include "t2s/systems/tcsr_sql/impl/self_retrieval.ipp"

#endif
