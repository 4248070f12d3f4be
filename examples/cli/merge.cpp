// SPDX-License-Identifier: BSL-1.0
// t2s merge: joins the shards of a command.
#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <boost/json/value_to.hpp>
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
#include "t2s/retrieve/detail/skeleton_repository.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

/// One shard file and its header.
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

/// Whether the header has all that is read of it.
bool is_whole(shard_journal const& s) try {
  constexpr std::size_t most_items = 100'000'000;
  auto const ending = json::value_to<std::string>(s.about().at("ending"));
  static_cast<void>(json::value_to<std::vector<std::string>>(s.about().at("words")));
  static_cast<void>(s.command());
  return s.items() <= most_items && ending.find('/') == std::string::npos;
} catch (std::exception const&) {
  return false;
}

shard_journal read_shard_header(std::string const& path) {
  auto const header = t2s::read_journal(path).text;
  if (header.empty()) refuse(path + " is empty: its run was ended at once", "run its shard again");
  auto parsed = json::parse(header).as_object();
  auto const* const part = parsed.if_contains("shard");
  if (!part || !part->is_string()) refuse(path + " is a journal, but not of a shard", "name the files that --shard wrote");
  auto const number = json::value_to<std::string>(*part);
  shard_journal const made{path, std::move(parsed), read_shard(number)};
  if (!is_whole(made)) refuse(path + " has a header that t2s did not write", "name the files that --shard wrote");
  return made;
}

/// "items 3, 7 to 9 and 12"; only the first few.
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

/// The shards of one output. They fit together once this is constructed.
class shard_set {
 public:
  /// Throws t2s::error, which names everything that does not fit.
  explicit shard_set(std::vector<std::string> const& paths) {
    for (auto const& path : paths) all_.push_back(read_shard_header(path));
    std::ranges::sort(all_, {}, [](shard_journal const& s) { return s.part.number; });
    require_same_work();
    require_all_shards();
    for (auto const& s : all_) look_through(s);
    if (!faults_.empty())
      refuse(faults_, "name each shard once, and run those that are not finished again with the same command, then merge");
  }

  [[nodiscard]] shard_journal const& first() const { return all_[0]; }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

  /// The journal of the whole work, beside an output.
  [[nodiscard]] std::string place(std::string const& output) const {
    return output + json::value_to<std::string>(first().about().at("ending"));
  }

  /// Collects all entries in the journal of the whole work. Shards take precedence over entries of an earlier merge or run.
  [[nodiscard]] kept_items joined(std::string const& output) const try {
    kept_items whole(place(output), first().whole_header(), first().items(), false);
    for (auto const& s : all_)
      t2s::read_journal(s.path, [&](std::string_view text, t2s::journal_place) {
        auto const i = item_of(text, whole.size(), s.path);
        if (!whole.has(i) || whole.text(i) != text) whole.keep_text(i, std::string(text));
      });
    return whole;
  } catch (t2s::error const& e) {
    if (e.details().code != t2s::errc::invalid_argument) throw;
    refuse(e.details().message, "finish that work with its own command, or delete " + place(output) + ", then merge");
  }

