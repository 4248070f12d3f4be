// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_VALUES_HPP
#define T2S_DB_MYSQL_DETAIL_VALUES_HPP

#include "t2s/db/detail/decimal.hpp"
#include "t2s/db/mysql/detail/client.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

/// The server's values as it sends them, as text, and what they are here. docs/db.md has the table.
namespace t2s::db::detail {

inline constexpr unsigned mysql_binary_charset = 63;

inline bool is_binary(MYSQL_FIELD const& f) noexcept { return f.charsetnr == mysql_binary_charset; }

/// Bytes, as they are.
inline value mysql_bytes(std::string_view text) {
  blob b;
  b.bytes.resize(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) b.bytes[i] = static_cast<std::byte>(text[i]);
  return b;
}

/// BIT(n): at most 8 bytes, the highest first.
inline value mysql_bits(std::string_view text) {
  std::uint64_t n = 0;
  for (char const c : text) n = (n << 8U) | static_cast<unsigned char>(c);
  return number_of(std::to_string(n));
}

/// What the server names a type of its own that the client shows as a longer known one: json, uuid, inet6, point, ... "" else.
inline std::string_view extended_type_of([[maybe_unused]] MYSQL_FIELD const& f) {
  for (auto const which : {MARIADB_FIELD_ATTR_FORMAT_NAME, MARIADB_FIELD_ATTR_DATA_TYPE_NAME}) {
    MARIADB_CONST_STRING name{nullptr, 0};
    if (mariadb_field_attr(&name, &f, which) == 0 && name.length != 0) return {name.str, name.length};
  }
  return {};
}

/// Strings and blobs are of the same types for the client.
inline std::string_view mysql_string_type(MYSQL_FIELD const& f) {
  if ((f.flags & ENUM_FLAG) != 0 || f.type == MYSQL_TYPE_ENUM) return "enum";
  if ((f.flags & SET_FLAG) != 0 || f.type == MYSQL_TYPE_SET) return "set";
  bool const is_long =
      f.type == MYSQL_TYPE_BLOB || f.type == MYSQL_TYPE_TINY_BLOB || f.type == MYSQL_TYPE_MEDIUM_BLOB || f.type == MYSQL_TYPE_LONG_BLOB;
  if (is_long) return is_binary(f) ? "blob" : "text";
  if (f.type == MYSQL_TYPE_STRING) return is_binary(f) ? "binary" : "char";
  return is_binary(f) ? "varbinary" : "varchar";
}

/// What the server calls the type of a column.
inline std::string mysql_type_name(MYSQL_FIELD const& f) {
  static constexpr int json = 245, vector = 242;  // MySQL's, which not every version of the client has
  static constexpr std::array<std::pair<int, std::string_view>, 20> names{{
      {MYSQL_TYPE_TINY, "tinyint"},
      {MYSQL_TYPE_SHORT, "smallint"},
      {MYSQL_TYPE_INT24, "mediumint"},
      {MYSQL_TYPE_LONG, "int"},
      {MYSQL_TYPE_LONGLONG, "bigint"},
      {MYSQL_TYPE_DECIMAL, "decimal"},
      {MYSQL_TYPE_NEWDECIMAL, "decimal"},
      {MYSQL_TYPE_FLOAT, "float"},
      {MYSQL_TYPE_DOUBLE, "double"},
      {MYSQL_TYPE_NULL, "null"},
      {MYSQL_TYPE_DATE, "date"},
      {MYSQL_TYPE_NEWDATE, "date"},
      {MYSQL_TYPE_TIME, "time"},
      {MYSQL_TYPE_DATETIME, "datetime"},
      {MYSQL_TYPE_TIMESTAMP, "timestamp"},
      {MYSQL_TYPE_YEAR, "year"},
      {MYSQL_TYPE_BIT, "bit"},
      {MYSQL_TYPE_GEOMETRY, "geometry"},
      {json, "json"},
      {vector, "vector"},
  }};
  if (auto const own = extended_type_of(f); !own.empty()) return std::string(own);
  for (auto const& [type, name] : names) {
    if (type != static_cast<int>(f.type)) continue;
    if (f.type == MYSQL_TYPE_TINY && f.length == 1) return "tinyint(1)";  // what BOOL is
    bool const is_unsigned =
        (f.flags & UNSIGNED_FLAG) != 0 && f.type != MYSQL_TYPE_YEAR && f.type != MYSQL_TYPE_BIT && f.type != MYSQL_TYPE_TIMESTAMP;
    return std::string(name).append(is_unsigned ? " unsigned" : "");
  }
  return std::string(mysql_string_type(f));
}

/// What becomes of a column's values.
enum class mysql_kind : std::uint8_t { number, real, bits, bytes, text };

inline mysql_kind mysql_kind_of(MYSQL_FIELD const& f) {
  switch (f.type) {
    case MYSQL_TYPE_TINY:
    case MYSQL_TYPE_SHORT:
    case MYSQL_TYPE_INT24:
    case MYSQL_TYPE_LONG:
    case MYSQL_TYPE_LONGLONG:
    case MYSQL_TYPE_YEAR:
    case MYSQL_TYPE_DECIMAL:
    case MYSQL_TYPE_NEWDECIMAL: return mysql_kind::number;
    case MYSQL_TYPE_FLOAT:
    case MYSQL_TYPE_DOUBLE: return mysql_kind::real;
    case MYSQL_TYPE_BIT: return mysql_kind::bits;
    case MYSQL_TYPE_GEOMETRY: return mysql_kind::bytes;
    case MYSQL_TYPE_TINY_BLOB:
    case MYSQL_TYPE_MEDIUM_BLOB:
    case MYSQL_TYPE_LONG_BLOB:
    case MYSQL_TYPE_BLOB:
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_VAR_STRING:
    case MYSQL_TYPE_STRING: return is_binary(f) && extended_type_of(f) != "json" ? mysql_kind::bytes : mysql_kind::text;
    default: return mysql_kind::text;  // dates, times, MySQL's JSON
  }
}

/// A value other than NULL.
inline value mysql_value(mysql_kind kind, std::string_view text) {
  switch (kind) {
    case mysql_kind::number: return number_of(text);
    case mysql_kind::real: return real_of(text);
    case mysql_kind::bits: return mysql_bits(text);
    case mysql_kind::bytes: return mysql_bytes(text);
    default: return text;
  }
}

}  // namespace t2s::db::detail

#endif
