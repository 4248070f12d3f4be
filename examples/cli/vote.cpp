// SPDX-License-Identifier: BSL-1.0
// t2s vote: chooses one SQL for each question from several files of predictions.
#include "t2s/offline/select/vote.hpp"
#include "t2s/core/detail/text_number.hpp"

#include <algorithm>
#include <atomic>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "advice.hpp"
#include "answer_json.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "lexicon_options.hpp"
#include "long_questions.hpp"
#include "open_database.hpp"
#include "output_file.hpp"
#include "prediction_files.hpp"
#include "side_by_side.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/sample/similar_demonstrations.hpp"
#include "t2s/sql/dialects.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
namespace ev = t2s::evaluation;
namespace sel = t2s::select;
using seconds = std::chrono::duration<double>;

constexpr std::size_t fewest_files = 2, most_files = 10;

/// The request, checked before any work is done.
struct vote_request {
  std::string out{};
  ev::data_set data{};
  std::vector<std::string> predictions{};
  std::vector<double> weights{};
  bool json = false, keep_distinct = false, plain = false;
  std::size_t jobs = 1;
  std::chrono::nanoseconds time = std::chrono::seconds(30);
  lexicon_options words{};

  explicit vote_request(po::variables_map const& given)
      : out(given["out"].as<std::string>()),
        predictions(given["predictions"].as<std::vector<std::string>>()),
        json(given.count("json") != 0),
        keep_distinct(given.count("keep-distinct") != 0),
        plain(given.count("plain") != 0),
        words(given) {
    if (predictions.size() < fewest_files || predictions.size() > most_files)
      throw usage_error("--predictions: " + std::to_string(predictions.size()) + " given; name 2 to 10 files, the most trusted first");
    weights = weights_of(text_of(given, "weights"));
    jobs = jobs_of(given);
    if (given.count("time-limit") != 0) time = time_of(given["time-limit"].as<double>());
    data = open_data(given);
    auto inputs = predictions;
    for (auto const* files : {&data.questions, &data.demonstrations}) inputs.insert(inputs.end(), files->begin(), files->end());
    require_output(out, inputs);
  }

 private:
  [[nodiscard]] std::vector<double> weights_of(std::string const& list) const {
    if (list.empty()) return std::vector<double>(predictions.size(), 1.0);
    std::vector<double> all;
    for (auto const part : t2s::text::split(list, ',')) all.push_back(weight_of(t2s::text::trim(part)));
    if (all.size() != predictions.size())
      throw usage_error("--weights: " + std::to_string(all.size()) + " for " + std::to_string(predictions.size()) +
                        " files; give one a file, in their order");
    return all;
  }
  static double weight_of(std::string_view word) {
    constexpr double least = 0.001, most = 1000;
    double weight = 0;
    if (t2s::text::to_number(word, weight) != std::errc() || !(weight >= least && weight <= most))
      throw usage_error("--weights: " + std::string(word) + " is not a number from 0.001 to 1000; give weights as in 2,1,1");
    return weight;
  }
  static std::chrono::nanoseconds time_of(double s) {
    if (s >= 1e-6 && s <= 1e9) return std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * s));
    throw usage_error("--time-limit needs seconds, from 0.000001 to 1000000000");
  }
};

/// A database for its questions.
struct voted_database {
  std::shared_ptr<t2s::known_parts> known{};
  std::once_flag read{};
  std::atomic<std::size_t> left = 0;  ///< questions left
};

/// Votes on all questions, on several threads.
class ballot_box {
 public:
  explicit ballot_box(vote_request const& asked) : asked_(asked), questions_(questions_in(asked.data.questions)) {
    for (auto const& path : asked.predictions) sets_.push_back(predictions_for(path, questions_));
    leave_out_long_questions(asked.data.questions, questions_.questions, "the vote does not look at the question");
    for (auto const& q : questions_.questions) ++shared_[q.database].left;
    for (auto const& [name, unused] : shared_) static_cast<void>(path_of(name));
    if (!asked.plain) sampler_.pool = std::make_shared<t2s::retrieve::skeleton_index const>(demonstrations());
    how_.repair.dialects = t2s::sql::other_dialects;
    if (!asked.keep_distinct) how_.form = [](std::string const& sql) { return ev::official_prediction(sql); };
    how_.repairs = !asked.plain;
    if (asked.plain) how_.rule = sel::vote_options::plain();
    held_.resize(questions_.questions.size());
  }

