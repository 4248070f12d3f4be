// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_RECORDS_HPP
#define T2S_LLM_RECORDS_HPP

#include "t2s/llm/completion_text.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::llm {

/// An object as a model wrote it: its members in their order, a null as an empty text.
struct record {
  std::vector<std::pair<std::string, std::string>> members{};

  /// The text of a member, case and punctuation of its name ignored; "" if there is none.
  [[nodiscard]] T2S_DECL std::string_view operator[](std::string_view name) const;

  friend bool operator==(record const&, record const&) = default;
};

/// The objects of a list of JSON or Python, in a fenced block or in prose, in another object or one behind the other; quotes of either
/// kind, the end perhaps missing. Objects that only hold others are not among them. Of several blocks the last one that has any is read.
///
/// Fails with `malformed_reply` if there is no object; an empty list is no failure.
[[nodiscard]] T2S_DECL reading<std::vector<record>> read_records(std::string_view completion);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/records.ipp"
#endif

#endif
