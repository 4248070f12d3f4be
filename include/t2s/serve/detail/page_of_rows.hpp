// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_PAGE_OF_ROWS_HPP
#define T2S_SERVE_DETAIL_PAGE_OF_ROWS_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/serve/detail/data_block.hpp"
#include "t2s/serve/detail/json_values.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::serve {

/// A range of rows of a result.
struct page_of_rows {
  std::size_t first = 0;   ///< its first row in the result
  std::size_t count = 0;   ///< the number of rows
  bool more = false;       ///< whether further rows follow
  bool too_large = false;  ///< not even one row fits
};

/// The rows of `of` that fit, starting at `first`. `cut`: `of` is not the whole result.
[[nodiscard]] inline page_of_rows page_of(db::rows const& of, std::size_t first, std::size_t most, std::size_t bytes, bool cut) {
  page_of_rows p;
  p.first = first;
  std::size_t used = 0;
  auto const end = of.values.size();
  while (first + p.count < end && p.count < most) {
    for (auto const& v : of.values[first + p.count]) used += answer_bytes(v);
    if (used > bytes) break;
    ++p.count;
  }
  p.more = cut || first + p.count < end;
  p.too_large = p.count == 0 && first < end && most > 0;
  return p;
}

/// Adds "columns", "rows", "row_count", "more" and "next_offset" to an answer.
inline void add_page(boost::json::object& to, db::rows const& of, page_of_rows const& p) {
  to["columns"] = json_texts(of.columns);
  auto& rows = to["rows"].emplace_array();
  rows.reserve(p.count);
  for (std::size_t i = p.first; i < p.first + p.count; ++i) rows.push_back(json_row(of.values[i]));
  to["row_count"] = p.count;
  to["more"] = p.more;
  to["next_offset"] = p.more ? boost::json::value(p.first + p.count) : boost::json::value(nullptr);
}

/// A text of a cell, on one line, without an end of the cell and of at most 2,000 bytes, the last of which say how long it is.
[[nodiscard]] inline std::string text_of_cell(std::string_view s) {
  constexpr std::size_t most = 2'000;
  std::string out;
  for (char const c : one_line(text::cut(s, most))) out.append(c == '|' ? "\\" : "").append(1, c);
  if (s.size() > most) out.append("(cut: it has ").append(std::to_string(s.size())).append(" bytes)");
  return out;
}

/// A cell of the text for a model.
[[nodiscard]] inline std::string cell_text(value const& v) {
  if (auto const* b = v.bytes()) {
    std::string out(1, '(');  // g++ 12 warns of an overflow that does not exist if a literal is joined to a text
    return out.append(std::to_string(b->bytes.size())).append(" bytes)");
  }
  return v.text() ? text_of_cell(*v.text()) : to_string(v);
}

/// The rows as text, in a block of data: a line of names, then a line for each row, with " | " between cells, in which a | is "\\|"; the
/// last line gives their number.
[[nodiscard]] inline std::string text_of_page(db::rows const& of, page_of_rows const& p, std::string_view how_to_go_on) {
  std::string out;
  for (std::size_t i = 0; i < of.columns.size(); ++i) out.append(i == 0 ? "" : " | ").append(text_of_cell(of.columns[i]));
  for (std::size_t i = p.first; i < p.first + p.count; ++i) {
    out += '\n';
    for (std::size_t c = 0; c < of.values[i].size(); ++c) out.append(c == 0 ? "" : " | ").append(cell_text(of.values[i][c]));
  }
  out = data_block(out);
  out.append("\n(").append(std::to_string(p.count)).append(p.count == 1 ? " row" : " rows");
  if (p.first > 0) out.append(" from row ").append(std::to_string(p.first + 1)).append(" on");
  if (p.more) out.append("; there are more: ").append(how_to_go_on);
  return out.append(")");
}

}  // namespace t2s::serve

#endif
