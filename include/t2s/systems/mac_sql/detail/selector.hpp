// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_MAC_SQL_DETAIL_SELECTOR_HPP
#define T2S_SYSTEMS_MAC_SQL_DETAIL_SELECTOR_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/detail/rows_within.hpp"
#include "t2s/retrieve/knowledge/detail/table_rows.hpp"
#include "t2s/systems/mac_sql/detail/sub_schema.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::mac {

/// MAC-SQL's Selector as a SamplerPolicy: the first rows of the tables, as example values, and, if the schema is large, the tables and
/// columns that the model picks as JSON. One call, none if the schema is small. Primary keys, and the keys between kept tables, always
/// stay. If a reply names no table, or drops all of them, the whole schema stays, and the trace says so.
struct selector {
  static constexpr std::string_view name = "Selector";
  using states = facts<sub_schema>;

  bool enabled = true;       ///< off: "w/o Selector" of the paper's ablation
  std::size_t columns = 30;  ///< a schema with more columns in a table is large: a rule of the published code; the paper prints no number
  std::size_t columns_a_table = 6;  ///< the same for the average, rounded down
  std::size_t kept_columns = 6;     ///< number in the prompt: columns to keep of a table that is reduced
  std::size_t whole_columns = 10;   ///< number in the prompt: a table with at most so many columns is kept whole or dropped
  std::size_t least_tables = 3;     ///< number in the prompt: tables to keep at least

  std::size_t rows = 20;                          ///< rows of a table searched for example values (ours)
  std::size_t examples = 6;                       ///< most example values of a column: as in the published code
  std::optional<double> temperature = 0.0;        ///< nothing for models that reject the option
  llm::model_role asks = llm::model_role::small;  ///< if a run has several models

  /// Ours, after the paper's description (section "Selector"). Slots: `tables`, `foreign_keys`, `question`, and optionally the numbers
  /// `whole`, `kept` and `least`.
  llm::prompt_template prompt{llm::template_literal(
      "Pick the part of this database that is needed to answer the question at the end.\n"
      "\n"
      "Say of every table one of three things:\n"
      "- \"drop_all\" if it has nothing to do with the question,\n"
      "- \"keep_all\" if it is needed and has at most {{whole}} columns,\n"
      "- if it is needed and has more, the list of the {{kept}} columns that matter most, the most important one first.\n"
      "Keep at least {{least}} tables. Write one JSON object and nothing else, as in\n"
      "```json\n"
      "{\"hive\": \"keep_all\", \"harvest\": [\"hive_id\", \"kilograms\"], \"visitor\": \"drop_all\"}\n"
      "```\n"
      "\n"
      "[Schema]\n"
      "{{tables}}\n"
      "[Foreign keys]\n"
      "{{foreign_keys}}\n"
      "[Question]\n"
      "{{question}}\n")};

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> task<Context, samples> {
    auto reading = ctx.lift(knowledge::first_rows(ctx, rows));
    auto const read = co_await std::move(reading);
    samples out;
    out.tables = read->tables;
    knowledge::keep_rows_within(ctx.shown_rows(), ctx.schema(), out.tables);
    sub_schema own;
    auto& kept = sub_schema_in(ctx, own);
    if (!is_needed(ctx.schema())) co_return out;
    auto selecting = ctx.span(name);
    auto asking = ctx.ask(request(ctx.schema(), asked, out));
    auto const reply = co_await std::move(asking);
    kept.part = part_of_reply(ctx.schema(), reply.text);
    if (kept.part)
      selecting.note("tables", std::to_string(kept.part->tables().size()) + " of " + std::to_string(ctx.schema().tables().size()));
    else
      selecting.note("unread", "everything stays");
    drop_rows(out.tables, kept.of(ctx.schema()));
    co_return out;
  }

  /// Whether the schema is so large that the model is asked.
  [[nodiscard]] T2S_DECL bool is_needed(schema::database const& d) const noexcept;

  /// The part of a schema that a reply keeps; nothing if it cannot be read, or keeps everything. A table that it does not name stays whole,
  /// and so does a table without named columns.
  [[nodiscard]] T2S_DECL static std::optional<schema::database> part_of_reply(schema::database const& d, std::string_view reply);

 private:
  [[nodiscard]] T2S_DECL llm::request request(schema::database const& d, question const& asked, samples const& shown) const;
  T2S_DECL static void drop_rows(std::vector<table_sample>& of, schema::database const& kept);
};

}  // namespace t2s::mac

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/systems/mac_sql/detail/selector.ipp"
#endif

#endif
