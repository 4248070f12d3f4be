// SPDX-License-Identifier: BSL-1.0
// t2s lint: finds SQL that runs but probably does not mean what was intended, in one statement or in gold SQL and predictions.
#include <algorithm>
#include <array>
#include <atomic>
#include <boost/json/serialize.hpp>
#include <cstddef>
#include <iomanip>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "advice.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "learned_option.hpp"
#include "open_database.hpp"
#include "prediction_files.hpp"
#include "side_by_side.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/offline/repair/lint_facts.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/lint.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace json = boost::json;
namespace ev = t2s::evaluation;
namespace sql = t2s::sql;

using findings = std::vector<sql::finding>;

json::value text_json(std::string_view s) { return json::string(t2s::text::valid_utf8(s)); }

json::object finding_json(sql::finding const& f) {
  return {{"rule", sql::name_of(f.rule)},
          {"severity", sql::name_of(f.how)},
          {"offset", f.offset},
          {"line", f.line},
          {"column", f.column},
          {"why", text_json(f.why)},
          {"proposal", f.proposal.empty() ? json::value() : text_json(f.proposal)}};
}

json::array findings_json(findings const& found) {
  json::array all;
  for (auto const& f : found) all.push_back(finding_json(f));
  return all;
}

void print_finding(sql::finding const& f) {
  std::cout << printable(sql::to_string(f)) << "\n  " << sql::name_of(f.rule) << (f.how == sql::severity::style ? " (style)" : "") << "\n";
  if (!f.proposal.empty()) std::cout << "  perhaps: " << printable(f.proposal) << "\n";
}

/// The reason why a statement cannot be checked: it does not parse, or it names something that the database lacks. Functions of databases
/// other than SQLite are not known.
std::optional<t2s::failure> obstacle_in(std::string const& text, t2s::schema::database const& schema) {
  auto const parsed = sql::parse(text, schema);
  if (!parsed) return t2s::failure{t2s::errc::sql_syntax, syntax_text(text, parsed.error()), {}, {}, parsed.error().offset};
  bool const in_sqlite = schema.sql_dialect() == sql::dialect::sqlite;
  for (auto const& p : sql::resolve(*parsed, schema).problems) {
    auto const code = p.what.code;
    if (in_sqlite || code == t2s::errc::no_such_table || code == t2s::errc::no_such_column || code == t2s::errc::ambiguous_column)
      return p.what;
  }
  return {};
}

/// The position of a byte, as in findings.
std::pair<std::size_t, std::size_t> place_of(std::string_view text, std::size_t offset) {
  auto const before = text.substr(0, offset);
  auto const line_end = before.rfind('\n');
  auto const line = before.substr(line_end == before.npos ? 0 : line_end + 1);
  return {static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1, t2s::text::display_width(line) + 1};
}

/// Reports as the only finding why a statement is not checked, and what may be meant.
void print_unchecked(std::string const& text, t2s::failure const& why, t2s::schema::database const& schema, bool as_json) {
  auto const meant = t2s::repair::suggest_repair(text, why, schema);
  auto const reason = why.remedy.empty() ? why.message : why.message + "; " + why.remedy;
  auto const offset = why.offset.value_or(0);
  auto const [line, column] = place_of(text, offset);
  if (as_json) {
    json::object const o{{"rule", "not_checked"},
                         {"severity", "wrong_making"},
                         {"offset", offset},
                         {"line", line},
                         {"column", column},
                         {"why", text_json(reason)},
                         {"proposal", meant ? text_json(meant->sql) : json::value()}};
    std::cout << json::serialize(json::array{o}) << "\n";
    return;
  }
  std::cout << "not checked: " << printable(reason) << "\n";
  if (meant) std::cout << "  perhaps: " << printable(meant->sql) << "\n";
}

/// Whether the first word of a text is that of a statement that writes.
bool is_writing(std::string_view lower_text) {
  constexpr std::array writing{"delete", "insert", "update", "replace", "merge", "create", "alter", "drop", "truncate"};
  auto const text = t2s::text::trim(lower_text);
  return std::ranges::any_of(writing, [&](std::string_view word) { return text.substr(0, text.find(' ')) == word; });
}

