// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_EMBEDDED_HPP
#define T2S_RETRIEVE_EMBEDDED_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/detail/masked_question.hpp"
#include "t2s/retrieve/detail/pool_schemas.hpp"
#include "t2s/retrieve/detail/vector_index.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace t2s::retrieve {

/// Items with vectors of the texts that represent them, in an index such as `vector_index` or `hnsw_index`. Immutable; any number of
/// threads may search it.
template <class Item, class Index = vector_index>
class embedded {
 public:
  embedded() = default;

  /// The index has one vector for each item, in order; `note` says where it came from. Throws `error` with `invalid_argument` if the
  /// numbers differ.
  embedded(std::vector<Item> items, Index index, std::string note = {})
      : items_(std::move(items)), index_(std::move(index)), note_(std::move(note)) {
    if (index_.size() == items_.size()) return;
    throw error(errc::invalid_argument,
                "there are " + std::to_string(index_.size()) + " vectors of " + std::to_string(items_.size()) + " items",
                "give one vector per item, in the order of the items");
  }

  /// `vectors` are those of the items, in order. Throws also what the index throws.
  embedded(std::vector<Item> items, std::span<std::vector<float> const> vectors) : embedded(std::move(items), Index(vectors)) {}

  /// The number of items.
  [[nodiscard]] std::size_t size() const noexcept { return index_.size(); }
  /// The item at an index.
  [[nodiscard]] Item const& operator[](std::size_t i) const noexcept { return items_[i]; }

  /// Searches the index.
  [[nodiscard]] std::vector<hit> nearest(std::span<float const> to, std::size_t k) const { return index_.nearest(to, k); }

  /// A message for the user about a stored index: that it was made again and why, or could not be written. Empty if it was opened
  /// unchanged.
  [[nodiscard]] std::string const& note() const noexcept { return note_; }

 private:
  std::vector<Item> items_{};
  Index index_{};
  std::string note_{};
};

/// The model of an option. Throws `error` with `invalid_argument`, which names the option, if it has none.
template <class Model>
[[nodiscard]] Model& given_model(Model* model, std::string const& option) {
  if (!model) throw error(errc::invalid_argument, "there is no embedding model to compare questions with", "set " + option);
  return *model;
}

namespace detail {

template <class Embedder>
[[nodiscard]] std::string identity_of(Embedder const& by, std::string const& named) {
  if (!named.empty()) return named;
  if constexpr (requires {
                  { by.identity() } -> std::convertible_to<std::string>;
                })
    return by.identity();
  else
    throw error(errc::invalid_argument, "an index that is kept needs the name of its embedding model", "set index_place::embedder");
}

/// Where to store an index that must be made, and why it must.
struct index_to_make {
  std::string file{};
  index_stamp stamp{};
  std::string why{};

  /// Writes the index and returns the message about it; a failure must not lose the vectors from the model.
  template <class Index>
  [[nodiscard]] std::string keep(Index const& index) const {
    if (file.empty()) return {};
    auto note = "the index \"" + file + "\" " + why + ": it was made anew";
    try {
      save_index(index, file, stamp);
      return note;
    } catch (error const& e) {
      return note + ", and is not kept: " + e.what();
    }
  }
};

}  // namespace detail

/// Asks an embedding model for the vectors of items: a shared `embedded`, at once or as an `awaitable`. `text_of(item)` is the embedded
/// text. `by` is asked once, for all, unless there are no items or the file of `kept` has the index of these texts by this model; otherwise
/// the index is written there.
///
/// Throws what `by` and the index throw; with a file also `error` with `invalid_argument` if the model has neither name nor identity, and,
/// before the model is asked, as `open_index` and with `file_unwritable`.
template <class Index = vector_index, class Item, llm::EmbeddingModel Embedder, class TextOf>
[[nodiscard]] auto embed_items(Embedder& by, std::vector<Item> items, TextOf text_of, index_place const& kept = {}) {
  using given = run_mode<decltype(by.embed(std::vector<std::string>()))>;
  using found = embedded<Item, Index>;
  if (items.empty()) return given::lift(std::make_shared<found const>());
  std::vector<std::string> texts;
  texts.reserve(items.size());
  for (auto const& item : items) texts.push_back(text_of(item));

  detail::index_to_make to_make{kept.file, {}, {}};
  if (!kept.file.empty()) {
    to_make.stamp = stamp_of(texts, detail::identity_of(by, kept.embedder), kept.dimensions);
    auto opened = open_index<Index>(kept.file, to_make.stamp);
    if (opened.index) return given::lift(std::make_shared<found const>(std::move(items), std::move(*opened.index)));
    detail::require_index_place(kept.file);
    to_make.why = std::move(opened.why_not);
  }
  return then(llm::embed_within(by, std::move(texts)),
              [items = std::move(items), to_make = std::move(to_make)](llm::embeddings const& answered) mutable {
                Index index(answered.vectors);
                auto note = to_make.keep(index);
                return std::make_shared<found const>(std::move(items), std::move(index), std::move(note));
              });
}

/// Demonstrations with the vectors of their question, masked question or skeleton.
using embedded_pool = embedded<demonstration>;

/// A pool with the vectors of its questions: see `embed_items`.
///
///     auto const pool = t2s::retrieve::embed_pool(embedder, t2s::retrieve::read_pool("train.json"));
///     auto const kept = t2s::retrieve::embed_pool(embedder, t2s::retrieve::read_pool("train.json"),
///                                                 {.file = "train.index", .embedder = "text-embedding-3-small"});
template <class Index = vector_index, llm::EmbeddingModel Embedder>
[[nodiscard]] auto embed_pool(Embedder& by, std::vector<demonstration> pool, index_place const& kept = {}) {
  return embed_items<Index>(by, std::move(pool), [](demonstration const& d) { return d.question; }, kept);
}

/// A pool with the vectors of its masked questions; otherwise as `embed_pool`. Names are those of the schemas of the demonstrations'
/// databases; for a database that `schemas` lacks, those that the pool's SQL uses. Values are the literals of a question's own SQL. The SQL
/// is parsed as `dialect`, a constant such as `sql::postgres`.
template <class Index = vector_index, llm::EmbeddingModel Embedder>
[[nodiscard]] auto embed_masked_pool(Embedder& by, std::vector<demonstration> pool, index_place const& kept = {},
                                     sql::grammar const& dialect = sql::sqlite, pool_schemas const& schemas = {}) {
  pool_masker const by_names(with_schemas_from_sql(schemas, pool, dialect));
  auto const masked = [&](demonstration const& d) { return by_names.masked(d, dialect); };
  return embed_items<Index>(by, std::move(pool), masked, kept);
}

/// Knowledge about one database with its vectors: the snapshot of an encoding-knowledge table that runs share.
using embedded_knowledge = embedded<knowledge>;

/// Knowledge with the vectors of its texts (`to_text`): see `embed_items`.
///
///     auto const known = t2s::retrieve::embed_knowledge(embedder, store.of("industry"));
template <class Index = vector_index, llm::EmbeddingModel Embedder>
[[nodiscard]] auto embed_knowledge(Embedder& by, std::vector<knowledge> rows, index_place const& kept = {}) {
  return embed_items<Index>(by, std::move(rows), [](knowledge const& k) { return to_text(k); }, kept);
}

}  // namespace t2s::retrieve

#endif
