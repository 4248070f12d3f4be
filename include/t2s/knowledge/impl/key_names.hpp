// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_KEY_NAMES_HPP
#define T2S_KNOWLEDGE_IMPL_KEY_NAMES_HPP

#include "t2s/core/internal/numbers.hpp"
#include "t2s/core/internal/search.hpp"
#include "t2s/core/text.hpp"
#include "t2s/knowledge/impl/name_words.hpp"
#include "t2s/knowledge/internal/column_content.hpp"
#include "t2s/knowledge/internal/inferred_key.hpp"
#include "t2s/schema/schema.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the names of columns say about the keys of a database.
namespace t2s::knowledge::detail {

/// Words by which columns are called that tell rows apart.
inline constexpr std::array<std::string_view, 4> key_heads{"id", "number", "code", "key"};

[[nodiscard]] inline bool is_key_head(std::string_view word) { return t2s::detail::has(key_heads, word); }

/// Whether the last word of a column's name says that it tells rows apart.
[[nodiscard]] inline bool is_called_key(std::string_view column) {
  auto const words = retrieve::lemmas_of_name(column);
  if (words.empty()) return false;
  auto const& last = words.back();
  return is_key_head(standard_form(last)) || last == "no" || (last.size() > 2 && last.ends_with("id"));
}

/// Names so common that they do not tell a table.
[[nodiscard]] inline bool tells_nothing(std::string_view words) {
  return words == "name" || words == "type" || words == "title" || words == "description" || is_key_head(words);
}

/// Whether a type is of documents or shapes: nothing refers by them, and PostgreSQL cannot tell whether two of them are equal.
[[nodiscard]] inline bool is_of_documents(std::string_view type) {
  static constexpr std::array<std::string_view, 14> types{"json", "jsonb",   "xml",    "point",    "line",      "lseg",     "box",
                                                          "path", "polygon", "circle", "geometry", "geography", "tsvector", "tsquery"};
  auto plain = text::lower(type);
  plain.resize(std::min(plain.find_first_of("([ "), plain.size()));  // json[], geometry(Point,4326)
  return t2s::detail::has(types, plain);
}

/// Whether the values of a column are worth a look: it is stored, and neither a time, a number that is measured nor a document.
[[nodiscard]] inline bool may_be_key(schema::table const& t, schema::column const& c) {
  return !is_computed(t, c) && declared_content(c) != content::date && schema::affinity_of(c.type) != schema::affinity::real &&
         !is_of_documents(c.type);
}

/// A name as its words in standard form, one text to look up: "cust_no" and "CustNo" are "cust number".
class plain_names {
 public:
  plain_names(schema::database const& d, name_lemmas& lemmas) : lemmas_(lemmas), spelt_(d, lemmas, words_) {}

  /// Without the marks of keys ("fk") at its ends.
  [[nodiscard]] std::vector<std::string> of(std::string_view name) {
    std::vector<std::string> found;
    for (auto const place : spelt_.standard(lemmas_.of(name))) found.push_back(words_.names()[place]);
    for (auto& w : found)
      if (w == "no") w = "number";
    while (found.size() > 1 && is_mark(found.front())) found.erase(found.begin());
    while (found.size() > 1 && is_mark(found.back())) found.pop_back();
    return found;
  }

  [[nodiscard]] static std::string joined(std::span<std::string const> words) {
    std::string out;
    for (auto const& w : words) out.append(out.empty() ? "" : " ").append(w);
    return out;
  }

 private:
  [[nodiscard]] static bool is_mark(std::string_view word) { return word == "fk" || word == "pk" || word == "sk" || word == "ref"; }

  name_lemmas& lemmas_;
  t2s::detail::numbers_by_name words_{};
  name_words spelt_;
};

/// A column that tells the rows of its table apart.
struct identifier {
  std::uint32_t table = 0, column = 0;
  bool is_main = false;  // the best of its table: its declared key, or what stands for one
  bool is_sure = false;  // declared, or unique by its values
  bool is_home = false;  // called as its table: `state_name` of `state`
  std::string words{};   // of its name
};

/// Finds the columns that tell the rows of each table apart: the declared key, else what is unique; where no values are known, what is
/// called so.
class identifier_search {
 public:
  identifier_search(schema::database const& d, std::span<std::size_t const> groups, plain_names& names, key_facts const& facts)
      : database_(d), facts_(facts), names_(names) {
    for (std::uint32_t t = 0; t < d.tables().size(); ++t) {
      auto const whole = names_.of(d.tables()[t].name);
      auto const own = groups[t] == 0 ? whole : names_.of(std::string_view(d.tables()[t].name).substr(groups[t]));
      owner_.push_back({plain_names::joined(whole), plain_names::joined(own)});
      main_.push_back(none);
      if (!d.tables()[t].is_view) find_in(t);
    }
  }

