// SPDX-License-Identifier: BSL-1.0
// The command line as users see it: its output, its exit status, and its effect on files.
#include "run_program.hpp"
#include "support/rest_of.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>

namespace json = boost::json;
namespace fs = std::filesystem;
using cli_test::quoted;
using cli_test::t2s;

namespace {

/// A test's folder with a small database.
struct folder {
  fs::path path = fs::temp_directory_path() / ("t2s cli " + std::to_string(::getpid()));
  folder() {
    fs::create_directories(path);
    cli_test::make_database(file("shop.sqlite"),
                            "CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, shop_name TEXT, city TEXT);"
                            "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shops(shop_id), amount REAL);"
                            "INSERT INTO shops VALUES (1, 'Corner', 'Oslo'), (2, 'Harbour', 'Bergen'), (3, 'Station', 'Oslo');"
                            "INSERT INTO orders VALUES (1, 1, 10.5), (2, 1, 99), (3, 2, 5);");
  }
  ~folder() { fs::remove_all(path); }
  [[nodiscard]] std::string file(std::string const& name) const { return (path / name).string(); }
  std::string write(std::string const& name, std::string const& content) const {
    std::ofstream(path / name, std::ios::binary) << content;
    return file(name);
  }
  [[nodiscard]] std::string db() const { return " --db " + quoted(file("shop.sqlite")) + " "; }
};

std::string content_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return streams::rest_of(in);
}

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line)

BOOST_AUTO_TEST_CASE(help_and_version) {
  for (auto const* words : {"--help", "ask --help", "predict --help", "evaluate --help", "parse --help"}) {
    auto const r = t2s(words);
    BOOST_TEST(r.status == 0);
    BOOST_TEST(contains(r.out, "Usage: t2s"));
    BOOST_TEST(r.err.empty());
  }
  BOOST_TEST(contains(t2s("--version").out, "SQLite 3."));
  auto const bare = t2s("");
  BOOST_TEST(bare.status == 2);
  BOOST_TEST(contains(bare.err, "Usage: t2s"));
}

BOOST_AUTO_TEST_CASE(a_mistyped_word_is_answered_with_the_nearest_known_one) {
  folder const f;
  auto const refused = [](std::string const& words, std::string_view says) {
    auto const r = t2s(words);
    BOOST_TEST(r.status == 2, words);
    BOOST_TEST(contains(r.err, says), r.err);
    BOOST_TEST(r.out.empty());
  };
  refused("aks", "did you mean ask?");
  refused("frobnicate", "t2s --help lists the commands");
  refused("ask --databse x y", "unknown option");
  refused("ask" + f.db() + "--jsno 'How many shops are there?'", "did you mean --json?");
  refused("ask 'How many shops are there?'", "--db");
  refused("ask" + f.db(), "question");
  refused("ask" + f.db() + "How many shops", "(QUESTION: the question, in quotes)");
  refused("systems dac dart-sql", "(NAME: only this one)");
  refused("explain SELECT 1", "(SQL: the statement, in quotes)");
  refused("predict --pairs x", "unknown option --pairs; t2s predict --help lists the options");
  refused("--verison", "did you mean --version?");
  refused("ask" + f.db() + "--demo x y", "did you mean --demonstrations?");
  refused("predict --data /nonexistent --out x --jobs none", "jobs");
}

BOOST_AUTO_TEST_CASE(a_question_is_answered) {
  folder const f;
  auto const r = t2s("ask" + f.db() + "'How many shops are there?'");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(contains(r.out, "SELECT"));
  BOOST_TEST(contains(r.out, "3"));
}

BOOST_AUTO_TEST_CASE(json_is_one_object_with_the_promised_members) {
  folder const f;
  auto const r = t2s("ask --json" + f.db() + "'How many shops are there?'");
  BOOST_TEST(r.status == 0, r.err);
  auto const parsed = json::parse(r.out);
  BOOST_TEST(parsed.at("sql").is_string());
  BOOST_TEST(parsed.at("columns").as_array().size() == 1u);
  BOOST_TEST(parsed.at("rows").at(0).at(0).as_int64() == 3);
  BOOST_TEST(parsed.at("stopped").is_string());
  BOOST_TEST(!parsed.at("revisions").as_array().empty());
  BOOST_TEST(parsed.at("revisions").at(0).at("sql").is_string());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_answered_is_said_to_be_so) {
  folder const f;
  auto const r = t2s("ask --json" + f.db() + "'Xyzzy plugh?'");
  BOOST_TEST(r.status == 1);
  auto const parsed = json::parse(r.out);
  BOOST_TEST(parsed.at("sql").is_null());
  BOOST_TEST(!parsed.at("stopped").as_string().empty());
  BOOST_TEST(contains(t2s("ask" + f.db() + "'Xyzzy plugh?'").out, "No SQL was found.\nWithout a model, questions are read in English"));
}

