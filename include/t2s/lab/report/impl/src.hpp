// SPDX-License-Identifier: BSL-1.0
// The bodies of lab/report/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_LAB_REPORT_IMPL_SRC_HPP
#define T2S_LAB_REPORT_IMPL_SRC_HPP

#include "t2s/lab/report/impl/figure_table.ipp"
#include "t2s/lab/report/impl/html.ipp"
#include "t2s/lab/report/impl/json.ipp"
#include "t2s/lab/report/impl/study_csv.ipp"
#include "t2s/lab/report/impl/study_html.ipp"
#include "t2s/lab/report/impl/study_json.ipp"
#include "t2s/lab/report/impl/study_pictures.ipp"
#include "t2s/lab/report/impl/study_text.ipp"
#include "t2s/lab/report/impl/text.ipp"

#endif
