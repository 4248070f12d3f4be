// SPDX-License-Identifier: BSL-1.0
// Values as Python's sqlite3 hands them over: which are equal, and how they are written.
#ifndef T2S_EVALUATION_IMPL_PYTHON_VALUE_HPP
#define T2S_EVALUATION_IMPL_PYTHON_VALUE_HPP

#include "t2s/core/text.hpp"
#include "t2s/core/value.hpp"
#include "t2s/evaluation/impl/numbered.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::evaluation::matching {

/// How a number equal to an integer was written: it makes no difference to equality, but to Python's `str`.
enum class spelling : unsigned char { plain, real, negative_zero };

/// The integer that a real is exactly, if there is one.
inline std::optional<std::int64_t> whole(double r) noexcept {
  if (!(r >= -0x1p63 && r < 0x1p63) || std::trunc(r) != r) return {};
  return static_cast<std::int64_t>(r);
}

inline content integer_content(std::int64_t i) noexcept { return {value::kind::integer, static_cast<std::uint64_t>(i), {}}; }
inline content real_content(double r) noexcept { return {value::kind::real, std::bit_cast<std::uint64_t>(r), {}}; }
inline content bytes_content(value::kind kind, std::string_view bytes) noexcept { return {kind, 0, bytes}; }
inline std::string_view bytes_of(blob const& b) noexcept { return {reinterpret_cast<char const*>(b.bytes.data()), b.bytes.size()}; }

enum class side : unsigned char { gold, predicted };

/// Reads values so that those are equal which Python takes for equal.
class python_reader {
 public:
  explicit python_reader(side s) : nan_(0x7ff8000000000001U | (s == side::predicted ? std::uint64_t{1} << 50U : 0U)) {}

  /// Valid until the next call.
  content operator()(value const& v) {
    spelling_ = spelling::plain;
    switch (v.type()) {
      case value::kind::null: return {};
      case value::kind::integer: return integer_content(*v.integer());
      case value::kind::real: return read(*v.real());
      case value::kind::text: return bytes_content(value::kind::text, decoded(*v.text()));
      case value::kind::blob: return bytes_content(value::kind::blob, bytes_of(*v.bytes()));
    }
    return {};
  }

  /// How the last value was written.
  [[nodiscard]] spelling spelt() const noexcept { return spelling_; }

  /// Whether any text was no UTF-8.
  [[nodiscard]] bool undecodable() const noexcept { return undecodable_; }

 private:
  content read(double r) {
    if (std::isnan(r)) return {value::kind::real, nan_++, {}};  // equals nothing, so each is another
    auto const i = whole(r);
    if (!i) return real_content(r);
    spelling_ = *i == 0 && std::signbit(r) ? spelling::negative_zero : spelling::real;
    return integer_content(*i);
  }

  std::string_view decoded(std::string const& s) {
    unsigned char all = 0;
    for (char const c : s) all = static_cast<unsigned char>(all | static_cast<unsigned char>(c));
    if (all < 0x80) return s;
    auto bad = text::first_invalid_utf8(s);
    if (!bad) return s;
    undecodable_ = true;
    decoded_.clear();
    for (std::string_view rest = s;; bad = text::first_invalid_utf8(rest)) {
      decoded_ += rest.substr(0, bad.value_or(rest.size()));
      if (!bad) return decoded_;
      rest.remove_prefix(*bad + 1);
    }
  }

  std::uint64_t nan_;
  spelling spelling_ = spelling::plain;
  bool undecodable_ = false;
  std::string decoded_{};
};

/// Python's repr of a float: the shortest digits that read back, an exponent below 1e-4 and from 1e16.
inline void append_python_float(std::string& to, double r) {
  if (std::isnan(r)) {
    to += "nan";
    return;
  }
  if (std::isinf(r)) {
    to += r < 0 ? "-inf" : "inf";
    return;
  }
  std::array<char, 64> buffer{};
  double const size = std::fabs(r);
  bool const plain = size == 0 || (size >= 1e-4 && size < 1e16);
  auto const form = plain ? std::chars_format::fixed : std::chars_format::scientific;
  std::string_view const digits(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), r, form).ptr);
  to += digits;
  if (plain && digits.find('.') == digits.npos) to += ".0";
}

inline void append_integer(std::string& to, std::int64_t i) {
  std::array<char, 24> buffer{};
  to.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), i).ptr);
}

/// Python's repr of bytes.
inline void append_python_bytes(std::string& to, std::string_view bytes) {
  bool const twofold = bytes.find('"') != bytes.npos;
  char const quote = bytes.find('\'') != bytes.npos && !twofold ? '"' : '\'';
  to += 'b';
  to += quote;
  for (char const c : bytes) {
    static constexpr std::string_view hex = "0123456789abcdef", escaped = "\t\n\r\\", letters = "tnr\\";
    auto const code = static_cast<unsigned char>(c);
    if (auto const e = escaped.find(c); e != escaped.npos)
      (to += '\\') += letters[e];
    else if (c == quote)
      (to += '\\') += c;
    else if (code < 0x20 || code >= 0x7F)
      ((to += "\\x") += hex[code >> 4U]) += hex[code & 15U];
    else
      to += c;
  }
  to += quote;
}

/// str(x) + str(type(x)), by which the official program sorts the values of a row.
inline void python_key(std::string& to, content const& c, spelling spelt) {
  to.clear();
  auto const integer = static_cast<std::int64_t>(c.bits);
  switch (c.kind) {
    case value::kind::null: to += "None<class 'NoneType'>"; break;
    case value::kind::integer:
      if (spelt == spelling::plain)
        append_integer(to, integer);
      else
        append_python_float(to, spelt == spelling::negative_zero ? -0.0 : static_cast<double>(integer));
      to += spelt == spelling::plain ? "<class 'int'>" : "<class 'float'>";
      break;
    case value::kind::real:
      append_python_float(to, std::bit_cast<double>(c.bits));
      to += "<class 'float'>";
      break;
    case value::kind::text: (to += c.bytes) += "<class 'str'>"; break;
    case value::kind::blob:
      append_python_bytes(to, c.bytes);
      to += "<class 'bytes'>";
      break;
  }
}

}  // namespace t2s::evaluation::matching

#endif