BOOST_AUTO_TEST_CASE(words_that_were_not_read_are_members) {
  folder const f;
  auto const words = "'Which purple shops are there?'";
  auto const parsed = json::parse(t2s("ask --json --min-confidence 0" + f.db() + words).out);
  json::array const expected{{{"text", "purple"}, {"begin", 6}, {"end", 12}, {"role", "restricts"}}};
  BOOST_TEST(parsed.at("not_read").as_array() == expected);
  BOOST_TEST(parsed.at("revisions").as_array().back().at("not_read").as_array() == expected);
  BOOST_TEST(contains(std::string(parsed.at("why").as_string()), "not read: \"purple\""));
  auto const all = json::parse(t2s("ask --json" + f.db() + "'How many shops are there?'").out);
  BOOST_TEST(all.at("not_read").as_array().empty());
  BOOST_TEST(json::parse(t2s("ask --json" + f.db() + "'Xyzzy plugh?'").out).at("not_read").as_array().empty());
}

BOOST_AUTO_TEST_CASE(joins_that_the_question_leaves_open_are_members) {
  folder const f;
  auto const file = f.file("air.sqlite");
  cli_test::make_database(
      file,
      "CREATE TABLE airport(airport_id INTEGER PRIMARY KEY, city TEXT); INSERT INTO airport VALUES (1,'Oslo'), (2,'Bergen');"
      "CREATE TABLE flight(flight_no TEXT, origin INTEGER REFERENCES airport, destination INTEGER REFERENCES airport);"
      "INSERT INTO flight VALUES ('PA1',1,2), ('LA7',2,1);");
  auto const parsed = json::parse(t2s("ask --json --min-confidence 0 --db '" + file + "' 'How many flights are there from Oslo?'").out);
  json::array const expected{"flight JOIN airport ON flight.destination = airport.airport_id"};
  BOOST_TEST(parsed.at("other_joins").as_array() == expected);
  BOOST_TEST(contains(std::string(parsed.at("why").as_string()), "it may mean: flight JOIN airport"));
  BOOST_TEST(json::parse(t2s("ask --json" + f.db() + "'How many shops are there?'").out).at("other_joins").as_array().empty());
}

namespace {

/// The fields of CSV by RFC 4180, one record a line; an unquoted empty field is `nothing`.
std::vector<std::vector<std::string>> read_csv(std::string const& text) {
  std::vector<std::vector<std::string>> records;
  std::size_t i = 0;
  while (i < text.size()) {
    auto& record = records.emplace_back();
    for (bool more = true; more;) {
      std::string field;
      if (text[i] == '"') {
        for (++i; i < text.size() && (text[i] != '"' || (i + 1 < text.size() && text[i + 1] == '"')); ++i) {
          if (text[i] == '"') ++i;
          field += text[i];
        }
        ++i;
        field = "=" + field;
      } else {
        while (i < text.size() && text[i] != ',' && text[i] != '\r') field += text[i++];
        field = field.empty() ? "nothing" : "=" + field;
      }
      record.push_back(field);
      more = i < text.size() && text[i] == ',';
      if (more) ++i;
    }
    BOOST_REQUIRE(text.substr(i, 2) == "\r\n");
    i += 2;
  }
  return records;
}

}  // namespace

