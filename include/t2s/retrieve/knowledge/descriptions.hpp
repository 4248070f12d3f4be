// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DESCRIPTIONS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DESCRIPTIONS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/knowledge/detail/learned.hpp"
#include "t2s/retrieve/knowledge/detail/proposals.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What data sets and owners say about a database: descriptions of columns, which `schema::descriptions` passes to the prompts, and what
/// `proposals_for` proposes and the owner confirms (`learned`).
namespace t2s::knowledge {

/// Descriptions of columns by the name of their database; "" means any database.
using described_columns = std::map<std::string, std::vector<schema::column_description>, std::less<>>;

/// The descriptions of a database: its own, else those for any; null if there are neither.
[[nodiscard]] T2S_DECL std::vector<schema::column_description> const* descriptions_of(described_columns const& all,
                                                                                      std::string_view database);

/// The member `column_descriptions` of a text in the format of Spider's tables.json, as KaggleDBQA has it: a text for each element of
/// `column_names_original`, or null. Elements without it are skipped.
///
/// `name` is the name of the text in messages. Throws `error` with `malformed_data`, which names the element and the member, also if no
/// element has descriptions.
[[nodiscard]] T2S_DECL described_columns parse_descriptions(std::string_view json, std::string_view name);

/// The columns of one table in BIRD's files `database_description/TABLE.csv`. The header names `original_column_name` and any of
/// `column_name`, `column_description` and `value_description`: a description consists of the last three, in order, joined by "; ", except
/// those that repeat the column's name; `data_format` is in the schema already. Bytes that are not UTF-8 become U+FFFD.
///
/// Throws `error` with `malformed_data`, which names the line.
[[nodiscard]] T2S_DECL std::vector<schema::column_description> parse_table_description(std::string_view csv, std::string_view name,
                                                                                       std::string const& table);

/// The descriptions of a file or folder:
///
/// - a JSON file, as `parse_descriptions`;
/// - TABLE.csv, as `parse_table_description`, for any database;
/// - a folder of such files, or with a folder `database_description` of them, for any database;
/// - a folder of databases with such files in ID/database_description, as in BIRD.
///
/// Throws as these, and `error` with `file_not_found`, `not_a_file` and `file_unreadable`; `malformed_data` for a folder without any.
[[nodiscard]] T2S_DECL described_columns read_descriptions(std::string const& path);

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/descriptions.ipp"
#endif

#endif
