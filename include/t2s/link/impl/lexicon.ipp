// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_LEXICON_IPP
#define T2S_LINK_IMPL_LEXICON_IPP

#include "t2s/core/text.hpp"
#include "t2s/link/inferred_keys.hpp"
#include "t2s/link/lexicon.hpp"
#include "t2s/link/words.hpp"
#include "t2s/retrieve/lemma.hpp"
#include "t2s/retrieve/stop_words.hpp"
#include "t2s/retrieve/tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace t2s::link {
namespace detail {

/// The last words of names that are often written together with the word before: "countrycode", "fname".
inline constexpr std::array<std::string_view, 8> heads{"id", "name", "code", "date", "type", "number", "no", "year"};

struct initial {
  std::string_view letters, word;
};
/// What a letter or two stand for before a head.
inline constexpr std::array initials{initial{"f", "first"}, initial{"l", "last"}, initial{"m", "middle"}};

inline std::string_view spelt_out(std::string_view word) {
  for (auto const& i : initials)
    if (i.letters == word) return i.word;
  return word;
}

/// "stuid" as "student id" where a table's name begins so, "fname" as "first name"; else the word.
inline std::vector<std::string> taken_apart(std::string const& word, schema::database const& d) {
  for (auto const head : heads) {
    if (word.size() <= head.size() || !word.ends_with(head)) continue;
    auto const front = word.substr(0, word.size() - head.size());
    for (auto const& i : initials)
      if (i.letters == front) return {std::string(i.word), std::string(head)};
    for (auto const& t : d.tables())
      for (auto const& w : retrieve::lemmas_of_name(t.name)) {
        bool const starts = w.starts_with(front) && (front.size() >= 3 || (front.size() >= 1 && head != "no" && t.find_column(word)));
        if (starts && w != word) return {w, std::string(head)};
      }
    if (front.size() >= 4 && head != "no") return {retrieve::lemma(front), std::string(head)};
  }
  return {word};
}

inline std::vector<std::string> standard_words(std::string_view name, schema::database const& d) {
  std::vector<std::string> out;
  auto const words = retrieve::lemmas_of_name(name);
  for (auto const& whole : words)
    for (auto const& w : taken_apart(whole, d)) {
      auto const s = w == "no" && words.size() > 1 ? "number" : words.size() > 1 ? standard_form(detail::spelt_out(w)) : standard_form(w);
      for (auto const part : text::split(s, ' ')) out.emplace_back(part);
    }
  return out;
}

inline void append_word(std::string& words, std::string_view word) {
  if (!words.empty()) words += ' ';
  words += word;
}

/// Whether most columns of a table begin with this word, which then says nothing.
inline bool begins_most(schema::table const& t, std::string_view word) {
  auto const begins = std::ranges::count_if(t.columns, [word](auto const& c) {
    auto const words = retrieve::lemmas_of_name(c.name);
    return words.size() > 1 && words.front() == word;
  });
  return begins >= 3 && static_cast<std::size_t>(begins) * 2 > t.columns.size();
}

/// Whether nearly all texts of a column are numbers.
inline bool are_numbers(std::span<std::vector<value> const> rows) {
  std::size_t numbers = 0, all = 0;
  for (auto const& row : rows) {
    if (row.empty() || row.front().is_null()) continue;
    ++all;
    auto const* t = row.front().text();
    if (!t) {
      ++numbers;
      continue;
    }
    double read = 0;
    auto const trimmed = text::trim(*t);
    auto const end = std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), read);
    numbers += !trimmed.empty() && end.ptr == trimmed.data() + trimmed.size() ? 1U : 0U;
  }
  return all > 0 && numbers * 10 >= all * 9;
}

