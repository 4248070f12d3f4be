// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_READING_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_READING_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/offline/reader/detail/filled.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <optional>

namespace t2s::reader {

/// Whether a question refers to the one before it (`linked_question::earlier`): "and by month?", "only those in Spain", "how many are
/// there?". False for a question alone, and for one that names what it asks about. O(words * links).
[[nodiscard]] T2S_DECL bool refers_back(link::linked_question const& asked);

/// Whether a question has no meaning without one before it, whether there is one or not. Such a question has no SQL of its own to remember.
/// O(words * links).
[[nodiscard]] T2S_DECL bool needs_earlier(link::linked_question const& asked);

/// The statement before, changed by a question that refers to it: a condition, a grouping, an order or a column is added, replaced or
/// dropped, or its rows are counted. Nothing if the question does not refer to it, or if no rule understands it, or the statement is not of
/// a form that is changed (one SELECT from tables). Deterministic; thread safe.
[[nodiscard]] T2S_DECL std::optional<filled> read_follow_up(link::linked_question const& asked);

}  // namespace t2s::reader

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/reader/detail/follow_up_reading.ipp"
#endif

#endif
