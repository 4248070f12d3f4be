// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_CORRECTORS_DETAIL_SIMULATED_HPP
#define T2S_LAB_STUDIES_CORRECTORS_DETAIL_SIMULATED_HPP

#include "t2s/lab/studies/detail/corrector.hpp"

#include <string>
#include <vector>

namespace t2s::correctors {

/// A corrector that follows feedback: it fixes what a remark correctly names, and damages the SQL if a remark is wrong, each with a
/// probability. The rest of the SQL stays.
///
/// `feedback::missing_entities` names tables and columns, `feedback::skeleton_mismatch` a skeleton; every other remark says that the SQL is
/// wrong. A remark is correct if it names a table or column that the gold SQL uses and the SQL does not, or the skeleton of the gold SQL,
/// or if the SQL is wrong.
///
/// - To fix a missing table or column, it replaces one that the gold SQL does not use; if there is none, nothing changes.
/// - To fix a skeleton, it uses the gold SQL, with tables and columns of the SQL in place of those that the SQL does not use.
/// - For any other correct remark that it follows, the revision is the gold SQL.
/// - A table or column that a wrong remark names replaces the first one that the SQL uses.
/// - For any other wrong remark that it follows, the revision is the next file's wrong prediction for the question; if there is none, the
///   SQL with another column in place of its first one, if that makes it wrong; else `SELECT NULL`.
///
/// Whether it follows a remark is drawn by seed, question, file, round and what is named: the same in every order of runs. A prompted judge
/// knows what is right. These are assumptions and no measurement of a model; `fitted_rates` computes the probabilities from a pair of
/// published runs.
struct simulated {
  static constexpr bool is_simulated = true;  ///< no model answers

  double mends = 0.7;   ///< probability of fixing what a correct remark names, from 0 to 1
  double spoils = 0.1;  ///< probability of following a wrong remark, from 0 to 1

  /// As required by `studies::Corrector`, at once; thread safe.
  [[nodiscard]] T2S_DECL llm::completion answer(studies::correction const& at, llm::request const& asked) const;
  /// For the reader of the figures.
  [[nodiscard]] T2S_DECL std::string description() const;
  /// The assumptions made instead of asking a model.
  [[nodiscard]] T2S_DECL std::vector<std::string> assumptions() const;
};

}  // namespace t2s::correctors

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/correctors/detail/simulated.ipp"
#endif

#endif
