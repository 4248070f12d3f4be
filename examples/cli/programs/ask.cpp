// SPDX-License-Identifier: BSL-1.0
// t2s-ask: the commands that use a model, or may use one.
#include "command.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
  return cli::run_one_of({{"ask", cli::ask},
                          {"predict", cli::predict},
                          {"systems", cli::list_systems},
                          {"pool", cli::pool},
                          {"chat", cli::chat},
                          {"doctor", cli::doctor}},
                         argc, argv);
}
