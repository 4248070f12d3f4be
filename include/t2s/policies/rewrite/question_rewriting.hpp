// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_REWRITE_QUESTION_REWRITING_HPP
#define T2S_POLICIES_REWRITE_QUESTION_REWRITING_HPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/render.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/question_simplifier.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/rows_within.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/retrieve/knowledge/detail/table_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::rewrite {

/// A RewritePolicy, DART-SQL's first stage (section 3.1): the model rewrites the question in the words of the database; it sees the first
/// rows of every table. One call. A reply that is not a question (empty, a refusal, SQL, too long, a remark such as "This is clear.")
/// leaves the question unchanged; the trace says why.
struct question_rewriting {
  static constexpr std::string_view name = "question rewriting";

  bool enabled = true;                            ///< off: the question stays unchanged and the model is not asked (tables 1 to 3, RW)
  std::size_t rows = 5;                           ///< K of section 3.1: rows of each table
  std::size_t cell_bytes = 500;                   ///< of a value; a longer one is cut and ends in `...` (ours)
  std::size_t longer = 1000;                      ///< bytes by which the rewritten question may be longer than the original (ours)
  std::optional<double> temperature = 0.0;        ///< section 4.1
  llm::model_role asks = llm::model_role::small;  ///< the model that is asked, if a run has several

  /// Slots: `tables`, a line for each table, and `question`. Instruction and format are the paper's (section 3.1, appendix A.1), the worked
  /// examples ours: two for each of its three specifications.
  llm::prompt_template prompt{llm::template_literal(
      "/*Instructions:*/\n"
      "Formulate natural language queries for database data based on the provided information. Ensure the questions you rewrite are clear, "
      "concise, and aligned with the data specifications within the database. If you think the sentence is clear enough, you can return to "
      "the original without rewriting it.\n"
      "/*Here are some basic examples: */\n"
      "/*Example 1: Note that rewrite question aligned with the data specifications within the database*/\n"
      "/*Given the initial value from Table:*/\n"
      "['Table mill: ', [(1, 'Upper Mill', 'oat', 'nl'), (2, 'Old Wheel', 'rye', 'dk'), (3, 'Red Sail', 'rye', 'be')]]\n"
      "/*Rewrite the following question:How many mills are there in Denmark?*/\n"
      "/*results:How many mills have the country \"dk\"?*/\n"
      "/*Rewrite the following question:Which mills grind Rye?*/\n"
      "/*results:What are the names of the mills whose grain is \"rye\"?*/\n"
      "/*Given the initial value from Table:*/\n"
      "['Table keeper: ', [(11, 'Ada', 1), (12, 'Ben', 0)]]\n"
      "['Table bee_hive: ', [(501, 11, 'top bar', 14.5), (502, 12, 'skep', 9.0)]]\n"
      "/*Rewrite the following question:Find the keepers who do not have a top-bar hive*/\n"
      "/*results:Please provide the names of the keepers who do not have a hive with the type \"top bar\" in the table \"bee_hive\".*/\n"
      "/*Example 2: Note that you can not miss the information in original question*/\n"
      "/*Given the initial value from Table:*/\n"
      "['Table lantern: ', [(1, 'A7', 40, 'Y'), (2, 'B2', 25, 'N')]]\n"
      "/*Rewrite the following question:What are the code and height of the lanterns that are lit? Note that Y stands for yes, and N "
      "stands for no in the tables.*/\n"
      "/*results:What are the code and height of the lanterns in the Table lantern that are lit? Note that Y stands for yes, and N stands "
      "for no in the tables.*/\n"
      "/*Example 3: If you think the sentence is clear enough, you can return to the original without rewriting it*/\n"
      "/*Given the initial value from Table:*/\n"
      "['Table kite: ', [(1, 'Swift', 2, 310.0), (2, 'Heron', 4, 275.5)]]\n"
      "/*Rewrite the following question:What are the names of the kites with more lines than average?*/\n"
      "/*results:What are the names of the kites with more lines than average?*/\n"
      "/*Rewrite the following question:Show the number of lines shared by kites lighter than 280 and heavier than 300.*/\n"
      "/*results:Show the number of lines shared by kites lighter than 280 and heavier than 300.*/\n"
      "/*Here is the input:*/\n"
      "/*Given the initial value from Table:*/\n"
      "{{tables}}"
      "Rewrite the following question: {{question}}\n"
      "results:")};

