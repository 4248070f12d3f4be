// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_GOLD_ALTERNATIVES_HPP
#define T2S_LAB_EVALUATION_DETAIL_GOLD_ALTERNATIVES_HPP

#include "t2s/core/detail/csv_data.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/python_text.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/retrieve/pool.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Gold SQL as defog's sql-eval writes it, in CSV: `SELECT {id, name} FROM users; SELECT {id, name} FROM members`.
namespace t2s::evaluation::detail {

/// The parts of SQL between a character, which does not count in quotes, and a comma not in parentheses.
inline std::vector<std::string_view> parts_between(std::string_view sql, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0, depth = 0;
  char quote = '\0';
  for (std::size_t i = 0; i < sql.size(); ++i) {
    char const c = sql[i];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
      continue;
    }
    if (c == '\'' || c == '"' || c == '`') quote = c;
    if (c == '(') ++depth;
    if (c == ')' && depth > 0) --depth;
    if (c != separator || (c == ',' && depth > 0)) continue;
    parts.push_back(sql.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(sql.substr(begin));
  return parts;
}

/// The more columns are in braces, the more golds there are: 2^n - 1.
inline constexpr std::size_t most_in_braces = 8;

/// One query for each choice of the columns in its first braces, those with few columns first; `{}` after them stands for the same columns.
/// Nothing if there are more than `most_in_braces`.
inline std::optional<std::vector<std::string>> choices_of(std::string_view query) {
  auto const before = parts_between(query, '{').front();
  auto const close = query.find('}', before.size());
  if (before.size() == query.size() || close == query.npos) return std::vector{std::string(query)};
  auto const columns = parts_between(query.substr(before.size() + 1, close - before.size() - 1), ',');
  if (columns.size() > most_in_braces) return {};
  std::vector<unsigned> masks;
  for (unsigned mask = 1; mask < 1U << columns.size(); ++mask) masks.push_back(mask);
  std::ranges::sort(masks, {}, [](unsigned mask) { return std::pair(std::popcount(mask), mask); });
  std::vector<std::string> all;
  for (auto const mask : masks) {
    std::string chosen;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (((mask >> i) & 1U) != 0) chosen.append(chosen.empty() ? "" : ", ").append(text::trim(columns[i]));
    all.push_back(std::string(before) + chosen + replaced(std::string(query.substr(close + 1)), "{}", chosen));
  }
  return all;
}

/// The golds of a text with alternatives, each once; nothing as in `choices_of`.
inline std::optional<std::vector<std::string>> alternatives_of(std::string_view written) {
  std::vector<std::string> all;
  for (auto const part : parts_between(written, ';')) {
    auto query = text::trim(part);
    if (query.ends_with(';')) query.remove_suffix(1);  // after a quote that another dialect writes with a backslash
    if (query.empty()) continue;
    auto const some = choices_of(query);
    if (!some) return {};
    for (auto const& sql : *some)
      if (std::ranges::find(all, sql) == all.end()) all.push_back(sql);
  }
  return all;
}

/// Whether the first line, a header of CSV, names a column.
inline bool has_column(std::string_view content, std::string_view name) {
  auto const header = python_strip(content);
  for (auto const part : text::split(header.substr(0, header.find_first_of("\r\n")), ',')) {
    auto column = text::trim(part);
    if (column.size() > 1 && column.front() == '"' && column.back() == '"') column = column.substr(1, column.size() - 2);
    if (text::same(text::trim(column), name)) return true;
  }
  return false;
}

/// Whether a text is CSV with questions and their SQL.
inline bool is_csv_of_golds(std::string_view content) {
  return has_column(content, "question") && (has_column(content, "query") || has_column(content, "sql"));
}

/// Questions with gold SQL as CSV. Where the database is called `db_name`, as sql-eval has it, the SQL may have alternatives.
inline gold_set gold_of_csv(std::string_view content, std::string_view name) {
  gold_set gold{std::string(name), {}, {}, {}};
  gold.questions = retrieve::parse_pool(content, name, retrieve::gold_sql::optional, &gold.forms);
  gold.dialogues.push_back(gold.questions.size());
  if (!has_column(content, "db_name")) return gold;
  for (auto& q : gold.questions) {
    auto const number = std::to_string(&q - gold.questions.data() + 1);
    auto all = alternatives_of(q.sql);
    if (!all)
      t2s::detail::malformed(name, "record " + number + ": over " + std::to_string(most_in_braces) + " columns are in braces",
                             "write the golds out, with ; between them");
    q.sql = all->empty() ? std::string() : all->front();
    if (!all->empty()) all->erase(all->begin());
    gold.choices.emplace_back().queries = *std::move(all);
  }
  return gold;
}

}  // namespace t2s::evaluation::detail

#endif
