// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_OBJECT_TEXT_IPP
#define T2S_LLM_IMPL_OBJECT_TEXT_IPP

#include "t2s/llm/impl/reading/fences.hpp"
#include "t2s/llm/impl/reading/literal.hpp"
#include "t2s/llm/impl/reading/thinking.hpp"
#include "t2s/llm/object_text.hpp"

#include <algorithm>

namespace t2s::llm {
namespace detail::reading_impl {

inline bool is_plain(literal const& l) noexcept { return l.what == literal::kind::text || l.what == literal::kind::word; }

/// A text, or a list of nothing but texts.
inline bool is_plain_or_list(literal const& l) {
  return is_plain(l) || (l.what == literal::kind::list && std::all_of(l.items.begin(), l.items.end(), is_plain));
}

inline std::vector<std::string> texts_of(literal const& l) {
  if (is_plain(l)) return {l.text};
  std::vector<std::string> texts;
  for (auto const& item : l.items)
    if (!item.text.empty()) texts.push_back(item.text);
  return texts;
}

inline void collect_objects(literal const& l, std::vector<std::string> const& path, std::vector<text_object>& found) {
  if (l.what == literal::kind::list)
    for (auto const& item : l.items) collect_objects(item, path, found);
  if (l.what != literal::kind::object) return;
  text_object own{path, {}};
  std::vector<text_object> inner;
  for (std::size_t i = 0; i < l.items.size(); ++i) {
    if (is_plain_or_list(l.items[i])) {
      own.items.emplace_back(l.names[i], texts_of(l.items[i]));
      continue;
    }
    auto deeper = path;
    deeper.push_back(l.names[i]);
    collect_objects(l.items[i], deeper, inner);
  }
  if (!own.items.empty()) found.push_back(std::move(own));
  for (auto& o : inner) found.push_back(std::move(o));
}

/// The objects in a text; nothing if it has neither an object nor a list.
inline std::optional<std::vector<text_object>> objects_in(std::string_view s, reading_notes& notes) {
  bool complete = true;
  auto const literals = literals_in(s, complete);
  if (literals.empty() && text::trim(s) != "[]") return {};
  std::vector<text_object> found;
  for (auto const& l : literals) collect_objects(l, {}, found);
  bool const only_texts = found.empty() && std::any_of(literals.begin(), literals.end(), [](literal const& l) { return !l.items.empty(); });
  if (only_texts) return {};
  add(notes, step::object);
  if (!complete) add(notes, step::missing_end);
  return found;
}

}  // namespace detail::reading_impl

T2S_DECL std::vector<std::string> const* text_object::find(std::initializer_list<std::string_view> names) const {
  for (auto const name : names)
    for (auto const& [own, texts] : items)
      if (detail::reading_impl::plain_name(own) == name) return &texts;
  return nullptr;
}

T2S_DECL reading<std::vector<text_object>> read_objects(std::string_view completion) {
  namespace impl = detail::reading_impl;
  reading_notes notes;
  auto const outside = impl::without_thinking(completion, notes);
  std::string around;
  std::optional<std::vector<text_object>> found;
  auto const blocks = impl::blocks_of(outside.answer, around);
  if (!blocks.empty()) found = impl::objects_in(blocks.back().content, notes);
  if (!found) found = impl::objects_in(outside.answer, notes);
  if (found) return {*std::move(found), std::move(notes)};
  failure f{errc::malformed_reply, "the completion has no object of JSON: \"" + impl::excerpt(completion) + "\"", {}, "ask for JSON", {}};
  return {std::move(f), std::move(notes)};
}

}  // namespace t2s::llm

#endif
