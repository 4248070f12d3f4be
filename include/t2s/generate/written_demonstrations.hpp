// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_WRITTEN_DEMONSTRATIONS_HPP
#define T2S_GENERATE_WRITTEN_DEMONSTRATIONS_HPP

#include "t2s/llm/prompt_template.hpp"
#include "t2s/run/answer.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace t2s::generate {

/// The first `most` of the demonstrations that a sampler chose, each as `form` writes it. Its slots: `answer`, the SQL, and if wanted
/// `question`.
[[nodiscard]] inline std::vector<std::string> written_demonstrations(samples const& shown, std::size_t most,
                                                                     llm::prompt_template const& form) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < std::min(most, shown.demonstrations.size()); ++i) {
    auto const& like = shown.demonstrations[i].shown;
    all.push_back(form.fill({{"question", like.question, true}, {"answer", like.sql}}));
  }
  return all;
}

}  // namespace t2s::generate

#endif
