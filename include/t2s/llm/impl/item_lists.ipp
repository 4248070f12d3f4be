// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_ITEM_LISTS_IPP
#define T2S_LLM_IMPL_ITEM_LISTS_IPP

#include "t2s/llm/impl/reading/literal.hpp"
#include "t2s/llm/impl/reading/thinking.hpp"
#include "t2s/llm/item_lists.hpp"

#include <cstddef>
#include <utility>

namespace t2s::llm {
namespace detail::reading_impl {

inline std::vector<item_list> lists_of(literal const& object) {
  std::vector<item_list> out;
  if (object.what != literal::kind::object) return out;
  for (std::size_t i = 0; i < object.items.size() && i < object.names.size(); ++i) {
    if (object.items[i].what != literal::kind::list) continue;
    item_list one{object.names[i], {}};
    for (auto const& item : object.items[i].items)
      if (!item.text.empty() && item.text != "...") one.items.push_back(item.text);
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace detail::reading_impl

T2S_DECL reading<std::vector<item_list>> read_item_lists(std::string_view completion) {
  namespace impl = detail::reading_impl;
  reading_notes notes;
  auto const outside = impl::without_thinking(completion, notes);
  bool complete = true;
  std::vector<item_list> found;
  for (auto const& l : impl::literals_in(outside.answer, complete))
    if (auto lists = impl::lists_of(l); !lists.empty()) found = std::move(lists);
  if (!complete) impl::add(notes, step::missing_end);
  if (!found.empty()) return {std::move(found), std::move(notes)};
  failure f{errc::malformed_reply,
            "the completion has no lists: \"" + impl::excerpt(completion) + "\"",
            {},
            "ask for one JSON object of lists",
            {}};
  return {std::move(f), std::move(notes)};
}

}  // namespace t2s::llm

#endif
