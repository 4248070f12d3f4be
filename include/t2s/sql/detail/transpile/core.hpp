// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_CORE_HPP
#define T2S_SQL_DETAIL_TRANSPILE_CORE_HPP

#include "t2s/core/schema/statement.hpp"
#include "t2s/sql/detail/transpile/translation.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The translation of any part: as a value, a condition, a text or a number, and into a template of SQL.
namespace t2s::sql::detail::transpiling {

node* sqlite_now(translation& t, node const& at);  // sqlite_dates.hpp

// ---- names

inline identifier in_quotes_of(dialect d, identifier id) {
  id.quoted = d == dialect::mysql ? quote::backtick : quote::twofold;
  return id;
}

inline identifier translation::given_name(std::string_view name) {
  auto const lowered = text::lower(name);
  bool const quotes = schema::needs_quotes(lowered, to) || (to == dialect::postgres && keeps_case_.contains(lowered));
  return quotes ? in_quotes_of(to, word(name)) : word(name);
}

inline identifier translation::stored_name(std::string_view name, identifier const* written) {
  auto const policy = knows_schema() ? options_.names : naming::written;
  if (policy == naming::lower) {
    auto const lowered = text::lower(name);
    return schema::needs_quotes(lowered, to) ? in_quotes_of(to, word(lowered)) : word(lowered);
  }
  if (policy == naming::stored) return schema::needs_quotes(name, to) ? in_quotes_of(to, word(name)) : word(name);
  auto const as_written = written ? written->view() : name;
  bool const quoted = written && written->quoted != quote::none && as_written != text::lower(as_written);
  return quoted || schema::needs_quotes(text::lower(as_written), to) ? in_quotes_of(to, word(as_written)) : word(as_written);
}

inline std::string translation::free_name(std::string_view stem) {
  for (unsigned i = 1;; ++i) {
    auto name = std::string(stem) + "_" + std::to_string(i);
    if (taken_.emplace(name, true).second) return name;
  }
}

// ---- SQL with parts in it

/// The index of the binding that a name in a template stands for; out of range if it is not a letter of the template.
inline std::size_t place_of_letter(node const& n) {
  if (n.kind != kind::column || n.count != 0 || !n.qualifier.empty() || n.name.quoted != quote::none) return ~std::size_t{};
  auto const name = n.name.view();
  bool const letter = !name.empty() && name[0] >= 'a' && name[0] <= 'h' && (name.size() == 1 || name[1] == '_');
  return letter ? static_cast<std::size_t>(name[0] - 'a') : ~std::size_t{};
}

inline query const& translation::template_of(std::string_view sql) {
  auto const [at, is_new] = templates_.try_emplace(std::string(sql));
  if (is_new) (void)parse_into(at->second, sql, {.grammar = grammar_});
  return at->second;
}

inline bool translation::is_too_large(node const& at) {
  if (made_ < largest_) return false;
  if (!has_noted_size_) note(fidelity::impossible, at, "too large in " + target_title() + ": parts are repeated there many times");
  has_noted_size_ = true;
  return true;
}

inline node* translation::copy_of(node const& tree) {
  auto const left_before = largest_ - std::min(made_, largest_);
  auto left = left_before;
  bool const copies = fits(tree, left);
  made_ += left_before - left;
  if (copies) return &out_.copy(tree);
  (void)is_too_large(tree);
  return null();
}

inline node* translation::filling(binding const& part, std::string_view wanted) {
  if (part.made) return copy_of(*part.made);
  if (wanted == "text") return as_text(*part.source);
  if (wanted == "number") return as_number(*part.source);
  if (wanted == "time") return as_moment(*part.source, type::timestamp);
  if (wanted == "stamp") return as_stamp(*part.source);
  if (wanted == "date") return as_moment(*part.source, type::date);
  if (wanted == "truth") return truth(*part.source);
  return number_or_value(*part.source);
}

inline node* translation::filled(node const& n, bindings const& parts, fillings& known) {
  auto const place = place_of_letter(n);
  if (place >= parts.size()) return filled_in(n, parts, known);
  auto const wanted = n.name.view().substr(std::min<std::size_t>(2, n.name.size));
  auto& made = known[{place, wanted}];  // a part that occurs several times in a template is translated once
  if (made) return copy_of(*made);
  auto* const first = filling(parts[place], wanted);
  made = first;
  return first;
}

inline node* translation::filled_in(node const& n, bindings const& parts, fillings& known) {
  std::vector<node*> children;
  for (auto const* child : n.children()) children.push_back(filled(*child, parts, known));
  auto* const made = like(n, children);
  made->offset = 0;
  return made;
}

inline node* translation::write(std::string_view sql, bindings const& parts) {
  auto const& q = template_of(std::string("SELECT ").append(sql));
  if (q.empty()) return null();  // a template that the target does not parse; the tests find those
  fillings known;
  return filled(*(*q.root().find(kind::select)).find(kind::columns)->items[0], parts, known);
}

inline node* translation::write_query(std::string_view sql, bindings const& parts) {
  auto const& q = template_of(sql);
  if (q.empty()) return null();
  fillings known;
  return filled(q.root(), parts, known);
}

// ---- values and conditions

inline bool is_negative(node const& n) { return n.kind == kind::prefix && n.op == op::negate && n[0].kind == kind::number; }

/// Whether a translated part is a truth value, not a number.
inline bool gives_truth(translation& t, node const& n) {
  switch (n.kind) {
    case kind::like:
    case kind::between:
    case kind::in:
    case kind::exists: return true;
    case kind::operation:
    case kind::prefix: return t.type_of(n) == type::boolean;
    case kind::call:
      return t.type_of(n) == type::boolean && !is_one_of(n.name.view(), {"if", "iif", "coalesce", "ifnull", "max", "min", "nullif"});
    case kind::column: return t.types.is_truth_word(n);
    default: return false;
  }
}

inline node* translation::value(node const& n) {
  bool const differs = has_numeric_truth(from) && is_strict(to);
  if (!differs || !gives_truth(*this, n)) return raw(n);
  if (n.kind != kind::column) return cast(raw(n), "INTEGER");
  return knows_schema() ? number_of_truth(n) : raw(n);  // what stands beside it may be a truth value
}

inline node* translation::truth(node const& n) {
  if (!is_strict(to) || !has_numeric_truth(from) || gives_truth(*this, n)) return raw(n);
  if (n.kind == kind::number) return truth_literal(n.name.view().find_first_of("123456789") != std::string_view::npos);
  switch (type_of(n)) {
    case type::boolean: return write("CAST(a AS INTEGER) <> 0", {raw(n)});
    case type::unknown:
    case type::null: return raw(n);
    default: return operation(op::ne, as_number(n), number_literal("0"));
  }
}

inline std::string_view text_type(dialect d) { return d == dialect::mysql ? "CHAR" : d == dialect::duckdb ? "VARCHAR" : "TEXT"; }

/// Whether a SQLite column is declared as a date, so that the target may store it as a date or as a text.
inline bool is_stored_moment(translation& t, node const& n) {
  return t.from == dialect::sqlite && n.kind == kind::column && is_moment(t.type_of(n));
}

inline node* translation::as_text(node const& n) {
  auto const is = type_of(n);
  bool const fits = is == type::text || is == type::null || is == type::unknown;
  if (fits || !is_strict(to)) return value(n);
  return cast(number_or_value(n), text_type(to));
}

/// The number at the beginning of a text, as SQLite and MySQL read it: "", "1 km" and "abc" give 0, 1 and 0.
inline std::string leading_number(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && text::is_space(text[i])) ++i;
  auto const first = i;
  auto const digits = [&] {
    auto const before = i;
    while (i < text.size() && text::is_digit(text[i])) ++i;
    return i != before;
  };
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  bool any = digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    any = digits() || any;
  }
  if (!any) return "0";
  if (auto const end = i; i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (!digits()) i = end;
  }
  std::string number(text.substr(first, i - first));
  if (number.starts_with('+')) number.erase(0, 1);
  return number;
}

