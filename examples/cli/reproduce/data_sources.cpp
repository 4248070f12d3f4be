// SPDX-License-Identifier: BSL-1.0
#include "reproduce/data_sources.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <system_error>
#include <utility>

#include "data_options.hpp"
#include "predictor.hpp"
#include "t2s/core/detail/draw.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/error.hpp"
#include "table.hpp"

namespace cli::reproduce {
namespace {

namespace ev = t2s::evaluation;
namespace fs = std::filesystem;

std::map<std::string, ev::data_kind, std::less<>> const kinds{
    {"spider", ev::data_kind::spider},          {"spider-test", ev::data_kind::spider},
    {"spider-syn", ev::data_kind::spider_syn},  {"spider-realistic", ev::data_kind::spider_realistic},
    {"spider-dk", ev::data_kind::spider_dk},    {"bird", ev::data_kind::bird},
    {"kaggledbqa", ev::data_kind::kaggle_dbqa}, {"dr-spider", ev::data_kind::dr_spider}};

/// What the names of Dr.Spider's sets begin with: "dr-spider-NLQ_column_value" is in its folder NLQ_column_value.
constexpr std::string_view a_perturbation = "dr-spider-";

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
    throw usage_error("--" + option + " takes NAME=PATH, as in spider=data/spider, and not \"" + typed + "\"");
  if (std::ranges::find(known, name) == known.end()) {
    auto const* near = t2s::text::nearest(name, known);
    throw usage_error("--" + option + ": there is no data set " + name +
                      (near ? "; did you mean " + *near + "?" : "; known: " + t2s::text::join(known, ", ")));
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

/// The file of Spider's test split, which is beside the development set. Throws t2s::error.
std::string test_split_in(fs::path const& folder) {
  for (auto const* usual : {"test.json", "test_data/test.json", "test_data/dev.json"})
    if (fs::exists(folder / usual)) return (folder / usual).string();
  throw t2s::error(t2s::errc::file_not_found, "--data spider-test: there is no test.json in " + folder.string(),
                   "name the folder that has the test split");
}

/// The folder of one of Dr.Spider's sets in that of all, or of its repository. Throws t2s::error.
std::string perturbation_in(fs::path const& folder, std::string_view set) {
  for (auto const& in : {folder, folder / "data"})
    if (fs::exists(in / set / "questions_post_perturbation.json")) return (in / set).string();
  throw t2s::error(t2s::errc::file_not_found,
                   "--data dr-spider: there is no " + std::string(set) + "/questions_post_perturbation.json in " + folder.string() +
                       ", nor in its folder data",
                   "get https://github.com/awslabs/diagnostic-robustness-text-to-sql and name its folder");
}

/// Reports which files were chosen.
data_source open_named(std::string const& name, std::string const& folder) {
  data_source source;
  source.files = ev::open_data_set(folder, name == "spider-test" ? test_split_in(folder) : std::string());
  for (auto const& note : source.files.notes()) std::cerr << "t2s: " << name << ": " << printable(note) << "\n";
  source.files.descriptions.clear();  // no paper's prompts show them
  auto const expected = kinds.find(data_sources::given_as(name))->second;
  if (expected != source.files.kind) {
    source.note = name + ": " + folder + " looks like " + std::string(ev::name_of(source.files.kind)) + ", not " +
                  std::string(ev::name_of(expected)) + "; check that --data names the right folder.";
    std::cerr << "t2s: " << printable(source.note) << "\n";
  }
  source.gold = ev::read_gold(source.files.questions);
  note_forms(source.gold.forms, name);
  source.questions = source.gold.questions.size();
  std::set<std::string_view> databases;
  for (auto const& q : source.gold.questions) databases.insert(q.database);
  source.databases = databases.size();
  return source;
}

std::size_t database_files_in(fs::path const& folder) {
  std::error_code unreadable;
  std::size_t n = 0;
  for (auto at = fs::directory_iterator(folder, unreadable); !unreadable && at != fs::directory_iterator(); at.increment(unreadable))
    n += at->path().extension() == ".sqlite" ? 1U : 0U;
  return n;
}

/// Throws t2s::error unless the folder has a test suite for each database: with one file a database, TS would equal EX.
void require_suite(std::string const& name, data_source const& source) {
  for (auto const& q : source.gold.questions)
    if (auto const n = database_files_in(fs::path(source.suite) / q.database); n < 2)
      throw t2s::error(t2s::errc::file_not_found,
                       "--suite " + name + "=" + source.suite + " has " + (n == 0 ? "no database" : "a single file") + " of " + q.database,
                       "name the folder of the test suite, which has several files ID/*.sqlite of each database");
}

}  // namespace

t2s::evaluation::gold_set data_source::drawn(std::size_t n) const {
  std::vector<std::size_t> places(gold.questions.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  t2s::detail::draw_to_front(places, n, t2s::random_numbers(static_cast<std::uint32_t>(seed)));
  places.resize(std::min(n, places.size()));
  std::ranges::sort(places);
  auto some = first(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    some.questions[i] = gold.questions[places[i]];
    if (places[i] < gold.ids.size() && i < some.ids.size()) some.ids[i] = gold.ids[places[i]];
  }
  return some;
}

void data_sources::describe(po::options_description& to) {
  auto const named = [](char const* form) { return po::value<std::vector<std::string>>()->composing()->value_name(form); };
  auto add = to.add_options();
  add("data", named("NAME=DIR"), ("a data set, one of " + t2s::text::join(names(), ", ") + "; may be repeated").c_str());
  add("suite", named("NAME=DIR"), "the databases of its test suite, for TS: folder of ID/*.sqlite; may be repeated");
  add("demonstrations", named("NAME=FILE"),
      "question and SQL pairs for a data set (default: the training questions that the paper takes); may be repeated");
}

data_sources::data_sources(po::variables_map const& given, std::size_t limit, std::string_view demonstrations_of,
                           std::vector<std::string_view> const& wanted) {
  for (auto const& [name, folder] : read_all(given, "data")) add(name, folder, wanted);
  for (auto& [name, source] : all_) {
    source.gold = source.first(limit);
    source.seed = given["seed"].as<std::uint64_t>();
  }
  for (auto const& [name, folder] : read_all(given, "suite"))
    for (auto* source : given_data("suite", name)) {
      source->suite = folder;
      require_suite(name, *source);
    }
  share(demonstrations_of);
  for (auto const& [name, file] : read_all(given, "demonstrations"))
    for (auto* source : given_data("demonstrations", name)) source->shown.demonstrations = {file};
}

void data_sources::add(std::string const& name, std::string const& folder, std::vector<std::string_view> const& wanted) {
  if (name != given_as(a_perturbation)) {
    all_[name] = open_named(name, folder);
    return;
  }
  if (std::ranges::find(wanted, name, given_as) == wanted.end())
    throw usage_error("--data " + name + ": no column of the table uses it; leave it out");
  for (auto const set : wanted)
    if (given_as(set) == name)
      all_[std::string(set)] = open_named(std::string(set), perturbation_in(folder, set.substr(a_perturbation.size())));
}

std::vector<data_source*> data_sources::given_data(std::string const& option, std::string const& name) {
  std::vector<data_source*> found;
  for (auto& [of, source] : all_)
    if (given_as(of) == name) found.push_back(&source);
  if (found.empty()) throw usage_error("--" + option + " " + name + ": there is no --data " + name + "=DIR that it belongs to");
  return found;
}

std::string_view data_sources::given_as(std::string_view name) {
  if (name.starts_with(a_perturbation)) return a_perturbation.substr(0, a_perturbation.size() - 1);
  return kinds.contains(name) ? name : std::string_view();
}

data_source const* data_sources::find(std::string_view name) const {
  auto const found = all_.find(name);
  return found == all_.end() ? nullptr : &found->second;
}

std::vector<std::string> data_sources::inputs() const {
  std::vector<std::string> paths;
  for (auto const& [name, source] : all_)
    for (auto const* set : {&source.files, &source.shown}) {
      auto const files = files_of(*set);
      paths.insert(paths.end(), files.begin(), files.end());
      if (!set->tables.empty()) paths.push_back(set->tables);
    }
  return paths;
}

/// A variant of Spider takes what it lacks from Spider. Demonstrations come with their schemas and databases.
void data_sources::share(std::string_view demonstrations_of) {
  auto const* const spider = find("spider");
  auto const* const common = find(demonstrations_of);
  for (auto& [name, source] : all_) {
    bool const of_spider = name.starts_with("spider-") || name.starts_with(a_perturbation);
    bool const variant = of_spider && spider;
    if (variant && source.files.tables.empty()) source.files.tables = spider->files.tables;
    if (variant) source.files.databases.add(spider->files.databases);
    if (source.files.databases.empty())
      throw t2s::error(t2s::errc::file_not_found, "--data " + name + ": there is no folder of databases in " + source.files.folder.string(),
                       of_spider ? "give --data spider=DIR as well, whose databases it shares" : "name a folder that has one");
    if (!demonstrations_of.empty())
      source.shown = common ? common->files : ev::data_set();
    else
      source.shown = variant && source.files.demonstrations.empty() ? spider->files : source.files;
  }
}

}  // namespace cli::reproduce
