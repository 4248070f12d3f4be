// SPDX-License-Identifier: BSL-1.0
// t2s pool build: the retrieval repository of dynamic revision.
#include <algorithm>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "asking.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "t2s/retrieve/skeleton_repository.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace retrieve = t2s::retrieve;

/// Throws what the model throws; what was made before is kept.
std::size_t build(retrieve::repository_builder& builder, model_options const& settings, std::size_t most) {
  boost::asio::io_context io{1};
  auto model = settings.make(io.get_executor());
  progress bar(std::min(most, builder.left()));
  retrieve::building_options how;
  how.most = most;
  how.progress = [&](std::size_t) { bar.step(); };
  return wait_for<std::size_t>(io, settings.server(), [&] { return builder.build(model, how); });
}

options build_options() {
  options o("pool build --demonstrations FILE --out FILE --llm URL --model NAME [options]",
            "Asks the model to simplify the question of every demonstration, and keeps each pair in a file as soon as it is made: the\n"
            "repository of --pipeline dynamic-revision. Says first what it costs. What the file has is not asked again, so that a build\n"
            "that was interrupted goes on where it ended.");
  auto add = o.described.add_options();
  add("demonstrations", a_file()->required(), "question and SQL pairs: JSON of Spider or BIRD, JSON Lines, CSV");
  add("out", a_file()->required(), "the repository; it is gone on with if it is there");
  add("limit", a_number(), "make at most N pairs now");
  add("dry-run", "only say what it costs; no model is needed");
  model_options::describe(o.described, purpose::pool);
  return o;
}

/// Says how many questions stay as they were asked. None was simplified: status 1.
int say_what_is_plain(std::string const& path) {
  auto const text = retrieve::read_repository(path);
  auto const plain = static_cast<std::size_t>(std::ranges::count_if(text.pairs, [](auto const& p) { return p.simplified.empty(); }));
  if (plain == 0) return answered;
  std::cerr << "t2s: " << plain << " of " << text.pairs.size()
            << " pairs have no simplified question: their lines say why; without these lines they are asked again\n";
  return plain == text.pairs.size() ? no_sql : answered;
}

int build_pool(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!build_options().read(words, given)) return answered;
  model_options const settings(given, purpose::pool);
  auto const most = whole_number(given, "limit", 1, 1'000'000'000, std::numeric_limits<std::size_t>::max());
  bool const dry = given.count("dry-run") != 0;
  if (!dry && !settings.present())
    throw usage_error("pool build asks a model: give --llm URL --model NAME, or look at the cost with --dry-run");
  auto const out = given["out"].as<std::string>(), from = given["demonstrations"].as<std::string>();
  require_output(out, {from});
  retrieve::question_simplifier how;
  how.temperature = settings.chosen_temperature().value_or(how.temperature);
  retrieve::repository_builder builder(out, read_demonstrations({from}), how, settings.server().endpoint().model);
  for (auto const& note : builder.notes()) std::cerr << "t2s: " << printable(note) << "\n";
  std::cerr << builder.cost().text() << (most < builder.left() ? "; --limit ends it earlier" : "") << "\n";
  if (dry) return answered;
  auto const made = build(builder, settings, most);
  std::cerr << counted(made, "pair") << " made, " << builder.left() << " left, in " << out << "\n";
  return say_what_is_plain(out);
}

}  // namespace

int pool(std::vector<std::string> const& words) {
  if (words.empty() || words[0] != "build") {
    bool const help = !words.empty() && (words[0] == "--help" || words[0] == "-h");
    if (!help) throw usage_error("t2s pool has the command build: t2s pool build --help");
    return build_pool({"--help"});
  }
  return build_pool({words.begin() + 1, words.end()});
}

}  // namespace cli
