// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_STUDY_IMPL_FITTED_RATES_IPP
#define T2S_STUDY_IMPL_FITTED_RATES_IPP

#include "t2s/study/fitted_rates.hpp"

#include <cmath>

namespace t2s::studies {

namespace detail {

/// A share with Wilson's interval.
inline std::optional<estimate> wilson(std::size_t part, std::size_t of) {
  if (of == 0) return {};
  constexpr double z = 1.959963984540054;
  auto const n = static_cast<double>(of), p = static_cast<double>(part) / n, z2 = z * z / n;
  auto const middle = (p + z2 / 2) / (1 + z2), half = z * std::sqrt(p * (1 - p) / n + z2 / n / 4) / (1 + z2);
  return estimate{p, middle - half, middle + half};
}

}  // namespace detail

T2S_DECL corrector_rates fitted_rates(study const& pair, study_options const& how) {
  if (pair.files() != 2 || pair.size() == 0)
    throw error(errc::invalid_argument, "fitted_rates needs a study with two files of drafts and a strategy",
                "give it the run before and the run after, and add the feedback between them");
  corrector_rates out;
  std::size_t mended = 0, spoilt = 0;
  study::session runs(pair, how);
  for (auto const i : runs.order()) {
    auto const q = runs.ask(i);
    if (!q.skipped.empty() || q.runs[0].remarks.empty()) continue;
    bool const before = q.runs[0].before(), after = q.runs[1].before();
    ++(before ? out.wrongly : out.rightly);
    mended += !before && after, spoilt += before && !after;
  }
  out.mends = detail::wilson(mended, out.rightly);
  out.spoils = detail::wilson(spoilt, out.wrongly);
  return out;
}

}  // namespace t2s::studies

#endif
