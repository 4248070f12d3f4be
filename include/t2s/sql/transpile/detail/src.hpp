// SPDX-License-Identifier: BSL-1.0
// The bodies of sql/transpile.hpp, lineage.hpp and lint.hpp, for T2S_SEPARATE_COMPILATION: a unit of its own, so
// that a program that needs none of them links none of them.
#ifndef T2S_SQL_TRANSPILE_DETAIL_SRC_HPP
#define T2S_SQL_TRANSPILE_DETAIL_SRC_HPP

#include "t2s/sql/detail/lineage.ipp"
#include "t2s/sql/detail/lint.ipp"
#include "t2s/sql/detail/qualify.ipp"
#include "t2s/sql/detail/transpile.ipp"

#endif
