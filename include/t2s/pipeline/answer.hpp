// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_ANSWER_HPP
#define T2S_PIPELINE_ANSWER_HPP

#include "t2s/core/detail/budget.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/task.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/pipeline/samples.hpp"

#include <any>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

namespace t2s {

/// What a RewritePolicy makes of a question.
enum class reworded {
  rewritten,   ///< in the words of the database, or in any other way
  simplified,  ///< in simple and common words
};

/// A question as it was asked and as a RewritePolicy made it clearer.
struct question {
  std::string original{};              ///< as it was asked
  std::string clear{};                 ///< as a rewriting made it clearer; else the same
  reworded how = reworded::rewritten;  ///< what `clear` is, where it differs from `original`

  question() = default;
  /// A question as it was asked.
  explicit question(std::string text) : original(text), clear(std::move(text)) {}
  /// A question and what a rewriting made of it.
  question(std::string asked, std::string rewritten, reworded by = reworded::rewritten)
      : original(std::move(asked)), clear(std::move(rewritten)), how(by) {}
};

/// Refuses what is no question before anything is spent on it. Throws `error` with `question_too_long` (more than `limit` bytes),
/// `invalid_utf8` (with the offset) or `empty_question` (only white space). O(|text|).
inline void require_question(std::string_view text, std::size_t limit) {
  if (text.size() > limit)
    throw error(errc::question_too_long,
                "the question has " + std::to_string(text.size()) + " bytes, and at most " + std::to_string(limit) + " are taken",
                "shorten it, or raise t2s::limits::question_bytes");
  if (auto const bad = text::first_invalid_utf8(text))
    throw error(failure{errc::invalid_utf8, "the question is not valid UTF-8", {}, "convert it to UTF-8", bad});
  if (text::trim(text).empty()) throw error(errc::empty_question, "the question is empty", "ask something");
}

/// A draft or a revision. Without SQL it says that the generator has nothing (more) to propose, and ends the run.
struct candidate {
  std::string sql{};                       ///< empty if there is none
  std::string why{};                       ///< how the generator came to it, or why there is no SQL
  std::string reasoning{};                 ///< intermediate text such as code; mostly empty
  std::optional<db::execution> outcome{};  ///< of `sql`, if the generator executed it already
  std::vector<std::any> facts{};           ///< what the generator knows about it, such as a `link::question_reading`; one of each type

  candidate() = default;
  /// SQL, and how the generator came to it.
  explicit candidate(std::string s, std::string w = {}) : sql(std::move(s)), why(std::move(w)) {}

  /// Notes what the generator knows about it, in the place of an earlier fact of that type.
  template <class Fact>
  void note(Fact fact) {
    std::erase_if(facts, [](std::any const& known) { return known.type() == typeid(Fact); });
    facts.emplace_back(std::move(fact));
  }
  /// What the generator knows about it; nullptr if it said nothing of that type.
  template <class Fact>
  [[nodiscard]] Fact const* known() const noexcept {
    for (auto const& fact : facts)
      if (auto const* found = std::any_cast<Fact>(&fact)) return found;
    return nullptr;
  }
};

/// The name of a feedback: a literal or a `static constexpr` member. A name made at run time does not compile.
struct stage_name : std::string_view {
  constexpr stage_name() = default;
  /// A name that is a constant.
  template <std::convertible_to<std::string_view> Text>
    requires(!std::same_as<Text, std::string>)
  consteval stage_name(Text const& constant) : std::string_view(constant) {}
  /// Refused, with the reason.
  template <std::same_as<std::string> Text>
  stage_name(Text const&) {
    static_assert(
        !sizeof(Text),
        "t2s: a remark refers to the name of its stage, and this name is a std::string that may be gone before the answer is read: "
        "give the name as a literal or a `static constexpr std::string_view`, and what is made at run time in the remark's text");
  }
};

/// An objection or a report of a feedback about an attempt.
struct remark {
  stage_name stage{};  ///< the feedback's name, for readers
  std::string text{};  ///< for a prompt or a reader

  remark() = default;
  /// A remark of a stage.
  remark(stage_name from, std::string t) : stage(from), text(std::move(t)) {}

  /// A remark that follows from a fact of that type, such as `align::linked_entities`: a generator may have a prompt of its own for it.
  template <class Fact>
  [[nodiscard]] static remark about(stage_name from, std::string t) {
    remark r(from, std::move(t));
    r.fact_ = &typeid(Fact);
    return r;
  }
  /// Whether the remark follows from a fact of that type.
  template <class Fact>
  [[nodiscard]] bool is_about() const noexcept {
    return fact_ != nullptr && *fact_ == typeid(Fact);
  }

 private:
  std::type_info const* fact_ = nullptr;
};

/// Why a run ends.
struct stop {
  std::string why;  ///< in words
};

/// One round of a run: the SQL, the result of executing it, and the remarks about it.
struct attempt {
  candidate tried{};                       ///< the SQL
  std::optional<db::execution> outcome{};  ///< nothing if no policy executed it
  std::vector<remark> remarks{};           ///< in the order of the stages
  bool reviewed = false;                   ///< whether a review of it was begun
  spending spent{};                        ///< from the previous attempt's end to this one's
  std::vector<std::any> recorded{};        ///< what policies found out about it, of the types that `is_recorded` names

  attempt() = default;
  /// A candidate that is tried now.
  explicit attempt(candidate c) : tried(std::move(c)), outcome(std::exchange(tried.outcome, std::nullopt)) {}

