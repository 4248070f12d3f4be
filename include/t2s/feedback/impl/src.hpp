// SPDX-License-Identifier: BSL-1.0
// The bodies of feedback/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_FEEDBACK_IMPL_SRC_HPP
#define T2S_FEEDBACK_IMPL_SRC_HPP

#include "t2s/feedback/impl/semantic_lint.ipp"
#include "t2s/feedback/impl/unknown_text.ipp"

#endif
