// SPDX-License-Identifier: BSL-1.0
// The bodies of pipeline/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_PIPELINE_DETAIL_SRC_HPP
#define T2S_PIPELINE_DETAIL_SRC_HPP

#include "t2s/pipeline/detail/chrome_trace.ipp"
#include "t2s/pipeline/detail/known_parts.ipp"

#endif
