// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_POOL_HPP
#define T2S_RETRIEVE_POOL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/detail/corrections.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::retrieve {

/// Whether an element of a pool must have SQL. Files of questions to answer are read with `optional`.
enum class gold_sql { required, optional };

/// The members that questions were read from.
struct question_forms {
  std::size_t questions = 0;  ///< number of questions
  std::size_t synonyms = 0;   ///< of these with Spider-Syn's `SpiderSynQuestion`
};

/// "1034 questions, in the form of Spider-Syn: SpiderSynQuestion is asked"; "" if all are plain.
[[nodiscard]] T2S_DECL std::string form_note(question_forms const& of);

/// The demonstrations of a text in one of these formats, distinguished by its first character; a byte order mark is skipped:
///
/// - JSON in Spider's format, an array of objects with `db_id`, `question` and `query` (of a list of queries the first), or in BIRD's, with
///   `SQL` for `query`, `evidence` and `difficulty`; Spider-Syn's elements have a `SpiderSynQuestion`, which is asked, and the original
///   `SpiderQuestion`, which is not;
/// - JSON Lines, consecutive objects of this kind;
/// - CSV (RFC 4180), whose header line names the columns `question`, `query` or `SQL`, and optionally `db_id`, `evidence` and `difficulty`,
///   ignoring case and surrounding blanks; or as defog's sql-eval has them, `db_name`, `instructions`, `glossary` and `query_category`.
///   Several columns of evidence are joined.
///
/// Other members and columns are ignored; only the question, and the SQL if it is required, must be present.
///
/// `name` is the name of the text in messages. `forms`, unless null, is added to. Throws `error` with `malformed_data`, which says which
/// element (from 0) and line are wrong and what to do.
[[nodiscard]] T2S_DECL std::vector<demonstration> parse_pool(std::string_view text, std::string_view name,
                                                             gold_sql sql = gold_sql::required, question_forms* forms = nullptr);

/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL std::vector<demonstration> read_pool(std::string const& path, gold_sql sql = gold_sql::required,
                                                            question_forms* forms = nullptr);

/// An index of a pool file (see `read_pool`); any number of pipelines may share it.
[[nodiscard]] T2S_DECL std::shared_ptr<skeleton_index const> open_pool(std::string const& path);

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/corrections.ipp"
#include "t2s/retrieve/detail/pool.ipp"
#endif

#endif
