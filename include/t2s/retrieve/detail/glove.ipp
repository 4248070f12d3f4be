// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_GLOVE_IPP
#define T2S_RETRIEVE_DETAIL_GLOVE_IPP

#include "t2s/core/detail/data_file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/retrieve/glove.hpp"

#include <cmath>

namespace t2s::retrieve {
namespace detail {

/// The binary form: this header; the vectors; the offset of each word, and the end of the last; the slots of a hash table, each the index
/// of a word plus one, or 0 if free; the words.
struct glove_header {
  static constexpr std::array<char, 8> own_magic{'t', '2', 's', 'g', 'l', 'o', 'v', '1'};
  static constexpr std::uint32_t own_order = 0x01020304;

  std::array<char, 8> magic = own_magic;
  std::uint32_t byte_order = own_order;
  std::uint32_t dimensions = 0;
  std::uint64_t size = 0;
  std::uint64_t slots = 0;  // a power of two
  std::uint64_t word_bytes = 0;
  std::uint64_t source_bytes = 0, source_time = 0;  // of the text file

  [[nodiscard]] std::uint64_t vectors_at() const { return sizeof(glove_header); }
  [[nodiscard]] std::uint64_t begins_at() const { return (vectors_at() + size * dimensions * sizeof(float) + 7) / 8 * 8; }
  [[nodiscard]] std::uint64_t slots_at() const { return begins_at() + (size + 1) * sizeof(std::uint64_t); }
  [[nodiscard]] std::uint64_t words_at() const { return slots_at() + slots * sizeof(std::uint32_t); }
  [[nodiscard]] std::uint64_t bytes() const { return words_at() + word_bytes; }

  [[nodiscard]] bool is_own() const { return magic == own_magic && byte_order == own_order; }
  /// Whether the numbers fit a file of that length; if so, none of the products above overflows.
  [[nodiscard]] bool fits(std::uint64_t length) const {
    bool const small =
        dimensions > 0 && size <= length && slots <= length && word_bytes <= length && size <= length / sizeof(float) / dimensions;
    return small && std::has_single_bit(slots) && slots > size && bytes() == length;
  }
};
static_assert(sizeof(glove_header) % alignof(std::uint64_t) == 0);

/// As `text::hash`, but case-sensitive.
inline std::uint64_t hash_of_word(std::string_view word) noexcept {
  std::uint64_t h = 14695981039346656037U;
  for (char const c : word) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return h ^ (h >> 32U);
}

[[noreturn]] inline void refuse_glove(std::string const& file, std::string const& what, std::string remedy) {
  throw error(errc::malformed_data, "the word vectors \"" + file + "\" " + what, std::move(remedy));
}

using glove_file = std::shared_ptr<t2s::detail::mapped_file const>;

inline glove_file open_glove_file(std::string const& file) {
  auto opened = t2s::detail::mapped_file::open(file, "the file of word vectors");
  if (!opened) throw error(errc::file_not_found, "there is no file of word vectors \"" + file + "\"", "check the path");
  return opened;
}

/// A line of the text form: a word and its numbers. The word may contain spaces, as some of GloVe's do.
struct glove_line {
  std::string_view word{};
  std::vector<float> numbers{};
};

/// Reads lines with the same number of dimensions, which the first line decides.
class glove_line_reader {
 public:
  explicit glove_line_reader(std::string const& file) : file_(file) {}

  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }

  /// False for a line without a word: an empty one, or the heading of word2vec.
  bool read(std::string_view line, glove_line& into) {
    ++number_;
    while (!line.empty() && text::is_space(line.back())) line.remove_suffix(1);
    if (line.empty()) return false;
    if (number_ == 1 && is_heading(line)) return false;
    if (dimensions_ == 0) dimensions_ = static_cast<std::size_t>(std::count(line.begin(), line.end(), ' '));
    into.numbers.resize(dimensions_);
    for (std::size_t i = dimensions_; i-- > 0;) {
      auto const space = line.rfind(' ');
      if (space == line.npos || space == 0) refuse("has not " + std::to_string(dimensions_) + " numbers");
      into.numbers[i] = number(line.substr(space + 1));
      line = line.substr(0, space);
    }
    if (dimensions_ == 0) refuse("has no numbers");
    into.word = line;
    return true;
  }

 private:
  static bool is_heading(std::string_view line) {
    auto const digits = [](char c) { return text::is_digit(c) || c == ' '; };
    return std::count(line.begin(), line.end(), ' ') == 1 && std::all_of(line.begin(), line.end(), digits);
  }

  float number(std::string_view s) const {
    float x = 0;
    if (text::to_number(s, x) != std::errc()) refuse("has \"" + text::valid_utf8(s.substr(0, 40)) + "\" where a number should be");
    if (!std::isfinite(x)) refuse("has \"" + text::valid_utf8(s.substr(0, 40)) + "\", which is not a finite number");
    return x;
  }

