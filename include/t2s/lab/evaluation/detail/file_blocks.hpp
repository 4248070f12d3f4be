// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_FILE_BLOCKS_HPP
#define T2S_LAB_EVALUATION_DETAIL_FILE_BLOCKS_HPP

#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/predictions.hpp"

#include <boost/json/parse.hpp>

#include <cstddef>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Reads files of questions and of predictions in blocks, to save memory. Other formats, and errors, which only the reader of the whole
/// file can locate, are left to the readers of predictions.hpp.
namespace t2s::evaluation {

inline constexpr std::size_t usual_block = std::size_t{4} << 20U;  // bytes

/// The elements of a file that is a JSON array of objects.
class element_blocks {
 public:
  element_blocks(std::string const& path, std::size_t bytes) : in_(path, std::ios::binary), bytes_(bytes) {
    if (std::string mark(3, '\0'); !in_.read(mark.data(), 3) || mark != "\xEF\xBB\xBF") in_.clear(), in_.seekg(0);
  }

  /// Some elements, as a separate array; nothing at the end, or if the file has another format.
  [[nodiscard]] std::optional<std::string> next() {
    std::string block;
    auto& from = *in_.rdbuf();
    while (place_ != place::irregular && (place_ != place::after_element || block.size() < bytes_)) {
      auto const c = from.sbumpc();
      if (c == std::char_traits<char>::eof()) {
        if (place_ != place::after_array) place_ = place::irregular;
        break;
      }
      take(static_cast<char>(c), block);
    }
    if (place_ == place::irregular || block.empty()) return {};
    return block + "]";
  }
  [[nodiscard]] bool is_irregular() const { return place_ == place::irregular; }

 private:
  enum class place { before_array, before_first, before_element, in_element, in_text, after_escape, after_element, after_array, irregular };

  void take(char c, std::string& block) {
    switch (place_) {
      case place::in_element: return take_of_element(c, block);
      case place::in_text:
        block += c;
        place_ = c == '\\' ? place::after_escape : c == '"' ? place::in_element : place::in_text;
        return;
      case place::after_escape:
        block += c;
        place_ = place::in_text;
        return;
      default: break;
    }
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') return;
    if (place_ == place::before_array && c == '[')
      place_ = place::before_first;
    else if ((place_ == place::before_first || place_ == place::before_element) && c == '{') {
      block += block.empty() ? "[{" : ",{";
      depth_ = 1;
      place_ = place::in_element;
    } else if (place_ == place::after_element && c == ',')
      place_ = place::before_element;
    else if ((place_ == place::before_first || place_ == place::after_element) && c == ']')
      place_ = place::after_array;
    else
      place_ = place::irregular;
  }

  void take_of_element(char c, std::string& block) {
    block += c;
    if (c == '"') place_ = place::in_text;
    if (c == '{' || c == '[') ++depth_;
    if ((c == '}' || c == ']') && --depth_ == 0) place_ = place::after_element;
  }

  std::ifstream in_;
  std::size_t bytes_;
  place place_ = place::before_array;
  std::size_t depth_ = 0;
};

/// Calls `each` with blocks of a file's questions, as separate `gold_set`s, until it returns false. Returns false if the file cannot be
/// read in blocks: then ignore the earlier calls. Throws what `each` throws.
template <class F>
[[nodiscard]] bool read_gold_in_blocks(std::string const& path, F each, std::size_t bytes = usual_block) {
  element_blocks blocks(path, bytes);
  while (auto const text = blocks.next()) {
    std::optional<gold_set> some;
    try {
      some = parse_gold(*text, path);
    } catch (error const&) {
      return false;
    }
    if (!each(std::move(*some))) return true;
  }
  return !blocks.is_irregular();
}

/// Reads a file in which each line is a prediction: all SQL, or all objects with "sql".
class prediction_lines {
 public:
  prediction_lines(std::string const& path, std::size_t bytes) : in_(path, std::ios::binary), bytes_(bytes) {}

  /// Whole lines; nothing at the end, or if the file has another format. `count` becomes their number.
  [[nodiscard]] std::optional<std::string> next(std::size_t& count) {
    std::string block;
    count = 0;
    for (std::string line; block.size() < bytes_ && std::getline(in_, line); ++count) {
      auto const is = form_of(line);
      if (form_ == form::unknown) form_ = is;
      if (is != form_) form_ = form::other;
      if (form_ == form::other) return {};
      block.append(line).append("\n");
    }
    return block.empty() ? std::nullopt : std::optional(std::move(block));
  }
  [[nodiscard]] bool is_irregular() const { return form_ == form::other; }

 private:
  enum class form { unknown, sql, object, other };

  /// An array and BIRD's object are other formats, as is an empty line, which ends a dialogue.
  [[nodiscard]] static form form_of(std::string_view line) {
    if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    auto const first = line.find_first_not_of(" \t\r\f\v");
    if (first == line.npos || line[first] == '[') return form::other;
    if (line[first] != '{') return form::sql;
    boost::system::error_code wrong;
    auto const v = boost::json::parse({line.data(), line.size()}, wrong);
    return !wrong && v.is_object() && v.get_object().contains("sql") ? form::object : form::other;
  }

  std::ifstream in_;
  std::size_t bytes_;
  form form_ = form::unknown;
};

/// Calls `each` with blocks of a file's predictions, until it returns false. As `read_gold_in_blocks`.
template <class F>
[[nodiscard]] bool read_predictions_in_blocks(std::string const& path, F each, std::size_t bytes = usual_block) {
  prediction_lines lines(path, bytes);
  std::size_t count = 0;
  while (auto const text = lines.next(count)) {
    gold_set like;  // with as many questions
    like.questions.resize(count);
    like.dialogues = {count};
    std::optional<prediction_set> some;
    try {
      some = parse_predictions(*text, path, like);
    } catch (error const&) {
      return false;
    }
    if (some->surplus > 0 || some->predictions.size() != count) return false;
    if (!each(std::move(*some))) return true;
  }
  return !lines.is_irregular();
}

}  // namespace t2s::evaluation

#endif
