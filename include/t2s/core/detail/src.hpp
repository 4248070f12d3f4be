// SPDX-License-Identifier: BSL-1.0
// The bodies of core/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_CORE_DETAIL_SRC_HPP
#define T2S_CORE_DETAIL_SRC_HPP

#include "t2s/core/detail/budget.ipp"
#include "t2s/core/detail/error.ipp"
#include "t2s/core/detail/file.ipp"
#include "t2s/core/detail/journal.ipp"
#include "t2s/core/detail/name_words.ipp"
#include "t2s/core/detail/one_line.ipp"
#include "t2s/core/detail/text.ipp"
#include "t2s/core/detail/text_distance.ipp"
#include "t2s/core/detail/text_number.ipp"
#include "t2s/core/detail/value.ipp"

#endif
