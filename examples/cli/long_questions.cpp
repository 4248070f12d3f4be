// SPDX-License-Identifier: BSL-1.0
#include "long_questions.hpp"

#include <iostream>

#include "t2s/core/detail/budget.hpp"
#include "t2s/core/detail/text.hpp"
#include "table.hpp"

namespace cli {

std::string named_question(std::vector<std::string> const& paths, std::size_t i, std::string_view question) {
  constexpr std::size_t most = 200;  // displayed bytes
  std::string out;
  for (auto const& path : paths) out.append(out.empty() ? "" : ", ").append(path);
  out.append(": question #").append(std::to_string(i)).append(" (").append(printable(t2s::text::whole_characters(question, most)));
  return out.append(question.size() > most ? "...)" : ")");
}

void leave_out_long_questions(std::vector<std::string> const& paths, std::vector<t2s::demonstration>& questions, std::string_view instead) {
  constexpr std::size_t most_shown = 20;
  auto const limit = t2s::limits().question_bytes;
  std::size_t found = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    auto& q = questions[i];
    auto const bytes = t2s::asked_text(q).size();
    if (bytes <= limit) continue;
    if (++found <= most_shown)
      std::cerr << "t2s: " << named_question(paths, i, q.question) << ": the question has " << bytes << " bytes, and at most " << limit
                << " are taken; " << instead << "\n";
    q.question.clear();
    q.evidence.clear();
  }
  if (found > most_shown) std::cerr << "t2s: ... and " << found - most_shown << " more\n";
}

}  // namespace cli
