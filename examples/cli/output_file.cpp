// SPDX-License-Identifier: BSL-1.0
#include "output_file.hpp"

#include <unistd.h>
#include <array>
#include <filesystem>
#include <fstream>

#include "t2s/core/error.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(std::string const& path, std::string const& why) {
  throw t2s::error(t2s::failure{t2s::errc::file_unwritable, "cannot write " + path + ": " + why, path, "choose another path", {}});
}

/// Whether nothing can take the place of what the path names: a pipe, a device.
bool has_no_place(std::string const& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
}

/// The file itself, behind any links.
fs::path place_of(std::string const& path) {
  std::error_code failed;
  auto const real = fs::weakly_canonical(path, failed);
  return failed ? fs::path(path) : real;
}

/// What is written before it takes its place.
std::string beside(fs::path const& place) { return place.string() + ".part" + std::to_string(::getpid()); }

bool write(std::string const& path, std::string_view content) {
  std::ofstream out(path, std::ios::binary);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  return !out.fail();
}

}  // namespace

void require_output(std::string const& path, std::vector<std::string> const& inputs) {
  std::error_code ignored;
  if (path.empty() || fs::is_directory(path, ignored)) refuse(path, "it is a directory");
  for (auto const& input : inputs)
    if (fs::equivalent(path, input, ignored))
      throw t2s::error(t2s::errc::invalid_argument, "the output " + path + " is also an input", "choose another path");
  if (fs::exists(path, ignored) && ::access(path.c_str(), W_OK) != 0) refuse(path, "no permission");
  if (has_no_place(path)) return;
  auto folder = place_of(path).parent_path();
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(folder, ignored)) refuse(path, "there is no directory " + folder.string());
  if (::access(folder.c_str(), W_OK) != 0) refuse(path, "no permission to write in " + folder.string());
  auto const trial = beside(place_of(path));  // some file systems let nobody make files, whatever the permissions say
  if (!write(trial, "")) refuse(path, "no file can be made in " + folder.string());
  fs::remove(trial, ignored);
}

bool is_same_file(std::string const& a, std::string const& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) || place_of(fs::absolute(a, ignored).string()) == place_of(fs::absolute(b, ignored).string());
}

void require_distinct_files(po::variables_map const& given) {
  constexpr std::array written{"out", "trace", "record", "cache", "knowledge"};
  constexpr std::array all{"out",       "trace",   "record",     "cache",  "knowledge", "replay", "db", "demonstrations",
                           "questions", "ca-file", "repository", "tables", "glove"};
  auto const clash = [&](std::string const& to, std::string const& other) {
    if (to == other || (to == "record" && other == "replay") || given.count(to) == 0 || given.count(other) == 0) return false;
    auto const& path = given[to].as<std::string>();
    return !has_no_place(path) && is_same_file(path, given[other].as<std::string>());
  };
  for (std::string const to : written)
    for (std::string const other : all)
      if (clash(to, other))
        throw usage_error("--" + to + " and --" + other + " name the same file, " + given[to].as<std::string>() +
                          "; give each one of its own");
}

void write_whole(std::string const& path, std::string_view content) {
  if (has_no_place(path)) {
    if (!write(path, content)) refuse(path, "it takes no more");
    return;
  }
  auto const place = place_of(path);
  auto const part = beside(place);
  bool const written = write(part, content);
  std::error_code failed;
  if (written) fs::rename(part, place, failed);
  if (written && !failed) return;
  std::error_code ignored;
  fs::remove(part, ignored);
  refuse(path, written ? failed.message() : "the disk may be full");
}

}  // namespace cli
