// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_API_DETAIL_EXAMPLES_HPP
#define T2S_SERVE_API_DETAIL_EXAMPLES_HPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/database.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::serve::detail {

/// The forms of questions, in the order in which they are tried.
enum class question_form { count, greatest, with_value, each_value, average, list };

/// A question about one table, and what its SQL must name.
struct proposed_question {
  question_form form{};
  std::string text{};
  std::string table{};
  std::vector<std::string> columns{};
  std::string value{};  ///< a stored text, or ""
};

/// A name as words: "order_items" and "OrderItems" are "order items", "tbl_account" is "account".
[[nodiscard]] inline std::string in_words(std::string_view name) {
  static constexpr std::array<std::string_view, 9> marks{"tbl", "table", "tab", "t", "dim", "fact", "stg", "vw", "v"};
  auto words = text::words_of_name(name);
  auto const is_mark = [](std::string const& w) { return std::ranges::find(marks, w) != marks.end(); };
  if (words.size() > 1 && is_mark(words.front())) words.erase(words.begin());
  if (words.size() > 1 && is_mark(words.back())) words.pop_back();
  return text::join(words, " ");
}

/// The singular of a name in words.
[[nodiscard]] inline std::string singular_of(std::string const& words) {
  auto const last = words.rfind(' ') + 1;  // 0 if there is one word
  return words.substr(0, last) + retrieve::lemma(words.substr(last));
}

/// The plural of a name in words, which may be one already.
[[nodiscard]] inline std::string plural_of(std::string words) {
  if (singular_of(words) != words) return words;
  for (std::string_view const end : {"s", "x", "ch", "sh"})
    if (words.ends_with(end)) return words + "es";
  bool const after_vowel = words.size() > 1 && std::string_view("aeiou").find(words[words.size() - 2]) != std::string_view::npos;
  if (words.ends_with("y") && !after_vowel) return words.replace(words.size() - 1, 1, "ies");
  return words + "s";
}

[[nodiscard]] inline bool is_measure(schema::column const& c) {
  auto const type = text::lower(c.type), name = text::lower(c.name);
  if (c.key_position != 0 || name.ends_with("id") || name.ends_with("code") || name.ends_with("year")) return false;
  return std::ranges::any_of(std::array{"int", "real", "num", "dec", "double", "float"},
                             [&](char const* word) { return type.find(word) != type.npos; });
}

[[nodiscard]] inline bool is_name(schema::column const& c) {
  return text::lower(c.name).ends_with("name") || text::lower(c.name) == "title";
}

/// A text that reads well in a question: of letters, digits and blanks, and not long.
[[nodiscard]] inline bool reads_well(std::string_view stored) {
  auto const fits = [](char c) { return text::is_letter(c) || text::is_digit(c) || c == ' ' || c == '-'; };
  return stored.size() > 1 && stored.size() <= 24 && text::trim(stored) == stored && text::is_letter(stored.front()) &&
         std::ranges::all_of(stored, fits);
}

/// A column of few different texts, and one of them; nullptr without one.
template <class Database>
[[nodiscard]] std::pair<schema::column const*, std::string> category_of(schema::table const& t, Database& by) {
  constexpr std::size_t few = 12, most_tried = 8;
  std::size_t looked_at = 0;
  for (auto const& c : t.columns) {
    bool const is_text = text::lower(c.type).find("char") != std::string::npos || text::lower(c.type).find("text") != std::string::npos;
    if (!is_text || is_name(c) || c.key_position != 0 || ++looked_at > most_tried) continue;
    db::execution const found = by.distinct(t.name, c.name, few + 1);
    if (!found.ok() || found.rows.values.size() < 2 || found.rows.values.size() > few) continue;
    for (auto const& row : found.rows.values)
      if (auto stored = to_string(row.front()); reads_well(stored)) return {&c, std::move(stored)};
  }
  return {};
}

/// Questions about a table in the words of its names and values, one of each form at most. Throws what the database throws.
template <class Database>
[[nodiscard]] std::vector<proposed_question> proposed_questions(schema::table const& t, Database& by) {
  std::vector<proposed_question> out;
  auto const one = singular_of(in_words(t.name)), all = plural_of(in_words(t.name));
  schema::column const *name = nullptr, *number = nullptr;
  for (auto const& c : t.columns) {
    if (!name && is_name(c)) name = &c;
    if (!number && is_measure(c)) number = &c;
  }
  auto const add = [&](question_form form, std::string text, std::vector<std::string> columns, std::string value = {}) {
    out.push_back({form, std::move(text), t.name, std::move(columns), std::move(value)});
  };
  using enum question_form;
  add(count, "How many " + all + " are there?", {});
  if (name && number)
    add(greatest, "What is the " + in_words(name->name) + " of the " + one + " with the highest " + in_words(number->name) + "?",
        {name->name, number->name});
  if (auto const [column, stored] = category_of(t, by); column) {
    add(with_value, "How many " + all + " have the " + in_words(column->name) + " " + stored + "?", {column->name}, stored);
    add(each_value, "How many " + all + " are there for each " + in_words(column->name) + "?", {column->name});
  }
  if (number) add(average, "What is the average " + in_words(number->name) + " of all " + all + "?", {number->name});
  if (name) add(list, "List the " + in_words(name->name) + " of all " + all + ".", {name->name});
  return out;
}

/// Whether SQL names just the table, the columns and the value that the question was made of.
[[nodiscard]] inline bool is_sql_of(proposed_question const& q, std::string_view statement, schema::database const& d) {
  auto const read = sql::parse(statement, d);
  if (!read) return false;
  auto const named = sql::entities_of(*read);
  auto const tables = named.table_names();
  if (tables.size() != 1 || !text::same(tables.front(), q.table)) return false;
  auto const bare = [](std::string const& column) { return text::lower(column.substr(column.rfind('.') + 1)); };
  std::vector<std::string> found, wanted;
  for (auto const& c : named.column_names()) found.push_back(bare(c));
  for (auto const& c : q.columns) wanted.push_back(text::lower(c));
  for (auto* list : {&found, &wanted}) std::ranges::sort(*list);
  return found == wanted && statement.find(q.value) != statement.npos;
}

}  // namespace t2s::serve::detail

#endif
