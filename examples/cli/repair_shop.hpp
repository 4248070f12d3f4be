// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_REPAIR_SHOP_HPP
#define T2S_CLI_REPAIR_SHOP_HPP

#include <boost/json/object.hpp>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "lexicon_options.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/lab/evaluation/data_set.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

namespace cli {

/// What became of a statement, as --json shows it.
boost::json::object outcome_json(t2s::repair::repair_outcome const& done);

/// Whether it fails; a statement with more rows than are read runs.
bool fails(t2s::repair::repair_outcome const& done);

/// The part of a prediction that is written: the rows of a whole data set would not fit.
struct repaired_prediction {
  std::string sql{}, json{};
  bool repaired = false, fails = false;
};

/// Repairs the predictions of one file, on several threads.
class repair_shop {
 public:
  /// Throws t2s::error if a database is missing.
  repair_shop(t2s::evaluation::database_folders databases, t2s::evaluation::gold_set questions, t2s::evaluation::prediction_set predictions,
              t2s::repair::repair_options rules, lexicon_options words);

  void run(std::size_t jobs);

  /// The files that are read.
  [[nodiscard]] std::vector<std::string> databases() const;
  /// After `run`, in the order of the predictions.
  [[nodiscard]] std::vector<repaired_prediction> const& done() const { return done_; }
  /// Writes one SQL a line; unchanged ones stay as they were.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string json_lines() const;
  /// "1034 predictions: 961 left as they are, 71 repaired, 2 fail still": each is counted once.
  [[nodiscard]] std::string summary() const;

 private:
  struct repaired_database {
    std::shared_ptr<t2s::knowledge::lexicon const> names{};
    std::once_flag read{};
  };
  using connections = std::map<std::string, t2s::db::any_connection>;

  [[nodiscard]] std::string path_of(std::string const& name) const;
  void repair(std::size_t i, connections& open);

  t2s::evaluation::database_folders databases_;
  t2s::repair::repair_options rules_;
  lexicon_options words_;
  t2s::evaluation::gold_set questions_;
  t2s::evaluation::prediction_set predictions_;
  std::map<std::string, repaired_database> shared_{};
  std::vector<repaired_prediction> done_{};
};

}  // namespace cli

#endif