/// Advice for a statement that does not parse; "" if we know none. Row limits of other dialects are the most frequent reason.
std::string remedy_for(std::string const& text, std::string_view why, t2s::schema::database const& schema) {
  auto words = t2s::text::lower(text);
  std::ranges::replace_if(words, [](char c) { return c == '\n' || c == '\t' || c == '\r' || c == '('; }, ' ');
  if (is_writing(words)) return "t2s lint checks only statements that read";
  if (why.find("nested deeper") != why.npos) return "name its inner parts by WITH, so that they need no nesting";
  if (!t2s::repair::suggest_draft(text, schema, sql::other_dialects)) return t2s::repair::untranslated_form(text, schema);
  bool const top = words.find("select top ") != words.npos || words.find("select distinct top ") != words.npos;
  return std::string(top ? "TOP is SQL Server's word for LIMIT; t2s repair replaces it" : "t2s repair may correct it") +
         ": t2s repair --db FILE SQL";
}

findings found_in(std::string const& text, t2s::db::any_connection& database, t2s::schema::database const& schema, bool asks) {
  auto const facts = t2s::repair::lint_facts_of(database);
  return sql::lint(text, schema, asks ? &facts : nullptr);
}

// ---- one statement

int lint_one(po::variables_map const& given) {
  if (given.count("sql") == 0) throw usage_error("there is no statement; give it in quotes: t2s lint --db FILE SQL");
  auto database = open_database(given["db"].as<std::string>());
  auto const text = given["sql"].as<std::string>();
  bool const as_json = given.count("json") != 0;
  if (auto const parsed = sql::parse(text, database.schema()); !parsed) {
    auto const why = syntax_text(text, parsed.error());
    auto const remedy = remedy_for(text, why, database.schema());
    std::cerr << "t2s: " << printable(why) << (remedy.empty() ? "" : "; ") << remedy << "\n";
    if (as_json) print_unchecked(text, *obstacle_in(text, database.schema()), database.schema(), as_json);
    return no_sql;
  }
  if (auto const why = obstacle_in(text, database.schema())) {
    print_unchecked(text, *why, database.schema(), as_json);
    return no_sql;
  }
  auto const found = found_in(text, database, learned_option(given).schema_of(database), given.count("schema-only") == 0);
  if (as_json) {
    std::cout << json_line(findings_json(found)) << "\n";
  } else {
    for (auto const& f : found) print_finding(f);
    if (found.empty()) std::cout << "nothing found\n";
  }
  return found.empty() ? answered : no_sql;
}

// ---- an audit

/// The statements of a file, one for each question, and their findings.
struct audited_file {
  std::string name{};
  std::vector<std::string> sql{};
  std::vector<findings> found{};
  std::vector<bool> wrong{};  ///< by the official EX; empty if unknown
};

/// How many statements a rule flags, and how many of these are wrong.
struct tally {
  std::size_t flagged = 0, wrong = 0;

  void add(bool is_wrong) {
    ++flagged;
    wrong += is_wrong;
  }
};

class audit {
 public:
  audit(ev::data_set const& data, std::vector<std::string> const& predictions, learned_option learned, bool asks)
      : data_(data), questions_(questions_in(data.questions)), learned_(std::move(learned)), asks_(asks) {
    has_gold_ = std::ranges::none_of(questions_.questions, [](auto const& q) { return q.sql.empty(); });
    if (has_gold_) add_gold();
    for (auto const& path : predictions) add_predictions(path);
    if (files_.empty()) throw usage_error("the questions have no gold SQL, and there are no predictions: give --predictions FILE");
  }

  void run(std::size_t jobs) {
    for (auto& file : files_) {
      file.found.resize(file.sql.size());
      side_by_side(file.sql.size(), jobs, [&] {
        return [this, &file, open = std::map<std::string, t2s::db::any_connection>()](std::size_t i) mutable {
          auto const& name = questions_.questions[i].database;
          auto& database = opened(open, name, [&] { return database_file(data_.databases, name); });
          file.found[i] = found_in(file.sql[i], database, learned_.schema_of(database), asks_);
          if (obstacle_in(file.sql[i], database.schema())) ++unchecked_;
        };
      });
    }
    if (has_gold_ && !sets_.empty()) judge(jobs);
  }

