// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_MARKUP_HPP
#define T2S_LLM_DETAIL_READING_MARKUP_HPP

#include "t2s/llm/detail/reading/marks.hpp"

#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

/// The tokens of chat templates and the elements of XML and HTML in a completion.
namespace t2s::llm::detail::reading_impl {

inline bool has_prefix(std::string_view s, std::string_view prefix) noexcept { return text::same(s.substr(0, prefix.size()), prefix); }

/// What a token of a chat template begins. A `remark` is left out; `nothing` is padding, or the end of a turn's header.
enum class turn : std::uint8_t { header, channel, remark, user, model, thought, nothing, end };

struct template_token {
  turn what;
  std::size_t end;
};

inline bool is_listed(std::string_view list, std::string_view word) {  // each word of the list is between blanks
  return !word.empty() && list.find(' ' + text::lower(word) + ' ') != list.npos;
}

/// What the token <|name|> begins; all that is not known ends a turn, as <|im_end|> does.
inline turn turn_of(std::string_view name) {
  if (is_listed(" im_start start start_header_id start_of_role ", name)) return turn::header;
  if (is_listed(" channel ", name)) return turn::channel;
  if (is_listed(" constrain ", name)) return turn::remark;
  if (is_listed(" user system tool human user_token system_token observation ", name)) return turn::user;
  if (is_listed(" start_thinking begin_of_thought ", name)) return turn::thought;
  if (is_listed(" assistant model chatbot_token bot end_thinking end_of_thought begin_of_solution start_response ", name))
    return turn::model;
  static constexpr std::string_view empty =
      " end_header_id end_of_role message im_sep begin_of_text startoftext bos pad start_of_turn_token ";
  return is_listed(empty, name) || has_prefix(name, "begin\u2581") ? turn::nothing : turn::end;
}

/// The token at `s[i]`. A <| at the end of the text is a token that was cut off.
inline std::optional<template_token> template_token_at(std::string_view s, std::size_t i) {
  using named = std::pair<std::string_view, turn>;
  static constexpr std::array<named, 16> fixed{{{"</s>", turn::end},
                                                {"<s>", turn::nothing},
                                                {"<eos>", turn::end},
                                                {"<bos>", turn::nothing},
                                                {"<pad>", turn::nothing},
                                                {"<start_of_turn>", turn::header},
                                                {"<end_of_turn>", turn::end},
                                                {"<<SYS>>", turn::user},
                                                {"<</SYS>>", turn::user},
                                                {"[INST]", turn::user},
                                                {"[/INST]", turn::model},
                                                {"[BEGIN FINAL RESPONSE]", turn::model},
                                                {"[END FINAL RESPONSE]", turn::end},
                                                {"\u25C1think\u25B7", turn::thought},
                                                {"\u25C1/think\u25B7", turn::model},
                                                {"<|>", turn::nothing}}};
  auto const rest = s.substr(i, 48);
  for (auto const& [word, what] : fixed)
    if (rest.starts_with(word)) return template_token{what, i + word.size()};
  static constexpr std::string_view wide = "\uFF5C";
  bool const narrow = rest.starts_with("<|");
  if (!narrow && !rest.substr(1).starts_with(wide)) return {};
  auto const open = narrow ? 2U : 1U + wide.size();
  auto const close = rest.find(narrow ? "|" : wide, open);
  auto const name = rest.substr(open, close - open);
  if (!std::ranges::all_of(name, [](char c) { return text::is_letter(c) || text::is_digit(c) || c == '_' || c == '-' || c == ' '; }))
    return {};
  bool const shift = i > 0 && s[i - 1] == '<';  // a <<| b
  bool const cut_off = close == rest.npos && i + rest.size() == s.size() && !shift && name.find(' ') == name.npos;
  if (cut_off) return template_token{turn::end, s.size()};
  auto const mark = std::min(close, rest.size()) + open - 1;
  if (close == rest.npos || rest.substr(mark, 1) != ">") return {};
  return template_token{turn_of(name), i + mark + 1};
}

struct split_thoughts {
  std::string answer{};    ///< the text outside the thoughts
  std::string unclosed{};  ///< thoughts without an end

  [[nodiscard]] bool has_answer() const { return unclosed.empty() || !text::trim(answer).empty(); }
};

/// Reads a completion with the tokens of a chat template: takes the model's own turn, its channel "final", without what comes after it.
class turn_reader {
 public:
  explicit turn_reader(std::string_view s) : s_(s), questions_end_(s.rfind("[/INST]")), text_end_(s.find_last_not_of(" \t\r\n\f\v") + 1) {}

  split_thoughts read() {
    std::size_t from = 0;
    for (auto i = find_outside_strings(s_, marks, 0); i != s_.npos && !over_; i = find_outside_strings(s_, marks, i)) {
      auto const token = template_token_at(s_, i);
      bool const begins_turn = token && !is_name(i);
      if (begins_turn) {
        add(s_.substr(from, i - from));
        begin(token->what, token->end);
        from = token->end;
      }
      i = begins_turn ? token->end : i + 1;
    }
    if (!over_) add(s_.substr(from));
    return {std::move(answer_), answered() ? std::string() : std::move(thoughts_)};
  }

