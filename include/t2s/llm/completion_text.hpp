// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_COMPLETION_TEXT_HPP
#define T2S_LLM_COMPLETION_TEXT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/completion_sql.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Readers of completions other than SQL: verdicts, keywords, code, objects. They follow the rules of completion_sql.hpp.
namespace t2s::llm {

/// Yes or No, and why.
struct verdict {
  bool yes = false;      ///< whether it is Yes
  std::string reason{};  ///< the rest of the completion; may be empty

  friend bool operator==(verdict const&, verdict const&) = default;
};

/// Reads a Yes or No (also true, correct, right; false, incorrect, wrong) and the reason beside it: as the first word, after a label such
/// as "Output:" or "the answer is", as a separate sentence, or in an object under a key such as "answer"; otherwise from a statement about
/// something ("the rows are correct"). Fails with `malformed_reply` if there is no verdict, if there is a Yes and a No, or a Yes although
/// something is called wrong.
[[nodiscard]] T2S_DECL reading<verdict> read_verdict(std::string_view completion);

/// The items of a list: JSON or Python, numbered, with bullets, separated by commas, or one a line; without quotes, emphasis and
/// repetitions. "None" and an empty list give no items. Fails with `malformed_reply` if the completion is prose.
[[nodiscard]] T2S_DECL reading<std::vector<std::string>> read_keywords(std::string_view completion);

/// The Python in a completion: its fenced blocks, joined; without fenced code, the text without its lines of prose. Without Python, its
/// SQL. Fails with `malformed_reply` if there is neither: a text is code if it has an assignment, a call or a subscript, unlike refusals.
[[nodiscard]] T2S_DECL reading<std::string> read_code(std::string_view completion);

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

/// A whole completion without thoughts and without white space at its ends. Fails with `malformed_reply` if nothing remains.
[[nodiscard]] T2S_DECL reading<std::string> read_prose(std::string_view completion);

/// The question in a completion: after a label such as "results:" or "Rewritten question:", without fences, comment signs or quotes, the
/// first line that is not only an announcement. Fails with `malformed_reply` if there is none, if the completion refuses or is SQL, or if
/// the line is longer than `most` bytes.
[[nodiscard]] T2S_DECL reading<std::string> read_question(std::string_view completion, std::size_t most);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/completion_text.ipp"
#endif

#endif
