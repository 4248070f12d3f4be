// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_IMPL_SRC_HPP
#define T2S_SERVE_IMPL_SRC_HPP

#include "t2s/serve/impl/arguments.ipp"
#include "t2s/serve/impl/served_database.ipp"
#include "t2s/serve/impl/users.ipp"

#endif
