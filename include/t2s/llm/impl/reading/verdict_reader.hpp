// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_READING_VERDICT_READER_HPP
#define T2S_LLM_IMPL_READING_VERDICT_READER_HPP

#include "t2s/llm/impl/reading/blocks.hpp"

namespace t2s::llm::detail::reading_impl {

struct verdict_at {
  bool yes;
  std::size_t begin;
  std::size_t end;
};

inline std::size_t skip_marks(std::string_view s, std::size_t i) noexcept { return skip(" \t\n\v\f\r*_#>\"'`-:.,;!([{$\\", s, i); }
inline std::size_t skip_emphasis(std::string_view s, std::size_t i) noexcept { return skip(" \t*_`\"'", s, i); }

inline std::optional<verdict_at> plain_verdict(std::string_view s, std::size_t i) {
  static constexpr std::array<std::string_view, 5> yes{"yes", "true", "correct", "right", "yeah"};
  static constexpr std::array<std::string_view, 5> no{"no", "false", "incorrect", "wrong", "nope"};
  auto word = word_at(s, i);
  while (!word.empty() && word.back() == '_') word.remove_suffix(1);  // __Yes__
  if (is_one_of(word, yes)) return verdict_at{true, i, i + word.size()};
  if (is_one_of(word, no)) return verdict_at{false, i, i + word.size()};
  return {};
}

/// The verdict at `s[i]`: a word, or "not" and a word.
inline std::optional<verdict_at> verdict_word(std::string_view s, std::size_t i) {
  auto const word = word_at(s, i);
  if (!text::same(word, "not")) return plain_verdict(s, i);
  auto const next = plain_verdict(s, skip_emphasis(s, i + word.size()));
  return next ? std::optional(verdict_at{!next->yes, i, next->end}) : std::nullopt;
}

/// Whether the other verdict follows at once, as in "Yes/No" or "yes and no", which decide nothing.
inline bool offers_both(std::string_view s, verdict_at const& v) {
  auto i = v.end;
  while (i < s.size() && (s[i] == ' ' || s[i] == '/' || s[i] == '|' || s[i] == '*')) ++i;
  auto const joint = word_at(s, i);
  if (text::same(joint, "or") || text::same(joint, "and")) i = skip_blanks(s, i + joint.size());
  auto const next = verdict_word(s, i);
  return next && next->yes != v.yes && text::same(word_at(s, v.begin), v.yes ? "yes" : "no");
}

inline std::optional<verdict_at> first_word(std::string_view s) {
  auto const v = verdict_word(s, skip_marks(s, 0));
  return v && !offers_both(s, *v) ? v : std::nullopt;
}

/// The verdict after "is", "looks", "seems" or "isn't", which ends at `s[i]`. "There is no problem" is none.
inline std::optional<verdict_at> after_verb(std::string_view s, std::size_t i, std::string_view verb) {
  bool const negated = text::same(verb, "isn");
  if (negated && !text::same(s.substr(i, 2), "'t")) return {};
  auto v = verdict_word(s, skip_marks(s, negated ? i + 2 : i));
  if (!v) return {};
  auto const end = skip_emphasis(s, v->end);
  bool const goes_on = end < s.size() && is_word(s[end]);
  if (goes_on && text::same(word_at(s, v->begin), "no")) return {};
  v->yes = v->yes != negated;
  return v;
}

/// The verdict after the colon of a label that ends at `s[i]`.
inline std::optional<verdict_at> after_label(std::string_view s, std::size_t i) {
  auto const colon = skip_emphasis(s, i);
  bool const labels = colon < s.size() && (s[colon] == ':' || s[colon] == '=');
  return labels ? verdict_word(s, skip_marks(s, colon + 1)) : std::nullopt;
}

/// The last verdict after a label or a verb: "Answer: no", "the answer is **No**", "The query is not correct".
inline std::optional<verdict_at> labelled(std::string_view s) {
  static constexpr std::array<std::string_view, 4> verbs{"is", "looks", "seems", "isn"};
  static constexpr std::array<std::string_view, 9> labels{"answer", "verdict",    "judgement", "judgment", "conclusion",
                                                          "result", "evaluation", "correct",   "decision"};
  std::optional<verdict_at> last;
  for (std::size_t i = 0; i < s.size();) {
    auto const word = word_at(s, i);
    i += std::max<std::size_t>(1, word.size());
    std::optional<verdict_at> v;
    if (is_one_of(word, verbs)) v = after_verb(s, i, word);
    if (is_one_of(word, labels)) v = after_label(s, i);
    if (v && !offers_both(s, *v)) last = v;
  }
  return last;
}

inline std::optional<verdict_at> last_line(std::string_view s) {
  auto const trimmed = text::trim(s);
  auto const begin = static_cast<std::size_t>(trimmed.data() - s.data()) + trimmed.rfind('\n') + 1;
  auto const v = verdict_word(s, skip_marks(s, begin));
  return v && skip_marks(s, v->end) == s.size() ? v : std::nullopt;
}

/// The reason: the text after a verdict, or before it where nothing follows.
inline std::string reason_beside(std::string_view s, verdict_at const& v) {
  static constexpr std::string_view marks = " \t\r\n*_`\"'.,;:!)-}]";
  auto const after = s.substr(v.end);
  auto const begin = std::min(after.find_first_not_of(marks), after.size());
  auto const reason = text::trim(after.substr(begin));
  auto const before = s.substr(0, v.begin);
  if (!reason.empty() || skip_marks(before, 0) == before.size()) return std::string(reason);
  return std::string(text::trim(before));
}

/// The verdict in an object: {"answer": "No", "reason": "..."} or {"correct": true}.
inline std::optional<verdict> verdict_in(literal const& object) {
  static constexpr std::array<std::string_view, 12> names{"verdict", "answer",  "judgement", "judgment",   "correct", "iscorrect",
                                                          "result",  "isright", "decision",  "conclusion", "valid",   "isvalid"};
  static constexpr std::array<std::string_view, 6> reasons{"reason", "explanation", "why", "reasoning", "rationale", "feedback"};
  if (object.what != literal::kind::object) return {};
  auto const* const answer = find_item(object, names);
  auto const v = answer ? first_word(answer->text) : std::nullopt;
  if (!v) return {};
  auto const* const why = find_item(object, reasons);
  return verdict{v->yes, why ? why->text : text::trim(answer->text).size() > v->end ? reason_beside(answer->text, *v) : std::string()};
}

inline reading<verdict> read_verdict(std::string_view s, reading_notes notes) {
  bool complete = true;
  for (auto const& l : literals_in(s, complete))
    if (auto v = verdict_in(l)) {
      add(notes, step::object);
      if (!complete) add(notes, step::missing_end);
      return {*std::move(v), std::move(notes)};
    }
  auto const first = first_word(s);
  auto last = last_line(s);
  if (!last) last = labelled(s);
  char const* const wrong = !first && !last                            ? "has no Yes or No"
                            : first && last && first->yes != last->yes ? "says first one thing and then the other"
                                                                       : nullptr;
  if (wrong) return {no_answer(wrong, s, "ask for an answer that begins with Yes or No"), std::move(notes)};
  auto const& taken = first ? *first : *last;
  if (!first) add(notes, step::label);
  return {verdict{taken.yes, reason_beside(s, taken)}, std::move(notes)};
}

}  // namespace t2s::llm::detail::reading_impl

#endif
