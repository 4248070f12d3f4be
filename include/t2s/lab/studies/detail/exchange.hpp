// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_EXCHANGE_HPP
#define T2S_LAB_STUDIES_DETAIL_EXCHANGE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/policies/align/detail/alignment.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::studies::detail {

/// A table or column that replaces another of its kind.
struct exchange {
  align::entity from{}, to{};
};

/// SQL with other names. A table keeps its alias. A column of another table replaces one only if that table is a source in its scope. SQL
/// that does not parse stays unchanged. O(size * (names + exchanges)).
[[nodiscard]] T2S_DECL std::string exchanged(std::string const& sql, schema::database const& d, std::span<exchange const> all);

/// The entities of `used` that are not in `other`, in order of position.
[[nodiscard]] T2S_DECL std::vector<align::entity> only_in(align::linked_entities const& used, align::linked_entities const& other);

/// Pairs each of `from` with the first unused entity of `to` of its kind; for columns, one of the same table comes first. Entities without
/// a partner are omitted.
[[nodiscard]] T2S_DECL std::vector<exchange> paired(std::span<align::entity const> from, std::span<align::entity const> to);

}  // namespace t2s::studies::detail

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/exchange.ipp"
#endif

#endif
