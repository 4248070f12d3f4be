// SPDX-License-Identifier: BSL-1.0
#include "reproduce/data_sources.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"

namespace cli::reproduce {
namespace {

namespace fs = std::filesystem;

constexpr std::array names{"spider", "spider-test", "spider-syn", "spider-realistic", "spider-dk", "bird", "kaggledbqa"};

std::pair<std::string, std::string> read_named(std::string const& option, std::string const& typed) {
  auto const equals = typed.find('=');
  std::vector<std::string> const known(names.begin(), names.end());
  auto name = typed.substr(0, equals);
  if (equals == typed.npos || equals + 1 == typed.size())
    throw usage_error("--" + option + " takes NAME=DIR, as in spider=data/spider, and not \"" + typed + "\"");
  if (std::ranges::find(known, name) == known.end()) {
    auto const* near = t2s::text::nearest(name, known);
    throw usage_error("--" + option + ": there is no data set " + name +
                      (near ? "; did you mean " + *near + "?" : "; known are " + t2s::text::join(known, ", ")));
  }
  return {std::move(name), typed.substr(equals + 1)};
}

std::map<std::string, std::string> read_all(po::variables_map const& given, char const* option) {
  std::map<std::string, std::string> all;
  if (given.count(option) == 0) return all;
  for (auto const& typed : given[option].as<std::vector<std::string>>())
    if (auto [name, folder] = read_named(option, typed); !all.emplace(name, folder).second)
      throw usage_error(std::string("--") + option + " names " + name + " twice: leave one out");
  return all;
}

std::string first_there(fs::path const& folder, std::initializer_list<char const*> usual) {
  for (auto const* name : usual)
    if (fs::exists(folder / name)) return (folder / name).string();
  return {};
}

prediction_inputs files_in(fs::path const& folder) {
  if (!fs::is_directory(folder))
    throw t2s::error(t2s::errc::file_not_found, "--data: there is no directory " + folder.string(), "name the folder of the data set");
  prediction_inputs found{first_there(folder, {"dev.json", "test.json", "spider-realistic.json", "Spider-DK.json"}),
                          first_there(folder, {"train.json", "train_spider.json"}),
                          first_there(folder, {"databases", "database", "dev_databases", "test_database"}),
                          first_there(folder, {"tables.json", "dev_tables.json", "test_tables.json"})};
  return found;
}

}  // namespace

void data_sources::describe(po::options_description& to) {
  auto const named = [] { return po::value<std::vector<std::string>>()->composing()->value_name("NAME=DIR"); };
  auto add = to.add_options();
  add("data", named(),
      ("a data set, one of " + t2s::text::join(std::vector<std::string>(names.begin(), names.end()), ", ") + "; may be repeated").c_str());
  add("suite", named(), "the databases of its test suite, for TS: folder of ID/*.sqlite; may be repeated");
  add("demonstrations", a_file(), "question and SQL pairs for all data sets (default: the training questions that the paper takes)");
}

data_sources::data_sources(po::variables_map const& given, std::size_t limit, std::string_view demonstrations_of) {
  auto const suites = read_all(given, "suite");
  for (auto const& [name, folder] : read_all(given, "data")) {
    auto& source = all_[name];
    source.files = files_in(folder);
    source.gold = t2s::evaluation::read_gold(source.files.questions);
    source.gold = source.first(limit);
    if (auto const suite = suites.find(name); suite != suites.end()) source.suite = suite->second;
  }
  for (auto const& [name, folder] : suites)
    if (!all_.contains(name))
      throw usage_error("--suite " + name + "=" + folder + ": there is no --data " + name + "=DIR that it belongs to");
  share(given, demonstrations_of);
}

bool data_sources::takes(std::string_view name) { return std::ranges::find(names, name) != names.end(); }

data_source const* data_sources::find(std::string_view name) const {
  auto const found = all_.find(name);
  return found == all_.end() ? nullptr : &found->second;
}

std::vector<std::string> data_sources::inputs() const {
  std::vector<std::string> paths;
  for (auto const& [name, source] : all_) {
    auto const files = source.files.files();
    paths.insert(paths.end(), files.begin(), files.end());
  }
  return paths;
}

/// What a variant of Spider lacks is Spider's; demonstrations are the user's, or those of one data set for all.
void data_sources::share(po::variables_map const& given, std::string_view demonstrations_of) {
  auto const* const spider = find("spider");
  auto const* const common = find(demonstrations_of);
  auto const chosen = text_of(given, "demonstrations");
  for (auto& [name, source] : all_) {
    bool const variant = name.starts_with("spider-") && spider;
    auto const take = [](std::string& to, std::string const& from) {
      if (to.empty()) to = from;
    };
    if (variant) {
      take(source.files.demonstrations, spider->files.demonstrations);
      take(source.files.tables, spider->files.tables);
      take(source.files.databases, spider->files.databases);
    }
    if (common) source.files.demonstrations = common->files.demonstrations;
    if (!chosen.empty()) source.files.demonstrations = chosen;
    if (source.files.databases.empty())
      throw t2s::error(
          t2s::errc::file_not_found, "--data " + name + ": there is no folder of databases beside the questions",
          name.starts_with("spider-") ? "give --data spider=DIR as well, whose databases it shares" : "give a folder that has them");
  }
}

}  // namespace cli::reproduce
