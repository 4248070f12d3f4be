// SPDX-License-Identifier: BSL-1.0
#include "open_database.hpp"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "t2s/core/detail/text_distance.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;

/// What to do about a path that names no file: the file of its folder with the nearest name, or that the folder is missing.
std::string advice_for_path(fs::path const& missing) {
  constexpr std::size_t most = 10'000;  // files of a folder that are looked at
  auto const folder = missing.has_parent_path() ? missing.parent_path() : fs::path(".");
  std::error_code failed;
  fs::directory_iterator at(folder, failed);
  if (failed == std::errc::no_such_file_or_directory) return "check the path: the folder " + folder.string() + " does not exist";
  std::vector<std::string> names;
  for (fs::directory_iterator const end; !failed && at != end && names.size() < most; at.increment(failed))
    names.push_back(at->path().filename().string());
  auto const* const near = t2s::text::nearest(missing.filename().string(), names);
  return near ? "did you mean " + (missing.parent_path() / *near).string() + "?" : "check the path";
}

}  // namespace

po::typed_value<std::string>* a_database() { return a_word("FILE|URL"); }

t2s::db::any_connection open_database(std::string const& written, t2s::db::any_options const& how) try {
  return t2s::db::open(written, how);
} catch (t2s::error const& e) {
  auto what = e.details();
  if (what.code != t2s::errc::file_not_found || what.subject.empty()) throw;
  what.remedy = advice_for_path(what.subject);
  throw t2s::error(std::move(what));
}

void describe_max_rows_read(po::options_description& into) {
  into.add_options()("max-rows-read", a_number(),
                     "do not run a statement that would read more rows than that by the estimate of the database");
}

t2s::db::any_options limits_of(po::variables_map const& given) {
  t2s::db::any_options how;
  how.limits.rows_read = whole_number(given, "max-rows-read", 1, 1'000'000'000'000'000, t2s::db::unlimited_rows);
  return how;
}

bool is_sqlite(std::string const& written) { return t2s::db::locate(written).engine == t2s::db::engine::sqlite; }

}  // namespace cli
