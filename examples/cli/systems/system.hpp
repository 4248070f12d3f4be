// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SYSTEMS_SYSTEM_HPP
#define T2S_CLI_SYSTEMS_SYSTEM_HPP

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "asking.hpp"
#include "lexicon_options.hpp"
#include "systems/call_bounds.hpp"
#include "systems/candidate_choice.hpp"
#include "systems/prompt.hpp"
#include "systems/setting.hpp"
#include "t2s/lab/evaluation/data_set.hpp"
#include "t2s/lab/studies/detail/remembering_connection.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/embedded.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/systems/with_confidence.hpp"
#include "t2s/systems/with_repair.hpp"

namespace cli {

/// The gold SQL of a command's questions, for oracles.
struct gold_questions {
  std::map<std::string, std::shared_ptr<t2s::gold_answers const>> by_database{};
  std::string lacking = "this command has none; t2s predict has it for questions with their SQL";  ///< why it is missing, or ""

  /// Throws usage_error if gold SQL is missing.
  void require(std::string_view setting) const {
    if (!lacking.empty()) throw usage_error("--set " + std::string(setting) + "=on needs the gold SQL of every question: " + lacking);
  }
};

/// What a command offers to its system: demonstrations, and the user's files, "" if not given.
struct offered {
  std::vector<t2s::demonstration> pool{};
  std::string tables{};                           ///< schemas of the demonstrations' databases
  t2s::evaluation::database_folders databases{};  ///< the databases of the demonstrations
  std::string descriptions{};                     ///< descriptions of columns: a file or folder
  std::string repository{};                       ///< a file of `t2s pool build`
  std::string knowledge{};                        ///< encoding knowledge
  std::string relations{};                        ///< relationship-matching tables
  std::string labels{};                           ///< alignments of the demonstrations by people
  lexicon_options words{};                        ///< options for looking up names and values
  gold_questions gold{};                          ///< the gold SQL of the questions
  candidate_choice several{};                     ///< if more than one candidate is wanted
  bool repairs = false;                           ///< whether rules repair SQL before the model is asked again
  bool guards = false;                            ///< whether evidence decides if a revision replaces its SQL
  std::vector<wanted_prompt> prompts{};           ///< in the place of the system's own
};

using connection = t2s::studies::remembering_connection;

/// A database and the knowledge about it, shared by its connections and by all its questions.
struct known_database {
  std::string name{};
  std::shared_ptr<t2s::known_parts> known{};
  std::shared_ptr<t2s::retrieve::embedded_knowledge const> encodings{};  ///< for TCSR-SQL
};

/// A question and the name of its database.
struct asked_of {
  std::string database{}, question{};
};

/// A system with its settings, for any number of databases, questions and threads.
class any_system {
 public:
  any_system() = default;
  any_system(any_system const&) = delete;
  any_system& operator=(any_system const&) = delete;
  virtual ~any_system() = default;

  [[nodiscard]] virtual known_database read(asking& by, connection& database, std::string name) const = 0;
  [[nodiscard]] virtual t2s::answer answer(asking& by, known_database const& known, connection& database, std::string const& question,
                                           stage_trace trace) const = 0;
  /// Whether questions must be asked one at a time, in order, each followed by `learn`.
  [[nodiscard]] virtual bool in_order() const { return false; }
  /// Shows later questions over the database what this one taught.
  virtual void learn(asking& /*by*/, known_database& /*known*/, std::string const& /*question*/) {}
  /// Keeps what questions taught, each with its database, after their runs: all of it or, with an exception, nothing.
  virtual void keep_learnt(std::vector<asked_of> const& /*questions*/) {}
};

/// A pipeline of the command line.
struct system_entry {
  std::string_view name;    ///< the value of --pipeline
  std::string_view prefix;  ///< the prefix of its settings
  std::string_view about;   ///< the paper, or a description
  bool asks_model;
  bool brief_schema;                    ///< whether prompts show a line for each table instead of CREATE TABLE statements
  bool is_set;                          ///< whether it drafts several candidates and chooses
  bool repairs;                         ///< whether it repairs SQL without --repair on
  bool revises;                         ///< whether it asks its model to revise SQL
  std::vector<std::string_view> files;  ///< the options that it uses, besides the demonstrations
  std::vector<setting_text> (*settings)();
  std::vector<prompt_text> (*prompts)();  ///< none if it asks no model
  std::unique_ptr<any_system> (*open)(asking& by, offered with, std::vector<wanted_setting> const& wanted);
  call_bounds (*calls)(std::vector<wanted_setting> const& wanted);  ///< throws usage_error for invalid settings, as open() does
};

/// Lists the pipelines of a file, once, as a constant of the file: `t2s systems` shows them in the order of their places.
struct listed_systems {
  listed_systems(int place, std::vector<system_entry> (*entries)());
};

/// All pipelines, those of the papers first.
[[nodiscard]] std::span<system_entry const> systems();

/// The pipeline of that name. Throws usage_error, with the nearest known name.
[[nodiscard]] system_entry const& find_system(std::string const& name);

// clang-format off
// A kind of system. `Kind` has
//   static constexpr name, prefix, about, asks_model; static inline files: as in system_entry; brief_schema and repairs if they hold
//   using system; static std::vector<setting<system>> settings();
//   static std::vector<prompt<system>> prompts();             if it asks a model
//   static void set_repair(system&, bool, repair_options const&);   if only a part of its generator repairs
//   static void settle(system&);                              if settings go together: once all are set, whatever their order was
//   static call_bounds calls(system const&);                  of one question, by the settings
//   Kind(asking&, offered, system&);                          takes what it needs of the pool and the files, by the settings
//   void furnish(system&, asking&, known_database const&) const;   completes a copy for one run
//   void read(asking&, connection&, known_database&) const;   if it reads more of a database than `prepared` does
//   bool in_order() const; void learn(asking&, known_database&, std::string const&);   if questions learn of each other
//   void keep_learnt(std::vector<asked_of> const&);           if it learns
// clang-format on

/// The system with the wanted settings. Throws usage_error.
template <class Kind>
[[nodiscard]] typename Kind::system configured(std::vector<wanted_setting> const& wanted) {
  typename Kind::system made;
  apply(Kind::settings(), Kind::prefix, wanted, made);
  if constexpr (requires { Kind::settle(made); }) Kind::settle(made);
  return made;
}

/// The same with the wanted prompts.
template <class Kind>
[[nodiscard]] typename Kind::system configured(std::vector<wanted_setting> const& wanted, std::vector<wanted_prompt> const& prompts) {
  auto made = configured<Kind>(wanted);
  if constexpr (Kind::asks_model) apply(Kind::prompts(), Kind::prefix, prompts, made);
  return made;
}

/// The prompts of a kind of system.
template <class Kind>
[[nodiscard]] std::vector<prompt_text> prompt_texts_of() {
  if constexpr (Kind::asks_model) return prompts_of(Kind::prompts(), Kind::prefix);
  return {};
}

/// Whether it has one draft, which a model may revise.
template <class System>
inline constexpr bool revises =
    !System::is_set && t2s::detail::goes_beyond_draft<std::remove_cvref_t<decltype(std::declval<System&>().termination)>>;

template <class Kind>
class system_of final : public any_system {
 public:
  using system = typename Kind::system;

