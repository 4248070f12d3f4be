// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_SYNTHETIC_EXAMPLES_HPP
#define T2S_POLICIES_GENERATE_SYNTHETIC_EXAMPLES_HPP

#include "t2s/core/schema/statement.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/policies/generate/detail/query_fixer.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::generate {

/// The examples that a model made for the question of a run, once for all its candidates.
struct synthetic_memory {
  std::shared_ptr<known_parts> made = known_parts::make();  ///< shared with the candidates, which copy the state
};

/// A GeneratorPolicy, CHASE-SQL's online synthetic examples (Pourreza et al. 2024, section 3.3, algorithm 2): the model makes up questions
/// with their SQL for this database, some with common features of SQL and some with the columns that the question names, and then answers
/// the question with them as demonstrations. Shows the sampler's `knowledge`. One call for the examples, one for each draft and one for
/// each revision, by the `query_fixer`.
///
/// The prompts are ours, after the description. The paper makes the two kinds of examples by two calls and chooses the columns by a third;
/// here it is one call, and the local linker finds the columns.
struct synthetic_examples {
  static constexpr std::string_view name = "synthetic examples";
  using states = facts<link::linked_question, synthetic_memory>;

  /// The number of examples to ask for. The paper makes up to 75, about 9,000 tokens in one reply: more than many models write.
  std::size_t examples = 20;
  bool shared = true;                       ///< whether all candidates of a run share the examples; off: one more call for each candidate
  std::optional<double> temperature = 0.0;  ///< of a single draft (ours); `times` sets another for candidates. Nothing: the model's own
  bool shuffles = true;                     ///< whether tables and columns are in a random order (section 3.3)
  query_fixer fixer{};                      ///< for revisions

  /// Slots: `dialect`, `schema`, `half` and `count` of the examples, and `columns`, those that the question names.
  llm::prompt_template examples_prompt{
      llm::template_literal("Make up {{count}} questions that people could ask about the database below, each with the {{dialect}} query "
                            "that answers it. They will "
                            "be shown as examples to somebody who writes queries for this database.\n\n"
                            "{{schema}}\n"
                            "About {{half}} of them show features of SQL, each used where it is needed and some in combination: = and "
                            "other comparisons, a single "
                            "table, a join of two tables, joins of more, nested queries, ORDER BY with LIMIT, GROUP BY with HAVING, COUNT, "
                            "SUM, AVG, MIN and MAX. "
                            "Simple queries are as welcome as complicated ones.\n"
                            "The others show what these parts of the database mean and how they are used together: {{columns}}.\n\n"
                            "Answer with one JSON list, [{\"question\": \"...\", \"sql\": \"...\"}, ...], and nothing else.\n")};
  /// Slots: `dialect`, `schema`, `values`, `examples` and `question`.
  llm::prompt_template prompt{llm::template_literal(
      "Write one {{dialect}} query that answers the question at the end about this database. Select what the question "
      "asks for and nothing else. Answer with the query in a code block.\n\n"
      "{{schema}}\n"
      "{{examples}}"
      "{{values}}"
      "Question: {{question}}\n")};
  /// Slots: `question` and `answer`, the SQL.
  llm::prompt_template example{llm::template_literal("Question: {{question}}\n```sql\n{{answer}}\n```\n\n")};

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> task<Context, candidate> {
    std::shared_ptr<known_parts> const memory = shared ? ctx.template state<synthetic_memory>().made : known_parts::make();
    auto making = ctx.lift(memory->template part<std::string>(ctx, {}, [this, &ctx, &asked, &shown] { return made(ctx, asked, shown); }));
    auto const examples_text = co_await std::move(making);
    auto const part = shown_database(ctx, shown, shuffles);
    auto text = prompt.fill({{"dialect", part.dialect, true},
                             {"schema", part.schema},
                             {"examples", *examples_text},
                             {"values", part.values, true},
                             {"question", asked.clear}});
    auto writing = ctx.lift(ask_for_sql(
        ctx, "answer with examples", prompt_request(std::move(text), temperature, llm::reply_kind::statement), reading_of(ctx.schema())));
    auto drafted = co_await std::move(writing);
    co_return drafted;
  }

  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return fixer.fix(ctx, asked, shown, past, shuffles, temperature);
  }

 private:
  /// The examples as in the prompt; empty if none can be read.
  template <class Context>
  auto made(Context& ctx, question const& asked, samples const& shown) const -> task<Context, std::shared_ptr<std::string const>> {
    if (examples == 0) co_return std::make_shared<std::string const>();
    auto making = ctx.span(name);
    auto linking = ctx.lift(link::linked_in(ctx, asked));
    auto const* linked = co_await std::move(linking);
    auto const part = shown_database(ctx, shown, false);
    auto text = examples_prompt.fill({{"dialect", part.dialect, true},
                                      {"schema", part.schema},
                                      {"count", std::to_string(examples)},
                                      {"half", std::to_string((examples + 1) / 2), true},
                                      {"columns", named_parts(ctx.schema(), *linked), true}});
    auto asking = ctx.lift(ctx.ask(prompt_request(std::move(text), temperature, llm::reply_kind::json)));
    auto const reply = co_await std::move(asking);
    auto const usable = read(reply.text, ctx.schema());
    making.note("examples", usable.demonstrations.size());
    auto written = text::join(written_demonstrations(usable, examples, example), "");
    if (!written.empty()) written.insert(0, "Examples of questions about it, and their queries:\n\n");
    co_return std::make_shared<std::string const>(std::move(written));
  }

  /// The tables and columns that the question names, spelt as SQL, if the prompt shows them.
  [[nodiscard]] static std::string named_parts(schema::database const& d, link::linked_question const& linked) {
    std::string all;
    auto const add = [&](knowledge::column_id where) {
      auto const& t = linked.names->table(where);
      auto const* shown = d.find_table(t.name);
      if (!shown || !(where.is_table() || shown->find_column(t.columns[where.column].name))) return;
      if (!all.empty()) all += ", ";
      all += schema::sql_name(t.name, d.sql_dialect());
      if (!where.is_table()) all.append(".").append(schema::sql_name(t.columns[where.column].name, d.sql_dialect()));
    };
    auto const named = linked.mentions();
    for (auto const& m : named.tables) add(m.where);
    for (auto const& m : named.columns) add(m.where);
    return all.empty() ? "those that matter most" : all;
  }
  /// The examples of a reply whose SQL parses.
  [[nodiscard]] static samples read(std::string_view reply, schema::database const& d) {
    samples usable;
    auto const objects = llm::read_objects(reply);
    if (!objects) return usable;
    for (auto const& o : *objects) {
      auto const asked = o["question"], sql = o["sql"];
      auto const found = llm::read_sql(sql, reading_of(d));
      if (asked.empty() || !found || found.did(llm::step::unparsed)) continue;
      usable.demonstrations.push_back({{{}, std::string(asked), *found, {}, {}}, 0});
    }
    return usable;
  }
};

}  // namespace t2s::generate

#endif
