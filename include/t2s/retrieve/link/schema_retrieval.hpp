// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_SCHEMA_RETRIEVAL_HPP
#define T2S_RETRIEVE_LINK_SCHEMA_RETRIEVAL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace t2s::link {

/// How much of a schema a prompt may show.
struct schema_budget {
  std::size_t tokens = 8'000;  ///< for the tables' CREATE statements, by `llm::estimate_tokens`; may be `unlimited`
};

/// A table that is relevant to a question.
struct chosen_table {
  std::uint32_t table = 0;               ///< its index in the schema
  double score = 0;                      ///< how much of the question it and its neighbours explain; only the order is meaningful
  std::vector<std::uint32_t> columns{};  ///< the columns to show, by their indices in the table, in its order

  friend bool operator==(chosen_table const&, chosen_table const&) = default;
};

/// The part of a schema that is relevant to a question.
struct schema_choice {
  std::vector<chosen_table> tables{};  ///< likeliest first
  std::size_t tokens = 0;              ///< their cost, as the budget counts
  std::size_t all_tables = 0;          ///< of the schema
  std::size_t all_columns = 0;         ///< of the schema
  std::size_t columns = 0;             ///< of the choice

  /// Whether nothing was left out.
  [[nodiscard]] bool is_whole() const noexcept { return tables.size() == all_tables && columns == all_columns; }
};

/// The tokens of a schema in a prompt, by `llm::estimate_tokens` of its CREATE statements. O(text of the tables).
[[nodiscard]] T2S_DECL std::size_t schema_tokens(schema::database const& d);

/// Whether all tables of a schema fit into a budget. O(text of the tables, as far as it fits).
[[nodiscard]] T2S_DECL bool fits(schema::database const& d, schema_budget budget);

/// The tables and columns to show for a question, likeliest first, as many as the budget allows; all of them if they fit.
///
/// A table scores for the words of the question that its names, its columns' names, their descriptions and its stored values explain; a
/// word that many tables explain counts less than one that few do (as in BM25's inverse document frequency). The words of tables that its
/// keys lead to count in part, so that joined tables stay together, and tables between two chosen ones are chosen too. Tables that explain
/// nothing come last. If a table does not fit whole, its keys and the columns that the question names are shown; if not even the likeliest
/// fits so, its first columns.
///
/// `nearness` is another similarity of each table to the question, such as the cosine of vectors (retrieve/link/detail/table_vectors.hpp);
/// the outstanding tables get as much as for one more word. Empty if unknown.
///
/// Deterministic. As `link_question`, then O(links * keys of their tables + tables), and the text of the choice. Any number of threads may
/// call it.
[[nodiscard]] T2S_DECL schema_choice retrieve_schema(knowledge::lexicon const& names, std::string_view question, schema_budget budget = {},
                                                     std::span<double const> nearness = {});

/// A database of the chosen tables and columns in the order of the schema, with the keys between them.
[[nodiscard]] T2S_DECL schema::database chosen_schema(schema::database const& whole, schema_choice const& choice);

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/link/detail/schema_retrieval.ipp"
#endif

#endif
