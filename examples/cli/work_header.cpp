// SPDX-License-Identifier: BSL-1.0
#include "work_header.hpp"

#include <algorithm>
#include <array>
#include <boost/any.hpp>
#include <boost/crc.hpp>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "answer_json.hpp"
#include "t2s/core/detail/config.hpp"
#include "t2s/db/any/detail/location.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using crc_32c = boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true>;

/// Options for place and speed, or for files that are added by name.
constexpr std::array aside_always{"help",    "jobs",        "shard",   "restart",  "limit",     "out",       "json",      "html",
                                  "journal", "record",      "cache",   "llm",      "judge-llm", "small-llm", "timeout",   "ca-file",
                                  "trace",   "plan",        "dry-run", "data",     "gold",      "questions", "databases", "demonstrations",
                                  "tables",  "predictions", "otlp",    "otlp-sql", "audit"};

void add_bytes(crc_32c& sum, std::ifstream& in, std::uintmax_t most) {
  std::string part(std::size_t{1} << 16U, '\0');
  while (most > 0 && in) {
    in.read(part.data(), static_cast<std::streamsize>(std::min<std::uintmax_t>(part.size(), most)));
    auto const got = static_cast<std::size_t>(in.gcount());
    sum.process_bytes(part.data(), got);
    most -= got;
    if (got == 0) return;
  }
}

/// Options whose value is a file or a folder, or a word such as "none".
constexpr std::array of_files{"glove",         "descriptions", "demonstration-databases",
                              "repository",    "knowledge",    "relations",
                              "dictionary",    "index",        "synonyms",
                              "replay",        "labels",       "prompts",
                              "linking-labels"};

/// The values of an option as texts, whatever their type; "on" for one without a value.
std::vector<std::string> values_of(po::variable_value const& v) {
  auto const& held = v.value();
  if (auto const* many = boost::any_cast<std::vector<std::string>>(&held)) return *many;
  if (auto const* text = boost::any_cast<std::string>(&held)) return {*text};
  if (auto const* number = boost::any_cast<double>(&held)) return {json::serialize(json::value(*number))};
  if (auto const* number = boost::any_cast<long long>(&held)) return {std::to_string(*number)};
  if (auto const* number = boost::any_cast<std::uint64_t>(&held)) return {std::to_string(*number)};
  if (auto const* is = boost::any_cast<bool>(&held)) return {*is ? "on" : "off"};
  return {"on"};
}

/// SQLite's own files beside a database are temporary.
bool is_database(std::string_view name) {
  return name.find(".sqlite") != name.npos && !name.ends_with("-wal") && !name.ends_with("-shm") && !name.ends_with("-journal");
}

/// A database, and the other ones of its folder sorted by name.
std::vector<std::string> files_of_database(fs::path const& own, bool variants) {
  if (!variants) return {own.string()};
  std::vector<std::string> all;
  std::error_code absent;
  for (auto const& entry : fs::directory_iterator(own.parent_path(), absent))
    if (is_database(entry.path().filename().string())) all.push_back(entry.path().string());
  std::ranges::sort(all);
  return all;
}

/// Combines many fingerprints: their number, and one checksum.
std::string summary(std::vector<std::string> const& prints) {
  if (prints.size() == 1) return prints[0];
  crc_32c sum;
  for (auto const& p : prints) sum.process_bytes(p.data(), p.size());
  return std::to_string(prints.size()) + " files, " + std::to_string(sum.checksum());
}

/// The files of a folder and its subfolders, sorted by name.
std::vector<std::string> files_in(fs::path const& folder) {
  std::vector<std::string> all;
  std::error_code failed;
  for (auto const& entry : fs::recursive_directory_iterator(folder, fs::directory_options::follow_directory_symlink, failed))
    if (entry.is_regular_file(failed)) all.push_back(entry.path().string());
  std::ranges::sort(all);
  return all;
}

std::string print_of(std::string const& path) {
  std::error_code absent;
  if (!fs::is_directory(path, absent)) return fingerprint(path);
  std::vector<std::string> prints;
  for (auto const& file : files_in(path)) prints.push_back(fs::relative(file, path, absent).string() + " " + fingerprint(file));
  return summary(prints);
}

}  // namespace

std::string fingerprint(std::string const& path) {
  constexpr std::uintmax_t whole = 16U << 20U, part = 4U << 20U;
  std::error_code absent;
  auto const bytes = fs::file_size(path, absent);
  std::ifstream in(path, std::ios::binary);
  if (absent || !in) return {};
  crc_32c sum;
  if (bytes <= whole) {
    add_bytes(sum, in, whole);
  } else {
    add_bytes(sum, in, part);
    in.seekg(-static_cast<std::streamoff>(part), std::ios::end);
    add_bytes(sum, in, part);
  }
  std::array<char, 16> hex{};
  auto const length = std::snprintf(hex.data(), hex.size(), "%08x", static_cast<unsigned>(sum.checksum()));
  return std::string(hex.data(), static_cast<std::size_t>(length)) + " of " + std::to_string(bytes) + " bytes";
}

void work_header::add_options(po::variables_map const& given, std::vector<std::string_view> const& aside) {
  for (auto const& [name, value] : given) {
    auto const named = [&name](std::string_view other) { return name == other; };
    bool const filled = name == "replay" && given.count("record") != 0;  // which may change while it is read
    if (filled || std::ranges::any_of(aside_always, named) || std::ranges::any_of(aside, named)) continue;
    auto const all = values_of(value);
    std::error_code unknown;
    if (std::ranges::any_of(of_files, named) && fs::exists(all[0], unknown)) {
      add_files(name, all);
    } else if (all.size() == 1) {
      settings[name] = json_text(all[0]);
    } else {
      auto& list = settings.insert_or_assign(name, json::array()).first->value().as_array();
      for (auto const& v : all) list.push_back(json_text(v));
    }
  }
}

void work_header::add_files(std::string const& name, std::vector<std::string> const& paths) {
  std::string all;
  for (auto const& path : paths)
    if (!path.empty()) all += (all.empty() ? "" : ", ") + print_of(path);
  if (!all.empty()) inputs[name] = json::string(all);
}

void work_header::add_data(t2s::evaluation::data_set const& files) {
  add_files("questions", files.questions);
  add_files("tables", {files.tables});
  add_files("descriptions", {files.descriptions});
}

void work_header::add_databases(t2s::evaluation::database_folders const& folders, std::vector<std::string> ids, bool variants) {
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  for (auto const& id : ids) {
    std::vector<std::string> prints;
    auto const own = folders.file_of(id);
    if (auto const on_server = t2s::db::locate(own.string()); on_server.engine != t2s::db::engine::sqlite)
      prints.push_back(on_server.shown);  // whether its data have changed is unknown
    else
      for (auto const& path : files_of_database(own, variants)) prints.push_back(fingerprint(path));
    inputs["database " + id] = json::string(summary(prints));
  }
}

std::string work_header::text() const {
  json::array typed;
  for (auto const& w : words) typed.push_back(json_text(t2s::db::without_password(w)));
  json::object o{{"command", command}, {"t2s", T2S_VERSION_STRING}, {"items", items}};
  o["shard"] = part ? json::value(json::string(part->text())) : json::value(nullptr);
  o["settings"] = settings;
  o["inputs"] = inputs;
  o["about"] = json::object{{"ending", ending}, {"words", std::move(typed)}};
  return json::serialize(o);
}

}  // namespace cli
