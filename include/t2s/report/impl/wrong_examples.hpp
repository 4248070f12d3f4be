// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPORT_IMPL_WRONG_EXAMPLES_HPP
#define T2S_REPORT_IMPL_WRONG_EXAMPLES_HPP

#include "t2s/evaluation/official_text.hpp"
#include "t2s/report/impl/markup.hpp"
#include "t2s/report/impl/shown_report.hpp"
#include "t2s/report/impl/shown_results.hpp"
#include "t2s/report/impl/sql_difference.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation::reporting {

inline std::vector<std::string> databases_of(gold_set const& gold) {
  std::vector<std::string> names;
  for (auto const& q : gold.questions) names.push_back(q.database);
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

inline std::string tag(std::string_view what, std::string_view kind = {}) {
  return element("span", escaped(what), joined(" class=\"tag ", kind, "\""));
}

/// The wrong predictions of each file. Filters are anchors: a rule of the style sheet hides what is not of the group that the address
/// names.
class wrong_examples {
 public:
  wrong_examples(report const& r, gold_set const& gold, std::span<prediction_set const> files, data_folders const& folders)
      : r_(r), gold_(gold), files_(files), groups_(groups_of(r)), databases_(databases_of(gold)), results_(folders, r.options) {
    groups_.pop_back();  // all
  }

  [[nodiscard]] std::string style() const {
    std::string out;
    for (std::size_t h = 0; h < groups_.size(); ++h) out += rule(joined("h", h));
    for (std::size_t d = 0; d < databases_.size(); ++d) out += rule(joined("d", d));
    return out;
  }

  [[nodiscard]] std::string of_file(std::size_t f) {
    auto const wrong = wrong_in(f);
    auto const shown = std::span(wrong).first(std::min(wrong.size(), page_limits::examples));
    auto out = element("h3", joined("Wrong by ", decides_.name(), ": ", wrong.size()), joined(" id=\"f", f, "-wrong\""));
    if (shown.size() < wrong.size())
      out += element("p", joined("The first ", shown.size(), " are shown, ", wrong.size() - shown.size(), " are left out."),
                     " class=\"note\"");
    out += filters(f, shown);
    for (auto const i : shown) out += example(f, i);
    return element("section", out) + "\n";
  }

 private:
  using numbers = std::span<std::size_t const>;

  [[nodiscard]] bool official() const { return r_.options.how == mode::official; }

  [[nodiscard]] std::vector<std::size_t> wrong_in(std::size_t f) const {
    std::vector<std::size_t> wrong;
    auto const& verdicts = r_.files[f].verdicts;
    for (std::size_t i = 0; i < verdicts.size(); ++i)
      if (decides_.counts(r_.questions[i]) && !decides_.right(verdicts[i])) wrong.push_back(i);
    return wrong;
  }

  [[nodiscard]] static std::string rule(std::string_view name) {
    return joined("[id$=\"-", name, "\"]:target~details:not(.", name, "){display:none}\n", "[id$=\"-", name, "\"]:target~.filters .", name,
                  "{font-weight:bold}\n");
  }

  [[nodiscard]] std::string hardness_class(std::size_t i) const {
    return joined("h", static_cast<std::size_t>(std::ranges::find(groups_, r_.questions[i].hardness) - groups_.begin()));
  }
  [[nodiscard]] std::string database_class(std::size_t i) const {
    return joined("d", static_cast<std::size_t>(std::ranges::lower_bound(databases_, gold_.questions[i].database) - databases_.begin()));
  }

  [[nodiscard]] std::string filters(std::size_t f, numbers shown) const {
    std::map<std::string, std::size_t> counts;
    for (auto const i : shown) {
      ++counts[hardness_class(i)];
      ++counts[database_class(i)];
    }
    std::string targets, of_hardness, of_database;
    for (std::size_t h = 0; h < groups_.size(); ++h) add_filter(f, joined("h", h), groups_[h], counts, targets, of_hardness);
    for (std::size_t d = 0; d < databases_.size(); ++d) add_filter(f, joined("d", d), databases_[d], counts, targets, of_database);
    auto const all = joined("<a href=\"#f", f, "-wrong\">all</a>");
    return shown.empty() ? "" : targets + element("p", all + of_hardness + "<br/>" + of_database, " class=\"filters\"");
  }

  static void add_filter(std::size_t f, std::string const& name, std::string_view shown, std::map<std::string, std::size_t> const& counts,
                         std::string& targets, std::string& links) {
    auto const found = counts.find(name);
    if (found == counts.end()) return;
    targets += element("span", "", joined(" id=\"f", f, "-", name, "\""));
    links += element("a", joined(escaped(shown), " (", found->second, ")"), joined(" class=\"", name, "\" href=\"#f", f, "-", name, "\""));
  }

  [[nodiscard]] std::string example(std::size_t f, std::size_t i) {
    auto const& q = gold_.questions[i];
    auto const where = joined(q.database, ", ", r_.questions[i].hardness);
    auto const head = joined(element("b", joined("#", i)), element("span", escaped(where), " class=\"where\""),
                             escaped(q.question.empty() ? cut(q.sql, 2 * page_limits::cell) : q.question));
    auto body = element("summary", head) + element("p", tags(f, i));
    if (!q.evidence.empty()) body += element("p", "Evidence: " + escaped(q.evidence));
    body += element("div", both(f, i), " class=\"pair\"");
    auto const attributes = joined(" class=\"example ", hardness_class(i), " ", database_class(i), "\" id=\"f", f, "-q", i, "\"");
    return element("details", body, attributes) + "\n";
  }

  [[nodiscard]] std::string tags(std::size_t f, std::size_t i) const {
    auto const& v = r_.files[f].verdicts[i];
    std::string out;
    if (r_.options.wanted.em) out += !v.parsed ? tag("not parsed for EM", "bad") : v.em ? tag("EM right", "good") : tag("EM wrong", "bad");
    if (r_.options.wanted.ex && !v.ex && v.ex_single) out += tag("right on its own file, wrong on another of its folder");
    if (v.unfinished) out += tag("too many ways to plug values in");
    if (f > 0 && i < r_.files[0].verdicts.size() && decides_.right(r_.files[0].verdicts[i]))
      out += tag("broken: right in the first file", "bad");
    if (v.kind) out += class_tags(*v.kind);
    return out;
  }

  [[nodiscard]] static std::string class_tags(error_class const& e) {
    std::string out;
    if (e.table) out += tag("a table is missing");
    if (e.column) out += tag("a column is missing");
    if (e.skeleton) out += tag("skeleton");
    if (e.execution) out += tag("does not execute");
    if (e.other()) out += tag("neither entities nor skeleton");
    return out;
  }

  [[nodiscard]] std::string both(std::size_t f, std::size_t i) {
    auto const& q = gold_.questions[i];
    auto const& sql = files_[f].predictions[i].sql;
    auto const [gold, predicted] = marked_queries(shown_part(q.sql), shown_part(sql));
    return side("Gold", "gold", gold + note_on(q.sql), results_.of(q.database, executed(q.sql, &official_sql))) +
           side("Predicted", "predicted", predicted + note_on(sql), predicted_result(r_.files[f].verdicts[i], q.database, sql));
  }

  /// Of a query that goes on for ever its beginning, whole characters if it is UTF-8.
  [[nodiscard]] static std::string shown_part(std::string const& sql) {
    if (sql.size() <= page_limits::sql) return sql;
    auto end = page_limits::sql;
    for (std::size_t n = 0; n < 3 && (static_cast<unsigned char>(sql[end]) & 0xC0U) == 0x80; ++n) --end;
    return sql.substr(0, end);
  }
  [[nodiscard]] static std::string note_on(std::string const& sql) {
    if (sql.size() <= page_limits::sql) return {};
    return element("span", joined("\xE2\x80\xA6 cut: the query has ", sql.size(), " bytes"), " class=\"note\"");
  }

  [[nodiscard]] static std::string side(std::string_view title, std::string_view kind, std::string_view query, std::string_view result) {
    auto const code =
        query.empty() ? element("p", "The prediction is empty.", " class=\"failure\"") : element("pre", element("code", query));
    return element("section", joined(element("h4", title), code, result), joined(" class=\"", kind, "\""));
  }

  /// What is known to fail may have taken its whole time limit to do so.
  [[nodiscard]] std::string predicted_result(verdict const& v, std::string const& database, std::string const& sql) {
    if (v.failure) return element("p", escaped(v.failure->text()), " class=\"failure\"");
    return results_.of(database, executed(sql, &official_prediction));
  }

  [[nodiscard]] std::string executed(std::string const& sql, std::string (*prepared)(std::string_view, distinct)) const {
    return official() && !decides_.is_bird() ? prepared(sql, r_.options.keep_distinct) : sql;
  }

  report const& r_;
  deciding_metric decides_{r_};
  gold_set const& gold_;
  std::span<prediction_set const> files_;
  std::vector<std::string> groups_;
  std::vector<std::string> databases_;
  shown_results results_;
};

}  // namespace t2s::evaluation::reporting

#endif
