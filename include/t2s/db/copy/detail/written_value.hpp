// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_DETAIL_WRITTEN_VALUE_HPP
#define T2S_DB_COPY_DETAIL_WRITTEN_VALUE_HPP

#include "t2s/core/detail/data_file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/copy/detail/column.hpp"

#include <cmath>
#include <span>
#include <string>
#include <utility>

/// Values as a column of a copy takes them, and sums that tell whether they came back.
namespace t2s::db::detail {

/// Each byte beyond ASCII as the letter that Latin-1 has there.
[[nodiscard]] inline std::string from_latin_1(std::string_view bytes) {
  std::string s;
  for (char const c : bytes) {
    auto const u = static_cast<unsigned char>(c);
    if (u < 0x80U) {
      s += c;
    } else {
      s += static_cast<char>(0xC0U | (u >> 6U));
      s += static_cast<char>(0x80U | (u & 0x3FU));
    }
  }
  return s;
}

/// What a target takes of texts.
struct text_rules {
  bool utf8_alone = false;  ///< others are read as Latin-1
  bool no_nul = false;      ///< NUL bytes are left out
};

[[nodiscard]] inline std::string written_text(std::string text, text_rules const& rules) {
  if (rules.utf8_alone && text::first_invalid_utf8(text)) text = from_latin_1(text);
  if (rules.no_nul) std::erase(text, '\0');
  return text;
}

[[nodiscard]] inline blob bytes_of_text(std::string_view text) {
  blob b;
  b.bytes.reserve(text.size());
  for (char const c : text) b.bytes.push_back(static_cast<std::byte>(c));
  return b;
}

[[nodiscard]] inline value written(value const& v, copied_column const& c, text_rules const& rules) {
  if (v.is_null()) return v;
  switch (c.kind) {
    case stored_kind::integer:
    case stored_kind::boolean:
    case stored_kind::numeric: return v;
    case stored_kind::real: return v.integer() ? value(static_cast<double>(*v.integer())) : v;
    case stored_kind::blob: return v.bytes() ? v : value(bytes_of_text(v.text() ? *v.text() : to_string(v)));
    default: return value(written_text(v.text() ? *v.text() : to_string(v), rules));
  }
}

/// A number is the same whether it is an integer, a real without a fraction or a text of a numeric column; a time may have zeros behind it.
[[nodiscard]] inline std::uint64_t sum_of(value const& v, stored_kind kind) {
  static constexpr double most = 9.2e18;
  if (v.is_null()) return 1;
  if (auto const* b = v.bytes())
    return t2s::detail::hash_of("b" + std::string(reinterpret_cast<char const*>(b->bytes.data()), b->bytes.size()));
  if (auto const* r = v.real(); r && std::trunc(*r) == *r && std::fabs(*r) < most)
    return t2s::detail::hash_of("n" + std::to_string(static_cast<std::int64_t>(*r)));
  if (!v.text()) return t2s::detail::hash_of("n" + to_string(v));
  std::string_view text = *v.text();
  bool const is_time = kind == stored_kind::time || kind == stored_kind::timestamp || kind == stored_kind::zoned_timestamp;
  if (is_time && text.find('.') != text.npos) {
    text = text.substr(0, text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.remove_suffix(1);
  }
  return t2s::detail::hash_of((kind == stored_kind::numeric ? "n" : "t") + std::string(text));
}

/// Of a row: the places of its values count.
[[nodiscard]] inline std::uint64_t sum_of(std::span<value const> row, std::span<copied_column const> columns) {
  std::uint64_t sum = 14695981039346656037U;
  for (std::size_t i = 0; i < row.size(); ++i) sum = (sum ^ sum_of(row[i], columns[i].kind)) * 1099511628211U + (sum >> 29U);
  return sum;
}

}  // namespace t2s::db::detail

#endif
