// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_DATA_SET_IPP
#define T2S_LAB_EVALUATION_DETAIL_DATA_SET_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/any/detail/location.hpp"
#include "t2s/lab/evaluation/data_set.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <initializer_list>
#include <system_error>

namespace t2s::evaluation {
namespace detail {

/// Finds the files of one folder. Case is ignored in names, and - equals _.
class data_set_finder {
 public:
  explicit data_set_finder(std::filesystem::path folder) : folder_(std::move(folder)) {
    if (!std::filesystem::is_directory(folder_))
      throw error(errc::file_not_found, "there is no directory " + folder_.string(), "name the folder of the data set");
  }

  [[nodiscard]] data_set find(std::string const& questions) {
    set_.folder = folder_;
    find_questions(questions);
    set_.kind = kind_of_questions();
    find_demonstrations();
    set_.tables = of_perturbation({"tables" + perturbation_ + ".json", "tables.json"}, "tables.json", is_file);
    if (set_.tables.empty())
      set_.tables = first({stem_ + "_tables.json", beside_ + "tables.json", "tables.json", "KaggleDBQA_tables.json"}, is_file);
    find_databases();
    find_descriptions();
    set_.plain = is_plain();
    return std::move(set_);
  }

 private:
  using path = std::filesystem::path;
  using paths = std::vector<std::string>;

  /// The usual names of question files, the plain one first. Some are in a subfolder.
  static constexpr std::array<std::string_view, 16> usual_questions{"dev.json",
                                                                    "Spider-DK.json",
                                                                    "spider-realistic.json",
                                                                    "dev_syn.json",
                                                                    "spider_syn.json",
                                                                    "Spider-Syn/dev.json",
                                                                    "test.json",
                                                                    "test_data/dev.json",
                                                                    "mini_dev_sqlite.json",
                                                                    "mini_dev_postgresql.json",
                                                                    "mini_dev_mysql.json",
                                                                    "en_data/dev.json",
                                                                    "zh_data/dev.json",
                                                                    "questions.json",
                                                                    "questions_post_perturbation.json",
                                                                    "questions_pre_perturbation.json"};

  static std::string plain(std::string_view name) {
    auto s = text::lower(name);
    std::ranges::replace(s, '-', '_');
    return s;
  }
  static bool is_file(path const& p) { return std::filesystem::is_regular_file(p); }
  static bool is_folder(path const& p) { return std::filesystem::is_directory(p); }

  /// The entry of a folder with that name, "" if there is none that satisfies `is`.
  static path entry(path const& in, std::string const& name, bool (*is)(path const&)) {
    std::error_code lost;
    if (is(in / name)) return in / name;
    for (auto const& e : std::filesystem::directory_iterator(in, lost))
      if (plain(e.path().filename().string()) == plain(name) && is(e.path())) return e.path();
    return {};
  }

  /// The first of these names that exists, as a path in the folder.
  [[nodiscard]] std::string first(std::initializer_list<std::string> names, bool (*is)(path const&)) const {
    for (auto const& name : names)
      if (auto const found = at(name, is); !found.empty()) return found.string();
    return {};
  }
  [[nodiscard]] path at(std::string const& name, bool (*is)(path const&)) const {
    auto const slash = name.find('/');
    if (slash == name.npos) return entry(folder_, name, is);
    auto const inner = entry(folder_, name.substr(0, slash), is_folder);
    return inner.empty() ? inner : entry(inner, name.substr(slash + 1), is);
  }

  /// The files of examples/ with that ending, in order.
  [[nodiscard]] paths examples(std::string_view ending) const {
    paths all;
    auto const folder = entry(folder_, "examples", is_folder);
    if (folder.empty()) return all;
    for (auto const& e : std::filesystem::directory_iterator(folder))
      if (is_file(e.path()) && plain(e.path().filename().string()).ends_with(ending)) all.push_back(e.path().string());
    std::ranges::sort(all);
    return all;
  }

  void find_questions(std::string const& given) {
    is_given_ = !given.empty();
    set_.questions = is_given_ ? paths{given} : usual();
    path const file(set_.questions.front());
    auto const in = file.parent_path().empty() ? path(".") : file.parent_path();
    std::error_code lost;
    if (std::filesystem::equivalent(in, folder_, lost)) stem_ = file.stem().string();
    if (stem_.starts_with("mini_dev")) stem_ = "dev";
    for (auto const* which : {"_post_perturbation", "_pre_perturbation"})
      if (plain(file.stem().string()).ends_with(which)) perturbation_ = which;
    if (plain(in.filename().string()) == "test_data" && std::filesystem::equivalent(in / "..", folder_, lost)) {
      stem_ = "test";
      beside_ = in.filename().string() + "/";
    }
  }

