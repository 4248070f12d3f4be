// SPDX-License-Identifier: BSL-1.0
// Every system over a third of a data set, in `t2s predict` with two jobs, against a server that plays the scripted model. Each stage of
// each question is asked as often as the paper's algorithm says, and a recording reproduces the output. Needs T2S_SPIDER_DIR.
#include <sys/resource.h>

#include <atomic>
#include <cmath>
#include <mutex>

#include "model_place.hpp"
#include "scripted_play.hpp"

using namespace cli_test;

namespace {

std::string const spider = T2S_SPIDER_DIR;

boost::test_tools::assertion_result has_spider(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result found(!spider.empty() && fs::exists(spider + "/dev.json"));
  if (!found) found.message() << "T2S_SPIDER_DIR does not name Spider's data";
  return found;
}

/// A file with every third question, which are of all databases.
void write_third(fs::path const& path) {
  json::array third;
  auto const all = json::parse(content_of(spider + "/dev.json")).as_array();
  for (std::size_t i = 0; i < all.size(); i += 3) third.push_back(all[i]);
  std::ofstream(path) << third;
}

std::vector<asked_question> read_third() {
  auto const all = json::parse(content_of(spider + "/dev.json")).as_array();
  std::ifstream predictions(spider + "/predictions/dail_gpt4.sql");
  std::vector<asked_question> questions;
  std::size_t line = 0;
  for (auto const& one : all) {
    if (std::string skipped; line++ % 3 != 0) {
      std::getline(predictions, skipped);
      continue;
    }
    asked_question q{questions.size(),
                     std::string(one.at("db_id").as_string()),
                     std::string(one.at("question").as_string()),
                     std::string(one.at("query").as_string()),
                     {}};
    std::getline(predictions, q.predicted);
    if (letters_of(q.predicted) == letters_of(q.gold)) q.predicted = q.gold;  // the same in other clothes
    questions.push_back(std::move(q));
  }
  return questions;
}

/// A system as the command line and its script know it.
struct staged {
  std::string pipeline;
  play (*plays)(asked_question const&, truth const&);
  recognized (*recognizes)(std::vector<std::string> const&);
};

/// The model: for each question and stage the replies of the play in their order.
class scripted_stage {
 public:
  scripted_stage(staged const& of, std::vector<asked_question> const& questions) : of_(of) {
    std::map<std::string, truth> databases;
    for (auto const& q : questions) {
      auto const& db = databases.try_emplace(q.database, spider + "/databases/" + q.database + "/" + q.database + ".sqlite").first->second;
      by_letters_[letters_of(q.text)] = by_letters_[letters_of(q.text) + "indeed"] = q.number;
      plays_.push_back(of.plays(q, db));
    }
    asked_.resize(plays_.size());
  }

  t2s::tests::server_script answer(seen_request const& request) {
    if (request.target == "/v1/models") return t2s::tests::replies(404, "{}");
    std::vector<std::string> messages;
    auto const body = json::parse(request.body);
    for (auto const& m : body.at("messages").as_array()) messages.emplace_back(m.at("content").as_string());
    auto const seen = of_.recognizes(messages);
    std::lock_guard const lock(guard_);
    auto const number = number_of(seen.about);
    if (!number) return refuse("no question is known by \"" + seen.about + "\" in stage " + seen.stage);
    auto const n = asked_[*number][seen.stage]++;
    auto const replies = plays_[*number].find(seen.stage);
    if (replies == plays_[*number].end() || n >= replies->second.size())
      return refuse("question " + std::to_string(*number) + ": stage " + seen.stage + " is asked too often");
    return says(replies->second[n]);
  }

