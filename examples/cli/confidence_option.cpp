// SPDX-License-Identifier: BSL-1.0
#include "confidence_option.hpp"

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/pipeline/answer.hpp"

namespace cli {

void describe_min_confidence(po::options_description& to) {
  to.add_options()("min-confidence", a_word("P|usual"),
                   "give no answer that is less likely right than P, from 0 to 1, and say what is missing (default: 0; usual: 0.75)");
}

double min_confidence_of(std::string const& typed) {
  if (typed.empty()) return 0;
  if (typed == "usual") return t2s::estimated::usual_minimum;
  double p = 0;
  if (t2s::text::to_number(typed, p) != std::errc() || p < 0 || p > 1)
    throw usage_error("--min-confidence " + typed + ": give a probability from 0 to 1, such as 0.75, or usual");
  return p;
}

}  // namespace cli
