// SPDX-License-Identifier: BSL-1.0
// t2s reproduce: plan, runs, figures, interruption. Plain loops over the papers' procedures count the calls of every run independently, for
// a model that repeats its SQL.
#include "folder.hpp"
#include "model_place.hpp"
#include "reproduce/paper_table.hpp"
#include "scripted_play.hpp"

#include <signal.h>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>

using namespace cli_test;

namespace {

std::string const spider = T2S_SPIDER_DIR;

boost::test_tools::assertion_result has_spider(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result found(!spider.empty() && fs::exists(spider + "/dev.json"));
  if (!found) found.message() << "T2S_SPIDER_DIR does not name Spider's data";
  return found;
}

/// A data set of two questions over one database, and a model that answers the first correctly and the second wrongly.
struct small_data {
  folder place{"reproduce"};
  std::atomic<int> calls = 0;
  http_server server{[this](seen_request const& r) { return answer(r); }};

  small_data() {
    static_cast<void>(place.make_shop("CREATE TABLE shop (id INTEGER, city TEXT); INSERT INTO shop VALUES (1,'Oslo'),(2,'Bergen');"));
    place.write("dev.json", R"([{"db_id":"shop","question":"How many shops?","query":"SELECT count(*) FROM shop"},
                                {"db_id":"shop","question":"Which cities?","query":"SELECT city FROM shop"}])");
    place.write("train.json", R"([{"db_id":"x","question":"How many?","query":"SELECT count(*) FROM t"}])");
  }
  t2s::tests::server_script answer(seen_request const& r) {
    if (r.target == "/v1/models") return replies(404, "{}");
    ++calls;
    auto const text = json::parse(r.body).at("messages").as_array().front().at("content").as_string();
    bool const aligns = text.starts_with("Align the tokens");
    return replies(200, reply_with(aligns ? "[]" : "```sql\nSELECT count(*) FROM shop\n```"));
  }
  [[nodiscard]] std::string data() const { return " --data spider=" + quoted(place.path.string()); }
  [[nodiscard]] std::string out(char const* name) const { return " --out " + quoted(place.file(name)); }
};

/// The cells of the rows of table.csv that begin with "measured".
std::vector<std::string> measured_lines(std::string const& csv) {
  std::vector<std::string> lines;
  std::istringstream in(csv);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("measured")) lines.push_back(line);
  return lines;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reproduce)

BOOST_AUTO_TEST_CASE(tables_of_a_paper_are_listed_with_those_that_cannot_be_had) {
  auto const said = cli_test::t2s("reproduce dac");
  BOOST_TEST(said.status == 0, said.err);
  BOOST_TEST(contains(said.out, "--table \"1\""));
  BOOST_TEST(contains(said.out, "  not "));
}

BOOST_AUTO_TEST_CASE(mistakes_are_named) {
  auto const fails = [](std::string const& words, std::string_view why) {
    auto const said = cli_test::t2s("reproduce " + words);
    BOOST_TEST(said.status == 2, words << ": " << said.err);
    BOOST_TEST(contains(said.err, why), words << ": " << said.err);
  };
  small_data const d;
  fails("", "name a paper");
  fails("dact", "did you mean dac");
  fails("dac --table 99" + d.data(), "has no 99");
  fails("dac --table 1", "--data spider=DIR");
  fails("dac --table 1 --data spider", "NAME=PATH");
  fails("dac --table 1 --data spidr=" + quoted(d.place.path.string()), "did you mean spider");
  fails("dac --table 1" + d.data() + d.data(), "twice");
  fails("dac --table 1" + d.data() + " --suite bird=" + quoted(d.place.path.string()), "there is no --data bird=DIR");
  fails("dac --table 5" + d.data(), "--labels FILE");
  fails("dac --table 8" + d.data() + " --data bird=" + quoted(d.place.path.string()), "no column of the table uses it");
  fails("dac --table 1 --data bird=" + quoted(d.place.path.string()), "--demonstrations bird=FILE");  // the paper shows Spider's
  fails("dynamic-revision --table 3" + d.data() + " --glove spelling", "--suite spider=DIR");
  fails("dac --table 1" + d.data(), "needs a model");
  fails("dac --table 1" + d.data() + asks(d.server), "--out DIR is missing");
  BOOST_TEST(d.calls == 0);
}

