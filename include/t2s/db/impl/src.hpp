// SPDX-License-Identifier: BSL-1.0
// The bodies of db/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_IMPL_SRC_HPP
#define T2S_DB_IMPL_SRC_HPP

#include "t2s/db/impl/guard.ipp"
#include "t2s/db/impl/render.ipp"
#include "t2s/db/impl/same_answer.ipp"
#include "t2s/db/impl/sqlite.ipp"
#include "t2s/db/impl/sqlite_connection.ipp"

#endif
