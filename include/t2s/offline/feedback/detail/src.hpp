// SPDX-License-Identifier: BSL-1.0
// The bodies of offline/feedback/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_OFFLINE_FEEDBACK_DETAIL_SRC_HPP
#define T2S_OFFLINE_FEEDBACK_DETAIL_SRC_HPP

#include "t2s/offline/feedback/detail/advised_error.ipp"
#include "t2s/offline/feedback/detail/semantic_lint.ipp"

#endif
