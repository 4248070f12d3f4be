// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_DIFFERENCES_HPP
#define T2S_OFFLINE_READER_DETAIL_DIFFERENCES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/cues.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Questions for the difference of two numbers, each of which is a question of its own.
namespace t2s::reader::detail {

/// Two questions, of which the result of the second is subtracted; empty for a question that is about no such difference.
struct subtraction {
  std::string from{}, minus{};

  explicit operator bool() const { return !from.empty() && !minus.empty(); }
};

/// Splits "the difference between the average price of lamps and that of chairs", "how many more lamps than chairs do we have", "how much
/// higher is the average price of lamps than that of chairs".
class difference_splitter {
 public:
  explicit difference_splitter(link::links const& asked) : asked_(asked), end_(asked.tokens.size()) {
    while (end_ > 0 && is_mark(end_ - 1)) --end_;
  }

  [[nodiscard]] subtraction split() const {
    for (auto const& form : {&difference_splitter::between, &difference_splitter::how_many_more, &difference_splitter::how_much_more})
      if (auto found = (this->*form)()) return found;
    return {};
  }

 private:
  [[nodiscard]] std::string_view word(std::size_t t) const {
    return t < end_ ? std::string_view(asked_.tokens[t].text) : std::string_view();
  }
  [[nodiscard]] bool is_word(std::size_t t, std::string_view words) const { return is_one_of(word(t), words); }
  [[nodiscard]] bool is_mark(std::size_t t) const { return asked_.tokens[t].is == retrieve::token::kind::mark; }
  [[nodiscard]] std::size_t find(std::size_t from, std::size_t to, std::string_view words) const {
    while (from < to && !is_word(from, words)) ++from;
    return from;
  }
  /// The last of tokens [from, to) with these words; `to` if there is none.
  [[nodiscard]] std::size_t find_last(std::size_t from, std::size_t to, std::string_view words) const {
    for (auto t = to; t-- > from;)
      if (is_word(t, words)) return t;
    return to;
  }
  /// The question's text from one token up to another.
  [[nodiscard]] std::string text(std::size_t from, std::size_t to) const {
    if (from >= to) return {};
    return asked_.text.substr(asked_.tokens[from].begin, asked_.tokens[to - 1].end - asked_.tokens[from].begin);
  }
  /// The same after another text, with a blank between them.
  [[nodiscard]] std::string joined(std::string before, std::size_t from, std::size_t to) const {
    auto const after = text(from, to);
    return before.empty() ? after : after.empty() ? before : std::move(before) + " " + after;
  }

  /// The token after "the average", "the number of" and the like; 0 if there is no such phrase.
  [[nodiscard]] std::size_t end_of_number(std::size_t t) const {
    if (is_word(t, "the their our")) ++t;
    for (auto const& c : cues_of(asked_.tokens)) {  // few questions come so far
      bool const counts = c.is == cue::kind::count, adds = c.is == cue::kind::aggregate;
      if ((counts || adds) && (c.first == t || c.first + 1 == t) && c.last > t) return c.last;
    }
    return 0;
  }
  [[nodiscard]] bool is_year(std::size_t t) const {
    return t < end_ && asked_.tokens[t].is == retrieve::token::kind::number && word(t).size() == 4;
  }
  [[nodiscard]] bool has_year(std::size_t from, std::size_t to) const {
    while (from < to && !is_year(from)) ++from;
    return from < to;
  }

  /// The tokens [first, last) with those from the last of its prepositions on replaced by the second alternative, which begins at `other`:
  /// "that of chairs", "in 2022", "chairs". Empty if it is not known what it replaces.
  [[nodiscard]] std::string replaced(std::size_t first, std::size_t last, std::size_t other) const {
    static constexpr std::string_view leading = "of in for from at on by during with to";
    if (is_word(other, "that those"))
      ++other;
    else if (is_word(other, "the") && is_word(other + 1, "one ones"))
      other += 2;
    if (other >= end_) return {};
    bool const led = is_word(other, leading);
    auto const at = find_last(first, last, led ? word(other) : "of");
    if (at == last || at + 1 == last || has_year(at, last) != has_year(other, end_)) return {};
    return joined(text(first, led ? at : at + 1), other, end_);
  }

