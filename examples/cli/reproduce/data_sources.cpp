// SPDX-License-Identifier: BSL-1.0
#include "reproduce/data_sources.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <utility>

#include "data_options.hpp"
#include "predictor.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "table.hpp"

namespace cli::reproduce {
namespace {

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

void take_what_lacks(t2s::evaluation::data_set& to, t2s::evaluation::data_set const& from) {
  if (to.demonstrations.empty()) to.demonstrations = from.demonstrations;
  if (to.tables.empty()) to.tables = from.tables;
  to.databases.add(from.databases);
}

/// Says what was taken for what.
t2s::evaluation::data_set open_named(std::string const& name, std::string const& folder) {
  auto found = t2s::evaluation::open_data_set(folder);
  for (auto const& note : found.notes()) std::cerr << "t2s: " << name << ": " << printable(note) << "\n";
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
    source.files = open_named(name, folder);
    source.gold = t2s::evaluation::read_gold(source.files.questions);
    note_forms(source.gold.forms, name);
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
