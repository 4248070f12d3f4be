// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_RECORDS_IPP
#define T2S_LLM_IMPL_RECORDS_IPP

#include "t2s/llm/impl/reading/fences.hpp"
#include "t2s/llm/impl/reading/literal.hpp"
#include "t2s/llm/records.hpp"

#include <array>
#include <optional>

namespace t2s::llm {
namespace detail::reading_impl {

inline bool is_null_word(literal const& l) {
  static constexpr std::array<std::string_view, 4> names{"null", "none", "nil", "undefined"};
  return l.what == literal::kind::word && is_one_of(l.text, names);
}

inline void collect_records(literal const& l, std::vector<record>& found) {
  record r;
  for (std::size_t i = 0; i < l.items.size(); ++i) {
    auto const& item = l.items[i];
    bool const nested = item.what == literal::kind::list || item.what == literal::kind::object;
    if (nested)
      collect_records(item, found);
    else if (l.what == literal::kind::object)
      r.members.emplace_back(l.names[i], is_null_word(item) ? std::string() : item.text);
  }
  if (!r.members.empty()) found.push_back(std::move(r));
}

/// Nothing if there is neither an object nor an empty list.
inline std::optional<std::vector<record>> records_in(std::string_view s, reading_notes& notes) {
  bool complete = true, none = false;
  std::vector<record> found;
  for (auto const& l : literals_in(s, complete)) {
    none = none || (l.what == literal::kind::list && l.items.empty());
    collect_records(l, found);
  }
  if (found.empty() && !none) return {};
  add(notes, step::object);
  if (!complete) add(notes, step::missing_end);
  return found;
}

inline std::optional<std::vector<record>> records_of_answer(std::string_view answer, reading_notes& notes) {
  std::string around;
  auto const blocks = blocks_of(answer, around);
  for (auto b = blocks.rbegin(); b != blocks.rend(); ++b)
    if (auto found = records_in(b->content, notes)) {
      add(notes, b->closed ? step::fenced_block : step::unclosed_fence, b->language);
      add_unless_blank(notes, step::text_before, around);
      return found;
    }
  return records_in(around, notes);
}

}  // namespace detail::reading_impl

T2S_DECL std::string_view record::operator[](std::string_view name) const {
  auto const wanted = detail::reading_impl::plain_name(name);
  for (auto const& [own, text] : members)
    if (detail::reading_impl::plain_name(own) == wanted) return text;
  return {};
}

T2S_DECL reading<std::vector<record>> read_records(std::string_view completion) {
  namespace impl = detail::reading_impl;
  reading_notes notes;
  auto const outside = impl::without_thinking(completion, notes);
  bool const has_answer = outside.unclosed.empty() || !text::trim(outside.answer).empty();
  if (auto found = impl::records_of_answer(has_answer ? outside.answer : outside.unclosed, notes))
    return {*std::move(found), std::move(notes)};
  std::string message = text::trim(completion).empty() ? "the completion is empty"
                                                       : "the completion has no list of objects: \"" + impl::excerpt(completion) + "\"";
  return {failure{errc::malformed_reply, std::move(message), {}, "ask for a list of objects and nothing else", {}}, std::move(notes)};
}

}  // namespace t2s::llm

#endif