/// Units at the end of names, which questions leave out: the "km" and the "2" of `area_km2`.
inline bool is_unit(std::string_view word, std::string_view before) {
  static constexpr std::array<std::string_view, 18> units{"km", "cm",  "mm",  "m",  "kg", "g",   "mg",  "lb",  "ft",
                                                          "mi", "usd", "eur", "gb", "mb", "mib", "mph", "kmh", "hz"};
  bool const squared = word == "2" || word == "3";
  return std::ranges::find(units, squared ? before : word) != units.end();
}

/// What stands for yes and for no, if a column holds nothing else.
inline std::optional<std::pair<std::string, std::string>> yes_and_no(std::span<std::vector<value> const> rows) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> pairs{
      {{"t", "f"}, {"y", "n"}, {"yes", "no"}, {"true", "false"}}};
  std::vector<std::string> texts;
  for (auto const& row : rows)
    if (auto const* t = row.empty() ? nullptr : row.front().text(); t && !t->empty()) texts.push_back(*t);
  if (texts.size() != 2) return {};
  for (auto const& [yes, no] : pairs)
    for (auto const& [a, b] : {std::pair{0, 1}, std::pair{1, 0}})
      if (text::same(texts[static_cast<std::size_t>(a)], yes) && text::same(texts[static_cast<std::size_t>(b)], no))
        return std::pair{texts[static_cast<std::size_t>(a)], texts[static_cast<std::size_t>(b)]};
  return {};
}

inline content declared_content(schema::column const& c) {
  auto const type = text::lower(c.type);
  if (type.find("date") != type.npos || type.find("time") != type.npos) return content::date;
  switch (schema::affinity_of(c.type)) {
    case schema::affinity::integer:
    case schema::affinity::real:
    case schema::affinity::numeric: return type.find("bool") != type.npos ? content::text : content::number;
    default: return content::text;
  }
}

}  // namespace detail

T2S_DECL std::string value_key(std::string_view text) {
  std::string key;
  bool inside = false;
  for (char const c : text) {
    bool const part = text::is_letter(c) || text::is_digit(c);
    if (part && !inside && !key.empty()) key += ' ';
    if (part) key += text::lower(c);
    inside = part;
  }
  return key;
}

T2S_DECL lexicon::lexicon(schema::database schema, lexicon_options options)
    : schema_(std::move(schema)), connected_(with_inferred_keys(schema_)), options_(options) {
  for (std::uint32_t t = 0; t < schema_.tables().size(); ++t) {
    auto const& table = schema_.tables()[t];
    first_item_.push_back(items_.size());
    add_item({t}, table.name, {});
    auto const owner = items_.back().words;
    contents_.emplace_back();
    for (std::uint32_t c = 0; c < table.columns.size(); ++c) {
      add_item({t, c}, table.columns[c].name, owner);
      contents_.back().push_back(detail::declared_content(table.columns[c]));
    }
  }
}

T2S_DECL void lexicon::add_item(column_id where, std::string_view name, std::vector<std::uint32_t> const& owner) {
  named_item item{where, {}, {}};
  double sum = 0;
  auto const parts = detail::standard_words(name, schema_);
  bool const identifies = parts.size() > 1 && parts.back() == "id" && !where.is_table();
  for (auto const& w : parts) {
    auto const place = word(w);
    bool const repeats_table = std::ranges::any_of(owner, [&](auto o) { return o == place || likeness(words_[o], w) >= 0.8; });
    bool const common = !where.is_table() && &w == &parts.front() && parts.size() > 1 && detail::begins_most(table(where), w);
    item.words.push_back(place);
    bool const unit = &w != &parts.front() && detail::is_unit(w, *(&w - 1));
    item.weights.push_back(retrieve::is_stop_word(w) || unit ? 0.1 : repeats_table || common ? 0.35 : identifies && w != "id" ? 0.5 : 1.0);
    sum += item.weights.back();
  }
  for (auto& w : item.weights) w /= sum;
  items_.push_back(std::move(item));
}

