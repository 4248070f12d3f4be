// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_TABLE_VECTORS_HPP
#define T2S_RETRIEVE_LINK_DETAIL_TABLE_VECTORS_HPP

#include "t2s/core/detail/needs_rtti.hpp"

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/task.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/retrieve/detail/vector_index.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

namespace t2s::link {

/// Ranks tables by words only.
struct no_vectors {
  /// Empty.
  [[nodiscard]] std::vector<double> nearness(auto&, std::string const&) const { return {}; }
};

/// The text of a table's vector: its name, its description, and the names of its columns. At most 2,048 bytes.
[[nodiscard]] inline std::string table_text(schema::table const& t) {
  constexpr std::size_t most = 2'048;
  auto text = text::join(text::words_of_name(t.name), " ");
  if (!t.description.empty()) text.append(" (").append(t.description).append(")");
  for (auto const& c : t.columns) text.append(&c == t.columns.data() ? ": " : ", ").append(text::join(text::words_of_name(c.name), " "));
  return std::string(text::cut(text, most));
}

/// The vectors of a database's tables: a part of what is known of it.
struct embedded_tables {
  static constexpr bool is_of_whole = true;  ///< of all tables, even if prompts show a part

  retrieve::vector_index vectors{};  ///< of each table, in schema order
};

/// The similarity of tables to a question by the vectors of an embedding model: for `systems::with_schema_retrieval`. One embedding for
/// each question; those of the tables are made once and kept with a `prepared` database.
template <llm::EmbeddingModel Embedder>
struct table_vectors {
  Embedder* by{};           ///< must outlive the policy and the prepared database; if null, tables are ranked by words only
  std::size_t batch = 256;  ///< texts in one request

  /// The cosine of each table, in schema order. Throws as `context::embed`.
  template <class Context>
  auto nearness(Context& ctx, std::string const& question) const -> task<Context, std::vector<double>> {
    if (!by) co_return std::vector<double>();
    auto const name = typeid(Embedder).name() + std::to_string(reinterpret_cast<std::uintptr_t>(by));
    auto reading = ctx.lift(ctx.known().template part<embedded_tables>(ctx, name, [this, &ctx] { return embedded(ctx); }));
    auto const tables = co_await std::move(reading);
    std::vector<std::string> texts{question};
    auto embedding = ctx.lift(ctx.embed(*by, std::move(texts)));
    auto const given = co_await std::move(embedding);
    std::vector<double> all(tables->vectors.size());
    for (auto const& hit : tables->vectors.nearest(given.vectors.at(0), all.size())) all[hit.demonstration] = hit.similarity;
    co_return all;
  }

 private:
  template <class Context>
  auto embedded(Context& ctx) const -> task<Context, std::shared_ptr<embedded_tables const>> {
    auto const& tables = ctx.schema().tables();
    std::vector<std::vector<float>> vectors;
    auto const at_once = std::max<std::size_t>(batch, 1);
    for (std::size_t i = 0; i < tables.size(); i += at_once) {
      std::vector<std::string> texts;
      for (auto t = i; t < std::min(i + at_once, tables.size()); ++t) texts.push_back(table_text(tables[t]));
      auto embedding = ctx.lift(ctx.embed(*by, std::move(texts)));
      auto given = co_await std::move(embedding);
      std::move(given.vectors.begin(), given.vectors.end(), std::back_inserter(vectors));
    }
    std::shared_ptr<embedded_tables const> made = std::make_shared<embedded_tables>(embedded_tables{retrieve::vector_index(vectors)});
    co_return made;
  }
};

}  // namespace t2s::link

#endif
