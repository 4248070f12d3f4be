// SPDX-License-Identifier: BSL-1.0
// The bodies of select/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SELECT_IMPL_SRC_HPP
#define T2S_SELECT_IMPL_SRC_HPP

#include "t2s/select/impl/judging.ipp"
#include "t2s/select/impl/vote.ipp"

#endif
