// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_PROPOSALS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_PROPOSALS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/retrieve/knowledge/detail/learned.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace t2s::knowledge {

/// How much is read to find proposals.
struct proposal_options {
  std::size_t rows = 10'000;                                 ///< first rows of a table that are looked at
  std::chrono::nanoseconds time = std::chrono::seconds(30);  ///< no statement begins after that
};

/// What a database suggests about itself, for its owner to decide (`learned_fact::state::proposed`), each with evidence and confidence:
///
/// - keys that it does not declare, by the names of columns and by values that are all in the other column;
/// - words for names with abbreviations and prefixes, from a list and from the other names of the schema;
/// - meanings of codes: yes and no, genders, rows of a lookup table or of a table of all codes; codes with an unknown meaning as "?";
/// - times that are not dates as in ISO 8601, and units in names.
///
/// `query` executes a statement that reads. Statements read the first rows of a table, of a lookup table at most 2,000. Throws what `query`
/// throws; statements that fail are passed over.
[[nodiscard]] T2S_DECL learned proposals_for(schema::database const& d, std::function<db::execution(std::string const&)> const& query,
                                             proposal_options const& options = {});

/// The same for a database whose statements return at once.
template <class Database>
[[nodiscard]] learned proposals_for(Database& database, proposal_options const& options = {}) {
  return proposals_for(database.schema(), [&database](std::string const& sql) { return database.execute(sql); }, options);
}

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/proposals.ipp"
#endif

#endif
