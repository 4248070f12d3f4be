// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_COMPLETION_SQL_IPP
#define T2S_LLM_DETAIL_COMPLETION_SQL_IPP

#include "t2s/llm/completion_sql.hpp"
#include "t2s/llm/detail/reading/sql_reader.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::llm {

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
  bool const has_answer = outside.has_answer();
  // A model that forgot to close its thoughts may still have fenced its SQL; unfenced SQL within thoughts does not count.
  impl::sql_reader reader(has_answer ? outside.answer : outside.unclosed, options, notes);
  auto sql = has_answer ? reader.read() : reader.from_blocks();
  if (sql && !sql->empty()) return {*std::move(sql), std::move(notes)};
  if (auto const& place = reader.placeholder(); !place.empty())
    return {impl::no_answer("is a template with " + impl::excerpt(place) + " in the place of a name or value, not SQL", completion,
                            "ask for one SELECT statement with the names of the schema", errc::no_sql),
            std::move(notes)};
  auto why = has_answer ? impl::no_answer("has no SQL", completion, "ask for one SELECT statement", errc::no_sql)
                        : impl::no_answer("ended within its thoughts, before any SQL", completion,
                                          "allow more tokens, or ask for less thinking", errc::no_sql);
  return {std::move(why), std::move(notes)};
}

}  // namespace t2s::llm

#endif
