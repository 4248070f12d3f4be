// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_LEXICON_HPP
#define T2S_RETRIEVE_KNOWLEDGE_LEXICON_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/task.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/retrieve/knowledge/detail/column_content.hpp"
#include "t2s/retrieve/knowledge/detail/inferred_key.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon_options.hpp"
#include "t2s/retrieve/knowledge/detail/name_groups.hpp"
#include "t2s/retrieve/knowledge/detail/synonyms.hpp"
#include "t2s/retrieve/knowledge/detail/value_index.hpp"
#include "t2s/retrieve/knowledge/detail/value_key.hpp"

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::knowledge {

namespace detail {
class name_lemmas;
class name_words;
}  // namespace detail

/// A column by its place in the schema, or a whole table.
struct column_id {
  static constexpr std::uint32_t whole_table = 0xFFFFFFFF;  ///< in the place of a column

  std::uint32_t table = 0, column = whole_table;  ///< places in the schema

  /// Whether it is a whole table.
  [[nodiscard]] bool is_table() const noexcept { return column == whole_table; }
  friend auto operator<=>(column_id, column_id) = default;  ///< by table and column
};

/// The place of a table that a schema has, or of one of its columns.
[[nodiscard]] inline column_id id_of(schema::database const& d, schema::table const& t, schema::column const* c = nullptr) {
  auto const table = static_cast<std::uint32_t>(d.place_of(t));
  return c ? column_id{table, static_cast<std::uint32_t>(c - t.columns.data())} : column_id{table};
}

/// A table or column as the linker sees it.
struct named_item {
  column_id where{};                       ///< the table or column
  std::span<std::uint32_t const> words{};  ///< of its name, as places in `lexicon::words()`; the lexicon holds them
  std::span<double const> weights{};       ///< of each word, of sum 1: the share of the name that it stands for
};

/// A stored value and where it stands.
struct stored_value {
  column_id where{};   ///< the column that stores it
  std::string text{};  ///< as it is stored
};

/// A word of a name that a question's word stands for.
struct near_name {
  std::uint32_t word = 0;  ///< its place in `lexicon::words()`
  double likeness = 0;     ///< from 0 to 1
};

/// A phrase of the user's dictionary that this schema has a meaning for.
struct known_phrase {
  std::vector<std::string> lemmas{};  ///< of its words
  column_id means{};                  ///< the table or column
};

/// The names of one database's schema and its stored texts, ready to be looked up by the words of a question.
///
/// Built once for a database and shared: immutable afterwards, any number of threads may read it. It holds the schema and does not
/// refer to the database.
class lexicon {
 public:
  static constexpr bool is_of_whole = true;  ///< it is of the whole database, also where a part is shown

  /// Names, and the values of the columns that `options.index` has; others are added by `add_values`. O(columns), with a thesaurus some
  /// 0.1 ms for each word of a name. Throws what the thesaurus throws, and `error` with `no_such_column` where the user's dictionary names
  /// a column that its table does not have. `keys` is what the values say about keys that are not declared, where there is no index.
  T2S_DECL explicit lexicon(schema::database schema, lexicon_options options = {}, key_facts const& keys = {});

  T2S_DECL lexicon(lexicon&&) noexcept;  ///< a lexicon that was moved from may only be destroyed
  T2S_DECL ~lexicon();

  /// Adds values of a column; what is no text, or too long, only tells the column's form. Not to be called once the lexicon is shared.
  T2S_DECL void add_values(column_id where, std::span<std::vector<value> const> rows);

  /// Says that the values of a column were not read, or not all of them: it counts as one with more than were read. Not to be called once
  /// the lexicon is shared.
  T2S_DECL void leave_out(column_id where, std::string why);

  /// The columns that were left out in whole or in part, in the order in which they were read.
  [[nodiscard]] std::vector<unread_column> const& left_out() const noexcept { return left_out_; }

  /// The names of a database's schema and its stored texts: a part of what is known of it. A `std::shared_ptr<lexicon const>`, at once or
  /// as the context's task. To make it takes at most a statement a column, two a table and one a key that names or values suggest; with an
  /// index of values, those of columns of numbers alone. What failed, or met a limit, is in `left_out`. Throws what the database throws.
  template <class Context>
  [[nodiscard]] static auto of(Context& ctx);

  /// Of the database.
  [[nodiscard]] schema::database const& schema() const noexcept { return schema_; }
  /// What was read of it.
  [[nodiscard]] lexicon_options const& options() const noexcept { return options_; }
  /// The table of an id.
  [[nodiscard]] schema::table const& table(column_id id) const { return schema_.tables()[id.table]; }
  /// The beginning of a table's name that it shares with its group, such as `sales__`; no part of its words. "" where it has none.
  [[nodiscard]] std::string_view group_of(std::uint32_t table) const {
    return std::string_view(schema_.tables()[table].name).substr(0, groups_[table]);
  }
  /// The column of an id.
  [[nodiscard]] schema::column const& column(column_id id) const { return table(id).columns[id.column]; }
  /// What kind of content a column has.
  [[nodiscard]] content content_of(column_id id) const { return roles_[place_of(id)].holds; }

  /// What a column stores, as far as it was read, for `schema::literal_of` and `schema::time_literal`; else what type and name say.
  [[nodiscard]] T2S_DECL schema::stored_form form_of(column_id id) const;

  /// Whether `form_of` is that of values that were read, and no guess.
  [[nodiscard]] T2S_DECL bool knows_form(column_id id) const;

  /// Whether a column holds points in time: by its declared type, the texts that it stores, or a name of nothing else (no `birth_country`).
  [[nodiscard]] T2S_DECL bool is_time(column_id id) const;

  /// How many different values of a column `add_values` needs: of texts and dates for linking, of numbers only where their name is of
  /// times.
  [[nodiscard]] T2S_DECL std::size_t values_wanted(column_id id) const;

  /// Whether the column identifies rows and says nothing else: a key, or a name that ends in "id".
  [[nodiscard]] T2S_DECL bool is_key(column_id id) const;

  /// Whether the column is part of a resolved foreign key of `connected()`.
  [[nodiscard]] bool refers(column_id id) const { return roles_[place_of(id)].refers; }

  /// Whether the column is part of a foreign key of `connected()`, also of one whose table does not exist.
  [[nodiscard]] bool is_foreign_key(column_id id) const { return roles_[place_of(id)].in_foreign_key; }

  /// What a column stores for yes or no, as SQL; nothing if it is no such column: by a name with "is", "has", "flag" or "yn", by texts
  /// such as Y and N, or by a name such as "discontinued" or "active" (or a type BOOLEAN) and no values but 0 and 1.
  [[nodiscard]] T2S_DECL std::optional<std::string> flag_value(column_id id, bool yes) const;

  /// The distinct words of all names, in standard form, and the names made of them.
  [[nodiscard]] std::vector<std::string> const& words() const noexcept { return words_.names(); }
  /// Every name of the schema with its words.
  [[nodiscard]] std::vector<named_item> const& items() const noexcept { return items_; }

  /// The words of names that this word of a question, in standard form, stands for by the thesaurus or the user's dictionary. O(1).
  [[nodiscard]] T2S_DECL std::span<near_name const> synonyms(std::string const& asked) const;

  /// The tables and columns whose descriptions have a word, given as its lemma; in schema order, each once. O(1).
  [[nodiscard]] T2S_DECL std::span<column_id const> described_with(std::string const& lemma) const;

  /// What the user's dictionary calls tables and columns.
  [[nodiscard]] std::vector<known_phrase> const& phrases() const noexcept { return phrases_; }

  /// The item of a table or column. O(1).
  [[nodiscard]] named_item const& item(column_id id) const { return items_[place_of(id)]; }

  /// The places in `items()` of the names that have a word, in their order; a name that has it twice stands there twice. O(1).
  [[nodiscard]] std::span<std::uint32_t const> items_with(std::size_t word) const {
    return std::span(items_by_word_).subspan(first_by_word_[word], first_by_word_[word + 1] - first_by_word_[word]);
  }

  /// The stored values whose words are these, joined by spaces, in lower case or as lemmas. O(1) and the values found; O(log values) with
  /// an index, as the next.
  [[nodiscard]] T2S_DECL std::vector<stored_value> values(std::string const& key) const;

  /// Stored values of several words that contain all these, joined by spaces and in lower case; none if more than `values_per_word` values
  /// have the rarest of them, or if all are stop words or shorter than three letters.
  [[nodiscard]] T2S_DECL std::vector<stored_value> values_with(std::string const& words) const;

  /// Whether the column holds this very text. Only for a column whose texts were all read.
  [[nodiscard]] T2S_DECL bool holds(column_id where, std::string_view text) const;

  /// Whether all texts of a column were read: with an index those of its columns, else those of a column with less than
  /// `values_per_column` of them.
  [[nodiscard]] T2S_DECL bool is_complete(column_id where) const;

  /// The stored value that `text` may be a misspelling of, in one column or in any: the one with the fewest edits, at most one for every
  /// four letters and eight in all, with the same first letter; case and punctuation do not count. Nothing for fewer than four letters.
  /// O(values).
  [[nodiscard]] T2S_DECL std::optional<stored_value> nearest(std::string_view text, std::optional<column_id> where = {}) const;

  /// The schema with the declared keys and, where tables have none, those that names and values suggest.
  [[nodiscard]] schema::database const& connected() const noexcept { return connected_; }

 private:
  static constexpr std::uint32_t nowhere = 0xFFFFFFFF;

  /// What names, declarations and values say of a column.
  struct column_role {
    bool only_key = false, called_id = false, in_foreign_key = false, refers = false;
    bool says_time = false, says_time_alone = false;  // whether the name speaks of a point in time, and of nothing else
    bool is_numeric = false;                          // by affinity: it may hold texts, such as dates
    bool is_cut = false, is_read = false;             // whether there are more values than were read; whether `form` is of values
    content holds = content::text, declared = content::text;
    schema::stored_form form{};
    std::uint32_t flag = nowhere, indexed = nowhere;  // places in `flags_` and in the columns of the index
  };

  /// Some of `item_words_`.
  struct place_range {
    std::size_t begin = 0, end = 0;
  };

  [[nodiscard]] std::size_t place_of(column_id id) const { return first_item_[id.table] + (id.is_table() ? 0 : id.column + 1); }
  [[nodiscard]] T2S_DECL std::optional<std::size_t> place_in_index(column_id id) const;
  T2S_DECL void add_table(std::uint32_t table, detail::name_lemmas& lemmas, detail::name_words& spelt);
  T2S_DECL void add_item(column_id where, std::span<std::uint32_t const> parts, place_range owner, std::string_view common);
  T2S_DECL void read_items();
  T2S_DECL void read_declarations();
  T2S_DECL void read_flag(column_role& of, std::vector<std::string> const& texts);
  T2S_DECL void add_flag(column_role& of, std::string const& yes, std::string const& no);
  T2S_DECL void read_index();
  T2S_DECL void read_neighbours();
  T2S_DECL void read_thesaurus();
  T2S_DECL void read_own_words();
  T2S_DECL void read_descriptions();
  T2S_DECL void read_description(column_id where, std::string const& text);
  T2S_DECL void add_near(std::string const& asked, std::uint32_t named, double likeness);
  [[nodiscard]] T2S_DECL stored_value stored(std::uint32_t place) const;  // in the index, else among the values that were read
  [[nodiscard]] T2S_DECL std::vector<stored_value> stored(std::span<std::uint32_t const> places) const;
  [[nodiscard]] T2S_DECL std::optional<stored_value> nearest_indexed(std::string_view text, std::optional<column_id> where) const;

  schema::database schema_;
  schema::database connected_;
  lexicon_options options_;
  t2s::detail::numbers_by_name words_{};     // each has its place
  std::vector<std::uint32_t> item_words_{};  // of all items, one after the other
  std::vector<double> item_weights_{};       // the same
  std::vector<named_item> items_{};
  std::vector<std::size_t> groups_{};           // of each table: the length of its group's name
  std::vector<std::size_t> first_item_{};       // of each table: its own item, followed by those of its columns
  std::vector<column_role> roles_{};            // of each item
  std::vector<std::string> flags_{};            // of few columns: what one stores for yes and, next, for no
  std::vector<std::uint32_t> items_by_word_{};  // those of the first word, then those of the next
  std::vector<std::size_t> first_by_word_{};    // of each word, and the end of the last
  std::vector<std::uint32_t> traits_{};         // of each word, while names are read
  t2s::detail::lists_by_name<near_name> near_{};
  t2s::detail::lists_by_name<column_id> described_{};               // by a lemma of the description
  std::vector<stored_value> values_{};                              // none with an index
  t2s::detail::lists_by_name<std::uint32_t> by_key_{}, by_word_{};  // their places, by all words of a value and by one of several
  std::vector<column_id> index_places_{};                           // of the index's columns
  std::vector<known_phrase> phrases_{};
  std::vector<unread_column> left_out_{};
};

namespace detail {

/// Says which columns of a database are to be read for a lexicon, one after the other, and takes what was read of each. What is computed
/// comes last: it must not take the time of what is stored.
class values_to_read {
 public:
  /// A column to be read, how many different values of it at most, and whether to see first if its table has rows.
  struct wanted {
    column_id where{};
    std::size_t most = 0;
    bool first_of_table = false;
  };

  /// Of columns of numbers alone, if `numbers_alone`.
  explicit values_to_read(lexicon& into, bool numbers_alone = false)
      : into_(into), numbers_alone_(numbers_alone), end_(clock::now() + std::chrono::duration_cast<clock::duration>(into.options().time)) {
    if (into_.options().progress) count();
  }

  /// The next column to be read, valid until the next call; nullptr when all are.
  [[nodiscard]] T2S_DECL wanted const* next();

  /// Takes the first row of the table of a column, if there is one. False if no column of the table need be read.
  [[nodiscard]] T2S_DECL bool take_first_row(column_id where, db::execution const& row);

  /// Takes what was read of a column.
  T2S_DECL void take(column_id where, db::execution const& found);

 private:
  using clock = std::chrono::steady_clock;

  T2S_DECL void count();
  void tell() const {
    if (all_ > 0) into_.options().progress(done_, all_);
  }
  [[nodiscard]] T2S_DECL std::size_t most_of(column_id where) const;
  T2S_DECL void leave_out_from(column_id where, std::string const& why);

  lexicon& into_;
  bool numbers_alone_;
  clock::time_point end_;
  std::size_t at_ = 0, done_ = 0, all_ = 0;
  bool computed_ = false;
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  std::uint32_t begun_ = none, skipped_ = none;  // tables
  wanted next_{};
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \
    "-Wmismatched-new-delete"  // g++ 12 says so of Asio's coroutine frames where it inlines one of new and delete
#endif
template <class Context>
auto read_lexicon(Context& ctx) -> task<Context, std::shared_ptr<lexicon const>> {
  auto lasting = ctx.span("names and values");
  auto const& given = ctx.known().template options<lexicon_options>();
  bool const indexed = given.index != nullptr;
  key_facts keys;
  if (!indexed) {
    keys_to_check checking(ctx.schema(), given.time / 4);  // the rest is for values
    while (auto const sql = checking.next()) {
      auto asking = ctx.query(*sql);
      auto const found = co_await std::move(asking);
      checking.take(found);
    }
    keys = std::move(checking).facts();
  }
  std::shared_ptr<lexicon> const made(new lexicon(ctx.schema(), given, keys));  // compiles less than make_shared
  values_to_read reading(*made, indexed);
  while (auto const* next = reading.next()) {
    if (next->first_of_table) {
      auto looking = ctx.sample(made->table(next->where).name, 1);
      auto const row = co_await std::move(looking);
      if (!reading.take_first_row(next->where, row)) continue;
    }
    auto asking = ctx.distinct(made->table(next->where).name, made->column(next->where).name, next->most);
    auto const found = co_await std::move(asking);
    reading.take(next->where, found);
  }
  co_return std::shared_ptr<lexicon const>(made);
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace detail

template <class Context>
auto lexicon::of(Context& ctx) {
  return part_of<lexicon>(ctx, {}, [](auto& reader) { return detail::read_lexicon(reader); });
}

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/lexicon.ipp"
#endif

#endif
