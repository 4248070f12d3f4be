// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_QUESTION_TEXT_IPP
#define T2S_LLM_IMPL_QUESTION_TEXT_IPP

#include "t2s/llm/impl/reading/fences.hpp"
#include "t2s/llm/question_text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace t2s::llm {
namespace detail::reading_impl {

inline failure no_question(std::string_view s, std::string_view what) {
  return {errc::malformed_reply, "the completion " + std::string(what) + ": \"" + excerpt(s) + "\"", {}, "ask for one question", {}};
}

/// What stands behind the colon of the first line that begins with one of these words; nothing if none does.
template <class Words>
std::string_view behind_line_label(std::string_view s, Words const& labels) {
  for (std::size_t line = 0; line < s.size(); line = std::min(s.find('\n', line), s.size() - 1) + 1) {
    auto const i = std::min(s.find_first_not_of(" \t/*#_>", line), s.size());
    if (!is_one_of(word_at(s, i), labels)) continue;
    auto const colon = s.find_first_of(":?.\n", i);
    if (colon != s.npos && s[colon] == ':' && colon - i < 40) return s.substr(colon + 1);
  }
  return {};
}

/// Without comment signs, quotes and emphasis at its ends.
inline std::string_view bare_line(std::string_view s) {
  s = text::trim(s.substr(0, s.find("*/")));
  auto const decoration = [](char c) { return text::is_space(c) || c == '*' || c == '`' || c == '/' || c == '#' || c == '>'; };
  while (!s.empty() && decoration(s.front())) s.remove_prefix(1);
  while (!s.empty() && (text::is_space(s.back()) || s.back() == '*' || s.back() == '`')) s.remove_suffix(1);
  bool const quoted = s.size() > 1 && (s.front() == '"' || s.front() == '\'') && s.back() == s.front();
  if (quoted && s.find(s.front(), 1) == s.size() - 1) s = s.substr(1, s.size() - 2);
  return text::trim(s);
}

/// The first line that says something and announces nothing ("Here is the rewritten question:").
inline std::string_view first_said_line(std::string_view s) {
  for (auto const line : text::split(s, '\n')) {
    auto const said = bare_line(line);
    if (!said.empty() && said.back() != ':') return said;
  }
  return {};
}

/// The question of an answer: behind the label of the answer, if there is one, since models repeat what they were asked before it and go on
/// with another question behind it.
inline std::string_view said_question(std::string_view s, reading_notes& notes) {
  static constexpr std::array<std::string_view, 5> answers{"results", "result", "rewritten", "simplified", "output"};
  static constexpr std::array<std::string_view, 2> questions{"question", "rewrite"};
  auto const answer = behind_line_label(s, answers);
  auto const line = first_said_line(answer.data() == nullptr ? s : answer);
  auto const labelled = bare_line(behind_line_label(line, questions));
  if (answer.data() != nullptr || !labelled.empty()) add(notes, step::label);
  return labelled.empty() ? line : labelled;
}

inline bool refuses(std::string_view s) {
  static constexpr std::array<std::string_view, 11> beginnings{"sorry",    "i'm sorry", "i am sorry",   "i can't",
                                                               "i cannot", "i can not", "i'm unable",   "i am unable",
                                                               "as an ai", "i apologi", "unfortunately"};
  return std::any_of(beginnings.begin(), beginnings.end(), [s](std::string_view b) { return has_prefix(s, b); });
}

/// Capitals decide: "Select the names from ..." is how people ask too.
inline bool is_sql(std::string_view s) { return s.starts_with("SELECT ") && (s.find(" FROM ") != s.npos || s.find('(') != s.npos); }

}  // namespace detail::reading_impl

T2S_DECL reading<std::string> read_question(std::string_view completion, std::size_t most) {
  namespace impl = detail::reading_impl;
  reading_notes notes;
  auto const outside = impl::without_thinking(completion, notes);
  if (!outside.unclosed.empty() && text::trim(outside.answer).empty())
    return {impl::no_question(completion, "ended within its thoughts"), std::move(notes)};
  std::string around;
  auto const blocks = impl::blocks_of(outside.answer, around);
  if (!blocks.empty()) impl::add(notes, step::fenced_block, blocks.front().content);
  auto const where = blocks.empty() ? std::string_view(outside.answer) : blocks.front().content;
  auto const said = impl::said_question(where, notes);
  if (said.empty()) return {impl::no_question(completion, "has no question"), std::move(notes)};
  if (impl::refuses(said)) return {impl::no_question(completion, "refuses"), std::move(notes)};
  if (impl::is_sql(said)) return {impl::no_question(completion, "is SQL and no question"), std::move(notes)};
  if (said.size() > most) return {impl::no_question(completion, "is too long for a question"), std::move(notes)};
  return {std::string(said), std::move(notes)};
}

}  // namespace t2s::llm

#endif
