// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_LINKING_IPP
#define T2S_LAB_EVALUATION_DETAIL_LINKING_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_data.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/hardness_levels.hpp"
#include "t2s/lab/evaluation/subtasks.hpp"

namespace t2s::evaluation {
namespace detail {

inline std::set<std::string> names_in(t2s::detail::json_element const& entry, char const* key) {
  std::set<std::string> out;
  for (auto const& v : entry.list(key)) out.insert(text::lower(entry.text_in(v, key)));
  return out;
}

inline linking_label label_in(t2s::detail::json_element const& entry) {
  linking_label out{entry.text("db_id"), entry.text("question"), names_in(entry, "tables"), names_in(entry, "columns")};
  if (entry.object().contains("value_columns")) out.columns.merge(names_in(entry, "value_columns"));
  out.columns.erase("*");
  return out;
}

inline std::set<std::string> lowered(std::vector<std::string> const& names) {
  std::set<std::string> out;
  for (auto const& name : names) out.insert(text::lower(name));
  return out;
}

/// Labels by database and question.
using label_index = std::map<std::pair<std::string_view, std::string_view>, linking_label const*>;

inline label_index index_of(std::span<linking_label const> labels) {
  label_index index;
  for (auto const& l : labels) index.emplace(std::pair<std::string_view, std::string_view>(l.database, l.question), &l);
  return index;
}

}  // namespace detail

T2S_DECL std::vector<linking_label> parse_linking_labels(std::string_view content, std::string_view name) {
  static constexpr std::string_view form = "give a JSON list of objects with db_id, question, tables, columns and value_columns";
  content = t2s::detail::without_mark(content);
  auto const entries = t2s::detail::json_of(content, content, name, form);
  if (!entries.is_array() || entries.get_array().empty())
    t2s::detail::malformed(name, entries.is_array() ? "the list is empty" : "the JSON is not a list", form);
  std::vector<linking_label> out;
  for (auto const& v : entries.get_array()) out.push_back(detail::label_in({v, out.size(), name, form}));
  return out;
}

T2S_DECL std::vector<linking_label> read_linking_labels(std::string const& path) {
  return parse_linking_labels(read_file(path, "a JSON file of labels"), path);
}

T2S_DECL void linking_score::add(std::set<std::string> const& labelled, std::set<std::string> const& found) {
  if (labelled.empty()) return;
  ++questions_;
  auto const right = std::ranges::count_if(found, [&](auto const& n) { return labelled.contains(n); });
  sums_.add(overlap{static_cast<std::size_t>(right), found.size(), labelled.size()});
}

T2S_DECL recorded_linking_report recorded_linking(gold_set const& gold, prediction_set const& predictions,
                                                  std::span<linking_label const> labels, std::span<std::string const> hardness) {
  detail::require_levels(gold, hardness);
  auto const index = detail::index_of(labels);
  recorded_linking_report report;
  for (std::size_t i = 0; i < predictions.predictions.size(); ++i) {
    auto const& linked = predictions.predictions[i].recorded().linked;
    auto const label = index.find({gold.questions[i].database, gold.questions[i].question});
    if (label == index.end()) {
      report.unlabelled.push_back(i);
      continue;
    }
    ++report.questions;
    if (linked.empty()) report.unrecorded.push_back(i);
    auto const last = linked.empty() ? recorded_link() : linked.back();
    auto const tables = detail::lowered(last.tables), columns = detail::lowered(last.columns);
    report.add(*label->second, tables, columns);
    if (!hardness.empty()) report.hardness[hardness[i]].add(*label->second, tables, columns);
    for (auto const& link : linked) {
      report.rounds.resize(std::max(report.rounds.size(), link.round + 1));
      report.rounds[link.round].add(*label->second, detail::lowered(link.tables), detail::lowered(link.columns));
    }
  }
  return report;
}

}  // namespace t2s::evaluation

#endif