BOOST_AUTO_TEST_CASE(plan_says_the_cost_and_sends_nothing) {
  small_data const d;
  auto const said = cli_test::t2s("reproduce dac --table 1 --plan" + d.data() + asks(d.server));
  BOOST_TEST(said.status == 0, said.err);
  BOOST_TEST(contains(said.out, "dac over spider"), said.out);
  BOOST_TEST(contains(said.out, "3 to 6"), said.out);  // the paper's pipeline: draft, linking, parsing, at most three corrections
  BOOST_TEST(contains(said.out, "6 to 12 calls"), said.out);
  BOOST_TEST(d.calls == 0);
  BOOST_TEST(cli_test::t2s("reproduce dac --table 1 --plan" + d.data()).status == 0);  // no model is needed
}

BOOST_AUTO_TEST_CASE(table_has_the_papers_rows_and_ours) {
  small_data const d;
  auto const words = "reproduce dac --table 1 --jobs 1" + d.data() + asks(d.server);
  auto const said = cli_test::t2s(words + d.out("one"));
  BOOST_TEST(said.status == 0, said.err);
  auto const csv = d.place.read("one/dac-1.csv");
  BOOST_TEST(contains(csv, "paper,Llama3-8b,few-shot,70.7,30.4,24.6"), csv);
  // One of two is right; columns without data stay empty.
  BOOST_TEST(measured_lines(csv) == (std::vector<std::string>{"measured,tiny,few-shot,50.0,,", "measured,tiny,+ DAC,50.0,,"}),
             boost::test_tools::per_element());
  BOOST_TEST(contains(said.out, "--data bird=DIR"), said.out);
  BOOST_TEST(json::parse(d.place.read("one/dac-1.json")).at("rows").as_array().size() == 12u);
  BOOST_TEST(contains(d.place.read("one/dac-1.html"), "<svg"));

  int const asked = d.calls;
  BOOST_TEST(asked == 6);
  auto const again = cli_test::t2s(words + d.out("one"));
  BOOST_TEST(again.status == 0, again.err);
  BOOST_TEST(again.out == said.out);
  BOOST_TEST(d.calls == asked, "a second run asks");
}

BOOST_AUTO_TEST_CASE(failed_question_makes_no_table) {
  small_data const d;
  http_server const refusing([](seen_request const&) { return replies(400, R"({"error":{"message":"too long"}})"); });
  auto const words = "reproduce dac --table 1" + d.data();
  auto const said = cli_test::t2s(words + asks(refusing) + d.out("two"));
  BOOST_TEST(said.status == 3);
  BOOST_TEST(contains(said.err, "too long"), said.err);
  BOOST_TEST(!fs::exists(d.place.path / "two/dac-1.txt"));
  BOOST_TEST(cli_test::t2s(words + asks(d.server) + d.out("two")).status == 0);  // the same folder continues
}