  [[nodiscard]] bool any() const {
    return std::ranges::any_of(files_,
                               [](auto const& f) { return std::ranges::any_of(f.found, [](auto const& x) { return !x.empty(); }); });
  }

  void print_list() const {
    for (auto const& file : files_)
      for (std::size_t i = 0; i < file.found.size(); ++i) {
        if (file.found[i].empty()) continue;
        std::cout << printable(file.name) << ":" << i + 1 << " " << printable(questions_.questions[i].database)
                  << (file.wrong.empty() ? ""
                      : file.wrong[i]    ? ", wrong"
                                         : ", right")
                  << "\n  " << printable(file.sql[i]) << "\n";
        for (auto const& f : file.found[i]) print_finding(f);
      }
  }

  void print_table() const {
    bool const judged = has_gold_ && !sets_.empty();
    std::cout << std::left << std::setw(28) << "rule" << std::right << std::setw(10) << (has_gold_ ? "gold" : "");
    if (!sets_.empty()) std::cout << std::setw(14) << "predictions";
    if (judged) std::cout << std::setw(8) << "wrong" << std::setw(9) << "%";
    std::cout << "\n";
    for (auto const rule : sql::lint_rules()) print_row(std::string(sql::name_of(rule)) + mark_of(rule), rule, judged);
    print_row("any finding but style", {}, judged, true);
    print_row("all statements", {}, judged);
    std::cout << "* style: feedback::semantic_lint leaves it out\n";
    if (unchecked_ > 0)
      std::cout << "not checked: " << counted(unchecked_, "statement")
                << ", since they do not parse or name what their database does not have\n";
  }

  void print_json() const {
    for (auto const& file : files_)
      for (std::size_t i = 0; i < file.found.size(); ++i) {
        json::object o{{"file", text_json(file.name)},
                       {"question", i},
                       {"db_id", text_json(questions_.questions[i].database)},
                       {"sql", text_json(file.sql[i])},
                       {"wrong", file.wrong.empty() ? json::value() : json::value(bool(file.wrong[i]))},
                       {"findings", findings_json(file.found[i])}};
        if (!file.found[i].empty()) std::cout << json_line(o) << "\n";
      }
  }

 private:
  static std::string mark_of(sql::lint_rule r) { return sql::severity_of(r) == sql::severity::style ? " *" : ""; }

  void add_gold() {
    auto& gold = files_.emplace_back();
    gold.name = "gold";
    for (auto const& q : questions_.questions) gold.sql.push_back(q.sql);
  }

  void add_predictions(std::string const& path) {
    sets_.push_back(predictions_for(path, questions_));
    auto& file = files_.emplace_back();
    file.name = path;
    for (auto const& p : sets_.back().predictions) file.sql.push_back(p.sql);
  }

  void judge(std::size_t jobs) {
    ev::evaluation_options how;
    how.wanted = {.ex = true, .em = false, .rounds = false};
    how.jobs = jobs;
    ev::data_folders folders{data_.databases, {}, {}};
    folders.open = [](std::string const& written, t2s::db::statement_limits const& within) {
      t2s::db::any_options limits;
      limits.limits = within;
      return open_database(written, limits);
    };
    auto const gold = ev::read_gold(data_.questions);
    auto const said = ev::evaluate(gold, sets_, folders, how);
    for (std::size_t f = 0; f < said.files.size(); ++f)
      for (auto const& v : said.files[f].verdicts) files_[f + 1].wrong.push_back(!v.ex_single);
  }

  /// The number of statements with a finding of one rule, of any rule for likely errors, or of any rule.
  [[nodiscard]] tally count(audited_file const& file, std::optional<sql::lint_rule> rule, bool making) const {
    tally t;
    for (std::size_t i = 0; i < file.found.size(); ++i) {
      bool const counts = rule     ? std::ranges::count(file.found[i], *rule, &sql::finding::rule) != 0
                          : making ? std::ranges::count(file.found[i], sql::severity::wrong_making, &sql::finding::how) != 0
                                   : true;
      if (counts) t.add(!file.wrong.empty() && file.wrong[i]);
    }
    return t;
  }