  /// The words of a table's name, and those without the beginning of its group.
  struct table_words {
    std::string whole, own;
  };

  [[nodiscard]] std::vector<identifier> const& found() const { return found_; }
  /// The main one of a table, or nullptr.
  [[nodiscard]] identifier const* main_of(std::uint32_t table) const {
    return main_[table] < found_.size() ? &found_[main_[table]] : nullptr;
  }
  /// Whether the name is the table's, or begins with it and a head or "name" follows.
  [[nodiscard]] bool is_called_as_table(std::vector<std::string> const& words, std::uint32_t t) const {
    auto const all = plain_names::joined(words);
    for (auto const* owner : {&owner_[t].own, &owner_[t].whole}) {
      if (owner->empty()) continue;
      if (all == *owner) return true;
      if (all.starts_with(*owner + " ") && tells_nothing(std::string_view(all).substr(owner->size() + 1))) return true;
    }
    bool const one_word = owner_[t].own.find(' ') == std::string::npos;  // `order_id` of `order_item` is the order's
    return words.size() > 1 && one_word && tells_nothing(words.back()) && abbreviates(words.front(), owner_[t].own);
  }

  /// The words of a table's name.
  [[nodiscard]] table_words const& words_of(std::uint32_t table) const { return owner_[table]; }

 private:
  void find_in(std::uint32_t t) {
    auto const& table = database_.tables()[t];
    auto const declared = t2s::detail::count_if(table.columns, [](schema::column const& c) { return c.key_position != 0; });
    if (declared > 1) return;
    auto const* known = declared == 0 ? unique_of(table) : nullptr;
    std::size_t best = none;
    int least = known ? 6 : 3;  // without values the name must say it
    for (std::uint32_t c = 0; c < table.columns.size(); ++c) {
      auto const& column = table.columns[c];
      bool const is_declared = column.key_position != 0;
      if (!is_declared && (!may_be_key(table, column) || (known && !t2s::detail::has(known->columns, column.name)))) continue;
      auto const words = names_.of(column.name);
      identifier id{t, c, false, is_declared || known, is_called_as_table(words, t), plain_names::joined(words)};
      int const rank = is_declared ? -1 : declared != 0 ? 6 : rank_of(words, t, c);
      if (!id.is_sure && !is_key_head(words.empty() ? std::string() : words.back())) continue;
      if (rank < least) least = rank, best = found_.size();
      found_.push_back(std::move(id));
    }
    if (best < found_.size()) found_[best].is_main = true, main_[t] = best;
  }

  [[nodiscard]] unique_columns const* unique_of(schema::table const& t) const {
    auto const is_before = [](unique_columns const& u, std::string const& name) { return u.table < name; };
    auto const at = std::lower_bound(facts_.unique.begin(), facts_.unique.end(), t.name, is_before);
    return at != facts_.unique.end() && at->table == t.name ? &*at : nullptr;
  }

  /// The lower, the more likely a column is what people take for the key.
  [[nodiscard]] int rank_of(std::vector<std::string> const& words, std::uint32_t t, std::uint32_t c) const {
    bool const is_head = !words.empty() && is_key_head(words.back()), own = is_called_as_table(words, t);
    if (is_head && (words.size() == 1 || own)) return words.back() == "id" ? 0 : 1;
    if (is_head && c == 0) return 2;
    if (own) return 3;
    return c == 0 ? 4 : is_head || (words.size() == 1 && words.front() == "name") ? 5 : 6;
  }

  static constexpr auto none = static_cast<std::size_t>(-1);

  schema::database const& database_;
  key_facts const& facts_;
  plain_names& names_;
  std::vector<table_words> owner_{};
  std::vector<identifier> found_{};
  std::vector<std::size_t> main_{};  // of each table, its place in `found_`
};

}  // namespace t2s::knowledge::detail

#endif
