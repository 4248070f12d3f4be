// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEXICON_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEXICON_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/task.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/retrieve/knowledge/detail/code_meanings.hpp"
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

struct learned_fact;

/// A column by its index in the schema, or a whole table.
struct column_id {
  static constexpr std::uint32_t whole_table = 0xFFFFFFFF;  ///< `column` of a whole table

  std::uint32_t table = 0, column = whole_table;  ///< indices into the schema

  /// Whether it is a whole table.
  [[nodiscard]] bool is_table() const noexcept { return column == whole_table; }
  friend auto operator<=>(column_id, column_id) = default;  ///< by table and column
};

/// The id of a table of a schema, or of one of its columns.
[[nodiscard]] inline column_id id_of(schema::database const& d, schema::table const& t, schema::column const* c = nullptr) {
  auto const table = static_cast<std::uint32_t>(d.place_of(t));
  return c ? column_id{table, static_cast<std::uint32_t>(c - t.columns.data())} : column_id{table};
}

/// A table or column for the linker.
struct named_item {
  column_id where{};                       ///< the table or column
  std::span<std::uint32_t const> words{};  ///< of its name, as indices into `lexicon::words()`; the lexicon holds them
  std::span<double const> weights{};       ///< of each word, with sum 1: its share of the name
};

/// A stored value and its column.
struct stored_value {
  column_id where{};   ///< the column that stores it
  std::string text{};  ///< as stored
};

/// A word of a name that a question's word means.
struct near_name {
  std::uint32_t word = 0;  ///< its index in `lexicon::words()`
  double likeness = 0;     ///< from 0 to 1
};

/// A phrase of the user's dictionary, or of a column's description, with a meaning in this schema.
struct known_phrase {
  std::vector<std::string> lemmas{};  ///< of its words
  column_id means{};                  ///< its meaning, a table or column
  double score = 1.2;                 ///< of its links: more than of a name with the same words
};

/// The names of one database's schema and its stored texts, indexed by the words of questions.
///
/// Built once for a database and shared: immutable afterwards, any number of threads may read it. It holds the schema, not the database.
class lexicon {
 public:
  static constexpr bool is_of_whole = true;  ///< it covers the whole database, even if prompts show a part

  /// Reads names, and the values of the columns in `options.index`; `add_values` adds others. O(columns); with a thesaurus about 0.1 ms for
  /// each word of a name. Throws what the thesaurus throws, and `error` with `no_such_column` if the user's dictionary names an unknown
  /// column of a table. `keys` is what the values imply for undeclared keys, if there is no index.
  T2S_DECL explicit lexicon(schema::database schema, lexicon_options options = {}, key_facts const& keys = {});

  T2S_DECL lexicon(lexicon&&) noexcept;  ///< a moved-from lexicon can only be destroyed
  T2S_DECL ~lexicon();

  /// Adds values of a column; values that are not text, or too long, only determine its form. Do not call it once the lexicon is shared.
  T2S_DECL void add_values(column_id where, std::span<std::vector<value> const> rows);

  /// Records that the values of a column were not read, or not all: it counts as having more. Do not call it once the lexicon is shared.
  T2S_DECL void leave_out(column_id where, std::string why);

  /// The columns that were left out in whole or in part, in the order of reading.
  [[nodiscard]] std::vector<unread_column> const& left_out() const noexcept { return left_out_; }

  /// The names of a database's schema and its stored texts: a part of what is known of it. A `std::shared_ptr<lexicon const>` or the
  /// context's task. Reading takes at most one statement for each column, two for each table and one for each key that names or values
  /// suggest; with a value index, only the numeric columns are read. `left_out` lists failures and exceeded limits. Throws what the
  /// database throws.
  template <class Context>
  [[nodiscard]] static auto of(Context& ctx);

  /// The schema of the database.
  [[nodiscard]] schema::database const& schema() const noexcept { return schema_; }
  /// The options that it was read with.
  [[nodiscard]] lexicon_options const& options() const noexcept { return options_; }
  /// The table of an id.
  [[nodiscard]] schema::table const& table(column_id id) const { return schema_.tables()[id.table]; }
  /// The prefix of a table's name that its group shares, such as `sales__`; not part of its words. "" without a group.
  [[nodiscard]] std::string_view group_of(std::uint32_t table) const {
    return std::string_view(schema_.tables()[table].name).substr(0, groups_[table]);
  }
  /// The column of an id.
  [[nodiscard]] schema::column const& column(column_id id) const { return table(id).columns[id.column]; }
  /// What kind of content a column has.
  [[nodiscard]] content content_of(column_id id) const { return roles_[place_of(id)].holds; }

  /// The form of a column's values read so far, for `schema::literal_of` and `schema::time_literal`; otherwise inferred from type and name.
  [[nodiscard]] T2S_DECL schema::stored_form form_of(column_id id) const;

  /// Whether `form_of` comes from values that were read, and is not a guess.
  [[nodiscard]] T2S_DECL bool knows_form(column_id id) const;

