// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_LEXICON_OPTIONS_HPP
#define T2S_CLI_LEXICON_OPTIONS_HPP

#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/descriptions.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

namespace cli {

/// Says on standard error of which columns the values were not all read, and why.
void note_left_out(std::vector<t2s::knowledge::unread_column> const& columns);

/// What the words of questions are looked up in: --index, --synonyms, --dictionary.
class lexicon_options {
 public:
  /// Adds the options to a command's.
  static void describe(po::options_description& to);

  lexicon_options() = default;
  /// Opens the files. Throws t2s::error for those that cannot be read.
  explicit lexicon_options(po::variables_map const& given);

  /// What columns mean, for prompts; of each the first `bytes`.
  void describe_columns(t2s::knowledge::described_columns all, std::size_t bytes);

  /// What may be read of a database, and what its columns mean: standard error says which descriptions are of no column. An index next to
  /// it is used if it fits; if it does not, standard error says so. Throws t2s::error if one that the user named does not fit.
  [[nodiscard]] std::shared_ptr<t2s::known_parts> prepare(t2s::db::any_connection const& database) const;

  /// The names and values of a database that was so prepared. Standard error says what was left out.
  std::shared_ptr<t2s::knowledge::lexicon const> read(t2s::prepared<t2s::db::any_connection>& database) const;
  /// The same of a database that nothing is known of.
  [[nodiscard]] std::shared_ptr<t2s::knowledge::lexicon const> read(t2s::db::any_connection& database) const;

 private:
  [[nodiscard]] std::shared_ptr<t2s::knowledge::value_index const> find_index(t2s::db::any_connection const& database) const;

  [[nodiscard]] std::vector<t2s::schema::column_description> descriptions_of(t2s::db::any_connection const& database) const;

  std::string index_{};
  bool restricted_ = false;  // by --rules
  std::shared_ptr<t2s::knowledge::described_columns const> descriptions_{};
  std::size_t description_bytes_ = 0;
  t2s::knowledge::lexicon_options how_{};
};

}  // namespace cli

#endif