BOOST_AUTO_TEST_CASE(rows_as_csv) {
  folder const f;
  cli_test::make_database(f.file("odd.sqlite"),
                          "CREATE TABLE boxes (box_id INTEGER PRIMARY KEY, label TEXT, weight REAL);"
                          "INSERT INTO boxes VALUES (1, 'a, \"b\"', 1.5), (2, 'two' || char(13) || char(10) || 'lines', NULL), (3, '', 3), "
                          "(4, NULL, 4), (5, char(233) || char(10), 5);");
  auto const r = t2s("ask --csv --db " + quoted(f.file("odd.sqlite")) + " 'Show the box id, label and weight of all boxes'");
  BOOST_TEST(r.status == 0, r.err);
  using records = std::vector<std::vector<std::string>>;
  records const expected{{"=box_id", "=label", "=weight"},   {"=1", "=a, \"b\"", "=1.5"},
                         {"=2", "=two\r\nlines", "nothing"}, {"=3", "=", "=3.0"},
                         {"=4", "nothing", "=4.0"},          {"=5", "=\xC3\xA9\n", "=5.0"}};
  auto const read = read_csv(r.out);
  BOOST_TEST((read == expected), r.out);
  BOOST_TEST(contains(r.err, "Draft\n"), r.err);

  // Many readers skip an empty line.
  auto const one = t2s("ask --csv --db " + quoted(f.file("odd.sqlite")) + " 'Show the weight of all boxes'");
  BOOST_TEST(one.out == "weight\r\n1.5\r\n\"\"\r\n3.0\r\n4.0\r\n5.0\r\n", one.out);

  auto const none = t2s("ask --csv" + f.db() + "'Xyzzy plugh?'");
  BOOST_TEST(none.status == 1);
  BOOST_TEST(none.out.empty());
  BOOST_TEST(contains(none.err, "No SQL was found."), none.err);
  auto const both = t2s("ask --csv --json" + f.db() + "'How many shops are there?'");
  BOOST_TEST(both.status == 2);
  BOOST_TEST(both.out.empty());
  BOOST_TEST(contains(both.err, "--json and --csv are two forms of the same answer: give one of them"), both.err);
}

BOOST_AUTO_TEST_CASE(a_pool_may_be_empty) {  // then the question alone decides the order
  folder const f;
  auto const none = f.write("none.json", "[]");
  BOOST_TEST(t2s("ask" + f.db() + "--demonstrations " + quoted(none) + " 'How many shops are there?'").status == 0);
}

BOOST_AUTO_TEST_CASE(a_trace_is_written) {
  folder const f;
  auto const path = f.file("trace.json");
  BOOST_TEST(t2s("ask" + f.db() + "--trace " + quoted(path) + " 'How many shops are there?'").status == 0);
  bool drafted = false;
  auto const written = json::parse(content_of(path));
  for (auto const& e : written.at("traceEvents").as_array()) drafted |= e.at("name") == "draft";
  BOOST_TEST(drafted);
  auto const nowhere = t2s("ask" + f.db() + "--trace /nonexistent/t.json 'How many shops are there?'");
  BOOST_TEST(nowhere.status == 3);
  BOOST_TEST(contains(nowhere.err, "/nonexistent"));
}

BOOST_AUTO_TEST_CASE(an_output_never_takes_the_place_of_an_input) {
  folder const f;
  auto const before = content_of(f.file("shop.sqlite"));
  auto const r = t2s("ask" + f.db() + "--trace " + quoted(f.file("shop.sqlite")) + " 'How many shops are there?'");
  BOOST_TEST(r.status == 2);
  BOOST_TEST(contains(r.err, "also an input"), r.err);
  BOOST_TEST((content_of(f.file("shop.sqlite")) == before));
}

BOOST_AUTO_TEST_CASE(lost_output_is_no_success) {
  if (!fs::exists("/dev/full")) return;
  folder const f;
  BOOST_TEST(t2s("ask" + f.db() + "'How many shops are there?' > /dev/full").status == 3);
  BOOST_TEST(t2s("--help > /dev/full").status == 3);
  BOOST_TEST(t2s("parse < /tmp").status == 3);
}

BOOST_AUTO_TEST_CASE(a_value_cannot_steer_the_terminal) {
  folder const f;
  cli_test::make_database(f.file("evil.sqlite"),
                          "CREATE TABLE notes (body TEXT); INSERT INTO notes VALUES (char(27) || '[31mred' || char(155) || '2J');");
  auto const r = t2s("ask --db " + quoted(f.file("evil.sqlite")) + " 'List the body of all notes.'");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(contains(r.out, "[31mred"));
  BOOST_TEST(!contains(r.out, "\x1B"));
  BOOST_TEST(!contains(r.out, "\xC2\x9B"));
}

