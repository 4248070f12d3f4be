// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPORT_IMPL_MARKUP_HPP
#define T2S_REPORT_IMPL_MARKUP_HPP

#include "t2s/core/text.hpp"
#include "t2s/report/impl/shown_report.hpp"

namespace t2s::evaluation::reporting {

/// The colors of plots are distinguishable for all kinds of color vision.
inline constexpr std::string_view style = R"css(
:root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--soft:#59636e;--line:#d1d9e0;--panel:#f6f8fa;--link:#0757a8;
--lost:#c9efd3;--extra:#ffd8cf;--bad:#b3261e;--good:#116329;
--c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#cc79a7;--c4:#e69f00;--c5:#56b4e9;--c6:#7a5195;--c7:#6e7781}
@media (prefers-color-scheme:dark){:root{--back:#12161b;--text:#e3e8ee;--soft:#9aa6b2;--line:#39424c;--panel:#1b2128;--link:#7fb8ff;
--lost:#14532d;--extra:#7a2317;--bad:#ff8f85;--good:#6fdd8b;
--c0:#4ba3e3;--c1:#f08a4b;--c2:#35c79a;--c3:#e3a3c8;--c4:#f2bd4b;--c5:#9bd5f5;--c6:#b497d6;--c7:#a3adb8}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem;max-width:84rem;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
h1,h2,h3,h4{line-height:1.25}
h2{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line)}
h4{margin:.8rem 0 .3rem}
a{color:var(--link)}
.note,caption,figcaption,.setting{color:var(--soft)}
.failure{color:var(--bad)}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5rem 0}
caption{text-align:left;padding-bottom:.3rem}
th,td{border:1px solid var(--line);padding:.2rem .6rem;vertical-align:top}
thead th{background:var(--panel)}
th[scope=row]{text-align:left;font-weight:normal}
.scores td{text-align:right}
.levels td:last-child{font-weight:bold}
.result{font-size:13px}
.result td{white-space:pre-wrap;overflow-wrap:anywhere;min-width:3rem}
.number{text-align:right}
.null{color:var(--soft);font-style:italic}
.plots{display:flex;flex-wrap:wrap;gap:1rem 2rem}
figure{margin:.5rem 0;max-width:100%}
figcaption{font-weight:bold}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;margin:.2rem 0;padding:0;font-size:13px}
.swatch{display:inline-block;width:.8em;height:.8em;margin-right:.4em}
svg text{font:12px system-ui,sans-serif;fill:var(--text)}
svg .tick{fill:var(--soft);font-size:11px}
svg .value{font-size:10px}
.grid{stroke:var(--line);stroke-dasharray:2 3}
.axis{stroke:var(--soft)}
.c0{fill:var(--c0);background:var(--c0)}.c1{fill:var(--c1);background:var(--c1)}.c2{fill:var(--c2);background:var(--c2)}
.c3{fill:var(--c3);background:var(--c3)}.c4{fill:var(--c4);background:var(--c4)}.c5{fill:var(--c5);background:var(--c5)}
.c6{fill:var(--c6);background:var(--c6)}.c7{fill:var(--c7);background:var(--c7)}
.filters{margin:.3rem 0}
.filters a{margin-right:.8rem;white-space:nowrap}
details.example{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.3rem .8rem}
details.example[open]{padding-bottom:.8rem}
summary{cursor:pointer}
.where{color:var(--soft);margin:0 .5rem}
.tag{display:inline-block;border:1px solid var(--line);border-radius:1em;padding:0 .6em;margin:0 .3em .2em 0;font-size:12px}
.tag.bad{color:var(--bad);border-color:var(--bad)}
.tag.good{color:var(--good);border-color:var(--good)}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:0 1.5rem}
.pair section{min-width:0}
pre{margin:0;padding:.5rem .7rem;background:var(--panel);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px}
mark{color:inherit;border-radius:3px;text-decoration:underline;text-decoration-thickness:2px}
.gold mark{background:var(--lost);text-decoration-color:var(--good)}
.predicted mark{background:var(--extra);text-decoration-color:var(--bad)}
@media print{details.example{break-inside:avoid}}
)css";

/// Any bytes as text between tags or in a quoted attribute. Control characters, which markup cannot contain, become their symbols
/// (U+2400 and on).
inline std::string escaped(std::string_view s) {
  static constexpr std::array<std::pair<char, std::string_view>, 6> special{
      {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}, {'\x7F', "\xE2\x90\xA1"}}};
  std::string out;
  for (char const c : text::valid_utf8(s)) {
    auto const found = std::ranges::find(special, c, &std::pair<char, std::string_view>::first);
    if (found != special.end())
      out += found->second;
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
      out += c;
    else
      out.append("\xE2\x90").append(1, static_cast<char>(0x80 + c));
  }
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

/// A whole page that loads nothing and runs no script. `title` and `body` are markup, `more_style` follows the style of all pages.
inline std::string html_page(std::string_view title, std::string_view more_style, std::string_view body) {
  auto const head = joined("<meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>",
                           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>",
                           element("title", title), element("style", joined(style, more_style)));
  return joined("<!DOCTYPE html>\n", element("html", element("head", head) + "\n" + element("body", body), " lang=\"en\""), "\n");
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
