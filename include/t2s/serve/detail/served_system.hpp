// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_SERVED_SYSTEM_HPP
#define T2S_SERVE_DETAIL_SERVED_SYSTEM_HPP

#include "t2s/pipeline/answer.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/runs/detail/run_watch.hpp"

#include <functional>
#include <string>

namespace t2s::serve {

/// Answers a question over a database. Several threads call it at once. It passes `run_watch::trace` and `run_watch::stop` to the run as
/// trace and stop token, and respects `run_watch::order().min_confidence`. An exception ends the run.
using run_answerer = std::function<answer(served_database&, std::string const& question, run_watch&)>;

/// A system that users may choose.
struct served_system {
  std::string name{};                                                   ///< the name by which users choose it
  std::string about{};                                                  ///< one line about it
  bool asks_model = false;                                              ///< whether a model reads the question
  run_answerer answer{};                                                ///< answers questions
  double min_confidence = asks_model ? 0 : estimated::default_minimum;  ///< that of a question which asks for none
  std::string model{};                                                  ///< the name of the model that drafts; "" without one
};

}  // namespace t2s::serve

#endif
