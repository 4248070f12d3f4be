// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/runs/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_RUNS_DETAIL_SRC_HPP
#define T2S_SERVE_RUNS_DETAIL_SRC_HPP

#include "t2s/serve/runs/detail/events.ipp"
#include "t2s/serve/runs/detail/run_record.ipp"
#include "t2s/serve/runs/detail/run_store.ipp"
#include "t2s/serve/runs/detail/run_watch.ipp"

#endif
