// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STUDY_DESCRIPTION_HPP
#define T2S_CLI_STUDY_DESCRIPTION_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "study/chosen_feedback.hpp"
#include "study/chosen_stop.hpp"
#include "systems/candidate_choice.hpp"

namespace cli::study {

/// A strategy as a file describes it: a pipeline of the command line with settings, feedbacks and rules to stop, or a vote among the
/// drafts.
struct described_strategy {
  std::string name{};
  std::string pipeline{};               ///< "" for another kind
  std::vector<std::string> settings{};  ///< of the pipeline, as --set takes them
  std::vector<std::string> feedback{};  ///< names of stages
  std::string vote{};                   ///< "plain" or "evidence"
  t2s::sequence_rule rule = t2s::sequence_rule::first_of;
  chosen_stop stop{};
  candidate_choice several{};      ///< of the pipeline
  std::size_t demonstrations = 0;  ///< that the generator of such a strategy shows
};

/// What answers in the place of a model, as a file describes it.
struct described_corrector {
  std::string kind = "gold";         ///< gold, unchanged, published, simulated or model
  std::vector<std::string> files{};  ///< of published revisions; none: the other files of drafts
  double mends = 0.7, spoils = 0.1;  ///< of the simulated one
  std::string before{}, after{};     ///< runs that the simulated one is fitted to
  std::string fitted_by{};           ///< the strategy between them
};

/// A study as a file describes it.
struct description {
  std::string title{};
  std::string data{};                                ///< "" where the command line names it
  std::string questions{};                           ///< "" for the usual file of the data
  std::optional<std::vector<std::string>> drafts{};  ///< nothing: DATA/predictions/*
  bool own_drafts = false;
  described_corrector corrector{};
  std::vector<described_strategy> strategies{};
  std::size_t seed = 1, attempts = 8;
};

/// Reads a description: JSON with comments (docs/studies/README.md). Paths in it are relative to its folder. Throws t2s::error that says
/// which member is wrong, and what there is instead.
[[nodiscard]] description read_description(std::string const& path);

/// The corrector of that name. Throws usage_error.
[[nodiscard]] std::string known_corrector(std::string const& name);

/// The names of the feedbacks that a description may have.
[[nodiscard]] std::vector<std::string> feedback_names();

}  // namespace cli::study

#endif
