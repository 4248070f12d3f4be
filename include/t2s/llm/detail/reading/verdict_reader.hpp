// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_VERDICT_READER_HPP
#define T2S_LLM_DETAIL_READING_VERDICT_READER_HPP

#include "t2s/llm/detail/reading/blocks.hpp"

namespace t2s::llm::detail::reading_impl {

struct verdict_at {
  bool yes;
  std::size_t begin;
  std::size_t end;
  bool said = true;  ///< true for an answer, false for a statement about something: "the rows are correct"
};

inline std::size_t skip_marks(std::string_view s, std::size_t i) noexcept {
  static constexpr std::string_view marks = " \t\n\v\f\r*_#>\"'`-:.,;!([{$\\/";
  while (i < s.size() && (marks.find(s[i]) != marks.npos || static_cast<unsigned char>(s[i]) >= 0x80)) ++i;
  return i;
}
inline std::size_t skip_emphasis(std::string_view s, std::size_t i) noexcept { return skip(" \t*_`\"'", s, i); }

inline bool is_yes_or_no(std::string_view word) {
  static constexpr std::array<std::string_view, 4> answers{"yes", "no", "yeah", "nope"};
  while (!word.empty() && word.back() == '_') word.remove_suffix(1);  // __Yes__
  return is_one_of(word, answers);
}

inline std::optional<verdict_at> plain_verdict(std::string_view s, std::size_t i) {
  static constexpr std::array<std::string_view, 5> yes{"yes", "true", "correct", "right", "yeah"};
  static constexpr std::array<std::string_view, 5> no{"no", "false", "incorrect", "wrong", "nope"};
  auto word = word_at(s, i);
  while (!word.empty() && word.back() == '_') word.remove_suffix(1);
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

/// Whether the other verdict follows directly, as in "Yes/No" or "yes and no", so that nothing is decided.
inline bool offers_both(std::string_view s, verdict_at const& v) {
  auto i = v.end;
  while (i < s.size() && (s[i] == ' ' || s[i] == '/' || s[i] == '|' || s[i] == '*')) ++i;
  auto const joint = word_at(s, i);
  if (text::same(joint, "or") || text::same(joint, "and")) i = skip_blanks(s, i + joint.size());
  auto const next = verdict_word(s, i);
  return next && next->yes != v.yes && text::same(word_at(s, v.begin), v.yes ? "yes" : "no");
}

/// Whether a verdict is complete, unlike "no rows", where a noun follows: it ends its clause, or precedes "for the rows".
inline bool stands_alone(std::string_view s, verdict_at const& v) {
  static constexpr std::array<std::string_view, 9> links{"for", "to", "on", "about", "regarding", "with", "because", "since", "as"};
  auto const i = skip_emphasis(s, v.end);
  return i >= s.size() || !is_word(s[i]) || is_one_of(word_at(s, i), links);
}

/// "Is anything missing? Yes": this verdict confirms a fault.
inline bool is_fault(std::string_view word) {
  static constexpr std::array<std::string_view, 14> faults{"wrong", "missing", "incorrect", "error",    "errors", "problem", "problems",
                                                           "issue", "issues",  "mistake",   "mistakes", "extra",  "fail",    "fails"};
  return is_one_of(word, faults);
}

/// The verdicts of a reply, sentence by sentence.
class verdict_finder {
 public:
  explicit verdict_finder(std::string_view s) : s_(s), first_(skip_marks(s, 0)) {}

  /// In the order of the text; empty if the reply begins with "Yes/No".
  std::vector<verdict_at> all() {
    for (std::size_t begin = 0; begin < s_.size();) {
      auto const end = sentence_end(begin);
      read_sentence(begin, end);
      begin = end + 1;
    }
    return undecided_ ? std::vector<verdict_at>() : std::move(found_);
  }

 private:
  [[nodiscard]] std::size_t sentence_end(std::size_t i) const {
    for (; i < s_.size(); ++i) {
      if (s_[i] == '\n') return i;
      bool const mark = std::string_view(".!?;").find(s_[i]) != std::string_view::npos;
      if (mark && (i + 1 == s_.size() || !is_word(s_[i + 1]))) return i;
    }
    return i;
  }

  void read_sentence(std::size_t begin, std::size_t end) {
    bool const asks = end < s_.size() && s_[end] == '?';
    auto from = skip_marks(s_.substr(0, end), begin);
    if (from >= end) return;
    bool const first = from == first_;
    if (auto const v = at_beginning(from, end, first)) {
      from = v->end;
      if (offers_both(s_, *v))
        undecided_ |= first;
      else if (!asks && !fault_asked_)
        found_.push_back(*v);
    }
    bool const fault = read_words(from, end, asks);
    fault_asked_ = asks && fault;
  }

  [[nodiscard]] std::optional<verdict_at> at_beginning(std::size_t i, std::size_t end, bool first) const {
    auto const v = verdict_word(s_, i);
    if (!v) return {};
    auto const next = skip_emphasis(s_, v->end);
    bool const goes_on = next < s_.size() && is_word(s_[next]);
    if (is_yes_or_no(word_at(s_, i))) return first || stands_alone(s_, *v) ? v : std::nullopt;
    bool const says_right = text::same(word_at(s_, i), "right") && next < s_.size() && s_[next] == ',';  // "Right, let me see"
    if (first) return v->yes && (goes_on || says_right) ? std::nullopt : v;
    return next >= end ? v : std::nullopt;
  }

  /// The verdicts inside a sentence; returns whether it mentions a fault.
  bool read_words(std::size_t i, std::size_t end, bool asks) {
    bool fault = false;
    clause_ = {};
    std::string_view before;
    char mark = '\0';  // between this word and the previous one
    while (i < end) {
      auto const word = word_at(s_, i);
      if (word.empty()) {
        if (std::string_view(",:()").find(s_[i]) != std::string_view::npos) clause_ = {};
        if (!text::is_space(s_[i])) mark = s_[i];
        ++i;
        continue;
      }
      fault |= is_fault(word);
      auto const after = i + word.size();
      if (!asks)
        if (auto const v = at_word(word, i, before, mark); v && !offers_both(s_, *v)) found_.push_back(*v);
      note_word(word, before, mark);
      before = word;
      mark = '\0';
      i = after;
    }
    return fault;
  }

  /// Words in a clause that reverse or cancel a verdict.
  struct clause {
    bool denied = false;       ///< "I do not think that it is correct"
    bool conditional = false;  ///< "whether it is correct"
  };
  void note_word(std::string_view word, std::string_view before, char mark) {
    static constexpr std::array<std::string_view, 9> negations{"not",     "cannot", "never", "nothing", "none",
                                                               "neither", "no",     "nor",   "hardly"};
    static constexpr std::array<std::string_view, 11> conditions{"whether", "if",    "unless",  "could", "would", "should",
                                                                 "might",   "maybe", "perhaps", "may",   "unsure"};
    static constexpr std::array<std::string_view, 8> joints{"but", "so", "and", "because", "since", "while", "whereas", "although"};
    if (is_one_of(word, joints)) clause_ = {};
    bool const contracted = mark == '\'' && text::same(word, "t") && !before.empty();  // "don't"
    clause_.denied |= contracted || is_one_of(word, negations);
    clause_.conditional |= is_one_of(word, conditions);
  }

  [[nodiscard]] std::optional<verdict_at> at_word(std::string_view word, std::size_t i, std::string_view before, char mark) const {
    static constexpr std::array<std::string_view, 6> joints{"but", "and", "while", "whereas", "although", "though"};
    auto const after = i + word.size();
    if (auto const v = is_yes_or_no(word) ? plain_verdict(s_, i) : std::nullopt)
      return (mark == ',' || is_one_of(before, joints)) && stands_alone(s_, *v) ? v : std::nullopt;
    if (text::same(before, "but") && text::same(word, "not")) return verdict_at{false, i, after, false};
    if (auto const v = about_agreement(word, i)) return v;
    if (auto const v = after_verb(after, word, mark)) return v;
    return is_fault(word) ? std::nullopt : after_label(word, after);
  }

  [[nodiscard]] std::optional<verdict_at> about_agreement(std::string_view word, std::size_t i) const {
    auto const end = i + word.size();
    if (clause_.conditional) return {};
    if (text::same(word, "disagree") && !clause_.denied) return verdict_at{false, i, end, false};
    if (!text::same(word, "agree")) return {};
    if (clause_.denied) return verdict_at{false, i, end, false};
    static constexpr std::string_view both = " with both";
    if (!text::same(s_.substr(end, both.size()), both)) return {};
    return verdict_at{true, i, end + both.size(), false};
  }

  /// The verdict after "is", "looks", "isn't" and the like, which end at `s[i]`. "There is no problem" is not a verdict.
  [[nodiscard]] std::optional<verdict_at> after_verb(std::size_t i, std::string_view verb, char mark) const {
    static constexpr std::array<std::string_view, 9> verbs{"is", "are", "was", "were", "look", "looks", "seem", "seems", "be"};
    static constexpr std::array<std::string_view, 4> negated_verbs{"isn", "aren", "wasn", "weren"};
    static constexpr std::array<std::string_view, 2> short_verbs{"s", "re"};  // "it's", "they're"
    bool const negated = is_one_of(verb, negated_verbs) && text::same(s_.substr(i, 2), "'t");
    bool const is_verb = negated || is_one_of(verb, verbs) || (mark == '\'' && is_one_of(verb, short_verbs));
    if (!is_verb || clause_.conditional) return {};
    auto v = verdict_word(s_, skip_adverb(skip_marks(s_, negated ? i + 2 : i)));
    if (!v || s_.substr(i, v->begin - i).find_first_of(".;!\n") != std::string_view::npos) return {};
    auto const end = skip_emphasis(s_, v->end);
    bool const goes_on = end < s_.size() && is_word(s_[end]);
    if (goes_on && text::same(word_at(s_, v->begin), "no")) return {};
    v->said = is_yes_or_no(word_at(s_, v->begin));
    if (clause_.denied && !v->said && !v->yes) return {};
    if (clause_.denied) v->yes = false;
    v->yes = v->yes != negated;
    return v;
  }
  [[nodiscard]] std::size_t skip_adverb(std::size_t i) const {
    static constexpr std::array<std::string_view, 5> adverbs{"indeed", "all", "both", "also", "quite"};
    auto const word = word_at(s_, i);
    return is_one_of(word, adverbs) || (word.size() > 4 && word.ends_with("ly")) ? skip_blanks(s_, i + word.size()) : i;
  }

  /// The verdict after the punctuation of a label that ends at `s[i]`: "Answer: no", "<answer>Yes", and for Yes and No after any word.
  [[nodiscard]] std::optional<verdict_at> after_label(std::string_view word, std::size_t i) const {
    static constexpr std::array<std::string_view, 11> labels{"answer", "verdict",    "judgement", "judgment", "conclusion", "result",
                                                             "output", "evaluation", "correct",   "decision", "overall"};
    static constexpr std::array<std::string_view, 6> names_of_answer{"answer",   "verdict",    "judgement",
                                                                     "judgment", "conclusion", "decision"};
    bool const known = is_one_of(word, labels);
    auto const colon = skip_emphasis(s_, i);
    char const mark = colon < s_.size() ? s_[colon] : '\0';
    bool const labels_it = mark == ':' || mark == '=' || mark == '>' || (known && mark == '-');
    if (!labels_it && !known) return {};
    auto v = verdict_word(s_, labels_it ? skip_marks(s_, colon + 1) : colon);
    if (!v) return {};
    bool const plain = is_yes_or_no(word_at(s_, v->begin));
    auto const end = skip_emphasis(s_, v->end);
    if (!labels_it) return plain && (end == s_.size() || !is_word(s_[end])) ? v : std::nullopt;  // "Output Yes."
    bool const is_name = is_one_of(word, names_of_answer);  // others begin a remark: "the rows are correct: no duplicates"
    return (known && (is_name || !plain)) || (plain && stands_alone(s_, *v)) ? v : std::nullopt;
  }

  std::string_view s_;
  std::size_t first_;  // where the first word begins
  std::vector<verdict_at> found_{};
  clause clause_{};
  bool fault_asked_ = false;
  bool undecided_ = false;
};

/// The final verdict of a reply: for a Yes, every answer in it must be Yes, and nothing may be called wrong. Nothing if there is no answer,
/// or if the answers differ.
inline std::optional<verdict_at> decided(std::string_view s) {
  auto const all = verdict_finder(s).all();
  auto const is = [](bool said, bool yes) { return [=](verdict_at const& v) { return v.said == said && v.yes == yes; }; };
  auto const some = [&](bool said, bool yes) { return std::ranges::any_of(all, is(said, yes)); };
  bool const answered = some(true, true) || some(true, false);
  if (some(true, true) && (some(true, false) || some(false, false))) return {};
  auto const last = std::find_if(all.rbegin(), all.rend(), answered ? is(true, some(true, true)) : is(false, !some(false, false)));
  if (last == all.rend()) return {};
  return skip_marks(s, 0) == all.front().begin ? all.front() : *last;
}

/// The reason: the text after a verdict, or before it if nothing follows.
inline std::string reason_beside(std::string_view s, verdict_at const& v) {
  static constexpr std::string_view marks = " \t\r\n*_`\"'.,;:!)-}]/";
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
  auto const v = answer ? decided(answer->text) : std::nullopt;
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
  auto const taken = decided(s);
  if (!taken) {
    char const* const wrong = verdict_finder(s).all().empty() ? "has no Yes or No" : "says both Yes and No";
    return {no_answer(wrong, s, "ask for an answer that begins with Yes or No"), std::move(notes)};
  }
  if (taken->begin != skip_marks(s, 0)) add(notes, step::label);
  return {verdict{taken->yes, reason_beside(s, *taken)}, std::move(notes)};
}

}  // namespace t2s::llm::detail::reading_impl

#endif
