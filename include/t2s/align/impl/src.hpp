// SPDX-License-Identifier: BSL-1.0
// The bodies of align/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_ALIGN_IMPL_SRC_HPP
#define T2S_ALIGN_IMPL_SRC_HPP

#include "t2s/align/impl/alignment.ipp"

#endif
