// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_PHRASE_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_PHRASE_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/cues.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::reader::detail::follow_up {

using kind = link::link::kind;

/// The words of a follow-up question, without "and" before them and "please" after them.
class phrase {
 public:
  explicit phrase(link::linked_question const& asked) : asked_(&asked), last_(asked.found.tokens.size()) {
    while (first_ < last_ && is(first_, "and but or ok okay now then so well yes no please , . ... -")) {
      opened_ = opened_ || is(first_, "and but or");
      ++first_;
    }
    while (last_ > first_ && (is(last_ - 1, "please thanks") || is_mark(last_ - 1))) --last_;
  }

  [[nodiscard]] std::size_t first() const noexcept { return first_; }
  [[nodiscard]] std::size_t last() const noexcept { return last_; }
  [[nodiscard]] bool empty() const noexcept { return first_ >= last_; }
  /// Whether it begins with "and", "but" or "or".
  [[nodiscard]] bool is_opened() const noexcept { return opened_; }
  [[nodiscard]] link::linked_question const& asked() const noexcept { return *asked_; }
  [[nodiscard]] std::vector<retrieve::token> const& tokens() const noexcept { return asked_->found.tokens; }

  [[nodiscard]] std::string_view word(std::size_t t) const { return t < last_ ? std::string_view(tokens()[t].text) : std::string_view(); }
  /// Whether a token is in a list of words separated by blanks.
  [[nodiscard]] bool is(std::size_t t, std::string_view words) const { return t < last_ && is_one_of(word(t), words); }
  [[nodiscard]] bool is_number(std::size_t t) const { return t < last_ && tokens()[t].is == retrieve::token::kind::number; }
  [[nodiscard]] bool is_mark(std::size_t t) const { return t < last_ && tokens()[t].is == retrieve::token::kind::mark; }

  /// The first token in a list of words at or after `from`; `last()` if there is none.
  [[nodiscard]] std::size_t find(std::string_view words, std::size_t from = 0) const {
    from = std::max(from, first_);
    while (from < last_ && !is(from, words)) ++from;
    return from;
  }
  [[nodiscard]] bool has(std::string_view words) const { return find(words) < last_; }
  /// Whether the phrase begins with these words.
  [[nodiscard]] bool begins(std::string_view one, std::string_view two = {}) const {
    return is(first_, one) && (two.empty() || is(first_ + 1, two));
  }
  /// Whether all tokens but numbers and marks are in a list of words.
  [[nodiscard]] bool has_only(std::string_view words) const {
    for (auto t = first_; t < last_; ++t)
      if (!is(t, words) && !is_number(t) && !is_mark(t)) return false;
    return true;
  }

  /// Whether a link of a kind and score covers a token.
  [[nodiscard]] bool names(std::size_t t, kind k, double least = 0.5) const {
    return t2s::detail::any_of(asked_->found.found,
                               [&](link::link const& l) { return l.is == k && l.first <= t && t < l.last && l.score >= least; });
  }
  [[nodiscard]] bool names_table(std::size_t t) const { return names(t, kind::table, 0.6); }
  [[nodiscard]] bool names_table_within(std::size_t from, std::size_t to) const {
    for (; from < to; ++from)
      if (names_table(from)) return true;
    return false;
  }

  /// A shorter phrase of the same question.
  [[nodiscard]] phrase within(std::size_t from, std::size_t to) const {
    auto p = *this;
    p.first_ = std::max(from, first_);
    p.last_ = std::min(to, last_);
    return p;
  }

 private:
  link::linked_question const* asked_;
  std::size_t first_ = 0, last_;
  bool opened_ = false;
};

/// A question that is put together from parts of another and words beside them.
class reworded_question {
 public:
  explicit reworded_question(link::linked_question const& of) : of_(&of) {}

  reworded_question& say(std::string_view words) {
    if (words.empty()) return *this;
    space();
    text_.append(words);
    return *this;
  }
  /// Tokens [from, to) of the other question, as written.
  reworded_question& copy(std::size_t from, std::size_t to) {
    auto const& all = of_->found.tokens;
    if (from >= to || to > all.size()) return *this;
    space();
    auto const begin = all[from].begin, end = all[to - 1].end;
    copied_.push_back({text_.size(), begin, end - begin});
    text_.append(of_->text, begin, end - begin);
    return *this;
  }

  [[nodiscard]] std::string const& text() const noexcept { return text_; }

  /// The parts of the other question among parts of this one; those that were only said are left out.
  [[nodiscard]] std::vector<link::unread_part> back(std::vector<link::unread_part> const& parts) const {
    std::vector<link::unread_part> out;
    for (auto const& p : parts)
      for (auto const& c : copied_) {
        auto const begin = std::max(p.begin, c.at), end = std::min(p.end, c.at + c.size);
        if (begin >= end) continue;
        auto const from = begin - c.at + c.from;
        out.push_back({of_->text.substr(from, end - begin), from, from + end - begin, p.role});
      }
    return out;
  }

 private:
  struct copy_of {
    std::size_t at, from, size;
  };

  void space() {
    if (!text_.empty()) text_ += ' ';
  }

  link::linked_question const* of_;
  std::string text_{};
  std::vector<copy_of> copied_{};
};

}  // namespace t2s::reader::detail::follow_up

#endif
