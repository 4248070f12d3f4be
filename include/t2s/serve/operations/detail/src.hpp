// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/operations/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_OPERATIONS_DETAIL_SRC_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_SRC_HPP

#include "t2s/serve/operations/detail/ask.ipp"
#include "t2s/serve/operations/detail/correct.ipp"
#include "t2s/serve/operations/detail/describe.ipp"
#include "t2s/serve/operations/detail/explain.ipp"
#include "t2s/serve/operations/detail/link.ipp"
#include "t2s/serve/operations/detail/query.ipp"
#include "t2s/serve/operations/detail/stored_query.ipp"

#endif
