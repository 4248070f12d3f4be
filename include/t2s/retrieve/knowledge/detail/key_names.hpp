// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEY_NAMES_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEY_NAMES_HPP

#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/knowledge/detail/column_content.hpp"
#include "t2s/retrieve/knowledge/detail/inferred_key.hpp"
#include "t2s/retrieve/knowledge/detail/name_words.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the names of columns suggest about the keys of a database.
namespace t2s::knowledge::detail {

/// Words that name identifying columns.
inline constexpr std::string_view key_heads[] = {"id", "number", "code", "key"};

[[nodiscard]] inline bool is_key_head(std::string_view word) { return t2s::detail::has(key_heads, word); }

/// Whether the last word of a column's name suggests that it identifies rows.
[[nodiscard]] inline bool is_called_key(std::string_view column) {
  auto const words = retrieve::lemmas_of_name(column);
  if (words.empty()) return false;
  auto const& last = words.back();
  return is_key_head(standard_form(last)) || last == "no" || (last.size() > 2 && last.ends_with("id"));
}

/// Names too common to suggest a table.
[[nodiscard]] inline bool is_too_common(std::string_view words) {
  return words == "name" || words == "type" || words == "title" || words == "description" || is_key_head(words);
}

/// Whether a type holds documents or shapes: they are not references, and PostgreSQL cannot compare them for equality.
[[nodiscard]] inline bool is_of_documents(std::string_view type) {
  static constexpr std::string_view types[] = {"json", "jsonb",   "xml",    "point",    "line",      "lseg",     "box",
                                               "path", "polygon", "circle", "geometry", "geography", "tsvector", "tsquery"};
  auto plain = text::lower(type);
  plain.resize(std::min(plain.find_first_of("([ "), plain.size()));  // json[], geometry(Point,4326)
  return t2s::detail::has(types, std::string_view(plain));
}

/// Whether a column is worth checking: it is stored, and neither a time, a measured number nor a document.
[[nodiscard]] inline bool may_be_key(schema::table const& t, schema::column const& c) {
  return !is_computed(t, c) && declared_content(c) != content::date && schema::affinity_of(c.type) != schema::affinity::real &&
         !is_of_documents(c.type);
}

/// A name in standard form: "cust_no" and "CustNo" are "cust number".
struct plain_name {
  std::vector<std::string> words{};
  std::string all{};  ///< the words as one search text

  /// The words from an index on, as one text.
  [[nodiscard]] std::string from(std::size_t first) const {
    std::string out;
    for (auto i = first; i < words.size(); ++i) out.append(out.empty() ? "" : " ").append(words[i]);
    return out;
  }
};

/// The names of a schema in standard form. Many columns have the same name: each name is read once.
class plain_names {
 public:
  plain_names(schema::database const& d, name_lemmas& lemmas) : lemmas_(lemmas), spelt_(d, lemmas, words_) {}

  /// Without markers of keys ("fk") at its ends. Valid as long as this object.
  [[nodiscard]] plain_name const& of(std::string_view name) {
    auto const [place, is_new] = read_.add(name, names_.size());
    if (is_new) names_.push_back(read(name));
    return names_[place];
  }

 private:
  [[nodiscard]] plain_name read(std::string_view name) {
    plain_name found;
    auto places = spelt_.standard(lemmas_.of(name));
    while (places.size() > 1 && is_mark(words_.names()[places.front()])) places = places.subspan(1);
    while (places.size() > 1 && is_mark(words_.names()[places.back()])) places = places.first(places.size() - 1);
    for (auto const place : places) {
      auto const& word = words_.names()[place];
      found.words.push_back(word == "no" ? "number" : word);
    }
    found.all = found.from(0);
    return found;
  }

  [[nodiscard]] static bool is_mark(std::string_view word) { return word == "fk" || word == "pk" || word == "sk" || word == "ref"; }

  name_lemmas& lemmas_;
  t2s::detail::numbers_by_name words_{}, read_{};
  name_words spelt_;
  std::deque<plain_name> names_{};
};

/// A column that identifies the rows of its table.
struct identifier {
  std::uint32_t table = 0, column = 0;
  bool is_main = false;  // the best of its table: its declared key, or the column most like a key
  bool is_sure = false;  // declared, or unique by its values
  bool is_home = false;  // named like its table: `state_name` of `state`
  std::string words{};   // of its name
};

/// Finds the columns that identify the rows of each table: the declared key, else unique columns; without values, those with such names.
class identifier_search {
 public:
  identifier_search(schema::database const& d, std::vector<std::size_t> const& groups, plain_names& names, key_facts const& facts)
      : database_(d), facts_(facts), names_(names) {
    for (std::uint32_t t = 0; t < d.tables().size(); ++t) {
      std::string_view const name = d.tables()[t].name;
      whole_.push_back(names_.of(name).all);
      own_.push_back(groups[t] == 0 ? whole_.back() : names_.of(name.substr(groups[t])).all);
      main_.push_back(none);
      if (!d.tables()[t].is_view) find_in(t);
    }
  }

