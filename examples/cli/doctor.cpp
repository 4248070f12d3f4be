// SPDX-License-Identifier: BSL-1.0
// t2s doctor: checks the installation and says how to correct it.
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "advice.hpp"
#include "asking.hpp"
#include "command.hpp"
#include "findings.hpp"
#include "model_options.hpp"
#include "open_database.hpp"
#include "systems/system.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/llm/detail/token_estimate.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

finding known_model(std::vector<std::string> const& models, std::string const& wanted) {
  if (std::ranges::find(models, wanted) != models.end()) return {printable(wanted) + " is there"};
  auto const* near = t2s::text::nearest(wanted, models);
  throw t2s::error(t2s::errc::model_not_found, "the server does not list " + wanted,
                   near ? "did you mean " + *near + "?" : "take one of those that it lists");
}

finding of_answer(t2s::llm::completion const& c) {
  if (c.text.empty()) return {std::string("it is empty, with the finish reason ").append(printable(c.finish_reason)), true};
  auto const shown = std::string("\"").append(printable(c.text)).append("\"");
  if (is_cut_off(c)) return {shown + ", cut off where its tokens ended", true};
  return {shown};
}

finding of_vector(std::vector<float> const& v) {
  auto const size = std::to_string(v.size()) + " dimensions";
  if (std::ranges::all_of(v, [](float x) { return x == 0; })) return {size + ", all zero: nothing is near or far from it", true};
  return {size};
}

/// Checks a server step by step.
class model_check {
 public:
  model_check(model_options const& settings, findings& found)
      : settings_(settings), found_(found), model_(settings.server().connect(io_.get_executor())) {}

  void run() {
    if (!reach()) return;
    show_models();
    if (!name().empty()) {
      check_listed("model", name());
      check_context();
      check_answer();
      check_long_prompt();
    }
    if (!settings_.embedding_model().empty()) {
      if (!settings_.embeds_elsewhere()) check_listed("embedding model", settings_.embedding_model());
      check_embedding();
    }
    if (models_.empty() && name().empty() && settings_.embedding_model().empty())
      found_.check("model", []() -> finding { throw usage_error("no model is known that could answer: give --model NAME"); });
  }

 private:
  [[nodiscard]] std::string const& name() const { return settings_.server().endpoint().model; }

  /// Servers without a list of models may still answer.
  static bool lists_none(std::error_code code) {
    return code == t2s::errc::model_not_found || code == t2s::errc::request_rejected || code == t2s::errc::malformed_reply;
  }

  bool reach() {
    bool const secure = settings_.server().url().starts_with("https://");
    std::string missing;
    bool const reached = found_.check("server " + settings_.server().url(), [&] {
      try {
        models_ = waited<std::vector<std::string>>("its models", [&] { return model_.models(); });
      } catch (t2s::error const& e) {
        if (!lists_none(e.code())) throw;
        missing = e.details().message;
      }
      return finding{counted(models_.size(), "model") + (secure ? ", certificate trusted" : ", no TLS")};
    });
    if (reached && models_.empty()) found_.note("models", missing.empty() ? "the server's list is empty" : missing);
    return reached;
  }

  void show_models() const {
    constexpr std::size_t most = 10;
    for (std::size_t i = 0; i < std::min(models_.size(), most); ++i) std::cout << "        " << printable(models_[i]) << "\n";
    if (models_.size() > most) std::cout << "        ... and " << models_.size() - most << " more\n";
  }

  void check_listed(std::string const& what, std::string const& wanted) {
    if (!models_.empty()) found_.check(what, [&] { return known_model(models_, wanted); });
  }

  /// Whether the context that the server offers has room for our prompts, if it says so.
  void check_context() {
    if (models_.empty()) return;
    found_.check("context", [&] {
      auto const n = waited<std::size_t>("its context", [&] { return model_.context_length(); });
      if (n == 0) return finding{"the server does not say how long it is", false};
      constexpr std::size_t usual = 8192;  // what most databases need, with demonstrations and the answer
      if (n >= usual) return finding{counted(n, "token")};
      return finding{
          counted(n, "token") + ", which is little: start the server with more, or give --schema-tokens " + std::to_string(n / 4), true};
    });
  }

