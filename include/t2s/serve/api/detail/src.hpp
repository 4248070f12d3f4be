// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/api/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_API_DETAIL_SRC_HPP
#define T2S_SERVE_API_DETAIL_SRC_HPP

#include "t2s/serve/api/detail/admin.ipp"
#include "t2s/serve/api/detail/conversations.ipp"
#include "t2s/serve/api/detail/openapi.ipp"
#include "t2s/serve/api/detail/service.ipp"

#endif
