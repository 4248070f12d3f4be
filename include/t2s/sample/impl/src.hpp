// SPDX-License-Identifier: BSL-1.0
// The bodies of sample/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SAMPLE_IMPL_SRC_HPP
#define T2S_SAMPLE_IMPL_SRC_HPP

#include "t2s/sample/impl/similar_demonstrations.ipp"

#endif
