// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SAMPLE_RELEVANT_ROWS_HPP
#define T2S_POLICIES_SAMPLE_RELEVANT_ROWS_HPP

#include "t2s/core/detail/needs_rtti.hpp"

#include "t2s/core/detail/budget.hpp"
#include "t2s/core/detail/draw.hpp"
#include "t2s/core/detail/json_text.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/vector_index.hpp"
#include "t2s/retrieve/knowledge/detail/rows_within.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/retrieve/knowledge/detail/table_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

namespace t2s::sample {
namespace detail {

/// A JSON string on one line, since embedding models read it, and it is the key of stored vectors.
inline void append_json_line(std::string& to, std::string s) {
  std::ranges::replace_if(s, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  t2s::detail::append_json(to, s);
}

inline void append_json_value(std::string& to, value const& v, std::size_t most) {
  if (v.is_null())
    to += "null";
  else if (v.text() || v.bytes())
    append_json_line(to, std::string(text::cut(to_string(v), most)));
  else
    to += to_string(v);
}

}  // namespace detail

/// The most bytes of a row's text.
inline constexpr std::size_t longest_row_text = 4096;

/// A row as a JSON dictionary with column names as keys, from which a row's vector is made (DART-SQL, section 3.2). At most
/// `longest_row_text` bytes: a longer text is cut and ends in `...`.
[[nodiscard]] inline std::string row_text(std::vector<std::string> const& columns, std::vector<value> const& row) {
  std::string s = "{";
  for (std::size_t i = 0; i < row.size() && s.size() < longest_row_text; ++i) {
    if (i > 0) s += ", ";
    detail::append_json_line(s, i < columns.size() ? columns[i] : std::string());
    s += ": ";
    detail::append_json_value(s, row[i], longest_row_text);
  }
  if (s.size() >= longest_row_text) s = text::cut(s, longest_row_text - 4);
  return s += '}';
}

/// `row_text` of every row.
[[nodiscard]] inline std::vector<std::string> row_texts(db::rows const& of) {
  std::vector<std::string> texts;
  texts.reserve(of.values.size());
  for (auto const& row : of.values) texts.push_back(row_text(of.columns, row));
  return texts;
}

/// Rows of a table with their vectors: a part of what is known of a database.
struct embedded_rows {
  static constexpr bool is_of_whole = true;  ///< of one table, whatever part of the schema is shown

  std::string table{};               ///< its name
  db::rows rows{};                   ///< long cells cut, but not shorter than what was embedded
  retrieve::vector_index vectors{};  ///< of each row; empty if all rows are shown anyway
  bool whole = true;                 ///< whether the table could be read
};

/// Chooses rows of a table: if there are more than `most`, half of them, rounded up, by the cosine of their vectors to the question's, in
/// descending order, ties in the table's order; the other half are drawn from the rest, in the order drawn.
[[nodiscard]] inline table_sample choose_rows(embedded_rows const& from, std::span<float const> question, std::size_t most,
                                              random_numbers random) {
  auto const& rows = from.rows.values;
  table_sample out{from.table, {from.rows.columns, {}}, rows.size() - std::min(most, rows.size())};
  if (rows.size() <= most) {
    out.shown.values = rows;
    return out;
  }
  std::vector<bool> taken(rows.size());
  for (auto const& hit : from.vectors.nearest(question, most - most / 2)) {
    taken[hit.demonstration] = true;
    out.shown.values.push_back(rows[hit.demonstration]);
  }
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!taken[i]) rest.push_back(i);
  t2s::detail::draw_to_front(rest, most / 2, random);
  for (std::size_t i = 0; i < most / 2; ++i) out.shown.values.push_back(rows[rest[i]]);
  return out;
}

/// A SamplerPolicy, the rows of DART-SQL's context-aware prompt (section 3.2): all rows of a small table; for a larger one half by
/// relevance to the rewritten question and half at random, by the run's seed.
///
/// For a very large table it considers only the first `considered` rows, and fewer if those exceed a limit of the database, so that no
/// table is read whole; the trace says of which tables, and what cannot be read. Rows and vectors are a part of what is known of the
/// database: for a `prepared` one they are read and embedded once. They take 4 bytes for each row and dimension, plus the rows.
template <llm::EmbeddingModel Embedder>
struct relevant_rows {
  static constexpr std::string_view name = "relevant_rows";

