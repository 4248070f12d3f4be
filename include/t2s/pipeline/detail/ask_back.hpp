// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_ASK_BACK_HPP
#define T2S_PIPELINE_DETAIL_ASK_BACK_HPP

#include "t2s/core/error.hpp"
#include "t2s/pipeline/detail/notice.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s {

/// One way to read a question: SQL that runs, and what distinguishes it from the others.
struct reading_option {
  std::string text{};  ///< in plain words: "gives member.name; keeps those where loan.fee > 3"
  attempt made{};      ///< its SQL and result

  /// The SQL.
  [[nodiscard]] std::string_view sql() const noexcept { return made.tried.sql; }
};

/// A question to the user, where readings of the question have different results. A fact of the answer's last attempt, or of a withheld one
/// (`asked_back`).
struct ask_back {
  std::string question{};                 ///< short: "Which column is meant?"
  std::vector<reading_option> options{};  ///< two or three; the first is the answer as it stands
};

/// The question that an answer asks back; nullptr if it asks nothing.
[[nodiscard]] inline ask_back const* asked_back(answer const& a) noexcept {
  auto const* const last = last_attempt(a);
  return last ? last->known<ask_back>() : nullptr;
}

/// The answer after the user's choice: the SQL and the result of that option, from 0, are its last attempt, which asks nothing and needs no
/// confidence. Throws `error` with `invalid_argument` if there is no such option.
[[nodiscard]] inline answer with_choice(answer a, std::size_t option) {
  auto const* const asked = asked_back(a);
  auto const count = asked ? asked->options.size() : 0;
  if (option >= count)
    throw error(errc::invalid_argument,
                "the answer asks back with " + std::to_string(count) + " options, and option " + std::to_string(option) + " was chosen",
                "count from 0, and look at asked_back(answer)");
  auto chosen = asked->options[option];
  if (a.withheld) a.revisions.push_back(std::move(*a.withheld));
  a.withheld.reset();
  a.stopped = "chosen by the user: " + chosen.text;
  a.revisions.push_back(std::move(chosen.made));
  return a;
}

}  // namespace t2s

#endif