  /// What a policy found out about it: `align::linked_entities`, `skeleton::parsed`, `judged`, or a fact of one's own for which
  /// `is_recorded` is true; nullptr if none did. Known when the run is over.
  template <class Fact>
  [[nodiscard]] Fact const* known() const noexcept {
    for (auto const& fact : recorded)
      if (auto const* found = std::any_cast<Fact>(&fact)) return found;
    return nullptr;
  }

  /// The texts of the remarks, in their order.
  [[nodiscard]] std::string remarks_text(std::string_view separator) const {
    std::string all;
    for (auto const& r : remarks) all.append(&r == &remarks.front() ? std::string_view() : separator).append(r.text);
    return all;
  }
};

/// How much of a schema prompts have shown.
struct schema_share {
  std::size_t tables = 0, all_tables = 0;    ///< shown, and of the schema
  std::size_t columns = 0, all_columns = 0;  ///< shown, and of the schema

  friend bool operator==(schema_share const&, schema_share const&) = default;
};

/// One candidate of several that a run drafted.
struct candidate_run {
  std::size_t number = 0;                ///< its place in the set, from 0
  std::string_view generator{};          ///< the name of the policy that wrote it
  double weight = 1;                     ///< its votes, at least 0; billionths of a vote are told apart
  std::optional<std::size_t> revised{};  ///< the candidate that it goes on from, in a search; nothing for a draft
  std::string stopped{};                 ///< why its revisions ended
  std::vector<attempt> revisions{};      ///< the draft first; empty if there is no SQL
  spending spent{};                      ///< on it alone
  std::optional<failure> failed{};       ///< of the model or a budget, which ended it
  bool finished = false;                 ///< false of one that was not needed, and so was ended or not begun

  /// Whether any SQL was found.
  [[nodiscard]] bool has_sql() const noexcept { return !revisions.empty(); }
  /// The SQL, "" if there is none.
  [[nodiscard]] std::string_view sql() const noexcept { return revisions.empty() ? std::string_view() : revisions.back().tried.sql; }
  /// The outcome of executing `sql()`, or nullptr.
  [[nodiscard]] db::execution const* outcome() const noexcept {
    return !revisions.empty() && revisions.back().outcome ? &*revisions.back().outcome : nullptr;
  }
};

/// What a SelectionPolicy chose among the candidates of a run.
struct selected {
  std::size_t number = 0;               ///< the chosen candidate
  std::string_view generator{};         ///< the name of the policy that wrote it; filled by the pipeline
  std::string why{};                    ///< in words
  std::optional<attempt> made{};        ///< SQL that the policy made from the candidates; it becomes the last attempt of the chosen one
  std::vector<candidate_run> others{};  ///< those that were not chosen, by number; filled by the pipeline

  selected() = default;
  /// A choice and its reason.
  selected(std::size_t n, std::string w) : number(n), why(std::move(w)) {}
};

/// How likely an attempt's SQL gives what the question asks for. A fact of an attempt.
struct estimated {
  /// A minimum that fits most uses: of the answers that reach it about nine in ten are right (docs/confidence.md).
  static constexpr double usual_minimum = 0.75;

  double confidence = 0;               ///< a probability, from 0 to 1
  std::vector<std::string> missing{};  ///< what speaks against it, in words

  estimated() = default;
  /// A probability and what speaks against the SQL.
  explicit estimated(double p, std::vector<std::string> m = {}) : confidence(p), missing(std::move(m)) {}

  /// Whether the SQL should be looked at before its result is used.
  [[nodiscard]] bool is_uncertain() const noexcept { return confidence < usual_minimum; }

  friend bool operator==(estimated const&, estimated const&) = default;
};

/// The result of a run: every attempt, the last of which is the answer.
struct answer {
  std::string stopped{};                       ///< why the run ended
  std::vector<attempt> revisions{};            ///< the draft first; empty if the generator had nothing to propose
  spending spent{};                            ///< by the whole run, what led to no SQL included
  std::optional<failure> failed{};             ///< of the model that ended the run, if its options outlive that
  question asked{};                            ///< as it was asked, and as the rewriting made it clearer
  samples shown{};                             ///< what the sampler chose for the prompts
  std::optional<attempt> withheld{};           ///< by `systems::with_confidence`: SQL that is too uncertain to be the answer
  std::optional<schema_share> schema_shown{};  ///< by `systems::with_schema_retrieval`, at the end; nothing where that is the whole

  /// Whether any SQL was found.
  [[nodiscard]] bool has_sql() const noexcept { return !revisions.empty(); }

  /// The SQL, "" if there is none.
  [[nodiscard]] std::string_view sql() const noexcept { return revisions.empty() ? std::string_view() : revisions.back().tried.sql; }

  /// The outcome of executing `sql()`, or nullptr if no policy of the pipeline executes.
  [[nodiscard]] db::execution const* outcome() const noexcept {
    return !revisions.empty() && revisions.back().outcome ? &*revisions.back().outcome : nullptr;
  }

  /// The choice among several candidates and the others, where the pipeline drafted a set and one has SQL; else nullptr.
  [[nodiscard]] selected const* selection() const noexcept { return revisions.empty() ? nullptr : revisions.back().known<selected>(); }

  /// How likely `sql()` is right, where `systems::with_confidence` or a policy estimated it; else nullptr.
  [[nodiscard]] estimated const* estimate() const noexcept { return revisions.empty() ? nullptr : revisions.back().known<estimated>(); }
};

}  // namespace t2s

#endif
