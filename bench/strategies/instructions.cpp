// SPDX-License-Identifier: BSL-1.0
#include "report.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace strategies {
namespace {

constexpr std::size_t every_so_many = 40;  // valgrind is fifty times slower

std::string in_shell(std::string const& word) {
  std::string out(1, '\'');
  for (char const c : word)
    if (c == '\'')
      out.append("'\\''");
    else
      out += c;
  return out += '\'';
}

/// A folder of its own, gone at the end.
class scratch {
 public:
  scratch() {
    if (!::mkdtemp(path.data()))
      throw error(errc::file_unreadable, "no folder can be made in " + std::filesystem::temp_directory_path().string(),
                  "instructions are counted by way of files there; set TMPDIR to a folder that can be written");
  }
  ~scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;

  std::string path = (std::filesystem::temp_directory_path() / "t2s_strategies_XXXXXX").string();
};

std::string command_for(settings const& s, std::string const& folder) {
  std::string all("valgrind -q --tool=callgrind --instr-atstart=no --collect-atstart=no --callgrind-out-file=");
  all.append(in_shell(folder + "/counts")).append(" ").append(in_shell(std::filesystem::read_symlink("/proc/self/exe").string()));
  all.append(" --collect --data ").append(in_shell(s.data));
  all.append(" --every ").append(std::to_string(std::max(s.every, every_so_many)));
  if (!s.only.empty()) all.append(" --only ").append(in_shell(s.only));
  if (!s.predictions.empty()) all.append(" --predictions");
  for (auto const& file : s.predictions) all.append(" ").append(in_shell(file));
  return all.append(" >").append(in_shell(folder + "/rounds"));
}

/// The instructions of each dump, by the name that it was made under.
std::map<std::string, double> read_dumps(std::string const& folder) {
  constexpr std::string_view name_mark = "desc: Trigger: Client Request: ", total_mark = "totals: ";
  std::map<std::string, double> all;
  for (auto const& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path());
    std::string name;
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with(name_mark)) name = line.substr(name_mark.size());
      if (line.starts_with(total_mark) && !name.empty()) all[name] = std::atof(line.c_str() + total_mark.size());
    }
  }
  return all;
}

}  // namespace

std::map<std::string, double> count_instructions(settings const& s) {
  scratch const made;
  auto const& folder = made.path;
  if (std::system(command_for(s, folder).c_str()) != 0)
    throw error(errc::invalid_argument, "valgrind did not count the instructions",
                "--instructions needs valgrind with its headers when the program is built (Debian: valgrind); its output is above");
  auto const counted = read_dumps(folder);
  std::map<std::string, double> each;
  std::ifstream rounds(folder + "/rounds");
  for (std::string line; std::getline(rounds, line);) {
    auto const tab = line.find('\t');
    auto const found = counted.find(line.substr(tab + 1));
    if (auto const n = std::atof(line.c_str()); n > 0 && found != counted.end()) each[found->first] = found->second / n;
  }
  return each;
}

}  // namespace strategies
