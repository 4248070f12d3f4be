// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_LINKED_QUESTION_HPP
#define T2S_RETRIEVE_LINK_DETAIL_LINKED_QUESTION_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/task.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace t2s::link {

struct mentioned;

/// One question linked to the names and stored values of one database. Any number of threads may read it at once.
struct linked_question {
  linked_question() = default;
  /// Links the question. `before`: the SQL of the turn before it in a conversation, as `earlier_sql`.
  linked_question(std::shared_ptr<knowledge::lexicon const> of, std::string question, std::optional<std::string> before = {})
      : names(std::move(of)), text(std::move(question)), found(link_question(*names, text)), earlier(std::move(before)) {}

  std::shared_ptr<knowledge::lexicon const> names{};  ///< of the database
  std::string text{};                                 ///< the question
  links found{};                                      ///< all possible meanings of its words
  std::optional<std::string> earlier{};               ///< as `earlier_sql`

  /// What it names: the choice among `found`, computed by each call, as `mentioned_in`. Needs names. Thread safe. To use it, include
  /// t2s/retrieve/link/detail/mentioned.hpp.
  [[nodiscard]] T2S_DECL mentioned mentions() const;
};

/// The SQL of the last turn of the run's conversation; nothing without turns. It is "" if that turn has no answer: a question that refers
/// to it is then not understood, and must not be read as if it stood alone.
template <class Context>
[[nodiscard]] std::optional<std::string> earlier_sql(Context const& ctx) {
  return ctx.turns().empty() ? std::nullopt : std::optional(ctx.turns().back().sql);
}

/// The run's links of the question, made once and shared by the policies that list `linked_question` in their `states`: a pointer into the
/// run's state, at once or as the run's task. `asked` must outlive it.
template <class Context, class Question>
auto linked_in(Context& ctx, Question const& asked) {
  return then(knowledge::lexicon::of(ctx), [&ctx, &asked](std::shared_ptr<knowledge::lexicon const> names) -> linked_question const* {
    auto& kept = ctx.template state<linked_question>();
    if (kept.names != names || kept.text != asked.clear) kept = linked_question(std::move(names), asked.clear, earlier_sql(ctx));
    return &kept;
  });
}

}  // namespace t2s::link

#endif