 private:
  static constexpr std::string_view marks = "<[\xE2";

  /// [INST] may be a column.
  [[nodiscard]] bool is_name(std::size_t i) const {
    bool const has_end = questions_end_ != s_.npos && i < questions_end_;
    return s_.substr(i, 6) == "[INST]" && !has_end && !begins_line(s_, i);
  }

  [[nodiscard]] bool answered() const { return !text::trim(answer_).empty(); }

  void begin(turn what, std::size_t end) {
    if (what == turn::nothing) return;
    if (what == turn::remark) {
      skips_ = true;
      return;
    }
    if (what == turn::channel || what == turn::thought) {
      now_ = what;
      return;
    }
    bool const was_asked = what == turn::model && end < text_end_;
    over_ = answered() && !was_asked;
    if (!over_) answer_.clear();
    now_ = what == turn::end ? turn::model : what;
  }

  void add(std::string_view piece) {
    if (std::exchange(skips_, false)) return;
    auto const line_end = std::min(piece.find('\n'), piece.size());
    auto const word = text::trim(piece.substr(0, line_end));
    if (now_ == turn::header) {
      bool const of_model = is_listed(" assistant model ", word);
      bool const named = of_model || is_listed(" user human system tool developer ipython ", word);
      now_ = named && !of_model ? turn::user : turn::model;
      if (named) piece.remove_prefix(line_end);
    } else if (now_ == turn::channel) {
      bool const final = text::same(word, "final");
      if (final) answer_.clear();
      now_ = final ? turn::model : turn::thought;
      piece.remove_prefix(line_end);
    }
    if (now_ == turn::thought) thoughts_ += piece;
    if (now_ == turn::model) answer_ += piece;
  }

  std::string_view s_;
  std::size_t questions_end_, text_end_;
  turn now_ = turn::model;
  bool over_ = false;
  bool skips_ = false;  // the next piece is a remark
  std::string answer_{};
  std::string thoughts_{};
};

/// An element of XML or HTML, with the text between its tags.
struct element {
  std::string_view name;
  std::size_t begin, inside, inside_end, end;
  bool closed;
};

/// Names of elements that models and prompts put around an answer: these count without their end or their beginning too.
inline bool holds_answer(std::string_view name) {
  return is_listed(
      " sql sqlquery sql_query query answer finalanswer final_answer final_sql final_query final output result code response solution ",
      name);
}

/// Finds the elements of a text, the outermost ones in order. Linear time.
class element_finder {
 public:
  explicit element_finder(std::string_view s) : s_(s) {}

  std::vector<element> all() {
    for (auto i = find_outside_strings(s_, "<", 0); i != s_.npos; i = find_outside_strings(s_, "<", i)) i = read_tag(i);
    for (auto const& e : open_)
      if (holds_answer(e.name)) add({e.name, e.begin, e.inside, s_.size(), s_.size(), false});
    return std::move(found_);
  }

 private:
  static constexpr std::size_t most_open = 16, longest_tag = 120;

  /// Returns the position after the tag at `s[i]`.
  std::size_t read_tag(std::size_t i) {
    bool const closes = s_.substr(i + 1, 1) == "/";
    auto const begin = i + (closes ? 2U : 1U);
    auto const near = s_.substr(std::min(begin, s_.size()), longest_tag);
    auto const end = near.find_first_of("<>\n");
    if (end == near.npos || near[end] != '>' || !text::is_letter(near[0])) return i + 1;
    auto const inside = near.substr(0, end);
    auto const name = inside.substr(0, inside.find_first_of(" ="));
    if (closes)
      close(name, i, begin + end + 1);
    else if (!inside.ends_with('/'))
      open(name, i, begin + end + 1);
    return begin + end + 1;
  }

  void open(std::string_view name, std::size_t begin, std::size_t inside) {
    if (open_.size() == most_open) open_.erase(open_.begin());
    open_.push_back({name, begin, inside, 0, 0, true});
  }

  void close(std::string_view name, std::size_t begin, std::size_t end) {
    auto const at = std::find_if(open_.rbegin(), open_.rend(), [&](element const& e) { return text::same(e.name, name); });
    if (at != open_.rend()) {
      auto const e = *at;
      open_.erase(std::prev(at.base()), open_.end());
      add({e.name, e.begin, e.inside, begin, end, true});
    } else if (holds_answer(name)) {
      auto const from = found_.empty() ? 0 : found_.back().end;
      add({name, from, from, begin, end, true});
    }
  }

  void add(element const& e) {
    while (!found_.empty() && found_.back().begin >= e.begin) found_.pop_back();
    if (found_.empty() || found_.back().end <= e.begin) found_.push_back(e);
  }

  std::string_view s_;
  std::vector<element> open_{};
  std::vector<element> found_{};
};

}  // namespace t2s::llm::detail::reading_impl

#endif
