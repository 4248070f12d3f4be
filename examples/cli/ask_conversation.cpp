// SPDX-License-Identifier: BSL-1.0
#include "ask_conversation.hpp"

#include <unistd.h>

#include <iostream>
#include <optional>

#include "advice.hpp"
#include "answer_text.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "terminal.hpp"

namespace cli {
namespace {

/// The next line of standard input that is not blank; nothing at its end.
std::optional<std::string> next_question() {
  bool const by_person = is_terminal(STDIN_FILENO);
  for (std::string line;;) {
    if (by_person) std::cerr << "> " << std::flush;
    if (!std::getline(std::cin, line)) {
      if (by_person) std::cerr << "\n";
      return {};
    }
    if (auto const typed = t2s::text::trim(line); !typed.empty()) return std::string(typed);
  }
}

/// An answer, or after an error its message and status.
exit_code answer_or_report(std::string const& question, std::vector<t2s::turn>& turns, turn_answerer const& answer) try {
  return answer(question, turns);
} catch (usage_error const& e) {
  std::cerr << "t2s: " << for_terminal(e.what()) << "\n";
  return wrong_usage;
} catch (t2s::error const& e) {
  bool const of_question = e.details().code == t2s::errc::question_too_long || e.details().code == t2s::errc::invalid_utf8;
  if (!of_question) throw;
  std::cerr << "t2s: " << for_terminal(e.what()) << "\n";
  return wrong_usage;
}

}  // namespace

void describe_conversation(po::options_description& to) {
  to.add_options()("conversation",
                   "read further questions from standard input, one a line; each may refer to those before it (\"and by month?\", \"only "
                   "those in Spain\")");
}

void require_question_or_conversation(po::variables_map const& given) {
  bool const converses = given.count("conversation") != 0;
  if (!converses && given.count("question") == 0)
    throw usage_error(
        "there is no question; give it in quotes: t2s ask --db FILE [options] QUESTION, or give --conversation, which reads questions "
        "line by line");
  for (auto const* other : {"ask-back", "trace"})
    if (converses && given.count(other) != 0)
      throw usage_error(std::string("--conversation does not go with --") + other + ": leave one of them out");
}

void add_turn(std::vector<t2s::turn>& to, std::string const& question, t2s::answer const& a) {
  to.push_back({question, is_answered(a) ? std::string(a.sql()) : std::string()});
}

exit_code answer_all(po::variables_map const& given, turn_answerer const& answer) {
  std::vector<t2s::turn> turns;
  bool const converses = given.count("conversation") != 0;
  if (!converses) return answer(given["question"].as<std::string>(), turns);
  auto status = answered;
  auto next = given.count("question") != 0 ? std::optional(given["question"].as<std::string>()) : next_question();
  for (; next; next = next_question()) {
    if (auto const one = answer_or_report(*next, turns, answer); one != answered) status = one;
    std::cout << std::flush;
  }
  return status;
}

}  // namespace cli
