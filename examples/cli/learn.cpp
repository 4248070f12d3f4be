// SPDX-License-Identifier: BSL-1.0
// t2s learn: writes what a database suggests about itself to a file, for its owner to confirm.
#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#include "answer_json.hpp"
#include "command.hpp"
#include "open_database.hpp"
#include "output_file.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/retrieve/knowledge/descriptions.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace json = boost::json;
namespace knowledge = t2s::knowledge;
using knowledge::learned_fact;

constexpr std::array<std::string_view, 5> kinds{"key", "name", "code", "time form", "unit"};  // in the order of `learned_fact::kind`

struct learning {
  std::string file{};
  knowledge::learned before{}, after{};

  [[nodiscard]] std::size_t count(learned_fact::state decided) const {
    return static_cast<std::size_t>(std::ranges::count(after.facts, decided, &learned_fact::decided));
  }
  /// The proposals that the file did not have. They are at its end.
  [[nodiscard]] std::size_t added() const { return after.facts.size() - before.facts.size(); }
};

learning learn_from(po::variables_map const& given) {
  auto const limit = given["time-limit"].as<double>();
  if (!(limit >= 0 && limit <= 1e6)) throw usage_error("--time-limit needs seconds, from 0 to 1000000");
  auto database = open_database(given["db"].as<std::string>());
  learning made;
  made.file = given.count("out") != 0 ? given["out"].as<std::string>() : knowledge::learned_place(database.file());
  if (given.count("out") == 0 && database.file().empty())
    throw usage_error(
        "what is learned of a database on a server needs a place: give --out FILE, and name it to the other commands with --learned");
  require_output(made.file, {given["db"].as<std::string>()});
  auto const text = std::filesystem::exists(made.file) ? t2s::read_file(made.file, "what t2s learn wrote") : std::string();
  made.before = knowledge::parse_learned(text, made.file);
  auto const proposals = knowledge::proposals_for(database, {.time = std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * limit))});
  auto const now = knowledge::with_proposals(text, made.before, proposals, database.name());
  if (now != text) write_whole(made.file, now);
  made.after = knowledge::parse_learned(now, made.file);
  return made;
}

json::object learning_json(learning const& made) {
  json::array added;
  for (auto i = made.before.facts.size(); i < made.after.facts.size(); ++i)
    added.push_back(json_text(knowledge::line_of(made.after.facts[i])));
  return {{"file", made.file},
          {"added", std::move(added)},
          {"proposed", made.count(learned_fact::state::proposed)},
          {"confirmed", made.count(learned_fact::state::confirmed)},
          {"rejected", made.count(learned_fact::state::rejected)}};
}

void print_learning(learning const& made) {
  std::string what;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    auto const is_of_kind = [k](learned_fact const& f) { return static_cast<std::size_t>(f.is) == k; };
    auto const n =
        std::count_if(made.after.facts.begin() + static_cast<std::ptrdiff_t>(made.before.facts.size()), made.after.facts.end(), is_of_kind);
    if (n > 0) what.append(what.empty() ? ": " : ", ").append(counted(static_cast<std::size_t>(n), std::string(kinds[k])));
  }
  auto const confirmed = made.count(learned_fact::state::confirmed), rejected = made.count(learned_fact::state::rejected);
  std::cout << counted(made.added(), "new proposal") << what << "\n"
            << printable(made.file) << ": " << made.count(learned_fact::state::proposed) << " proposed, " << confirmed << " confirmed, "
            << rejected << " rejected\n";
  if (made.count(learned_fact::state::proposed) > 0)
    std::cout << "Only confirmed lines are used: write confirmed or rejected for proposed.\n";
}

options learn_options() {
  options o(
      "learn --db FILE [--out FILE] [--json]",
      "Proposes what the schema of a database does not say: keys, words for names, meanings of codes, forms of times and units, each with\n"
      "its evidence, in a file of text, by default FILE.t2s-learned next to the database. Confirm, correct or reject its lines: what is\n"
      "confirmed is used by ask, predict, serve and others. Run again, it adds what is new and keeps all that is there.");
  auto add = o.described.add_options();
  add("db", a_database()->required(), what_databases);
  add("out", a_file(), "the file of proposals (default: next to the database, if that is a file)");
  add("time-limit", po::value<double>()->value_name("SECONDS")->default_value(30, "30"), "for reading values");
  add("json", "print one JSON object");
  return o;
}

}  // namespace

int learn(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!learn_options().read(words, given)) return answered;
  auto const made = learn_from(given);
  if (given.count("json") != 0)
    std::cout << json_line(learning_json(made)) << "\n";
  else
    print_learning(made);
  return answered;
}

}  // namespace cli
