// SPDX-License-Identifier: BSL-1.0
// t2s doctor: what works, and what to do about what does not.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include "asking.hpp"
#include "command.hpp"
#include "model_options.hpp"
#include "t2s/core/text.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "table.hpp"

namespace cli {
namespace {

using milliseconds = std::chrono::duration<double, std::milli>;

/// Reports one finding after the other and remembers whether all were good.
class findings {
 public:
  /// Runs a check that gives what it found. An error is a finding, too.
  bool check(std::string const& what, std::function<std::string()> const& look) {
    try {
      auto const begin = std::chrono::steady_clock::now();
      auto const found = look();
      milliseconds const took = std::chrono::steady_clock::now() - begin;
      std::cout << "ok    " << what << ": " << found << " (" << static_cast<long>(took.count()) << " ms)\n";
      return true;
    } catch (std::exception const& e) {
      std::cout << "FAILS " << what << ": " << printable(e.what()) << "\n";
      return sound_ = false;
    }
  }

  [[nodiscard]] bool sound() const { return sound_; }

 private:
  bool sound_ = true;
};

std::string known_model(std::vector<std::string> const& models, std::string const& wanted) {
  if (std::ranges::find(models, wanted) != models.end()) return printable(wanted) + " is there";
  auto const* near = t2s::text::nearest(wanted, models);
  throw t2s::error(t2s::errc::model_not_found, "the server does not list " + wanted,
                   near ? "did you mean " + *near + "?" : "take one of those that it lists");
}

void check_answer(model_options const& settings, boost::asio::io_context& io, t2s::llm::http_model& model, findings& found) {
  found.check("answer", [&] {
    t2s::llm::request asked("Answer with the word: ready");
    asked.temperature = settings.temperature();
    asked.max_tokens = 16;
    auto const c = wait_for<t2s::llm::completion>(io, [&] { return model.complete(asked); });
    return std::string("\"").append(printable(c.text)).append("\"");
  });
}

void check_embedding(model_options const& settings, boost::asio::io_context& io, findings& found) {
  auto model = settings.connect_embedding(io.get_executor());
  found.check("embedding", [&] {
    auto const e = wait_for<t2s::llm::embeddings>(io, [&] { return model.embed({"ready"}); });
    return std::to_string(e.vectors.at(0).size()) + " dimensions";
  });
}

void check_model(model_options const& settings, findings& found) {
  boost::asio::io_context io{1};
  auto model = settings.connect(io.get_executor());
  std::vector<std::string> models;
  bool const secure = settings.url().starts_with("https://");
  bool const reached = found.check(std::string("server ").append(settings.url()), [&] {
    models = wait_for<std::vector<std::string>>(io, [&] { return model.models(); });
    return std::to_string(models.size()) + " models" + (secure ? ", certificate trusted" : ", no TLS");
  });
  if (!reached) return;
  for (std::size_t i = 0; i < std::min<std::size_t>(models.size(), 10); ++i) std::cout << "        " << printable(models[i]) << "\n";
  if (!settings.endpoint().model.empty()) {
    found.check("model", [&] { return known_model(models, settings.endpoint().model); });
    check_answer(settings, io, model, found);
  }
  if (!settings.embedding_model().empty()) {
    found.check("embedding model", [&] { return known_model(models, settings.embedding_model()); });
    check_embedding(settings, io, found);
  }
}

void check_database(std::string const& path, findings& found) {
  found.check("database " + path, [&] {
    t2s::db::sqlite_connection const database(path);
    return std::to_string(database.schema().tables().size()) + " tables";
  });
}

}  // namespace

int doctor(std::vector<std::string> const& words) {
  options o("doctor [--llm URL [--model NAME] [--embedding-model NAME]] [--db FILE]",
            "Says what works: whether the server answers and is trusted, whether it knows the models and the key, how long an answer and\n"
            "an embedding take, whether the database can be read. Exit status 3 if something does not.");
  o.described.add_options()("help,h", "print this help")("db", po::value<std::string>()->value_name("FILE"), "SQLite database");
  model_options::describe(o.described);
  po::variables_map given;
  if (!o.read(words, given)) return answered;
  if (given.count("llm") == 0 && given.count("db") == 0) throw usage_error("nothing to look at: give --llm URL, --db FILE, or both");

  if (given.count("llm") == 0 && given.count("embedding-model") != 0) throw usage_error("--embedding-model needs --llm URL");

  findings found;
  if (given.count("llm") != 0) check_model(model_options(given, model_options::model_name::optional), found);
  if (given.count("db") != 0) check_database(given["db"].as<std::string>(), found);
  return found.sound() ? answered : infrastructure;
}

}  // namespace cli
