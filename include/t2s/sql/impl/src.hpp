// SPDX-License-Identifier: BSL-1.0
// The bodies of sql/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SQL_IMPL_SRC_HPP
#define T2S_SQL_IMPL_SRC_HPP

#include "t2s/sql/impl/ast.ipp"
#include "t2s/sql/impl/compare.ipp"
#include "t2s/sql/impl/entities.ipp"
#include "t2s/sql/impl/lenient.ipp"
#include "t2s/sql/impl/parse.ipp"
#include "t2s/sql/impl/print.ipp"
#include "t2s/sql/impl/resolve.ipp"
#include "t2s/sql/impl/skeleton.ipp"
#include "t2s/sql/impl/token.ipp"

#endif
