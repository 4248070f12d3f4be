// SPDX-License-Identifier: BSL-1.0
// t2s pool build: the retrieval repository of dynamic revision.
#include <algorithm>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "asking.hpp"
#include "command.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/retrieve/repository_builder.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace retrieve = t2s::retrieve;

/// Builds with several calls at a time. Throws what the model throws.
std::size_t build(retrieve::repository_builder& builder, model_options const& settings, std::size_t most) {
  boost::asio::io_context io{1};
  auto model = settings.make(io.get_executor());
  progress bar(std::min(most, builder.left()));
  retrieve::building_options how;
  how.most = most;
  how.progress = [&](std::size_t) { bar.step(); };
  return wait_for<std::size_t>(io, settings.server(), [&] { return builder.build(model, how); });
}

int build_pool(std::vector<std::string> const& words) {
  options o("pool build --demonstrations FILE --out FILE --llm URL --model NAME [options]",
            "Asks the model to simplify the question of every demonstration, and keeps each pair in a file as soon as it is made: the\n"
            "repository of --pipeline dynamic-revision. Says first what it costs. What the file has is not asked again, so that a build\n"
            "that was interrupted goes on where it ended.");
  auto const file = [] { return po::value<std::string>()->value_name("FILE"); };
  o.described.add_options()("help,h", "print this help")("demonstrations", file()->required(),
                                                         "question and SQL pairs, Spider's or BIRD's JSON")(
      "out", file()->required(), "the repository; it is gone on with if it is there")(
      "limit", po::value<long long>()->value_name("N"), "make at most N pairs now")("dry-run",
                                                                                    "only say what it costs; no model is needed");
  model_options::describe(o.described, purpose::chat);
  po::variables_map given;
  if (!o.read(words, given)) return answered;

  model_options const settings(given, purpose::chat);
  bool const dry = given.count("dry-run") != 0;
  if (!dry && !settings.present())
    throw usage_error("pool build asks a model: give --llm URL --model NAME, or look at the cost with --dry-run");
  auto const out = given["out"].as<std::string>(), from = given["demonstrations"].as<std::string>();
  require_output(out, {from});
  retrieve::repository_builder builder(out, retrieve::read_pool(from), {}, settings.server().endpoint().model);
  for (auto const& note : builder.notes()) std::cerr << "t2s: " << printable(note) << "\n";
  std::cerr << builder.cost().text() << "\n";
  if (dry) return answered;
  auto const most = given.count("limit") != 0 ? given["limit"].as<long long>() : std::numeric_limits<long long>::max();
  if (most < 1) throw usage_error("--limit needs a number from 1 on");
  auto const made = build(builder, settings, static_cast<std::size_t>(most));
  std::cerr << made << " pairs made, " << builder.left() << " left, in " << out << "\n";
  return answered;
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