  /// Whether only words of a request come before a token.
  [[nodiscard]] bool opens(std::size_t to) const {
    for (std::size_t t = 0; t < to; ++t)
      if (!is_word(t, "what what's is 's was are the a by how big large great") && !request_words.has(word(t)) &&
          !retrieve::is_stop_word(asked_.tokens[t]))
        return false;
    return true;
  }

  /// "the difference between A and B", "the difference in the average price between lamps and chairs"
  [[nodiscard]] subtraction between() const {
    auto const at = find(0, end_, "difference gap");
    if (at >= end_ || !opens(at)) return {};
    auto const from = find(at + 1, end_, "between") + 1;
    auto const middle = find(from, end_, "and");
    if (middle >= end_ || middle == from || middle + 1 == end_) return {};
    if (from > at + 2) {  // "in the average price"
      bool const measured = is_word(at + 1, "in of") && end_of_number(at + 2) > 0 && !has_year(from, end_);
      if (!measured || find(middle + 1, end_, "and") < end_) return {};
      auto const what = text(at + 2, from - 1) + (is_word(from - 2, "of") ? "" : " of");
      return {joined(what, from, middle), joined(what, middle + 1, end_)};
    }
    auto const begins = end_of_number(from);
    if (begins == 0) return {};
    for (auto a = middle; a < end_; a = find(a + 1, end_, "and"))
      if (begins < a && end_of_number(a + 1) > 0) return {text(from, a), text(a + 1, end_)};
    if (find(middle + 1, end_, "and") < end_) return {};
    return {text(from, middle), replaced(from, middle, middle + 1)};
  }

  /// "how many more loans were there in 2023 than in 2022", "how many more lamps than chairs do we have"
  [[nodiscard]] subtraction how_many_more() const {
    auto const than = find(3, end_, "than");
    bool const fewer = is_word(2, "fewer less");
    if (!is_word(0, "how") || !is_word(1, "many") || !(fewer || is_word(2, "more")) || than == 3 || than + 1 >= end_) return {};
    std::string const how = "how many";
    subtraction out;
    if (is_word(than + 1, "in during on at from for of by with to")) {
      out.from = joined(how, 3, than);
      if (auto const second = replaced(3, than, than + 1); !second.empty()) out.minus = how + " " + second;
    } else {
      out = of_nouns(than);
    }
    if (fewer) out.from.swap(out.minus);
    return out;
  }

  /// "lamps than chairs do we have", "lamps are there than chairs", "red than blue lamps"
  [[nodiscard]] subtraction of_nouns(std::size_t than) const {
    static constexpr std::string_view verbs = "do did does are were is was have has had in at on from of there with";
    auto const first = find(3, than, verbs), second = find(than + 1, end_, verbs);
    if (first == 3 || second == than + 1 || asked_.tokens[than + 1].is == retrieve::token::kind::number) return {};
    auto one = joined("how many", 3, first);
    bool const adjective = first == 4 && word(3) == asked_.tokens[3].lemma && second > than + 2;
    if (adjective) one = joined(std::move(one), than + 2, second);
    if (second == end_ && than + 2 == end_ && is_past(word(than + 1)) && is_past(word(than - 1)))  // "lamps were sold than returned"
      return {joined("how many", 3, than), joined(joined("how many", 3, than - 1), than + 1, end_)};
    if (first < than && word(first) == word(second)) return {joined("how many", 3, than), joined("how many", than + 1, end_)};
    auto const rest = [&](std::string before) { return joined(joined(std::move(before), first, than), second, end_); };
    return {rest(std::move(one)), rest(joined("how many", than + 1, second))};
  }

  /// "how much higher is the average price of lamps than that of chairs"
  [[nodiscard]] subtraction how_much_more() const {
    bool const less = is_word(2, "lower less smaller shorter cheaper younger");
    bool const more = is_word(2, "higher more larger greater bigger longer older");
    if (!is_word(0, "how") || !is_word(1, "much") || !(less || more) || !is_word(3, "is are was were")) return {};
    auto const than = find(4, end_, "than");
    auto const begins = end_of_number(4);
    if (than + 1 >= end_ || begins == 0 || begins >= than) return {};
    bool const whole = end_of_number(than + 1) > 0;
    subtraction out{text(4, than), whole ? text(than + 1, end_) : replaced(4, than, than + 1)};
    if (less) out.from.swap(out.minus);
    return out;
  }

  link::links const& asked_;
  std::size_t end_;  // the token after the last word
};

}  // namespace t2s::reader::detail

#endif
