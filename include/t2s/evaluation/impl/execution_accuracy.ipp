// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_EXECUTION_ACCURACY_IPP
#define T2S_EVALUATION_IMPL_EXECUTION_ACCURACY_IPP

#include "t2s/evaluation/execution_accuracy.hpp"

namespace t2s::evaluation::detail {

T2S_DECL void gold_fails(std::string_view gold, failure const& why) {
  throw error(errc::malformed_data, "the gold SQL fails: " + why.text() + ": " + std::string(gold),
              "correct it, or leave the question out");
}

}  // namespace t2s::evaluation::detail

#endif
