// SPDX-License-Identifier: BSL-1.0
// The replies of a scripted model in one run of a system, stage by stage, and the number of requests of each stage. Plain loops over the
// paper's algorithm compute them; SQLite itself is the reference. Shares no code with the library.
#ifndef T2S_TESTS_CLI_SCRIPTED_PLAY_HPP
#define T2S_TESTS_CLI_SCRIPTED_PLAY_HPP

#include <cstddef>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace cli_test {

/// A question with the SQL that a model may write for it.
struct asked_question {
  std::size_t number = 0;
  std::string database{}, text{}, gold{}, predicted{};
};

/// A table of a database: its name and those of its columns.
struct known_table {
  std::string name{};
  std::vector<std::string> columns{};
};

/// A database as SQLite itself sees it.
class truth {
 public:
  explicit truth(std::string const& path);
  ~truth();
  truth(truth const&) = delete;
  truth& operator=(truth const&) = delete;

  struct outcome {
    bool ran = false;
    std::vector<std::vector<std::string>> rows{};  ///< equal numbers are equal texts, whole or not
  };
  /// The result of a statement, with `?1` bound to `value`.
  outcome run(std::string const& sql, std::string const& value = {}) const;

  std::vector<known_table> tables{};

 private:
  void* db_;
};

/// The replies of each stage, in order; as many as there are requests.
using play = std::map<std::string, std::vector<std::string>>;

[[nodiscard]] play play_dart_sql(asked_question const& q, truth const& db);
[[nodiscard]] play play_sql_craft(asked_question const& q, truth const& db);
[[nodiscard]] play play_tcsr_sql(asked_question const& q, truth const& db);
[[nodiscard]] play play_dac(asked_question const& q, truth const& db);
[[nodiscard]] play play_dynamic_revision(asked_question const& q, truth const& db);

/// The stage of a prompt and the key of its question: the question itself, or the keyword that the script made for it.
struct recognized {
  std::string stage{};
  std::string about{};
};
[[nodiscard]] recognized recognize_dart_sql(std::vector<std::string> const& messages);
[[nodiscard]] recognized recognize_sql_craft(std::vector<std::string> const& messages);
[[nodiscard]] recognized recognize_tcsr_sql(std::vector<std::string> const& messages);
[[nodiscard]] recognized recognize_dac(std::vector<std::string> const& messages);
[[nodiscard]] recognized recognize_dynamic_revision(std::vector<std::string> const& messages);

/// The letters and digits in lower case: they identify a question whatever its blanks and punctuation.
[[nodiscard]] std::string letters_of(std::string_view text);

}  // namespace cli_test

#endif