 private:
  void require_same_work() const {
    for (auto const& s : all_) {
      auto const differs = t2s::journal_difference(first().whole_header(), first().path, s.whole_header(), s.path);
      if (!differs.empty()) refuse("the shards belong to different work: " + differs, "run them with the same files and options");
      if (s.part.of != first().part.of)
        refuse("the shards are not of one division: " + first().path + " is one of " + std::to_string(first().part.of) + " and " + s.path +
                   " one of " + std::to_string(s.part.of),
               "name the shards of one division");
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

/// The named shard files, by their outputs within the folder `out`.
std::map<std::string, std::vector<std::string>> named_in(fs::path const& out, std::vector<std::string> const& named) {
  std::map<std::string, std::vector<std::string>> found;
  for (auto const& file : named) {
    auto const name = read_shard_file(fs::path(file).filename().string());
    if (!name) throw usage_error(file + " does not have the name of a shard, OUT.I-of-N");
    bool const is_run = fs::absolute(file).parent_path().filename() == "runs";
    found[(out / (is_run ? "runs" : "") / name->output).string()].push_back(file);
  }
  return found;
}

std::map<std::string, std::vector<std::string>> shards_of(std::string const& out, std::vector<std::string> const& named) {
  if (!fs::is_directory(out)) {
    if (!named.empty()) return {{out, named}};
    return shards_in(fs::path(out).parent_path(), fs::path(out).filename().string());
  }
  if (!named.empty()) return named_in(out, named);
  auto all = shards_in(out);  // from a study
  all.merge(shards_in(fs::path(out) / "runs"));
  return all;
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

std::vector<t2s::retrieve::simplified_pair> pairs_of(kept_items const& whole, std::size_t item) {
  auto const entry = whole.of(item);
  auto const* const pair = entry.if_contains("pair");
  if (!pair) throw whole.unreadable(item);
  return t2s::retrieve::parse_repository(json::serialize(*pair)).pairs;
}

/// Adds the pairs of a repository after those in the file.
int finish_pool(kept_items whole, std::string const& out) {
  namespace retrieve = t2s::retrieve;
  std::vector<retrieve::simplified_pair> all;
  if (fs::exists(out)) all = retrieve::read_repository(out).pairs;
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (auto& p : pairs_of(whole, i)) all.push_back(std::move(p));
  retrieve::write_repository(out, all);
  std::cerr << counted(whole.size(), "pair") << ", written to " << printable(out) << "\n";
  whole.remove();
  return answered;
}

int finish_predictions(kept_items whole, std::string const& out) {
  auto const totals = write_predictions(out, whole, {0, whole.size()}, form_of(out));
  std::cerr << counted(totals.questions, "question") << totals.unanswered() << ", written to " << out << "\n";
  whole.remove();
  return answered;
}

/// The command itself writes the output from the journal, in which no work is left.
int finish_by_command(shard_journal const& of, std::string const& out) {
  auto const words = whole_words(of.about().at("words").as_array());
  if (of.command() == "evaluate") return evaluate_joined(words, out);
  if (of.command() == "reproduce") return reproduce_joined(words, out);
  if (of.command() == "study") return study_joined(words, out);
  refuse(of.path + " is from the command " + of.command() + ", which this release does not join", "take the release that made it");
}

/// Works with matching shards, joined into one output.
class merging {
 public:
  merging(std::string out, std::vector<std::string> const& named) : out_(std::move(out)) {
    for (auto& [output, files] : shards_of(out_, named)) {
      auto const& set = sets_.emplace_back(output, shard_set(files)).second;
      bool const is_of_folder = set.first().command() == "study" || set.first().command() == "reproduce";
      if (fs::is_directory(out_) != is_of_folder)
        refuse(
            files[0] + " is of t2s " + set.first().command() + ", whose shards are joined into " + (is_of_folder ? "a folder" : "a file"),
            is_of_folder ? "name the folder of --out" : "name the output that the command was given, " + output);
    }
    if (sets_.empty())
      throw t2s::error(t2s::errc::file_not_found, "there are no shards of " + out_, "name the files that --shard wrote, or their output");
    if (!fs::is_directory(out_)) require_output(out_, named);
    for (auto const& [output, set] : sets_)
      if (auto const path = set.place(output); path != output && !fs::exists(path)) made_.push_back(path);
  }

  /// Deletes a new journal if the merge fails, since it would obstruct the next merge.
  int run() const try {
    if (auto const& command = sets_[0].second.first().command(); command == "predict" || command == "pool build") {
      auto whole = sets_[0].second.joined(sets_[0].first);
      return command == "predict" ? finish_predictions(std::move(whole), out_) : finish_pool(std::move(whole), out_);
    }
    std::map<std::string, shard_journal const*> works;  // by their words: a table of a paper needs several runs
    for (auto const& [output, set] : sets_)
      works.emplace(json::serialize(json::value_from(whole_words(set.first().about().at("words").as_array()))), &set.first());
    for (auto const& [words, first] : works) {
      for (auto const& [output, set] : sets_) static_cast<void>(set.joined(output));  // tables share runs, and delete their journals
      if (auto const status = finish_by_command(*first, out_); status != answered) return status;
    }
    remove_joined();
    return answered;
  } catch (t2s::error const& e) {
    remove_joined();
    if (e.details().code != t2s::errc::invalid_argument) throw;
    refuse("the shards do not fit what is here now: " + e.details().message,
           "merge in the folder in which they ran, with the files that they had; or run them again");
  }

 private:
  void remove_joined() const {
    std::error_code absent;
    for (auto const& path : made_) fs::remove(path, absent);
  }

  std::string out_;
  std::vector<std::string> made_{};  // journals of whole works that this merge created
  std::vector<std::pair<std::string, shard_set>> sets_{};
};

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
  return merging(out, named).run();
}

}  // namespace cli
