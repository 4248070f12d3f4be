// SPDX-License-Identifier: BSL-1.0
#include "pipeline_options.hpp"

#include <algorithm>
#include <array>

#include "confidence_option.hpp"
#include "output_file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"

namespace cli {
namespace {

namespace knowledge = t2s::knowledge;

constexpr std::array<char const*, 12> files{"glove",      "tables",          "demonstration-databases", "repository", "knowledge",
                                            "relations",  "embedding-model", "demonstrations",          "index",      "synonyms",
                                            "dictionary", "linking-labels"};

/// The options for several candidates. Throws usage_error.
candidate_choice candidates_of(po::variables_map const& given) {
  candidate_choice wanted;
  wanted.candidates = whole_number(given, "candidates", 1, most_candidates, 1);
  if (auto by = text_of(given, "select"); !by.empty()) wanted.by = std::move(by);
  wanted.at_once = whole_number(given, "at-once", 1, most_candidates, t2s::unlimited);
  auto const& known = selection_names();
  if (std::ranges::find(known, wanted.by) == known.end()) {
    auto const* const near = t2s::text::nearest(wanted.by, known);
    throw usage_error("--select " + wanted.by + ": there is no such selection" + (near ? "; did you mean " + *near + "?" : "") +
                      "; it takes " + t2s::text::join(known, ", "));
  }
  for (auto const* option : {"select", "at-once"})
    if (given.count(option) != 0 && !wanted.is_several())
      throw usage_error(std::string("--") + option + " is about several candidates: give --candidates N too, 2 to " +
                        std::to_string(most_candidates));
  return wanted;
}

/// The value of an option that is on or off. Throws usage_error.
std::optional<bool> switch_of(po::variables_map const& given, char const* option) {
  auto const typed = text_of(given, option);
  if (typed.empty()) return {};
  if (typed != "on" && typed != "off") throw usage_error(std::string("--") + option + " takes on or off, and not \"" + typed + "\"");
  return typed == "on";
}

void require_revisions(system_entry const& chosen) {
  if (!chosen.revises)
    throw usage_error("--pipeline " + std::string(chosen.name) + " has no revisions of one draft by a model: there is nothing to guard");
}

/// Throws usage_error if --guard has nothing to guard.
bool guard_of(po::variables_map const& given, system_entry const* chosen) {
  bool const wanted = switch_of(given, "guard").value_or(false);
  if (wanted && chosen) require_revisions(*chosen);
  return wanted;
}

/// Whether --repair wants repairs. Throws usage_error.
std::optional<bool> repair_of(po::variables_map const& given, system_entry const* chosen) {
  auto const wanted = switch_of(given, "repair");
  if (!wanted) return {};
  if (chosen && !chosen->asks_model)
    throw usage_error("--pipeline " + std::string(chosen->name) + " asks no model and repairs its SQL by itself: leave --repair out");
  return wanted;
}

std::shared_ptr<local_vectors const> vectors_of(std::string const& glove) {
  local_vectors made;
  made.by_spelling = glove == "spelling";
  if (!glove.empty() && !made.by_spelling) made.words = t2s::retrieve::open_glove(glove, "--glove");
  return std::make_shared<local_vectors const>(std::move(made));
}

knowledge::described_columns descriptions_in(std::string const& path) try {
  return knowledge::read_descriptions(path);
} catch (t2s::error const& e) {
  auto what = e.details();
  what.message.insert(0, "--descriptions: ");
  what.remedy += what.remedy.empty() ? "go on without them by --descriptions none" : "; or go on without them by --descriptions none";
  throw t2s::error(std::move(what));
}

/// Splits "dart.rows=15". Throws usage_error for another form, and for a setting of another pipeline.
wanted_setting setting_of(system_entry const& chosen, std::string const& typed) {
  auto const equals = typed.find('='), dot = typed.find('.');
  if (equals == typed.npos || dot == typed.npos || dot > equals)
    throw usage_error("--set takes PREFIX.NAME=VALUE, as in dart.rows=15, and not \"" + typed + "\"; t2s systems lists them");
  if (typed.substr(0, dot) != chosen.prefix)
    throw usage_error("--set " + typed + " is not a setting of --pipeline " + std::string(chosen.name) + ", whose settings begin with " +
                      std::string(chosen.prefix) + "; t2s systems lists them");
  return {typed.substr(dot + 1, equals - dot - 1), typed.substr(equals + 1)};
}

/// Whether an option is for few-shot-corrected alone.
bool wants_few_shot(po::variables_map const& given) {
  auto const is_given = [&given](char const* option) { return given.count(option) != 0; };
  bool several = is_given("candidates") || is_given("select") || is_given("at-once");
  if (is_given("set"))
    for (auto const& typed : given["set"].as<std::vector<std::string>>()) several |= typed.starts_with("few-shot-corrected.");
  return several;
}

}  // namespace

void pipeline_options::describe(po::options_description& to) {
  po::options_description more("Pipeline");
  auto add = more.add_options();
  add("pipeline", a_word("NAME"), "one of t2s systems (default: offline; with a model cross-checked, for predict few-shot-corrected)");
  add("set", po::value<std::vector<std::string>>()->composing()->value_name("PREFIX.NAME=VALUE"),
      "a setting of the pipeline, as t2s systems lists them; may be repeated");
  describe_prompts(add);
  add("candidates", a_number(),
      "few-shot-corrected: write N candidates, at temperature 0.7 unless another is given, and choose one (default: 1)");
  add("select", a_word("NAME"), "how that is chosen: majority (default), vote, pairwise, tournament, merged or confidence");
  add("at-once", a_number(), "how many of them are under way at a time (default: all)");
  describe_min_confidence(more, "0; 0.5 for ask, serve and mcp where no model is asked");
  to.add(more);
  describe_files(to);
}

void pipeline_options::describe_prompts(po::options_description_easy_init& to) {
  to("prompts", a_folder(),
     "prompts in the place of the pipeline's own, a text file each, as t2s systems --prompts NAME --out DIR writes them");
}

void pipeline_options::require_prompts(std::vector<prompt_text> const& known) { prompts_ = checked_prompts(prompt_files_, known); }

void pipeline_options::describe_files(po::options_description& to) {
  po::options_description more("Files of pipelines");
  auto add = more.add_options();
  add("seed", po::value<std::uint64_t>()->default_value(1)->value_name("N"), "of random choices: the same seed makes the same prompts");
  add("repair", a_word("on|off"),
      "repair SQL that fails or returns no rows by rules, before the model is asked again (default: on for few-shot-corrected, off for "
      "the systems of papers)");
  add("guard", a_word("on|off"),
      "revise SQL only if the evidence for it is weak, and replace it only by SQL with more, whatever the model judges (default: off)");
  add("glove", a_word("FILE|spelling"),
      "GloVe vectors of words, for rows and questions; spelling: vectors of their letters, which are weaker");
  add("tables", a_file(), "schemas of the demonstrations' databases, in the form of Spider's tables.json");
  add("demonstration-databases", a_word("DIR|none"),
      "folder of ID/ID.sqlite of the demonstrations, whose schemas then show example values");
  add("descriptions", a_word("FILE|DIR|none"),
      "of columns, which prompts show: KaggleDBQA's JSON, BIRD's TABLE.csv, or folders of these (predict: default those of the data set)");
  add("description-bytes", a_number(), "of a description; a longer one is cut (default: 200)");
  add("repository", a_file(), "simplified demonstrations, as t2s pool build makes them");
  add("knowledge", a_file(), "encoding knowledge, made if there is none; what runs learn is added");
  add("linking-labels", a_file(), "how people aligned the demonstrations' questions: JSON with db_id, question, alignments");
  add("relations", a_file(), "tables that say which code stands for which names: JSON with db_id, table, synonyms, code");
  to.add(more);
  lexicon_options::describe(to);
}

void pipeline_options::read_files(po::variables_map const& given) {
  seed_ = given["seed"].as<std::uint64_t>();
  repair_ = repair_of(given, chosen_);
  guard_ = guard_of(given, chosen_);
  files_.tables = text_of(given, "tables");
  if (auto const folder = text_of(given, "demonstration-databases"); !folder.empty()) files_.databases = folder;
  files_.descriptions = text_of(given, "descriptions");
  if (given.count("prompts") != 0 && chosen_ && !chosen_->asks_model) refuse_use("prompts");
  if (!files_.descriptions.empty() && chosen_ && !chosen_->asks_model) refuse_use("descriptions");
  description_bytes_ = whole_number(given, "description-bytes", 1, 1'000'000, t2s::schema::descriptions().bytes);
  files_.relations = text_of(given, "relations");
  files_.labels = text_of(given, "linking-labels");
  files_.repository = text_of(given, "repository");
  files_.knowledge = text_of(given, "knowledge");
  files_.words = lexicon_options(given);
  if (!files_.knowledge.empty()) require_output(files_.knowledge, {});  // before any request is sent
  local_ = vectors_of(text_of(given, "glove"));
  if (auto const folder = text_of(given, "prompts"); !folder.empty()) prompt_files_ = read_prompts(folder);
}

pipeline_options::pipeline_options(po::variables_map const& given) { read_files(given); }

pipeline_options::pipeline_options(po::variables_map const& given, model_options const& model, std::string_view usual) {
  auto name = text_of(given, "pipeline");
  chosen_ = &find_system(!name.empty()           ? name
                         : !model.present()      ? "offline"
                         : wants_few_shot(given) ? "few-shot-corrected"
                                                 : std::string(usual));
  if (chosen_->asks_model && !model.present())
    throw usage_error("--pipeline " + name + " asks a model: give --llm URL --model NAME, or --replay FILE");
  if (!chosen_->asks_model && model.present()) throw usage_error("--pipeline " + name + " asks no model: leave --llm and --replay out");
  wanted_ = wanted_settings(given, *chosen_);
  require_use(given);
  several_ = candidates_of(given);
  if (auto const least = text_of(given, "min-confidence"); !least.empty()) min_confidence_ = min_confidence_of(least);
  read_files(given);
  require_prompts(chosen_->prompts());
}

pipeline_options pipeline_options::with(std::string_view pipeline, std::span<std::string_view const> settings) const {
  auto made = *this;
  made.chosen_ = &find_system(std::string(pipeline));
  made.wanted_.clear();
  for (auto const setting : settings) made.wanted_.push_back(setting_of(*made.chosen_, std::string(setting)));
  return made;
}

pipeline_options pipeline_options::with_guard(bool guard) const {
  if (guard) require_revisions(*chosen_);
  auto made = *this;
  made.guard_ = guard;
  return made;
}

pipeline_options pipeline_options::with(candidate_choice several) const {
  if (several.is_several() && !uses("candidates")) refuse_use("candidates");
  auto made = *this;
  made.several_ = std::move(several);
  return made;
}

std::vector<wanted_setting> wanted_settings(po::variables_map const& given, system_entry const& chosen) {
  std::vector<wanted_setting> all;
  if (given.count("set") == 0) return all;
  for (auto const& typed : given["set"].as<std::vector<std::string>>()) all.push_back(setting_of(chosen, typed));
  return all;
}

/// Rejects files that the pipeline does not read.
void pipeline_options::require_use(po::variables_map const& given) const {
  for (auto const* option : files)
    if (given.count(option) != 0 && !given[option].defaulted() && !uses(option)) refuse_use(option);
  for (auto const* option : {"candidates", "select", "at-once"})
    if (given.count(option) != 0 && !uses(option)) refuse_use(option);
}

void pipeline_options::refuse_use(std::string const& option) const {
  auto const writes_several = option == "candidates" || option == "select" || option == "at-once";
  throw usage_error("--pipeline " + std::string(chosen_->name) + " has no use for --" + option + ": leave it out" +
                    (writes_several ? ", or take few-shot-corrected, which asks a model" : ""));
}

std::span<char const* const> pipeline_options::file_options() { return files; }

bool pipeline_options::uses(std::string_view option) const { return std::ranges::find(chosen_->files, option) != chosen_->files.end(); }

std::unique_ptr<any_system> pipeline_options::open(asking& by, offered with) const {
  auto const take = [](std::string& to, std::string const& named) {
    if (!named.empty()) to = named;
  };
  take(with.tables, files_.tables);
  if (!files_.databases.empty()) with.databases = files_.databases;
  if (with.databases.string() == "none") with.databases = {};
  take(with.descriptions, files_.descriptions);
  if (with.descriptions == "none" || !chosen_->asks_model) with.descriptions.clear();
  with.repository = files_.repository;
  with.knowledge = files_.knowledge;
  with.relations = files_.relations;
  with.labels = files_.labels;
  with.words = files_.words;
  with.several = several_;
  with.repairs = repair_.value_or(chosen_->repairs);
  with.guards = guard_;
  with.prompts = prompts_;
  if (!with.descriptions.empty()) with.words.describe_columns(descriptions_in(with.descriptions), description_bytes_);
  return chosen_->open(by, std::move(with), wanted_);
}

}  // namespace cli
