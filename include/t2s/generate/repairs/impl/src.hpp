// SPDX-License-Identifier: BSL-1.0
// The bodies of generate/repairs/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_GENERATE_REPAIRS_IMPL_SRC_HPP
#define T2S_GENERATE_REPAIRS_IMPL_SRC_HPP

#include "t2s/generate/repairs/impl/dialects.ipp"
#include "t2s/generate/repairs/impl/drafts.ipp"
#include "t2s/generate/repairs/impl/forms.ipp"
#include "t2s/generate/repairs/impl/joins.ipp"
#include "t2s/generate/repairs/impl/literals.ipp"
#include "t2s/generate/repairs/impl/names.ipp"
#include "t2s/generate/repairs/impl/problems.ipp"
#include "t2s/generate/repairs/impl/row_limits.ipp"
#include "t2s/generate/repairs/impl/search.ipp"
#include "t2s/generate/repairs/impl/statement.ipp"
#include "t2s/generate/repairs/impl/texts.ipp"

#endif
