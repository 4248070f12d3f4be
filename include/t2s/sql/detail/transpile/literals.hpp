// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_LITERALS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_LITERALS_HPP

#include "t2s/sql/detail/transpile/core.hpp"

#include <charconv>
#include <cstdint>
#include <string>

/// Numbers, blobs, parameters, rows, lists and other literals.
namespace t2s::sql::detail::transpiling {

node* blob_of(translation& t, node const& n);

inline node* number_of(translation& t, node const& n) {
  if (t.from == dialect::mysql && is_bytes(n)) return blob_of(t, n);
  std::string digits(n.name.view());
  std::erase(digits, '_');
  if (digits.size() > 2 && text::lower(digits[1]) == 'x') {
    std::uint64_t value = 0;
    auto const [end, error] = std::from_chars(digits.data() + 2, digits.data() + digits.size(), value, 16);
    if (error == std::errc() && end == digits.data() + digits.size()) digits = std::to_string(static_cast<std::int64_t>(value));
  }
  if (digits.starts_with('-')) return t.prefix(op::negate, t.number_literal(digits.substr(1)));
  return t.number_literal(digits);
}

/// Bytes, by their hexadecimal digits.
inline node* blob_of_digits(translation& t, std::string_view digits) {
  switch (t.to) {
    case dialect::postgres: return t.cast(t.text_literal("\\x" + std::string(digits)), "bytea");
    case dialect::duckdb: {
      std::string escaped;
      for (std::size_t i = 0; i + 1 < digits.size(); i += 2) escaped.append("\\x").append(digits.substr(i, 2));
      return t.cast(t.text_literal(escaped), "BLOB");
    }
    default: {
      auto& made = t.make(kind::blob);
      made.name = t.word("x'" + std::string(digits) + "'");
      return &made;
    }
  }
}

/// X'41': bytes in SQLite and MySQL, bits in PostgreSQL. B'101': bytes in MySQL, bits in PostgreSQL.
inline node* blob_of(translation& t, node const& n) {
  auto const bytes = read_bytes(n);
  if (!bytes) return t.impossible(n, t.target_title() + " has no equivalent of " + std::string(n.name.view()));
  if (t.from != dialect::postgres) return blob_of_digits(t, bytes->whole_digits());
  if (t.to == dialect::duckdb) return t.cast(t.text_literal(bytes->bits()), "BIT");
  return t.impossible(n, t.target_title() + " has no texts of bits");
}

inline node* string_of(translation& t, node const& n) {
  bool const has_end = n.name.view().find('\0') != std::string_view::npos;
  if (has_end && t.to != dialect::mysql) return t.impossible(n, t.target_title() + " has no text with a byte 0 in it");
  return t.text_literal(n.name.view());
}

/// ?, ?1, $1, :name, @name, $name.
inline node* parameter_of(translation& t, node const& n) {
  auto const written = n.name.view();
  auto& made = t.make(kind::parameter);
  auto const rest = written.substr(1);
  bool const number = !rest.empty() && std::all_of(rest.begin(), rest.end(), text::is_digit);
  if (written.starts_with('#')) return t.impossible(n, t.target_title() + " cannot name columns by position");
  if (written.starts_with('@') && t.from == dialect::mysql) return t.impossible(n, t.target_title() + " has no session variables");
  auto const place = number ? std::string(rest) : std::to_string(t.next_parameter());
  if (t.to == dialect::mysql) {
    if (number || !rest.empty()) t.nearly(n, "MySQL's parameters have no names: they are taken in their order");
    made.name = t.word("?");
  } else if (t.to == dialect::postgres) {
    if (!rest.empty() && !number) t.nearly(n, "PostgreSQL's parameters have no names: this is number " + place);
    made.name = t.word("$" + place);
  } else if (rest.empty()) {
    made.name = t.word("?");
  } else {
    made.name = t.word((t.to == dialect::duckdb ? "$" : number ? "?" : ":") + std::string(rest));
  }
  return &made;
}

inline node* without_keyword(translation& t, node const& n) {
  auto* const made = t.around(n);
  bool const keeps = n.kind == kind::row && n.count < 2;
  if (n.kind == kind::row && !keeps) made->clear(flag::keyword);
  if (keeps && t.to == dialect::sqlite) return t.impossible(n, "SQLite has no row values of one column");
  return made;
}

inline node* array_of(translation& t, node const& n) {
  if (!translation::is_strict(t.to)) return t.impossible(n, t.target_title() + " has no lists");
  auto* const made = t.around(n);
  t.to == dialect::duckdb ? made->set(flag::literal) : made->clear(flag::literal);
  return made;
}

inline node* structure_of(translation& t, node const& n) {
  bool const place =
      n.kind == kind::subscript && translation::is_strict(t.to) && translation::is_strict(t.from) && t.type_of(n[0]) != type::text;
  if (place) return t.around(n);
  return t.impossible(n, t.target_title() + " has no equivalent of this " + std::string(name_of(n.kind)));
}

}  // namespace t2s::sql::detail::transpiling

#endif
