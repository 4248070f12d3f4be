// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_OBJECT_TEXT_HPP
#define T2S_LLM_OBJECT_TEXT_HPP

#include "t2s/core/config.hpp"
#include "t2s/llm/completion_text.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::llm {

/// An item of an object: a text, or a list of texts, under its name. A null (also None, nil, undefined) is no text.
struct text_item {
  std::string name{};                ///< under which it stands
  std::vector<std::string> texts{};  ///< one, or those of a list
  bool is_list = false;              ///< whether it stood as a list

  friend bool operator==(text_item const&, text_item const&) = default;
};

/// An object of JSON or Python as a model wrote it: its texts, and lists of texts, under their names.
struct text_object {
  std::vector<std::string> path{};  ///< the names under which it stands in the objects around it, outermost first
  std::vector<text_item> items{};   ///< the members, in their order

  /// The item under the first of these names that it has, nullptr if it has none. Names are compared without case and punctuation, and
  /// given in that form: "columnnames".
  [[nodiscard]] T2S_DECL text_item const* find(std::initializer_list<std::string_view> names) const;

  /// The text under a name, or the first of its list; "" if there is none.
  [[nodiscard]] T2S_DECL std::string_view operator[](std::string_view name) const;

  friend bool operator==(text_object const&, text_object const&) = default;
};

/// The objects in a completion that hold texts, in their order, however they are nested; those of the last fenced block that has any, else
/// those outside. Numbers and words without quotes count as texts. The end may be missing. Takes any bytes, as the readers of
/// completion_text.hpp; thoughts without an end are searched for blocks alone.
///
/// Fails with `malformed_reply` if there is none. An empty list or object is no objects.
[[nodiscard]] T2S_DECL reading<std::vector<text_object>> read_objects(std::string_view completion);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/object_text.ipp"
#endif

#endif
