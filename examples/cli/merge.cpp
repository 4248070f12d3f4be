// SPDX-License-Identifier: BSL-1.0
// t2s merge: the shards of a command, joined.
#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "command.hpp"
#include "kept_items.hpp"
#include "output_file.hpp"
#include "prediction_entries.hpp"
#include "shard.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/journal.hpp"
#include "t2s/retrieve/skeleton_repository.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

/// One file, by its header.
struct shard_journal {
  std::string path{};
  json::object header{};
  shard part{};

  [[nodiscard]] std::size_t items() const { return header.at("items").to_number<std::size_t>(); }
  [[nodiscard]] std::string command() const { return json::value_to<std::string>(header.at("command")); }
  [[nodiscard]] json::object const& about() const { return header.at("about").as_object(); }
  /// The header of the whole work.
  [[nodiscard]] std::string whole_header() const {
    auto whole = header;
    whole.erase("journal");
    whole["shard"] = nullptr;
    return json::serialize(whole);
  }
};

[[noreturn]] void refuse(std::string const& why, std::string const& remedy) { throw t2s::error(t2s::errc::malformed_data, why, remedy); }

shard_journal read_shard_header(std::string const& path) {
  auto const header = t2s::read_journal(path).text;
  if (header.empty()) refuse(path + " is empty: its run was ended at once", "run its shard again");
  auto parsed = json::parse(header).as_object();
  auto const* const part = parsed.if_contains("shard");
  if (!part || !part->is_string()) refuse(path + " is the journal of no shard", "name the files that --shard wrote");
  auto const number = json::value_to<std::string>(*part);
  return {path, std::move(parsed), read_shard(number)};
}

/// "items 3, 7 to 9 and 12", the first few of them.
std::string ranges_of(std::vector<std::size_t> const& items) {
  constexpr std::size_t most = 5;
  std::string said;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < items.size(); ++shown) {
    auto last = i;
    while (last + 1 < items.size() && items[last + 1] == items[last] + 1) ++last;
    if (shown == most) return said + ", ...";
    said += (said.empty() ? "#" : ", #") + std::to_string(items[i]) + (last > i ? " to #" + std::to_string(items[last]) : "");
    i = last + 1;
  }
  return said;
}

/// The shards of one output, which fit together once this is made.
class shard_set {
 public:
  /// Throws t2s::error, which names all that does not fit.
  explicit shard_set(std::vector<std::string> const& paths) {
    for (auto const& path : paths) all_.push_back(read_shard_header(path));
    std::ranges::sort(all_, {}, [](shard_journal const& s) { return s.part.number; });
    require_same_work();
    require_all_shards();
    for (auto const& s : all_) look_through(s);
    if (!faults_.empty()) refuse(faults_, "run the shards that are not finished again with the same command, then merge");
  }

  [[nodiscard]] shard_journal const& first() const { return all_[0]; }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

  /// All entries in the journal of the whole work, in the folder of `output`.
  [[nodiscard]] kept_items joined(std::string const& output) const {
    auto const name = json::value_to<std::string>(first().about().at("whole"));
    kept_items whole((fs::path(output).parent_path() / name).string(), first().whole_header(), first().items(), false);
    for (auto const& s : all_)
      t2s::read_journal(s.path, [&](std::string_view text, t2s::journal_place) {
        auto const i = item_of(text, whole.size(), s.path);
        if (!whole.has(i)) whole.keep_text(i, std::string(text));
      });
    return whole;
  }

 private:
  void require_same_work() const {
    for (auto const& s : all_) {
      auto const differs = t2s::journal_difference(first().whole_header(), first().path, s.whole_header(), s.path);
      if (!differs.empty()) refuse("the shards are of different work: " + differs, "run them with the same files and options");
      if (s.part.of != first().part.of)
        refuse("the shards are of different numbers: " + first().path + " is of " + std::to_string(first().part.of) + " and " + s.path +
                   " of " + std::to_string(s.part.of),
               "name those of one number");
    }
  }

  void require_all_shards() {
    for (std::size_t n = 1, at = 0; n <= first().part.of; ++n) {
      if (at == all_.size() || all_[at].part.number != n) {
        add("shard " + shard{n, first().part.of}.text() + " is missing");
        continue;
      }
      for (++at; at < all_.size() && all_[at].part.number == n; ++at)
        add(all_[at - 1].path + " and " + all_[at].path + " are the same shard");
    }
  }

  void look_through(shard_journal const& s) {
    auto const range = s.part.of_items(s.items());
    std::vector<bool> seen(range.size());
    std::vector<std::size_t> twice, strange;
    auto const read = t2s::read_journal(s.path, [&](std::string_view text, t2s::journal_place) {
      auto const i = item_of(text, s.items(), s.path);
      if (i < range.begin || i >= range.end)
        strange.push_back(i);
      else if (seen[i - range.begin])
        twice.push_back(i);
      else
        seen[i - range.begin] = true;
    });
    for (auto const& note : read.notes) std::cerr << "t2s: " << printable(note) << "\n";
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (!seen[i]) missing.push_back(range.begin + i);
    if (!missing.empty())
      add(s.path + " is not finished: " + std::to_string(missing.size()) + " of " + std::to_string(range.size()) + " items are missing, " +
          ranges_of(missing));
    if (!twice.empty()) add(s.path + " has items twice: " + ranges_of(twice));
    if (!strange.empty()) add(s.path + " has items of other shards: " + ranges_of(strange));
  }

