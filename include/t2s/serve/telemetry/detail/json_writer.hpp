// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_JSON_WRITER_HPP
#define T2S_SERVE_TELEMETRY_DETAIL_JSON_WRITER_HPP

#include "t2s/core/detail/json_text.hpp"
#include "t2s/core/detail/text.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace t2s::telemetry::detail {

/// Writes JSON sequentially, without a tree, and adds the commas.
class json_writer {
 public:
  json_writer& open(char bracket) { return separate().raw(bracket, true); }
  json_writer& close(char bracket) { return raw(bracket, false); }
  /// The name of the next member.
  json_writer& key(std::string_view name) {
    separate();
    t2s::detail::append_json(out_, name);
    out_ += ':';
    is_first_ = true;
    return *this;
  }
  json_writer& text(std::string_view utf8) {
    separate();
    if (t2s::text::first_invalid_utf8(utf8))
      t2s::detail::append_json(out_, t2s::text::valid_utf8(utf8));
    else
      t2s::detail::append_json(out_, utf8);
    return *this;
  }
  /// A 64-bit integer in quotes, as protobuf's JSON mapping requires.
  template <class Integer>
  json_writer& quoted(Integer n) {
    return plain_number(n, "\"");
  }
  template <class Integer>
  json_writer& number(Integer n) {
    return plain_number(n, "");
  }
  json_writer& real(double n) {
    separate();
    if (!std::isfinite(n)) {
      out_ += std::isnan(n) ? "\"NaN\"" : n > 0 ? "\"Infinity\"" : "\"-Infinity\"";
      return *this;
    }
    char digits[32];
    out_.append(digits, std::to_chars(digits, digits + sizeof digits, n).ptr);
    return *this;
  }
  json_writer& truth(bool b) {
    separate().out_ += b ? "true" : "false";
    return *this;
  }
  /// An identifier in hexadecimal, most significant byte first.
  json_writer& hex(std::uint64_t high, std::uint64_t low, bool is_wide) {
    separate().out_ += '"';
    if (is_wide) append_hex(high);
    append_hex(low);
    out_ += '"';
    return *this;
  }

  [[nodiscard]] std::string take() && { return std::move(out_); }

 private:
  json_writer& separate() {
    if (!is_first_) out_ += ',';
    is_first_ = false;
    return *this;
  }
  json_writer& raw(char c, bool is_first) {
    out_ += c;
    is_first_ = is_first;
    return *this;
  }
  template <class Integer>
  json_writer& plain_number(Integer n, std::string_view quotes) {
    separate().out_.append(quotes).append(std::to_string(n)).append(quotes);
    return *this;
  }
  void append_hex(std::uint64_t n) {
    for (int shift = 56; shift >= 0; shift -= 8) t2s::text::append_hex(out_, static_cast<char>(n >> shift & 0xFFU));
  }

  std::string out_{};
  bool is_first_ = true;
};

}  // namespace t2s::telemetry::detail

#endif
