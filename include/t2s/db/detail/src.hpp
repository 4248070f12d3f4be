// SPDX-License-Identifier: BSL-1.0
// The bodies of db/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_DB_DETAIL_SRC_HPP
#define T2S_DB_DETAIL_SRC_HPP

#include "t2s/db/detail/basic_connection.ipp"
#include "t2s/db/detail/guard.ipp"
#include "t2s/db/detail/render.ipp"
#include "t2s/db/detail/same_answer.ipp"
#include "t2s/db/detail/without_password.ipp"

#endif