  /// Whether a column holds points in time: by its declared type, its stored texts, or an unambiguous name (not `birth_country`).
  [[nodiscard]] T2S_DECL bool is_time(column_id id) const;

  /// How many distinct values of a column `add_values` needs: texts and dates for linking, numbers only if the name suggests times.
  [[nodiscard]] T2S_DECL std::size_t values_wanted(column_id id) const;

  /// Whether the column only identifies rows: a key, or a name that ends in "id".
  [[nodiscard]] T2S_DECL bool is_key(column_id id) const;

  /// Whether the column is part of a resolved foreign key of `connected()`.
  [[nodiscard]] bool refers(column_id id) const { return roles_[place_of(id)].refers; }

  /// Whether the column is part of a foreign key of `connected()`, even one whose table does not exist.
  [[nodiscard]] bool is_foreign_key(column_id id) const { return roles_[place_of(id)].in_foreign_key; }

  /// What a column stores for yes or no, as SQL; nothing for other columns. It is recognised by a name with "is", "has", "flag" or "yn", by
  /// texts such as Y and N, or by no values but 0 and 1 if its name does not suggest an amount.
  [[nodiscard]] T2S_DECL std::optional<std::string> flag_value(column_id id, bool yes) const;

  /// Whether most texts of a column are words and not codes, as far as they were read.
  [[nodiscard]] bool holds_words(column_id id) const { return roles_[place_of(id)].words; }

  /// Whether a column stores codes of one or two characters or of digits, or codes that its description explains.
  [[nodiscard]] bool holds_codes(column_id id) const {
    auto const& role = roles_[place_of(id)];
    return role.codes || role.described != nowhere;
  }

  /// The unit of a column's numbers as a lemma, from `lexicon_options::confirmed`; "" if it is not known.
  [[nodiscard]] T2S_DECL std::string_view unit_of(column_id id) const;

  /// Whether many names are written in short forms, so that a short word rather abbreviates a word of a question than means another.
  [[nodiscard]] bool has_short_names() const noexcept { return short_names_; }

  /// The distinct words of all names, in standard form.
  [[nodiscard]] std::vector<std::string> const& words() const noexcept { return words_.names(); }
  /// Every name of the schema with its words.
  [[nodiscard]] std::vector<named_item> const& items() const noexcept { return items_; }

  /// The words of names that a word of a question, in standard form, means by the thesaurus or the user's dictionary. O(1).
  [[nodiscard]] T2S_DECL std::span<near_name const> synonyms(std::string const& asked) const;

  /// The tables and columns whose descriptions contain a word, given as its lemma; in schema order, each once. O(1).
  [[nodiscard]] T2S_DECL std::span<column_id const> described_with(std::string const& lemma) const;

  /// The phrases of the user's dictionary, and short descriptions, for tables and columns.
  [[nodiscard]] std::vector<known_phrase> const& phrases() const noexcept { return phrases_; }

  /// The item of a table or column. O(1).
  [[nodiscard]] named_item const& item(column_id id) const { return items_[place_of(id)]; }

  /// The indices in `items()` of the names that contain a word, in order; a name that contains it twice is listed twice. O(1).
  [[nodiscard]] std::span<std::uint32_t const> items_with(std::size_t word) const {
    return std::span(items_by_word_).subspan(first_by_word_[word], first_by_word_[word + 1] - first_by_word_[word]);
  }

  /// The stored values whose words are these, joined by spaces, in lower case or as lemmas; first the codes that mean these words; codes of
  /// countries only if nothing else is found. O(1) and the values found; O(log values) with an index, as the next.
  [[nodiscard]] T2S_DECL std::vector<stored_value> values(std::string const& key) const;

  /// Stored values of several words that contain all these, joined by spaces and in lower case; empty if more than `values_per_word` values
  /// have the rarest of them, or if all are stop words or shorter than three letters.
  [[nodiscard]] T2S_DECL std::vector<stored_value> values_with(std::string const& words) const;

  /// Whether the column holds exactly this text. Only for a column whose texts were all read.
  [[nodiscard]] T2S_DECL bool holds(column_id where, std::string_view text) const;

  /// Whether all texts of a column were read: with an index for its columns, else for columns with less than `values_per_column` texts.
  [[nodiscard]] T2S_DECL bool is_complete(column_id where) const;

  /// The stored value that `text` may be a misspelling of, in one column or in any: that with the fewest edits, at most one for every four
  /// letters and eight in all, with the same first letter; case and punctuation are ignored. None for fewer than four letters. O(values).
  [[nodiscard]] T2S_DECL std::optional<stored_value> nearest(std::string_view text, std::optional<column_id> where = {}) const;

  /// The schema with the declared keys and, for tables without, those that names and values suggest.
  [[nodiscard]] schema::database const& connected() const noexcept { return connected_; }

 private:
  static constexpr std::uint32_t nowhere = 0xFFFFFFFF;

