// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_VALUES_HPP
#define T2S_DB_POSTGRES_DETAIL_VALUES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/db/detail/decimal.hpp"

#include <charconv>
#include <cstdint>
#include <string_view>

/// PostgreSQL's values as text, and what they are here. docs/db.md has the table.
namespace t2s::db::detail {

/// Types that are no text here, by the numbers that PostgreSQL's catalogue has for ever (pg_type.dat).
enum class postgres_type : std::uint32_t {
  boolean = 16,
  bytea = 17,
  int8 = 20,
  int2 = 21,
  int4 = 23,
  oid = 26,
  float4 = 700,
  float8 = 701,
  bpchar = 1042,
  numeric = 1700
};

inline int hex_digit(char c) { return text::is_digit(c) ? c - '0' : text::lower(c) - 'a' + 10; }

/// \x00FF
inline value bytes_of(std::string_view text) {
  blob b;
  b.bytes.reserve(text.size() / 2);
  for (std::size_t i = 2; i + 1 < text.size(); i += 2)
    b.bytes.push_back(static_cast<std::byte>(hex_digit(text[i]) * 16 + hex_digit(text[i + 1])));
  return b;
}

inline value integer_of(std::string_view text) {
  std::int64_t n = 0;
  std::from_chars(text.data(), text.data() + text.size(), n);
  return n;
}

inline value unpadded(std::string_view text) { return text.substr(0, text.find_last_not_of(' ') + 1); }

/// A value other than NULL, of a type of that number.
inline value value_of(std::uint32_t type, std::string_view text) {
  switch (static_cast<postgres_type>(type)) {
    case postgres_type::boolean: return std::int64_t{text == "t" ? 1 : 0};
    case postgres_type::bytea: return bytes_of(text);
    case postgres_type::int2:
    case postgres_type::int4:
    case postgres_type::int8:
    case postgres_type::oid: return integer_of(text);
    case postgres_type::float4:
    case postgres_type::float8: return real_of(text);
    case postgres_type::bpchar: return unpadded(text);
    case postgres_type::numeric: return number_of(text);
    default: return text;
  }
}

}  // namespace t2s::db::detail

#endif
