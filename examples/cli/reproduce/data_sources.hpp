// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_REPRODUCE_DATA_SOURCES_HPP
#define T2S_CLI_REPRODUCE_DATA_SOURCES_HPP

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "t2s/lab/evaluation/data_set.hpp"
#include "t2s/lab/evaluation/predictions.hpp"

namespace cli::reproduce {

/// A data set at hand: its files, and its questions with gold SQL.
struct data_source {
  t2s::evaluation::data_set files{};
  t2s::evaluation::data_set shown{};         ///< whose demonstrations are shown, with their schemas and databases
  std::size_t questions = 0, databases = 0;  ///< of the whole data set
  std::string note{};                        ///< for the reader of the figures, or ""
  t2s::evaluation::gold_set gold{};
  std::string suite{};  ///< the databases of its test suite, or ""

  /// The first `n` questions.
  [[nodiscard]] t2s::evaluation::gold_set first(std::size_t n) const {
    auto some = gold;
    some.questions.resize(std::min(n, some.questions.size()));
    some.ids.resize(std::min(n, some.ids.size()));
    some.dialogues = {some.questions.size()};
    return some;
  }
};

/// The data sets that --data NAME=DIR names.
class data_sources {
 public:
  static void describe(po::options_description& to);

  /// Reads their questions, of each the first `limit`; says on standard error what was taken for what. `demonstrations_of` names the data
  /// set whose training questions serve all, "" for each its own. Throws usage_error, and t2s::error for files that cannot be read.
  data_sources(po::variables_map const& given, std::size_t limit, std::string_view demonstrations_of);

  /// Whether --data takes such a name; of some data only figures are printed.
  [[nodiscard]] static bool takes(std::string_view name);
  /// Null for one that was not given.
  [[nodiscard]] data_source const* find(std::string_view name) const;
  /// All that were given, by their names.
  [[nodiscard]] std::map<std::string, data_source, std::less<>> const& all() const { return all_; }
  /// The files that are read, which no output may replace.
  [[nodiscard]] std::vector<std::string> inputs() const;

 private:
  [[nodiscard]] data_source& given_data(std::string const& option, std::string const& name);
  void share(std::string_view demonstrations_of);

  std::map<std::string, data_source, std::less<>> all_{};
};

}  // namespace cli::reproduce

#endif
