// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_DRAFTS_HPP
#define T2S_GENERATE_REPAIRS_DRAFTS_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/repairs/proposal.hpp"
#include "t2s/schema/dialect.hpp"
#include "t2s/schema/schema.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace t2s::generate::repairs {

/// Reads SQL that SQLite's parser does not take: in one of the `dialects`, tried in their order; with TOP n or MINUS; without what stands
/// around it
/// (`sql::parse_draft`); with names of the schema that are keywords in quotes, quotes within a text doubled, commas that nothing follows
/// left out, a text that was cut off closed; without what follows a whole statement; last, back to the condition or clause before the place
/// where it was cut off. Nothing if none of it leads to SQL.
[[nodiscard]] T2S_DECL std::optional<proposal> read_anyhow(std::string_view text, schema::database const& schema,
                                                           std::span<sql::grammar const> dialects = {});

}  // namespace t2s::generate::repairs

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/drafts.ipp"
#endif

#endif