  [[nodiscard]] paths usual() {
    paths found;
    for (auto const name : usual_questions)
      if (auto const file = at(std::string(name), is_file); !file.empty()) {
        bool const is_other_split = !found.empty() && name.starts_with("test");
        if (!is_other_split) found.push_back(file.string());
      }
    if (!found.empty()) {
      set_.not_asked.assign(found.begin() + 1, found.end());
      return {found.front()};
    }
    found = examples("_test.json");
    if (found.empty()) found = examples(".json");
    std::erase_if(found, [](std::string const& file) { return plain(file).ends_with("_fewshot.json"); });
    in_examples_ = !found.empty();
    if (!found.empty()) return found;
    require_one_perturbation();
    return {(folder_ / "dev.json").string()};
  }

  /// Names of databases are the same in several of Dr.Spider's sets, but their content differs: a folder of several cannot be one data set.
  void require_one_perturbation() const {
    paths sets;
    std::error_code lost;
    for (auto const& in : {folder_, folder_ / "data"})
      for (auto const& e : std::filesystem::directory_iterator(in, lost))
        if (is_folder(e.path()) && is_file(e.path() / "questions_post_perturbation.json")) sets.push_back(e.path().string());
    if (sets.empty()) return;
    std::ranges::sort(sets);
    throw error(
        errc::invalid_argument,
        folder_.string() + " has " + std::to_string(sets.size()) + " sets of Dr.Spider, each with questions and databases of its own",
        "name the folder of one, such as " + sets.front());
  }

  /// The beginning of the first question, long enough to recognise its format.
  [[nodiscard]] std::string beginning() const {
    if (!is_file(set_.questions.front())) return {};  // a pipe can be read only once
    std::string begin(std::size_t{16} * 1024, ' ');
    std::ifstream in(set_.questions.front(), std::ios::binary);
    in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    begin.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    return begin;
  }

  [[nodiscard]] data_kind kind_of_questions() const {
    auto const name = plain(path(set_.questions.front()).filename().string());
    auto const has = [begin = beginning()](std::string_view member) { return begin.find(member) != begin.npos; };
    if (!perturbation_.empty()) return data_kind::dr_spider;
    if (has("\"commonsense_knowledge\"")) return data_kind::archer;
    if (has("\"SpiderSynQuestion\"") || name.ends_with("_syn.json")) return data_kind::spider_syn;
    if (name.find("spider_dk") != name.npos) return data_kind::spider_dk;
    if (name.find("realistic") != name.npos) return data_kind::spider_realistic;
    if (has("\"SQL\"") || name.starts_with("mini_dev") || !first({stem_ + "_databases"}, is_folder).empty()) return data_kind::bird;
    bool const is_kaggle = in_examples_ || !first({"KaggleDBQA_tables.json"}, is_file).empty();
    return is_kaggle ? data_kind::kaggle_dbqa : data_kind::spider;
  }

  void find_demonstrations() {
    auto const in = path(set_.questions.front()).parent_path().filename().string() + "/";
    if (auto const all = first({"train.json", set_.kind == data_kind::archer ? in + "train.json" : "train.json"}, is_file); !all.empty()) {
      set_.demonstrations = {all};
      return;
    }
    auto const beside = set_.kind == data_kind::spider_syn ? in : "";
    for (auto const& name : {std::string("train_spider.json"), std::string("train_others.json")})
      if (auto const some = first({name, beside + name}, is_file); !some.empty()) set_.demonstrations.push_back(some);
    if (set_.kind == data_kind::kaggle_dbqa) set_.demonstrations = examples("_fewshot.json");
  }

  /// The first of these names that exists, else `shared` of the folder Spider-dev beside this one; "" for other data sets.
  [[nodiscard]] std::string of_perturbation(std::initializer_list<std::string> own, char const* shared, bool (*is)(path const&)) const {
    if (perturbation_.empty()) return {};
    if (auto const found = first(own, is); !found.empty()) return found;
    return entry((folder_ / "../Spider-dev").lexically_normal(), shared, is).string();
  }

  void find_databases() {
    auto found =
        path(of_perturbation({"database" + perturbation_, "databases" + perturbation_, "databases", "database"}, "databases", is_folder));
    if (found.empty()) found = first({stem_ + "_databases", stem_ + "_database", "databases", "database"}, is_folder);
    if (found.empty()) return;
    if (auto const inner = found / found.filename(); is_folder(inner) && !is_file(inner / (found.filename().string() + ".sqlite")))
      found = inner;  // as archives of BIRD unpack
    set_.databases = found;
  }

  /// KaggleDBQA's are in its tables, BIRD's beside its databases.
  void find_descriptions() {
    if (set_.kind == data_kind::kaggle_dbqa) set_.descriptions = set_.tables;
    for (auto const& folder : set_.databases.all())
      for (auto const& database : std::filesystem::directory_iterator(folder))
        if (is_folder(database.path() / "database_description")) set_.descriptions = folder.string();
  }

