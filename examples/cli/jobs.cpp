// SPDX-License-Identifier: BSL-1.0
#include "jobs.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <thread>

namespace cli {

std::size_t whole_number(po::variables_map const& given, char const* option, std::size_t least, std::size_t most, std::size_t otherwise) {
  if (given.count(option) == 0) return otherwise;
  auto const n = given[option].as<double>();
  if (n >= static_cast<double>(least) && n <= static_cast<double>(most) && n == std::floor(n)) return static_cast<std::size_t>(n);
  throw usage_error(std::string("--") + option + " needs a whole number from " + std::to_string(least) + " to " + std::to_string(most));
}

void describe_jobs(po::options_description& to) {
  to.add_options()("jobs", po::value<double>()->value_name("N"), "threads, 1 to 1024 (default: one a processor)");
}

std::size_t jobs_of(po::variables_map const& given) {
  return whole_number(given, "jobs", 1, 1024, std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace cli
