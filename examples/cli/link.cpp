// SPDX-License-Identifier: BSL-1.0
// t2s link: finds the tables, columns and values that a question names, without a model.
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "data_options.hpp"
#include "lexicon_options.hpp"
#include "long_questions.hpp"
#include "open_database.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"
#include "t2s/retrieve/link/schema_retrieval.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace json = boost::json;
namespace knowledge = t2s::knowledge;
namespace link = t2s::link;

json::string valid(std::string_view s) { return json::string(t2s::text::valid_utf8(s)); }

std::string name_of(knowledge::lexicon const& names, knowledge::column_id id) {
  auto name = names.table(id).name;
  return id.is_table() ? name : name.append(".").append(names.column(id).name);
}

json::array names_json(knowledge::lexicon const& names, std::vector<link::mention> const& all) {
  json::array out;
  for (auto const& m : all) out.push_back(valid(name_of(names, m.where)));
  return out;
}

json::object mentioned_json(knowledge::lexicon const& names, link::mentioned const& found) {
  json::array values;
  for (auto const& v : found.values)
    values.push_back({{"column", valid(name_of(names, v.where))},
                      {"value", valid(v.value)},
                      {"span", json::array{std::uint64_t{v.begin}, std::uint64_t{v.end}}}});
  return {{"tables", names_json(names, found.tables)}, {"columns", names_json(names, found.columns)}, {"values", std::move(values)}};
}

void require_question(std::string const& question) {
  if (t2s::text::trim(question).empty())
    throw t2s::error(t2s::errc::empty_question, "the question is empty", "give it as the last word: t2s link --db FILE \"QUESTION\"");
  if (auto const wrong = t2s::text::first_invalid_utf8(question))
    throw t2s::error(t2s::errc::invalid_utf8, "the question is not UTF-8 from byte " + std::to_string(*wrong) + " on",
                     "convert it, as with iconv -t utf-8");
  t2s::require_question(question, t2s::limits().question_bytes);
}

std::string reason_of(knowledge::lexicon const& names, link::mention const& m, std::string_view words) {
  if (m.by_value) return "by a value";
  auto const name = m.where.is_table() ? names.table(m.where).name : names.column(m.where).name;
  if (t2s::text::same(name, words)) return "by its name";
  return knowledge::value_key(name) == knowledge::value_key(words) ? "by the words of its name" : "by words for its name";
}

void print_mention(knowledge::lexicon const& names, std::string const& question, link::mention const& m) {
  auto const words = question.substr(m.begin, m.end - m.begin);
  char score[16];
  std::snprintf(score, sizeof score, "%.2f", m.score);
  std::cout << "  " << score << "  " << printable(name_of(names, m.where)) << "  \"" << printable(words) << "\", "
            << reason_of(names, m, words) << "\n";
}

void print(knowledge::lexicon const& names, std::string const& question, link::mentioned const& found) {
  std::cout << "Tables" << (found.tables.empty() ? ": none\n" : "\n");
  for (auto const& m : found.tables) print_mention(names, question, m);
  std::cout << "Columns" << (found.columns.empty() ? ": none\n" : "\n");
  for (auto const& m : found.columns) print_mention(names, question, m);
  std::cout << "Values" << (found.values.empty() ? ": none\n" : "\n");
  for (auto const& v : found.values)
    std::cout << "  " << printable(name_of(names, v.where)) << " = " << printable(v.value) << "  \""
              << printable(question.substr(v.begin, v.end - v.begin)) << "\", bytes " << v.begin << " to " << v.end << "\n";
}

/// The part of the schema that the question needs. Throws t2s::error if not even one table fits.
link::schema_choice chosen_part(knowledge::lexicon const& names, std::string const& question, std::size_t tokens) {
  auto choice = link::retrieve_schema(names, question, {tokens});
  if (choice.tables.empty() && choice.all_tables != 0)
    throw t2s::error(t2s::errc::invalid_argument, "no table fits into " + std::to_string(tokens) + " tokens",
                     "give --schema more; 1000 are enough for most questions");
  return choice;
}

/// The schema in a prompt of that many tokens, as SQL; the last line names what is left out.
void print_schema(knowledge::lexicon const& names, std::string const& question, std::size_t tokens) {
  auto const choice = chosen_part(names, question, tokens);
  auto const shown = link::chosen_schema(names.schema(), choice);
  for (auto const& t : shown.tables()) std::cout << printable_lines(t2s::schema::create_statement(t, shown.sql_dialect())) << ";\n";
  std::cout << "-- " << choice.tokens << " tokens: " << choice.tables.size() << " of " << choice.all_tables << " tables, " << choice.columns
            << " of " << choice.all_columns << " columns\n";
}

