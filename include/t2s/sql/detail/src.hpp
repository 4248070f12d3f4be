// SPDX-License-Identifier: BSL-1.0
// The bodies of sql/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SQL_DETAIL_SRC_HPP
#define T2S_SQL_DETAIL_SRC_HPP

#include "t2s/sql/detail/ast.ipp"
#include "t2s/sql/detail/compare.ipp"
#include "t2s/sql/detail/entities.ipp"
#include "t2s/sql/detail/lenient.ipp"
#include "t2s/sql/detail/parse.ipp"
#include "t2s/sql/detail/print.ipp"
#include "t2s/sql/detail/resolve.ipp"
#include "t2s/sql/detail/skeleton.ipp"
#include "t2s/sql/detail/token.ipp"

#endif
