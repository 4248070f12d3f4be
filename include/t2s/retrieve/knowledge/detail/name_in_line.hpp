// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_IN_LINE_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_IN_LINE_HPP

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::knowledge::detail {

/// Takes a name or text from the front of a line: between quotes of that kind, a doubled one for a quote, else up to one of `ends`. Nothing
/// if it is empty or does not end.
[[nodiscard]] inline std::optional<std::string> take_name(std::string_view& from, std::string_view ends, char mark = '"') {
  std::string out;
  if (!from.starts_with(mark)) {
    out = from.substr(0, from.find_first_of(ends));
    from.remove_prefix(out.size());
    return out.empty() ? std::nullopt : std::optional(std::move(out));
  }
  for (from.remove_prefix(1); !from.empty(); from.remove_prefix(1)) {
    bool const quote = from.front() == mark, twice = quote && from.size() > 1 && from[1] == mark;
    if (quote && !twice) break;
    out += from.front();
    if (twice) from.remove_prefix(1);
  }
  if (from.empty() || out.empty()) return {};
  from.remove_prefix(1);
  return out;
}

}  // namespace t2s::knowledge::detail

#endif
