// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_CALLS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_CALLS_HPP

#include "t2s/sql/detail/transpile/aggregates.hpp"
#include "t2s/sql/detail/transpile/compare.hpp"
#include "t2s/sql/detail/transpile/dates.hpp"
#include "t2s/sql/detail/transpile/functions.hpp"
#include "t2s/sql/detail/transpile/json.hpp"
#include "t2s/sql/detail/transpile/matching.hpp"
#include "t2s/sql/detail/transpile/operators.hpp"
#include "t2s/sql/detail/transpile/rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Calls of functions: by the rows of functions.hpp, and by code if a row cannot express it.
namespace t2s::sql::detail::transpiling {

inline std::vector<node const*> arguments_of(node const& n) {
  std::vector<node const*> all;
  for (auto const* child : n.children())
    if (is_value_argument(*child) && child->kind != kind::star) all.push_back(child);
  return all;
}

/// The patterns of a column, read by a grammar: parsed once for each dialect of grammars.
inline patterns const& patterns_of(std::string_view row::* column, grammar const& g) {
  static constexpr std::array columns{&row::sqlite, &row::postgres, &row::mysql, &row::duckdb, &row::others};
  static constexpr std::size_t dialects = columns.size() - 1;
  struct parsed_once {
    std::once_flag flag{};
    std::optional<patterns> known{};
  };
  static std::array<std::array<parsed_once, dialects>, columns.size()> all;
  auto const place = std::find(columns.begin(), columns.end(), column) - columns.begin();
  auto& one = all[static_cast<std::size_t>(place)][static_cast<std::size_t>(g.dialect)];
  std::call_once(one.flag, [&] { one.known.emplace(function_rows, column, g); });
  return *one.known;
}

/// A part translated by the rows, whose cells of a column are read; nullptr if no row matches. `known` says whether a row matches but the
/// target has no equivalent.
inline node* by_rows(translation& t, node const& n, bool& known, std::string_view row::* column) {
  auto const* const candidates = patterns_of(column, t.source.grammar()).of(n);
  if (!candidates) return nullptr;
  for (auto const& [tree, place] : *candidates) {
    std::vector<node const*> found;
    if (!matcher(found).top(*tree, n)) continue;
    known = true;
    auto const& r = function_rows[place];
    auto const cells = alternatives_of(r.cell(t.to));
    if (cells.empty()) continue;
    if (!r.differs.empty() && r.is_apart(t.from) != r.is_apart(t.to)) t.nearly(n, std::string(r.differs));
    bindings parts;
    for (auto const* part : found) parts.emplace_back(part ? part : tree);
    aggregate_depth const depth(t, n);
    return with_clauses_of(t, n, t.write(cells.front().starts_with('>') ? cells.front().substr(1) : cells.front(), parts));
  }
  return nullptr;
}

inline node* by_rows(translation& t, node const& n, bool& known) { return by_rows(t, n, known, row::column_of(t.from)); }

// ---- functions of any number of arguments

/// Values of which one takes the place of each that is NULL: one that is never NULL, or else any of the others.
inline std::vector<node*> without_nulls(translation& t, std::vector<node const*> const& arguments, std::vector<node*> const& values) {
  auto const sure = std::find_if(arguments.begin(), arguments.end(), [&](node const* a) { return is_never_null(t, *a); });
  auto const only = static_cast<std::size_t>(sure - arguments.begin());
  std::vector<node*> made;
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::vector<node*> choices{t.copy_of(*values[i])};
    for (std::size_t k = 0; k < values.size(); ++k)
      if (k != i && (only == values.size() || k == only)) choices.push_back(t.copy_of(*values[k]));
    made.push_back(is_never_null(t, *arguments[i]) ? values[i] : t.call("coalesce", choices));
  }
  return made;
}

