// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STUDY_SHIFT_COMMAND_HPP
#define T2S_CLI_STUDY_SHIFT_COMMAND_HPP

#include <string>
#include <vector>

namespace cli::study {

/// `t2s study shift`: writes a data set as another owner would have it. Throws usage_error and t2s::error.
int shift_data_set(std::vector<std::string> const& words);

}  // namespace cli::study

#endif
