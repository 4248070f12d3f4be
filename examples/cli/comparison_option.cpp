// SPDX-License-Identifier: BSL-1.0
#include "comparison_option.hpp"

#include <vector>

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"

namespace cli {

namespace ev = t2s::evaluation;

void describe_comparison(po::options_description& into, std::string const& what, std::string const& otherwise) {
  auto const text = what + ": spider, strict, exact, bird, spider2, subset, superset, either or ehrsql (default: " + otherwise + ")";
  into.add_options()("compare", a_word("MODE"), text.c_str());
}

std::optional<ev::comparison> comparison_of(po::variables_map const& given) {
  if (given.count("compare") == 0) return {};
  auto const word = given["compare"].as<std::string>();
  if (auto const how = ev::comparison_named(word)) return how;
  std::vector<std::string> known;
  for (auto const how : ev::all_comparisons) known.emplace_back(ev::name_of(how));
  auto const* near = t2s::text::nearest(word, known);
  throw usage_error("--compare: there is no comparison " + word +
                    (near ? "; did you mean " + *near + "?" : "; known: " + t2s::text::join(known, ", ")));
}

}  // namespace cli
