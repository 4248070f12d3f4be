// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_REPORT_HPP
#define T2S_LAB_REPORT_REPORT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/studies/detail/figures.hpp"

#include <boost/json/fwd.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation {

/// The limits of a page.
namespace page_limits {

inline constexpr std::size_t examples = 500;           ///< wrong ones of a file
inline constexpr std::size_t rows = 20, columns = 12;  ///< shown part of a result
inline constexpr std::size_t cell = 80;                ///< characters of a value
inline constexpr std::size_t sql = 4'000;              ///< bytes of a query
inline constexpr std::size_t counted_rows = 1'000;     ///< a longer result is shown as "more than" so many rows
inline constexpr std::chrono::seconds statement{5};    ///< or the report's own limit, if that is shorter
inline constexpr std::chrono::seconds execution{20};   ///< of all statements; the results of further ones are not shown

}  // namespace page_limits

/// The report as one HTML page that loads nothing and runs no script: scores, plots, and for each wrong example the question, both queries
/// with the differing parts marked, and both results. EX decides what is wrong; without it BIRD's EX, else EM.
///
/// Questions, SQL and data are shown as text, whatever they contain. The results are read from the databases again, read-only and each
/// statement once; the page is the same for the same arguments unless a statement reaches a time limit.
///
/// `gold`, `files` and `folders` must be those of the evaluation, otherwise it throws `error` with `invalid_argument`. Throws also as
/// `db::sqlite_connection` if a database can no longer be read. O(examples shown), each with at most a million steps to compare its SQL.
[[nodiscard]] T2S_DECL std::string report_html(report const& r, gold_set const& gold, std::span<prediction_set const> files,
                                               data_folders const& folders);

/// The report for programs; docs/evaluation.md lists the members. Shares are between 0 and 1, verdicts are 0 or 1, and what was not
/// measured is absent. An example without a verdict has the reason in "skipped". To use it, include <boost/json/object.hpp>.
[[nodiscard]] T2S_DECL boost::json::object report_json(report const& r, gold_set const& gold);
/// The same as text, in pieces: however many examples there are, memory holds the JSON of one.
T2S_DECL void write_report_json(report const& r, gold_set const& gold, std::function<void(std::string_view piece)> const& put);

/// The report as tables for people: a column for each level of hardness, a row for each file, shares in percent; then the comparison of
/// several files with the first, the run before a correction. Ends with a line feed.
[[nodiscard]] T2S_DECL std::string report_text(report const& r);

}  // namespace t2s::evaluation

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
#include "t2s/lab/report/detail/html.ipp"
#include "t2s/lab/report/detail/json.ipp"
#include "t2s/lab/report/detail/text.ipp"
#include "t2s/lab/report/detail/study_csv.ipp"
#include "t2s/lab/report/detail/study_html.ipp"
#include "t2s/lab/report/detail/study_json.ipp"
#include "t2s/lab/report/detail/study_pictures.ipp"
#include "t2s/lab/report/detail/study_text.ipp"
#endif

#endif