  void print_row(std::string const& title, std::optional<sql::lint_rule> rule, bool judged, bool making = false) const {
    tally gold, predicted;
    for (auto const& file : files_) {
      auto const t = count(file, rule, making);
      auto& into = has_gold_ && &file == files_.data() ? gold : predicted;
      into.flagged += t.flagged;
      into.wrong += t.wrong;
    }
    std::cout << std::left << std::setw(28) << title << std::right << std::setw(10) << (has_gold_ ? std::to_string(gold.flagged) : "");
    if (!sets_.empty()) std::cout << std::setw(14) << predicted.flagged;
    if (judged) std::cout << std::setw(8) << predicted.wrong << std::setw(9) << share(predicted);
    std::cout << "\n";
  }

  static std::string share(tally const& t) {
    if (t.flagged == 0) return "-";
    std::ostringstream out;
    out << std::fixed << std::setprecision(1) << 100.0 * static_cast<double>(t.wrong) / static_cast<double>(t.flagged);
    return out.str();
  }

  ev::data_set data_;
  ev::gold_set questions_;
  learned_option learned_;
  bool asks_;
  bool has_gold_ = false;
  std::atomic<std::size_t> unchecked_ = 0;  // the number of statements
  std::vector<ev::prediction_set> sets_{};
  std::vector<audited_file> files_{};
};

int lint_files(po::variables_map const& given) {
  if (given.count("sql") != 0)
    throw usage_error("\"" + given["sql"].as<std::string>() + "\" is one word too many: --data audits files, --db a statement");
  auto const data = open_data(given);
  auto const files = given.count("predictions") != 0 ? given["predictions"].as<std::vector<std::string>>() : std::vector<std::string>();
  audit all(data, files, learned_option(given), given.count("schema-only") == 0);
  all.run(jobs_of(given));
  if (given.count("json") != 0) {
    all.print_json();
  } else {
    if (given.count("list") != 0) all.print_list();
    all.print_table();
  }
  return all.any() ? no_sql : answered;
}

options lint_options() {
  options o(
      "lint --db FILE SQL  or  lint --data DIR [--predictions FILE]...",
      "Finds SQL that runs but most likely does not mean what was meant: where, why, and what may be meant. docs/lint.md has the rules.\n"
      "With --data the gold SQL of a data set is audited, and files of predictions: how many statements each rule flags, and how many\n"
      "of the predictions among them are wrong by the official EX. Some statements ask about the data; databases are only read.\n"
      "Exit status 1 if there are findings, or if a statement is not checked: it does not parse, or names what the database does not "
      "have.");
  auto add = o.described.add_options();
  add("db", a_database(), what_databases);
  add("sql", a_word("SQL"), "the statement, in quotes");
  add("data", a_folder(), "the data set that is audited");
  add("predictions", po::value<std::vector<std::string>>()->value_name("FILE")->composing(),
      "predictions, one SQL a line, or in another form that t2s evaluate reads; as often as wanted");
  add("questions", a_file(), "questions (default: DIR/dev.json)");
  describe_databases(o.described);
  describe_jobs(o.described);
  learned_option::describe(o.described);
  add("schema-only", "ask nothing about the data: the declared schema decides");
  add("list", "with --data: also each statement with its findings");
  add("json", "findings as JSON; with --data one object per statement that has some");
  o.positional.add("sql", 1);
  return o;
}

}  // namespace

int lint(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!lint_options().read(words, given)) return answered;
  bool const one = given.count("db") != 0, many = given.count("data") != 0;
  if (one && many) throw usage_error("--db is for one statement, --data for files: give one or the other");
  if (!one && !many) throw usage_error("which database? give --db FILE, or --data DIR for an audit");
  for (auto const* other : {"predictions", "questions", "databases", "list"})
    if (one && given.count(other) != 0) throw usage_error(std::string("--") + other + " cannot be used with --db");
  return one ? lint_one(given) : lint_files(given);
}

}  // namespace cli
