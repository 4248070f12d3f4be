// SPDX-License-Identifier: BSL-1.0
// Values as Python's sqlite3 hands them over: which are equal, and how they are written.
#ifndef T2S_EVALUATION_IMPL_PYTHON_VALUE_HPP
#define T2S_EVALUATION_IMPL_PYTHON_VALUE_HPP

#include "t2s/core/impl/python_repr.hpp"
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

namespace python = t2s::detail::python;

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

/// str(x) + str(type(x)), by which the official program sorts the values of a row.
inline void python_key(std::string& to, content const& c, spelling spelt) {
  to.clear();
  auto const integer = static_cast<std::int64_t>(c.bits);
  switch (c.kind) {
    case value::kind::null: to += "None<class 'NoneType'>"; break;
    case value::kind::integer:
      if (spelt == spelling::plain)
        python::append_integer(to, integer);
      else
        python::append_float(to, spelt == spelling::negative_zero ? -0.0 : static_cast<double>(integer));
      to += spelt == spelling::plain ? "<class 'int'>" : "<class 'float'>";
      break;
    case value::kind::real:
      python::append_float(to, std::bit_cast<double>(c.bits));
      to += "<class 'float'>";
      break;
    case value::kind::text: (to += c.bytes) += "<class 'str'>"; break;
    case value::kind::blob:
      python::append_bytes(to, c.bytes);
      to += "<class 'bytes'>";
      break;
  }
}

}  // namespace t2s::evaluation::matching

#endif
