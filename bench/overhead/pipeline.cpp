// SPDX-License-Identifier: BSL-1.0
// The library's own pipeline.
#include "subject.hpp"

namespace overhead {

answer by_pipeline(world& w, std::size_t subject) {
  return with_subject(w, subject, [](auto const& system, auto ctx) { return system.run(std::move(ctx), std::string(question_text)); });
}

}  // namespace overhead