  void run() {
    side_by_side(held_.size(), asked_.jobs, [this] { return [this, open = connections()](std::size_t i) mutable { hold(i, open); }; });
  }

  [[nodiscard]] std::vector<std::string> databases() const {
    std::vector<std::string> paths;
    for (auto const& [name, unused] : shared_) paths.push_back(path_of(name));
    return paths;
  }

  /// Writes one SQL a line.
  [[nodiscard]] std::string text() const {
    std::string all;
    for (auto const& e : held_) all += line_of(e.chosen().sql) + "\n";
    return all;
  }

  /// Writes one object a line, one for each question.
  [[nodiscard]] std::string json_lines() const {
    std::string all;
    for (std::size_t i = 0; i < held_.size(); ++i) all += json::serialize(election_json(i)) + "\n";
    return all;
  }

  /// "703 one result, 201 votes, ..., 12 repaired".
  [[nodiscard]] std::string summary() const {
    std::map<sel::vote_reason, std::size_t> counts;
    std::size_t repaired = 0;
    for (auto const& e : held_) {
      ++counts[e.result.by];
      repaired += e.chosen().repairs.empty() ? 0U : 1U;
    }
    std::string s;
    for (auto const& [reason, n] : counts) s.append(std::to_string(n)).append(" by ").append(name_of(reason)).append(", ");
    return s.append(std::to_string(repaired)).append(" of the chosen repaired");
  }

  [[nodiscard]] std::size_t size() const { return held_.size(); }

 private:
  using connections = std::map<std::string, t2s::db::any_connection>;

  [[nodiscard]] std::string path_of(std::string const& database) const { return database_file(asked_.data.databases, database); }

  [[nodiscard]] std::vector<t2s::demonstration> demonstrations() const { return demonstrations_or_shipped(asked_.data.demonstrations); }

  [[nodiscard]] t2s::db::any_options opening() const {
    t2s::db::any_options o;
    o.limits.time = asked_.time;
    o.limits.rows = 1'000'000;
    o.limits.bytes = std::size_t{256} << 20U;
    o.limits.statement_bytes = std::size_t{1} << 20U;
    return o;
  }

  void hold(std::size_t i, connections& open) {
    auto const& asked = questions_.questions[i];
    auto& database = opened(open, asked.database, [&] { return path_of(asked.database); }, opening());
    t2s::llm::no_model model;
    t2s::link::linked_question const* linked = nullptr;
    t2s::samples shown;
    auto& shared = shared_.at(asked.database);
    std::call_once(shared.read, [&] { shared.known = known_of(database); });
    t2s::prepared prepared(database, shared.known);
    using context = t2s::context<t2s::llm::no_model, t2s::prepared<t2s::db::any_connection>>;
    t2s::run_context<context, t2s::facts<t2s::link::linked_question>> ctx(context(model, prepared));
    t2s::question const question(t2s::asked_text(asked));
    if (!asked_.plain) {
      linked = t2s::link::linked_in(ctx, question);
      if (!asked.question.empty()) shown = sampler_.sample(ctx, question);
    }
    held_[i] = sel::put_to_vote(ctx, candidates(i), linked, shown.demonstrations, how_).get();
    for (auto& c : held_[i].candidates) c.outcome = without_rows(c);  // the rows of a whole data set would not fit
    if (held_[i].reading) held_[i].reading->outcome = {};
    if (--shared.left == 0) shared.known = {};
  }

  [[nodiscard]] std::shared_ptr<t2s::known_parts> known_of(t2s::db::any_connection& database) const {
    if (asked_.plain) return t2s::known_parts::make();
    t2s::prepared prepared(database, asked_.words.prepare(database));
    asked_.words.read(prepared);
    return prepared.shared();
  }

  static std::shared_ptr<t2s::db::execution const> without_rows(sel::voter const& v) {
    if (!v.outcome || v.outcome->ok()) return {};
    return std::make_shared<t2s::db::execution const>(*v.outcome->failure);
  }

  [[nodiscard]] std::vector<sel::voter> candidates(std::size_t i) const {
    std::vector<sel::voter> all;
    for (std::size_t f = 0; f < sets_.size(); ++f) all.emplace_back(sets_[f].predictions[i].sql, asked_.weights[f]);
    return all;
  }

  static std::string line_of(std::string const& sql) {
    auto line = one_line_sql(sql);
    return t2s::text::trim(line).empty() ? "SELECT NULL" : line;
  }

