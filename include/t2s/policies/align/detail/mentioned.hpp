// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_DETAIL_MENTIONED_HPP
#define T2S_POLICIES_ALIGN_DETAIL_MENTIONED_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <span>
#include <string>
#include <string_view>

namespace t2s::align {

/// What a question mentions with a score of at least `least`, and the meaning of each token: a value before a column before a table. Words
/// that may also mean something that the SQL uses mean that. Tables and columns list every mention. Words that mean nothing so far mean a
/// value stored in another form, if descriptions of columns, `knowledge` or the question's evidence put the two together ("CA:
/// California"). Without a model.
[[nodiscard]] T2S_DECL linked_entities align_mentioned(link::linked_question const& asked, std::string_view sql, double least,
                                                       std::span<std::string const> knowledge = {});

}  // namespace t2s::align

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/align/detail/mentioned.ipp"
#endif

#endif
