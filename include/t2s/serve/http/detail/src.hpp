// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/http/, for T2S_SEPARATE_COMPILATION: a unit of its own, since it includes Beast.
#ifndef T2S_SERVE_HTTP_DETAIL_SRC_HPP
#define T2S_SERVE_HTTP_DETAIL_SRC_HPP

#include "t2s/serve/http/detail/access.ipp"
#include "t2s/serve/http/detail/message.ipp"
#include "t2s/serve/http/detail/server.ipp"

#endif
