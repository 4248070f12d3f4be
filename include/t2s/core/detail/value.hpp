// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_VALUE_HPP
#define T2S_CORE_DETAIL_VALUE_HPP

#include "t2s/core/detail/config.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace t2s {

/// SQL's NULL.
struct null_t {
  friend bool operator==(null_t, null_t) = default;
};

/// Binary data.
struct blob {
  std::vector<std::byte> bytes{};  ///< the stored bytes
  friend bool operator==(blob const&, blob const&) = default;
};

/// One value of a row: exactly the five storage classes of SQLite (https://sqlite.org/datatype3.html).
///
/// Text holds the bytes of the database, which need not be valid UTF-8. Two values are equal if storage class and content are: integer 1
/// and real 1.0 differ here (evaluators that compare as Python does document it).
class value {
 public:
  enum class kind { null, integer, real, text, blob };  ///< the storage classes of SQLite

  value() = default;
  /// NULL.
  value(null_t) {}
  /// A signed 64-bit integer.
  template <std::integral Integer>
    requires(!std::same_as<Integer, bool> && (std::signed_integral<Integer> || sizeof(Integer) < sizeof(std::int64_t)))
  value(Integer i) : held_(static_cast<std::int64_t>(i)) {}
  /// A real.
  value(double r) : held_(r) {}
  /// A text.
  value(std::string t) : held_(std::move(t)) {}
  /// A text, copied.
  value(std::string_view t) : held_(std::string(t)) {}
  /// A text, copied.
  value(char const* t) : held_(std::string(t)) {}
  /// A blob.
  value(t2s::blob b) : held_(std::move(b)) {}
  value(std::nullptr_t) = delete;  // use null_t()

  /// Its storage class.
  [[nodiscard]] kind type() const noexcept { return static_cast<kind>(held_.index()); }
  /// Whether it is NULL.
  [[nodiscard]] bool is_null() const noexcept { return type() == kind::null; }

  /// The integer, or nullptr for another storage class.
  [[nodiscard]] std::int64_t const* integer() const noexcept { return std::get_if<std::int64_t>(&held_); }
  /// The real, or nullptr for another storage class.
  [[nodiscard]] double const* real() const noexcept { return std::get_if<double>(&held_); }
  /// The text, or nullptr for another storage class.
  [[nodiscard]] std::string const* text() const noexcept { return std::get_if<std::string>(&held_); }
  /// The blob, or nullptr for another storage class.
  [[nodiscard]] t2s::blob const* bytes() const noexcept { return std::get_if<t2s::blob>(&held_); }

  friend bool operator==(value const&, value const&) = default;

 private:
  std::variant<null_t, std::int64_t, double, std::string, t2s::blob> held_{};
};

/// The value for people: NULL, digits, text unchanged, a blob as X'0A1B'. A real is always recognisable ("1.0", not "1"), with as many
/// digits as needed to read the same number back.
[[nodiscard]] T2S_DECL std::string to_string(value const& v);

/// The value as an SQL literal: text in single quotes with quotes doubled, a non-finite real as 9e999, -9e999 or NULL.
[[nodiscard]] T2S_DECL std::string to_sql(value const& v);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/value.ipp"
#endif

#endif
