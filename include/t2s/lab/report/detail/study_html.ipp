// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_HTML_IPP
#define T2S_LAB_REPORT_DETAIL_STUDY_HTML_IPP

#include "t2s/lab/report/detail/study/pictures.hpp"
#include "t2s/lab/report/detail/study/summary.hpp"
#include "t2s/lab/report/detail/study/tables.hpp"
#include "t2s/lab/report/detail/table_markup.hpp"
#include "t2s/lab/report/report.hpp"

namespace t2s::studies {
namespace reporting {

/// A name within a sentence: isolated, so that a right-to-left name does not change the rest.
inline std::string isolated(std::string const& name) { return "\xE2\x81\xA8" + name + "\xE2\x81\xA9"; }

inline std::string list_of(std::vector<std::string> const& all) {
  std::string items;
  for (auto const& s : all) items += element("li", escaped(s));
  return items.empty() ? items : element("ul", items);
}

inline std::string page_heading(shown_study const& study) {
  auto const& f = study.f;
  auto const line = [](std::string_view kind, std::string const& s) { return s.empty() ? s : element("p", escaped(s), class_of(kind)); };
  std::vector<std::string> files, assumptions;
  for (auto const& d : f.drafts) files.push_back(visible(d));
  for (auto const& a : f.assumptions) assumptions.push_back(visible(a));
  auto out = element("h1", escaped(f.title.empty() ? std::string("Strategies of correction") : visible(f.title)));
  out += line("setting", visible(f.data)) + line("setting", files.empty() ? "" : "Drafts: " + text::join(files, ", "));
  out += line(f.simulated ? "simulated" : "setting", study.corrector()) + list_of(assumptions);
  return element("header", out) + "\n";
}

inline std::string page_pictures(shown_study const& study) {
  std::string out;
  std::size_t id = 0;
  for (auto const& d : drawings_of(study)) {
    auto const caption = element("figcaption", element("b", escaped(d.title)) + element("p", escaped(d.description)));
    out += element("figure", caption + svg_in_page(d, id++), joined(" id=\"", d.name, "\"")) + "\n";
  }
  return out.empty() ? out : element("section", "<h2>Pictures</h2>" + element("div", out, " class=\"pictures\"")) + "\n";
}

inline std::string page_tables(shown_study const& study) {
  std::string out;
  constexpr std::size_t no_limit = 1'000'000;
  for (auto const& t : study_tables(study, no_limit, no_limit, no_limit).all()) out += table_markup(t);
  return out.empty() ? out : element("section", "<h2>Tables</h2>" + out) + "\n";
}

inline constexpr std::string_view study_style = R"css(
h1,h2,p,li{overflow-wrap:anywhere}
.simulated{border-left:4px solid var(--bad);padding-left:.7rem}
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(33rem,100%),1fr));gap:2rem}
.pictures figure{min-width:0;margin:0}
.pictures figcaption{font-weight:normal}
.pictures figcaption b{color:var(--text)}
.pictures figcaption p{margin:.2rem 0 .6rem}
)css";

}  // namespace reporting

T2S_DECL std::string study_html(study_figures const& f) {
  using namespace reporting;
  shown_study const study(f);
  auto const summary = element("section", "<h2>Summary</h2>" + list_of(study_summary(f, isolated).sentences())) + "\n";
  std::vector<std::string> notes;
  for (auto const& n : f.notes) notes.push_back(visible(n));
  auto const remarks = notes.empty() ? std::string() : element("section", "<h2>Notes</h2>" + list_of(notes));
  auto const title = escaped(f.title.empty() ? std::string("Strategies of correction") : visible(f.title));
  return html_page(title, study_style, page_heading(study) + summary + page_pictures(study) + page_tables(study) + remarks);
}

}  // namespace t2s::studies

#endif
