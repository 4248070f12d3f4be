// SPDX-License-Identifier: BSL-1.0
// The bodies of core/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_CORE_IMPL_SRC_HPP
#define T2S_CORE_IMPL_SRC_HPP

#include "t2s/core/impl/budget.ipp"
#include "t2s/core/impl/chrome_trace.ipp"
#include "t2s/core/impl/error.ipp"
#include "t2s/core/impl/file.ipp"
#include "t2s/core/impl/journal.ipp"
#include "t2s/core/impl/name_words.ipp"
#include "t2s/core/impl/one_line.ipp"
#include "t2s/core/impl/text.ipp"
#include "t2s/core/impl/text_distance.ipp"
#include "t2s/core/impl/text_number.ipp"
#include "t2s/core/impl/value.ipp"

#endif
