// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_PIPELINE_DRAWN_MODEL_HPP
#define T2S_TESTS_PIPELINE_DRAWN_MODEL_HPP

#include "stages.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/policies/terminate/basic.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace t2s::tests {

/// Its answers depend on the candidate that asks and on the number of its calls, not on the order of all calls; it judges the longer of two
/// SQL texts to be right. "!" is a failure.
struct drawn_model {
  std::map<std::size_t, std::vector<std::string>> replies{};
  std::string judgement{};  // for every comparison; otherwise the longer SQL is right
  std::vector<llm::request> asked{};
  std::map<std::size_t, std::size_t> answered{};  // calls by candidate

  llm::completion complete(llm::request r) {
    llm::completion c;
    auto const& prompt = r.messages.back().text;
    if (prompt.find("Candidate A:") != prompt.npos) {
      c.text = !judgement.empty()                                                                        ? judgement
               : sql_after(prompt, "Candidate A:\n").size() < sql_after(prompt, "Candidate B:\n").size() ? "B"
                                                                                                         : "A";
    } else {
      auto const number = r.draw / 1000;
      auto const& all = replies.at(number);
      c.text = all[std::min(answered[number]++, all.size() - 1)];
    }
    c.finish_reason = "stop";
    c.prompt_tokens = c.completion_tokens = 1;
    asked.push_back(std::move(r));
    if (c.text == "!") throw error(errc::model_failed, "the model failed", "try again");
    return c;
  }

 private:
  static std::string sql_after(std::string const& prompt, std::string const& heading) {
    auto const begin = prompt.find(heading) + heading.size();
    return prompt.substr(begin, prompt.find('\n', begin) - begin);
  }
};

inline scripted_database letters() {
  return {{{"A1", gives({"a"})},
           {"A2", gives({"a"})},
           {"A3", gives({"a"})},
           {"long", gives({"l"})},
           {"B", gives({"b"})},
           {"C", gives({"c"})},
           {"none", gives({})},
           {"bad", fails(errc::no_such_column, "no such column: x")},
           {"worse", fails(errc::no_such_table, "no such table: y")}}};
}

template <std::size_t N, class Selection = select::majority>
using drafting = pipeline<none, none, generate::times<N, prompted>, none, terminate::after_draft, Selection>;
template <std::size_t N, class Selection = select::majority>
using revising = pipeline<none, none, generate::times<N, prompted>, execution_error, terminate::nothing_left, Selection>;

}  // namespace t2s::tests

#endif
