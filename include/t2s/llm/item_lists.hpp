// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_ITEM_LISTS_HPP
#define T2S_LLM_ITEM_LISTS_HPP

#include "t2s/llm/completion_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace t2s::llm {

/// A name and what is listed for it: a table and its columns.
struct item_list {
  std::string name{};                ///< under which the items stand
  std::vector<std::string> items{};  ///< in their order

  friend bool operator==(item_list const&, item_list const&) = default;
};

/// The lists of the last object of JSON or Python in a completion, `{"hive": ["name", "yard"]}`, in their order; members that are no
/// lists are left out. Fences, thoughts and prose around it do not matter.
///
/// Fails with `malformed_reply` if there is none. Takes any bytes; O(n); thread safe.
[[nodiscard]] T2S_DECL reading<std::vector<item_list>> read_item_lists(std::string_view completion);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/item_lists.ipp"
#endif

#endif