/// The greatest or the least value: in SQLite and MySQL it is NULL if any value is NULL, the others skip NULLs.
inline node* extreme_of(translation& t, bool greatest, std::vector<node const*> const& arguments, std::vector<node*> const& values) {
  if (values.size() == 1) return values.front();  // in SQLite an aggregate, in MySQL an error
  auto const name = t.to == dialect::sqlite ? (greatest ? "max" : "min") : (greatest ? "greatest" : "least");
  auto* const made = t.call(name, values);
  bool const null_there = translation::has_numeric_truth(t.from), null_here = translation::has_numeric_truth(t.to);
  if (null_there == null_here) return made;
  if (null_there) {
    std::vector<node*> nulls;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (!is_never_null(t, *arguments[i])) nulls.push_back(t.write("a IS NULL", {values[i]}));
    if (nulls.empty()) return made;
    auto* const any = nulls.size() == 1 ? nulls.front() : &t.make(kind::operation, nulls);
    if (nulls.size() > 1) any->op = op::or_;
    return t.write("CASE WHEN NOT (a) THEN b END", {any, made});
  }
  if (std::all_of(arguments.begin(), arguments.end(), [&](node const* a) { return is_never_null(t, *a); })) return made;
  if (values.size() == 2)
    return t.write(t.to == dialect::sqlite ? (greatest ? "coalesce(max(a, b), a, b)" : "coalesce(min(a, b), a, b)")
                                           : (greatest ? "coalesce(greatest(a, b), a, b)" : "coalesce(least(a, b), a, b)"),
                   {arguments[0], arguments[1]});
  return t.call(name, without_nulls(t, arguments, values));
}

/// `a || b || ...` of one part or more.
inline node* concatenation(translation& t, std::vector<node*> const& parts) {
  if (parts.size() == 1) return parts.front();
  auto& made = t.make(kind::operation, parts);
  made.op = op::concat;
  return &made;
}

/// CONCAT: in MySQL it is NULL if any part is NULL, in the others a NULL counts as ''.
inline node* concatenated(translation& t, std::vector<node const*> const& arguments, std::vector<node*> values) {
  bool const skips = t.from != dialect::mysql;
  if (t.to == dialect::mysql) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (skips && !is_never_null(t, *arguments[i])) values[i] = t.write("COALESCE(a, '')", {values[i]});
    return t.call("CONCAT", values);
  }
  if (skips && t.to != dialect::sqlite) return t.call("concat", values);
  std::vector<node*> parts;
  for (auto const* a : arguments) {
    auto* const one = piece(t, *a);
    parts.push_back(skips && !is_never_null(t, *a) ? t.write("coalesce(a, '')", {one}) : one);
  }
  if (parts.size() == 1) return t.write("a || ''", {parts.front()});
  return concatenation(t, parts);
}

/// CONCAT_WS. SQLite 3.40 lacks it: the separator goes before each part that is not NULL, and the first separator is cut off.
inline node* joined_by_separator(translation& t, std::vector<node const*> const& arguments, std::vector<node*> const& values) {
  std::vector<node*> parts;
  if (t.to != dialect::sqlite) {
    parts.push_back(values.front());
    for (std::size_t i = 1; i < arguments.size(); ++i) parts.push_back(t.as_text(*arguments[i]));
    return t.call("concat_ws", parts);
  }
  if (values.size() == 1) return t.write("substr(a, 1, 0)", {values.front()});  // no parts: '', or NULL if the separator is
  for (std::size_t i = 1; i < arguments.size(); ++i) parts.push_back(t.write("coalesce(a || b, '')", {values.front(), values[i]}));
  return t.write("substr(a, length(b) + 1)", {concatenation(t, parts), values.front()});
}