  /// What names, declarations and values imply for a column.
  struct column_role {
    bool only_key = false, called_id = false, in_foreign_key = false, refers = false;
    bool mentions_time = false, mentions_only_time = false;  // whether the name mentions a point in time; whether it mentions nothing else
    bool is_numeric = false;                                 // by affinity: it may still hold texts, such as dates
    bool words = false, codes = false;                       // whether most of its texts are words; whether all are codes
    bool is_cut = false, is_read = false;  // whether there are more values than were read; whether `form` comes from values
    content holds = content::text, declared = content::text;
    schema::stored_form form{};
    std::optional<schema::time_form> times{};         // what the user says of the form
    std::uint32_t flag = nowhere, indexed = nowhere;  // indices into `flags_` and into the columns of the index
    std::uint32_t described = nowhere;                // index into `described_codes_`
  };

  /// A range of `item_words_`.
  struct place_range {
    std::size_t begin = 0, end = 0;
  };

  [[nodiscard]] std::size_t place_of(column_id id) const { return first_item_[id.table] + (id.is_table() ? 0 : id.column + 1); }
  [[nodiscard]] T2S_DECL std::optional<std::size_t> place_in_index(column_id id) const;
  T2S_DECL void add_table(schema::table const& worded, std::uint32_t table, detail::name_lemmas& lemmas, detail::name_words& spelt);
  T2S_DECL void add_item(column_id where, std::span<std::uint32_t const> parts, place_range owner, std::string_view common);
  [[nodiscard]] T2S_DECL schema::stored_form assumed_form(column_id id) const;
  T2S_DECL void read_items();
  T2S_DECL void read_declarations();
  T2S_DECL void read_flag(column_role& of, std::vector<std::string> const& texts);
  T2S_DECL void add_flag(column_role& of, std::string const& yes, std::string const& no);
  T2S_DECL void read_index();
  T2S_DECL void read_neighbours();
  T2S_DECL void read_neighbours_of_short(std::uint32_t word);
  T2S_DECL void read_thesaurus();
  T2S_DECL void read_own_words();
  T2S_DECL void read_learned();
  T2S_DECL void read_code(column_id where, std::string const& code, std::string_view means,
                          t2s::detail::lists_by_name<std::uint32_t>& into);
  T2S_DECL void read_descriptions();
  T2S_DECL void read_description(column_id where, std::string const& text);
  T2S_DECL void read_meaning(column_id where, std::string const& text);
  T2S_DECL void settle_countries(column_id where, std::span<std::string const> stored);
  T2S_DECL void settle_codes(column_id where, std::span<std::string const> stored);
  T2S_DECL void add_near(std::string const& asked, std::uint32_t named, double likeness);
  [[nodiscard]] T2S_DECL stored_value stored(std::uint32_t place) const;  // in the index, else among the values that were read
  [[nodiscard]] T2S_DECL std::vector<stored_value> stored(std::span<std::uint32_t const> places) const;
  [[nodiscard]] T2S_DECL std::optional<stored_value> nearest_indexed(std::string_view text, std::optional<column_id> where) const;

  schema::database schema_;
  schema::database connected_;
  lexicon_options options_;
  t2s::detail::numbers_by_name words_{};     // each with its index
  std::vector<std::uint32_t> item_words_{};  // of all items, one item after the other
  std::vector<double> item_weights_{};       // the same
  std::vector<named_item> items_{};
  std::vector<std::size_t> groups_{};           // for each table: the length of its group's prefix
  std::vector<std::size_t> first_item_{};       // for each table: its own item, followed by those of its columns
  std::vector<column_role> roles_{};            // for each item
  std::vector<std::string> flags_{};            // for a few columns: the text for yes and then for no
  std::vector<std::uint32_t> items_by_word_{};  // those of the first word, then those of the next
  std::vector<std::size_t> first_by_word_{};    // for each word, and the end of the last
  std::vector<std::uint32_t> traits_{};         // for each word, while names are read
  t2s::detail::lists_by_name<near_name> near_{};
  t2s::detail::lists_by_name<column_id> described_{};               // by a lemma of the description
  std::vector<stored_value> values_{};                              // empty with an index
  t2s::detail::lists_by_name<std::uint32_t> by_key_{}, by_word_{};  // indices of values, by all their words and by one of several
  std::vector<stored_value> codes_{};
  std::vector<std::vector<detail::code_meaning>> described_codes_{};  // of a column each; used once its values show that they are codes
  t2s::detail::lists_by_name<std::uint32_t> by_meaning_{}, by_country_{};  // indices of codes, by what is said of this database and by
                                                                           // what is known of any
  std::vector<std::pair<column_id, std::string>> units_{};                 // lemmas
  std::vector<column_id> index_places_{};                                  // of the index's columns
  std::vector<known_phrase> phrases_{};
  std::vector<unread_column> left_out_{};
  bool short_names_ = false;
};

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/lexicon.ipp"
#include "t2s/retrieve/knowledge/detail/lexicon_codes.ipp"
#endif

#endif