/// Links one question over one database.
void link_one(po::variables_map const& given) {
  auto const question = given["question"].as<std::string>();
  require_question(question);
  auto const tokens = whole_number(given, "schema", 1, 1'000'000'000, 0);
  auto database = open_database(given["db"].as<std::string>());
  auto const names = lexicon_options(given).read(database);
  if (tokens != 0) return print_schema(*names, question, tokens);
  auto const found = link::linked_question(names, question).mentions();
  if (given.count("json") != 0)
    std::cout << json_line(mentioned_json(*names, found)) << "\n";
  else
    print(*names, question, found);
}

/// Links the questions of a data set; reads each database once.
class data_set {
 public:
  explicit data_set(po::variables_map const& given) : out_(given["out"].as<std::string>()) {
    auto const data = open_data(given);
    databases_ = data.databases;
    questions_ = read_questions(data.questions);
    leave_out_long_questions(data.questions, questions_, "nothing is found in it");
    auto inputs = data.questions;
    for (auto const& q : questions_) inputs.push_back(database_file(databases_, q.database));
    require_output(out_, inputs);
  }

  void link_all(lexicon_options const& words) {
    std::string lines;
    progress bar(questions_.size());
    for (auto const& q : questions_) {
      auto& names = names_[q.database];
      if (!names) {
        auto database = open_database(database_file(databases_, q.database));
        names = words.read(database);
      }
      auto line = mentioned_json(*names, link::linked_question(names, q.question).mentions());
      json::object whole{{"db_id", valid(q.database)}, {"question", valid(q.question)}};
      for (auto& member : line) whole[member.key()] = std::move(member.value());
      lines += json::serialize(whole) + "\n";
      bar.step();
    }
    write_whole(out_, lines);
  }

 private:
  std::string out_;
  t2s::evaluation::database_folders databases_{};
  std::vector<t2s::demonstration> questions_{};
  std::map<std::string, std::shared_ptr<knowledge::lexicon const>> names_{};
};

options link_options() {
  options o("link --db FILE [--json | --schema TOKENS] QUESTION | --data DIR [--questions FILE] [--databases DIR] --out FILE",
            "Says which tables, columns and stored values a question names, by which words and how sure that is. No model is asked.\n"
            "With --data the questions of a whole data set, as JSON Lines.");
  auto const file = [] { return po::value<std::string>()->value_name("FILE"); };
  auto add = o.described.add_options();
  add("db", a_database(), what_databases);
  add("json", "print {\"tables\", \"columns\", \"values\"}; spans are bytes of the question, the end excluded");
  add("schema", po::value<double>()->value_name("TOKENS"),
      "print the tables and columns that a prompt within that many tokens should show, as SQL");
  add("question", po::value<std::string>()->value_name("QUESTION"), "the question, in quotes");
  add("data", po::value<std::string>()->value_name("DIR"), "a data set: questions, and databases/ID/ID.sqlite");
  add("questions", file(), "with --data: the questions, in the form of Spider or BIRD (default: DIR/dev.json)");
  describe_databases(o.described, "with --data: ");
  add("out", file(), "with --data: where the lines are written");
  o.positional.add("question", 1);
  lexicon_options::describe(o.described);
  return o;
}

void require_one_form(po::variables_map const& given) {
  bool const one = given.count("db") != 0, all = given.count("data") != 0;
  if (one == all) throw usage_error("name one database with --db, or a data set with --data");
  if (one && given.count("question") == 0) throw usage_error("there is no question; type: t2s link --db FILE \"QUESTION\"");
  if (one && (given.count("questions") != 0 || given.count("databases") != 0 || given.count("out") != 0))
    throw usage_error("--questions, --databases and --out belong to --data");
  if (given.count("schema") != 0 && (all || given.count("json") != 0))
    throw usage_error("--schema prints SQL for one question: leave out --json and --data");
  if (all && given.count("out") == 0) throw usage_error("--data needs --out FILE, where the lines are written");
  if (all && (given.count("question") != 0 || given.count("json") != 0))
    throw usage_error("--data takes its questions from a file and always writes JSON; leave out the question and --json");
}

}  // namespace

int link_question(std::vector<std::string> const& words) {
  auto const o = link_options();
  po::variables_map given;
  if (!o.read(words, given)) return answered;
  require_one_form(given);
  if (given.count("db") != 0)
    link_one(given);
  else
    data_set(given).link_all(lexicon_options(given));
  return answered;
}

}  // namespace cli