  template <class Context>
  auto rewrite(Context& ctx, std::string const& text) const -> task<Context, question> {
    if (!enabled) co_return question(text);
    auto rewriting = ctx.span(name);
    auto reading_rows = ctx.lift(knowledge::first_rows(ctx, rows));
    auto const read = co_await std::move(reading_rows);
    auto shown = read->tables;
    for (auto& t : shown) knowledge::shorten_cells(t.shown, cell_bytes);
    knowledge::keep_rows_within(ctx.shown_rows(), ctx.schema(), shown);
    auto asking = ctx.ask(request_for(shown, text));
    auto const reply = co_await std::move(asking);
    auto clear = llm::read_question(reply.text, text.size() + longer);
    if (clear && !is_question(*clear, text, shown))
      clear = {failure{errc::malformed_reply, "the reply has no word of the question or of the tables", {}, {}, {}}, {}};
    rewriting.note("question", clear ? std::string_view(*clear) : "left as it was");
    if (!clear) rewriting.note("why", clear.error_found().message);
    co_return question(text, clear ? *clear : text);
  }

 private:
  /// Whether a reply asks for something: it ends in a question mark, or has a content word of the question or of the tables. A remark about
  /// the question ("This is clear.") does not. True for non-ASCII texts, whose words may not be separated by blanks.
  [[nodiscard]] static bool is_question(std::string_view reply, std::string_view text, std::vector<table_sample> const& shown) {
    auto const is_ascii = [](std::string_view s) {
      return std::ranges::all_of(s, [](char c) { return static_cast<unsigned char>(c) < 128U; });
    };
    if (reply.ends_with('?') || !is_ascii(text)) return true;
    std::string known(text);
    for (auto const& t : shown) {
      known.append(" ").append(t.table).append(" ").append(db::to_tuples(t.shown));
      for (auto const& column : t.shown.columns) known.append(" ").append(column);
    }
    auto const replied = content_words(reply), there = content_words(known);
    return std::ranges::any_of(replied, [&](auto const& word) { return std::ranges::find(there, word) != there.end(); });
  }

  [[nodiscard]] static std::vector<std::string> content_words(std::string_view s) {
    std::vector<std::string> found;
    for (auto const& word : t2s::text::words_of_name(s))
      if (auto lemma = retrieve::lemma(word); !retrieve::is_stop_word(lemma)) found.push_back(std::move(lemma));
    return found;
  }

  [[nodiscard]] llm::request request_for(std::vector<table_sample> const& shown, std::string const& text) const {
    std::string tables;
    for (auto const& t : shown)
      tables.append("['Table ").append(one_line(t.table)).append(": ', ").append(db::to_tuples(t.shown)).append("]\n");
    llm::request asking(prompt.fill({{"tables", tables}, {"question", text}}));
    asking.temperature = temperature;
    asking.asks = asks;
    return asking;
  }
};

/// A RewritePolicy, the first stage of dynamic revision (section 3.1.1): the model rewrites the question in simple and common words, so
/// that questions with the same intention look alike. One call. A reply that is not a question leaves the question unchanged; the trace
/// says why.
struct simplification {
  static constexpr std::string_view name = "question simplification";

  bool enabled = true;                  ///< off: the question stays unchanged and the model is not asked (figure 2, w/o simplify)
  retrieve::question_simplifier how{};  ///< prompt and temperature, the same as for the retrieval repository

  template <class Context>
  auto rewrite(Context& ctx, std::string const& text) const -> task<Context, question> {
    if (!enabled) co_return question(text);
    auto simplifying = ctx.span(name);
    auto asking = ctx.ask(how.request_for(text));
    auto const reply = co_await std::move(asking);
    auto const simple = how.read(reply.text, text);
    simplifying.note("question", simple ? std::string_view(*simple) : std::string_view("left as it was"));
    if (!simple) simplifying.note("why", std::string_view(simple.error_found().message));
    co_return question(text, simple ? *simple : text, reworded::simplified);
  }
};

}  // namespace t2s::rewrite

#endif
