// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_OPERATORS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_OPERATORS_HPP

#include "t2s/sql/detail/transpile/core.hpp"

/// Arithmetic, concatenation, bits and logic.
namespace t2s::sql::detail::transpiling {

node* moment_arithmetic(translation& t, node const& n);  // dates.hpp
node* comparison(translation& t, node const& n);         // compare.hpp
node* json_path(translation& t, node const& n);          // json.hpp
node* custom_operation(translation& t, node const& n);   // matching.hpp
node* at_time_zone(translation& t, node const& n);       // dates.hpp

/// Whether an expression is certainly a whole number. A truth value counts if the dialect stores it as a number.
inline bool is_whole(translation& t, node const& n) {
  auto const is = t.type_of(n);
  return is == type::integer || (is == type::boolean && translation::has_numeric_truth(t.from)) || is == type::null;
}

inline bool is_fraction(translation& t, node const& n) {
  auto const is = t.type_of(n);
  return is == type::real || is == type::decimal;
}

inline bool is_double(type is) noexcept { return is == type::real; }

/// Whether a divisor cannot be zero.
inline bool is_nonzero_literal(node const& n) {
  if (n.kind == kind::prefix && n.op == op::negate) return is_nonzero_literal(n[0]);
  return n.kind == kind::number &&
         n.name.view().substr(0, n.name.view().find_first_of("eE")).find_first_of("123456789") != std::string_view::npos;
}

inline std::string_view double_type(dialect d) {
  return d == dialect::sqlite ? "REAL" : d == dialect::postgres ? "double precision" : "DOUBLE";
}

/// An expression as a double, so that dividing by it keeps the fraction.
inline node* as_double(translation& t, node const& n) {
  auto const is = t.type_of(n);
  if (n.kind == kind::number) {
    std::string digits(n.name.view());
    bool const hexadecimal = digits.size() > 1 && text::lower(digits[1]) == 'x';
    if (t.to == dialect::mysql && !hexadecimal) return t.number_literal(digits.find_first_of("eE") == digits.npos ? digits + "e0" : digits);
    if (is == type::integer && !hexadecimal) return t.number_literal(digits + ".0");
    if (t.to != dialect::postgres && t.to != dialect::duckdb) return t.as_number(n);
  }
  bool const is_one = is_double(is) && (t.from == dialect::sqlite || t.to != dialect::sqlite);
  bool const is_sqlite_cast = n.kind == kind::cast && is_one;
  if (is_sqlite_cast || (is_one && n.kind != kind::operation)) return t.as_number(n);
  return t.cast(t.as_number(n), double_type(t.to));
}

/// A divisor that makes a division by zero NULL, as in SQLite and MySQL, if it would otherwise be an error or infinite.
/// `cuts` says that the division is DuckDB's // or %, which are NULL there, too, and from version 2 on an error; its / is infinite.
inline node* divisor(translation& t, node const& n, node* made, bool cuts = false) {
  bool const null_there = translation::has_numeric_truth(t.from) || (cuts && t.from == dialect::duckdb);
  if (!null_there || translation::has_numeric_truth(t.to) || is_nonzero_literal(n)) return made;
  return t.write("NULLIF(a, 0)", {made});
}

/// Notes the result of a division by zero, if it differs and NULLIF does not help.
inline void note_zero(translation& t, node const& n, node const& by) {
  bool const cuts = n.op == op::int_div || n.op == op::mod;
  bool const null_there = translation::has_numeric_truth(t.from) || (cuts && t.from == dialect::duckdb);
  if (is_nonzero_literal(by) || null_there || t.from == t.to || (t.from == dialect::postgres && t.to == dialect::duckdb)) return;
  auto const there = t.from == dialect::postgres ? "an error" : "infinite";
  t.nearly(n, std::string("a division by zero is ")
                  .append(there)
                  .append(" in ")
                  .append(t.source_title())
                  .append(translation::has_numeric_truth(t.to) ? " and NULL in " : " and an error in ")
                  .append(t.target_title()));
}

inline node* whole_quotient(translation& t, node const& n) {
  if (t.to == dialect::mysql || t.to == dialect::duckdb) {
    return t.operation(op::int_div, t.as_number(n[0]), divisor(t, n[1], t.as_number(n[1])));
  }
  return t.operation(op::div, t.as_number(n[0]), divisor(t, n[1], t.as_number(n[1])));
}

inline node* quotient(translation& t, node const& n) {
  note_zero(t, n, n[1]);
  bool const cuts = t.from == dialect::sqlite || t.from == dialect::postgres;  // whole numbers have a whole quotient there
  bool const whole = is_whole(t, n[0]) && is_whole(t, n[1]);
  bool const known = whole || is_fraction(t, n[0]) || is_fraction(t, n[1]);
  if (cuts && whole) return whole_quotient(t, n);
  bool const same = t.from == t.to || (cuts && (t.to == dialect::sqlite || t.to == dialect::postgres));
  if (cuts && !known) {
    auto const text_too = t.type_of(n[0]) == type::unknown || t.type_of(n[1]) == type::unknown;
    if (text_too && !same)
      t.nearly(n, t.source_title() +
                      " cuts the quotient of whole numbers, and whether these are is not known: give the schema, or cast one of them");
    if (text_too) return t.operation(op::div, t.as_number(n[0]), divisor(t, n[1], t.as_number(n[1])));
  }
  if (t.from == dialect::mysql && (whole || (!known && (t.lacks_type(n[0]) || t.lacks_type(n[1])))))
    t.nearly(n, "MySQL rounds the quotient of whole numbers to four digits, " + t.target_title() + " has all of them");
  bool const right_is_double = is_double(t.type_of(n[1])) && !is_double(t.type_of(n[0])) && n[1].kind != kind::number;
  auto* const left = right_is_double ? t.as_number(n[0]) : as_double(t, n[0]);
  return t.operation(op::div, left, divisor(t, n[1], right_is_double ? as_double(t, n[1]) : t.as_number(n[1])));
}

inline node* int_quotient(translation& t, node const& n) {
  if (t.from == dialect::duckdb && t.to != t.from && (is_fraction(t, n[0]) || is_fraction(t, n[1])))  // it keeps fractions
    return t.operation(op::div, as_double(t, n[0]), divisor(t, n[1], t.as_number(n[1]), true));
  if (t.to == dialect::mysql || t.to == dialect::duckdb) {
    if (!is_whole(t, n[0]) || !is_whole(t, n[1]))
      if (t.to == dialect::duckdb) return t.write("CAST(trunc(a_number / NULLIF(b_number, 0)) AS BIGINT)", {n[0], n[1]});
    return t.operation(op::int_div, t.as_number(n[0]), divisor(t, n[1], t.as_number(n[1]), true));
  }
  note_zero(t, n, n[1]);
  auto* const by = divisor(t, n[1], t.as_number(n[1]), true);
  if (is_whole(t, n[0]) && is_whole(t, n[1])) return t.operation(op::div, t.as_number(n[0]), by);
  if (t.to == dialect::sqlite) return t.write("CAST(a / b AS INTEGER)", {as_double(t, n[0]), by});
  return t.write("CAST(trunc(CAST(a AS numeric) / b) AS bigint)", {t.as_number(n[0]), by});
}

/// Truncates a value to a whole number, as SQLite's bit operators and % do.
inline node* cut_to_whole(translation& t, node const& n) {
  if (is_whole(t, n) || t.type_of(n) == type::unknown) return t.as_number(n);
  if (t.to == dialect::sqlite) return t.cast(t.value(n), "INTEGER");
  if (t.to == dialect::mysql) return t.write("truncate(a, 0)", {t.as_number(n)});
  return t.write(t.to == dialect::postgres ? "CAST(trunc(a) AS bigint)" : "CAST(trunc(a) AS BIGINT)", {t.as_number(n)});
}

inline node* remainder(translation& t, node const& n) {
  note_zero(t, n, n[1]);
  bool const whole = is_whole(t, n[0]) && is_whole(t, n[1]);
  if (t.from == dialect::sqlite) return t.operation(op::mod, cut_to_whole(t, n[0]), divisor(t, n[1], cut_to_whole(t, n[1]), true));
  bool const known_fraction = is_fraction(t, n[0]) || is_fraction(t, n[1]);
  if (t.to == dialect::sqlite && known_fraction) return t.write("a_number - b_number * CAST(a_number / b_number AS INTEGER)", {n[0], n[1]});
  if (t.to == dialect::postgres && known_fraction)
    return t.write("CAST(a AS numeric) % b", {t.as_number(n[0]), divisor(t, n[1], t.cast(t.as_number(n[1]), "numeric"), true)});
  if (t.to == dialect::sqlite && !whole) t.nearly(n, "SQLite cuts both operands of % to whole numbers, and whether these are is not known");
  return t.operation(op::mod, t.as_number(n[0]), divisor(t, n[1], t.as_number(n[1]), true));
}

/// Notes that a number becomes text. SQLite has no decimals: it writes 2.5 for 2.50.
inline void note_digits(translation& t, node const& at, node const& number) {
  auto const is = t.type_of(number);
  bool const decimal = is == type::decimal && number.kind != kind::number && (t.from == dialect::sqlite) != (t.to == dialect::sqlite);
  if (decimal || is == type::real || is == type::number)
    t.nearly(at, "a number with a fraction becomes text: " + t.source_title() + " and " + t.target_title() + " may write other digits");
}

/// An operand of a concatenation. The target may print a fraction with other digits.
inline node* piece(translation& t, node const& n) {
  auto const is = t.type_of(n);
  note_digits(t, n, n);
  if (is == type::boolean && translation::has_numeric_truth(t.to) && !translation::has_numeric_truth(t.from))
    return t.write("CASE a_truth WHEN TRUE THEN 'true' WHEN FALSE THEN 'false' END", {n});
  bool const strict = translation::is_strict(t.to);
  return strict && is != type::text && is != type::unknown && is != type::null ? t.cast(t.number_or_value(n), text_type(t.to)) : t.value(n);
}

inline node* concatenation(translation& t, node const& n) {
  auto const is = t.type_of(n);
  if (is == type::list || is == type::json) {
    if (translation::is_strict(t.to) && is == type::list) return t.around(n);
    return t.impossible(n, t.target_title() + " cannot join lists or JSON with ||");
  }
  std::vector<node*> pieces;
  for (auto const* child : n.children()) pieces.push_back(piece(t, *child));
  return t.to == dialect::mysql ? t.call("CONCAT", pieces) : t.like(n, pieces);
}

inline node* bits(translation& t, node const& n) {
  std::vector<node*> operands;
  for (auto const* child : n.children()) operands.push_back(cut_to_whole(t, *child));
  if (n.op == op::bit_xor) {
    auto const* const sql = t.to == dialect::sqlite     ? "(a | b) - (a & b)"
                            : t.to == dialect::postgres ? "a # b"
                            : t.to == dialect::duckdb   ? "xor(a, b)"
                                                        : "a ^ b";
    return t.write(sql, {operands[0], operands[1]});
  }
  bool const shifts = n.op == op::shl || n.op == op::shr;
  if (shifts && t.to == dialect::postgres && t.from != t.to) operands[0] = t.cast(operands[0], "bigint");
  return t.like(n, operands);
}

inline node* logic(translation& t, node const& n) {
  std::vector<node*> operands;
  for (auto const* child : n.children()) operands.push_back(t.truth(*child));
  if (n.op != op::xor_ || t.to == dialect::mysql) return t.like(n, operands);
  if (translation::is_strict(t.to)) return t.write("(a) <> (b)", {operands[0], operands[1]});
  return t.write("(NOT a) <> (NOT b)", {operands[0], operands[1]});
}

inline node* numbers(translation& t, node const& n) {
  bool const sum = (n.op == op::add || n.op == op::sub) && translation::is_strict(t.from) && !translation::is_strict(t.to);
  bool const untyped = std::all_of(n.items, n.items + n.count, [&](node const* c) { return c->kind == kind::number || t.lacks_type(*c); });
  if (sum && untyped)
    for (auto const* child : n.children()) t.nearly_untyped(n, *child, "if one operand is a date, the result differs");
  std::vector<node*> operands;
  for (auto const* child : n.children()) operands.push_back(t.as_number(*child));
  return t.like(n, operands);
}

inline bool has_moment(translation& t, node const& n) {
  return std::any_of(n.items, n.items + n.count, [&](node const* child) {
    auto const is = t.type_of(*child);
    return is == type::interval || (is_moment(is) && t.from != dialect::sqlite);
  });
}

inline node* operation_of(translation& t, node const& n) {
  switch (n.op) {
    case op::or_:
    case op::and_:
    case op::xor_: return logic(t, n);
    case op::add:
    case op::sub: return has_moment(t, n) ? moment_arithmetic(t, n) : numbers(t, n);
    case op::mul: return has_moment(t, n) ? moment_arithmetic(t, n) : numbers(t, n);
    case op::div: return quotient(t, n);
    case op::int_div: return int_quotient(t, n);
    case op::mod: return remainder(t, n);
    case op::power: return t.write("power(a_number, b_number)", {n[0], n[1]});
    case op::concat: return concatenation(t, n);
    case op::bit_and:
    case op::bit_or:
    case op::bit_xor:
    case op::shl:
    case op::shr: return bits(t, n);
    case op::arrow:
    case op::long_arrow: return json_path(t, n);
    case op::at_time_zone: return at_time_zone(t, n);
    case op::custom: return custom_operation(t, n);
    default: return comparison(t, n);
  }
}

inline node* prefix_of(translation& t, node const& n) {
  if (n.op == op::not_) return t.prefix(op::not_, t.truth(n[0]));
  if (n.op == op::custom) return custom_operation(t, n);
  if (n.op == op::invert) {
    if (t.to == dialect::mysql) return t.write("-a - 1", {cut_to_whole(t, n[0])});  // MySQL's own is unsigned
    if (t.from == dialect::mysql) t.nearly(n, "MySQL's ~ gives an unsigned number, which is too large for " + t.target_title());
    return t.prefix(op::invert, cut_to_whole(t, n[0]));
  }
  return t.prefix(n.op, t.type_of(n[0]) == type::interval ? t.value(n[0]) : t.as_number(n[0]));
}

}  // namespace t2s::sql::detail::transpiling

#endif
