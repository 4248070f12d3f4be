// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_TEXT_IPP
#define T2S_LAB_REPORT_DETAIL_STUDY_TEXT_IPP

#include "t2s/lab/report/detail/study/summary.hpp"
#include "t2s/lab/report/detail/study/tables.hpp"
#include "t2s/lab/report/report.hpp"

namespace t2s::studies {
namespace reporting {

inline constexpr std::size_t terminal_width = 100, terminal_name = 32;

/// Wrapped to the terminal's width; lines after the first begin with blanks.
inline std::string wrapped(std::string_view s, std::string_view first, std::size_t margin) {
  std::string out(first);
  auto used = terminal_columns(first);
  bool at_begin = true;
  for (auto const word : text::split(s, ' ')) {
    auto const width = terminal_columns(word);
    if (!at_begin && used + 1 + width > terminal_width) {
      out.append("\n").append(margin, ' ');
      used = margin;
      at_begin = true;
    }
    if (!at_begin) out += ' ';
    out += word;
    used += width + (at_begin ? 0 : 1);
    at_begin = false;
  }
  return out + "\n";
}

inline std::string study_heading(shown_study const& study) {
  auto const& f = study.f;
  std::string out;
  auto const add = [&out](std::string_view head, std::string const& s) {
    if (!s.empty()) out += wrapped(s, head, 2);
  };
  add("", visible(f.title));
  add("", visible(f.data));
  std::vector<std::string> files;
  for (auto const& d : f.drafts) files.push_back(visible(d));
  add("Drafts: ", text::join(files, ", "));
  add("", study.corrector());
  for (auto const& a : f.assumptions) add("Assumed: ", visible(a));
  return out;
}

/// The full names of those that tables cut.
inline std::string long_names(shown_study const& study) {
  std::string out;
  for (auto const& l : study.labels)
    if (terminal_columns(l) > terminal_name) out += wrapped(l, "- ", 2);
  return out.empty() ? out : "Names in full\n\n" + out + "\n";
}

}  // namespace reporting

T2S_DECL std::string study_text(study_figures const& f) {
  using namespace reporting;
  shown_study const study(f);
  auto out = study_heading(study);
  out += out.empty() ? "" : "\n";
  for (auto const& s : study_summary(f).sentences()) out += wrapped(s, "- ", 2);
  out += "\n" + long_names(study);
  for (auto const& t : study_tables(study, terminal_width, terminal_name, 14).all()) out += evaluation::table_text(t) + "\n";
  for (auto const& n : f.notes) out += wrapped(visible(n), "Note: ", 2);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace t2s::studies

#endif