  std::size_t most = 15;            ///< N of section 3.2: rows of each table; 0 shows none and reads nothing (CAP off in tables 1 to 3)
  std::size_t considered = 25'000;  ///< the first rows of a table, which are considered (ours)
  std::size_t cell_bytes = 500;     ///< of a shown value; a longer one is cut and ends in `...` (ours)
  Embedder* by{};                   ///< the paper's is `retrieve::glove`; must outlive the policy and the prepared database

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> task<Context, samples> {
    samples out;
    if (most == 0) co_return out;
    auto choosing = ctx.span("table content selection");
    std::vector<float> wanted;
    auto const* const budget = ctx.shown_rows();
    auto left = budget ? budget->tokens : unlimited;
    for (auto const* table : knowledge::tables_with_rows(ctx.schema(), budget)) {
      if (left == 0) break;
      auto reading = ctx.lift(known_rows(ctx, table->name));
      auto const from = co_await std::move(reading);
      if (from->rows.values.size() >= considered) choosing.note("only the first rows considered", table->name);
      if (from->rows.values.size() > most && wanted.empty()) {
        std::vector<std::string> texts{asked.clear};
        auto embedding = ctx.embed(model(), std::move(texts));
        auto const given = co_await std::move(embedding);
        wanted = given.vectors.at(0);
      }
      out.tables.push_back(choose_rows(*from, wanted, most, ctx.random(table->name)));
      knowledge::shorten_cells(out.tables.back().shown, cell_bytes);
      if (budget) left -= std::min(left, knowledge::tokens_of_rows(out.tables.back(), most));
    }
    knowledge::keep_rows_within(budget, ctx.schema(), out.tables);
    co_return out;
  }

  /// The first rows of a table with their vectors: a part of what is known of the database. At once or as the context's task.
  template <class Context>
  auto known_rows(Context& ctx, std::string table) const {
    auto const embedder = typeid(Embedder).name() + std::to_string(reinterpret_cast<std::uintptr_t>(by));
    auto called = std::to_string(most) + " " + std::to_string(considered) + " " + std::to_string(cell_bytes) + " " + embedder + " " + table;
    auto read = [this, &ctx, table = std::move(table)] { return embedded(ctx, table); };
    return ctx.known().template part<embedded_rows>(ctx, std::move(called), std::move(read));
  }

 private:
  [[nodiscard]] bool needs_vectors(embedded_rows const& rows) const {
    return rows.rows.values.size() > most && rows.vectors.size() != rows.rows.values.size();
  }

  [[nodiscard]] Embedder& model() const {
    if (by) return *by;
    throw error(errc::invalid_argument, "the rows of the prompt are chosen by vectors, and there is no embedder",
                "give relevant_rows its option by: word vectors opened by retrieve::open_glove, or another embedder");
  }

  template <class Context>
  auto embedded(Context& ctx, std::string table) const -> task<Context, std::shared_ptr<embedded_rows const>> {
    auto out = std::make_shared<embedded_rows>();
    out->table = table;
    auto reading = knowledge::rows_of_table(ctx, std::move(table), considered);
    auto read = co_await std::move(reading);
    out->whole = read.ok();
    out->rows = std::move(read.rows);
    auto texts = needs_vectors(*out) ? row_texts(out->rows) : std::vector<std::string>();
    knowledge::shorten_cells(out->rows, std::max(cell_bytes, longest_row_text));
    if (!texts.empty()) {
      auto embedding = ctx.embed(model(), std::move(texts));
      auto const given = co_await std::move(embedding);
      out->vectors = retrieve::vector_index(given.vectors);
    }
    std::shared_ptr<embedded_rows const> shared = std::move(out);
    co_return shared;
  }
};

}  // namespace t2s::sample

#endif
