// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_API_DETAIL_EXAMPLES_HPP
#define T2S_SERVE_API_DETAIL_EXAMPLES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve::detail {

/// "order_items" and "OrderItems" as words: "order items".
[[nodiscard]] inline std::string in_words(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    char const c = name[i];
    bool const capital = c >= 'A' && c <= 'Z';
    bool const before_small = i > 0 && name[i - 1] >= 'a' && name[i - 1] <= 'z';
    if (c == '_' || c == '-' || (capital && before_small)) out += ' ';
    if (c != '_' && c != '-') out += capital ? static_cast<char>(c + ('a' - 'A')) : c;
  }
  return out;
}

[[nodiscard]] inline bool is_number(schema::column const& c) {
  auto const type = text::lower(c.type);
  auto const name = text::lower(c.name);
  bool const is_key = c.key_position != 0 || name.ends_with("id") || name.ends_with("code") || name.ends_with("year");
  for (auto const* word : {"int", "real", "num", "dec", "double", "float"})
    if (type.find(word) != type.npos) return !is_key;
  return false;
}

/// Questions that the schema suggests to new users: the number of rows of a table, its names, the largest of its numbers.
[[nodiscard]] inline std::vector<std::string> example_questions(schema::database const& d, std::size_t most = 4) {
  std::vector<std::string> out;
  for (auto const& t : d.tables()) {
    if (out.size() >= most || t.is_view) continue;
    auto const rows = in_words(t.name);
    if (out.empty()) out.push_back(std::string("How many ").append(rows).append(" are there?"));
    schema::column const *name = nullptr, *number = nullptr;
    for (auto const& c : t.columns) {
      if (!name && (text::lower(c.name).ends_with("name") || text::lower(c.name) == "title")) name = &c;
      if (!number && is_number(c)) number = &c;
    }
    if (name && number && out.size() < most)
      out.push_back(std::string("What is the ")
                        .append(in_words(name->name))
                        .append(" of the ")
                        .append(rows)
                        .append(" with the highest ")
                        .append(in_words(number->name))
                        .append("?"));
    else if (name && out.size() < most)
      out.push_back(std::string("List the ").append(in_words(name->name)).append(" of all ").append(rows).append("."));
    else if (number && out.size() < most)
      out.push_back(std::string("What is the average ").append(in_words(number->name)).append(" of ").append(rows).append("?"));
  }
  return out;
}

}  // namespace t2s::serve::detail

#endif
