// SPDX-License-Identifier: BSL-1.0
#include "repair_shop.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <iterator>
#include <utility>

#include "answer_json.hpp"
#include "data_options.hpp"
#include "open_database.hpp"
#include "side_by_side.hpp"
#include "t2s/core/detail/text.hpp"
#include "wording.hpp"

namespace cli {

namespace json = boost::json;
namespace ev = t2s::evaluation;

json::object outcome_json(t2s::repair::repair_outcome const& done) {
  json::array steps;
  std::vector<t2s::link::unread_part> not_read;
  for (auto const& s : done.steps) {
    steps.push_back({{"kind", name_of(s.what)}, {"why", json_text(s.why)}, {"sql", json_text(s.sql)}});
    not_read.insert(not_read.end(), s.not_read.begin(), s.not_read.end());
  }
  json::object o{{"sql", json_text(done.sql)},
                 {"repaired", done.repaired()},
                 {"steps", std::move(steps)},
                 {"not_read", not_read_json(not_read)},
                 {"rows", nullptr},
                 {"error", nullptr},
                 {"executed", done.executed}};
  auto const& gave = done.execution;
  if (gave && gave->failure)
    o["error"] = {{"code", t2s::name_of(gave->failure->code)},
                  {"message", json_text(gave->failure->message)},
                  {"remedy", json_text(gave->failure->remedy)}};
  else if (gave)
    o["rows"] = gave->rows.values.size();
  return o;
}

bool fails(t2s::repair::repair_outcome const& done) {
  return done.execution && done.execution->failure && done.execution->failure->code != t2s::errc::row_limit;
}

repair_shop::repair_shop(ev::database_folders databases, ev::gold_set questions, ev::prediction_set predictions,
                         t2s::repair::repair_options rules, lexicon_options words)
    : databases_(std::move(databases)),
      rules_(rules),
      words_(std::move(words)),
      questions_(std::move(questions)),
      predictions_(std::move(predictions)) {
  for (std::size_t i = 0; i < predictions_.predictions.size(); ++i) {
    auto const& name = questions_.questions[i].database;
    static_cast<void>(path_of(name));
    shared_[name];
  }
  done_.resize(predictions_.predictions.size());
}

void repair_shop::run(std::size_t jobs) {
  side_by_side(done_.size(), jobs, [this] { return [this, open = connections()](std::size_t i) mutable { repair(i, open); }; });
}

std::vector<std::string> repair_shop::databases() const {
  std::vector<std::string> paths;
  for (auto const& [name, unused] : shared_) paths.push_back(path_of(name));
  return paths;
}

std::string repair_shop::text() const {
  std::string all;
  for (auto const& d : done_) all.append(d.sql).append("\n");
  return all;
}

std::string repair_shop::json_lines() const {
  std::string all;
  for (auto const& d : done_) all.append(d.json).append("\n");
  return all;
}

std::string repair_shop::summary() const {
  auto const failing = std::ranges::count_if(done_, &repaired_prediction::fails);
  auto const repaired = std::ranges::count_if(done_, [](auto const& d) { return d.repaired && !d.fails; });
  std::string s = counted(done_.size(), "prediction");
  s.append(": ").append(std::to_string(std::ssize(done_) - repaired - failing)).append(" left as they are, ");
  s.append(std::to_string(repaired)).append(" repaired, ").append(std::to_string(failing)).append(" fail still");
  return s;
}

std::string repair_shop::path_of(std::string const& name) const { return database_file(databases_, name); }

void repair_shop::repair(std::size_t i, connections& open) {
  auto const& asked = questions_.questions[i];
  auto& database = opened(open, asked.database, [&] { return path_of(asked.database); });
  auto& shared = shared_.at(asked.database);
  std::call_once(shared.read, [&] { shared.names = words_.read(database); });
  auto const question = t2s::asked_text(asked);
  auto const done = t2s::repair::repairer{shared.names, rules_}.repair(database, predictions_.predictions[i].sql, question);
  auto const sql = one_line_sql(done.sql);
  auto told = outcome_json(done);
  told["question"] = json_text(asked.question);
  told["db_id"] = json_text(asked.database);
  done_[i] = {t2s::text::trim(sql).empty() ? "SELECT NULL" : sql, json::serialize(told), done.repaired(), fails(done)};
}

}  // namespace cli
