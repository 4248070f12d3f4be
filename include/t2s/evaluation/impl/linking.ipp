// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_LINKING_IPP
#define T2S_EVALUATION_IMPL_LINKING_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/file.hpp"
#include "t2s/core/text.hpp"
#include "t2s/evaluation/impl/json_text.hpp"
#include "t2s/evaluation/linking.hpp"

#include <boost/json/value.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace t2s::evaluation {
namespace detail {

inline constexpr char form_of_labels[] = "give a JSON list of objects with db_id, question, tables, columns and value_columns";

/// Reads one element of a list of labels.
class linking_label_reader {
 public:
  linking_label_reader(boost::json::value const& entry, std::size_t index, std::string_view name)
      : entry_(entry.if_object()), name_(name), place_(std::string("element ").append(std::to_string(index))) {
    if (!entry_) refuse("is no object");
  }

  [[nodiscard]] linking_label read() const {
    linking_label out{text("db_id"), text("question"), names("tables", true), names("columns", true)};
    out.columns.merge(names("value_columns", false));
    out.columns.erase("*");
    return out;
  }

 private:
  [[noreturn]] void refuse(std::string const& what) const { malformed(name_, place_ + " " + what, form_of_labels); }

  [[nodiscard]] std::string text(char const* key) const {
    auto const* found = entry_->if_contains(key);
    if (!found || !found->is_string()) refuse(std::string("has no text \"").append(key).append("\""));
    return std::string(found->get_string());
  }

  [[nodiscard]] std::set<std::string> names(char const* key, bool needed) const {
    auto const* found = entry_->if_contains(key);
    if (!found && !needed) return {};
    if (!found || !found->is_array()) refuse(std::string("has no list \"").append(key).append("\""));
    std::set<std::string> out;
    for (auto const& v : found->get_array()) {
      if (!v.is_string()) refuse(std::string("has in \"").append(key).append("\" what is no text"));
      out.insert(t2s::text::lower(v.get_string()));
    }
    return out;
  }

  boost::json::object const* entry_;
  std::string_view name_;
  std::string place_;
};

}  // namespace detail

T2S_DECL std::vector<linking_label> parse_linking_labels(std::string_view content, std::string_view name) {
  content = detail::without_mark(content);
  auto const entries = detail::json_of(content, content, name, detail::form_of_labels);
  if (!entries.is_array() || entries.get_array().empty())
    detail::malformed(name, entries.is_array() ? "the list is empty" : "the JSON is no list", detail::form_of_labels);
  std::vector<linking_label> out;
  for (auto const& entry : entries.get_array()) out.push_back(detail::linking_label_reader(entry, out.size(), name).read());
  return out;
}

T2S_DECL std::vector<linking_label> read_linking_labels(std::string const& path) {
  return parse_linking_labels(read_file(path, "a JSON file of labels"), path);
}

T2S_DECL void linking_score::add(std::set<std::string> const& labelled, std::set<std::string> const& found) {
  if (labelled.empty()) return;
  ++questions_;
  auto const right = static_cast<double>(std::ranges::count_if(found, [&](auto const& n) { return labelled.contains(n); }));
  if (right == 0) return;
  auto const precision = right / static_cast<double>(found.size()), recall = right / static_cast<double>(labelled.size());
  precision_ += precision;
  recall_ += recall;
  f1_ += 2 * precision * recall / (precision + recall);
}

T2S_DECL void linking_report::add(linking_label const& label, std::set<std::string> const& tables, std::set<std::string> const& columns) {
  for (auto* to : {&all, &databases[label.database]}) {
    to->tables.add(label.tables, tables);
    to->columns.add(label.columns, columns);
  }
}

}  // namespace t2s::evaluation

#endif
