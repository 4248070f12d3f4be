// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_COMPLETION_TEXT_IPP
#define T2S_LLM_DETAIL_COMPLETION_TEXT_IPP

#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/detail/reading/code_reader.hpp"
#include "t2s/llm/detail/reading/declarative.hpp"
#include "t2s/llm/detail/reading/keyword_reader.hpp"
#include "t2s/llm/detail/reading/verdict_reader.hpp"

namespace t2s::llm {
namespace detail::reading_impl {

/// `read(answer, notes)` for the text outside the thoughts.
template <class Reader>
auto outside_thoughts(std::string_view completion, Reader read) -> decltype(read(completion, reading_notes())) {
  reading_notes notes;
  auto const outside = without_thinking(completion, notes);
  if (outside.has_answer()) return read(outside.answer, std::move(notes));
  return {no_answer("ended within its thoughts", outside.unclosed, "allow more tokens, or ask for less thinking"), std::move(notes)};
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

}  // namespace detail::reading_impl

T2S_DECL reading<verdict> read_verdict(std::string_view completion) {
  return detail::reading_impl::outside_thoughts(completion, detail::reading_impl::read_verdict);
}

T2S_DECL reading<std::vector<std::string>> read_keywords(std::string_view completion) {
  return detail::reading_impl::outside_thoughts(completion, detail::reading_impl::read_keywords);
}

T2S_DECL reading<std::string> read_code(std::string_view completion) {
  namespace impl = detail::reading_impl;
  return impl::outside_thoughts(completion, [](std::string_view s, reading_notes notes) -> reading<std::string> {
    std::string around;
    auto const blocks = impl::blocks_of(s, around);
    auto code = impl::joined_blocks(blocks, [](auto const& b) { return !impl::is_sql_language(b.language); });
    if (!impl::python_lines(code).any_code())
      code = impl::joined_blocks(blocks, [](auto const& b) {
        return impl::is_sql_language(b.language) ? impl::begins_statement(b.content) : impl::is_query(b.content);
      });
    if (!code.empty()) {
      impl::add(notes, blocks.back().closed ? step::fenced_block : step::unclosed_fence, blocks.back().language);
      impl::add_unless_blank(notes, step::text_before, around);
      return {std::move(code), std::move(notes)};
    }
    code = impl::code_in(around);
    if (!code.empty()) return {std::move(code), std::move(notes)};
    return {failure{errc::malformed_reply, "the completion has no code", {}, "ask again, or allow more tokens"}, std::move(notes)};
  });
}

T2S_DECL reading<std::string> read_prose(std::string_view completion) {
  namespace impl = detail::reading_impl;
  reading_notes notes;
  auto const outside = impl::without_thinking(completion, notes);
  if (auto const prose = text::trim(outside.answer); !prose.empty()) return {text::valid_utf8(prose), std::move(notes)};
  auto const why = outside.unclosed.empty() ? "the completion is empty" : "the completion ended within its thoughts";
  return {failure{errc::malformed_reply, why, {}, "ask again, or allow more tokens"}, std::move(notes)};
}

namespace detail::reading_impl {

/// The text after the colon of the first line that begins with one of these words; nothing if none does.
template <class Words>
std::string_view after_line_label(std::string_view s, Words const& labels) {
  for (std::size_t line = 0; line < s.size(); line = std::min(s.find('\n', line), s.size() - 1) + 1) {
    auto const i = std::min(s.find_first_not_of(" \t/*#_>", line), s.size());
    if (!is_one_of(word_at(s, i), labels)) continue;
    auto const colon = s.find_first_of(":?.\n", i);
    if (colon != s.npos && s[colon] == ':' && colon - i < 40) return s.substr(colon + 1);
  }
  return {};
}

inline std::string_view bare_line(std::string_view s) {
  s = text::trim(s.substr(0, s.find("*/")));
  auto const decoration = [](char c) { return text::is_space(c) || c == '*' || c == '`' || c == '/' || c == '#' || c == '>'; };
  while (!s.empty() && decoration(s.front())) s.remove_prefix(1);
  while (!s.empty() && (text::is_space(s.back()) || s.back() == '*' || s.back() == '`')) s.remove_suffix(1);
  bool const quoted = s.size() > 1 && (s.front() == '"' || s.front() == '\'') && s.back() == s.front();
  if (quoted && s.find(s.front(), 1) == s.size() - 1) s = s.substr(1, s.size() - 2);
  return text::trim(s);
}

/// Whether a line announces a rewriting ("Here is the rewritten question:"), and not an answer ("The values are:").
inline bool is_announcement(std::string_view line) {
  static constexpr std::string_view rewriting = "here |question|rewrit|rephras|simpl|version|clear|sentence|query|follow|sure ";
  return line.ends_with(':') && (!is_declarative(line) || has_phrase(plain_words(line), rewriting));
}

/// The first line that is neither empty nor an announcement.
inline std::string_view first_real_line(std::string_view s) {
  for (auto const line : text::split(s, '\n')) {
    auto const bare = bare_line(line);
    if (!bare.empty() && !is_announcement(bare)) return bare;
  }
  return {};
}

/// The question of an answer: after the label, if there is one, since models repeat the given question before it and continue with another.
inline std::string_view question_in(std::string_view s, reading_notes& notes) {
  static constexpr std::array<std::string_view, 5> answers{"results", "result", "rewritten", "simplified", "output"};
  static constexpr std::array<std::string_view, 2> questions{"question", "rewrite"};
  auto const answer = after_line_label(s, answers);
  auto const line = first_real_line(answer.data() == nullptr ? s : answer);
  auto const labelled = bare_line(after_line_label(line, questions));
  if (answer.data() != nullptr || !labelled.empty()) add(notes, step::label);
  return labelled.empty() ? line : labelled;
}

inline bool refuses(std::string_view s) {
  static constexpr std::array<std::string_view, 11> beginnings{"sorry",    "i'm sorry", "i am sorry",   "i can't",
                                                               "i cannot", "i can not", "i'm unable",   "i am unable",
                                                               "as an ai", "i apologi", "unfortunately"};
  return std::any_of(beginnings.begin(), beginnings.end(), [s](std::string_view b) { return has_prefix(s, b); });
}

/// Only capitals count: "Select the names from ..." is also a question.
inline bool is_sql(std::string_view s) { return s.starts_with("SELECT ") && (s.find(" FROM ") != s.npos || s.find('(') != s.npos); }

/// Whether a text answers in place of asking: it states something, or is only numbers. A question mark makes any text a question.
inline bool answers(std::string_view s) {
  for (std::string_view const mark : {"?", "\uFF1F", "\u061F"})
    if (s.find(mark) != s.npos) return false;
  bool const any_word = std::any_of(s.begin(), s.end(), [](char c) { return text::is_letter(c) || static_cast<unsigned char>(c) >= 0x80; });
  return !any_word || is_declarative(s);
}

}  // namespace detail::reading_impl

T2S_DECL reading<std::string> read_question(std::string_view completion, std::size_t most) {
  namespace impl = detail::reading_impl;
  return impl::outside_thoughts(completion, [&](std::string_view s, reading_notes notes) -> reading<std::string> {
    std::string around;
    auto const blocks = impl::blocks_of(s, around);
    if (!blocks.empty()) impl::add(notes, step::fenced_block, blocks.front().content);
    auto const found = impl::question_in(blocks.empty() ? s : blocks.front().content, notes);
    char const* const wrong = found.empty()          ? "has no question"
                              : impl::refuses(found) ? "refuses"
                              : impl::is_sql(found)  ? "is SQL, not a question"
                              : impl::answers(found) ? "answers the question instead of rewriting it"
                              : found.size() > most  ? "is too long for a question"
                                                     : nullptr;
    if (wrong) return {impl::no_answer(wrong, completion, "ask for one question"), std::move(notes)};
    return {std::string(found), std::move(notes)};
  });
}

}  // namespace t2s::llm

#endif
