// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_COMMAND_HPP
#define T2S_CLI_COMMAND_HPP

#include <string>
#include <vector>

#include "options.hpp"

namespace cli {

/// A subcommand: its name, and a function that takes the words after it.
struct command {
  char const* name;
  int (*run)(std::vector<std::string> const& words);
};

int ask(std::vector<std::string> const& words);
int serve(std::vector<std::string> const& words);
int predict(std::vector<std::string> const& words);
int reproduce_table(std::vector<std::string> const& words);
int compare_strategies(std::vector<std::string> const& words);
int chat(std::vector<std::string> const& words);
int doctor(std::vector<std::string> const& words);
int parse(std::vector<std::string> const& words);
int vote(std::vector<std::string> const& words);
int repair(std::vector<std::string> const& words);
int merge(std::vector<std::string> const& words);
int evaluate(std::vector<std::string> const& words);
int find_counterexample(std::vector<std::string> const& words);
int lint(std::vector<std::string> const& words);
int confidence(std::vector<std::string> const& words);
int explain(std::vector<std::string> const& words);
int transpile(std::vector<std::string> const& words);
int skeleton(std::vector<std::string> const& words);
int list_systems(std::vector<std::string> const& words);
int index(std::vector<std::string> const& words);
int learn(std::vector<std::string> const& words);
int metrics(std::vector<std::string> const& words);
int correct(std::vector<std::string> const& words);
int link_question(std::vector<std::string> const& words);
int pool(std::vector<std::string> const& words);
int copy(std::vector<std::string> const& words);
int mcp(std::vector<std::string> const& words);

/// The last step of `t2s merge`: the commands of these words write their output from a complete journal, to `output` instead of the path in
/// the words. They throw t2s::error if the journal is incomplete.
int evaluate_joined(std::vector<std::string> const& words, std::string const& output);
int reproduce_joined(std::vector<std::string> const& words, std::string const& output);
int study_joined(std::vector<std::string> const& words, std::string const& output);

}  // namespace cli

#endif