inline node* listed(translation& t, node const& n) {
  auto const name = n.name.view();
  auto const arguments = arguments_of(n);
  if (is_one_of(name, {"mod", "fmod"}) && arguments.size() == 2) {
    auto& as_operation = t.pretend(n);
    as_operation.kind = kind::operation;
    as_operation.op = op::mod;
    return remainder(t, as_operation);
  }
  if (!is_one_of(name, {"greatest", "least", "max", "min", "coalesce", "ifnull", "nvl", "concat", "concat_ws"}) || arguments.empty())
    return nullptr;
  std::vector<node*> values;
  for (auto const* a : arguments) values.push_back(t.number_or_value(*a));
  bool const several = values.size() > 1;
  if (is_one_of(name, {"greatest"}) || (several && is_one_of(name, {"max"}))) return extreme_of(t, true, arguments, values);
  if (is_one_of(name, {"least"}) || (several && is_one_of(name, {"min"}))) return extreme_of(t, false, arguments, values);
  if (is_one_of(name, {"coalesce", "ifnull", "nvl"})) return several ? t.call("coalesce", values) : values.front();
  if (is_one_of(name, {"concat"})) return concatenated(t, arguments, std::move(values));
  return is_one_of(name, {"concat_ws"}) ? joined_by_separator(t, arguments, values) : nullptr;
}

/// The first or last parts of a text, as SUBSTRING_INDEX returns them, and the last one of split_part.
inline node* parts_of_text(translation& t, node const& n) {
  auto const a = arguments_of(n);
  bool const index = is_one_of(n.name.view(), {"substring_index"});
  if (a.size() != 3 || (!index && !is_one_of(n.name.view(), {"split_part"}))) return nullptr;
  bool const last =
      a[2]->kind == kind::prefix && a[2]->op == op::negate && (*a[2])[0].kind == kind::number && (*a[2])[0].name.view() == "1";
  auto const separator = literal_text(t, *a[1]);
  if (last && t.to == dialect::sqlite && separator && separator->size() == 1)
    return t.write("substr(a, length(rtrim(a, replace(a, b, ''))) + 1)", {*a[0], *a[1]});
  bool const first = a[2]->kind == kind::number && a[2]->name.view() != "1";
  if (!index || !first) return nullptr;
  if (t.to == dialect::postgres) return t.write("array_to_string((string_to_array(a_text, b))[1:c], b)", {*a[0], *a[1], *a[2]});
  if (t.to == dialect::duckdb) return t.write("array_to_string(string_split(a_text, b)[1:c], b)", {*a[0], *a[1], *a[2]});
  return nullptr;
}

/// FIELD(a, b, c) and ELT(a, b, c): the position of a value in a list, and the value at a position.
inline node* place_in_list(translation& t, node const& n) {
  bool const field = is_one_of(n.name.view(), {"field"});
  if (t.from != dialect::mysql || n.count < 2 || (!field && !is_one_of(n.name.view(), {"elt"}))) return nullptr;
  std::vector<node*> parts;
  for (std::size_t i = 1; i < n.count; ++i) {
    auto* const place = t.number_literal(std::to_string(i));
    auto const s = field ? sides_of(t, op::eq, n[0], n[i]) : sides{t.as_number(n[0]), place, nullptr};
    if (!s.instead) parts.push_back(&t.make(kind::when, {t.operation(op::eq, s.left, s.right), field ? place : t.value(n[i])}));
  }
  if (field) parts.push_back(&t.make(kind::else_, {t.number_literal("0")}));
  return &t.make(kind::case_, parts);
}

/// IF(a, b, c) and IIF(a, b, c).
inline node* choice(translation& t, node const& n) {
  auto const a = arguments_of(n);
  if (a.size() < 2 || !is_one_of(n.name.view(), {"if", "iif"})) return nullptr;
  if (t.to == dialect::sqlite || t.to == dialect::mysql) {
    std::vector<node*> parts{t.truth(*a[0]), t.value(*a[1]), a.size() > 2 ? t.value(*a[2]) : t.null()};
    return t.call(t.to == dialect::sqlite ? "iif" : "IF", parts);
  }
  return a.size() > 2 ? t.write("CASE WHEN a_truth THEN b ELSE c END", {a[0], a[1], a[2]})
                      : t.write("CASE WHEN a_truth THEN b END", {a[0], a[1]});
}

