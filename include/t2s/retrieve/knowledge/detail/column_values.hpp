// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_COLUMN_VALUES_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_COLUMN_VALUES_HPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/knowledge/detail/column_content.hpp"
#include "t2s/retrieve/knowledge/detail/value_index.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the name and the first values of a column suggest: yes and no, words, codes, numbers.
namespace t2s::knowledge::detail {

/// Whether a column of numbers may hold yes and no, or days: by its type, a name that ends in an adjective, or one that begins with a verb.
inline bool may_be_flag(schema::column const& c) {
  static constexpr std::string_view states[] = {"active", "available", "open", "paid", "private", "public", "sold", "valid", "visible"};
  auto const type = text::lower(c.type);
  auto const words = text::words_of_name(c.name);
  if (type.starts_with("bool") || type == "bit" || type == "tinyint(1)") return true;
  if (words.empty()) return false;
  auto const& last = words.back();
  bool const participle = last.size() > 4 && last.ends_with("ed") && !last.ends_with("eed");
  static constexpr std::string_view verbs[] = {"needs", "need", "requires", "allows", "accepts", "can", "was"};
  bool const verb = words.size() > 1 && t2s::detail::has(verbs, std::string_view(words.front()));
  return participle || verb || t2s::detail::has(states, std::string_view(last));
}

/// The same by a name that says neither an amount nor a place in an order: it may hold yes and no if it has both values and no others.
inline bool may_hold_zeros_and_ones(schema::column const& c) {
  static constexpr std::string_view amounts[] = {
      "age",   "amount",   "attempt", "average",     "balance",  "capacity", "code",   "cost",  "count",   "day",    "depth",
      "digit", "dose",     "fee",     "floor",       "grade",    "height",   "hour",   "id",    "index",   "key",    "length",
      "level", "line",     "minute",  "month",       "num",      "number",   "order",  "page",  "percent", "period", "place",
      "point", "position", "price",   "qty",         "quantity", "quarter",  "rank",   "rate",  "rating",  "ref",    "room",
      "round", "score",    "second",  "sequence",    "size",     "step",     "stock",  "sum",   "term",    "total",  "type",
      "unit",  "value",    "version", "weight",      "week",     "width",    "year",   "no",    "nr",      "amt",    "cnt",
      "pos",   "seq",      "lvl",     "lev",         "yr",       "cap",      "result", "group", "class",   "status", "kind",
      "sex",   "gender",   "temp",    "temperature", "pressure", "pulse",
  };
  if (schema::affinity_of(c.type) != schema::affinity::integer || c.key_position != 0) return false;
  auto const words = text::words_of_name(c.name);
  if (words.empty() || (words.back().ends_with('s') && !words.back().ends_with("ss"))) return false;  // "lines" are counted
  return !t2s::detail::any_of(words, [](std::string const& w) { return t2s::detail::has(amounts, std::string_view(w)); });
}

/// Whether most texts are words and not codes: with at least five letters, some of them small.
inline bool are_words(std::span<std::string const> texts) {
  constexpr std::size_t shortest = 5;
  auto const is_word = [](std::string const& s) {
    return s.size() >= shortest && t2s::detail::any_of(s, [](char c) { return c >= 'a' && c <= 'z'; }) &&
           !t2s::detail::any_of(s, text::is_digit);
  };
  return t2s::detail::count_if(texts, is_word) * 2 > texts.size();
}

/// Whether all texts are too short for what people call a row, or have no letter.
inline bool are_codes(std::span<std::string const> texts) {
  constexpr std::size_t longest = 2;
  return !texts.empty() && t2s::detail::all_of(texts, [](std::string const& s) {
    auto const is_letter = [](char c) { return text::is_letter(c) || static_cast<unsigned char>(c) >= 0x80; };
    return s.size() <= longest || !t2s::detail::any_of(s, is_letter);
  });
}

/// How many of 0 and 1 there are, if there is no other value.
inline std::size_t zeros_and_ones(std::span<std::vector<value> const> rows) {
  bool seen[2] = {};
  for (auto const& row : rows) {
    if (row.empty() || row.front().is_null()) continue;
    auto const* n = row.front().integer();
    if (!n || (*n != 0 && *n != 1)) return 0;
    seen[*n] = true;
  }
  return (seen[0] ? 1U : 0U) + (seen[1] ? 1U : 0U);
}

/// Whether the last word of a name only says that it is a flag.
inline bool is_called_flag(std::string_view last) { return last == "flag" || last == "flg" || last == "yn" || last == "ind"; }

/// Whether nearly all texts of a column are numbers.
inline bool are_numbers(std::span<std::vector<value> const> rows) {
  std::size_t numbers = 0, all = 0;
  for (auto const& row : rows) {
    if (row.empty() || row.front().is_null()) continue;
    auto const* t = row.front().text();
    numbers += !t || is_number(*t) ? 1U : 0U;
    ++all;
  }
  return all > 0 && numbers * 10 >= all * 9;
}

/// Whether an indexed column stores values that are not text. The index counts numeric texts as numbers, too.
inline bool holds_numbers(value_index const& index, indexed_column const& c, schema::column const& declared) {
  if (c.numbers == 0 || schema::affinity_of(declared.type) == schema::affinity::text) return false;
  std::uint64_t of_texts = 0;
  for (auto id = c.first; id < c.last && of_texts < c.numbers; ++id) of_texts += is_number(index.text(id)) ? 1U : 0U;
  return of_texts < c.numbers;
}

inline constexpr std::size_t plain_values_read = 64;

/// The texts and whole numbers of a column, of very many the first ones.
inline std::vector<std::string> plain_values(std::span<std::vector<value> const> rows) {
  std::vector<std::string> found;
  for (auto const& row : rows) {
    if (found.size() >= plain_values_read) break;
    if (row.empty()) continue;
    auto const* number = row.front().integer();
    auto const* text = row.front().text();
    auto value = number ? std::to_string(*number) : text ? *text : std::string();
    if (!value.empty() && !t2s::detail::has(found, value)) found.push_back(std::move(value));
  }
  return found;
}

/// The first texts of a column, enough to see that there are more than two.
inline std::vector<std::string> first_texts(std::span<std::vector<value> const> rows) {
  std::vector<std::string> texts;
  for (auto const& row : rows) {
    auto const* t = row.empty() ? nullptr : row.front().text();
    if (t && !t->empty()) texts.push_back(*t);
    if (texts.size() > 2) break;
  }
  return texts;
}

}  // namespace t2s::knowledge::detail

#endif
