// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_ITEM_LISTS_IPP
#define T2S_LLM_IMPL_ITEM_LISTS_IPP

#include "t2s/llm/impl/reading/excerpt.hpp"
#include "t2s/llm/item_lists.hpp"
#include "t2s/llm/object_text.hpp"

#include <utility>

namespace t2s::llm {
namespace detail::reading_impl {

inline std::vector<item_list> lists_of(text_object const& o) {
  std::vector<item_list> out;
  for (auto const& [name, texts, is_list] : o.items) {
    if (!is_list) continue;
    out.push_back({name, texts});
    std::erase(out.back().items, "...");
  }
  return out;
}

}  // namespace detail::reading_impl

T2S_DECL reading<std::vector<item_list>> read_item_lists(std::string_view completion) {
  namespace impl = detail::reading_impl;
  auto const objects = read_objects(completion);
  if (!objects) return {objects.error_found(), objects.notes()};
  for (auto o = objects->rbegin(); o != objects->rend(); ++o)
    if (auto lists = impl::lists_of(*o); !lists.empty()) return {std::move(lists), objects.notes()};
  std::string why = "the completion has no lists: \"" + impl::excerpt(completion) + "\"";
  return {failure{errc::malformed_reply, std::move(why), {}, "ask for one JSON object of lists", {}}, objects.notes()};
}

}  // namespace t2s::llm

#endif
