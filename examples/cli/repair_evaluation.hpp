// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_REPAIR_EVALUATION_HPP
#define T2S_CLI_REPAIR_EVALUATION_HPP

#include "command.hpp"
#include "t2s/offline/repair/repairer.hpp"

namespace cli {

/// `t2s repair --eval`: repairs wrong SQL whose correction is known, and prints what became of it by kind of error.
void evaluate_repair(po::variables_map const& given, t2s::repair::repair_options const& rules);

}  // namespace cli

#endif
