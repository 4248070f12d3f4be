// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_DETAIL_SRC_HPP
#define T2S_SERVE_DETAIL_SRC_HPP

#include "t2s/serve/detail/answer_json.ipp"
#include "t2s/serve/detail/arguments.ipp"
#include "t2s/serve/detail/chart.ipp"
#include "t2s/serve/detail/chart_json.ipp"
#include "t2s/serve/detail/conversations.ipp"
#include "t2s/serve/detail/corrections.ipp"
#include "t2s/serve/detail/learned_file.ipp"
#include "t2s/serve/detail/served_database.ipp"
#include "t2s/serve/detail/users.ipp"

#endif