  system_of(asking& by, offered with, std::vector<wanted_setting> const& wanted)
      : words_(with.words),
        repairs_(with.repairs),
        guards_(with.guards),
        set_(configured<Kind>(wanted, with.prompts)),
        kind_(by, std::move(with), set_) {}

  /// Reads names and values immediately if the system looks words up, so that the user learns what was left out.
  [[nodiscard]] known_database read(asking& by, connection& database, std::string name) const override {
    known_database known{std::move(name), words_.prepare(database.inner()), {}};
    t2s::prepared prepared(database.inner(), known.known);
    if (std::ranges::find(Kind::files, "dictionary") != Kind::files.end()) words_.read(prepared);
    if constexpr (requires { kind_.read(by, database, known); }) kind_.read(by, database, known);
    return known;
  }

  [[nodiscard]] t2s::answer answer(asking& by, known_database const& known, connection& opened, std::string const& question,
                                   stage_trace trace) const override {
    auto made = set_;
    kind_.furnish(made, by, known);
    t2s::prepared database(opened, known.known);
    t2s::repair::repair_options const how{.dialects = t2s::sql::other_dialects};
    if constexpr (requires { Kind::set_repair(made, repairs_, how); }) {
      Kind::set_repair(made, repairs_, how);
      return by.run(made, database, question, std::move(trace));
    } else if constexpr (Kind::asks_model) {
      auto repaired = t2s::systems::with_repair(std::move(made), how);
      repaired.generator.enabled = repairs_;
      if constexpr (revises<system>) {
        auto guarded = t2s::systems::with_guard(std::move(repaired));
        guarded.generator.enabled = guards_;
        return by.run(guarded, database, question, std::move(trace));
      } else {
        return by.run(repaired, database, question, std::move(trace));
      }
    } else {
      return by.run(made, database, question, std::move(trace));
    }
  }

  [[nodiscard]] bool in_order() const override {
    if constexpr (requires { kind_.in_order(); }) return kind_.in_order();
    return false;
  }
  void learn(asking& by, known_database& known, std::string const& question) override {
    if constexpr (requires { kind_.learn(by, known, question); }) kind_.learn(by, known, question);
  }
  void keep_learnt(std::vector<asked_of> const& questions) override {
    if constexpr (requires { kind_.keep_learnt(questions); }) kind_.keep_learnt(questions);
  }

 private:
  lexicon_options words_;
  bool repairs_;
  bool guards_;
  system set_;
  Kind kind_;
};

template <class Kind>
[[nodiscard]] system_entry entry_of() {
  constexpr bool brief_schema = requires { Kind::brief_schema; };
  constexpr bool repairs = requires { requires Kind::repairs; };
  constexpr bool is_set = requires { requires Kind::system::is_set; };
  constexpr bool revised = [] {
    if constexpr (Kind::asks_model) return revises<typename Kind::system>;
    return false;
  }();
  auto const texts = [] { return texts_of(Kind::settings()); };
  auto const prompts = [] { return prompt_texts_of<Kind>(); };
  auto const open = [](asking& by, offered with, std::vector<wanted_setting> const& wanted) -> std::unique_ptr<any_system> {
    return std::make_unique<system_of<Kind>>(by, std::move(with), wanted);
  };
  auto const calls = [](std::vector<wanted_setting> const& wanted) { return Kind::calls(configured<Kind>(wanted)); };
  return {Kind::name, Kind::prefix, Kind::about, Kind::asks_model, brief_schema, is_set, repairs,
          revised,    Kind::files,  texts,       prompts,          open,         calls};
}

}  // namespace cli

#endif
