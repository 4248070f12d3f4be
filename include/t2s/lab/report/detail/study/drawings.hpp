// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_DRAWINGS_HPP
#define T2S_LAB_REPORT_DETAIL_STUDY_DRAWINGS_HPP

#include "t2s/lab/report/detail/study/row_pictures.hpp"
#include "t2s/lab/report/study.hpp"

namespace t2s::studies::reporting {

/// The pictures of a study for which it has figures.
inline std::vector<drawing> drawings_of(shown_study const& study) {
  auto const group_calls = [](group_figures const& g) { return g.calls; };
  auto const group_tokens = [](group_figures const& g) { return g.tokens; };
  std::vector<drawing> out;
  for (auto& d : {accuracy_against(study, mean_calls, "calls", "ex_against_calls"),
                  accuracy_against(study, mean_tokens, "tokens", "ex_against_tokens"), changes_picture(study), detection_picture(study),
                  by_round(study, true), by_round(study, false), hardness_picture(study), agreements_picture(study),
                  cost_by_size(study, group_calls, "calls", "calls_against_size"),
                  cost_by_size(study, group_tokens, "tokens", "tokens_against_size"), latency_picture(study)})
    if (d) {
      out.push_back(*d);
      if (study.f.simulated) out.back().footnote = study.corrector();
    }
  return out;
}

}  // namespace t2s::studies::reporting

#endif
