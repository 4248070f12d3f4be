// SPDX-License-Identifier: BSL-1.0
// t2s-local: the commands that need no model.
#include "command.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
  return cli::run_one_of({{"repair", cli::repair},
                          {"vote", cli::vote},
                          {"link", cli::link_question},
                          {"index", cli::index},
                          {"learn", cli::learn},
                          {"correct", cli::correct},
                          {"metrics", cli::metrics},
                          {"skeleton", cli::skeleton},
                          {"confidence", cli::confidence},
                          {"copy", cli::copy}},
                         argc, argv);
}
