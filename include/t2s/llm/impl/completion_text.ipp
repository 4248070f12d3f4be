// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_COMPLETION_TEXT_IPP
#define T2S_LLM_IMPL_COMPLETION_TEXT_IPP

#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/impl/reading/keyword_reader.hpp"
#include "t2s/llm/impl/reading/sql_reader.hpp"
#include "t2s/llm/impl/reading/verdict_reader.hpp"

namespace t2s::llm {
namespace detail::reading_impl {

inline failure no_sql(std::string_view s, bool only_thoughts) {
  if (only_thoughts)
    return {errc::no_sql,
            "the completion ended within its thoughts, before any SQL: \"" + excerpt(s) + "\"",
            {},
            "allow more tokens, or ask for less thinking",
            {}};
  if (text::trim(s).empty()) return {errc::no_sql, "the completion is empty", {}, "ask again, or allow more tokens", {}};
  return {errc::no_sql, "the completion has no SQL: \"" + excerpt(s) + "\"", {}, "ask for one SELECT statement", {}};
}

inline failure only_thoughts(std::string_view thoughts) {
  return {errc::malformed_reply,
          "the completion ended within its thoughts: \"" + excerpt(thoughts) + "\"",
          {},
          "allow more tokens, or ask for less thinking",
          {}};
}

template <class Wanted>
std::string joined_blocks(std::vector<block> const& blocks, Wanted wanted) {
  std::string all;
  for (auto const& b : blocks) {
    auto const content = text::trim(b.content);
    if (wanted(b) && !content.empty()) all.append(all.empty() ? "" : "\n").append(content);
  }
  return all;
}

inline bool has_answer(thought_out const& t) { return t.unclosed.empty() || !text::trim(t.answer).empty(); }

}  // namespace detail::reading_impl

T2S_DECL std::string_view name_of(step s) noexcept {
  static constexpr std::array<std::string_view, 15> names{
      "thinking", "unclosed_thinking", "fenced_block", "unclosed_fence", "other_blocks", "object", "missing_end", "continued",
      "quoted",   "text_before",       "text_after",   "mended",         "unparsed",     "label",  "repeated"};
  return names[static_cast<std::size_t>(s)];
}

T2S_DECL reading<std::string> read_sql(std::string_view completion, sql_reading_options const& options) {
  namespace impl = detail::reading_impl;
  reading_notes notes;
  auto const outside = impl::without_thinking(completion, notes);
  bool const has_answer = impl::has_answer(outside);
  // A model that forgot to close its thoughts may still have fenced its SQL; SQL in mid-thought is none.
  impl::sql_reader reader(has_answer ? outside.answer : outside.unclosed, options, notes);
  auto sql = has_answer ? reader.read() : reader.from_blocks();
  if (sql && !sql->empty()) return {*std::move(sql), std::move(notes)};
  return {impl::no_sql(completion, !has_answer), std::move(notes)};
}

T2S_DECL reading<verdict> read_verdict(std::string_view completion) {
  namespace impl = detail::reading_impl;
  reading_notes notes;
  auto const outside = impl::without_thinking(completion, notes);
  if (!impl::has_answer(outside)) return {impl::only_thoughts(outside.unclosed), std::move(notes)};
  return impl::read_verdict(outside.answer, std::move(notes));
}

T2S_DECL reading<std::vector<std::string>> read_keywords(std::string_view completion) {
  namespace impl = detail::reading_impl;
  reading_notes notes;
  auto const outside = impl::without_thinking(completion, notes);
  if (!impl::has_answer(outside)) return {impl::only_thoughts(outside.unclosed), std::move(notes)};
  return impl::read_keywords(outside.answer, std::move(notes));
}

T2S_DECL reading<std::string> read_code(std::string_view completion) {
  namespace impl = detail::reading_impl;
  reading_notes notes;
  auto const outside = impl::without_thinking(completion, notes);
  if (!impl::has_answer(outside)) return {impl::only_thoughts(outside.unclosed), std::move(notes)};
  std::string around;
  auto const blocks = impl::blocks_of(outside.answer, around);
  auto code = impl::joined_blocks(blocks, [](auto const& b) { return !impl::is_sql_language(b.language); });
  if (code.empty()) code = impl::joined_blocks(blocks, [](auto const&) { return true; });
  if (!code.empty()) {
    impl::add(notes, blocks.back().closed ? step::fenced_block : step::unclosed_fence, blocks.back().language);
    impl::add_unless_blank(notes, step::text_before, around);
    return {std::move(code), std::move(notes)};
  }
  code = text::trim(around);
  if (!code.empty()) return {std::move(code), std::move(notes)};
  return {failure{errc::malformed_reply, "the completion has no code", {}, "ask again, or allow more tokens", {}}, std::move(notes)};
}

}  // namespace t2s::llm

#endif