/// round(x), round(x, n): SQLite returns a floating-point number; PostgreSQL is exact only for exact numbers.
inline node* rounding(translation& t, node const& n) {
  auto const a = arguments_of(n);
  if (a.empty() || a.size() > 2 || !is_one_of(n.name.view(), {"round"})) return nullptr;
  bool const none = t.from == dialect::sqlite && a.size() == 2 && is_negative(*a[1]);  // SQLite does not round before the decimal point
  bool const digits = a.size() == 2 && !none;
  bool const even_there = t.is_from({dialect::postgres, dialect::mysql}), even_here = t.is_into({dialect::postgres, dialect::mysql});
  if (!digits && (t.type_of(*a[0]) == type::real || t.lacks_type(*a[0])) && t.from != t.to) {  // exact numbers are rounded alike
    if (even_there && t.to == dialect::postgres) return t.call("round", {t.as_number(*a[0])});
    if (even_there != even_here && t.to != dialect::postgres)
      t.nearly(n, "PostgreSQL and MySQL round the half of a double to the even number, SQLite and DuckDB away from zero");
  }
  if (digits && t.from != t.to && (t.from == dialect::mysql) != (t.to == dialect::mysql) && a[0]->kind != kind::number &&
      (t.type_of(*a[0]) == type::real || t.lacks_type(*a[0])))
    t.nearly(n, "MySQL may round the half of a double down, the others round it away from zero");
  if (t.to == dialect::postgres) {
    if (t.from == dialect::postgres) return nullptr;
    return digits ? t.write("round(CAST(a AS numeric), b)", {t.as_number(*a[0]), t.value(*a[1])})
                  : t.write("round(CAST(a AS numeric))", {t.as_number(*a[0])});
  }
  if (t.to == dialect::sqlite && digits && a[1]->kind == kind::prefix) {
    t.kept(n, "SQLite cannot round to digits before the point");
    return t.write("round(a / power(10, -b)) * power(10, -b)", {as_double(t, *a[0]), t.value(*a[1])});
  }
  std::vector<node*> parts{t.as_number(*a[0])};
  if (digits) parts.push_back(t.value(*a[1]));
  return t.call("round", parts);
}

/// HEX(255) of MySQL: of a number, its digits; of a text, its bytes.
inline node* hexadecimal(translation& t, node const& n) {
  auto const a = arguments_of(n);
  if (t.from != dialect::mysql || a.size() != 1 || !is_one_of(n.name.view(), {"hex"}) || !is_number(t.type_of(*a[0]))) return nullptr;
  if (t.to == dialect::sqlite) return t.write("printf('%X', a)", {a[0]});
  return t.write(t.to == dialect::postgres ? "upper(to_hex(CAST(a AS bigint)))" : "to_hex(CAST(a AS BIGINT))", {a[0]});
}

/// A literal whole number with an optional minus.
inline std::optional<long> whole_literal(node const& n) {
  bool const minus = n.kind == kind::prefix && n.op == op::negate;
  auto const& digits = minus ? n[0] : n;
  long value = 0;
  if (digits.kind != kind::number) return {};
  auto const v = digits.name.view();
  auto const [end, error] = std::from_chars(v.data(), v.data() + v.size(), value);
  if (error != std::errc() || end != v.data() + v.size()) return {};
  return minus ? -value : value;
}

/// Whether the position at which a part of a text begins is certainly positive: `instr(a, b) + 1`.
inline bool is_above_zero(node const& n) {
  if (auto const v = whole_literal(n)) return *v > 0;
  auto const counts = [](node const& c) {
    return c.kind == kind::call && is_one_of(c.name.view(), {"instr", "strpos", "position", "locate", "length", "char_length"});
  };
  return n.kind == kind::operation && n.op == op::add && n.count == 2 &&
         ((counts(n[0]) && is_above_zero(n[1])) || (counts(n[1]) && is_above_zero(n[0])));
}

/// Whether a count of letters is certainly not negative.
inline bool is_never_negative(node const& n) {
  if (auto const v = whole_literal(n)) return *v >= 0;
  bool const counts =
      n.kind == kind::call && is_one_of(n.name.view(), {"length", "char_length", "instr", "strpos", "position", "locate", "abs"});
  return counts || is_above_zero(n);
}