/// Whether a whole text is a number, as SQLite's affinity requires.
inline bool is_whole_number_text(std::string_view text) {
  auto const number = leading_number(text);
  auto const trimmed = text::trim(text);
  return trimmed == number || (trimmed.starts_with('+') && trimmed.substr(1) == number);
}

/// Whether a text is a complete date, as engines with date types require: 2020-01-31, optionally with a time.
inline bool is_full_date(std::string_view text) {
  static constexpr std::string_view form = "0000-00-00";
  if (text.size() < form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == '0' ? !text::is_digit(text[i]) : text[i] != form[i]) return false;
  return text.size() == form.size() || ((text[form.size()] == ' ' || text[form.size()] == 'T') && text.size() >= 16);
}

/// Bytes or bits: X'41', B'101', and MySQL's 0x41 and 0b101.
struct byte_literal {
  std::string digits{};
  unsigned width = 4;  ///< bits of a digit

  [[nodiscard]] std::string bits() const {
    std::string all;
    for (char const c : digits)
      for (unsigned bit = width; bit-- > 0;)
        all += (std::string_view("0123456789abcdef").find(text::lower(c)) >> bit & 1U) != 0 ? '1' : '0';
    return all;
  }

  /// Hexadecimal digits of whole bytes.
  [[nodiscard]] std::string whole_digits() const {
    if (width == 4) return digits.size() % 2 == 0 ? digits : "0" + digits;
    auto all = bits();
    all.insert(0, (8 - all.size() % 8) % 8, '0');
    std::string made;
    for (std::size_t i = 0; i < all.size(); i += 4) made += "0123456789ABCDEF"[std::stoul(all.substr(i, 4), nullptr, 2)];
    return made;
  }