  [[noreturn]] void refuse(std::string const& what) const {
    refuse_glove(file_, "are malformed: line " + std::to_string(number_) + " " + what,
                 "give a text file with a line a word: the word and its numbers, with single spaces between");
  }

  std::string file_;
  std::size_t number_ = 0;
  std::size_t dimensions_ = 0;
};

/// Writes the binary form: vectors immediately, everything else at the end.
class glove_writer {
 public:
  explicit glove_writer(std::string const& file)
      : out_(file, "the word vectors",
             "see that the folder exists, may be written to, and has room; or name another file for the binary form") {
    put(&header_, sizeof header_);
  }

  /// False if the word exists already.
  bool add(glove_line const& line) {
    if ((header_.size + 1) * 2 > slots_.size()) grow();
    auto& slot = free_slot(line.word);
    if (slot != 0) return false;
    slot = static_cast<std::uint32_t>(++header_.size);
    begins_.push_back(words_.size());
    words_ += line.word;
    put(line.numbers.data(), line.numbers.size() * sizeof(float));
    return true;
  }

  void finish(std::size_t dimensions, std::uint64_t source_bytes, std::uint64_t source_time) {
    header_.dimensions = static_cast<std::uint32_t>(dimensions);
    header_.slots = slots_.size();
    header_.word_bytes = words_.size();
    header_.source_bytes = source_bytes;
    header_.source_time = source_time;
    begins_.push_back(words_.size());
    std::array<char, 8> const padding{};
    put(padding.data(), header_.begins_at() - header_.vectors_at() - header_.size * dimensions * sizeof(float));
    put(begins_.data(), begins_.size() * sizeof(std::uint64_t));
    put(slots_.data(), slots_.size() * sizeof(std::uint32_t));
    put(words_.data(), words_.size());
    out_.put_at_begin(&header_, sizeof header_);
    out_.finish();
  }

 private:
  void put(void const* data, std::size_t bytes) { out_.put(data, bytes); }

  [[nodiscard]] std::string_view word(std::size_t i) const {
    auto const end = i + 1 < begins_.size() ? begins_[i + 1] : words_.size();
    return std::string_view(words_).substr(begins_[i], end - begins_[i]);
  }

  /// The slot of the word, or the free one for it.
  std::uint32_t& free_slot(std::string_view wanted) {
    auto i = hash_of_word(wanted) & (slots_.size() - 1);
    while (slots_[i] != 0 && word(slots_[i] - 1) != wanted) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (std::size_t i = 0; i < begins_.size(); ++i) free_slot(word(i)) = static_cast<std::uint32_t>(i + 1);
  }

  t2s::detail::new_file out_;
  glove_header header_{};
  std::vector<std::uint64_t> begins_{};
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024);
  std::string words_{};
};

/// A file that is too short for a header has no magic number.
inline glove_header header_of(t2s::detail::mapped_file const& file) {
  glove_header h;
  h.magic = {};
  if (file.bytes().size() >= sizeof h) std::memcpy(&h, file.bytes().data(), sizeof h);
  return h;
}

/// Whether `binary` was made from the current `text`.
inline bool is_made_of(t2s::detail::mapped_file const& binary, t2s::detail::mapped_file const& text) {
  auto const h = header_of(binary);
  return h.is_own() && h.fits(binary.bytes().size()) && h.source_bytes == text.bytes().size() && h.source_time == text.time();
}

inline void convert(t2s::detail::mapped_file const& text, std::string const& name, std::string const& binary) {
  glove_line_reader reader(name);
  glove_writer writer(binary);
  glove_line read;
  std::uint64_t words = 0;
  for (auto left = text.bytes(); !left.empty();) {
    auto const end = std::min(left.find('\n'), left.size());
    if (reader.read(left.substr(0, end), read) && writer.add(read)) ++words;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  if (words == 0) refuse_glove(name, "are empty", "give a text file of word vectors in the form of GloVe");
  writer.finish(reader.dimensions(), text.bytes().size(), text.time());
}

/// The end of the token that begins at `s[i]`.
inline std::size_t token_end(std::string_view s, std::size_t i) {
  auto const word = [&](std::size_t k) { return k < s.size() && (text::is_letter(s[k]) || text::is_digit(s[k])); };
  if (!word(i)) return i + 1;
  auto end = i;
  while (word(end) ||
         ((s[end] == '.' || s[end] == ',') && text::is_digit(s[end - 1]) && end + 1 < s.size() && text::is_digit(s[end + 1]))) {
    if (++end == s.size()) break;
  }
  return end;
}

}  // namespace detail

T2S_DECL std::vector<std::string_view> vector_tokens(std::string_view text, std::string& lowered) {
  lowered = text::lower(text);
  std::string_view const s = lowered;
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < s.size();) {
    if (text::is_space(s[i])) {
      ++i;
      continue;
    }
    auto const end = detail::token_end(s, i);
    out.push_back(s.substr(i, end - i));
    i = end;
  }
  return out;
}

