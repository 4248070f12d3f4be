// SPDX-License-Identifier: BSL-1.0
// t2s pool build: builds the retrieval repository of dynamic revision.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "asking.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "interruption.hpp"
#include "kept_items.hpp"
#include "long_work.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "shard.hpp"
#include "t2s/retrieve/detail/skeleton_repository.hpp"
#include "table.hpp"
#include "wording.hpp"
#include "work_header.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace retrieve = t2s::retrieve;

/// Throws what the model throws, and `interrupted`; earlier results are kept.
std::size_t build(retrieve::repository_builder& builder, model_options const& settings, std::size_t most) {
  boost::asio::io_context io{1};
  auto model = settings.make(io.get_executor());
  auto const wanted = std::min(most, builder.left());
  progress bar(wanted);
  retrieve::building_options how;
  how.most = most;
  how.stop = stop_by_signal();
  how.progress = [&](std::size_t) { bar.step(); };
  std::size_t made = 0;
  try {
    made = wait_for<std::size_t>(io, settings.server(), [&] { return builder.build(model, how); });
  } catch (t2s::error const& e) {
    if (signal_seen() == 0 || e.code() != t2s::errc::cancelled) throw;
  }
  if (signal_seen() != 0 && builder.left() > 0)
    throw interrupted("interrupted with " + counted(builder.left(), "pair") + " left; the same command goes on from there");
  return made;
}

options build_options() {
  options o("pool build --demonstrations FILE --out FILE --llm URL --model NAME [options]",
            "Asks the model to simplify the question of every demonstration, and keeps each pair in a file as soon as it is made: the\n"
            "repository of --pipeline dynamic-revision. Says first what it costs. What the file has is not asked again, so that a build\n"
            "that was interrupted goes on where it ended.");
  auto add = o.described.add_options();
  add("demonstrations", a_file()->required(), "question and SQL pairs: JSON of Spider or BIRD, JSON Lines, CSV");
  add("out", a_file()->required(), "the repository; an existing one is continued");
  add("limit", a_number(), "make at most N pairs now");
  add("dry-run", "only say what it costs; no model is needed");
  describe_shard(o.described);
  model_options::describe(o.described, purpose::pool);
  return o;
}

/// Reports how many questions were not simplified. Status 1 if none was.
int say_what_is_plain(std::string const& path) {
  auto const text = retrieve::read_repository(path);
  auto const plain = static_cast<std::size_t>(std::ranges::count_if(text.pairs, [](auto const& p) { return p.simplified.empty(); }));
  if (plain == 0) return answered;
  std::cerr << "t2s: " << plain << " of " << text.pairs.size()
            << " pairs have no simplified question: their lines say why; delete these lines to ask again\n";
  return plain == text.pairs.size() ? no_sql : answered;
}

using pairs = std::vector<t2s::demonstration>;

/// One build, from the options to the file.
class pool_build {
 public:
  pool_build(po::variables_map const& given, std::vector<std::string> const& words)
      : given_(given),
        words_(words),
        settings_(given, purpose::pool),
        most_(whole_number(given, "limit", 1, 1'000'000'000, std::numeric_limits<std::size_t>::max())),
        part_(shard_of(given)),
        out_(given["out"].as<std::string>()),
        from_(given["demonstrations"].as<std::string>()) {
    if (given.count("dry-run") == 0 && !settings_.present())
      throw usage_error("pool build asks a model: give --llm URL --model NAME, or look at the cost with --dry-run");
    require_output(place(), {from_});
  }

  int run() const {
    auto all = read_demonstrations({from_});
    auto const n = all.size();
    auto const in = part_ ? part_->of_items(n) : item_range{0, n};
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(in.end), all.end());
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(in.begin));
    retrieve::question_simplifier how;
    how.temperature = settings_.chosen_temperature().value_or(how.temperature);
    retrieve::repository_builder builder(place(), all, how, settings_.server().endpoint().model);
    for (auto const& note : builder.notes()) std::cerr << "t2s: " << printable(note) << "\n";
    std::cerr << printable(builder.cost().text()) << (most_ < builder.left() ? "; --limit ends it earlier" : "") << "\n";
    if (given_.count("dry-run") != 0) return answered;
    auto const made = build(builder, settings_, most_);
    std::cerr << counted(made, "pair") << " made, " << builder.left() << " left, in " << printable(place()) << "\n";
    if (part_ && builder.left() == 0) write_shard(all, in, n);
    return say_what_is_plain(place());
  }

 private:
  /// A shard is written as a separate repository.
  [[nodiscard]] std::string place() const { return part_ ? part_->file_of(out_) + ".pool" : out_; }

  /// The pairs as entries, in the order of the demonstrations.
  void write_shard(pairs const& of, item_range in, std::size_t n) const {
    work_header about{"pool build", n, {}, {}, part_, ".shards.journal", words_};
    about.add_options(given_);
    about.add_files("demonstrations", {from_});
    std::map<std::string, std::string> lines;
    for (auto const& p : retrieve::read_repository(place()).pairs) lines.emplace(key_of(p.shown), retrieve::to_line(p));
    auto const to = part_->file_of(out_);
    kept_items kept(to, about.text(), n, true);
    for (auto i = in.begin; i < in.end; ++i) kept.keep(i, "{\"pair\":" + lines.at(key_of(of[i - in.begin])) + "}");
    note_shard(*part_, kept, in, "pair", out_);
  }

  /// As in the file, which has only valid UTF-8.
  static std::string key_of(t2s::demonstration const& d) { return retrieve::to_line({d, {}, {}, {}}); }

  po::variables_map const& given_;
  std::vector<std::string> words_;
  model_options settings_;
  std::size_t most_;
  std::optional<shard> part_;
  std::string out_, from_;
};

int build_pool(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!build_options().read(words, given)) return answered;
  return pool_build(given, words).run();
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