namespace {

/// The contents of all requests to a server, one after the other.
std::string sent_to(http_server const& server) {
  std::string all;
  for (auto const& r : server.requests()) {
    if (r.target == "/v1/models") continue;  // about the context
    auto const body = json::parse(r.body);
    for (auto const& m : body.at("messages").as_array()) all += std::string(m.at("content").as_string()) + "\n";
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(settings_go_to_the_runs_that_have_them) {
  small_data const d;
  auto const words = "reproduce dac --table 3 --plan" + d.data();
  auto const said = cli_test::t2s(words + " --set dac.values=0 --set dac.entities=on");
  BOOST_TEST(said.status == 0, said.err);
  BOOST_TEST(contains(said.out, "dac over spider, dac.values=0, dac.entities=on "), said.out);
  BOOST_TEST(contains(said.out, "dac over spider, dac.values=0, dac.entities=off "), said.out);  // a row's own stands
  BOOST_TEST(contains(said.out, "dac over spider, dac.values=0, dac.entities=on, dac.skeleton=off "), said.out);
  for (auto const* wrong : {"dac.valeus=0", "dart.rows=1", "dac.values"}) {
    auto const refused = cli_test::t2s(words + " --set " + wrong);
    BOOST_TEST(refused.status == 2, wrong << refused.err);
    BOOST_TEST(contains(refused.err, "dac"), refused.err);
  }
  auto const table = cli_test::t2s("reproduce dac --table 1 --set dac.values=0" + d.data() + asks(d.server) + d.out("set"));
  BOOST_TEST(table.status == 0, table.err);
  BOOST_TEST(contains(table.out, "Asked with --set dac.values=0"), table.out);
  BOOST_TEST(!contains(sent_to(d.server), "Oslo"));
}

BOOST_AUTO_TEST_CASE(prompts_of_ones_own_go_to_the_runs_that_have_them) {
  small_data const d;
  fs::create_directories(d.place.path / "mine");
  d.place.write("mine/dac.draft.txt", "My prompt.\n{{demonstrations}}{{schema}}\n{{question}}\n");
  auto const words = "reproduce dac --table 1" + d.data() + asks(d.server) + " --prompts " + quoted(d.place.file("mine"));
  auto const said = cli_test::t2s(words + d.out("mine-1"));
  BOOST_TEST(said.status == 0, said.err);
  BOOST_TEST(contains(said.out, "Asked with --prompts"), said.out);
  BOOST_TEST(contains(sent_to(d.server), "My prompt.\n"));
  BOOST_TEST(!contains(sent_to(d.server), "Generate a SQL to answer"));
  d.place.write("mine/tcsr.keywords.txt", "{{tables}}{{question}}");
  auto const refused = cli_test::t2s(words + d.out("mine-1"));
  BOOST_TEST(refused.status == 3);
  BOOST_TEST(contains(refused.err, "there is no prompt tcsr.keywords"), refused.err);
}

BOOST_AUTO_TEST_CASE(a_table_may_have_several_models) {
  small_data const d;
  auto const words = "reproduce dac --table 1 --jobs 1" + d.data() + d.out("both");
  auto const both = words + " --llm " + d.server.url() + "/v1 --model tiny --model=large";
  auto const said = cli_test::t2s(both);
  BOOST_TEST(said.status == 0, said.err);
  BOOST_TEST(measured_lines(d.place.read("both/dac-1.csv")) ==
                 (std::vector<std::string>{"measured,tiny,few-shot,50.0,,", "measured,tiny,+ DAC,50.0,,", "measured,large,few-shot,50.0,,",
                                           "measured,large,+ DAC,50.0,,"}),
             boost::test_tools::per_element());
  BOOST_TEST(d.calls == 12);
  BOOST_TEST(cli_test::t2s(both).out == said.out);
  BOOST_TEST(d.calls == 12, "a second run asks");

  http_server const other([](seen_request const& r) {
    bool const aligns = contains(r.body, "Align the tokens");
    return replies(200, reply_with(aligns ? "[]" : "```sql\nSELECT count(*) FROM shop\n```"));
  });
  auto const two = words + " --llm " + d.server.url() + "/v1 --llm " + other.url() + "/v1 --model tiny --model wise";
  BOOST_TEST(cli_test::t2s(two).status == 0);
  BOOST_TEST(d.calls == 12);
  BOOST_TEST(other.requests().size() == 6u);

  auto const twice = cli_test::t2s(words + asks(d.server) + "--model tiny");
  BOOST_TEST(twice.status == 2);
  BOOST_TEST(contains(twice.err, "--model tiny is given twice"), twice.err);
  auto const uneven = cli_test::t2s(words + asks(d.server) + "--llm " + other.url() + "/v1");
  BOOST_TEST(uneven.status == 2);
  BOOST_TEST(contains(uneven.err, "give one --llm for all, or one for each --model"), uneven.err);
}

// No paper's prompts have descriptions of columns, or a part of the schema.
BOOST_AUTO_TEST_CASE(prompts_have_the_form_of_the_papers) {
  folder const place("reproduce form");
  std::string tables = "CREATE TABLE shop (id INTEGER, city TEXT); INSERT INTO shop VALUES (1,'Oslo');";
  for (int t = 0; t < 150; ++t) {
    tables += "CREATE TABLE ledger_" + std::to_string(t) + " (";
    for (int c = 0; c < 30; ++c) tables += (c > 0 ? ", " : "") + std::string("entry_of_account_") + std::to_string(c) + " INTEGER";
    tables += ");";
  }
  static_cast<void>(place.make_shop(tables.c_str()));
  place.write("dev.json",
              R"([{"db_id":"shop","question":"How many shops?","SQL":"SELECT count(*) FROM shop","question_id":0,"evidence":""}])");
  place.write("pairs.json", R"([{"db_id":"x","question":"How many?","query":"SELECT count(*) FROM t"}])");
  auto const described = place.path / "databases/shop/database_description";
  fs::create_directories(described);
  std::ofstream(described / "shop.csv") << "original_column_name,column_name,column_description,data_format,value_description\n"
                                           "city,,where the shop stands,text,\n";
  http_server const server([](seen_request const&) { return replies(200, reply_with("```sql\nSELECT count(*) FROM shop\n```")); });
  auto const words = "reproduce dac --table 1 --data bird=" + quoted(place.path.string()) +
                     " --demonstrations bird=" + quoted(place.file("pairs.json")) + asks(server);
  auto const said = cli_test::t2s(words + " --out " + quoted(place.file("one")));
  BOOST_TEST(said.status == 0, said.err);
  BOOST_TEST(contains(sent_to(server), "ledger_149"));
  BOOST_TEST(!contains(sent_to(server), "where the shop stands"));
  auto const given =
      cli_test::t2s(words + " --schema-tokens 500 --descriptions " + quoted(described.string()) + " --out " + quoted(place.file("two")));
  BOOST_TEST(given.status == 0, given.err);
  BOOST_TEST(contains(sent_to(server), "where the shop stands"));
  auto const last = json::serialize(json::parse(server.requests().back().body));
  BOOST_TEST(!contains(last, "ledger_149"));
}

// SQL-CRAFT's figure 2: 200 questions drawn from all, not the first ones.
BOOST_AUTO_TEST_CASE(questions_are_drawn_from_the_whole_data_set) {
  small_data const d;
  json::array questions;
  for (int i = 0; i < 2'000; ++i)
    questions.push_back(
        json::object{{"db_id", "shop"}, {"question", "Number " + std::to_string(i) + "?"}, {"query", "SELECT count(*) FROM shop"}});
  d.place.write("dev.json", json::serialize(questions));
  auto const asked = [&](char const* out, std::string const& more) {
    auto const before = d.server.requests().size();
    auto const said = cli_test::t2s("reproduce sql-craft --table 'figure 2' --shard 1/50 --glove spelling --jobs 1" + d.data() +
                                    asks(d.server) + d.out(out) + more);
    BOOST_TEST(said.status == 0, said.err);
    std::set<int> numbers;
    auto const requests = d.server.requests();
    for (auto i = before; i < requests.size(); ++i)
      if (auto const at = requests[i].body.find("Number "); at != std::string::npos)
        numbers.insert(std::stoi(requests[i].body.substr(at + 7)));
    return numbers;
  };
  auto const some = asked("drawn", "");
  BOOST_TEST(some.size() == 4u);
  BOOST_TEST(*some.rbegin() > 3);
  BOOST_TEST(asked("again", "") == some, boost::test_tools::per_element());
  BOOST_TEST((asked("other", " --seed 2") != some));
}

// Without knowledge the row would be that of the SQL generation alone.
BOOST_AUTO_TEST_CASE(a_row_that_searches_knowledge_needs_some) {
  small_data const d;
  auto const words = "reproduce tcsr-sql --table 5 --plan --glove spelling --data spider-dk=" + quoted(d.place.path.string());
  auto const said = cli_test::t2s(words);
  BOOST_TEST(said.status == 0, said.err);
  BOOST_TEST(!contains(said.out, "tcsr.keywords=off"), said.out);
  BOOST_TEST(contains(said.out, "Not measured: w/o Keywords Extraction & Fuzzy Detection, which needs --knowledge FILE."), said.out);
  auto const given = cli_test::t2s(words + " --knowledge " + quoted(d.place.file("knowledge.sqlite")));
  BOOST_TEST(given.status == 0, given.err);
  BOOST_TEST(contains(given.out, "tcsr.keywords=off"), given.out);
}

/// Two of Dr.Spider's sets over the shop, whose database is in its folder Spider-dev.
struct dr_spider_data : small_data {
  dr_spider_data() {
    for (std::string const in : {"dr/data/Spider-dev/databases/shop", "dr/data/NLQ_column_value", "dr/data/NLQ_value_synonym"})
      fs::create_directories(place.path / in);
    fs::copy(place.path / "databases/shop/shop.sqlite", place.path / "dr/data/Spider-dev/databases/shop/shop.sqlite");
    write("NLQ_column_value", R"([{"db_id":"shop","question":"How many shops?","query":"SELECT count(*) FROM shop"}])");
    write("NLQ_value_synonym", content_of(place.file("dev.json")));
  }
  void write(std::string const& set, std::string const& questions) const {
    place.write(("dr/data/" + set + "/questions_post_perturbation.json").c_str(), questions);
  }
  [[nodiscard]] std::string dr() const { return " --data dr-spider=" + quoted(place.file("dr")); }
};

BOOST_AUTO_TEST_CASE(sets_of_dr_spider_are_columns) {
  dr_spider_data const d;
  auto const counted = cli_test::t2s("reproduce tcsr-sql --table 2" + d.dr() + d.out("counted"));
  BOOST_TEST(counted.status == 0, counted.err);
  BOOST_TEST(d.calls == 0);
  auto const counts = measured_lines(content_of(d.place.file("counted/tcsr-sql-2.csv")));
  BOOST_REQUIRE(counts.size() == 1u);
  BOOST_TEST(contains(counts[0], ",1,2,"), counts[0]);

  auto const words = "reproduce tcsr-sql --table 4 --glove spelling --demonstrations dr-spider=" + quoted(d.place.file("train.json")) +
                     asks(d.server) + d.out("asked");
  auto const asked = cli_test::t2s(words + d.dr());
  BOOST_TEST(asked.status == 0, asked.err);
  BOOST_TEST(contains(asked.err, "t2s: dr-spider-NLQ_value_synonym: "), asked.err);
  auto const rows = measured_lines(content_of(d.place.file("asked/tcsr-sql-4.csv")));
  BOOST_REQUIRE(rows.size() == 3u);
  for (auto const& row : rows) BOOST_TEST(row.ends_with("100.0,100.0,50.0,50.0"), row);
}

BOOST_AUTO_TEST_CASE(dr_spider_that_is_not_there_is_named_with_how_to_get_it) {
  dr_spider_data const d;
  auto const plan = cli_test::t2s("reproduce tcsr-sql --table 2 --plan --data spider-dk=" + quoted(d.place.path.string()));
  BOOST_TEST(plan.status == 0, plan.err);
  BOOST_TEST(contains(plan.out, "Dr.Spider-NLQ_column_value, Dr.Spider-NLQ_value_synonym, which needs --data dr-spider=DIR."), plan.out);
  auto const unused = cli_test::t2s("reproduce dac --table 1 --plan" + d.data() + d.dr());
  BOOST_TEST(contains(unused.err, "--data dr-spider: no column of the table uses it"), unused.err);
  auto const wrong = cli_test::t2s("reproduce tcsr-sql --table 2 --plan --data dr-spider=" + quoted(d.place.path.string()));
  BOOST_TEST(wrong.status == 3, wrong.err);
  BOOST_TEST(contains(wrong.err, "there is no NLQ_column_value/questions_post_perturbation.json in " + d.place.path.string()), wrong.err);
  BOOST_TEST(contains(wrong.err, "https://github.com/awslabs/diagnostic-robustness-text-to-sql"), wrong.err);
}

BOOST_AUTO_TEST_SUITE_END()

// ---- over Spider

namespace {

struct known_questions {
  std::vector<asked_question> all{};
  std::map<std::string, truth> databases{};

  known_questions() {
    std::ifstream predictions(spider + "/predictions/dail_gpt4.sql");
    auto const dev = json::parse(content_of(spider + "/dev.json"));
    for (auto const& one : dev.as_array()) {
      asked_question q{all.size(),
                       std::string(one.at("db_id").as_string()),
                       std::string(one.at("question").as_string()),
                       std::string(one.at("query").as_string()),
                       {}};
      std::getline(predictions, q.predicted);
      databases.try_emplace(q.database, spider + "/databases/" + q.database + "/" + q.database + ".sqlite");
      all.push_back(std::move(q));
    }
  }
  [[nodiscard]] truth const& database_of(asked_question const& q) const { return databases.at(q.database); }
};

/// A model that repeats the published prediction for a question and agrees with everything. Its answer depends only on the prompt.
class settled_model {
 public:
  explicit settled_model(known_questions const& known) : known_(known) {
    for (auto const& q : known.all) by_tail_[std::string_view(q.text).substr(q.text.size() - tail_size)].push_back(&q);
  }

  t2s::tests::server_script answer(seen_request const& request) {
    if (request.target == "/v1/models") return replies(404, "{}");
    ++calls_;
    auto const body = json::parse(request.body);
    std::string first, all;
    for (auto const& m : body.at("messages").as_array()) {
      all += m.at("content").as_string();
      if (first.empty()) first = all;
    }
    auto const last = std::string(body.at("messages").as_array().back().at("content").as_string());
    auto const* const q = question_in(all);
    if (!q) return replies(200, reply_with("I do not know."));
    auto const text = reply_to(first, last, *q, known_.database_of(*q));
    auto const* const n = body.as_object().if_contains("n");
    return replies(200, n && n->to_number<int>() > 1 ? several(text, n->to_number<int>()) : reply_with(text));
  }
  [[nodiscard]] int calls() const { return calls_; }

 private:
  static std::string several(std::string const& text, int n) {
    json::array choices;
    for (int i = 0; i < n; ++i)
      choices.push_back(
          json::object{{"index", i}, {"message", json::object{{"role", "assistant"}, {"content", text}}}, {"finish_reason", "stop"}});
    return json::serialize(json::object{{"choices", choices}, {"usage", {{"prompt_tokens", 40}, {"completion_tokens", 7}}}});
  }
  static std::string reply_to(std::string const& first, std::string const& last, asked_question const& q, truth const& db) {
    if (contains(last, "which tables of a database") || contains(last, "which columns of these tables")) return recalled(last, db);
    if (first.starts_with("Align the tokens")) return "[]";
    if (first.starts_with("/*Instructions:*/") || first.starts_with("Replace the words")) return q.text;
    if (last.starts_with("/* Received the following exception")) return "The cause is unknown.";
    if (last.starts_with("/* Here are the execution results")) return "Yes";
    return "```sql\n" + q.predicted + "\n```";
  }
  /// All tables, or all columns of all tables.
  static std::string recalled(std::string const& asked, truth const& db) {
    json::array tables;
    json::object columns;
    for (auto const& t : db.tables) {
      tables.emplace_back(t.name);
      columns[t.name] = json::array(t.columns.begin(), t.columns.end());
    }
    return contains(asked, "which tables") ? json::serialize(tables) : json::serialize(columns);
  }
  /// The question that the prompt ends with.
  [[nodiscard]] asked_question const* question_in(std::string_view prompt) const {
    for (auto end = prompt.size(); end >= tail_size; --end) {
      auto const found = by_tail_.find(prompt.substr(end - tail_size, tail_size));
      if (found == by_tail_.end()) continue;
      for (auto const* q : found->second)
        if (prompt.substr(0, end).ends_with(q->text)) return q;
    }
    return nullptr;
  }

  static constexpr std::size_t tail_size = 8;

  known_questions const& known_;
  std::map<std::string_view, std::vector<asked_question const*>> by_tail_{};  // by their last letters, which each prompt is searched for
  std::atomic<int> calls_ = 0;
};

bool has(std::string const& run, std::string_view part) { return contains(run, part); }

bool is_forbidden(std::string const& sql) {
  std::string upper;
  for (char const c : sql) upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return has(upper, "LEFT JOIN") || has(upper, "LEFT OUTER JOIN") || has(upper, "SELECT *") || has(upper, ".*");
}

/// DART-SQL, algorithm 1: rewriting; DAIL-SQL's preliminary SQL, which chooses the demonstrations, and its SQL, or C3's two recalls and its
/// SQL; at most three rounds of refinement. The model repeats its SQL: a round takes one call (a judgement) if the SQL runs, and two if it
/// fails. Returns nothing if forbidden syntax is sent back.
std::optional<std::size_t> dart_calls(std::string const& run, asked_question const& q, truth const& db) {
  std::size_t n = has(run, "dart.rewriting=off") ? 0 : 1;
  n += has(run, "dart-sql-c3") ? 3 : has(run, "dart.demonstrations=0") ? 1 : 2;
  if (has(run, "dart.refinement=off") || has(run, "dart.rounds=0")) return n;
  if (is_forbidden(q.predicted)) return {};
  return n + (db.run(q.predicted).ran ? 1 : 6);
}

/// DAC: draft, linking, parsing, and one correction if the SQL fails; the model's entities and skeleton never object.
std::size_t dac_calls(std::string const& run, asked_question const& q, truth const& db) {
  return 1 + (has(run, "entities=o") ? 0 : 1) + (has(run, "skeleton=o") ? 0 : 1) + (db.run(q.predicted).ran ? 0 : 1);
}

/// Dynamic revision: simplification, draft, then rounds of explanation and revision until two results are equal; errors never are.
std::size_t dynamic_calls(std::string const& run, asked_question const& q, truth const& db) {
  std::size_t const rounds = has(run, "dynamic.rounds=0") || has(run, "revise=off") ? 0 : db.run(q.predicted).ran ? 1 : 3;
  return (has(run, "simplify=off") ? 1 : 2) + 2 * rounds;
}

/// SQL-CRAFT: a draft, which takes two calls with code blocks, and one correction, which repeats it.
std::size_t craft_calls(std::string const& run) {
  return (has(run, "-cbs") ? 2U : 1U) + (has(run, "craft.rounds=0") || has(run, "craft.loop=off") ? 0U : 1U);
}

/// The calls of a question; nothing if the model's replies decide more than these loops follow.
std::optional<std::size_t> expected_calls(std::string const& run, asked_question const& q, truth const& db) {
  if (run.starts_with("dart-sql")) return dart_calls(run, q, db);
  if (run.starts_with("dail-sql")) return has(run, "demonstrations=0") ? 1 : 2;
  if (run.starts_with("few-shot ")) return 1;
  if (run.starts_with("c3")) return 3;
  if (run.starts_with("dac ") && !has(run, "oracle")) return dac_calls(run, q, db);
  if (run.starts_with("dynamic")) return dynamic_calls(run, q, db);
  if (run.starts_with("sql-craft")) return craft_calls(run);
  return {};
}

/// Checks the records of all runs in a folder of results, and returns their number.
std::size_t check_calls(fs::path const& results, known_questions const& known) {
  std::size_t runs = 0;
  for (auto const& file : fs::directory_iterator(results / "runs")) {
    ++runs;
    auto run = file.path().stem().string();
    std::ranges::replace(run, '_', ' ');
    std::ifstream in(file.path());
    std::size_t i = 0;
    for (std::string line; std::getline(in, line); ++i) {
      auto const& q = known.all.at(i);
      auto const expected = expected_calls(run, q, known.database_of(q));
      auto const calls = json::parse(line).at("calls").to_number<std::size_t>();
      if (expected) BOOST_TEST(calls == *expected, run << ", question " << i << ": " << calls << " calls, not " << *expected);
      BOOST_TEST(calls > 0u, run << ", question " << i);
    }
  }
  return runs;
}

struct spider_place {
  folder place{"reproduce spider"};
  known_questions known{};
  settled_model model{known};
  http_server server{[this](seen_request const& r) { return model.answer(r); }};

  /// A part of Spider, and the same under the names of its variants: the test checks the procedure, not the figures.
  [[nodiscard]] std::string data(cli::reproduce::paper_table const& table) const {
    static std::set<std::string_view> const public_sets{"spider-syn", "spider-realistic", "spider-dk", "bird", "kaggledbqa"};
    std::set<std::string_view> named;
    std::string all = " --data spider=" + quoted(spider);
    for (auto const& c : table.columns)
      if (public_sets.contains(c.data) && named.insert(c.data).second) all += " --data " + std::string(c.data) + "=" + quoted(spider);
    for (auto const name : named) all += " --demonstrations " + std::string(name) + "=" + quoted(place.file("train.json"));
    return all + " --suite spider=" + quoted(spider + "/suite") + " --labels " + quoted(spider + "/linking/dev_links.json");
  }
  /// Demonstrations that are cheap to embed, and one each for a repository.
  [[nodiscard]] std::string files(std::string const& paper) const {
    auto const train = json::parse(content_of(spider + "/train.json")).as_array();
    json::array some(train.begin(), train.begin() + 40);
    place.write("train.json", json::serialize(some));
    std::string repository;
    for (auto const& d : some)
      repository +=
          json::serialize(json::object{
              {"db_id", d.at("db_id")}, {"question", d.at("question")}, {"query", d.at("query")}, {"simplified", d.at("question")}}) +
          "\n";
    place.write("repository.jsonl", repository);
    std::string all = " --demonstrations spider=" + quoted(place.file("train.json")) + " --glove spelling";
    if (paper == "dynamic-revision") all += " --repository " + quoted(place.file("repository.jsonl"));
    return all;
  }
  [[nodiscard]] std::string command(cli::reproduce::paper const& paper, cli::reproduce::paper_table const& table, std::string const& out,
                                    int limit) const {
    auto const name = std::string(paper.name);
    return "reproduce " + name + " --table " + quoted(std::string(table.number)) + " --jobs 2 --limit " + std::to_string(limit) +
           data(table) + files(name) + asks(server) + " --out " + quoted(place.file(out));
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(reproduce_spider, *boost::unit_test::precondition(has_spider))

BOOST_AUTO_TEST_CASE(every_table_is_made_with_the_calls_of_the_papers_procedure) {
  spider_place const p;
  std::size_t runs = 0;
  for (auto const* of : {&cli::reproduce::dac_paper(), &cli::reproduce::dart_sql_paper(), &cli::reproduce::sql_craft_paper(),
                         &cli::reproduce::tcsr_sql_paper(), &cli::reproduce::dynamic_revision_paper()})
    for (auto const& table : of->tables) {
      BOOST_TEST_CONTEXT(of->name << " " << table.number) {
        auto out = std::string(of->name) + "-" + std::string(table.number);
        std::ranges::replace(out, ' ', '-');
        auto const said = cli_test::t2s(p.command(*of, table, out, 5));
        BOOST_TEST(said.status == 0, said.err);
        if (said.status != 0) continue;
        BOOST_TEST(measured_lines(p.place.read(out + "/" + out + ".csv")).size() == table.ours.size());
        runs += check_calls(p.place.path / out, p.known);
      }
    }
  BOOST_TEST(runs > 60u);
}

BOOST_AUTO_TEST_CASE(execution_accuracy_is_the_official_evaluators) {
  spider_place const p;
  auto const said = cli_test::t2s("reproduce dac --table 1 --jobs 2 --data spider=" + quoted(spider) + p.files("dac") + asks(p.server) +
                                  " --out " + quoted(p.place.file("whole")));
  BOOST_TEST(said.status == 0, said.err);
  auto const rows = measured_lines(p.place.read("whole/dac-1.csv"));
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0] == "measured,tiny,few-shot,82.9,,");  // the verdict of test-suite-sql-eval on these predictions
}

BOOST_AUTO_TEST_CASE(killed_run_goes_on_and_ends_the_same) {
  spider_place p;
  auto const& dac = cli::reproduce::dac_paper();
  constexpr int limit = 20;
  auto const whole = cli_test::t2s(p.command(dac, cli::reproduce::find_table(dac, "3"), "whole", limit));
  BOOST_REQUIRE(whole.status == 0);
  int const needed = p.model.calls();

  auto const words = p.command(dac, cli::reproduce::find_table(dac, "3"), "killed", limit);
  auto const shell = "exec " + quoted(T2S_CLI) + " " + words + " >/dev/null 2>&1";
  auto const child = ::fork();
  if (child == 0) {
    ::execl("/bin/sh", "sh", "-c", shell.c_str(), nullptr);
    ::_exit(127);
  }
  while (p.model.calls() < needed + needed / 2 && ::waitpid(child, nullptr, WNOHANG) == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  BOOST_TEST(!fs::exists(p.place.path / "killed/dac-3.txt"));

  auto const resumed = cli_test::t2s(words);
  BOOST_TEST(resumed.status == 0, resumed.err);
  for (auto const* name : {"dac-3.txt", "dac-3.csv", "dac-3.json", "dac-3.html"})
    BOOST_TEST((p.place.read(std::string("killed/") + name) == p.place.read(std::string("whole/") + name)), name);
  for (auto const& file : fs::directory_iterator(p.place.path / "whole/runs"))
    BOOST_TEST((content_of(file.path().string()) == p.place.read("killed/runs/" + file.path().filename().string())));
  BOOST_TEST(p.model.calls() <= 2 * needed + 2, "more was asked again than what was under way on two threads");
  int const asked = p.model.calls();
  BOOST_TEST(cli_test::t2s(words).status == 0);
  BOOST_TEST(p.model.calls() == asked, "a further run asks");
}

BOOST_AUTO_TEST_SUITE_END()
