// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_CODE_BLOCKS_HPP
#define T2S_POLICIES_GENERATE_CODE_BLOCKS_HPP

#include "t2s/llm/completion_text.hpp"
#include "t2s/policies/generate/detail/sql_craft.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace t2s::generate {

/// A GeneratorPolicy that first has a model write Python for the question, and then SQL from that code: SQL-CRAFT's CBs (section 2). Two
/// calls for the draft, one for each revision, which shows the code again. The code is not executed; it becomes the attempt's reasoning. An
/// attempt of another generator without code is revised in two calls. The prompts are ours.
struct code_blocks : interactive_correction {
  static constexpr std::string_view name = "CBs";

  code_blocks() { keys = key_style::pandas; }

  /// The paper's P1. Slots: `related`, `structure` and `question`.
  llm::prompt_template code_prompt{llm::template_literal(
      "Write down Python CODE that answers the '### QUESTION', step by step: a ```python code block for each step, with a comment that "
      "says what it does. '### DB_STRUCTURE' includes examples of each table, and the filtering criteria should be based on these data "
      "examples. In the CODE, 'Table %s' is stored in 'db_dict['%s']', 'db_dict' is of type dict[pandas.DataFrame]\n\n"
      "{{related}}"
      "### DB_STRUCTURE:\n"
      "{{structure}}\n"
      "### QUESTION: {{question}}\n"
      "CODE:")};
  /// The paper's P2. Slots: those of `interactive_correction`, and `code`.
  llm::prompt_template sql_prompt{llm::template_literal(
      "Translate the '### CODE', which was written to answer the '### QUESTION', to one {{dialect}} query. '### DB_STRUCTURE' includes "
      "examples "
      "of each table, and the filtering criteria should be based on these data examples. Answer with the query in a ```sql code block and "
      "nothing else.\n\n"
      "{{related}}"
      "### DB_STRUCTURE:\n"
      "{{structure}}\n"
      "### CODE:\n"
      "```python\n{{code}}\n```\n\n"
      "{{correction}}"
      "### QUESTION: {{question}}\n"
      "SQL:")};

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> task<Context, candidate> {
    return solve(ctx, asked, shown, nullptr, {});
  }
  template <class Context>
  auto revise(Context& ctx, question const& asked, samples const& shown, attempt_list const& past) const -> task<Context, candidate> {
    return solve(ctx, asked, shown, &past.latest(), past.latest().tried.reasoning);
  }

  /// The first step alone: the code, or why there is none.
  auto write_code(auto& ctx, question const& asked, samples const& shown) const {
    auto asking = fill(code_prompt, ctx.schema(), asked, shown);
    return then(ask_in(ctx, "code blocks", std::move(asking)), [](llm::completion const& c) { return llm::read_code(c.text); });
  }

 private:
  template <class Context>
  auto solve(Context& ctx, question const& asked, samples const& shown, attempt const* latest, std::string code) const
      -> task<Context, candidate> {
    if (code.empty()) {
      auto writing = ctx.lift(write_code(ctx, asked, shown));
      auto const written = co_await std::move(writing);
      if (!written) co_return candidate({}, "the model gave no code: " + written.error_found().text());
      code = *written;
    }
    auto const step = latest ? std::string_view("interactive correction") : std::string_view("SQL from code blocks");
    auto const how = latest ? revision_reading_of(ctx.schema()) : reading_of(ctx.schema());
    auto asking = fill(sql_prompt, ctx.schema(), asked, shown, latest, code);
    asking.expects = llm::reply_kind::statement;
    auto translating = ctx.lift(ask_for_sql(ctx, step, std::move(asking), how));
    auto made = co_await std::move(translating);
    made.reasoning = std::move(code);
    co_return made;
  }
};

}  // namespace t2s::generate

#endif
