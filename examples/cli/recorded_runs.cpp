// SPDX-License-Identifier: BSL-1.0
#include "recorded_runs.hpp"
#include "printable.hpp"

#include <algorithm>
#include <iostream>

#include "t2s/core/error.hpp"
#include "wording.hpp"

namespace cli {

namespace ev = t2s::evaluation;

recorded_runs::recorded_runs(ev::gold_set const& questions, std::vector<ev::prediction_set> const& sets, ev::data_folders const& folders)
    : gold(questions), files(sets), hardness(ev::hardness_of(questions, folders)) {}

void require_records(ev::prediction_set const& file, std::size_t found, std::string_view kind, std::string_view advice) {
  if (found > 0) return;
  throw t2s::error(t2s::errc::malformed_data, file.name + ": no run has recorded " + std::string(kind), std::string(advice));
}

void print_questions(std::vector<std::size_t> const& numbers, std::string_view what) {
  constexpr std::size_t most = 10;
  if (numbers.empty()) return;
  std::cout << printable(what) << ": " << counted(numbers.size(), "question") << " (";
  for (std::size_t i = 0; i < std::min(most, numbers.size()); ++i) std::cout << (i == 0 ? "#" : ", #") << numbers[i];
  std::cout << (numbers.size() > most ? ", ...)\n" : ")\n");
}

boost::json::array numbers_json(std::vector<std::size_t> const& numbers) { return boost::json::array(numbers.begin(), numbers.end()); }

}  // namespace cli
