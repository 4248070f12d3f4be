// SPDX-License-Identifier: BSL-1.0
// The bodies of lab/report/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_LAB_REPORT_DETAIL_SRC_HPP
#define T2S_LAB_REPORT_DETAIL_SRC_HPP

#include "t2s/lab/report/detail/figure_table.ipp"
#include "t2s/lab/report/detail/html.ipp"
#include "t2s/lab/report/detail/json.ipp"
#include "t2s/lab/report/detail/study_csv.ipp"
#include "t2s/lab/report/detail/study_html.ipp"
#include "t2s/lab/report/detail/study_json.ipp"
#include "t2s/lab/report/detail/study_pictures.ipp"
#include "t2s/lab/report/detail/study_text.ipp"
#include "t2s/lab/report/detail/text.ipp"

#endif
