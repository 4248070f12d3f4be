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
  std::size_t tokens = 8'000;  ///< of the tables' CREATE statements, by `llm::estimate_tokens`; may be `unlimited`
};

/// A table that is worth showing for a question.
struct chosen_table {
  std::uint32_t table = 0;               ///< its place in the schema
  double score = 0;                      ///< how much of the question it and the tables around it explain; only its order means something
  std::vector<std::uint32_t> columns{};  ///< those to be shown, by their places in the table, in its order

  friend bool operator==(chosen_table const&, chosen_table const&) = default;
};

/// The part of a schema that is worth showing for a question.
struct schema_choice {
  std::vector<chosen_table> tables{};  ///< the likeliest first
  std::size_t tokens = 0;              ///< what they cost, as the budget counts
  std::size_t all_tables = 0;          ///< of the schema
  std::size_t all_columns = 0;         ///< of the schema
  std::size_t columns = 0;             ///< of the choice

  /// Whether nothing was left out.
  [[nodiscard]] bool is_whole() const noexcept { return tables.size() == all_tables && columns == all_columns; }
};

/// Whether all tables of a schema fit into a budget. O(text of the tables, as far as it fits).
[[nodiscard]] T2S_DECL bool fits(schema::database const& d, schema_budget budget);

/// The tables and columns to show for a question, the likeliest first, as many as the budget allows; all of them where they fit.
///
/// A table is worth the words of the question that its names, its columns' names, their descriptions and its stored values explain; a word
/// that many tables explain counts less than one that few do (as in BM25's inverse document frequency). What the tables explain to which
/// its keys lead counts in part, so that tables that are joined stay together, and tables between two chosen ones are chosen too. Tables
/// that explain nothing come last. Of a table that does not fit as a whole the keys and the columns that the question names are shown;
/// where not even the likeliest fits so, its first columns.
///
/// `nearness` says of each table how near it is to the question in another way, such as the cosine of vectors
/// (retrieve/link/detail/table_vectors.hpp); the tables that stand out from the others are worth as much as one word more. Empty where
/// nothing is known.
///
/// Deterministic. As `link_question`, then O(links * keys of their tables + tables), and the text
/// of what is chosen. Any number of threads may call it.
[[nodiscard]] T2S_DECL schema_choice retrieve_schema(knowledge::lexicon const& names, std::string_view question, schema_budget budget = {},
                                                     std::span<double const> nearness = {});

/// A database of the chosen tables and columns in the order of the schema, with the keys between them.
[[nodiscard]] T2S_DECL schema::database chosen_schema(schema::database const& whole, schema_choice const& choice);

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/link/detail/schema_retrieval.ipp"
#endif

#endif
