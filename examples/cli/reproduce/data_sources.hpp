// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_REPRODUCE_DATA_SOURCES_HPP
#define T2S_CLI_REPRODUCE_DATA_SOURCES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "t2s/lab/evaluation/data_set.hpp"
#include "t2s/lab/evaluation/predictions.hpp"

namespace cli::reproduce {

/// An available data set: its files, and its questions with gold SQL.
struct data_source {
  t2s::evaluation::data_set files{};
  t2s::evaluation::data_set shown{};         ///< the data set whose demonstrations are shown, with their schemas and databases
  std::size_t questions = 0, databases = 0;  ///< in the whole data set
  std::string note{};                        ///< a note on the figures, or ""
  t2s::evaluation::gold_set gold{};
  std::string suite{};     ///< the databases of its test suite, or ""
  std::uint64_t seed = 1;  ///< of what is drawn

  /// The first `n` questions.
  [[nodiscard]] t2s::evaluation::gold_set first(std::size_t n) const {
    auto some = gold;
    some.questions.resize(std::min(n, some.questions.size()));
    some.ids.resize(std::min(n, some.ids.size()));
    some.dialogues = {some.questions.size()};
    return some;
  }
  /// `n` questions, drawn from all by the seed, in the order of the data set; all of them if it has no more.
  [[nodiscard]] t2s::evaluation::gold_set drawn(std::size_t n) const;
};

/// The data sets that --data NAME=DIR names.
class data_sources {
 public:
  static void describe(po::options_description& to);

  /// Reads their questions, of each the first `limit`; reports the chosen files on standard error. Of Dr.Spider's sets only those in
  /// `wanted` are read. `demonstrations_of` names the data set whose training questions all use; "" for each its own. Throws usage_error,
  /// and t2s::error for unreadable files.
  data_sources(po::variables_map const& given, std::size_t limit, std::string_view demonstrations_of,
               std::vector<std::string_view> const& wanted);

  /// The name by which --data takes a data set: "dr-spider" for "dr-spider-NLQ_column_value", otherwise its own; "" if only figures are
  /// printed for it.
  [[nodiscard]] static std::string_view given_as(std::string_view name);
  /// Null if it was not given.
  [[nodiscard]] data_source const* find(std::string_view name) const;
  /// All given data sets, by name.
  [[nodiscard]] std::map<std::string, data_source, std::less<>> const& all() const { return all_; }
  /// The files that are read, which no output may replace.
  [[nodiscard]] std::vector<std::string> inputs() const;

 private:
  void add(std::string const& name, std::string const& folder, std::vector<std::string_view> const& wanted);
  [[nodiscard]] std::vector<data_source*> given_data(std::string const& option, std::string const& name);
  void share(std::string_view demonstrations_of);

  std::map<std::string, data_source, std::less<>> all_{};
};

}  // namespace cli::reproduce

#endif
