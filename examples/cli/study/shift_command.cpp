// SPDX-License-Identifier: BSL-1.0
#include "study/shift_command.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <utility>

#include "command.hpp"
#include "data_options.hpp"
#include "interruption.hpp"
#include "output_file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/lab/studies/detail/shift.hpp"
#include "wording.hpp"

namespace cli::study {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using namespace t2s::studies;

std::string kind_names() {
  std::string all;
  for (auto const& [kind, name] : shift_kinds) all.append(all.empty() ? "" : ", ").append(name);
  return all;
}

options shift_options_described() {
  options o(
      "study shift --data DIR --out DIR [options]",
      "Writes a data set as another owner would have it: names, keys, values and questions change, the data and the right answers do\n"
      "not. A question is kept if its SQL, rewritten, returns the same rows over the shifted database. OUT has dev.json, databases/\n"
      "and shift.json, which says what became of each table, column and code. Kinds: " +
          kind_names() + ".");
  auto add = o.described.add_options();
  add("data", a_folder()->required(), "the data set, with gold SQL and SQLite databases");
  add("questions", a_file(), "questions (default: DIR/dev.json)");
  add("out", a_folder()->required(), "folder for the shifted set; it must be new or empty");
  add("kinds", a_word("LIST"), "what changes, separated by commas (default: all)");
  add("seed", a_number(), "whole number: another one, other names (default: 1)");
  add("limit", a_number(), "only the first N questions");
  describe_databases(o.described);
  return o;
}

std::set<shift_kind> kinds_of(std::string const& list) {
  std::set<shift_kind> out;
  for (auto const& [kind, name] : shift_kinds)
    if (list.empty()) out.insert(kind);
  if (list.empty()) return out;
  for (auto const part : t2s::text::split(list, ',')) {
    auto const word = t2s::text::trim(part);
    auto const at = std::ranges::find_if(shift_kinds, [&](auto const& k) { return k.second == word; });
    if (at == shift_kinds.end()) throw usage_error("--kinds knows no \"" + std::string(word) + "\": it takes " + kind_names());
    out.insert(at->first);
  }
  return out;
}

json::object texts_json(std::map<std::string, std::string> const& texts) {
  json::object out;
  for (auto const& [key, text] : texts) out[t2s::text::valid_utf8(key)] = t2s::text::valid_utf8(text);
  return out;
}

json::object plan_json(shift_plan const& plan, t2s::schema::database const& original) {
  json::object tables;
  for (std::size_t i = 0; i < plan.tables.size(); ++i) {
    auto const& t = plan.tables[i];
    json::object columns, codes;
    for (std::size_t c = 0; c < t.columns.size(); ++c) {
      auto const& name = original.tables()[i].columns[c].name;
      auto const& now = t.columns[c];
      columns[name] = now.dropped ? json::value() : json::value(now.name);
      if (now.values.is == recoding::form::codes) codes[name] = texts_json(now.values.codes);
      if (now.values.is == recoding::form::dotted_date) codes[name] = "DD.MM.YYYY";
      if (now.values.is == recoding::form::number_date) codes[name] = "YYYYMMDD";
    }
    json::object one{{"name", t.name}, {"columns", std::move(columns)}};
    if (!codes.empty()) one["values"] = std::move(codes);
    if (!t.added.empty()) one["added"] = t.added.size();
    tables[original.tables()[i].name] = std::move(one);
  }
  return {{"tables", std::move(tables)}, {"words", texts_json(plan.words)}};
}

json::object question_json(t2s::demonstration const& q) {
  json::object out{{"db_id", q.database}, {"question", q.question}, {"query", q.sql}};
  if (!q.evidence.empty()) out["evidence"] = q.evidence;
  return out;
}

/// One run of the command.
class shift_run {
 public:
  explicit shift_run(po::variables_map const& given)
      : files_(open_data(given, "questions", "demonstrations", true)), out_(text_of(given, "out")) {
    how_.kinds = kinds_of(text_of(given, "kinds"));
    how_.seed = whole_number(given, "seed", 0, std::numeric_limits<std::uint32_t>::max(), 1);
    auto all = t2s::evaluation::read_gold(files_.questions).questions;
    all.resize(std::min(all.size(), whole_number(given, "limit", 1, 1'000'000'000, all.size())));
    asked_ = all.size();
    for (auto& q : all) by_database_[q.database].push_back(std::move(q));
    if (fs::exists(out_) && !(fs::is_directory(out_) && fs::is_empty(out_)))
      throw t2s::error(t2s::errc::invalid_argument, out_.string() + " exists and is not an empty folder", "name a new folder with --out");
  }

  int run() {
    json::array questions;
    json::object databases;
    std::size_t kept = 0;
    auto const stop = stop_by_signal();
    for (auto const& [id, asked] : by_database_) {
      if (stop.stop_requested()) throw interrupted("interrupted: remove " + out_.string() + " and begin anew");
      auto const made = shift_one(id, asked);
      kept += made.questions.size();
      for (auto const& q : made.questions) questions.push_back(question_json(q));
      databases[id] = plan_json(made.plan, t2s::db::sqlite_connection(database_file(files_.databases, id)).schema());
      std::cerr << "t2s: " << id << ": " << made.questions.size() << " of " << counted(asked.size(), "question") << "\n";
    }
    json::array kinds;
    for (auto const& [kind, name] : shift_kinds)
      if (how_.kinds.contains(kind)) kinds.push_back(json::string(name));
    write_whole((out_ / "dev.json").string(), json::serialize(questions) + "\n");
    write_whole(
        (out_ / "shift.json").string(),
        json::serialize(json::object{
            {"kinds", std::move(kinds)}, {"seed", how_.seed}, {"questions", asked_}, {"kept", kept}, {"databases", std::move(databases)}}) +
            "\n");
    std::cout << kept << " of " << counted(asked_, "question") << " kept, in " << (out_ / "dev.json").string() << "\n";
    return answered;
  }

 private:
  [[nodiscard]] shifted_database shift_one(std::string const& id, std::vector<t2s::demonstration> const& asked) const {
    auto const folder = out_ / "databases" / id;
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throw t2s::error(t2s::errc::file_unwritable, folder.string() + ": " + failed.message(), "name another folder with --out");
    return shift_database(database_file(files_.databases, id), (folder / (id + ".sqlite")).string(), asked, how_);
  }

  t2s::evaluation::data_set files_;
  fs::path out_;
  shift_options how_{};
  std::size_t asked_ = 0;
  std::map<std::string, std::vector<t2s::demonstration>> by_database_{};
};

}  // namespace

int shift_data_set(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!shift_options_described().read(words, given)) return answered;
  return shift_run(given).run();
}

}  // namespace cli::study