  /// What differs from the play, a line each.
  [[nodiscard]] std::vector<std::string> differences() const {
    std::lock_guard const lock(guard_);
    auto all = unexpected_;
    for (std::size_t i = 0; i < plays_.size(); ++i)
      for (auto const& [stage, replies] : plays_[i])
        if (auto const found = asked_[i].find(stage); found == asked_[i].end() || found->second != replies.size())
          all.push_back("question " + std::to_string(i) + ": stage " + stage + " is to be asked " + std::to_string(replies.size()) +
                        " times");
    return all;
  }
  [[nodiscard]] std::size_t calls() const {
    std::lock_guard const lock(guard_);
    std::size_t n = 0;
    for (auto const& one : asked_)
      for (auto const& [stage, times] : one) n += times;
    return n;
  }

 private:
  [[nodiscard]] std::optional<std::size_t> number_of(std::string const& about) const {
    if (about.starts_with("needle")) return std::stoul(about.substr(6));
    auto const found = by_letters_.find(letters_of(about));
    return found == by_letters_.end() ? std::nullopt : std::optional(found->second);
  }

  t2s::tests::server_script refuse(std::string const& why) {
    unexpected_.push_back(why);
    return t2s::tests::replies(400, R"({"error":{"message":"unexpected"}})");
  }
  static t2s::tests::server_script says(std::string const& text) { return t2s::tests::replies(200, reply_with(text)); }

  staged const& of_;
  std::map<std::string, std::size_t> by_letters_{};
  std::vector<play> plays_{};
  std::vector<std::map<std::string, std::size_t>> asked_{};
  std::vector<std::string> unexpected_{};
  mutable std::mutex guard_{};
};

std::size_t most_memory_of_children() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return static_cast<std::size_t>(used.ru_maxrss) / 1024;  // MB
}

/// All rows of the file's tables, in their order.
std::vector<std::vector<std::string>> learnt_in(std::string const& path) {
  truth const file(path);
  std::vector<std::vector<std::string>> all;
  for (auto const& table : file.tables)
    for (auto& row : file.run("SELECT * FROM \"" + table.name + "\" ORDER BY rowid").rows) all.push_back(std::move(row));
  return all;
}

/// Of what the play links: the share of right tables, and of those that people say a question mentions, each a mean over the questions with
/// such a label.
std::pair<double, double> linked_as_played(std::vector<asked_question> const& questions) {
  std::map<std::pair<std::string, std::string>, asked_question const*> asked;
  for (auto const& q : questions) asked[{q.database, q.text}] = &q;
  std::map<std::string, truth> databases;
  double precision = 0, recall = 0, labelled = 0;
  auto const labels = json::parse(content_of(spider + "/linking/dev_links.json"));
  for (auto const& label : labels.as_array()) {
    auto const wanted = label.at("tables").as_array();
    std::string const id(label.at("db_id").as_string());
    auto const question = asked.find({id, std::string(label.at("question").as_string())});
    if (wanted.empty() || question == asked.end()) continue;
    ++labelled;
    auto const& db = databases.try_emplace(id, spider + "/databases/" + id + "/" + id + ".sqlite").first->second;
    auto const played = play_dac(*question->second, db);
    auto const linking = played.find("linking");
    if (linking == played.end() || !linking->second.at(0).starts_with("[{")) continue;  // nothing is found
    auto const& reply = linking->second[0];
    auto const begin = reply.find("'schema': '") + 11;
    auto const table = letters_of(reply.substr(begin, reply.find('\'', begin) - begin));
    if (std::ranges::none_of(wanted, [&](auto const& w) { return letters_of(w.as_string()) == table; })) continue;
    precision += 1;
    recall += 1.0 / static_cast<double>(wanted.size());
  }
  return {100 * precision / labelled, 100 * recall / labelled};
}

