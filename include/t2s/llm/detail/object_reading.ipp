// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_OBJECT_READING_IPP
#define T2S_LLM_DETAIL_OBJECT_READING_IPP

#include "t2s/llm/detail/object_reading.hpp"
#include "t2s/llm/detail/reading/blocks.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace t2s::llm {

namespace detail::reading_impl {

inline bool is_plain(literal const& l) noexcept { return l.what == literal::kind::text || l.what == literal::kind::word; }
inline bool is_null(literal const& l) {
  static constexpr std::array<std::string_view, 4> names{"null", "none", "nil", "undefined"};
  return l.what == literal::kind::word && is_one_of(l.text, names);
}

inline text_item item_of(std::string const& name, literal const& l) {
  text_item item{name, {}, l.what == literal::kind::list};
  auto const add = [&item](literal const& one) {
    if (!one.text.empty() && !is_null(one)) item.texts.push_back(one.text);
  };
  if (!item.is_list) add(l);
  for (auto const& one : l.items) add(one);
  return item;
}

inline void collect_objects(literal const& l, std::vector<std::string> const& path, std::vector<text_object>& found) {
  if (l.what == literal::kind::list)
    for (auto const& item : l.items) collect_objects(item, path, found);
  if (l.what != literal::kind::object) return;
  text_object own{path, {}};
  std::vector<text_object> inner;
  for (std::size_t i = 0; i < l.items.size(); ++i) {
    auto const& item = l.items[i];
    if (is_plain(item) || (item.what == literal::kind::list && std::ranges::all_of(item.items, is_plain))) {
      own.items.push_back(item_of(l.names[i], item));
      continue;
    }
    auto deeper = path;
    deeper.push_back(l.names[i]);
    collect_objects(item, deeper, inner);
  }
  if (!own.items.empty()) found.push_back(std::move(own));
  for (auto& o : inner) found.push_back(std::move(o));
}

/// The objects in a text; nothing if it has neither an object nor an empty list.
inline std::optional<std::vector<text_object>> objects_in(std::string_view s, reading_notes& notes) {
  bool complete = true;
  auto const literals = literals_in(s, complete);
  std::vector<text_object> found;
  for (auto const& l : literals) collect_objects(l, {}, found);
  bool const none = std::any_of(literals.begin(), literals.end(), [](literal const& l) { return l.items.empty(); });
  if (found.empty() && !none) return {};
  add(notes, step::object);
  if (!complete) add(notes, step::missing_end);
  return found;
}

inline std::optional<std::vector<text_object>> objects_in(split_thoughts const& outside, reading_notes& notes) {
  bool const only_thoughts = !outside.has_answer();
  std::string around;
  auto const blocks = blocks_of(only_thoughts ? outside.unclosed : outside.answer, around);
  for (auto b = blocks.rbegin(); b != blocks.rend(); ++b)
    if (auto found = objects_in(b->content, notes)) {
      add(notes, b->closed ? step::fenced_block : step::unclosed_fence, b->language);
      add_unless_blank(notes, step::text_before, around);
      return found;
    }
  return only_thoughts ? std::nullopt : objects_in(around, notes);
}

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

T2S_DECL text_item const* text_object::find(std::initializer_list<std::string_view> names) const {
  for (auto const name : names)
    for (auto const& item : items)
      if (detail::reading_impl::plain_name(item.name) == name) return &item;
  return nullptr;
}

T2S_DECL std::string_view text_object::operator[](std::string_view name) const {
  auto const* item = find({name});
  return item && !item->texts.empty() ? std::string_view(item->texts.front()) : std::string_view();
}

T2S_DECL reading<std::vector<text_object>> read_objects(std::string_view completion) {
  namespace impl = detail::reading_impl;
  reading_notes notes;
  auto const outside = impl::without_thinking(completion, notes);
  if (auto found = impl::objects_in(outside, notes)) return {*std::move(found), std::move(notes)};
  return {impl::no_answer("has no object of JSON", completion, "ask for objects of JSON and nothing else"), std::move(notes)};
}

T2S_DECL reading<std::vector<item_list>> read_item_lists(std::string_view completion) {
  namespace impl = detail::reading_impl;
  auto const objects = read_objects(completion);
  if (!objects) return {objects.error_found(), objects.notes()};
  for (auto o = objects->rbegin(); o != objects->rend(); ++o)
    if (auto lists = impl::lists_of(*o); !lists.empty()) return {std::move(lists), objects.notes()};
  return {impl::no_answer("has no lists", completion, "ask for one JSON object of lists"), objects.notes()};
}

}  // namespace t2s::llm

#endif
