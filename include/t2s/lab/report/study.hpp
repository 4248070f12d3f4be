// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_STUDY_HPP
#define T2S_LAB_REPORT_STUDY_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/studies/detail/figures.hpp"

#include <boost/json/fwd.hpp>

#include <string>
#include <vector>

/// Reports of a study's figures. All functions accept any figures, also without strategies or runs, and any text as names: control
/// characters become their symbols, marks that change the direction of writing are dropped. What was not measured is omitted or shown as a
/// dash.
namespace t2s::studies {

/// For a terminal: a summary in plain sentences, then tables, one for each purpose, in at most 100 columns if names allow. Shares are in
/// percent. Ends with a line feed. O(figures), except the summary, which examines each pair of agreements and strategies.
[[nodiscard]] T2S_DECL std::string study_text(study_figures const& f);

/// For programs: every figure under the name of its member, shares between 0 and 1, null for missing ones; `pareto`, the indices of the
/// strategies on each front; and `summary`, the sentences. docs/studies/README.md lists the members. To use it, include
/// <boost/json/object.hpp>.
[[nodiscard]] T2S_DECL boost::json::object study_json(study_figures const& f);

/// For spreadsheets: a row for each strategy (RFC 4180, lines end with a line feed). Numbers are in full, an interval is in the columns
/// `..._low` and `..._high`, and the field of a missing figure is empty.
[[nodiscard]] T2S_DECL std::string study_csv(study_figures const& f);

/// The same with a row for each part of the runs of each strategy: levels of hardness, databases, classes of errors, files of drafts.
[[nodiscard]] T2S_DECL std::string study_groups_csv(study_figures const& f);

/// One page that loads nothing and runs no script: the summary in plain sentences, the pictures, and the tables. Light or dark by the
/// reader's setting.
[[nodiscard]] T2S_DECL std::string study_html(study_figures const& f);

/// A drawing in a separate file.
struct picture {
  std::string file{};  ///< its name, "ex_against_calls.svg"
  std::string svg{};   ///< its content
};

/// The pictures of the page as separate files, black on white or, in a dark viewer, white on black. Each number is in a `data-` attribute
/// in full, with the index of its strategy in `data-strategy`. Pictures of what was not measured are omitted.
[[nodiscard]] T2S_DECL std::vector<picture> study_pictures(study_figures const& f);

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/report/detail/study_csv.ipp"
#include "t2s/lab/report/detail/study_html.ipp"
#include "t2s/lab/report/detail/study_json.ipp"
#include "t2s/lab/report/detail/study_pictures.ipp"
#include "t2s/lab/report/detail/study_text.ipp"
#endif

#endif
