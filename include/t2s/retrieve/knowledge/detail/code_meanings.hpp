// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_CODE_MEANINGS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_CODE_MEANINGS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/retrieve/knowledge/detail/value_key.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::knowledge::detail {

/// What a stored value means, as the description of its column says.
struct code_meaning {
  std::string code{}, means{};
};

/// Reads codes from a description: "O open, S shipped", "1 = statutory; 2 = private", "P petrol D diesel", "1 = company". Nothing if a part
/// of it is anything else, so that a sentence is not taken for codes. O(length).
class code_reader {
 public:
  [[nodiscard]] static std::vector<code_meaning> read(std::string_view said) {
    auto found = code_reader(said).all();
    if (auto const colon = said.find(':'); found.empty() && colon < said.size())  // "status: O open, S shipped"
      found = code_reader(said.substr(colon + 1)).all();
    return found;
  }

 private:
  enum class form { number, capitals, other, none };

  explicit code_reader(std::string_view said) : said_(said) {}

  [[nodiscard]] std::vector<code_meaning> all() {
    std::size_t begin = 0;
    bool fits = true;
    for (std::size_t i = 0; i <= said_.size(); ++i) {
      if (i < said_.size() && said_[i] != ',' && said_[i] != ';' && said_[i] != '|') continue;
      auto const entry = text::trim(said_.substr(begin, i - begin));
      fits = fits && ((entry.empty() && i == said_.size()) || take_entry(entry));
      begin = i + 1;
    }
    if (!fits || !is_whole()) {
      found_.clear();
      unlike_ = named_ = false;
      fits = take_row() && is_whole();
    }
    if (!fits) found_.clear();
    return std::move(found_);
  }

  static form form_of(std::string_view code) {
    constexpr std::size_t longest = 8;
    if (code.empty() || code.size() > longest) return form::none;
    if (t2s::detail::all_of(code, text::is_digit)) return form::number;
    if (t2s::detail::all_of(code, [](char c) { return text::is_digit(c) || (c >= 'A' && c <= 'Z'); })) return form::capitals;
    return t2s::detail::all_of(code, [](char c) { return text::is_digit(c) || text::is_letter(c) || c == '_'; }) ? form::other : form::none;
  }

  /// Words that may be what people call a value.
  static bool is_meaning(std::string_view words) {
    constexpr std::size_t most_words = 4;
    bool const of_words = t2s::detail::all_of(
        words, [](char c) { return text::is_letter(c) || c == ' ' || c == '-' || c == '\'' || static_cast<unsigned char>(c) >= 0x80; });
    auto const key = value_key(words);
    return of_words && !key.empty() && text::split(key, ' ').size() <= most_words;
  }

  /// "O open", "'O' = open", "O: open", "O - open".
  bool take_entry(std::string_view entry) {
    bool const quoted = entry.size() > 2 && (entry.front() == '\'' || entry.front() == '"');
    auto const end = quoted ? entry.find(entry.front(), 1) : entry.find_first_of(" =:-");
    if (end == entry.npos) return false;
    auto const code = entry.substr(quoted ? 1 : 0, end - (quoted ? 1 : 0));
    auto rest = text::trim(entry.substr(end + (quoted ? 1 : 0)));
    bool const is_signed = rest.starts_with('=') || rest.starts_with(':') || rest.starts_with('-');
    while (rest.starts_with('=') || rest.starts_with(':') || rest.starts_with('-') || rest.starts_with('>')) rest.remove_prefix(1);
    rest = text::trim(rest);
    auto const is = form_of(code);
    if (is == form::none || !is_meaning(rest) || (!is_signed && (is == form::other || form_of(rest) == form::capitals))) return false;
    equated_ = equated_ || is_signed;
    unlike_ = unlike_ || !is_signed;
    named_ = named_ || (is == form::other && !quoted);
    return add(code, rest);
  }

  /// "1 early 2 late 3 night": each code ends the meaning before it.
  bool take_row() {
    std::string code, means;
    auto const finish = [&] { return code.empty() || (is_meaning(means) && add(code, text::trim(means))); };
    for (auto const word : text::split(said_, ' ')) {
      if (word.empty() || word == "/" || word == "=" || word == "-") continue;
      auto const is = form_of(word);
      bool const opens = is == form::number || (is == form::capitals && word.size() <= 3);
      if (opens) {
        if (!finish()) return false;
        code = word;
        means.clear();
      } else {
        if (code.empty()) return false;
        means.append(means.empty() ? "" : " ").append(word);
      }
    }
    return !code.empty() && finish();
  }

  bool add(std::string_view code, std::string_view means) {
    auto const key = value_key(means);
    auto const is_same = [&](code_meaning const& m) { return m.code == code || value_key(m.means) == key; };
    if (t2s::detail::any_of(found_, is_same)) return false;
    found_.push_back({std::string(code), std::string(means)});
    return true;
  }

  /// One code alone needs a sign, "1 = company"; several are of one form.
  [[nodiscard]] bool is_whole() const {
    if (found_.size() < 2) return found_.size() == 1 && equated_;
    if (named_ && unlike_) return false;  // the "state" of "state: O open, S shipped" is no code
    bool const numbers = form_of(found_.front().code) == form::number;
    return t2s::detail::all_of(found_, [&](code_meaning const& m) { return (form_of(m.code) == form::number) == numbers; });
  }

  std::string_view said_;
  std::vector<code_meaning> found_{};
  bool equated_ = false, unlike_ = false, named_ = false;  // whether an entry has a sign; has none; has a word for its code
};

/// The form of days that a description gives, if the values alone do not show it: "dd.mm.yyyy", "MM/DD/YYYY".
[[nodiscard]] inline std::optional<schema::time_form> days_described(std::string_view said) {
  auto form = text::lower(said);
  for (auto& c : form)
    if (c == '/' || c == '-') c = '.';
  if (form == "dd.mm.yyyy") return schema::time_form::day_first;
  return form == "mm.dd.yyyy" ? std::optional(schema::time_form::month_first) : std::nullopt;
}

/// The words of a description that is short enough to be what people call the column: "next of kin"; "" for any other text.
[[nodiscard]] inline std::string words_of_description(std::string_view said) {
  constexpr std::size_t most_words = 4, most_bytes = 40;
  if (said.size() > most_bytes) return {};
  bool const of_words = t2s::detail::all_of(said, [](char c) { return text::is_letter(c) || c == ' ' || c == '-'; });
  auto const key = value_key(said);
  auto const words = text::split(key, ' ');
  bool const means = t2s::detail::any_of(words, [](std::string_view w) { return is_significant(w); });
  return of_words && means && words.size() <= most_words ? key : std::string();
}

}  // namespace t2s::knowledge::detail

#endif
