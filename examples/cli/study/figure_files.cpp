// SPDX-License-Identifier: BSL-1.0
#include "study/figure_files.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <filesystem>

#include "output_file.hpp"
#include "t2s/core/error.hpp"
#include "t2s/lab/report/report.hpp"

namespace cli::study {
namespace {

namespace fs = std::filesystem;

std::string place(std::string const& folder, std::string const& name) { return (fs::path(folder) / name).string(); }

}  // namespace

void require_figures(std::string const& folder, std::vector<std::string> const& inputs) {
  std::error_code failed;
  fs::create_directories(fs::path(folder) / "pictures", failed);
  if (failed)
    throw t2s::error(t2s::errc::file_unwritable, "--out: the folder " + folder + " cannot be made: " + failed.message(),
                     "name a folder that can be written");
  for (auto const* name : {"study.html", "study.txt", "study.json", "study.csv", "groups.csv"}) require_output(place(folder, name), inputs);
}

void write_figures(std::string const& folder, t2s::studies::study_figures const& figures) {
  write_whole(place(folder, "study.txt"), t2s::studies::study_text(figures));
  write_whole(place(folder, "study.json"), boost::json::serialize(t2s::studies::study_json(figures)) + "\n");
  write_whole(place(folder, "study.csv"), t2s::studies::study_csv(figures));
  write_whole(place(folder, "groups.csv"), t2s::studies::study_groups_csv(figures));
  write_whole(place(folder, "study.html"), t2s::studies::study_html(figures));
  for (auto const& one : t2s::studies::study_pictures(figures)) write_whole(place(folder, "pictures/" + one.file), one.svg);
}

}  // namespace cli::study