class glove::mapping {
 public:
  mapping(detail::glove_file opened, std::string const& name) : header(detail::header_of(*opened)), file_(std::move(opened)) {
    if (!header.is_own())
      detail::refuse_glove(name, "are not in the binary form of this program and machine", "convert the text file again");
    if (!header.fits(file_->bytes().size())) detail::refuse_glove(name, "are cut short or damaged", "convert the text file again");
  }

  /// A damaged file may contain anything, so every offset is checked before use.
  [[nodiscard]] std::span<float const> find(std::string_view wanted) const noexcept {
    auto const* const slots = part<std::uint32_t>(header.slots_at());
    auto i = detail::hash_of_word(wanted) & (header.slots - 1);
    for (std::uint64_t tries = 0; slots[i] != 0 && tries < header.slots; ++tries, i = (i + 1) & (header.slots - 1))
      if (slots[i] <= header.size && word(slots[i] - 1) == wanted)
        return {part<float>(header.vectors_at()) + std::size_t{slots[i] - 1} * header.dimensions, header.dimensions};
    return {};
  }

  detail::glove_header header{};

 private:
  template <class T>
  [[nodiscard]] T const* part(std::uint64_t at) const noexcept {
    return reinterpret_cast<T const*>(file_->bytes().data() + at);
  }
  [[nodiscard]] std::string_view word(std::size_t i) const noexcept {
    auto const* const begins = part<std::uint64_t>(header.begins_at());
    if (begins[i] > begins[i + 1] || begins[i + 1] > header.word_bytes) return {};
    return file_->bytes().substr(header.words_at() + begins[i], begins[i + 1] - begins[i]);
  }

  detail::glove_file file_;
};

T2S_DECL glove::glove(std::shared_ptr<mapping const> mapped) : mapped_(std::move(mapped)) {}
T2S_DECL glove::glove(std::string const& binary) : mapped_(std::make_shared<mapping const>(detail::open_glove_file(binary), binary)) {}

T2S_DECL std::size_t glove::size() const noexcept { return mapped_->header.size; }
T2S_DECL std::size_t glove::dimensions() const noexcept { return mapped_->header.dimensions; }
T2S_DECL std::span<float const> glove::find(std::string_view word) const noexcept { return mapped_->find(word); }

T2S_DECL std::vector<float> glove::mean(std::string_view text) const {
  std::string lowered;
  auto const tokens = vector_tokens(text, lowered);
  std::vector<float> sum(dimensions());
  for (auto const token : tokens) {
    auto const vector = find(token);
    for (std::size_t i = 0; i < vector.size(); ++i) sum[i] += vector[i];
  }
  for (auto& x : sum) {
    if (!std::isfinite(x)) throw error(errc::malformed_data, "the word vectors are damaged", "convert the text file again");
    if (!tokens.empty()) x /= static_cast<float>(tokens.size());
  }
  return sum;
}

T2S_DECL std::string glove::identity() const {
  auto const& h = mapped_->header;
  std::string s = "glove, ";
  s.append(std::to_string(h.size)).append(" words of ").append(std::to_string(h.dimensions)).append(" dimensions, of a text of ");
  return s.append(std::to_string(h.source_bytes)).append(" bytes at ").append(std::to_string(h.source_time));
}

T2S_DECL llm::embeddings glove::embed(std::vector<std::string> texts) const {
  llm::embeddings all;
  all.vectors.reserve(texts.size());
  for (auto const& t : texts) all.vectors.push_back(mean(t));
  return all;
}

T2S_DECL void convert_glove(std::string const& text, std::string const& binary) {
  detail::convert(*detail::open_glove_file(text), text, binary);
}

T2S_DECL glove open_glove(std::string const& file, std::string_view option, std::string binary) {
  auto text = file.empty() ? nullptr : t2s::detail::mapped_file::open(file, "the file of word vectors");
  if (!text) {
    std::string what = file.empty() ? "no word vectors are given" : "there is no file of word vectors \"" + file + "\"";
    throw error(
        errc::file_not_found, std::move(what),
        std::string("say with the option ").append(option).append(" where a text file of GloVe's vectors is, or choose another embedder"));
  }
  if (detail::header_of(*text).magic == detail::glove_header::own_magic)
    return glove(std::make_shared<glove::mapping const>(std::move(text), file));
  if (binary.empty()) (binary = file) += ".t2s";
  auto made = t2s::detail::mapped_file::open(binary, "the file of word vectors");
  if (!made || !detail::is_made_of(*made, *text)) {
    detail::convert(*text, file, binary);
    made = detail::open_glove_file(binary);
  }
  return glove(std::make_shared<glove::mapping const>(std::move(made), binary));
}

}  // namespace t2s::retrieve

#endif