  /// Whether the server reads a prompt as long as ours are, which some cut without a word (`http_model` notices).
  void check_long_prompt() {
    found_.check("a long prompt", [&] {
      std::string text = "Answer with the word: ready. Ignore these names:";
      for (int i = 0; i < 800; ++i) text.append(" name_").append(std::to_string(i));  // some 4,500 tokens
      t2s::llm::request asked(std::move(text));
      asked.temperature = settings_.temperature();
      asked.expects = t2s::llm::reply_kind::verdict;  // the shortest
      try {
        auto const c = waited<t2s::llm::completion>("an answer to a long prompt", [&] { return model_.complete(asked); });
        if (c.prompt_tokens == 0) return finding{"answered; the server does not say how much of it was read", true};
        return finding{"it was read whole: " + counted(c.prompt_tokens, "token")};
      } catch (t2s::error const& e) {
        if (e.code() != t2s::errc::model_timeout) throw;
        return finding{"not read in time; on a slow machine give more by --timeout", true};
      }
    });
  }

  void check_answer() {
    found_.check("answer", [&] {
      t2s::llm::request asked("Answer with the word: ready");
      asked.temperature = settings_.temperature();
      return of_answer(waited<t2s::llm::completion>("an answer", [&] { return model_.complete(asked); }));
    });
  }

  void check_embedding() {
    auto embedder = settings_.embedding_server().connect(io_.get_executor());
    found_.check("embedding", [&] {
      auto const e = waited<t2s::llm::embeddings>("an embedding", [&] { return embedder.embed({"ready"}); });
      return of_vector(e.vectors.at(0));
    });
  }

  template <class T>
  T waited(char const* what, std::function<t2s::awaitable<T>()> work) {
    std::chrono::duration<double> const most = settings_.server().timeout();
    std::cerr << "waiting for " << what << ", at most " << most.count() << " s\n";
    return wait_for<T>(io_, settings_.server(), std::move(work));
  }

  model_options const& settings_;
  findings& found_;
  boost::asio::io_context io_{1};
  t2s::llm::http_model model_;
  std::vector<std::string> models_{};
};

/// The size of a schema if prompts show all of it.
struct schema_size {
  std::size_t columns = 0, keys = 0;
  std::size_t statements = 0, lines = 0;  ///< tokens of CREATE TABLE statements, and of one line for each table

  explicit schema_size(t2s::schema::database const& d) : lines(t2s::llm::estimate_tokens(t2s::schema::one_line_each(d))) {
    for (auto const& t : d.tables()) {
      columns += t.columns.size();
      keys += t.foreign_keys.size();
      statements += t2s::llm::estimate_tokens(t2s::schema::create_statement(t, d.sql_dialect()));
    }
  }
};

/// Prints which systems can handle a schema of that size. The prompt also has demonstrations, rows and the question, and the answer needs a
/// part of the window too. Therefore a schema of more than half of the window is too large.
class system_advice {
 public:
  static constexpr std::size_t most_shown = 12'000;  // tokens, as in --schema-tokens

  system_advice(schema_size const& size, std::size_t window) : size_(size), window_(window) {}

  void say(findings& found) const {
    found.note_fine("no prompt", names_of([](system_entry const& s) { return !s.asks_model; }) + " reads the schema itself, of any size");
    for (bool const brief : {true, false}) {
      auto const names = names_of([brief](system_entry const& s) { return s.asks_model && s.brief_schema == brief; });
      auto const tokens = brief ? size_.lines : size_.statements;
      auto const share = "the schema takes about " + std::to_string(tokens) + " tokens of every prompt, " + percent(tokens) +
                         " % of a window of " + std::to_string(window_);
      std::string const what = brief ? "a line a table" : "CREATE TABLE";
      if (tokens <= window_ / 2)
        found.note_fine(what, names + ": " + share);
      else
        found.note(what, names + " cannot take the whole schema: " + share + "; show the part that a question needs (--schema-tokens " +
                             std::to_string(std::min(window_ / 2, most_shown)) +
                             "), take offline, or a model with a greater window (--context-window)");
    }
  }

