// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/operations/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_OPERATIONS_IMPL_SRC_HPP
#define T2S_SERVE_OPERATIONS_IMPL_SRC_HPP

#include "t2s/serve/operations/impl/ask.ipp"
#include "t2s/serve/operations/impl/check.ipp"
#include "t2s/serve/operations/impl/describe.ipp"
#include "t2s/serve/operations/impl/explain.ipp"
#include "t2s/serve/operations/impl/link.ipp"
#include "t2s/serve/operations/impl/query.ipp"
#include "t2s/serve/operations/impl/repair.ipp"

#endif
