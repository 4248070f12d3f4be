// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_LINKING_IPP
#define T2S_EVALUATION_IMPL_LINKING_IPP

#include "t2s/core/file.hpp"
#include "t2s/core/impl/json_data.hpp"
#include "t2s/evaluation/linking.hpp"

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

}  // namespace detail

T2S_DECL std::vector<linking_label> parse_linking_labels(std::string_view content, std::string_view name) {
  static constexpr std::string_view form = "give a JSON list of objects with db_id, question, tables, columns and value_columns";
  content = t2s::detail::without_mark(content);
  auto const entries = t2s::detail::json_of(content, content, name, form);
  if (!entries.is_array() || entries.get_array().empty())
    t2s::detail::malformed(name, entries.is_array() ? "the list is empty" : "the JSON is no list", form);
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

}  // namespace t2s::evaluation

#endif