 private:
  template <class Fits>
  static std::string names_of(Fits fits) {
    std::string out;
    for (auto const& s : systems())
      if (fits(s)) out.append(out.empty() ? "" : ", ").append(s.name);
    return out;
  }

  [[nodiscard]] std::string percent(std::size_t tokens) const {
    return std::to_string(static_cast<std::size_t>(100.0 * static_cast<double>(tokens) / static_cast<double>(window_) + 0.5));
  }

  schema_size const& size_;
  std::size_t window_;
};

/// Prints the role of the connection, and what it could do without this library.
void check_access(t2s::db::any_connection& database, t2s::db::engine engine, findings& found) {
  t2s::db::server_facts facts;
  found.check("engine", [&] {
    facts = t2s::db::facts_of(database, engine);
    return finding{printable(facts.engine) + (facts.role.empty() ? "" : ", as " + printable(facts.role))};
  });
  if (engine == t2s::db::engine::sqlite)
    return found.note_fine("access", "the file is opened for reading only, whatever its permissions are: no statement can change it");
  std::vector<std::string> reasons;
  bool const asked = found.check("access", [&] {
    reasons = database.can_write();
    if (!reasons.empty()) return finding{"t2s only reads, but the rights of the connection allow writing", true};
    if (!facts.is_known) return finding{"t2s cannot find out whether the connection could write", true};
    return finding{"the connection can only read"};
  });
  for (auto const& why : reasons) std::cout << "        " << printable(why) << "\n";
  if (asked && !reasons.empty()) found.note("access", "docs/any_database.md shows how to make a role that can only read");
}

void check_database(std::string const& path, std::size_t window, findings& found) {
  std::optional<schema_size> size;
  std::optional<t2s::db::any_connection> opened;
  auto engine = t2s::db::engine::sqlite;
  found.check("database", [&] {
    engine = t2s::db::locate(path).engine;
    opened.emplace(open_database(path));
    auto const& all = opened->schema().tables();
    auto const views = static_cast<std::size_t>(std::ranges::count_if(all, &t2s::schema::table::is_view));
    size.emplace(opened->schema());
    return finding{printable(t2s::db::without_password(path)) + ": " + counted(all.size() - views, "table") +
                   (views > 0 ? ", " + counted(views, "view") : "")};
  });
  if (!size) return;
  check_access(*opened, engine, found);
  found.note_fine("schema", counted(size->columns, "column") + (size->keys > 0 ? ", " + counted(size->keys, "foreign key") : ""));
  system_advice(*size, window).say(found);
}

}  // namespace

int doctor(std::vector<std::string> const& words) {
  options o(
      "doctor [--llm URL [--model NAME] [--embedding-model NAME]] [--db FILE [--context-window TOKENS]]",
      "Says what works: whether the server answers and is trusted, whether it accepts the models and the key, how long an answer and\n"
      "an embedding take, whether the database can be read, as whom and whether that role could write, how large its schema is and which\n"
      "systems cope with that. A server that lists\n"
      "no models may work all the same: then the answer decides.\n"
      "Exit status 3 if something does not work.");
  auto add = o.described.add_options();
  add("db", a_database(), what_databases);
  add("context-window", po::value<double>()->default_value(32'768)->value_name("TOKENS"),
      "of the model, with which the size of the schema is compared");
  model_options::describe(o.described, purpose::check);
  po::variables_map given;
  if (!o.read(words, given)) return answered;
  model_options const settings(given, purpose::check);
  auto const window = whole_number(given, "context-window", 1, 1'000'000'000, 0);
  if (!settings.present() && given.count("db") == 0) throw usage_error("nothing to look at: give --llm URL, --db FILE, or both");

  findings found;
  if (settings.present()) model_check(settings, found).run();
  if (given.count("db") != 0) check_database(given["db"].as<std::string>(), window, found);
  return found.sound() ? answered : infrastructure;
}

}  // namespace cli
