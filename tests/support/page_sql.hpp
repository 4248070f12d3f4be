// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_PAGE_SQL_HPP
#define T2S_TESTS_SUPPORT_PAGE_SQL_HPP

#include "support/folder.hpp"

#include <stdexcept>
#include <string>

namespace t2s::test {

/// The text with `by` in every place of `what`.
inline std::string with(std::string text, std::string const& what, std::string const& by) {
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + by.size())) text.replace(at, what.size(), by);
  return text;
}

/// The first SQL of a page, which makes a user that can only read.
inline std::string page_sql(std::string const& page) {
  std::string const text = read_file(page), mark = "```sql\n";
  auto const begin = text.find(mark) + mark.size();
  auto const end = text.find("\n```", begin);
  if (end == text.npos) throw std::logic_error(page + " has no SQL");
  return text.substr(begin, end - begin);
}

}  // namespace t2s::test

#endif
