// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_STRATEGIES_DRAFTS_HPP
#define T2S_BENCH_STRATEGIES_DRAFTS_HPP

#include "meter.hpp"

#include "t2s/evaluation/predictions.hpp"
#include "t2s/knowledge/prepared.hpp"
#include "t2s/retrieve/embedded.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/retrieve/internal/pool_schemas.hpp"
#include "t2s/retrieve/skeleton_index.hpp"
#include "t2s/run/answer.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/dart_sql.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace strategies {

using embedder = retrieve::hashed_ngrams;

struct settings {
  std::string data{};
  std::vector<std::string> predictions{};  ///< files; if there are none, all of DIR/predictions
  std::string only{};                      ///< rows whose name contains it
  std::size_t every = 1;                   ///< of the questions, each so-manieth
  bool json = false, times = false, instructions = false;
  std::string figures{};  ///< a file for bench_report
  bool collects = false;  ///< under callgrind: rows end in a dump, and nothing but their rounds is printed
};

/// One of the question's predictions is the draft; the gold is what it should have been.
struct asked_question {
  std::size_t number = 0;
  std::string text{}, gold{};
  std::vector<std::string> predicted{};  ///< one a file
};

/// A database of which everything is known, and the questions to it.
struct asked_database {
  asked_database(std::string name, std::string const& file, meter& m) : id(std::move(name)), connection(file, m) {}

  std::string id;
  metered_database connection;
  prepared<metered_database> database{connection};
  std::vector<asked_question> questions{};
};

/// The demonstrations, in the forms that the systems need.
struct demonstration_pools {
  std::shared_ptr<retrieve::embedded_pool const> masked{}, plain{};
  std::shared_ptr<retrieve::dail_skeletons const> skeletons{};
  std::shared_ptr<retrieve::bm25 const> words{};
  std::shared_ptr<retrieve::pool_schemas const> schemas{};
  std::shared_ptr<retrieve::skeleton_index const> index{};
};

/// All questions with their drafts, and the judge of SQL.
class drafts {
 public:
  explicit drafts(settings s);

  [[nodiscard]] settings const& how() const noexcept { return settings_; }
  [[nodiscard]] std::vector<std::string> const& files() const noexcept { return files_; }
  [[nodiscard]] std::vector<std::unique_ptr<asked_database>> const& databases() const noexcept { return databases_; }
  [[nodiscard]] demonstration_pools const& pools() const noexcept { return pools_; }
  [[nodiscard]] embedder& by() noexcept { return by_; }
  [[nodiscard]] meter& metering() noexcept { return meter_; }
  [[nodiscard]] std::size_t questions() const noexcept { return questions_; }

  /// By the official execution accuracy.
  [[nodiscard]] bool is_right(asked_database& of, asked_question const& q, std::string const& sql);

 private:
  void read_questions();
  void read_pools();
  asked_database& open(std::string const& id);

  settings settings_;
  meter meter_;
  embedder by_{};
  std::vector<std::string> files_{};
  std::vector<std::unique_ptr<asked_database>> databases_{};
  demonstration_pools pools_{};
  std::unordered_map<std::string, bool> right_{};
  std::size_t questions_ = 0;
};

}  // namespace strategies

#endif
