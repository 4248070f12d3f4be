// SPDX-License-Identifier: BSL-1.0
// The bodies of run/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_RUN_IMPL_SRC_HPP
#define T2S_RUN_IMPL_SRC_HPP

#include "t2s/run/impl/dialogue.ipp"
#include "t2s/run/impl/answer.ipp"

#endif
