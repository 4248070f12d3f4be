// SPDX-License-Identifier: BSL-1.0
#include "prediction_files.hpp"
#include "printable.hpp"

#include <iostream>

#include "data_options.hpp"
#include "t2s/core/error.hpp"
#include "wording.hpp"

namespace cli {

namespace ev = t2s::evaluation;

ev::gold_set questions_in(std::vector<std::string> const& paths) {
  ev::gold_set set{paths.front(), read_questions(paths), {}, {}};
  set.dialogues.push_back(set.questions.size());
  return set;
}

ev::prediction_set predictions_for(std::string const& path, ev::gold_set const& questions) {
  auto set = ev::read_predictions(path, questions);
  auto const wanted = questions.questions.size(), found = set.predictions.size() + set.surplus;
  if (found != wanted)
    throw t2s::error(t2s::errc::malformed_data, path + ": " + counted(found, "prediction") + " for " + counted(wanted, "question"),
                     "give every file one prediction a question, SELECT NULL where there is none");
  for (auto const& w : set.warnings) std::cerr << "t2s: " << printable(path) << ": " << printable(w) << "\n";
  return set;
}

}  // namespace cli