  void add(std::string const& fault) { faults_ += (faults_.empty() ? "" : "; ") + fault; }

  std::vector<shard_journal> all_{};
  std::string faults_{};
};

/// The shard files of each output in a folder, or of `only`.
std::map<std::string, std::vector<std::string>> shards_in(fs::path const& folder, std::string const& only = {}) {
  std::map<std::string, std::vector<std::string>> found;
  std::error_code absent;
  for (auto const& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : folder, absent)) {
    auto const name = read_shard_file(entry.path().filename().string());
    if (!name || (!only.empty() && name->output != only)) continue;
    found[(folder / name->output).string()].push_back((folder / entry.path().filename()).string());
  }
  for (auto& [output, files] : found) std::ranges::sort(files);
  return found;
}

std::map<std::string, std::vector<std::string>> shards_of(std::string const& out, std::vector<std::string> const& named) {
  if (!named.empty()) return {{out, named}};
  if (fs::is_directory(out)) {
    auto all = shards_in(out);  // of a study
    all.merge(shards_in(fs::path(out) / "runs"));
    return all;
  }
  return shards_in(fs::path(out).parent_path(), fs::path(out).filename().string());
}

/// The words of the command without the shard.
std::vector<std::string> whole_words(json::array const& typed) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    auto const word = json::value_to<std::string>(typed[i]);
    if (word == "--shard") {
      ++i;
    } else if (!word.starts_with("--shard=") && word != "--restart") {
      words.push_back(word);
    }
  }
  return words;
}

/// The pairs of a repository, after those that the file has.
int finish_pool(kept_items whole, std::string const& out) {
  namespace retrieve = t2s::retrieve;
  std::vector<retrieve::simplified_pair> all;
  if (fs::exists(out)) all = retrieve::read_repository(out).pairs;
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (auto& p : retrieve::parse_repository(json::serialize(whole.of(i).at("pair"))).pairs) all.push_back(std::move(p));
  retrieve::write_repository(out, all);
  std::cerr << counted(whole.size(), "pair") << ", written to " << out << "\n";
  whole.remove();
  return answered;
}

/// The command itself makes the output of the journal, in which nothing is left to do.
int finish(shard_journal const& of, kept_items whole, std::string const& out) {
  if (of.command() == "predict") {
    auto const totals = write_predictions(out, whole, {0, whole.size()}, form_of(out));
    std::cerr << counted(totals.questions, "question") << ", " << totals.without_sql << " without SQL, written to " << out << "\n";
    whole.remove();
    return answered;
  }
  if (of.command() == "pool build") return finish_pool(std::move(whole), out);
  {
    auto const closed = std::move(whole);
  }
  auto const words = whole_words(of.about().at("words").as_array());
  if (of.command() == "evaluate") return evaluate(words);
  if (of.command() == "reproduce") return reproduce_table(words);
  if (of.command() == "study") return compare_strategies(words);
  refuse(of.path + " is of the command " + of.command() + ", which this release does not join", "take the release that made it");
}

options merge_options() {
  options o(
      "merge OUT [SHARD...]",
      "Joins the shards of a command that was run with --shard into what it writes without: the same bytes. Before that it proves that\n"
      "they fit together: the same program, settings and files; none missing, none unfinished, none double. SHARD are the files\n"
      "OUT.I-of-N, by default all beside OUT; of reproduce and study OUT is the folder. No model is asked. The shards stay.");
  auto add = o.described.add_options();
  add("out", a_file()->required(), "the output, as --out or --json named it");
  add("shards", po::value<std::vector<std::string>>()->value_name("SHARD..."), "the shards");
  o.positional.add("out", 1).add("shards", -1);
  return o;
}

}  // namespace

int merge(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!merge_options().read(words, given)) return answered;
  auto const out = given["out"].as<std::string>();
  auto const named = given.count("shards") != 0 ? given["shards"].as<std::vector<std::string>>() : std::vector<std::string>();
  auto const groups = shards_of(out, named);
  if (groups.empty())
    throw t2s::error(t2s::errc::file_not_found, "there are no shards of " + out, "name the files that --shard wrote, or their output");
  if (!fs::is_directory(out)) require_output(out, named);
  std::vector<shard_set> sets;
  for (auto const& [output, files] : groups) sets.emplace_back(files);
  for (std::size_t i = 1; auto const& [output, files] : groups) {
    auto whole = sets[i - 1].joined(output);
    if (i++ == sets.size()) return finish(sets.back().first(), std::move(whole), out);
  }
  return answered;
}

}  // namespace cli