  [[nodiscard]] std::vector<identifier> const& found() const { return found_; }
  /// The main one of a table, or nullptr.
  [[nodiscard]] identifier const* main_of(std::uint32_t table) const {
    return main_[table] < found_.size() ? &found_[main_[table]] : nullptr;
  }
  /// Whether the name is the table's name, optionally followed by a head or "name".
  [[nodiscard]] bool is_called_as_table(plain_name const& name, std::uint32_t t) const {
    auto const& words = name.words;
    std::string_view const all = name.all;
    for (auto const* owner : {&own_[t], &whole_[t]}) {
      if (owner->empty() || !all.starts_with(*owner)) continue;
      if (all.size() == owner->size()) return true;
      if (all[owner->size()] == ' ' && is_too_common(all.substr(owner->size() + 1))) return true;
    }
    bool const one_word = own_[t].find(' ') == std::string::npos;  // `order_id` of `order_item` belongs to the order
    return words.size() > 1 && one_word && is_too_common(words.back()) && abbreviates(words.front(), own_[t]);
  }

  /// The words of a table's name.
  [[nodiscard]] std::string const& whole_name(std::uint32_t table) const { return whole_[table]; }
  /// The words without the prefix of its group.
  [[nodiscard]] std::string const& own_name(std::uint32_t table) const { return own_[table]; }

 private:
  void find_in(std::uint32_t t) {
    auto const& table = database_.tables()[t];
    auto const declared = t2s::detail::count_if(table.columns, [](schema::column const& c) { return c.key_position != 0; });
    if (declared > 1) return;
    auto const* known = declared == 0 ? unique_of(table) : nullptr;
    std::size_t best = none;
    int least = known ? 6 : 3;  // without values the name must suggest it
    for (std::uint32_t c = 0; c < table.columns.size(); ++c) {
      auto const& column = table.columns[c];
      bool const is_declared = column.key_position != 0;
      if (!is_declared && (!may_be_key(table, column) || (known && !t2s::detail::has(known->columns, column.name)))) continue;
      auto const& name = names_.of(column.name);
      identifier id{t, c, false, is_declared || known, is_called_as_table(name, t), name.all};
      int const rank = is_declared ? -1 : declared != 0 ? 6 : rank_of(name, id.is_home, c);
      if (!id.is_sure && (name.words.empty() || !is_key_head(name.words.back()))) continue;
      if (rank < least) {
        least = rank;
        best = found_.size();
      }
      found_.push_back(std::move(id));
    }
    if (best < found_.size()) {
      found_[best].is_main = true;
      main_[t] = best;
    }
  }

  [[nodiscard]] unique_columns const* unique_of(schema::table const& t) const {
    auto const at = t2s::detail::partition_point(facts_.unique, [&](unique_columns const& u) { return u.table < t.name; });
    return at < facts_.unique.size() && facts_.unique[at].table == t.name ? &facts_.unique[at] : nullptr;
  }

  /// The lower, the more a column looks like a key.
  [[nodiscard]] static int rank_of(plain_name const& name, bool own, std::uint32_t c) {
    auto const& words = name.words;
    bool const is_head = !words.empty() && is_key_head(words.back());
    if (is_head && (words.size() == 1 || own)) return words.back() == "id" ? 0 : 1;
    if (is_head && c == 0) return 2;
    if (own) return 3;
    return c == 0 ? 4 : is_head || (words.size() == 1 && words.front() == "name") ? 5 : 6;
  }

  static constexpr auto none = static_cast<std::size_t>(-1);

  schema::database const& database_;
  key_facts const& facts_;
  plain_names& names_;
  std::vector<std::string> whole_{}, own_{};  // the words of tables' names
  std::vector<identifier> found_{};
  std::vector<std::size_t> main_{};  // for each table, its index into `found_`
};

}  // namespace t2s::knowledge::detail

#endif
