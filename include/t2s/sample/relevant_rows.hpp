// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SAMPLE_RELEVANT_ROWS_HPP
#define T2S_SAMPLE_RELEVANT_ROWS_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/database.hpp"
#include "t2s/llm/scripted_embedding_model.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/vector_index.hpp"
#include "t2s/run/short_cells.hpp"
#include "t2s/run/table_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sample {

/// The most bytes of a row's text.
inline constexpr std::size_t longest_row_text = 4096;

/// A row as a JSON dictionary, column names as keys: what a row's vector is made of (DART-SQL, section 3.2). At most `longest_row_text`
/// bytes: what is longer is cut and ends in `...`.
[[nodiscard]] T2S_DECL std::string row_text(std::vector<std::string> const& columns, std::vector<value> const& row);

/// `row_text` of every row.
[[nodiscard]] T2S_DECL std::vector<std::string> row_texts(db::rows const& of);

/// Rows of a table with their vectors.
struct embedded_rows {
  std::string table{};               ///< its name
  db::rows rows{};                   ///< long cells cut, to no less than was embedded
  retrieve::vector_index vectors{};  ///< of each row; empty where all rows are shown anyway
};

/// The rows of one database with their vectors, made once and shared by any number of runs, so that none need read and embed them again.
struct row_vectors {
  std::vector<embedded_rows> tables{};  ///< in schema order

  /// The table, or nullptr. O(tables).
  [[nodiscard]] T2S_DECL embedded_rows const* find(std::string_view table) const noexcept;
};

/// Chooses from a table: if there are more than `most` rows, half of them, rounded up, by their vectors' cosine to the question's, falling,
/// ties in the table's order; the other half drawn from the rest, in the order drawn.
[[nodiscard]] T2S_DECL table_sample choose_rows(embedded_rows const& from, std::span<float const> question, std::size_t most,
                                                std::minstd_rand random);

/// A SamplerPolicy, the rows of DART-SQL's context-aware prompt (section 3.2): all rows of a small table; of a larger one half by relevance
/// to the rewritten question and half at random, by the run's seed.
///
/// Of a very large table only the first `considered` rows come into question, and fewer where those exceed a limit of the database, so that
/// none is ever read whole; the trace says of which, and what cannot be read.
/// Without `known` they are read and embedded in each run.
template <llm::EmbeddingModel Embedder>
struct relevant_rows {
  static constexpr std::string_view name = "relevant_rows";

  std::size_t most = 15;            ///< N of section 3.2: rows a table; 0 shows none and reads nothing (CAP off in tables 1 to 3)
  std::size_t considered = 25'000;  ///< rows of a table that come into question, the first ones (ours)
  std::size_t cell_bytes = 500;     ///< of a value that is shown; a longer one is cut and ends in `...` (ours)
  Embedder* by{};                   ///< the paper's is `retrieve::glove`; outlives the policy
  std::shared_ptr<row_vectors const> known{};  ///< of the database, made by `embed_rows` with the same two numbers

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> task<Context, samples> {
    samples out;
    if (most == 0) co_return out;
    auto choosing = ctx.span("table content selection");
    std::vector<float> wanted;
    for (auto const& table : ctx.schema().tables()) {
      if (table.is_view) continue;
      embedded_rows here;
      auto const* from = known ? known->find(table.name) : nullptr;
      if (!from || needs_vectors(*from)) {
        auto reading = embedded(ctx, table.name);
        here = co_await std::move(reading);
        from = &here;
      }
      if (from->rows.values.size() >= considered) choosing.note("only the first rows considered", table.name);
      if (from->rows.values.size() > most && wanted.empty()) {
        std::vector<std::string> texts{asked.clear};
        auto embedding = ctx.embed(model(), std::move(texts));
        auto const given = co_await std::move(embedding);
        wanted = given.vectors.at(0);
      }
      out.tables.push_back(choose_rows(*from, wanted, most, ctx.random(table.name)));
      shorten_cells(out.tables.back().shown, cell_bytes);
    }
    co_return out;
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
  auto embedded(Context& ctx, std::string table) const -> task<Context, embedded_rows> {
    embedded_rows out;
    out.table = table;
    auto reading = rows_of_table(ctx, std::move(table), considered);
    auto read = co_await std::move(reading);
    out.rows = std::move(read.rows);
    auto texts = needs_vectors(out) ? row_texts(out.rows) : std::vector<std::string>();
    shorten_cells(out.rows, std::max(cell_bytes, longest_row_text));
    if (texts.empty()) co_return out;
    auto embedding = ctx.embed(model(), std::move(texts));
    auto const given = co_await std::move(embedding);
    out.vectors = retrieve::vector_index(given.vectors);
    co_return out;
  }
};
static_assert(SamplerPolicy<relevant_rows<llm::scripted_embedding_model>>);

/// Reads the rows of a database, fewer of a table where they exceed its limits, and embeds those of its tables with more than `most`: by a
/// database and a model that answer at once. The vectors take 4 bytes a row and dimension; of a longer cell `longest_row_text` bytes are
/// kept. A table that cannot be read is left out, and each run tries it again. Throws what the two throw.
template <llm::EmbeddingModel Embedder, db::Database Database>
[[nodiscard]] std::shared_ptr<row_vectors const> embed_rows(Database& database, Embedder& by, std::size_t most = 15,
                                                            std::size_t considered = 25'000) {
  auto made = std::make_shared<row_vectors>();
  for (auto const& table : database.schema().tables()) {
    if (table.is_view) continue;
    embedded_rows one;
    one.table = table.name;
    auto asked = considered;
    db::execution read = database.sample(table.name, asked);
    while ((asked = fewer_rows(read, asked)) > 0) read = database.sample(table.name, asked);
    if (!read.ok()) continue;
    one.rows = std::move(read.rows);
    if (one.rows.values.size() > most) {
      llm::embeddings const given = llm::embed_within(by, row_texts(one.rows));
      one.vectors = retrieve::vector_index(given.vectors);
    }
    shorten_cells(one.rows, longest_row_text);
    made->tables.push_back(std::move(one));
  }
  return made;
}

}  // namespace t2s::sample

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sample/impl/relevant_rows.ipp"
#endif

#endif
