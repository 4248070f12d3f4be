// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SYSTEMS_SAME_REQUESTS_HPP
#define T2S_TESTS_SYSTEMS_SAME_REQUESTS_HPP

#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/context.hpp"

#include <string>
#include <vector>

/// For tests that compare two pipelines by all their requests.
namespace t2s::tests {

using requests_of_run = std::vector<llm::request>;

/// All requests of a run to a model: the parts that reach a server, without the run's own limits.
template <class System, class Database>
requests_of_run requests(System const& system, llm::scripted_model model, Database& database, std::string const& question) {
  (void)system.run(context(model, database), question);
  auto all = model.asked();
  for (auto& r : all) r.bounds = {};
  return {all.begin(), all.end()};
}

}  // namespace t2s::tests

#endif
