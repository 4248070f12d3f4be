// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_METRIC_READING_HPP
#define T2S_OFFLINE_READER_DETAIL_METRIC_READING_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <optional>
#include <string>

namespace t2s::reader {

/// A question that was answered from the definitions of a semantic layer.
struct metric_reading {
  std::string sql{};  ///< the statement
  std::string why{};  ///< the definitions, and the period that was meant, for people
};

/// Reads a question about metrics of the lexicon's semantic layer (`lexicon_options::semantics`): "revenue by region last quarter". Nothing
/// without a layer, if the question names no metric, or if any word of it is not read. O(words * phrases of the layer). Thread safe.
[[nodiscard]] T2S_DECL std::optional<metric_reading> read_metrics(link::linked_question const& asked);

}  // namespace t2s::reader

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/reader/detail/metric_reading.ipp"
#endif

#endif