  [[nodiscard]] bool is_plain() const {
    auto const is = [this](std::string const& file, std::string_view name) { return file.empty() || path(file) == folder_ / name; };
    auto const one = [](paths const& files) { return files.empty() ? std::string() : files.front(); };
    auto const databases = set_.databases.string();
    return set_.kind == data_kind::spider && (is_given_ || is(one(set_.questions), "dev.json")) &&
           is(one(set_.demonstrations), "train.json") && is(set_.tables, "tables.json") &&
           (is(databases, "databases") || is(databases, "database")) && set_.descriptions.empty();
  }

  path folder_;
  data_set set_{};
  bool is_given_ = false;       // whether a user named the questions
  bool in_examples_ = false;    // whether they are KaggleDBQA's
  std::string stem_{};          // of the question file, if it is in the folder
  std::string beside_{};        // "test_data/" if the questions are there
  std::string perturbation_{};  // "_post_perturbation" or "_pre_perturbation" of Dr.Spider's questions
};

/// "dev.json", "examples/a_test.json and 7 more", or "none"; as paths in the folder, if they are there.
inline std::string shown_files(std::vector<std::string> const& files, std::filesystem::path const& folder) {
  if (files.empty() || files.front().empty()) return "none";
  auto const inside = std::filesystem::path(files.front()).lexically_relative(folder).string();
  auto const first = inside.empty() || inside.starts_with("..") ? files.front() : inside;
  return files.size() == 1 ? first : first + " and " + std::to_string(files.size() - 1) + " more";
}

}  // namespace detail

T2S_DECL bool database_folders::is_by_pattern(std::string const& id) const {
  for (auto const& folder : all_) {
    if (is_pattern(folder.string())) return true;
    if (std::filesystem::exists(folder / id / (id + ".sqlite"))) return false;
  }
  return false;
}

T2S_DECL std::filesystem::path database_folders::file_of(std::string const& id) const {
  std::filesystem::path const name = std::filesystem::path(id) / (id + ".sqlite");
  for (auto const& folder : all_) {
    auto written = folder.string();
    auto const place = written.find("{db}");
    if (is_pattern(written)) return place == written.npos ? written : written.replace(place, 4, id);
    if (std::filesystem::exists(folder / name)) return folder / name;
  }
  return empty() ? name : all_.front() / name;
}

T2S_DECL std::string database_folders::string() const {
  std::vector<std::string> names;
  for (auto const& folder : all_) names.push_back(db::without_password(folder.string()));
  return text::join(names, ", ");
}

T2S_DECL std::string_view name_of(data_kind k) noexcept {
  static constexpr std::array<std::string_view, 8> names{"Spider", "Spider-Syn", "Spider-DK", "Spider-Realistic",
                                                         "BIRD",   "KaggleDBQA", "Dr.Spider", "Archer"};
  return names[static_cast<std::size_t>(k)];
}

T2S_DECL std::vector<std::string> data_set::notes() const {
  std::vector<std::string> all;
  auto const shown = [this](std::vector<std::string> const& files) { return detail::shown_files(files, folder); };
  std::vector<std::string> places;
  for (auto const& one : databases.all()) places.push_back(db::without_password(one.string()));
  if (!plain) {
    auto note = folder.string() + " is read as " + std::string(name_of(kind)) + ": questions " + shown(questions);
    note.append(", demonstrations ").append(shown(demonstrations)).append(", schemas ").append(shown({tables}));
    note.append(", databases ").append(shown(places));
    if (!descriptions.empty()) note.append(", descriptions of columns in ").append(shown({descriptions}));
    all.push_back(std::move(note));
  }
  for (auto const& file : not_asked)
    all.push_back(shown({file}) + " is in the folder too, but its questions are not asked; name it to ask them");
  auto const of_examples = [](std::string const& file) { return text::lower(file).ends_with("_fewshot.json"); };
  if (std::ranges::any_of(demonstrations, of_examples))
    all.emplace_back(
        "the demonstrations are about the databases that are asked about, as in KaggleDBQA's few-shot setting; name others for its plain "
        "one");
  if (kind == data_kind::spider_dk && places.size() == 1) all.push_back(databases_remedy());
  return all;
}

T2S_DECL std::string data_set::databases_remedy() const {
  using enum data_kind;
  std::string const name(name_of(kind));
  if (kind == spider_dk) return name + " has only the databases that it changed: give its own and, after them, those of Spider";
  if (kind == dr_spider)
    return name + " changes the questions of this set, not the databases: keep its folder Spider-dev beside, or give those of Spider";
  if (kind == spider_syn || kind == spider_realistic) return name + " has no databases of its own: give those of Spider";
  return {};
}

T2S_DECL data_set open_data_set(std::filesystem::path const& folder, std::string const& questions) {
  return detail::data_set_finder(folder).find(questions);
}

}  // namespace t2s::evaluation

#endif