/// A part of a text that begins before its first letter. PostgreSQL counts the positions before it, the others count from the end. With 0
/// they behave like PostgreSQL, except MySQL, which returns nothing.
inline node* early_part(translation& t, node const& n) {
  auto a = arguments_of(n);
  if (a.size() < 2 || a.size() > 3 || t.from == t.to || !is_one_of(n.name.view(), {"substr", "substring", "mid"})) return nullptr;
  for (auto& one : a)
    if (one->kind == kind::argument && one->count == 1) one = &(*one)[0];
  bool const differs = t.from == dialect::postgres || t.to == dialect::postgres || t.from == dialect::mysql || t.to == dialect::mysql;
  auto const start = whole_literal(*a[1]);
  if (!start) {
    if (is_number(t.type_of(*a[1])) && differs && !is_above_zero(*a[1]))
      t.nearly(n, "a text's part that begins at 0 or before differs in " + t.source_title() + " and " + t.target_title());
    return nullptr;
  }
  if (*start < 0 && (t.from == dialect::mysql || t.to == dialect::mysql))
    t.nearly(n, "if a text is too short for the place from its end, MySQL gives '', and " +
                    (t.from == dialect::mysql ? t.target_title() : t.source_title()) + " the letters that it has");
  bool const from_end = *start < 0 && t.to == dialect::postgres && t.is_from({dialect::sqlite, dialect::duckdb});
  if (from_end && a.size() == 3 && is_never_negative(*a[2]))
    return t.write("substr(a_text, length(a_text) - b, c)", {a[0], t.number_literal(std::to_string(-*start - 1)), a[2]});
  bool const folds = t.from == dialect::postgres ? *start <= 0 : *start == 0 && (t.from == dialect::mysql || t.to == dialect::mysql);
  if (!folds) return nullptr;
  auto const part = [&](node* letters) { return t.write(t.to == dialect::mysql ? "LEFT(a, b)" : "substr(a_text, 1, b)", {a[0], letters}); };
  if (t.from == dialect::mysql) return part(t.number_literal("0"));
  if (a.size() == 2) return t.as_text(*a[0]);
  if (auto const length = whole_literal(*a[2])) return part(t.number_literal(std::to_string(std::max(0L, *length + *start - 1))));
  auto* const before = t.number_literal(std::to_string(1 - *start));
  return part(t.write(t.to == dialect::sqlite ? "max(a - b, 0)" : "greatest(a - b, 0)", {a[2], before}));
}

/// A count of letters, 0 if it is negative. PostgreSQL's functions of texts take no bigint.
inline node* count_from_zero(translation& t, node const& n) {
  auto* const made = t.write("CASE WHEN a < 0 THEN 0 ELSE a END", {n});
  return t.to == dialect::postgres && n.kind == kind::column ? t.cast(made, "integer") : made;
}

/// `substr(a, b, c)` whose length may be negative: SQLite and DuckDB take the letters before the place then, MySQL none, and in PostgreSQL
/// it is an error.
inline node* part_of_length(translation& t, node const& n, std::vector<node const*> const& a) {
  bool const before_there = t.is_from({dialect::sqlite, dialect::duckdb}), before_here = t.is_into({dialect::sqlite, dialect::duckdb});
  if (t.from == dialect::postgres || is_never_negative(*a[2]) || (before_there && before_here && t.to == dialect::sqlite)) return nullptr;
  auto const start = whole_literal(*a[1]), count = whole_literal(*a[2]);
  auto const* const part = t.to == dialect::mysql    ? "SUBSTRING(a, b, c)"
                           : t.to == dialect::sqlite ? "substr(a, b, c)"
                                                     : "substr(a_text, b, c)";
  bool const from_first = start && *start == 1;
  if (t.to == dialect::duckdb && (before_there || from_first)) return t.write(part, {*a[0], *a[1], *a[2]});
  if (count && start && *start > 0 && before_there) {
    auto const first = std::max(1L, *start + *count);
    return t.write(part, {*a[0], t.number_literal(std::to_string(first)), t.number_literal(std::to_string(*start - first))});
  }
  bool const none = !before_there || from_first;  // a negative length takes no letters
  if (count && none) return t.write(part, {*a[0], t.number_literal("1"), t.number_literal("0")});
  if (none && t.to == dialect::postgres) return t.write("substr(a_text, b, c)", {*a[0], *a[1], count_from_zero(t, *a[2])});
  if (!from_first) t.nearly(n, "a part of a text with a negative length differs in " + t.source_title() + " and " + t.target_title());
  return nullptr;
}