T2S_DECL std::uint32_t lexicon::word(std::string_view standard) {
  auto const [found, added] = word_places_.try_emplace(std::string(standard), static_cast<std::uint32_t>(words_.size()));
  if (added) words_.emplace_back(standard);
  return found->second;
}

T2S_DECL content lexicon::content_of(column_id id) const { return contents_[id.table][id.column]; }

T2S_DECL bool lexicon::is_key(column_id id) const {
  auto const& c = column(id);
  if (c.key_position != 0 && table(id).primary_key().size() == 1 && content_of(id) == content::number) return true;
  auto const words = detail::standard_words(c.name, schema_);
  if (!words.empty() && words.back() == "id") return true;
  return std::ranges::any_of(connected_.tables()[id.table].foreign_keys,
                             [&](auto const& k) { return k.resolved && std::ranges::find(k.columns, c.name) != k.columns.end(); });
}

T2S_DECL std::optional<std::string> lexicon::flag_value(column_id id, bool yes) const {
  if (auto const found = flags_.find(id); found != flags_.end()) return to_sql(value(yes ? found->second.first : found->second.second));
  auto const words = retrieve::lemmas_of_name(column(id).name);
  bool const called =
      words.size() > 1 && (words.front() == "be" || words.front() == "have" || words.back() == "flag" || words.back() == "yn");
  if (!called || content_of(id) != content::number) return {};
  return yes ? "1" : "0";
}

T2S_DECL void lexicon::add_values(column_id where, std::span<std::vector<value> const> rows) {
  if (rows.size() >= options_.values_per_column) cut_.insert(where);
  if (auto pair = detail::yes_and_no(rows)) flags_[where] = std::move(*pair);
  if (content_of(where) == content::text && detail::are_numbers(rows)) contents_[where.table][where.column] = content::number;
  for (auto const& row : rows) {
    auto const* text = row.empty() ? nullptr : row.front().text();
    if (!text || text->empty() || text->size() > options_.value_bytes) continue;
    auto key = value_key(*text);
    if (key.empty()) continue;
    auto const words = text::split(key, ' ');
    std::string lemmas;
    for (auto const w : words) detail::append_word(lemmas, retrieve::lemma(w));
    if (words.size() > 1)
      for (auto const w : words)
        if (w.size() > 2 && !retrieve::is_stop_word(w)) parts_[std::string(w)].push_back({where, *text});
    if (lemmas != key) values_[lemmas].push_back({where, *text});
    values_[std::move(key)].push_back({where, *text});
  }
}

T2S_DECL std::span<stored_value const> lexicon::values(std::string const& key) const {
  auto const found = values_.find(key);
  return found == values_.end() ? std::span<stored_value const>() : found->second;
}

T2S_DECL bool lexicon::holds(column_id where, std::string_view text) const {
  return std::ranges::any_of(values(value_key(text)), [&](stored_value const& v) { return v.where == where && v.text == text; });
}

T2S_DECL std::optional<stored_value> lexicon::nearest(std::string_view text, std::optional<column_id> where) const {
  auto const key = value_key(text);
  if (key.size() < 4) return {};
  std::optional<stored_value> best;
  std::size_t least = key.size() / 4;
  for (auto const& [known, values] : values_) {
    auto const difference = known.size() > key.size() ? known.size() - key.size() : key.size() - known.size();
    if (known.front() != key.front() || difference > least) continue;
    auto const distance = text::edit_distance(key, known);
    if (distance > least) continue;
    for (auto const& v : values) {
      if (where && v.where != *where) continue;
      bool const first = distance == least && best && std::pair(best->text, best->where) <= std::pair(v.text, v.where);
      if (!first) best = v;  // the map has no order of its own: of equally near values the first by text and place
      least = distance;
    }
  }
  return best;
}

T2S_DECL std::span<stored_value const> lexicon::values_with(std::string const& word) const {
  auto const found = parts_.find(word);
  return found == parts_.end() ? std::span<stored_value const>() : found->second;
}

}  // namespace t2s::link

#endif
