// SPDX-License-Identifier: BSL-1.0
// Helpers to inspect pages and pictures.
#ifndef T2S_TESTS_REPORT_MARKUP_HPP
#define T2S_TESTS_REPORT_MARKUP_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::test {

inline bool has(std::string const& text, std::string_view part) { return text.find(part) != text.npos; }

inline std::size_t count(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

/// The text between two parts, at the first occurrence; "" if they do not occur.
inline std::string between(std::string_view text, std::string_view begin, std::string_view end) {
  auto const from = text.find(begin);
  if (from == text.npos) return {};
  auto const to = text.find(end, from + begin.size());
  return std::string(text.substr(from + begin.size(), to == text.npos ? 0 : to - from - begin.size()));
}

/// "" if every element is closed in order, attributes are quoted, and nothing else contains < or a lone &; else the fault.
inline std::string ill_formed(std::string_view page) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < page.size();) {
    if (page[at] == '&' && page.substr(at, 10).find(';') == page.npos) return "a lone & at " + std::string(page.substr(at, 30));
    if (page[at] != '<') {
      if (page[at] == '>' && (open.empty() || open.back() != "style")) return "a lone > before " + std::string(page.substr(at, 30));
      ++at;
      continue;
    }
    auto const end = page.find('>', at);
    if (end == page.npos) return "an open tag at the end";
    auto const tag = page.substr(at + 1, end - at - 1);
    at = end + 1;
    if (tag.find('<') != tag.npos) return "a < in the tag " + std::string(tag);
    if (count(tag, "\"") % 2 != 0) return "an open quote in " + std::string(tag);
    if (tag.starts_with("!DOCTYPE") || tag.starts_with("?xml") || tag.ends_with("/")) continue;
    auto const name = std::string(tag.substr(tag.starts_with("/") ? 1 : 0, tag.find(' ')));
    if (!tag.starts_with("/")) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return "</" + name + "> closes " + (open.empty() ? "nothing" : open.back());
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back() + " stays open";
}

}  // namespace t2s::test

#endif
