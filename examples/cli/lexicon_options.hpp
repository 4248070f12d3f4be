// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_LEXICON_OPTIONS_HPP
#define T2S_CLI_LEXICON_OPTIONS_HPP

#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "learned_option.hpp"
#include "semantics_option.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/descriptions.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

namespace cli {

/// Reports on standard error the columns whose values were not all read, and why.
void note_left_out(std::vector<t2s::knowledge::unread_column> const& columns);

/// The sources for looking up the words of questions: --index, --learned, --semantics, --synonyms, --dictionary.
class lexicon_options {
 public:
  /// Adds the options to a command's.
  static void describe(po::options_description& to);

  lexicon_options() = default;
  /// Opens the files. Throws t2s::error if one is unreadable.
  explicit lexicon_options(po::variables_map const& given);

  /// Descriptions of columns for prompts, each cut to `bytes`.
  void describe_columns(t2s::knowledge::described_columns all, std::size_t bytes);

  /// The options for reading a database, and its columns' descriptions; reports descriptions of unknown columns on standard error. Uses an
  /// index next to the database if it fits, and reports one that does not. Throws t2s::error if an index that the user named does not fit.
  [[nodiscard]] std::shared_ptr<t2s::known_parts> prepare(t2s::db::any_connection const& database) const;

  /// The option --learned.
  [[nodiscard]] learned_option const& learned() const { return learned_; }

  /// The names and values of a database with these options. Reports on standard error what was left out.
  std::shared_ptr<t2s::knowledge::lexicon const> read(t2s::prepared<t2s::db::any_connection>& database) const;
  /// The same for a database without prepared knowledge.
  [[nodiscard]] std::shared_ptr<t2s::knowledge::lexicon const> read(t2s::db::any_connection& database) const;

 private:
  [[nodiscard]] std::shared_ptr<t2s::knowledge::value_index const> find_index(t2s::db::any_connection const& database) const;

  [[nodiscard]] std::vector<t2s::schema::column_description> descriptions_of(t2s::db::any_connection const& database) const;

  std::string index_{};
  learned_option learned_{};
  semantics_option semantics_{};
  bool restricted_ = false;  // from --rules
  std::shared_ptr<t2s::knowledge::described_columns const> descriptions_{};
  std::size_t description_bytes_ = 0;
  t2s::knowledge::lexicon_options how_{};
};

}  // namespace cli

#endif
