// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_LINES_HPP
#define T2S_EVALUATION_IMPL_LINES_HPP

#include "t2s/core/impl/json_data.hpp"
#include "t2s/core/text.hpp"
#include "t2s/evaluation/impl/python_text.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Lines of text as Spider's official program, a Python script, reads them.
namespace t2s::evaluation::detail {

using t2s::detail::line_number;
using t2s::detail::malformed;
using t2s::detail::without_mark;

/// One line with something on it.
struct line {
  std::string_view content{};  ///< without white space around it
  std::size_t number{};        ///< from 1

  [[nodiscard]] std::string_view before_tab() const { return content.substr(0, content.find('\t')); }
};

/// The lines of a text, parted into dialogues at each empty line. One empty line at the end is none.
///
/// Throws `malformed_data` for text that is not UTF-8, with its line.
inline std::vector<std::vector<line>> dialogues_of(std::string_view content, std::string_view name) {
  std::vector<std::vector<line>> all(1);
  std::size_t number = 0;
  while (!content.empty()) {
    auto const end = content.find_first_of("\r\n");
    auto const found = content.substr(0, end);
    ++number;
    if (text::first_invalid_utf8(found)) malformed(name, line_number(number) + " is not UTF-8", "convert the file to UTF-8");
    if (auto const stripped = python_strip(found); stripped.empty())
      all.emplace_back();
    else
      all.back().push_back({stripped, number});
    auto const ending = content.substr(std::min(end, content.size())).starts_with("\r\n") ? 2U : 1U;
    content.remove_prefix(end == content.npos ? content.size() : end + ending);
  }
  if (all.back().empty()) all.pop_back();
  return all;
}

}  // namespace t2s::evaluation::detail

#endif
