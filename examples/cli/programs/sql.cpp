// SPDX-License-Identifier: BSL-1.0
// t2s-sql: the commands that read SQL.
#include "command.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
  return cli::run_one_of({{"parse", cli::parse}, {"transpile", cli::transpile}, {"lint", cli::lint}, {"explain", cli::explain}}, argc,
                         argv);
}