BOOST_AUTO_TEST_CASE(wrong_questions_are_refused) {
  folder const f;
  auto const refused = [&](std::string const& question, std::string_view says) {
    auto const r = t2s("ask" + f.db() + quoted(question));
    BOOST_TEST(r.status == 2);
    BOOST_TEST(contains(r.err, says), r.err);
  };
  refused("", "empty");
  refused("  ", "empty");
  refused(std::string(100'000, 'x'), "100000 bytes");
  refused("how many \xFF shops", "UTF-8");
}

BOOST_AUTO_TEST_CASE(files_that_are_no_database_are_refused_and_stay_as_they_are) {
  folder const f;
  auto const whole = content_of(f.file("shop.sqlite"));
  f.write("text.sqlite", "this is a letter, no database, and it is longer than the header of one: " + std::string(200, '.'));
  f.write("empty.sqlite", "");
  f.write("half.sqlite", whole.substr(0, whole.size() / 2));
  cli_test::make_database(f.file("bare.sqlite"), "CREATE TABLE t (a); DROP TABLE t;");
  fs::create_directory(f.path / "folder.sqlite");

  auto const refused = [&](std::string const& name, std::string_view says) {
    auto const before = fs::is_regular_file(f.path / name) ? content_of(f.file(name)) : "";
    auto const r = t2s("ask --db " + quoted(f.file(name)) + " 'How many shops are there?'");
    BOOST_TEST(r.status == 3, name);
    BOOST_TEST(contains(r.err, says), r.err);
    BOOST_TEST(contains(r.err, name), r.err);
    if (fs::is_regular_file(f.path / name)) BOOST_TEST((content_of(f.file(name)) == before));
  };
  refused("missing.sqlite", "no");
  refused("folder.sqlite", "file");
  refused("text.sqlite", "not a database");
  refused("empty.sqlite", "the file is empty");
  refused("bare.sqlite", "no tables");
  refused("half.sqlite", "truncated");
  auto files = std::distance(fs::directory_iterator(f.path), {});
  BOOST_TEST(files == 6);  // no other files appeared beside them
  BOOST_TEST((content_of(f.file("shop.sqlite")) == whole));
}

BOOST_AUTO_TEST_CASE(odd_names_are_quoted) {
  folder const f;
  cli_test::make_database(f.file("odd.sqlite"),
                          "CREATE TABLE \"select\" (\"group\" TEXT, \"unit price\" REAL);"
                          "INSERT INTO \"select\" VALUES ('a', 1.5), ('b', 2.5);");
  auto const first_cell = [&](char const* question) {
    auto const r = t2s("ask --json --db " + quoted(f.file("odd.sqlite")) + " " + quoted(question));
    BOOST_TEST(r.status == 0, r.out);
    return json::parse(r.out).at("rows").at(0).at(0);
  };
  BOOST_TEST((first_cell("How many select are there?") == 2));
  BOOST_TEST((first_cell("What is the average unit price?") == 2.0));
}

BOOST_AUTO_TEST_CASE(statements_are_parsed_a_line_each) {
  folder const f;
  auto const input = f.write("in.sql",
                             "SELECT shop_name FROM shops WHERE city = 'Oslo'\n"
                             "SELECT shop_name FORM shops\r\n"
                             "\n"
                             "SELECT count(*) FROM shops");
  auto const r = t2s("parse --json < " + quoted(input));
  BOOST_TEST(r.status == 0);
  std::vector<json::value> lines;
  std::istringstream in(r.out);
  for (std::string line; std::getline(in, line);) lines.push_back(json::parse(line));
  BOOST_REQUIRE(lines.size() == 4u);
  BOOST_TEST(lines[0].at("ok").as_bool());
  BOOST_TEST(lines[0].at("sql").as_string() == "SELECT shop_name FROM shops WHERE city = 'Oslo'");
  BOOST_TEST((lines[0].at("tables") == json::array{"shops"}));
  BOOST_TEST(lines[0].at("columns").as_array().size() == 2u);
  BOOST_TEST(lines[0].at("skeleton").is_string());
  BOOST_TEST(!lines[1].at("ok").as_bool());
  BOOST_TEST(lines[1].at("offset").as_int64() == 22);  // shops: FORM is an alias, as in SQLite
  BOOST_TEST(!lines[1].at("expected").as_array().empty());
  BOOST_TEST(!lines[2].at("ok").as_bool());
  BOOST_TEST(lines[3].at("ok").as_bool());
  for (std::size_t i = 0; i < lines.size(); ++i) BOOST_TEST(lines[i].at("input_line").to_number<std::size_t>() == i + 1);
}

BOOST_AUTO_TEST_CASE(predictions_are_written_whole_and_in_order) {
  folder const f;
  fs::create_directories(f.path / "data/databases/shop");
  fs::copy_file(f.file("shop.sqlite"), f.path / "data/databases/shop/shop.sqlite");
  f.write("data/dev.json",
          R"([{"db_id":"shop","question":"How many shops are there?","query":"SELECT count(*) FROM shops"},
              {"db_id":"shop","question":"List the name of all shops.","query":"SELECT shop_name FROM shops"},
              {"db_id":"shop","question":"Xyzzy plugh?","query":"SELECT 1"}])");
  f.write("data/train.json", content_of(std::string(T2S_DATA_DIR) + "/demonstrations.json"));
  auto const command = "predict --data " + quoted(f.file("data")) + " --out " + quoted(f.file("out.sql"));
  auto const r = t2s(command + " --jobs 1");
  BOOST_TEST(r.status == 0, r.err);
  auto const one = content_of(f.file("out.sql"));
  BOOST_TEST(std::count(one.begin(), one.end(), '\n') == 3);
  BOOST_TEST(!contains(one, "\n\n"));
  BOOST_TEST(r.err.starts_with("3 questions"), r.err);
  BOOST_TEST(t2s(command + " --jobs 4").status == 0);
  BOOST_TEST((content_of(f.file("out.sql")) == one));
  BOOST_TEST(t2s(command + " --limit 1").status == 0);
  auto const limited = content_of(f.file("out.sql"));
  BOOST_TEST(std::count(limited.begin(), limited.end(), '\n') == 1);
}

BOOST_AUTO_TEST_CASE(predict_needs_no_demonstrations_of_the_data_set) {
  folder const f;
  fs::create_directories(f.path / "data/databases/shop");
  fs::copy_file(f.file("shop.sqlite"), f.path / "data/databases/shop/shop.sqlite");
  f.write("data/dev.json", R"([{"db_id":"shop","question":"How many shops are there?"}])");
  auto const r = t2s("predict --data " + quoted(f.file("data")) + " --out " + quoted(f.file("out.jsonl")));
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(contains(r.err, "the demonstrations that come with t2s are used"), r.err);
  // It answers like t2s-ask, which has these parts built in.
  auto const asked = json::parse(t2s("ask --json" + f.db() + "'How many shops are there?'").out);
  BOOST_TEST(json::parse(content_of(f.file("out.jsonl"))).at("sql").as_string() == asked.at("sql").as_string());
}

BOOST_AUTO_TEST_CASE(predict_says_what_is_wrong_with_its_files) {
  folder const f;
  fs::create_directories(f.path / "data/databases");
  auto const refused = [&](std::string_view says) {
    auto const r = t2s("predict --data " + quoted(f.file("data")) + " --out " + quoted(f.file("out.sql")));
    BOOST_TEST(r.status == 3);
    BOOST_TEST(contains(r.err, says), r.err);
    BOOST_TEST(!fs::exists(f.path / "out.sql"));
  };
  refused("dev.json");
  f.write("data/dev.json", "[{\"db_id\": \"shop\"}]");
  f.write("data/train.json", content_of(std::string(T2S_DATA_DIR) + "/demonstrations.json"));
  refused("question");
  f.write("data/dev.json", "[{\"db_id\": \"shop\", ");
  refused("dev.json");
  f.write("data/dev.json", R"([{"db_id":"shop","question":"How many shops are there?"}])");
  refused("shop");
}

// ---- evaluate

namespace {

/// A data set of three questions over the shop.
struct data_set : folder {
  data_set() {
    fs::create_directories(path / "databases/shop");
    fs::rename(path / "shop.sqlite", path / "databases/shop/shop.sqlite");
    write("dev.json", R"([{"db_id":"shop","question":"How many shops?","query":"SELECT count(*) FROM shops"},
                          {"db_id":"shop","question":"Shops in Oslo?","query":"SELECT shop_name FROM shops WHERE city = 'Oslo'"},
                          {"db_id":"shop","question":"Cities in order?","query":"SELECT city FROM shops ORDER BY city"}])");
    write("right.sql",
          "SELECT count(shop_id) FROM shops\nSELECT shop_name FROM shops WHERE shop_id <> 2\nSELECT city FROM shops ORDER BY 1\n");
    write("wrong.sql", "SELECT count(*) FROM shops\nSELECT shop_nmae FROM shops\nSELECT city FROM shops ORDER BY city DESC\n");
  }
  [[nodiscard]] std::string data() const { return " --data " + quoted(path.string()) + " "; }
  [[nodiscard]] std::string predictions(std::string const& name) const { return " --predictions " + quoted(file(name)) + " "; }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(evaluate_prints_a_table_and_writes_json_and_html, data_set) {
  auto const r = t2s("evaluate" + data() + predictions("wrong.sql") + quoted(file("right.sql")) + " --json " + quoted(file("out.json")) +
                     " --html " + quoted(file("out.html")));
  BOOST_TEST(r.status == 0);
  BOOST_TEST(r.err == "");
  BOOST_TEST(contains(r.out, "execution accuracy (EX)"));
  BOOST_TEST(contains(r.out, "fixed 2, broken 0, right in both 1, wrong in both 0"));
  auto const out = json::parse(content_of(file("out.json")));
  BOOST_TEST(out.at("mode").as_string() == "official");
  BOOST_TEST(out.at("files").at(0).at("scores").at("ex").as_double() == 1 / 3.);
  BOOST_TEST(out.at("files").at(1).at("scores").at("ex").as_double() == 1.0);
  BOOST_TEST(contains(std::string(out.at("files").at(0).at("examples").at(1).at("error").as_string()), "no such column: shop_nmae"));
  auto const page = content_of(file("out.html"));
  BOOST_TEST(contains(page, "<svg"));
  BOOST_TEST(contains(page, "Cities in order?"));
  BOOST_TEST(contains(r.out, "main faults of 2 wrong predictions, wrong.sql"));
  BOOST_TEST(out.at("files").at(0).at("examples").at(2).at("fault").as_string() == "order");
  BOOST_TEST(contains(page, "fixed (2)</label>"));
}

BOOST_FIXTURE_TEST_CASE(a_page_after_an_evaluation_without_one_has_the_faults, data_set) {
  auto const command = "evaluate" + data() + predictions("wrong.sql") + " --journal " + quoted(file("kept.journal"));
  auto const first = t2s(command);
  BOOST_TEST(first.status == 0);
  BOOST_TEST(!contains(first.out, "main faults"));
  auto const second = t2s(command + " --html " + quoted(file("out.html")));
  BOOST_TEST(second.status == 0, second.err);
  BOOST_TEST(contains(second.out, "main faults of 2 wrong predictions"));
  BOOST_TEST(contains(content_of(file("out.html")), "Main faults of wrong predictions</title>"));
}

BOOST_FIXTURE_TEST_CASE(evaluate_refuses_numbers_and_outputs_that_make_no_sense, data_set) {
  auto const refused = [this](std::string const& words, std::string_view says) {
    auto const r = t2s("evaluate" + data() + predictions("right.sql") + words);
    BOOST_TEST(r.status == 2, words);
    BOOST_TEST(contains(r.err, says), r.err);
  };
  for (auto const* n : {"0", "0.5", "2.5", "1e300", "-1"})
    refused(std::string("--jobs ") + n, "--jobs needs a whole number from 1 to 1024");
  refused("--max-rows 0.5", "--max-rows needs a whole number");
  refused("--timing-runs 1", "--timing-runs needs a whole number from 2");
  for (auto const* n : {"0", "1e300", "nan"}) refused(std::string("--time-limit ") + n, "--time-limit needs seconds");
  refused("--json " + quoted(file("out")) + " --html " + quoted(file("./out")), "name the same file");
  BOOST_TEST(t2s("evaluate" + data() + predictions("right.sql") + "--metric 'ex, em' --time-limit 0.5").status == 0);
}

BOOST_FIXTURE_TEST_CASE(explain_says_first_what_is_wrong_with_its_arguments, folder) {
  auto const bare = t2s("explain");
  BOOST_TEST(bare.status == 2);
  BOOST_TEST(contains(bare.err, "there is no statement; give it in quotes: t2s explain"), bare.err);
  auto const nowhere = t2s("explain --db /nonexistent.sqlite 'SELECT 1'");
  BOOST_TEST(nowhere.status == 3);
  BOOST_TEST(nowhere.out.empty());
  auto const elsewhere = t2s("explain" + db() + "'SELECT orders.* FROM shops'");
  BOOST_TEST(elsewhere.status == 1);
  BOOST_TEST(contains(elsewhere.out, "the table orders is not in FROM"), elsewhere.out);
  auto const extensive = t2s("explain 'SELECT " + std::string(2000, 'a') + ", FROM t WHERE " + std::string(2000, 'b') + " = 1'");
  BOOST_TEST(extensive.status == 1);
  BOOST_TEST(extensive.out.size() < 1000u, extensive.out);
}

BOOST_FIXTURE_TEST_CASE(evaluate_takes_the_official_gold_text, data_set) {
  write("gold.sql", "SELECT count(*) FROM shops\tshop\r\nSELECT city FROM shops\tshop");
  write("two.sql", "SELECT 3\r\nSELECT city FROM shops");
  auto const r = t2s("evaluate --gold " + quoted(file("gold.sql")) + " --databases " + quoted(file("databases")) + predictions("two.sql") +
                     "--metric ex --mode strict");
  BOOST_TEST(r.status == 0);
  BOOST_TEST(contains(r.out, "mode strict"));
  BOOST_TEST(contains(r.out, "100.0"));
  BOOST_TEST(!contains(r.out, "exact"));
}

BOOST_FIXTURE_TEST_CASE(evaluate_names_what_is_wrong, data_set) {
  write("gap.sql", "SELECT 1\n\nSELECT 2\n");
  write("few.sql", "SELECT count(*) FROM shops\n");
  auto const gap = t2s("evaluate" + data() + predictions("gap.sql"));
  BOOST_TEST(gap.status == 3);
  BOOST_TEST(contains(gap.err, "gap.sql: line 2 is empty"));
  auto const few = t2s("evaluate" + data() + predictions("few.sql"));
  BOOST_TEST(few.status == 0);
  BOOST_TEST(contains(few.err, "1 prediction for 3 questions"));
  auto const metric = t2s("evaluate" + data() + predictions("few.sql") + "--metric exx");
  BOOST_TEST(metric.status == 2);
  BOOST_TEST(contains(metric.err, "there is no metric \"exx\"; did you mean ex?"));
  auto const partial = t2s("evaluate" + data() + predictions("few.sql") + "--metric partial --mode strict");
  BOOST_TEST(partial.status == 2);
  BOOST_TEST(contains(partial.err, "partial belongs to --mode official"), partial.err);
  auto const dash = t2s("evaluate" + data() + predictions("few.sql") + "--json -");
  BOOST_TEST(dash.status == 2);
  BOOST_TEST(contains(dash.err, "for standard output write /dev/stdout"), dash.err);
  auto const mode = t2s("evaluate" + data() + predictions("few.sql") + "--mode offical");
  BOOST_TEST(contains(mode.err, "did you mean official?"));
  auto const nothing = t2s("evaluate" + predictions("few.sql"));
  BOOST_TEST(nothing.status == 2);
  BOOST_TEST(contains(nothing.err, "--data"));
  auto const missing = t2s("evaluate" + data() + " --predictions nowhere.sql");
  BOOST_TEST(missing.status == 3);
  BOOST_TEST(contains(missing.err, "no such file: nowhere.sql"));
  auto const own = t2s("evaluate" + data() + predictions("few.sql") + "--json " + quoted(file("few.sql")));
  BOOST_TEST(own.status != 0);
  BOOST_TEST(content_of(file("few.sql")) == "SELECT count(*) FROM shops\n");
}

BOOST_FIXTURE_TEST_CASE(runs_are_recorded_and_evaluated_by_rounds, data_set) {
  write("train.json", R"([{"db_id":"shop","question":"How many orders?","query":"SELECT count(*) FROM orders"}])");
  auto const made = t2s("predict" + data() + "--out " + quoted(file("runs.jsonl")));
  BOOST_TEST(made.status == 0);
  auto const r = t2s("evaluate" + data() + predictions("runs.jsonl"));
  BOOST_TEST(r.status == 0);
  BOOST_TEST(contains(r.out, "EX after each round, runs.jsonl:"));
  BOOST_TEST(contains(r.out, "cost of a question, runs.jsonl: 0.0 calls"));
}

BOOST_AUTO_TEST_SUITE_END()
