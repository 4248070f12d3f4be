// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/page/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_PAGE_DETAIL_SRC_HPP
#define T2S_SERVE_PAGE_DETAIL_SRC_HPP

#include "t2s/serve/page/detail/page.ipp"

#endif
