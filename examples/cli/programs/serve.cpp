// SPDX-License-Identifier: BSL-1.0
// t2s-serve: the commands that serve.
#include "command.hpp"
#include "program.hpp"

int main(int argc, char** argv) { return cli::run_one_of({{"serve", cli::serve}, {"mcp", cli::mcp}}, argc, argv); }
