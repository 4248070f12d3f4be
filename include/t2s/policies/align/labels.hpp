// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_LABELS_HPP
#define T2S_POLICIES_ALIGN_LABELS_HPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_data.hpp"
#include "t2s/core/detail/json_text.hpp"
#include "t2s/policies/align/detail/alignment.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace t2s::align {

/// Reads alignments of demonstrations that people made (DAC, section 4.1), for `prompted::labels`: a JSON list of objects with "db_id",
/// "question" and "alignments", a list as in table 10: objects with "token", "schema" and "type", the last two null if the token means
/// nothing. Tokens that mean nothing may be left out. `name` is the name of the file in messages.
///
/// Throws `error` with `malformed_data`, which names the element.
[[nodiscard]] inline labelled_alignments parse_labels(std::string_view content, std::string_view name) {
  static constexpr std::string_view form =
      "give a JSON list of objects with db_id, question and alignments, objects with token, schema, type";
  content = t2s::detail::without_mark(content);
  auto const entries = t2s::detail::json_of(content, content, name, form);
  if (!entries.is_array() || entries.get_array().empty())
    t2s::detail::malformed(name, entries.is_array() ? "the list is empty" : "the JSON is not a list", form);
  labelled_alignments all;
  std::size_t place = 0;
  for (auto const& v : entries.get_array()) {
    t2s::detail::json_element entry(v, place++, name, form);
    auto database = entry.read_id();
    auto question = entry.text("question");
    std::string aligned = "[";
    for (auto const& token : entry.list("alignments")) {
      auto const* const of = token.if_object();
      if (!of) entry.refuse("has in \"alignments\" an item that is not an object");
      aligned += aligned.size() > 1 ? ", {" : "{";
      for (auto const* const key : {"token", "schema", "type"}) {
        auto const* const said = of->if_contains(key);
        bool const none = !said || said->is_null();
        if ((none && std::string_view(key) == "token") || (!none && !said->is_string()))
          entry.refuse(std::string("has in \"alignments\" an item whose \"") + key + "\" is no text");
        aligned.append(aligned.ends_with("{") ? "\"" : ", \"").append(key).append("\": ");
        aligned += none ? std::string("null") : t2s::detail::json_text(std::string_view(said->get_string()));
      }
      aligned += "}";
    }
    all.insert_or_assign({std::move(database), std::move(question)}, aligned + "]");
  }
  return all;
}

/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] inline labelled_alignments read_labels(std::string const& path) {
  return parse_labels(read_file(path, "a JSON file of alignments"), path);
}

}  // namespace t2s::align

#endif