  [[nodiscard]] json::object candidate_json(std::size_t f, sel::voter const& v) const {
    json::object o{{"file", json_text(sets_[f].name)}, {"sql", json_text(v.sql)}, {"error", nullptr}, {"repairs", json::array()}};
    if (v.outcome && v.outcome->failure)
      o["error"] = {{"code", t2s::name_of(v.outcome->failure->code)}, {"message", json_text(v.outcome->failure->message)}};
    for (auto const& why : v.repairs) o["repairs"].as_array().push_back(json_text(why));
    return o;
  }

  [[nodiscard]] json::object group_json(sel::vote_group const& g) const {
    json::array files;
    for (auto const f : g.members) files.push_back(json_text(sets_[f].name));
    return {{"files", std::move(files)}, {"votes", g.votes},       {"empty_or_zero", g.empty_or_zero},
            {"as_read", g.as_read},      {"likeness", g.likeness}, {"unused", g.unused}};
  }

  [[nodiscard]] json::object election_json(std::size_t i) const {
    auto const& e = held_[i];
    json::object o{{"question", i},
                   {"db_id", json_text(questions_.questions[i].database)},
                   {"sql", json_text(line_of(e.chosen().sql))},
                   {"file", json_text(sets_[e.result.chosen].name)},
                   {"decided_by", name_of(e.result.by)},
                   {"groups", json::array()},
                   {"candidates", json::array()},
                   {"reading", e.reading ? json_text(e.reading->sql) : json::value(nullptr)}};
    for (auto const& g : e.result.groups) o["groups"].as_array().push_back(group_json(g));
    for (std::size_t f = 0; f < e.candidates.size(); ++f) o["candidates"].as_array().push_back(candidate_json(f, e.candidates[f]));
    return o;
  }

  vote_request const& asked_;
  ev::gold_set questions_;
  std::vector<ev::prediction_set> sets_{};
  t2s::sample::similar_demonstrations sampler_{};
  sel::voting_options how_{};
  std::map<std::string, voted_database> shared_{};
  std::vector<sel::election> held_{};
};

options vote_options() {
  options o(
      "vote --data DIR --predictions FILE... --out FILE [options]",
      "Chooses one SQL a question among 2 to 10 files of predictions: the one whose result most files share. Predictions that fail are\n"
      "repaired before the vote. Ties are broken by the question itself, as it is read without a model, by structure, by linking, and\n"
      "by the order of the files. Databases are only read, and gold SQL is not looked at. docs/vote.md says how, and what it gains.");
  auto add = o.described.add_options();
  add("data", a_folder()->required(), "the data set");
  add("predictions", po::value<std::vector<std::string>>()->multitoken()->required()->value_name("FILE..."),
      "one SQL a line, BIRD's JSON, or JSON Lines of recorded runs, each with one prediction a question; the most trusted first");
  add("out", a_file()->required(), "where to write, one SQL a line");
  add("weights", a_word("LIST"), "votes of each file, with commas between (default: 1 each)");
  add("json", "print a JSON object a question: the groups, and what decided");
  add("plain", "by result alone, ties by order: no repair, and the question is not looked at");
  add("keep-distinct", "execute predictions as they are; else, as for official EX, without DISTINCT");
  add("questions", a_file(), "questions, with gold SQL or without (default: DIR/dev.json)");
  add("demonstrations", a_file(),
      "question and SQL pairs, which help to read questions (default: DIR/train.json if there is one, else those that come with t2s)");
  describe_databases(o.described);
  describe_jobs(o.described);
  add("time-limit", a_number(), "seconds for one statement (default: 30)");
  lexicon_options::describe(o.described);
  return o;
}

}  // namespace

int vote(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!vote_options().read(words, given)) return answered;

  vote_request asked(given);
  ballot_box box(asked);
  require_output(asked.out, box.databases());
  auto const begin = std::chrono::steady_clock::now();
  box.run();
  seconds const took = std::chrono::steady_clock::now() - begin;
  write_whole(asked.out, box.text());
  if (asked.json) std::cout << box.json_lines();
  std::cerr << counted(box.size(), "question") << " in " << spoken(took) << " (" << spoken(took / static_cast<double>(box.size()))
            << " a question): " << box.summary() << "; written to " << printable(asked.out) << "\n";
  return answered;
}

}  // namespace cli
