// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_ANSWER_HPP
#define T2S_PIPELINE_ANSWER_HPP

#include "t2s/core/detail/needs_rtti.hpp"

#include "t2s/core/detail/budget.hpp"
#include "t2s/core/detail/task.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/pipeline/detail/samples.hpp"

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

/// How a RewritePolicy changed a question.
enum class reworded {
  rewritten,   ///< in the database's terms, or in any other way
  simplified,  ///< in simple and common words
};

/// A question in its original form and in the clearer form of a RewritePolicy.
struct question {
  std::string original{};              ///< the question as asked
  std::string clear{};                 ///< the rewritten question; else the same
  reworded how = reworded::rewritten;  ///< how `clear` was made, if it differs from `original`

  question() = default;
  /// A question without a rewriting.
  explicit question(std::string text) : original(text), clear(std::move(text)) {}
  /// A question and its rewriting.
  question(std::string asked, std::string rewritten, reworded by = reworded::rewritten)
      : original(std::move(asked)), clear(std::move(rewritten)), how(by) {}
};

/// Checks a question before the run spends anything. Throws `error` with `question_too_long` (more than `limit` bytes), `invalid_utf8`
/// (with the offset) or `empty_question` (only white space). O(|text|).
inline void require_question(std::string_view text, std::size_t limit) {
  if (text.size() > limit)
    throw error(errc::question_too_long,
                "the question has " + std::to_string(text.size()) + " bytes, and at most " + std::to_string(limit) + " are taken",
                "shorten it, or raise t2s::limits::question_bytes");
  if (auto const bad = text::first_invalid_utf8(text))
    throw error(failure{errc::invalid_utf8, "the question is not valid UTF-8", {}, "convert it to UTF-8", bad});
  if (text::trim(text).empty()) throw error(errc::empty_question, "the question is empty", "ask something");
}

/// A draft or a revision. Without SQL it means that the generator has nothing (more) to propose, and ends the run.
struct candidate {
  std::string sql{};                       ///< empty: nothing to propose
  std::string why{};                       ///< how the generator made it, or why there is no SQL
  std::string reasoning{};                 ///< intermediate text such as code; mostly empty
  std::optional<db::execution> outcome{};  ///< the outcome of `sql`, if the generator has executed it
  std::vector<std::any> facts{};           ///< what the generator knows about it, such as a `link::question_reading`; one of each type

  candidate() = default;
  /// SQL, and how the generator made it.
  explicit candidate(std::string s, std::string w = {}) : sql(std::move(s)), why(std::move(w)) {}

  /// Notes a fact about it, replacing an earlier fact of that type.
  template <class Fact>
  void note(Fact fact) {
    std::erase_if(facts, [](std::any const& known) { return known.type() == typeid(Fact); });
    facts.emplace_back(std::move(fact));
  }
  /// The generator's fact of that type, or nullptr.
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
  /// Does not compile; the message says why.
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
  std::string text{};  ///< for prompts and readers

  remark() = default;
  /// A remark of a stage.
  remark(stage_name from, std::string t) : stage(from), text(std::move(t)) {}

  /// A remark that follows from a fact of that type, such as `align::linked_entities`: generators may have a special prompt for it.
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
  std::string why;  ///< the reason
};

/// One round of a run: the SQL, its outcome, and the remarks about it.
struct attempt {
  candidate tried{};                       ///< its SQL
  std::optional<db::execution> outcome{};  ///< nothing if no policy executed it
  std::vector<remark> remarks{};           ///< in the order of the stages
  bool reviewed = false;                   ///< whether a review of it has begun
  spending spent{};                        ///< spent between the end of the previous attempt and the end of this one
  std::vector<std::any> recorded{};        ///< the policies' facts about it, of the types that `is_recorded` names

  attempt() = default;
  /// A new attempt.
  explicit attempt(candidate c) : tried(std::move(c)), outcome(std::exchange(tried.outcome, std::nullopt)) {}

  /// A policy's fact about it: `align::linked_entities`, `skeleton::parsed`, `judged`, or a type of your own for which `is_recorded` is
  /// true, or else the generator's; nullptr if no policy noted one. Available when the run is over.
  template <class Fact>
  [[nodiscard]] Fact const* known() const noexcept {
    for (auto const& fact : recorded)
      if (auto const* found = std::any_cast<Fact>(&fact)) return found;
    return tried.template known<Fact>();
  }

  /// The texts of the remarks, in their order.
  [[nodiscard]] std::string remarks_text(std::string_view separator) const {
    std::string all;
    for (auto const& r : remarks) all.append(&r == &remarks.front() ? std::string_view() : separator).append(r.text);
    return all;
  }
};

/// The part of the schema that prompts have shown.
struct schema_share {
  std::size_t tables = 0, all_tables = 0;    ///< shown, and in the schema
  std::size_t columns = 0, all_columns = 0;  ///< shown, and in the schema

  friend bool operator==(schema_share const&, schema_share const&) = default;
};

