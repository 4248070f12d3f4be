// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_FITTED_RATES_IPP
#define T2S_LAB_STUDIES_DETAIL_FITTED_RATES_IPP

#include "t2s/lab/evaluation/detail/bootstrap.hpp"
#include "t2s/lab/studies/detail/fitted_rates.hpp"
#include "t2s/lab/studies/detail/question_loop.hpp"

namespace t2s::studies {

namespace detail {

inline std::optional<estimate> rate(std::size_t part, std::size_t of) {
  if (of == 0) return {};
  auto const value = static_cast<double>(part) / static_cast<double>(of);
  auto const [low, high] = evaluation::interval_of_share(value, of);
  return estimate{value, low, high};
}

}  // namespace detail

T2S_DECL corrector_rates fitted_rates(study const& pair, study_options const& how) {
  if (pair.files() != 2 || pair.size() == 0)
    throw error(errc::invalid_argument, "fitted_rates needs a study with two files of drafts and a strategy",
                "give it the run before and the run after, and add the feedback between them");
  corrector_rates out;
  std::size_t mended = 0, spoilt = 0;
  study::session runs(pair, how);
  std::mutex counting;
  detail::for_each_question(runs.order(), how.jobs, [&](std::size_t i) {
    auto const q = runs.ask(i);
    if (!q.skipped.empty() || q.runs[0].remarks.empty()) return;
    bool const before = q.runs[0].before(), after = q.runs[1].before();
    std::scoped_lock const lock(counting);
    ++(before ? out.wrongly : out.rightly);
    mended += !before && after;
    spoilt += before && !after;
  });
  out.mends = detail::rate(mended, out.rightly);
  out.spoils = detail::rate(spoilt, out.wrongly);
  return out;
}

}  // namespace t2s::studies

#endif
