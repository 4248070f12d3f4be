// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_OBJECT_TEXT_HPP
#define T2S_LLM_OBJECT_TEXT_HPP

#include "t2s/core/config.hpp"
#include "t2s/llm/completion_text.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::llm {

/// An object of JSON or Python as a model wrote it: its texts, and lists of texts, under their names.
struct text_object {
  std::vector<std::string> path{};  ///< the names under which it stands in the objects around it, outermost first
  std::vector<std::pair<std::string, std::vector<std::string>>> items{};

  /// The texts under the first of these names that it has, nullptr if it has none. Names are compared without case and punctuation, and
  /// given in that form: "columnnames".
  [[nodiscard]] T2S_DECL std::vector<std::string> const* find(std::initializer_list<std::string_view> names) const;

  friend bool operator==(text_object const&, text_object const&) = default;
};

/// The objects in a completion that hold texts, in their order, however they are nested; those of the last fenced block if it has any.
/// Numbers and words without quotes count as texts. Takes any bytes, as the readers of completion_text.hpp.
///
/// Fails with `malformed_reply` if there is none. An empty list or object is no objects.
[[nodiscard]] T2S_DECL reading<std::vector<text_object>> read_objects(std::string_view completion);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/object_text.ipp"
#endif

#endif
