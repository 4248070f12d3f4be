// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_C3_HPP
#define T2S_GENERATE_C3_HPP

#include "t2s/core/text.hpp"
#include "t2s/generate/impl/refined_sql.hpp"
#include "t2s/generate/internal/prompted.hpp"
#include "t2s/link/linked_question.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/policy.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::generate {

/// The part of a schema that C3 shows: columns in the order of their likely use, with stored values that the question mentions.
struct recalled_table {
  /// A recalled column.
  struct column {
    std::string name{};                 ///< of the column
    std::vector<std::string> values{};  ///< stored values that the question mentions
  };
  schema::table const* table{};   ///< in the schema
  std::vector<column> columns{};  ///< those that were recalled
};

namespace detail {

using recall = std::vector<recalled_table>;

inline recalled_table const* find_recalled(recall const& of, std::string_view name) {
  auto const found = std::find_if(of.begin(), of.end(), [&](recalled_table const& t) { return text::same(t.table->name, name); });
  return found == of.end() ? nullptr : &*found;
}
inline recalled_table::column const* find_recalled(recalled_table const& of, std::string_view name) {
  auto const found = std::find_if(of.columns.begin(), of.columns.end(), [&](auto const& c) { return text::same(c.name, name); });
  return found == of.columns.end() ? nullptr : &*found;
}

/// The foreign keys whose two tables are there, of one column each side as `a.x = b.y`.
template <class Visitor>
void each_key(recall const& of, Visitor visit) {
  for (auto const& t : of)
    for (auto const& key : t.table->foreign_keys)
      if (auto const* other = find_recalled(of, key.table); other && key.resolved)
        for (std::size_t i = 0; i < key.columns.size(); ++i) visit(t, key.columns[i], *other, key.referenced[i]);
}

inline std::string keys_text(recall const& of) {
  std::string s;
  each_key(of, [&s](recalled_table const& a, std::string const& x, recalled_table const& b, std::string const& y) {
    auto const line = a.table->name + "." + x + " = " + b.table->name + "." + y;
    s.append("# ").append(one_line(line)).append("\n");
  });
  return s;
}

/// `# table ( col ( v1, v2 ), col )`, or with the values as the SQL prompt has them: `col("v1", "v2")`.
inline std::string tables_text(recall const& of, bool quoted) {
  std::string s;
  for (auto const& t : of) {
    std::string line = t.table->name + " ( ";
    for (auto const& c : t.columns) {
      if (&c != &t.columns.front()) line += ", ";
      line += c.name;
      if (c.values.empty()) continue;
      line.append(quoted ? "(\"" : " ( ").append(text::join(c.values, quoted ? "\", \"" : ", ")).append(quoted ? "\")" : " )");
    }
    s.append("# ").append(one_line(line)).append(" )\n");
  }
  return s;
}

inline std::vector<std::string> values_of(link::linked_question const& linked, knowledge::column_id where, std::size_t most) {
  std::vector<std::string> found;
  for (auto const& l : linked.found.found) {
    bool const here = l.is == link::link::kind::value && l.where == where && !l.value.empty();
    if (here && found.size() < most && std::find(found.begin(), found.end(), l.value) == found.end()) found.push_back(l.value);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Columns with how many completions list each, in the order of the first that does.
struct column_votes {
  std::vector<std::pair<std::size_t, recalled_table::column const*>> counts{};

  void add(recalled_table::column const* c) {
    auto const known = std::ranges::find(counts, c, [](auto const& count) { return count.second; });
    known == counts.end() ? void(counts.emplace_back(1, c)) : void(++known->first);
  }
  /// Those listed most often; of equal ones the first.
  [[nodiscard]] std::vector<recalled_table::column> most(std::size_t n) {
    std::vector<recalled_table::column> out;
    for (; n > 0 && !counts.empty(); --n) {
      auto const next = std::ranges::max_element(counts, {}, [](auto const& count) { return count.first; });
      out.push_back(*next->second);
      counts.erase(next);
    }
    return out;
  }
};

/// The first columns of a list that the table has, each once.
inline std::vector<recalled_table::column const*> valid_columns(recalled_table const& of, std::vector<std::string> const& said,
                                                                std::size_t most) {
  std::vector<recalled_table::column const*> out;
  for (auto const& name : said) {
    auto const* c = find_recalled(of, std::string_view(name).substr(name.rfind('.') + 1));
    if (c && out.size() < most && std::find(out.begin(), out.end(), c) == out.end()) out.push_back(c);
  }
  return out;
}

/// What a completion lists for each table, nothing where it does not name it: one that names a table twice has listed it once.
inline std::vector<std::optional<std::vector<std::string>>> lists_of_tables(recall const& of, std::string const& completion) {
  std::vector<std::optional<std::vector<std::string>>> lists(of.size());
  auto const said = llm::read_item_lists(completion);
  if (!said) return lists;
  for (auto const& list : *said) {
    auto const* t = find_recalled(of, list.name);
    if (!t) continue;
    auto& whole = lists[static_cast<std::size_t>(t - of.data())];
    if (!whole) whole.emplace();
    whole->insert(whole->end(), list.items.begin(), list.items.end());
  }
  return lists;
}

}  // namespace detail

/// A GeneratorPolicy, DART-SQL's second base prompt: C3 (Dong et al. 2023), with the rows that the sampler chose after the schema. Three
/// calls a draft and up to six more: table recall, column recall, and the SQL, drawn several times and voted on by its result. Shows no
/// demonstrations. Revises as `refined_sql` does.
///
/// A recall that no reply can be read from is asked once more; then all tables, or all columns, stay.
struct c3 {
  static constexpr std::string_view name = "C3";
  using states = facts<dialogue, link::linked_question>;

  std::size_t recalls = 10;                        ///< completions of each recall
  std::optional<double> recall_temperature = 0.7;  ///< as published
  std::size_t recall_calls = 2;                    ///< at most, of each recall (ours; published without limit)
  std::size_t tables = 4;                          ///< of each completion
  std::size_t columns_said = 4;                    ///< of a table in each completion
  std::size_t columns = 5;                         ///< of a table, those most often listed; columns of foreign keys are added
  std::size_t values = 2;                          ///< of a column, shown where the question mentions them; 0 needs no lexicon
  draws how{20, std::nullopt, 5, true};            ///< of the draft, as published
  draws revising{};                                ///< of a revision: DART-SQL's one at temperature 0
  refined_sql refinement{};                        ///< for revisions

  // The publication describes its prompts; their words are ours.

  /// Slots: `schema` and `question`.
  llm::prompt_template table_prompt{llm::template_literal(
      "Decide which tables of a database a question needs, in three steps.\n"
      "1. Rank all tables by how likely the SQL for the question uses them: first those whose name or columns share words with it.\n"
      "2. Check that you have looked at every table.\n"
      "3. Write all table names in that order as one list and nothing else, as in [\"most likely\", \"next\", ...].\n"
      "\n"
      "Schema:\n"
      "{{schema}}"
      "\n"
      "Question:\n"
      "### {{question}}\n")};
  /// Slots: `schema`, `keys` and `question`.
  llm::prompt_template column_prompt{llm::template_literal(
      "Decide which columns of these tables a question needs, in two steps.\n"
      "1. Rank the columns of each table by how likely the SQL for the question uses them: first those that share words with it and those "
      "of foreign keys. Say in a few words why.\n"
      "2. Write one JSON object with every table and its columns in that order, as in {\"a table\": [\"most likely\", \"next\", ...]}.\n"
      "\n"
      "Schema:\n"
      "{{schema}}"
      "Foreign keys:\n"
      "{{keys}}"
      "\n"
      "Question:\n"
      "### {{question}}\n")};
  /// Who the model is to be.
  llm::prompt_template system_prompt{
      llm::template_literal("You write excellent SQL. Some tips for it follow; remember them for the query that you will be asked for.")};
  /// Calibration hint 1: column bias.
  llm::prompt_template column_hint{llm::template_literal(
      "Tip 1: select only what is asked for. If the question is which A has the most B, the result is A alone: how many B there are "
      "belongs "
      "into ORDER BY, not into SELECT. Example: \"Which A has the most B?\" is SELECT A FROM t GROUP BY A ORDER BY count(*) DESC LIMIT 1, "
      "and not SELECT A, count(*) FROM t ...")};
  /// The model's answer to the first hint.
  llm::prompt_template column_hint_taken{llm::template_literal(
      "I see. I select only the columns that the question asks for, and put counts that only decide the order into ORDER BY.")};
  /// Calibration hint 2: operator bias.
  llm::prompt_template operator_hint{
      llm::template_literal("Tip 2: avoid IN, OR and LEFT JOIN, which bring rows that nobody asked for; prefer INTERSECT or EXCEPT, and "
                            "use DISTINCT or LIMIT where "
                            "the question calls for it. Example: \"A with both B and C\" is SELECT A FROM t WHERE x = 'B' INTERSECT SELECT "
                            "A FROM t WHERE x = 'C'.")};
  /// The model's answer to the second hint.
  llm::prompt_template operator_hint_taken{llm::template_literal(
      "I see. I use INTERSECT and EXCEPT rather than IN, OR and LEFT JOIN, and DISTINCT or LIMIT where they are called for.")};
  /// Slots: `dialect`, `schema`, with the keys, `rows` with its heading, and `question`.
  llm::prompt_template prompt{llm::template_literal(
      "# Complete the {{dialect}} query and write nothing else: no explanation, and no columns that the question does not ask for.\n"
      "# The tables and their columns:\n"
      "#\n"
      "{{schema}}"
      "{{rows}}"
      "#\n"
      "### {{question}}\n"
      "SELECT")};
  /// Slots: `inserts`, each line of which begins with "# ", and `most`: the rows of the fullest table of these, the sampler's number
  /// wherever a table has more.
  llm::prompt_template rows_part{llm::template_literal("#\n# With at most {{most}} example rows in each table:\n{{inserts}}")};

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> task<Context, candidate> {
    link::linked_question const* linked = nullptr;
    if (values > 0) {
      auto linking = ctx.lift(link::linked_in(ctx, asked));
      linked = co_await std::move(linking);
    }
    auto const whole = everything(ctx.schema(), linked);
    auto tables_asked = table_prompt.fill({{"schema", detail::tables_text(whole, false)}, {"question", asked.clear}});
    auto recalling_tables = recalled(ctx, "table recall", std::move(tables_asked),
                                     [this, &whole](std::vector<std::string> const& texts) { return vote_on_tables(whole, texts); });
    auto const some = co_await std::move(recalling_tables);
    auto const kept = some.empty() ? whole : some;
    auto columns_asked =
        column_prompt.fill({{"schema", detail::tables_text(kept, false)}, {"keys", detail::keys_text(kept)}, {"question", asked.clear}});
    auto recalling_columns = recalled(ctx, "column recall", std::move(columns_asked),
                                      [this, &kept](std::vector<std::string> const& texts) { return vote_on_columns(kept, texts); });
    auto const fewer = co_await std::move(recalling_columns);
    auto& talk = ctx.template state<dialogue>();
    talk.first = talk.latest = conversation(ctx.schema(), fewer.empty() ? kept : fewer, asked, shown);
    llm::request asking;
    asking.messages = talk.first;
    auto writing = ctx.span("consistent output");
    auto drawing = draw_sql(ctx, std::move(asking), how);
    auto drafted = co_await std::move(drawing);
    co_return drafted;
  }

  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, samples const&, Past const& past) const {
    return refinement.revise(ctx, asked, past, revising);
  }

  /// All tables with all columns, and the stored values that the question mentions.
  [[nodiscard]] std::vector<recalled_table> everything(schema::database const& d, link::linked_question const* linked) const {
    std::vector<recalled_table> all;
    for (std::uint32_t t = 0; t < d.tables().size(); ++t) {
      auto const& table = d.tables()[t];
      recalled_table one{&table, {}};
      for (std::uint32_t c = 0; c < table.columns.size(); ++c)
        one.columns.push_back({table.columns[c].name, linked ? detail::values_of(*linked, {t, c}, values) : std::vector<std::string>()});
      if (!table.is_view) all.push_back(std::move(one));
    }
    return all;
  }

  /// The tables that most completions name, as a set, one vote each, in the order of the first that names them. Empty if none can be read.
  [[nodiscard]] std::vector<recalled_table> vote_on_tables(std::vector<recalled_table> const& of,
                                                           std::vector<std::string> const& completions) const {
    using set = std::vector<recalled_table const*>;
    std::vector<std::pair<set, set>> ballots;  // as said, and sorted
    for (auto const& c : completions) {
      auto const said = llm::read_keywords(c);
      set valid;
      for (auto const& one : said ? *said : std::vector<std::string>()) {
        auto const* t = detail::find_recalled(of, one);
        if (t && valid.size() < tables && std::find(valid.begin(), valid.end(), t) == valid.end()) valid.push_back(t);
      }
      auto sorted = valid;
      std::sort(sorted.begin(), sorted.end());
      if (!valid.empty()) ballots.emplace_back(std::move(valid), std::move(sorted));
    }
    auto const votes = [&](auto const& b) {
      return std::count_if(ballots.begin(), ballots.end(), [&](auto const& o) { return o.second == b.second; });
    };
    auto const best = std::max_element(ballots.begin(), ballots.end(), [&](auto const& a, auto const& b) { return votes(a) < votes(b); });
    std::vector<recalled_table> out;
    if (best != ballots.end())
      for (auto const* t : best->first) out.push_back(*t);
    return out;
  }

  /// The same tables with the columns that most completions name, one vote each, and those of the foreign keys between them. A table of
  /// which no column was named keeps them all. Empty if no completion can be read.
  [[nodiscard]] std::vector<recalled_table> vote_on_columns(std::vector<recalled_table> const& of,
                                                            std::vector<std::string> const& completions) const {
    std::vector<detail::column_votes> votes(of.size());
    bool any = false;
    for (auto const& c : completions) {
      auto const lists = detail::lists_of_tables(of, c);
      for (std::size_t i = 0; i < of.size(); ++i) {
        if (!lists[i]) continue;
        any = true;
        for (auto const* column : detail::valid_columns(of[i], *lists[i], columns_said)) votes[i].add(column);
      }
    }
    if (!any) return {};
    auto out = of;
    for (std::size_t i = 0; i < of.size(); ++i)
      if (auto kept = votes[i].most(columns); !kept.empty()) out[i].columns = std::move(kept);
    auto const add = [&](recalled_table const& whole, std::string const& column) {
      auto& mine = out[static_cast<std::size_t>(&whole - of.data())];
      if (auto const* c = detail::find_recalled(whole, column); c && !detail::find_recalled(mine, column)) mine.columns.push_back(*c);
    };
    detail::each_key(of, [&](recalled_table const& a, std::string const& x, recalled_table const& b, std::string const& y) {
      add(a, x);
      add(b, y);
    });
    return out;
  }

  /// The prompt for the SQL: tips, canned answers to them, and the schema with the question.
  [[nodiscard]] std::vector<llm::message> conversation(schema::database const& d, std::vector<recalled_table> const& of,
                                                       question const& asked, samples const& shown) const {
    auto const is_recalled = [&of](table_sample const& t) { return detail::find_recalled(of, t.table) != nullptr; };
    detail::inserted_rows const rows(shown.tables, d.sql_dialect(), is_recalled);
    std::string commented, contents;
    for (auto const line : text::split(rows.inserts, '\n')) commented.append("# ").append(line).append("\n");
    if (!rows.inserts.empty()) contents = rows_part.fill({{"most", std::to_string(rows.most)}, {"inserts", commented}});
    auto const schema = detail::tables_text(of, true) + detail::keys_text(of);
    std::vector<llm::message> all;
    all.emplace_back(llm::role::system, system_prompt.text());
    all.emplace_back(llm::role::user, column_hint.text());
    all.emplace_back(llm::role::assistant, column_hint_taken.text());
    all.emplace_back(llm::role::user, operator_hint.text());
    all.emplace_back(llm::role::assistant, operator_hint_taken.text());
    all.emplace_back(
        llm::role::user,
        prompt.fill({{"dialect", sql::title_of(d), true}, {"schema", schema}, {"rows", contents, true}, {"question", asked.clear}}));
    return all;
  }

 private:
  template <class Context, class Vote>
  auto recalled(Context& ctx, std::string_view what, std::string prompted, Vote vote) const -> task<Context, std::vector<recalled_table>> {
    auto recalling = ctx.span(what);
    auto asking = prompt_request(std::move(prompted), recall_temperature);
    asking.choices = std::max<std::size_t>(recalls, 1);
    std::vector<recalled_table> found;
    for (std::size_t calls = 0; found.empty() && calls < recall_calls; ++calls) {
      auto calling = ctx.ask(asking);
      auto const reply = co_await std::move(calling);
      std::vector<std::string> texts{reply.text};
      for (auto const& other : reply.others) texts.push_back(other.text);
      found = vote(texts);
    }
    if (found.empty()) recalling.note("unread", "everything stays");
    co_return found;
  }
};
static_assert(GeneratorPolicy<c3>);

}  // namespace t2s::generate

#endif
