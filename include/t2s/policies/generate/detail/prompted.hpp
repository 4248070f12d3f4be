// SPDX-License-Identifier: BSL-1.0
// What the generators that ask a model share: requests, demonstrations, and SQL read from a completion.
#ifndef T2S_POLICIES_GENERATE_DETAIL_PROMPTED_HPP
#define T2S_POLICIES_GENERATE_DETAIL_PROMPTED_HPP

#include "t2s/llm/completion_sql.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/pipeline/context.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::generate {

/// One user message, and what the reply should be.
[[nodiscard]] inline llm::request prompt_request(std::string text, std::optional<double> temperature,
                                                 llm::reply_kind expects = llm::reply_kind::text) {
  llm::request asking(std::move(text));
  asking.temperature = temperature;
  asking.expects = expects;
  return asking;
}

/// The first `most` of the sampler's demonstrations, each written by `form`. Its slots: `answer`, the SQL, and optionally `question`.
[[nodiscard]] inline std::vector<std::string> written_demonstrations(samples const& shown, std::size_t most,
                                                                     llm::prompt_template const& form) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < std::min(most, shown.demonstrations.size()); ++i) {
    auto const& like = shown.demonstrations[i].shown;
    all.push_back(form.fill({{"question", like.question, true}, {"answer", like.sql}}));
  }
  return all;
}

/// Options to read a completion about this database, which must outlive them; `continues_select` if the prompt ended in SELECT.
[[nodiscard]] inline llm::sql_reading_options reading_of(schema::database const& d, bool continues_select = false) {
  return {.continues_select = continues_select, .limits = {.grammar = sql::dialect_of(d)}, .names = &d};
}

/// The same for a revision, in which unfinished SQL must not replace a complete statement.
[[nodiscard]] inline llm::sql_reading_options revision_reading_of(schema::database const& d, bool continues_select = false) {
  auto how = reading_of(d, continues_select);
  how.may_break_off = false;
  return how;
}

/// The SQL of a completion as a candidate; without SQL, it says why.
[[nodiscard]] inline candidate written_sql(llm::completion const& c, llm::sql_reading_options const& how,
                                           std::string why = "written by the model") {
  auto const found = llm::read_sql(c.text, how);
  if (!found) return candidate({}, "the model gave no SQL: " + (c.text.empty() && !c.odd.empty() ? c.odd : found.error_found().text()));
  return candidate(*found, std::move(why));
}

/// Asks inside a span of that name: a completion, at once or as the run's task.
template <class Context>
[[nodiscard]] auto ask_in(Context& ctx, std::string_view span, llm::request asking) {
  return traced(ctx, span, [&ctx, asking = std::move(asking)]() mutable { return ctx.ask(std::move(asking)); });
}

/// The same, and reads the SQL of the completion.
template <class Context>
[[nodiscard]] auto ask_for_sql(Context& ctx, std::string_view span, llm::request asking, llm::sql_reading_options const& how) {
  return then(ask_in(ctx, span, std::move(asking)), [how](llm::completion const& c) { return written_sql(c, how); });
}

}  // namespace t2s::generate

#endif
