// SPDX-License-Identifier: BSL-1.0
#include "reproduce/data_sources.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <utility>

#include "data_options.hpp"
#include "predictor.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "table.hpp"

namespace cli::reproduce {
namespace {

namespace ev = t2s::evaluation;
namespace fs = std::filesystem;

std::map<std::string, ev::data_kind, std::less<>> const kinds{
    {"spider", ev::data_kind::spider},         {"spider-test", ev::data_kind::spider},
    {"spider-syn", ev::data_kind::spider_syn}, {"spider-realistic", ev::data_kind::spider_realistic},
    {"spider-dk", ev::data_kind::spider_dk},   {"bird", ev::data_kind::bird},
    {"kaggledbqa", ev::data_kind::kaggle_dbqa}};

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (auto const& [name, kind] : kinds) all.push_back(name);
  return all;
}

std::pair<std::string, std::string> read_named(std::string const& option, std::string const& typed) {
  auto const equals = typed.find('=');
  auto const known = names();
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

void take_what_lacks(ev::data_set& to, ev::data_set const& from) {
  if (to.demonstrations.empty()) to.demonstrations = from.demonstrations;
  if (to.tables.empty()) to.tables = from.tables;
  to.databases.add(from.databases);
}

/// The file of Spider's test split, which lies beside the development set. Throws t2s::error.
std::string test_split_in(fs::path const& folder) {
  for (auto const* usual : {"test.json", "test_data/test.json", "test_data/dev.json"})
    if (fs::exists(folder / usual)) return (folder / usual).string();
  throw t2s::error(t2s::errc::file_not_found, "--data spider-test: there is no test.json in " + folder.string(),
                   "name the folder that has the test split");
}

/// Says what was taken for what.
ev::data_set open_named(std::string const& name, std::string const& folder) {
  auto found = ev::open_data_set(folder, name == "spider-test" ? test_split_in(folder) : std::string());
  for (auto const& note : found.notes()) std::cerr << "t2s: " << name << ": " << printable(note) << "\n";
  auto const expected = kinds.find(name);
  if (expected->second != found.kind)
    std::cerr << "t2s: " << name << ": " << printable(folder) << " looks like " << ev::name_of(found.kind) << ", not "
              << ev::name_of(expected->second) << "; check that --data names the right folder\n";
  return found;
}

}  // namespace

void data_sources::describe(po::options_description& to) {
  auto const named = [] { return po::value<std::vector<std::string>>()->composing()->value_name("NAME=DIR"); };
  auto add = to.add_options();
  add("data", named(), ("a data set, one of " + t2s::text::join(names(), ", ") + "; may be repeated").c_str());
  add("suite", named(), "the databases of its test suite, for TS: folder of ID/*.sqlite; may be repeated");
  add("demonstrations", a_file(), "question and SQL pairs for all data sets (default: the training questions that the paper takes)");
}

data_sources::data_sources(po::variables_map const& given, std::size_t limit, std::string_view demonstrations_of) {
  auto const suites = read_all(given, "suite");
  for (auto const& [name, folder] : read_all(given, "data")) {
    auto& source = all_[name];
    source.files = open_named(name, folder);
    source.gold = ev::read_gold(source.files.questions);
    note_forms(source.gold.forms, name);
    source.gold = source.first(limit);
    if (auto const suite = suites.find(name); suite != suites.end()) source.suite = suite->second;
  }
  for (auto const& [name, folder] : suites)
    if (!all_.contains(name))
      throw usage_error("--suite " + name + "=" + folder + ": there is no --data " + name + "=DIR that it belongs to");
  share(given, demonstrations_of);
}

bool data_sources::takes(std::string_view name) { return kinds.contains(name); }

data_source const* data_sources::find(std::string_view name) const {
  auto const found = all_.find(name);
  return found == all_.end() ? nullptr : &found->second;
}

std::vector<std::string> data_sources::inputs() const {
  std::vector<std::string> paths;
  for (auto const& [name, source] : all_) {
    auto const files = files_of(source.files);
    paths.insert(paths.end(), files.begin(), files.end());
  }
  return paths;
}

/// What a variant of Spider lacks is Spider's; demonstrations are the user's, or those of one data set for all.
void data_sources::share(po::variables_map const& given, std::string_view demonstrations_of) {
  auto const* const spider = find("spider");
  auto const* const common = find(demonstrations_of);
  auto const chosen = files_of(given, "demonstrations");
  for (auto& [name, source] : all_) {
    if (name.starts_with("spider-") && spider) take_what_lacks(source.files, spider->files);
    if (common) source.files.demonstrations = common->files.demonstrations;
    if (!chosen.empty()) source.files.demonstrations = chosen;
    if (source.files.databases.empty())
      throw t2s::error(
          t2s::errc::file_not_found, "--data " + name + ": there is no folder of databases in " + source.files.folder.string(),
          name.starts_with("spider-") ? "give --data spider=DIR as well, whose databases it shares" : "name a folder that has one");
  }
}

}  // namespace cli::reproduce