/// One of several candidates of a run.
struct candidate_run {
  std::size_t number = 0;                ///< its place in the set, from 0
  std::string_view generator{};          ///< the name of the policy that wrote it
  double weight = 1;                     ///< its votes, at least 0, with a precision of one billionth
  std::optional<std::size_t> revised{};  ///< in a search, the candidate that it continues; nothing for a draft
  std::string stopped{};                 ///< why its revisions ended
  std::vector<attempt> revisions{};      ///< the draft first; empty if there is no SQL
  spending spent{};                      ///< spent on this candidate alone
  std::optional<failure> failed{};       ///< the failure of a model or budget that ended it
  bool finished = false;                 ///< false if it was not needed, and was therefore ended or not begun

  /// Whether any SQL was found.
  [[nodiscard]] bool has_sql() const noexcept { return !revisions.empty(); }
  /// The SQL; "" if it has none.
  [[nodiscard]] std::string_view sql() const noexcept { return revisions.empty() ? std::string_view() : revisions.back().tried.sql; }
  /// The outcome of executing `sql()`, or nullptr.
  [[nodiscard]] db::execution const* outcome() const noexcept {
    return !revisions.empty() && revisions.back().outcome ? &*revisions.back().outcome : nullptr;
  }
};

/// The probability that an attempt's SQL returns what the question asks for. A fact of an attempt.
struct estimated {
  /// A minimum for most uses: about nine in ten of the answers that reach it are right (docs/confidence.md).
  static constexpr double usual_minimum = 0.75;
  /// The minimum without a wish, where no model is asked: an answer below it is more likely wrong than right.
  static constexpr double default_minimum = 0.5;

  double confidence = 0;               ///< a probability, from 0 to 1
  std::vector<std::string> missing{};  ///< the reasons against it, for people

  estimated() = default;
  /// A probability, and the reasons against the SQL.
  explicit estimated(double p, std::vector<std::string> m = {}) : confidence(p), missing(std::move(m)) {}

  /// Whether a person should check the SQL before its result is used.
  [[nodiscard]] bool is_uncertain() const noexcept { return confidence < usual_minimum; }

  friend bool operator==(estimated const&, estimated const&) = default;
};

/// The choice of a SelectionPolicy among the candidates of a run.
struct selected {
  std::size_t number = 0;               ///< the chosen candidate
  std::string_view generator{};         ///< the name of the policy that wrote it; filled by the pipeline
  std::string why{};                    ///< the reason
  std::optional<attempt> made{};        ///< SQL that the policy made from the candidates; becomes the last attempt of the chosen one
  std::optional<estimated> estimate{};  ///< how likely its SQL is right, if the policy found that out: becomes `answer::estimate`
  std::vector<candidate_run> others{};  ///< the other candidates, by number; filled by the pipeline

  selected() = default;
  /// A choice and its reason.
  selected(std::size_t n, std::string w) : number(n), why(std::move(w)) {}
};

/// The result of a run: all attempts; the last one is the answer.
struct answer {
  std::string stopped{};                       ///< why the run ended
  std::vector<attempt> revisions{};            ///< the draft first; empty if the generator had nothing to propose
  spending spent{};                            ///< spent by the whole run, including work that led to no SQL
  std::optional<failure> failed{};             ///< the failure of the model that ended the run, if the run's options keep attempts then
  question asked{};                            ///< the question as asked, and as rewritten
  samples shown{};                             ///< the sampler's choice for the prompts
  std::optional<attempt> withheld{};           ///< with `systems::with_confidence`: SQL that is too uncertain to be the answer
  std::optional<schema_share> schema_shown{};  ///< with `systems::with_schema_retrieval`: the final share; nothing if all

  answer() = default;
  /// Does not compile; the message says why.
  template <class Executor>
  answer(boost::asio::awaitable<answer, Executor>&&) {
    static_assert(!sizeof(Executor*), "t2s: this run is awaitable, as its model or database is: in a coroutine `co_await` it");
  }

  /// Whether any SQL was found.
  [[nodiscard]] bool has_sql() const noexcept { return !revisions.empty(); }

  /// The SQL; "" if there is none.
  [[nodiscard]] std::string_view sql() const noexcept { return revisions.empty() ? std::string_view() : revisions.back().tried.sql; }

  /// The outcome of executing `sql()`; nullptr if no policy of the pipeline executes.
  [[nodiscard]] db::execution const* outcome() const noexcept {
    return !revisions.empty() && revisions.back().outcome ? &*revisions.back().outcome : nullptr;
  }

  /// The choice among several candidates, and the others; nullptr unless the pipeline drafted several and one has SQL.
  [[nodiscard]] selected const* selection() const noexcept { return revisions.empty() ? nullptr : revisions.back().known<selected>(); }

  /// The confidence in `sql()`; nullptr unless `systems::with_confidence` or a policy estimated it.
  [[nodiscard]] estimated const* estimate() const noexcept { return revisions.empty() ? nullptr : revisions.back().known<estimated>(); }
};

}  // namespace t2s

#endif
