// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDY_CORRECTORS_DETAIL_SIMULATED_HPP
#define T2S_LAB_STUDY_CORRECTORS_DETAIL_SIMULATED_HPP

#include "t2s/lab/study/detail/corrector.hpp"

#include <string>
#include <vector>

namespace t2s::correctors {

/// A corrector that follows feedback: it mends what a remark names rightly, and spoils the SQL where a remark is wrong, each with a
/// probability. All else of the SQL stays.
///
/// `feedback::missing_entities` names tables and columns, `feedback::skeleton_mismatch` a skeleton, every other remark that the SQL is
/// wrong. Named rightly is a table or column that the gold SQL uses and the SQL does not, the skeleton of the gold SQL, and SQL that is
/// wrong.
///
/// - A missing table or column that is mended takes the place of one that the gold SQL does not use; where there is none, nothing changes.
/// - A skeleton that is mended is the gold SQL, with tables and columns of the SQL in the place of those that the SQL does not use.
/// - After any other right remark that is followed, the revision is the gold SQL.
/// - A table or column that is named wrongly and followed takes the place of the first that the SQL uses.
/// - After any other wrong remark that is followed, the revision is the next file's wrong prediction for the question; where there is none,
/// the
///   SQL with another column in the place of its first one, if that makes it wrong; else `SELECT NULL`.
///
/// Whether a remark is followed is drawn by seed, question, file, round and what is named: the same in every order of runs. A prompted
/// judge knows what is right. These are assumptions and no measurement of a model; `fitted_rates` takes the probabilities from a pair of
/// published runs.
struct simulated {
  static constexpr bool is_simulated = true;  ///< no model answers

  double mends = 0.7;   ///< probability that what is named rightly is mended, from 0 to 1
  double spoils = 0.1;  ///< probability that what is named wrongly is followed, from 0 to 1

  /// As `studies::Corrector` has it, at once; thread safe.
  [[nodiscard]] T2S_DECL llm::completion answer(studies::correction const& at, llm::request const& asked) const;
  /// For the reader of the figures.
  [[nodiscard]] T2S_DECL std::string description() const;
  /// What is assumed in the place of a model.
  [[nodiscard]] T2S_DECL std::vector<std::string> assumptions() const;
};

}  // namespace t2s::correctors

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/study/detail/simulated.ipp"
#endif

#endif
