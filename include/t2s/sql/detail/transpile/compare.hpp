// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_COMPARE_HPP
#define T2S_SQL_DETAIL_TRANSPILE_COMPARE_HPP

#include "t2s/sql/detail/transpile/aggregates.hpp"
#include "t2s/sql/detail/transpile/core.hpp"

/// Comparisons, mainly of texts with numbers and dates, which differ between dialects.
namespace t2s::sql::detail::transpiling {

/// The affinity that SQLite applies to an operand of a comparison (https://sqlite.org/datatype3.html, section 4.2): a column or a cast has
/// one, other expressions have none.
enum class leaning : std::uint8_t { none, text, number };

inline leaning leaning_of(translation& t, node const& n) {
  if (n.kind == kind::collate) return leaning_of(t, n[0]);
  std::string_view declared;
  if (n.kind == kind::cast) {
    declared = n.name.view();
  } else if (auto const* base = t.types.base_of(n)) {
    declared = base->type;
  } else if (n.kind == kind::column && t.types.use_of(n) && t.types.use_of(n)->base) {
    return leaning::number;  // a rowid
  } else {
    return leaning::none;
  }
  switch (schema::affinity_of(declared)) {
    case schema::affinity::text: return leaning::text;
    case schema::affinity::blob: return leaning::none;
    default: return leaning::number;
  }
}

inline bool is_number_or_truth(type is) noexcept { return is_number(is) || is == type::boolean; }

/// The text that SQLite makes of a number.
inline std::string text_of_number(std::string_view digits) {
  std::string text(digits);
  if (text.find('.') != text.npos && text.find_first_of("eE") == text.npos) {
    while (text.ends_with('0') && !text.ends_with(".0")) text.pop_back();
    if (text.ends_with('.')) text += '0';
    if (text.starts_with('.')) text.insert(0, 1, '0');
  }
  return text;
}

/// A part as text for a comparison with text.
inline node* number_as_text(translation& t, node const& n) {
  if (n.kind == kind::number) return t.text_literal(text_of_number(n.name.view()));
  if (n.kind == kind::prefix && n.op == op::negate && n[0].kind == kind::number)
    return t.text_literal("-" + text_of_number(n[0].name.view()));
  return t.cast(t.number_or_value(n), text_type(t.to));
}

/// The result of a comparison that does not depend on the values: a constant, or NULL if one of them is NULL.
inline node* unless_null(translation& t, bool holds, std::initializer_list<node const*> values) {
  std::vector<node*> tests;
  for (auto const* v : values)
    if (!is_never_null(t, *v)) tests.push_back(t.write(holds ? "a IS NOT NULL" : "a IS NULL", {v}));
  if (tests.empty()) return t.truth_literal(holds);
  auto* all = tests.front();
  if (tests.size() > 1) {
    all = &t.make(kind::operation, tests);
    all->op = holds ? op::and_ : op::or_;
  }
  auto& made = t.make(kind::operation, {all, t.null()});
  made.op = holds ? op::or_ : op::and_;
  return &made;
}

/// A number beside a text, without affinity, in SQLite: every number is less than every text.
inline node* number_beside_text(translation& t, op o, bool number_is_left, node const& number, node const& text) {
  bool const less = number_is_left;
  bool const holds =
      o == op::ne || o == op::is_not || o == op::is_distinct || (less ? o == op::lt || o == op::le : o == op::gt || o == op::ge);
  t.kept(text, "SQLite compares a number with a text that is not a number: they are never equal, and the number is less");
  if (o == op::is || o == op::is_not || o == op::is_distinct || o == op::is_not_distinct) return t.truth_literal(holds);
  return unless_null(t, holds, {&number, &text});
}

/// The two translated sides of a comparison.
struct sides {
  node* left{};
  node* right{};
  node* instead{};  ///< replaces the whole comparison, if set
};

inline node const& bare(node const& n) { return n.kind == kind::collate ? bare(n[0]) : n; }

/// One side is typed and the other is a text.
inline node* text_beside_moment(translation& t, node const& text) {
  if (text.kind == kind::string && is_full_date(text.name.view())) return t.value(text);
  return nullptr;
}

/// Notes a part of unknown type beside a text that is a number: what it means depends on the type.
inline void note_untyped(translation& t, node const& n, node const& beside) {
  bool const digits = beside.kind == kind::string && leading_number(beside.name.view()) != "0";
  if (digits && n.kind == kind::column && t.from != t.to)
    t.nearly_untyped(n, n, "a number beside a text is compared differently in " + t.source_title() + " and " + t.target_title());
}

inline sides sqlite_sides(translation& t, op o, node const& l, node const& r) {
  note_untyped(t, l, r);
  note_untyped(t, r, l);
  auto const tl = t.type_of(l), tr = t.type_of(r);
  auto const ll = leaning_of(t, l), lr = leaning_of(t, r);
  bool const moment_left = is_moment(t.type_of(bare(l))), moment_right = is_moment(t.type_of(bare(r)));
  if (moment_left != moment_right) {
    auto const& text = moment_left ? r : l;
    auto const& moment = moment_left ? l : r;
    bool const is_text = t.type_of(text) == type::text;
    bool const numeric = leaning_of(t, moment) == leaning::number;
    if (is_text && text.kind == kind::string && numeric && is_whole_number_text(text.name.view())) {
      auto* const made = number_beside_text(t, o, !moment_left, text, moment);
      return {nullptr, nullptr, made};
    }
    if (is_text && !text_beside_moment(t, text)) {
      auto* const as_text = t.to == dialect::mysql ? t.cast(t.value(moment), text_type(t.to)) : t.as_text(moment);
      return moment_left ? sides{as_text, t.value(text)} : sides{t.value(text), as_text};
    }
    if (is_number(t.type_of(text))) {
      auto* const made = number_beside_text(t, o, !moment_left, text, moment);
      return {nullptr, nullptr, made};
    }
    return {t.value(l), t.value(r)};
  }
  bool const number_left = is_number_or_truth(tl) && tr == type::text;
  bool const number_right = is_number_or_truth(tr) && tl == type::text;
  if (!number_left && !number_right) return {t.value(l), t.value(r)};
  auto const& number = number_left ? l : r;
  auto const& text = number_left ? r : l;
  auto const number_leans = number_left ? ll : lr, text_leans = number_left ? lr : ll;
  node *n = nullptr, *x = nullptr;
  if (number_leans == leaning::number) {  // the text becomes a number, if it is one
    if (text.kind == kind::string) {
      if (!is_whole_number_text(text.name.view())) return {nullptr, nullptr, number_beside_text(t, o, number_left, number, text)};
      x = t.number_literal(leading_number(text.name.view()));
      n = t.value(number);
    } else {
      n = t.value(number);
      x = t.to == dialect::mysql ? t.value(text)
          : t.to == dialect::duckdb
              ? t.write("TRY_CAST(a AS DOUBLE)", {text})
              : t.write(
                    "CASE WHEN a ~ '^\\s*[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?\\s*$' THEN CAST(a AS double precision) END",
                    {text});
      if (t.to == dialect::mysql)
        t.nearly(text, "MySQL reads a text beside a number as the number that it begins with, SQLite only if the whole text is one");
    }
  } else if (text_leans == leaning::text) {  // the number becomes a text
    n = number_as_text(t, number);
    x = t.value(text);
  } else {
    return {nullptr, nullptr, number_beside_text(t, o, number_left, number, text)};
  }
  return number_left ? sides{n, x} : sides{x, n};
}

/// MySQL's 0x41 beside a text is a text; nothing for other parts.
inline node* text_of_bytes(translation& t, node const& n, node const& beside) {
  auto const bytes = is_bytes(n) && t.type_of(beside) == type::text ? read_bytes(n) : std::nullopt;
  if (!bytes) return nullptr;
  std::string text;
  auto const digits = bytes->whole_digits();
  for (std::size_t i = 0; i < digits.size(); i += 2) text += static_cast<char>(std::stoul(digits.substr(i, 2), nullptr, 16));
  return text.find('\0') == text.npos ? t.text_literal(text) : nullptr;
}

/// From MySQL: a text beside a number counts as the number at its beginning.
inline sides mysql_sides(translation& t, node const& l, node const& r) {
  for (auto const& [bytes, beside] : {std::pair(&l, &r), std::pair(&r, &l)}) {
    note_untyped(t, *bytes, *beside);
    if (is_bytes(*bytes) && t.lacks_type(*beside))
      return {nullptr, nullptr,
              t.impossible(*bytes, "what stands beside " + std::string(bytes->name.view()) + " is a number or a text: give the schema")};
  }
  if (auto* const text = text_of_bytes(t, l, r)) return {text, t.value(r)};
  if (auto* const text = text_of_bytes(t, r, l)) return {t.value(l), text};
  auto const tl = t.type_of(l), tr = t.type_of(r);
  bool const number_left = is_number_or_truth(tl) && (tr == type::text || is_bytes(r));
  bool const number_right = is_number_or_truth(tr) && (tl == type::text || is_bytes(l));
  if (!number_left && !number_right) return {t.value(l), t.value(r)};
  auto const as_number = [&](node const& text) {
    if (text.kind == kind::string || is_bytes(text) || t.to != dialect::sqlite) return t.as_number(text);
    return t.cast(t.value(text), "REAL");
  };
  return number_left ? sides{t.value(l), as_number(r)} : sides{as_number(l), t.value(r)};
}

/// In strict dialects, a quoted literal has the type of the other operand.
inline node* literal_beside(translation& t, node const& text, type other) {
  if (text.kind != kind::string) return t.value(text);
  if (is_number(other) && is_whole_number_text(text.name.view())) return t.number_literal(leading_number(text.name.view()));
  if (other == type::boolean && translation::has_numeric_truth(t.to)) {
    bool const yes = is_one_of(text.name.view(), {"t", "true", "y", "yes", "on", "1"});
    return t.number_literal(yes ? "1" : "0");
  }
  return t.value(text);
}

inline sides strict_sides(translation& t, node const& l, node const& r) {
  return {literal_beside(t, l, t.type_of(r)), literal_beside(t, r, t.type_of(l))};
}

node* sqlite_moment_beside(translation& t, node const& n, node const& other);  // dates.hpp

node* json_as_text(translation& t, node const& n);  // json.hpp

bool is_json_value(node const& n);  // json.hpp

inline bool ignores_case(node const& n) {
  if (n.kind != kind::collate) return false;
  auto const name = text::lower(n.name.view());
  return name.starts_with("nocase") || name.ends_with("_ci");
}

inline sides sides_of(translation& t, op o, node const& l, node const& r) {
  if (l.kind == kind::row || r.kind == kind::row) return {t.value(l), t.value(r)};
  if (t.to == dialect::postgres && ignores_case(l.kind == kind::collate ? l : r))  // it lacks that collation
    return {t.write("lower(a_text)", {bare(l)}), t.write("lower(a_text)", {bare(r)})};
  bool const truth_left = is_stored_truth(t, l), truth_right = is_stored_truth(t, r);
  if (truth_left != truth_right && is_number_or_truth(t.type_of(truth_left ? r : l))) return {t.as_number(l), t.as_number(r)};
  bool const json_left = t.type_of(l) == type::json, json_right = t.type_of(r) == type::json;
  if (json_left != json_right && t.from == dialect::mysql) {
    bool const number = is_number(t.type_of(json_left ? r : l));
    auto const side = [&](node const& n) {
      return t.type_of(n) != type::json ? t.value(n) : number ? json_as_number(t, n) : json_as_text(t, n);
    };
    return {side(l), side(r)};
  }
  bool const value_left = is_json_value(l), value_right = is_json_value(r);
  if (t.from == dialect::sqlite && value_left != value_right && is_number(t.type_of(value_left ? r : l)))  // stays a number
    return {value_left ? json_as_number(t, l) : t.value(l), value_right ? json_as_number(t, r) : t.value(r)};
  if (t.from == dialect::sqlite) return sqlite_sides(t, o, l, r);
  auto s = t.from == dialect::mysql ? mysql_sides(t, l, r) : strict_sides(t, l, r);
  if (t.to == dialect::sqlite) {  // dates are texts there: both sides must have the same format
    if (auto* const left = sqlite_moment_beside(t, l, r)) s.left = left;
    if (auto* const right = sqlite_moment_beside(t, r, l)) s.right = right;
  }
  return s;
}

inline node* is_comparison(translation& t, node const& n) {
  bool const negated = n.op == op::is_not || n.op == op::is_distinct;
  bool const distinct = n.op == op::is_distinct || n.op == op::is_not_distinct || n.op == op::null_safe;
  if (!distinct && n[1].kind == kind::null) return t.like(n, {t.value(n[0]), t.null()});
  bool const truth_word = !distinct && n[1].kind == kind::column && gives_truth(t, n[1]);
  if (truth_word) return t.like(n, {t.truth(n[0]), t.truth_literal(text::same(n[1].name.view(), "true"))});
  if (n[1].kind == kind::argument) return t.impossible(n, t.target_title() + " has no equivalent of IS " + std::string(n[1].name.view()));
  auto const s = sides_of(t, n.op, n[0], n[1]);
  if (s.instead) return s.instead;
  if (t.to == dialect::mysql) {
    auto* const equal = t.operation(op::null_safe, s.left, s.right);
    return negated ? t.prefix(op::not_, equal) : equal;
  }
  if (t.to == dialect::sqlite) return t.operation(negated ? op::is_not : op::is, s.left, s.right);
  return t.operation(negated ? op::is_distinct : op::is_not_distinct, s.left, s.right);
}

/// Whether the right side of a comparison is ANY or ALL of something.
inline bool is_quantified(node const& n) {
  return n.kind == kind::call && n.name.quoted == quote::none && n.count == 1 && is_one_of(n.name.view(), {"any", "some", "all"});
}

/// The columns of a query that is one select of one column, without groups, aggregates and a limit: an aggregate of that column is one of
/// all rows. nullptr for others.
inline node* lone_column(node& query) {
  auto* const select = query.count == 1 && query[0].kind == kind::select ? &query[0] : nullptr;
  auto* const columns = select && !select->find(kind::group_by) && !select->find(kind::having) ? select->find(kind::columns) : nullptr;
  if (!columns || columns->count != 1) return nullptr;
  bool const plain = visit(*columns, [](node const& n) {
    bool const more = n.kind == kind::star || n.kind == kind::query || is_aggregate_call(n) || has_window(n);
    return more ? walk::stop : walk::into;
  });
  return plain ? columns : nullptr;
}

/// `a = ANY (SELECT ...)` and similar, if the dialect lacks them.
inline node* quantified(translation& t, node const& n) {
  auto const& q = n[1];
  bool const all = text::same(q.name.view(), "all");
  bool const of_query = q.count == 1 && q[0].kind == kind::query;
  if (!of_query) {
    if (q.count == 1 && q[0].kind == kind::array) {
      std::vector<node*> values;
      for (auto const* item : q[0].children()) values.push_back(t.value(*item));
      if ((n.op == op::eq && !all) || (n.op == op::ne && all)) {
        auto& made = t.make(kind::in, {t.value(n[0]), &t.make(kind::list, values)});
        if (all) made.set(flag::negated);
        return &made;
      }
    }
    if (translation::is_strict(t.to) && translation::is_strict(t.from)) return t.like(n, {t.value(n[0]), t.like(q, {t.value(q[0])})});
    return t.impossible(n, t.target_title() + " has no ANY and ALL of a list");
  }
  bool const upper = n.op == op::gt || n.op == op::ge;
  bool const ordered = upper || n.op == op::lt || n.op == op::le;
  bool const listed = (n.op == op::eq && !all) || (n.op == op::ne && all);
  if (t.to == dialect::sqlite && !ordered && !listed)
    return t.impossible(n, "SQLite has no equivalent of this comparison with " + std::string(q.name.view()));
  auto* const query = t.whole_query(q[0]);
  if (listed) {
    auto& made = t.make(kind::in, {t.value(n[0]), &t.make(kind::subquery, {query})});
    if (all) made.set(flag::negated);
    return &made;
  }
  if (t.to != dialect::sqlite) {
    auto& made = t.make(kind::call, {query});
    made.name = t.word(q.name.view());
    return t.like(n, {t.value(n[0]), &made});
  }
  t.nearly(n, "a comparison with " + std::string(q.name.view()) +
                  " becomes one with the least or the greatest row; it differs where rows are NULL or missing");
  auto const* const extreme = upper == all ? "max" : "min";
  if (auto* const columns = lone_column(*query)) {
    auto* const only = (*columns)[0].kind == kind::alias ? (*columns)[0].items[0] : columns->items[0];
    columns->items[0] = t.call(extreme, {only});
    return t.like(n, {t.value(n[0]), &t.make(kind::subquery, {query})});
  }
  auto const name = t.free_name("quantified");
  auto* const outer = t.write_query("WITH " + name + " (value) AS (SELECT 1) SELECT " + extreme + "(value) FROM " + name, {});
  (*outer->find(kind::with))[0].items[1] = query;
  return t.like(n, {t.value(n[0]), &t.make(kind::subquery, {outer})});
}

node* interval_comparison(translation& t, node const& n);  // intervals.hpp

/// Whether a row may have a NULL, which DuckDB compares as the greatest value, and the others as an unknown one.
inline bool is_row_with_null(translation& t, node const& n) {
  bool const differs = (t.from == dialect::duckdb) != (t.to == dialect::duckdb);
  return differs && n.kind == kind::row &&
         std::any_of(n.items, n.items + n.count, [&](node const* part) { return !is_never_null(t, *part); });
}

inline void note_row(translation& t, node const& n) {
  t.nearly(n, "in a comparison of rows, NULL is the greatest value in DuckDB, and makes the result NULL in " +
                  (t.from == dialect::duckdb ? t.target_title() : t.source_title()));
}

inline node* values_compared(translation& t, op o, node const& l, node const& r) {
  auto const s = sides_of(t, o, l, r);
  return s.instead ? s.instead : t.operation(o, s.left, s.right);
}

/// `(a, b) > (c, d)` as `a > c OR a = c AND b > d`, from the values at `i` on.
inline node* rows_compared(translation& t, op o, node const& l, node const& r, std::size_t i = 0) {
  bool const equal = o == op::eq, unequal = o == op::ne, last = i + 1 == l.count;
  if (last) return values_compared(t, o, l[i], r[i]);
  auto* const rest = rows_compared(t, o, l, r, i + 1);
  if (equal || unequal) return t.operation(equal ? op::and_ : op::or_, values_compared(t, o, l[i], r[i]), rest);
  auto const strict = o == op::lt || o == op::le ? op::lt : op::gt;
  auto* const tie = t.operation(op::and_, values_compared(t, op::eq, l[i], r[i]), rest);
  return t.operation(op::or_, values_compared(t, strict, l[i], r[i]), tie);
}

inline node* comparison(translation& t, node const& n) {
  bool const is_kind =
      n.op == op::is || n.op == op::is_not || n.op == op::is_distinct || n.op == op::is_not_distinct || n.op == op::null_safe;
  if (is_kind) return is_comparison(t, n);
  if (t.from != dialect::sqlite && is_quantified(n[1])) return quantified(t, n);
  if (auto* const made = interval_comparison(t, n)) return made;
  if (is_row_with_null(t, n[0]) || is_row_with_null(t, n[1])) {
    bool const alike = n[0].kind == kind::row && n[1].kind == kind::row && n[0].count == n[1].count && n[0].count > 0;
    if (alike && t.to == dialect::duckdb) return rows_compared(t, n.op, n[0], n[1]);
    note_row(t, n);
  }
  auto const s = sides_of(t, n.op, n[0], n[1]);
  if (s.instead) return s.instead;
  return t.operation(n.op, s.left, s.right);
}

inline node* between_of(translation& t, node const& n) {
  auto const low = sides_of(t, op::ge, n[0], n[1]);
  auto const high = sides_of(t, op::le, n[0], n[2]);
  bool const symmetric = n.has(flag::symmetric) && t.to != dialect::postgres;
  if (low.instead || high.instead) {
    auto* const above = low.instead ? low.instead : t.operation(op::ge, low.left, low.right);
    auto* const below = high.instead ? high.instead : t.operation(op::le, high.left, high.right);
    auto* const both = &t.make(kind::operation, {above, below});
    both->op = op::and_;
    return n.has(flag::negated) ? t.prefix(op::not_, both) : both;
  }
  if (symmetric) {
    auto* const least =
        t.to == dialect::sqlite ? t.write("min(a, b)", {low.right, high.right}) : t.write("least(a, b)", {low.right, high.right});
    auto* const most =
        t.to == dialect::sqlite ? t.write("max(a, b)", {low.right, high.right}) : t.write("greatest(a, b)", {low.right, high.right});
    auto* const made = t.like(n, {low.left, least, most});
    made->clear(flag::symmetric);
    return made;
  }
  return t.like(n, {low.left, low.right, high.right});
}

inline node* in_list(translation& t, node const& n) {
  node* left = nullptr;
  std::vector<node*> values, apart;
  for (auto const* item : n[1].children()) {
    auto const s = sides_of(t, op::eq, n[0], *item);
    if (s.instead) continue;  // they are never equal
    if (left && !(*left == *s.left)) {
      apart.push_back(t.operation(op::eq, s.left, s.right));
      continue;
    }
    left = s.left;
    values.push_back(s.right);
  }
  if (values.empty() && n[1].count != 0) return unless_null(t, n.has(flag::negated), {&n[0]});
  if (values.empty()) {  // SQLite's empty list
    if (t.to == dialect::sqlite) return t.like(n, {t.value(n[0]), &t.make(kind::list)});
    return t.truth_literal(n.has(flag::negated));
  }
  auto& list = t.make(kind::list, values);
  auto* made = t.like(n, {left, &list});
  if (apart.empty()) return made;
  made->clear(flag::negated);
  apart.insert(apart.begin(), made);
  auto* const any = &t.make(kind::operation, apart);
  any->op = op::or_;
  return n.has(flag::negated) ? t.prefix(op::not_, any) : any;
}

/// MySQL accepts no LIMIT directly in a subquery after IN, but accepts it one level below.
inline node* without_limit_on_top(translation& t, node* query) {
  if (t.to != dialect::mysql || !query->find(kind::limit)) return query;
  auto* const made = t.write_query("SELECT * FROM (SELECT 1) AS " + t.free_name("rows"), {});
  auto& alias = (*(*made->find(kind::select)).find(kind::from))[0];
  alias.items[0] = &t.make(kind::subquery, {query});
  return made;
}

inline node* in_of(translation& t, node const& n) {
  auto const& right = n[1];
  if (is_row_with_null(t, n[0]) && right.count > 0) note_row(t, n);
  if (right.kind == kind::list) return in_list(t, n);
  if (right.kind == kind::subquery) {
    auto* const query = without_limit_on_top(t, t.whole_query(right[0]));
    auto* left = t.value(n[0]);
    auto const inside = t.type_of(right);
    auto const outside = t.type_of(n[0]);
    if (is_stored_truth(t, n[0]) && is_number(inside)) left = t.as_number(n[0]);
    if (is_number(outside) && inside == type::boolean && translation::is_strict(t.to) && translation::has_numeric_truth(t.from)) {
      auto* const column = t.write_query("SELECT CAST(t2s_rows.t2s_value AS INTEGER) FROM (SELECT 1) AS t2s_rows (t2s_value)", {});
      (*(*column->find(kind::select)).find(kind::from))[0].items[0] = &t.make(kind::subquery, {query});
      return t.like(n, {left, &t.make(kind::subquery, {column})});
    }
    bool const apart =
        n[0].kind != kind::row && ((is_number(outside) && inside == type::text) || (outside == type::text && is_number(inside)));
    if (apart && translation::is_strict(t.to) && translation::has_numeric_truth(t.from)) {
      t.nearly(n, "a number and a text after IN are compared as texts");
      if (is_number(outside)) {
        left = t.cast(left, text_type(t.to));
      } else {
        auto* const column = t.write_query("SELECT CAST(t2s_rows.t2s_value AS TEXT) FROM (SELECT 1) AS t2s_rows (t2s_value)", {});
        (*(*column->find(kind::select)).find(kind::from))[0].items[0] = &t.make(kind::subquery, {query});
        return t.like(n, {left, &t.make(kind::subquery, {column})});
      }
    }
    return t.like(n, {left, &t.make(kind::subquery, {query})});
  }
  // `a IN t`, which only SQLite has
  auto& table = t.make(kind::table, {});
  table.name = t.stored_name(right.name.view(), &right.name);
  if (t.to == dialect::sqlite || right.count != 0)
    return t.to == dialect::sqlite ? t.around(n) : t.impossible(n, "a function of SQLite after IN");
  auto* const query = t.write_query("SELECT * FROM x", {});
  (*query->find(kind::select)).find(kind::from)->items[0] = &table;
  return t.like(n, {t.value(n[0]), &t.make(kind::subquery, {query})});
}

}  // namespace t2s::sql::detail::transpiling

#endif
