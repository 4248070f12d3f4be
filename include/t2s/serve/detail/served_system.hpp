// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_SERVED_SYSTEM_HPP
#define T2S_SERVE_DETAIL_SERVED_SYSTEM_HPP

#include "t2s/pipeline/answer.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/runs/detail/run_watch.hpp"

#include <functional>
#include <string>

namespace t2s::serve {

/// Answers a question over a database; called by several threads at once. It gives the run `run_watch::trace` as its trace and
/// `run_watch::stop` as its stop token, and takes `run_watch::order().min_confidence`. What it throws is the end of the run.
using run_answerer = std::function<answer(served_database&, std::string const& question, run_watch&)>;

/// A system that users may choose.
struct served_system {
  std::string name{};       ///< by which it is chosen
  std::string about{};      ///< one line
  bool asks_model = false;  ///< whether a model reads the question
  run_answerer answer{};    ///< what it does
};

}  // namespace t2s::serve

#endif
