// SPDX-License-Identifier: BSL-1.0
#include "offline_ask.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "advice.hpp"
#include "answer_json.hpp"
#include "answer_text.hpp"
#include "ask_back_option.hpp"
#include "ask_conversation.hpp"
#include "colour_options.hpp"
#include "confidence_option.hpp"
#include "demonstration_files.hpp"
#include "lexicon_options.hpp"
#include "printable.hpp"
#include "sqlite_file.hpp"
#include "status_line.hpp"
#include "t2s/db/any/detail/location.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/with_confidence.hpp"

namespace cli::offline_parts {

/// Shows the stages of a run in the terminal's status line.
struct shown_stages {
  static constexpr bool enabled = true;

  template <class Event>
  void on(Event const& e) noexcept {
    if constexpr (requires { line->on(e); }) line->on(e);
  }

  status_line* line;
};
static_assert(t2s::TraceSink<shown_stages>);

}  // namespace cli::offline_parts

namespace cli {
namespace {

using offline_parts::shown_stages;

/// The advice if another program offers what was requested.
constexpr char hint[] = "\nOnly the offline part of t2s ask is built: ./scripts/build ask builds models, other databases and more";

/// The variable with the address of a model or a collector, which t2s-ask reads; nullptr if none is set.
char const* variable_of_others() {
  constexpr std::array names{"OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
                             "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT"};
  auto const set = std::ranges::find_if(names, [](char const* name) { return std::getenv(name) != nullptr; });
  return set == names.end() ? nullptr : *set;
}

/// The file of --db. Throws usage_error if it is a database of another engine.
t2s::db::location located(po::variables_map const& given) {
  auto where = t2s::db::locate(given["db"].as<std::string>());
  if (where.engine == t2s::db::engine::sqlite) return where;
  throw usage_error("--db " + where.shown + " is a database of " + std::string(where.engine.title) + ", which this program does not open" +
                    std::string(hint));
}

/// Answers questions over one database.
class offline_session {
 public:
  explicit offline_session(po::variables_map const& given) : given_(given), where_(located(given)) {}

  t2s::answer ask(std::string const& question, std::vector<t2s::turn> const& turns) {
    t2s::require_question(question, t2s::limits().question_bytes);  // before the database is read
    refuse_sql(question);
    if (!open_) open_.emplace(given_, where_);
    t2s::run_options how;
    how.turns = turns;
    status_line line;
    return open_->system.run(t2s::context(open_->model, open_->database, std::move(how), shown_stages{&line}), question);
  }

 private:
  struct opened {
    opened(po::variables_map const& given, t2s::db::location const& where)
        : words(given), connection(t2s::db::sqlite_connection(where.target), where.name), database(connection, words.prepare(connection)) {
      auto const least = text_of(given, "min-confidence");
      system.asks_back = given.count("ask-back") != 0;
      system.minimum = least.empty() ? default_min_confidence(false) : min_confidence_of(least);
      system.system.sampler.pool = std::make_shared<t2s::retrieve::skeleton_index const>(demonstrations_for(given));
      words.read(database);
    }

    t2s::systems::with_confidence<t2s::systems::offline> system{};
    lexicon_options words;
    t2s::db::any_connection connection;
    t2s::prepared<t2s::db::any_connection> database;
    t2s::llm::no_model model{};
  };

  po::variables_map const& given_;
  t2s::db::location where_;
  std::optional<opened> open_{};
};

}  // namespace

options offline_ask_options() {
  options o("ask --db FILE [options] QUESTION",
            "Answers a question over a database and prints every revision, the SQL and its rows, without a model. The database is only\n"
            "read. Exit status 1 if no SQL that runs was found, 4 if it is too uncertain to be answered.\n"
            "With a model, or over other databases: ./scripts/build ask");
  auto add = o.described.add_options();
  add("db", a_file()->required(), "the database: a file of SQLite; it is only read");
  add("demonstrations", a_file(), "question and SQL pairs: JSON of Spider or BIRD, JSON Lines, CSV (default: those that come with t2s)");
  add("json", "print one JSON object");
  add("csv", "print the rows as CSV, and all else on standard error");
  add("chart", "draw the rows as a number, bars or a line; with --json propose a chart");
  describe_ask_back(o.described);
  describe_conversation(o.described);
  describe_colour(o.described);
  describe_min_confidence(o.described, "0.5");
  add("question", a_word("QUESTION"), "the question, in quotes");
  describe_corrections(o.described);
  lexicon_options::describe(o.described);
  o.positional.add("question", 1);
  return o;
}

bool is_offline_question(std::vector<std::string> const& words) {
  if (variable_of_others()) return false;
  auto const o = offline_ask_options();
  std::string database;
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    std::string_view const word = words[i];
    if (word == "-h") return false;
    if (!word.starts_with("--")) continue;
    auto const equals = std::min(word.find('='), word.size());
    auto const name = std::string(word.substr(2, equals - 2));
    auto const* const option = name.empty() ? nullptr : o.described.find_nothrow(name, false);
    if (!option || name == "help") return false;
    if (name == "db") database = equals < word.size() ? word.substr(equals + 1) : i + 1 < words.size() ? words[i + 1] : std::string();
    if (option->semantic()->max_tokens() > 0 && equals == word.size()) ++i;
  }
  if (database.empty()) return false;
  try {
    auto const where = t2s::db::locate(database);
    return where.engine == t2s::db::engine::sqlite && is_sqlite_file(where.target);
  } catch (t2s::error const&) {
    return false;
  }
}

int ask_offline_alone(std::vector<std::string> const& words) try {
  if (auto const* const variable = variable_of_others()) std::cerr << "t2s: " << variable << " is not read" << hint << "\n";
  return ask_offline(words);
} catch (usage_error const& e) {
  std::string_view const what = e.what();
  bool const may_be_known = what.starts_with("unknown option");
  throw usage_error(std::string(what) + (may_be_known ? hint : ""));
}

int ask_offline(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!offline_ask_options().read(words, given)) return answered;
  bool const as_json = given.count("json") != 0, as_csv = given.count("csv") != 0, as_chart = given.count("chart") != 0;
  auto const on_output = shown_on_stream(given, STDOUT_FILENO), on_errors = shown_on_stream(given, STDERR_FILENO);
  if (as_json && as_csv) throw usage_error("--json and --csv are two forms of the same answer: give one of them");
  if (as_csv && as_chart) throw usage_error("--csv has no chart: give --chart alone or with --json");
  require_question_or_conversation(given);
  offline_session session(given);
  return answer_all(given, [&](std::string const& question, std::vector<t2s::turn>& turns) {
    auto found = session.ask(question, turns);
    add_turn(turns, question, found);
    if (!as_json) found = after_asking_back(std::move(found));
    if (as_json)
      std::cout << json_line(answer_json(found, "offline", as_chart)) << "\n";
    else if (as_csv)
      print_rows(found, on_errors);
    else
      print_answer(found, on_output, as_chart);
    return status_of(found);
  });
}

}  // namespace cli