  /// The number that the bits are; nothing if they are more than 63.
  [[nodiscard]] std::optional<std::string> number() const {
    auto const all = bits();
    auto const first = all.find('1');
    if (first == all.npos) return "0";
    if (all.size() - first > 63) return {};
    return std::to_string(std::stoull(all.substr(first), nullptr, 2));
  }
};

/// Whether a literal has that form. In MySQL, 0x41 is a text unless it stands beside a number.
inline bool is_bytes(node const& n) {
  auto const written = n.name.view();
  return n.kind == kind::blob || (n.kind == kind::number && written.size() > 2 && text::lower(written[1]) == 'x');
}

inline std::optional<byte_literal> read_bytes(node const& n) {
  auto const written = n.name.view();
  bool const quoted = written.ends_with('\'');
  if (written.size() < 3) return {};
  byte_literal made{std::string(written.substr(2, written.size() - 2 - (quoted ? 1 : 0))), 4};
  if (text::lower(written[quoted ? 0 : 1]) == 'b') made.width = 1;
  auto const known = std::string_view("0123456789abcdefABCDEF").substr(0, made.width == 1 ? 2 : 22);
  return made.digits.find_first_not_of(known) == made.digits.npos ? std::optional(made) : std::nullopt;
}

node* json_as_number(translation& t, node const& n);  // json.hpp

/// Whether a column is declared as a truth value. SQLite and MySQL store it as a number, the others may store a truth value.
inline bool is_stored_truth(translation& t, node const& n) {
  bool const differs = translation::has_numeric_truth(t.from) && translation::is_strict(t.to);
  if (!differs || t.type_of(n) != type::boolean) return false;
  if (n.kind == kind::column) return !gives_truth(t, n);
  auto const* const select = n.kind == kind::subquery ? n[0].find(kind::select) : nullptr;  // (SELECT f FROM t)
  auto const* const columns = select ? select->find(kind::columns) : nullptr;
  if (!columns || columns->count != 1) return false;
  auto const& only = (*columns)[0];
  return is_stored_truth(t, only.kind == kind::alias ? only[0] : only);
}

