// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_TOKEN_ESTIMATE_HPP
#define T2S_LLM_DETAIL_TOKEN_ESTIMATE_HPP

#include "t2s/core/detail/config.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// Estimates how many tokens a text has, to keep a prompt within its budget without the model's vocabulary.
namespace t2s::llm {

/// What the estimate counts. Byte-pair tokenizers first split a text into words, numbers, runs of punctuation and white space, all in
/// nearly the same way; how many tokens a piece becomes depends on the vocabulary, so the estimate uses the mean.
enum class word_shape : std::size_t { lower, capitalised, upper };
enum class word_start : std::size_t { alone, underscore, value, mark, hump };  ///< what precedes a word that no white space precedes

inline constexpr std::size_t word_shapes = 3;    ///< the kinds of `word_shape`
inline constexpr std::size_t word_starts = 5;    ///< the kinds of `word_start`
inline constexpr std::size_t word_lengths = 12;  ///< lengths that are distinguished
inline constexpr std::size_t run_lengths = 5;    ///< lengths that are distinguished
inline constexpr std::size_t letter_kinds = 4;   ///< kinds of letters beyond ASCII

/// How often each kind of piece occurs in a text, or what each costs in thousandths of a token.
template <class Number>
struct token_table {
  /// A word of ASCII letters after white space, by its shape and its number of letters (the last column: that many or more).
  std::array<std::array<Number, word_lengths>, word_shapes> words{};
  /// Added for words without white space before them: after nothing, `_`, a quote or comma as before a value, another mark; or the second
  /// and later parts of a word with capitals inside (`camelCase`).
  std::array<std::array<Number, word_starts>, word_shapes> starts{};
  Number further_letter{};  ///< of a word, beyond the last column of `words`
  Number keyword{};         ///< a SQL keyword in capitals
  /// A letter beyond ASCII, by its script: Latin; other alphabets of two bytes (Greek, Cyrillic, Arabic, ...); those of South and
  /// South-East Asia; Chinese, Japanese and Korean.
  std::array<Number, letter_kinds> letters{};
  Number accented_word{};                   ///< a word with such a letter, added to the letters
  Number plain_letter{};                    ///< an ASCII letter of such a word
  std::array<Number, run_lengths> marks{};  ///< a run of ASCII punctuation by its length (last column: or more); `))` counts as one
  Number further_mark{};                    ///< of a run, beyond the last column of `marks`
  Number symbol{};                          ///< a non-ASCII symbol: dashes, curly quotes, arrows, emoji
  Number contraction{};                     ///< 's, n't and the like
  Number digits{};                          ///< a group of up to three digits
  Number space{};                           ///< a run of white space that is not part of a word
};

/// The entries of a table as one row, in order.
template <class Number>
[[nodiscard]] constexpr auto in_one_row(token_table<Number> const& t) noexcept {
  return std::bit_cast<std::array<Number, sizeof(token_table<Number>) / sizeof(Number)>>(t);
}

/// The costs with one tokenizer, in thousandths of a token.
using token_weights = token_table<std::int32_t>;

/// The counts of a text.
using token_counts = token_table<std::int64_t>;

/// Counts what `estimate_tokens` looks at. Any bytes are allowed. O(n), no allocation, thread safe.
[[nodiscard]] T2S_DECL token_counts count_pieces(std::string_view text) noexcept;

/// The weights of OpenAI's o200k_base (GPT-4o and later), as fitted by `bench/token_estimate.cpp`. On English and SQL, most vocabularies of
/// 100,000 entries and more are similar.
[[nodiscard]] T2S_DECL token_weights const& o200k() noexcept;

/// The weights of OpenAI's cl100k_base (GPT-4, GPT-3.5); those of Llama 3 and Qwen are related.
[[nodiscard]] T2S_DECL token_weights const& cl100k() noexcept;

/// Estimates how many tokens `text` has; docs/llm.md gives the accuracy. At least 1 unless `text` is empty. The same on every platform. Any
/// bytes are allowed. O(n), no allocation, thread safe.
[[nodiscard]] T2S_DECL std::size_t estimate_tokens(std::string_view text, token_weights const& weights = o200k()) noexcept;

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/token_estimate.ipp"
#endif

#endif