/// What DAC's runs recorded, scored by `t2s evaluate`, is what was played.
void check_records(std::vector<asked_question> const& questions, std::string const& predict, fs::path const& folder) {
  auto const file = [&](char const* name) { return quoted((folder / name).string()); };
  auto const again = cli_test::t2s(predict + "--out " + file("records.jsonl"));
  BOOST_TEST(again.status == 0, again.err);
  auto const scored =
      cli_test::t2s("evaluate --data " + quoted(spider) + " --gold " + file("questions.json") + " --predictions " + file("records.jsonl") +
                    " --linking " + quoted(spider + "/linking/dev_links.json") + " --json " + file("links.json"));
  BOOST_TEST(scored.status == 0, scored.err);
  auto const of_file = json::parse(content_of((folder / "links.json").string())).at("files").at(0);
  auto const [precision, recall] = linked_as_played(questions);
  BOOST_TEST(precision > 1.0);
  BOOST_TEST(std::abs(of_file.at("tables").at("precision").to_number<double>() - precision) < 1e-9);
  BOOST_TEST(std::abs(of_file.at("tables").at("recall").to_number<double>() - recall) < 1e-9);
  BOOST_TEST(of_file.at("questions").to_number<int>() + static_cast<int>(of_file.at("unlabelled").as_array().size()) ==
             static_cast<int>(questions.size()));
}

void run(staged const& of) {
  auto const questions = read_third();
  scripted_stage model(of, questions);
  http_server server([&](seen_request const& r) { return model.answer(r); });
  auto const folder = fs::temp_directory_path() / ("t2s systems " + std::to_string(::getpid()));
  fs::create_directories(folder);
  write_third(folder / "questions.json");
  auto const file = [&](char const* name) { return quoted((folder / name).string()); };
  auto const predict_with = [&](char const* jobs) {
    return "predict --data " + quoted(spider) + " --questions " + file("questions.json") + " --pipeline " + of.pipeline +
           by_spelling(of.pipeline) + " --model tiny --jobs " + jobs + " ";
  };

  // What TCSR-SQL learns is kept in the order of the questions, however many are asked at once.
  auto const more = [&](char const* name) { return of.pipeline == "tcsr-sql" ? "--knowledge " + file(name) + " " : std::string(); };

  auto const live = cli_test::t2s(predict_with("2") + more("live") + "--llm " + server.url() + "/v1 --record " + file("tape.jsonl") +
                                  " --out " + file("live.sql"));
  BOOST_TEST(live.status == 0, live.err);
  auto const differences = model.differences();
  for (std::size_t i = 0; i < std::min<std::size_t>(differences.size(), 10); ++i) BOOST_TEST(differences[i] == "");
  BOOST_TEST(differences.size() == 0u);
  BOOST_TEST_MESSAGE(of.pipeline << ": " << model.calls() << " calls");

  auto const again = cli_test::t2s(predict_with("1") + more("again") + "--replay " + file("tape.jsonl") + " --out " + file("again.sql"));
  BOOST_TEST(again.status == 0, again.err);
  auto const output = content_of((folder / "live.sql").string());
  BOOST_TEST(std::ranges::count(output, '\n') == static_cast<long>(questions.size()));
  BOOST_TEST((content_of((folder / "again.sql").string()) == output), "the recording gives other output");
  if (of.pipeline == "tcsr-sql") {
    auto const learnt = learnt_in((folder / "live").string());
    BOOST_TEST(learnt.size() > 100u);
    BOOST_TEST((learnt_in((folder / "again").string()) == learnt));
  }
  if (of.pipeline == "dac") check_records(questions, predict_with("2") + "--replay " + file("tape.jsonl") + " ", folder);
  BOOST_TEST(most_memory_of_children() < 300u);
  fs::remove_all(folder);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(system_runs, *boost::unit_test::precondition(has_spider))

BOOST_AUTO_TEST_CASE(dart_sql) { run({"dart-sql", play_dart_sql, recognize_dart_sql}); }
BOOST_AUTO_TEST_CASE(sql_craft) { run({"sql-craft", play_sql_craft, recognize_sql_craft}); }
BOOST_AUTO_TEST_CASE(tcsr_sql) { run({"tcsr-sql", play_tcsr_sql, recognize_tcsr_sql}); }
BOOST_AUTO_TEST_CASE(dac) { run({"dac", play_dac, recognize_dac}); }
BOOST_AUTO_TEST_CASE(dynamic_revision) { run({"dynamic-revision", play_dynamic_revision, recognize_dynamic_revision}); }

BOOST_AUTO_TEST_SUITE_END()
