// SPDX-License-Identifier: BSL-1.0
// t2s-lab: the commands that measure.
#include "command.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
  return cli::run_one_of(
      {{"reproduce", cli::reproduce_table},
       {"study", cli::compare_strategies},
       {"evaluate", cli::evaluate},
       {"counterexample", cli::find_counterexample},
       {"merge", cli::merge}},
      argc, argv);
}
