// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_VALUE_HPP
#define T2S_CORE_VALUE_HPP

#include "t2s/core/config.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s {

/// SQL's NULL.
struct null_t {
  friend bool operator==(null_t, null_t) = default;
};

/// Bytes that are no text.
struct blob {
  std::vector<std::byte> bytes{};  ///< what is stored
  friend bool operator==(blob const&, blob const&) = default;
};

/// One value of a row: exactly the five storage classes of SQLite (https://sqlite.org/datatype3.html).
///
/// Text holds the bytes of the database, which need not be valid UTF-8. Two values are equal if storage class and content are:
/// integer 1 and real 1.0 differ here (evaluators that compare as Python does say so themselves).
class value {
 public:
  enum class kind { null, integer, real, text, blob };  ///< the storage classes of SQLite

  value() noexcept {}
  /// NULL.
  value(null_t) noexcept {}
  /// An integer that fits into 64 bits with a sign.
  template <std::integral Integer>
    requires(!std::same_as<Integer, bool> && (std::signed_integral<Integer> || sizeof(Integer) < sizeof(std::int64_t)))
  value(Integer i) noexcept : kind_(kind::integer), integer_(i) {}
  /// A real.
  value(double r) noexcept : kind_(kind::real), real_(r) {}
  /// A text.
  value(std::string t) noexcept : kind_(kind::text), text_(std::move(t)) {}
  /// A text, copied.
  value(std::string_view t) : kind_(kind::text), text_(t) {}
  /// A text, copied.
  value(char const* t) : kind_(kind::text), text_(t) {}
  /// A blob.
  value(t2s::blob b) noexcept : kind_(kind::blob), blob_(std::move(b)) {}
  value(std::nullptr_t) = delete;  // say null_t()

  value(value const& other) : kind_(other.kind_) {
    switch (kind_) {
      case kind::null: break;
      case kind::integer: integer_ = other.integer_; break;
      case kind::real: real_ = other.real_; break;
      case kind::text: new (&text_) std::string(other.text_); break;
      case kind::blob: new (&blob_) t2s::blob(other.blob_); break;
    }
  }
  value(value&& other) noexcept { take(other); }
  value& operator=(value const& other) { return *this = value(other); }
  value& operator=(value&& other) noexcept {
    if (this == &other) return *this;
    drop();
    take(other);
    return *this;
  }
  ~value() { drop(); }

  /// Its storage class.
  [[nodiscard]] kind type() const noexcept { return kind_; }
  /// Whether it is NULL.
  [[nodiscard]] bool is_null() const noexcept { return kind_ == kind::null; }

  /// The content, or nullptr if the value is of another kind.
  [[nodiscard]] std::int64_t const* integer() const noexcept { return kind_ == kind::integer ? &integer_ : nullptr; }
  /// The real, or nullptr if it is none.
  [[nodiscard]] double const* real() const noexcept { return kind_ == kind::real ? &real_ : nullptr; }
  /// The text, or nullptr if it is none.
  [[nodiscard]] std::string const* text() const noexcept { return kind_ == kind::text ? &text_ : nullptr; }
  /// The blob, or nullptr if it is none.
  [[nodiscard]] t2s::blob const* bytes() const noexcept { return kind_ == kind::blob ? &blob_ : nullptr; }

  friend bool operator==(value const& a, value const& b) {
    if (a.kind_ != b.kind_) return false;
    switch (a.kind_) {
      case kind::null: break;
      case kind::integer: return a.integer_ == b.integer_;
      case kind::real: return a.real_ == b.real_;
      case kind::text: return a.text_ == b.text_;
      case kind::blob: return a.blob_ == b.blob_;
    }
    return true;
  }

 private:
  /// Precondition: nothing is held.
  void take(value& other) noexcept {
    kind_ = other.kind_;
    switch (kind_) {
      case kind::null: break;
      case kind::integer: integer_ = other.integer_; break;
      case kind::real: real_ = other.real_; break;
      case kind::text: new (&text_) std::string(std::move(other.text_)); break;
      case kind::blob: new (&blob_) t2s::blob(std::move(other.blob_)); break;
    }
  }
  void drop() noexcept {
    if (kind_ == kind::text) text_.~basic_string();
    if (kind_ == kind::blob) blob_.~blob();
  }

  // Not a std::variant, which takes ten times as long to compile, in every program.
  kind kind_ = kind::null;
  union {
    std::int64_t integer_;
    double real_;
    std::string text_;
    t2s::blob blob_;
  };
};

/// The value as people read it: NULL, digits, text as it is, a blob as X'0A1B'. A real always shows that it is one ("1.0", not "1")
/// and as many digits as needed to read the same number back.
[[nodiscard]] T2S_DECL std::string to_string(value const& v);

/// The value as an SQL literal: text in single quotes with quotes doubled, a non-finite real as 9e999, -9e999 or NULL.
[[nodiscard]] T2S_DECL std::string to_sql(value const& v);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/impl/value.ipp"
#endif

#endif
