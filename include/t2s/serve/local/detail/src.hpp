// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/local/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_LOCAL_DETAIL_SRC_HPP
#define T2S_SERVE_LOCAL_DETAIL_SRC_HPP

#include "t2s/serve/local/detail/check.ipp"
#include "t2s/serve/local/detail/repair.ipp"

#endif
