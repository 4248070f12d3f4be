// SPDX-License-Identifier: BSL-1.0
// The bodies of rewrite/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_REWRITE_IMPL_SRC_HPP
#define T2S_REWRITE_IMPL_SRC_HPP

#include "t2s/rewrite/impl/question_rewriting.ipp"

#endif
