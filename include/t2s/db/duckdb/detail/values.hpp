// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_VALUES_HPP
#define T2S_DB_DUCKDB_DETAIL_VALUES_HPP

#include "t2s/core/detail/value.hpp"
#include "t2s/db/detail/decimal.hpp"
#include "t2s/db/duckdb/detail/library.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

/// DuckDB's values, and what they are here. docs/db.md has the table.
namespace t2s::db::detail {

/// A column of a result.
struct duckdb_column {
  duckdb_type type{};
  duckdb_type stored{};    ///< of a decimal number: as what its digits stand there
  std::uint8_t scale = 0;  ///< of a decimal number
  std::string type_name{};
  std::string name{};
};

/// How DuckDB spells a type; the parts of nested ones are left out.
inline std::string_view name_of(duckdb_type t) noexcept {
  static constexpr std::array<std::string_view, 40> names{"",
                                                          "BOOLEAN",
                                                          "TINYINT",
                                                          "SMALLINT",
                                                          "INTEGER",
                                                          "BIGINT",
                                                          "UTINYINT",
                                                          "USMALLINT",
                                                          "UINTEGER",
                                                          "UBIGINT",
                                                          "FLOAT",
                                                          "DOUBLE",
                                                          "TIMESTAMP",
                                                          "DATE",
                                                          "TIME",
                                                          "INTERVAL",
                                                          "HUGEINT",
                                                          "VARCHAR",
                                                          "BLOB",
                                                          "DECIMAL",
                                                          "TIMESTAMP_S",
                                                          "TIMESTAMP_MS",
                                                          "TIMESTAMP_NS",
                                                          "ENUM",
                                                          "LIST",
                                                          "STRUCT",
                                                          "MAP",
                                                          "UUID",
                                                          "UNION",
                                                          "BIT",
                                                          "TIME WITH TIME ZONE",
                                                          "TIMESTAMP WITH TIME ZONE",
                                                          "UHUGEINT",
                                                          "ARRAY",
                                                          "",
                                                          "BIGNUM",
                                                          "NULL",
                                                          "",
                                                          "",
                                                          "TIME_NS"};
  auto const n = static_cast<std::size_t>(t);
  return n < names.size() ? names[n] : std::string_view();
}

/// Whether values of the type are read as they are stored; all others DuckDB casts to text itself.
inline bool is_read_as_stored(duckdb_type t) noexcept {
  switch (t) {
    case duckdb_type::boolean:
    case duckdb_type::tinyint:
    case duckdb_type::smallint:
    case duckdb_type::integer:
    case duckdb_type::bigint:
    case duckdb_type::utinyint:
    case duckdb_type::usmallint:
    case duckdb_type::uinteger:
    case duckdb_type::ubigint:
    case duckdb_type::float_:
    case duckdb_type::double_:
    case duckdb_type::hugeint:
    case duckdb_type::uhugeint:
    case duckdb_type::decimal:
    case duckdb_type::varchar:
    case duckdb_type::blob:
    case duckdb_type::sql_null: return true;
    default: return false;
  }
}

inline duckdb_column column_of(duckdb_api const& api, duckdb_handle const& type) {
  duckdb_column c;
  c.type = static_cast<duckdb_type>(api.get_type_id(type.get()));
  c.type_name = name_of(c.type);
  if (c.type == duckdb_type::decimal) {
    c.scale = api.decimal_scale(type.get());
    c.stored = static_cast<duckdb_type>(api.decimal_internal_type(type.get()));
  }
  if (char* const alias = api.logical_type_get_alias(type.get())) {  // JSON is a text of this name
    c.type_name = alias;
    api.free(alias);
  }
  return c;
}

__extension__ typedef unsigned __int128 unsigned_wide;

inline std::string digits_of(unsigned_wide n) {
  std::string digits;
  for (; n != 0; n /= 10) digits += static_cast<char>('0' + static_cast<int>(n % 10));
  if (digits.empty()) digits = "0";
  std::ranges::reverse(digits);
  return digits;
}

/// "-12.50" of -1250 with two digits behind the point.
inline std::string decimal_text(bool negative, unsigned_wide magnitude, std::size_t scale) {
  auto digits = digits_of(magnitude);
  if (digits.size() <= scale) digits.insert(0, scale + 1 - digits.size(), '0');
  if (scale != 0) digits.insert(digits.size() - scale, 1, '.');
  if (negative) digits.insert(0, 1, '-');
  return digits;
}

inline unsigned_wide bits_of(duckdb_wide w) noexcept { return (unsigned_wide{static_cast<std::uint64_t>(w.upper)} << 64U) | w.lower; }

inline value decimal_value(duckdb_wide w, std::size_t scale) {
  bool const negative = w.upper < 0;
  auto const bits = bits_of(w);
  return number_of(decimal_text(negative, negative ? ~bits + 1 : bits, scale));
}

inline value decimal_value(std::int64_t n, std::size_t scale) {
  return decimal_value(duckdb_wide{static_cast<std::uint64_t>(n), n < 0 ? -1 : 0}, scale);
}

inline value real_value(double d) { return std::isnan(d) ? value("NaN") : value(d); }  // equal to itself as a text, and not as a real

/// The real of a number's shortest text: 0.1 and not 0.100000001490116.
inline value real_value(float f) {
  if (!std::isfinite(f)) return real_value(static_cast<double>(f));
  std::array<char, 32> room{};
  auto const end = std::to_chars(room.data(), room.data() + room.size(), f).ptr;
  return real_of({room.data(), static_cast<std::size_t>(end - room.data())});
}

inline value blob_value(duckdb_text const& t) {
  auto const* const begin = reinterpret_cast<std::byte const*>(t.data());
  return blob{{begin, begin + t.size}};
}

template <class T>
T const& entry(void const* data, std::uint64_t row) noexcept {
  return static_cast<T const*>(data)[row];
}

inline value decimal_at(duckdb_column const& c, void const* data, std::uint64_t row) {
  switch (c.stored) {
    case duckdb_type::smallint: return decimal_value(std::int64_t{entry<std::int16_t>(data, row)}, c.scale);
    case duckdb_type::integer: return decimal_value(std::int64_t{entry<std::int32_t>(data, row)}, c.scale);
    case duckdb_type::bigint: return decimal_value(entry<std::int64_t>(data, row), c.scale);
    default: return decimal_value(entry<duckdb_wide>(data, row), c.scale);
  }
}

/// A value other than NULL of a type that is read as it is stored.
inline value value_at(duckdb_column const& c, void const* data, std::uint64_t row) {
  switch (c.type) {
    case duckdb_type::boolean: return std::int64_t{entry<std::uint8_t>(data, row) != 0};
    case duckdb_type::tinyint: return std::int64_t{entry<std::int8_t>(data, row)};
    case duckdb_type::smallint: return std::int64_t{entry<std::int16_t>(data, row)};
    case duckdb_type::integer: return std::int64_t{entry<std::int32_t>(data, row)};
    case duckdb_type::bigint: return entry<std::int64_t>(data, row);
    case duckdb_type::utinyint: return std::int64_t{entry<std::uint8_t>(data, row)};
    case duckdb_type::usmallint: return std::int64_t{entry<std::uint16_t>(data, row)};
    case duckdb_type::uinteger: return std::int64_t{entry<std::uint32_t>(data, row)};
    case duckdb_type::ubigint: return number_of(digits_of(entry<std::uint64_t>(data, row)));
    case duckdb_type::float_: return real_value(entry<float>(data, row));
    case duckdb_type::double_: return real_value(entry<double>(data, row));
    case duckdb_type::hugeint: return decimal_value(entry<duckdb_wide>(data, row), 0);
    case duckdb_type::uhugeint: return number_of(digits_of(bits_of(entry<duckdb_wide>(data, row))));
    case duckdb_type::decimal: return decimal_at(c, data, row);
    case duckdb_type::blob: return blob_value(entry<duckdb_text>(data, row));
    case duckdb_type::varchar: {
      auto const& t = entry<duckdb_text>(data, row);
      return std::string_view(t.data(), t.size);
    }
    default: return {};
  }
}

/// How long a text or blob is; 0 for other types.
inline std::size_t length_at(duckdb_column const& c, void const* data, std::uint64_t row) noexcept {
  bool const is_long = c.type == duckdb_type::varchar || c.type == duckdb_type::blob;
  return is_long ? entry<duckdb_text>(data, row).size : 0;
}

}  // namespace t2s::db::detail

#endif
