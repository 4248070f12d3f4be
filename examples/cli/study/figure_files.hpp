// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STUDY_FIGURE_FILES_HPP
#define T2S_CLI_STUDY_FIGURE_FILES_HPP

#include <string>
#include <vector>

#include "t2s/lab/studies/detail/figures.hpp"

namespace cli::study {

/// Creates the folder. Throws t2s::error if its files cannot be written or are among the inputs.
void require_figures(std::string const& folder, std::vector<std::string> const& inputs);

/// Writes study.html, study.txt, study.json, study.csv, groups.csv and pictures/*.svg, each all or nothing. Throws t2s::error.
void write_figures(std::string const& folder, t2s::studies::study_figures const& figures);

}  // namespace cli::study

#endif
