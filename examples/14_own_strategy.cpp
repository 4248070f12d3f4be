// SPDX-License-Identifier: BSL-1.0
// Compares your own feedback with one of the library's over published drafts, and writes a page with the results.
// Usage: 14_own_strategy DATA QUESTIONS PAGE.html DRAFTS...
// DATA has databases/ID/ID.sqlite; QUESTIONS has gold SQL in Spider's or BIRD's JSON; each file of DRAFTS has one SQL a line.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "t2s/lab/report/report.hpp"
#include "t2s/lab/studies/study.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/terminate/basic.hpp"

/// Objects to a count if the question does not ask for a number.
struct unasked_count {
  static constexpr std::string_view name = "unasked_count";

  std::optional<t2s::remark> review(auto&, t2s::question const& asked, auto const& past) const {
    bool const counts = past.sql().find("count(") != std::string::npos, asks = asked.original.find("How many") != std::string::npos;
    if (!counts || asks) return {};
    return t2s::remark(name, "the query counts, and the question does not ask how many there are");
  }
};

template <class Feedback>
auto corrected_by(Feedback feedback) {
  using stop = t2s::terminate::any_of<t2s::terminate::nothing_left, t2s::terminate::revisions>;
  return t2s::pipeline<t2s::none, t2s::none, t2s::generate::few_shot, Feedback, stop>{{}, {}, {}, feedback, {}};
}

int main(int argc, char** argv) try {
  if (argc < 5) return std::cerr << "usage: 14_own_strategy DATA QUESTIONS PAGE.html DRAFTS...\n", 2;
  t2s::studies::question_set const data(argv[1], argv[2]);
  auto const drafts = data.drafts({argv + 4, argv + argc});
  auto const found = t2s::studies::study(data, drafts, t2s::correctors::simulated{.mends = 0.7, .spoils = 0.1})
                         .add("errors", corrected_by(t2s::feedback::execution_error()))
                         .add("mine", corrected_by(unasked_count()))
                         .run({.jobs = 2});
  std::cout << t2s::studies::study_text(found);
  std::ofstream page(argv[3]);
  if (!(page << t2s::studies::study_html(found)).flush()) return std::cerr << argv[3] << " cannot be written\n", 3;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