/// `left(a, b)` and `right(a, b)` whose count may be negative: PostgreSQL and DuckDB leave so many letters out then, MySQL has none.
inline node* side_of_text(translation& t, node const& n, std::vector<node const*> const& a, bool left) {
  bool const into_strict = translation::is_strict(t.to), literal = whole_literal(*a[1]).has_value();
  bool const sure = is_never_negative(*a[1]);
  if (translation::is_strict(t.from) && !into_strict && !sure && !literal)
    t.nearly(n, "a negative count leaves letters out in " + t.source_title() + ", and gives no letter in " + t.target_title());
  if (!left && t.to == dialect::sqlite && (!literal || whole_literal(*a[1]) == 0))
    return t.write("CASE WHEN b > 0 THEN substr(a, -b) WHEN b <= 0 THEN substr(a, 1, 0) END", {*a[0], *a[1]});
  if (translation::is_strict(t.from) || !into_strict || sure) return nullptr;
  return t.write(left ? "left(a_text, b)" : "right(a_text, b)", {*a[0], count_from_zero(t, *a[1])});
}

inline node* counted_part(translation& t, node const& n) {
  auto const name = n.name.view();
  auto a = arguments_of(n);
  if (t.from == t.to) return nullptr;
  for (auto& one : a)
    if (one->kind == kind::argument && one->count == 1) one = &(*one)[0];
  if (a.size() == 3 && is_one_of(name, {"substr", "substring", "mid"})) return part_of_length(t, n, a);
  return a.size() == 2 && is_one_of(name, {"left", "right"}) ? side_of_text(t, n, a, is_one_of(name, {"left"})) : nullptr;
}

node* server_call(translation& t, node const& call);  // server.hpp

inline node* unknown_call(translation& t, node const& n) {
  if (t.from == t.to) return t.around(n);
  if (auto* const made = t.is_mixed() ? nullptr : server_call(t, n)) {
    t.kept(n, t.source_title() + " has no " + std::string(n.name.view()) + ": it is read as SQL Server's or Oracle's");
    return made;
  }
  return t.impossible(n, t.target_title() + " has no known equivalent of the function " + std::string(n.name.view()));
}

inline node* call_of_function(translation& t, node const& n) {
  if (auto* const made = concatenating_aggregate(t, n)) return made;
  if (auto* const made = average(t, n)) return made;
  if (auto* const made = counting(t, n)) return made;
  if (auto* const made = window_offset(t, n)) return made;
  if (auto* const made = date_call(t, n)) return made;
  if (auto* const made = json_call(t, n)) return made;
  if (auto* const made = choice(t, n)) return made;
  if (auto* const made = rounding(t, n)) return made;
  if (auto* const made = regex_call(t, n)) return made;
  if (auto* const made = parts_of_text(t, n)) return made;
  if (auto* const made = place_in_list(t, n)) return made;
  if (auto* const made = hexadecimal(t, n)) return made;
  if (auto* const made = early_part(t, n)) return made;
  if (auto* const made = counted_part(t, n)) return made;
  bool known = false;
  if (auto* const made = by_rows(t, n, known)) return made;
  if (auto* const made = listed(t, n)) return made;
  return unknown_call(t, n);
}

}  // namespace t2s::sql::detail::transpiling

#endif
