// SPDX-License-Identifier: BSL-1.0
#include "confidence_option.hpp"

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/pipeline/answer.hpp"

namespace cli {

void describe_min_confidence(po::options_description& to, std::string const& otherwise) {
  auto const text =
      "give no answer that is less likely right than P, from 0 to 1, and say what is missing (default: " + otherwise + "; usual: 0.75)";
  to.add_options()("min-confidence", a_word("P|usual"), text.c_str());
}

double default_min_confidence(bool asks_model) { return asks_model ? 0 : t2s::estimated::default_minimum; }

double min_confidence_of(std::string const& typed) {
  if (typed == "usual") return t2s::estimated::usual_minimum;
  double p = 0;
  if (t2s::text::to_number(typed, p) != std::errc() || p < 0 || p > 1)
    throw usage_error("--min-confidence " + typed + ": give a probability from 0 to 1, such as 0.75, or usual");
  return p;
}

}  // namespace cli
