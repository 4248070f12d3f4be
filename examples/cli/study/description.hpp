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

/// A strategy in a description: a pipeline of the command line with settings, feedbacks and termination rules, or a vote among the drafts.
struct described_strategy {
  std::string name{};
  std::string pipeline{};               ///< "" for another kind of strategy
  std::vector<std::string> settings{};  ///< the pipeline's settings, in the form of --set
  std::vector<std::string> feedback{};  ///< names of stages
  std::string vote{};                   ///< "plain" or "evidence"
  t2s::sequence_rule rule = t2s::sequence_rule::first_of;
  chosen_stop stop{};
  candidate_choice several{};      ///< the pipeline's candidates
  std::optional<bool> repair{};    ///< whether rules repair its SQL; nothing: as the pipeline usually does
  bool guard = false;              ///< whether evidence decides if a revision replaces its SQL
  std::size_t demonstrations = 0;  ///< the number of demonstrations in prompts
};

/// What replaces the model, in a description.
struct described_corrector {
  std::string kind = "gold";         ///< gold, unchanged, published, simulated or model
  std::vector<std::string> files{};  ///< for published revisions; none: the other files of drafts
  double mends = 0.7, spoils = 0.1;  ///< the rates of the simulated one
  std::string before{}, after{};     ///< runs from which the rates of the simulated one are derived
  std::string fitted_by{};           ///< the strategy between them
};

/// A study in a description.
struct description {
  std::string title{};
  std::string data{};                                ///< "" if the command line names it
  std::string questions{};                           ///< "" for the usual file of the data set
  std::optional<std::vector<std::string>> drafts{};  ///< nothing: DATA/predictions/*
  bool own_drafts = false;
  described_corrector corrector{};
  std::vector<described_strategy> strategies{};
  std::size_t seed = 1, attempts = 8;
};

/// Reads a description: JSON with comments (docs/studies/README.md). Paths are relative to its folder. Throws t2s::error that names the
/// wrong member and the valid alternatives.
[[nodiscard]] description read_description(std::string const& path);

/// The corrector of that name. Throws usage_error.
[[nodiscard]] std::string known_corrector(std::string const& name);

/// The names of all feedbacks for descriptions.
[[nodiscard]] std::vector<std::string> feedback_names();

}  // namespace cli::study

#endif
