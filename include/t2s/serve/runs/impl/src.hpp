// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/runs/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_RUNS_IMPL_SRC_HPP
#define T2S_SERVE_RUNS_IMPL_SRC_HPP

#include "t2s/serve/runs/impl/events.ipp"
#include "t2s/serve/runs/impl/run_record.ipp"
#include "t2s/serve/runs/impl/run_store.ipp"
#include "t2s/serve/runs/impl/run_watch.ipp"

#endif