/// A literal of bytes beside a number, in MySQL.
inline node* number_of_bytes(translation& t, node const& n) {
  auto const bytes = read_bytes(n);
  auto const number = bytes ? bytes->number() : std::nullopt;
  if (text::lower(n.name.view()[0]) == 'x') return t.impossible(n, "X'41' beside a number is a number in MySQL, and a text in MariaDB");
  return number ? t.number_literal(*number) : t.impossible(n, std::string(n.name.view()) + " is too large for a number");
}

inline node* translation::number_or_value(node const& n) { return is_stored_truth(*this, n) ? as_number(n) : value(n); }

inline node* translation::as_number(node const& n) {
  auto const is = type_of(n);
  if (types.is_truth_word(n) && has_numeric_truth(from) && is_strict(to)) return number_of_truth(n);
  if (is_stored_truth(*this, n)) return cast(raw(n), "INTEGER");
  if (is == type::json && from != to) return json_as_number(*this, n);
  if (from == dialect::mysql && to != from && is_bytes(n)) return number_of_bytes(*this, n);
  bool const moment = from == dialect::sqlite && is_moment(is);  // SQLite's are texts
  if (is != type::text && !moment) return value(n);
  if (n.kind == kind::string) return number_literal(leading_number(n.name.view()));
  if (to == dialect::mysql && moment) return write("CAST(CAST(a AS CHAR) AS DOUBLE)", {n});
  if (!is_strict(to) || !has_numeric_truth(from)) return value(n);
  kept(n, "a text that is taken for a number is the number that it begins with, or 0");
  if (to == dialect::duckdb)
    return write(
        "CASE WHEN a_text IS NOT NULL THEN coalesce(TRY_CAST(regexp_extract(a_text, "
        "'^\\s*([-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?)', "
        "1) AS DOUBLE), 0) END",
        {n});
  return write(
      "CASE WHEN a_text ~ '^\\s*[-+]?\\.?[0-9]' THEN CAST(substring(a_text FROM "
      "'^\\s*([-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?)') AS "
      "double precision) WHEN a_text IS NOT NULL THEN 0 END",
      {n});
}

inline node* translation::as_stamp(node const& n) {
  auto* const made = as_moment(n, type::timestamp);
  bool const has_time = !is_strict(to) || type_of(n) == type::timestamp || (made->kind == kind::cast && made->name.view() == "TIMESTAMP");
  return has_time ? made : cast(made, "TIMESTAMP");
}

inline node* translation::as_moment(node const& n, type wanted) {
  if (from == dialect::sqlite && to != dialect::sqlite && n.kind == kind::string && text::same(n.name.view(), "now"))
    return sqlite_now(*this, n);
  if (!is_strict(to)) return value(n);
  auto const is = type_of(n);
  if (is_moment(is) && !is_stored_moment(*this, n)) return is == wanted || wanted == type::timestamp ? value(n) : cast(value(n), "DATE");
  if (is == type::null) return value(n);
  auto* const made = cast(value(n), wanted == type::date ? "DATE" : "TIMESTAMP");
  bool const forgives = n.kind != kind::string && has_numeric_truth(from);  // there, a text that is not a date gives NULL
  if (forgives && to == dialect::duckdb) made->set(flag::lenient);
  if (forgives && to == dialect::postgres && is == type::text)
    nearly(n, "a text that is not a date is NULL in " + source_title() + " and an error in PostgreSQL");
  return made;
}

inline node* translation::around(node const& n) {
  std::vector<node*> children;
  for (auto const* child : n.children()) children.push_back(value(*child));
  return like(n, children);
}

}  // namespace t2s::sql::detail::transpiling

#endif
