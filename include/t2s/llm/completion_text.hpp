// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_COMPLETION_TEXT_HPP
#define T2S_LLM_COMPLETION_TEXT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/completion_sql.hpp"
#include "t2s/llm/detail/object_reading.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Readers of completions other than SQL: verdicts, keywords, code, objects (`read_objects`). They follow the rules of completion_sql.hpp.
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

/// A whole completion without thoughts and without white space at its ends. Fails with `malformed_reply` if nothing remains.
[[nodiscard]] T2S_DECL reading<std::string> read_prose(std::string_view completion);

/// The question in a completion: after a label such as "results:" or "Rewritten question:", without fences, comment signs or quotes, the
/// first line that is not only an announcement. Fails with `malformed_reply` if there is none, if the completion refuses, is SQL or answers
/// the question ("The capital is Oslo."; told in English only), or if the line is longer than `most` bytes.
[[nodiscard]] T2S_DECL reading<std::string> read_question(std::string_view completion, std::size_t most);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/completion_text.ipp"
#endif

#endif
