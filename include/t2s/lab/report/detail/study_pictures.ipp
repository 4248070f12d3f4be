// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_PICTURES_IPP
#define T2S_LAB_REPORT_DETAIL_STUDY_PICTURES_IPP

#include "t2s/lab/report/detail/study/pictures.hpp"
#include "t2s/lab/report/report.hpp"

namespace t2s::studies {

T2S_DECL std::vector<picture> study_pictures(study_figures const& f) {
  reporting::shown_study const study(f);
  std::vector<picture> out;
  for (auto const& d : reporting::drawings_of(study)) out.push_back({d.name + ".svg", reporting::svg_file(d)});
  return out;
}

}  // namespace t2s::studies

#endif
