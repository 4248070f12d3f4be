// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_FITTED_RATES_HPP
#define T2S_LAB_STUDIES_DETAIL_FITTED_RATES_HPP

#include "t2s/lab/studies/detail/figures.hpp"
#include "t2s/lab/studies/detail/study.hpp"

#include <cstddef>
#include <optional>

namespace t2s::studies {

/// A corrector's responses to objections, for `correctors::simulated`.
struct corrector_rates {
  std::size_t rightly = 0, wrongly = 0;  ///< objections to wrong and to right drafts
  std::optional<estimate> mends{};       ///< share of the former whose answer is right; nothing without any
  std::optional<estimate> spoils{};      ///< share of the latter whose answer is wrong; nothing without any
};

/// Computes the rates from a published pair of runs, before and after a correction with known feedback. The study has two files of drafts,
/// the run before and the run after, and as its first strategy the feedback of that correction, such as one pipeline with it:
///
///     t2s::studies::study pair(data, data.drafts({"before.sql", "after.sql"}), t2s::correctors::unchanged());
///     auto const rates = t2s::studies::fitted_rates(pair.add("errors", my_pipeline));
///
/// An objection is any remark about the draft; whole objections are counted, not the parts that they name. Intervals are Wilson's (1927).
/// Throws `error` with `invalid_argument` for another number of files, and as `study::run`.
[[nodiscard]] T2S_DECL corrector_rates fitted_rates(study const& pair, study_options const& how = {});

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/fitted_rates.ipp"
#endif

#endif
