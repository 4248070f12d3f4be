// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_OBJECT_READING_HPP
#define T2S_LLM_DETAIL_OBJECT_READING_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/completion_sql.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

/// Readers of objects in completions.
namespace t2s::llm {

/// A member of an object: a text, or a list of texts, and its name. A null (also None, nil, undefined) has no text.
struct text_item {
  std::string name{};                ///< its key
  std::vector<std::string> texts{};  ///< one, or those of a list
  bool is_list = false;              ///< whether it was a list

  friend bool operator==(text_item const&, text_item const&) = default;
};

/// The texts, and lists of texts, of an object of JSON or Python, with their names.
struct text_object {
  std::vector<std::string> path{};  ///< the keys of the enclosing objects, outermost first
  std::vector<text_item> items{};   ///< the members, in their order

  /// The item with the first of these names that exists, or nullptr. Names are compared without case and punctuation, and must be given in
  /// that form: "columnnames".
  [[nodiscard]] T2S_DECL text_item const* find(std::initializer_list<std::string_view> names) const;

  /// The text with a name, or the first of its list; "" if there is none.
  [[nodiscard]] T2S_DECL std::string_view operator[](std::string_view name) const;

  friend bool operator==(text_object const&, text_object const&) = default;
};

/// The objects in a completion that hold texts, in order, at any nesting: those of the last fenced block that has any, else those outside
/// of blocks. Numbers and unquoted words count as texts. The end may be missing; in thoughts without an end, only the blocks are read.
/// Fails with `malformed_reply` if there is none. An empty list or object gives no objects.
[[nodiscard]] T2S_DECL reading<std::vector<text_object>> read_objects(std::string_view completion);

/// A name and its list: a table and its columns.
struct item_list {
  std::string name{};                ///< its key
  std::vector<std::string> items{};  ///< in their order

  friend bool operator==(item_list const&, item_list const&) = default;
};

/// The lists of the last object of JSON or Python in a completion, `{"hive": ["name", "yard"]}`, in order; other members are skipped. Fails
/// with `malformed_reply` if there is no such object.
[[nodiscard]] T2S_DECL reading<std::vector<item_list>> read_item_lists(std::string_view completion);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/object_reading.ipp"
#endif

#endif
