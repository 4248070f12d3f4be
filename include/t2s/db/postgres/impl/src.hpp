// SPDX-License-Identifier: BSL-1.0
// The bodies of db/postgres/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_POSTGRES_IMPL_SRC_HPP
#define T2S_DB_POSTGRES_IMPL_SRC_HPP

#ifdef T2S_WITH_POSTGRES
#include "t2s/db/postgres/impl/connection.ipp"
#include "t2s/db/postgres/impl/pool.ipp"
#endif

#endif
