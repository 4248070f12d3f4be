// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPORT_IMPL_MARKUP_HPP
#define T2S_REPORT_IMPL_MARKUP_HPP

#include "t2s/core/text.hpp"
#include "t2s/report/impl/shown_report.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// The page is written such that an XML parser takes it too: every element is closed, every attribute quoted.
namespace t2s::evaluation::reporting {

/// A control character has no place in markup; its picture (U+2400 and on) has.
inline void append_escaped(std::string& out, char c) {
  auto const byte = static_cast<unsigned char>(c);
  switch (c) {
    case '&': out += "&amp;"; return;
    case '<': out += "&lt;"; return;
    case '>': out += "&gt;"; return;
    case '"': out += "&quot;"; return;
    case '\'': out += "&#39;"; return;
    case '\n':
    case '\t': out += c; return;
    case '\x7F': out += "\xE2\x90\xA1"; return;
    default: break;
  }
  if (byte < 0x20)
    out.append("\xE2\x90").append(1, static_cast<char>(0x80 + byte));
  else
    out += c;
}

/// Any bytes as text between tags or in a quoted attribute.
inline std::string escaped(std::string_view s) {
  std::string out;
  for (char const c : text::valid_utf8(s)) append_escaped(out, c);
  return out;
}

/// `content` is markup, `attributes` begins with a space.
inline std::string element(std::string_view tag, std::string_view content, std::string_view attributes = {}) {
  return joined("<", tag, attributes, ">", content, "</", tag, ">");
}

/// The first `most` characters; looks at no more of `s` than they can take.
inline std::string cut(std::string_view s, std::size_t most) {
  auto shown = text::valid_utf8(s.substr(0, 4 * (most + 1)));
  if (text::display_width(shown) <= most) return shown;
  std::size_t end = 0;
  for (std::size_t n = 0; n <= most; ++end) n += (static_cast<unsigned char>(shown[end]) & 0xC0U) != 0x80 ? 1U : 0U;
  shown.resize(end - 1);
  return shown + "\xE2\x80\xA6";
}

inline std::string column_heads(std::vector<std::string> const& names, std::string_view attributes = " scope=\"col\"") {
  std::string out;
  for (auto const& n : names) out += element("th", escaped(n), attributes);
  return out;
}

inline std::string row_head(std::string_view name) { return element("th", escaped(name), " scope=\"row\""); }

/// `kind` is a class of the style sheet, all else markup.
inline std::string wide_table(std::string_view kind, std::string_view caption, std::string_view head, std::string_view body) {
  auto const content = joined(element("caption", caption), element("thead", head), element("tbody", body));
  return element("div", element("table", content, joined(" class=\"", kind, "\"")), " class=\"wide\"") + "\n";
}

/// A line for each figure, a column for each of `all`: the groups of questions of one file, or several files.
inline std::string score_table(score_lines const& lines, std::vector<scores> const& all, std::string_view kind, std::string_view caption,
                               std::string_view heads) {
  std::string body;
  for (auto const& line : lines) {
    auto row = row_head(line.name);
    for (auto const& s : all) row += element("td", line.figure(s));
    body += element("tr", row);
  }
  return wide_table(kind, caption, element("tr", joined("<td></td>", heads)), body);
}

/// One file's partial scores: accuracy, recall and F1 for each group of questions.
inline std::string partial_table(std::vector<std::string> const& groups, std::vector<scores> const& by_group, std::string_view caption) {
  std::string parts, body;
  for (std::size_t g = 0; g < groups.size(); ++g) parts += column_heads({"acc", "rec", "F1"});
  for (std::size_t p = 0; p < exact_match::part_names.size(); ++p) {
    auto row = row_head(exact_match::part_names[p]);
    for (auto const& s : by_group)
      for (auto const share : {s.parts[p].acc, s.parts[p].rec, s.parts[p].f1}) row += element("td", figure_or_dash(s, percent(share)));
    body += element("tr", row);
  }
  auto const head =
      element("tr", "<td></td>" + column_heads(groups, " scope=\"colgroup\" colspan=\"3\"")) + element("tr", "<td></td>" + parts);
  return wide_table("scores", caption, head, body);
}

}  // namespace t2s::evaluation::reporting

#endif
