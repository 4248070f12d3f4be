// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_STRICT_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_STRICT_HPP

#include "t2s/offline/repair/detail/rules/clauses.hpp"
#include "t2s/offline/repair/detail/statement.hpp"

/// SQL that SQLite accepts and stricter engines reject: columns that are neither grouped nor aggregated, texts among numbers, flags that
/// are not numbers, LIKE for other types than text. Name resolution does not check it: the engine's own failure shows it.
namespace t2s::repair {

// ---- groups

/// Columns of an expression outside its aggregates and subqueries.
inline void add_ungrouped(sql::node const& expression, std::vector<sql::node const*>& into) {
  sql::visit(expression, [&](sql::node const& n) {
    if (n.kind == sql::kind::query || is_aggregate(n)) return sql::walk::over;
    if (n.kind != sql::kind::column) return sql::walk::into;
    into.push_back(&n);
    return sql::walk::over;
  });
}

/// Whether two uses are the same column, or have the same spelling.
inline bool is_same_column(statement const& s, sql::node const& a, sql::node const& b) {
  if (a == b) return true;
  auto const *x = s.means().find(a), *y = s.means().find(b);
  return x && y && x->table == y->table && x->table != sql::resolved_column::none && text::same(x->column, y->column);
}

inline bool is_grouped(statement const& s, sql::node const* group_by, sql::node const& column) {
  if (!group_by) return false;
  return t2s::detail::any_of(group_by->children(), [&](sql::node const* g) { return is_same_column(s, *g, column); });
}

/// The columns of a select with groups that are neither grouped nor aggregated, each once.
inline std::vector<sql::node const*> ungrouped(statement const& s, sql::node const& select) {
  std::vector<sql::node const*> all, found;
  for (auto const k : {sql::kind::columns, sql::kind::having})
    if (auto const* clause = select.find(k)) add_ungrouped(*clause, all);
  auto const* by = select.find(sql::kind::group_by);
  for (auto const* c : all) {
    bool const known = t2s::detail::any_of(found, [&](auto const* f) { return is_same_column(s, *f, *c); });
    if (!known && !is_grouped(s, by, *c)) found.push_back(c);
  }
  return found;
}

/// The ORDER BY of a select that is a whole query, or nullptr.
inline sql::node const* order_of(statement const& s, sql::node const& select) {
  auto const* query = s.parent_of(select);
  bool const alone = query && query->kind == sql::kind::query && sql::all_of(*query, sql::kind::select).front() == &select;
  return alone ? query->find(sql::kind::order_by) : nullptr;
}

/// Sorts groups by the extreme of a column that is not grouped.
inline bool sort_by_extremes(statement const& s, sql::node const& select, edited& edit) {
  auto const* order = order_of(s, select);
  if (!order) return false;
  bool done = false;
  for (auto const* sort : order->children()) {
    std::vector<sql::node const*> columns;
    add_ungrouped((*sort)[0], columns);
    for (auto const* c : columns) {
      auto const* use = s.means().find(*c);
      bool const plain = use && use->what == sql::reference::column;
      if (!plain || is_grouped(s, select.find(sql::kind::group_by), *c)) continue;
      auto& q = edit.query();
      auto& call = q.make(sql::kind::call, {&q.copy(*c)});
      call.name = q.make_literal(sort->has(sql::flag::descending) ? "max" : "min");
      edit.replace(*c, call);
      done = true;
    }
  }
  return done;
}

/// Adds columns that are neither grouped nor aggregated to GROUP BY.
inline void propose_groups(statement const& s, proposals& into) {
  for (auto const* select : sql::all_of(s.query().root(), sql::kind::select)) {
    auto const* columns = select->find(sql::kind::columns);
    bool const grouped = select->find(sql::kind::group_by), aggregates = columns && has_aggregate(*columns);
    if (!grouped && !aggregates) continue;
    auto const missing = ungrouped(s, *select);
    edited edit(s.query());
    auto& q = edit.query();
    std::string names;
    if (!missing.empty()) {
      auto& clause = grouped ? edit[*select->find(sql::kind::group_by)] : q.make(sql::kind::group_by);
      for (auto const* c : missing) {
        edit.append(clause, q.copy(*c));
        add_once(names, sql::print(*c));
      }
      if (!grouped) edit.set_clause(edit[*select], sql::kind::group_by, &clause);
    }
    bool const sorted = sort_by_extremes(s, *select, edit);
    if (missing.empty() && !sorted) continue;
    auto why = missing.empty() ? std::string("groups are sorted by the largest or smallest value of a column outside GROUP BY")
                               : names + " is neither grouped nor aggregated: it is added to GROUP BY";
    into.push_back({repair_kind::aggregate, 0.15, edit.sql(), std::move(why)});
  }
}

/// `SELECT name, max(age)` without groups means the row with the extreme, as in SQLite.
inline void propose_row_of_extreme(statement const& s, proposals& into) {
  for (auto const* select : sql::all_of(s.query().root(), sql::kind::select)) {
    auto const* query = s.parent_of(*select);
    auto const* columns = select->find(sql::kind::columns);
    if (!columns || select->find(sql::kind::group_by) || select->find(sql::kind::having)) continue;
    if (!query || query->kind != sql::kind::query || query->count != 1 || ungrouped(s, *select).empty()) continue;
    std::vector<sql::node const*> calls;
    sql::visit(*columns, [&](sql::node const& n) {
      if (is_aggregate(n)) calls.push_back(&n);
    });
    if (calls.size() != 1 || calls[0]->count != 1) continue;
    bool const most = text::same(calls[0]->name.view(), "max");
    if (!most && !text::same(calls[0]->name.view(), "min")) continue;
    edited edit(s.query());
    auto& q = edit.query();
    auto& sort = q.make(sql::kind::sort, {&q.copy((*calls[0])[0])});
    sort.set(most ? sql::flag::descending : sql::flag::ascending);
    if (most && s.query().dialect() != sql::dialect::mysql) sort.set(sql::flag::nulls_last);
    auto& asked = edit[*query];
    edit.replace(*calls[0], q.copy((*calls[0])[0]));
    edit.append(asked, q.make(sql::kind::order_by, {&sort}));
    edit.append(asked, q.make(sql::kind::limit, {&edit.number("1")}));
    into.push_back({repair_kind::aggregate, 0.1, edit.sql(), "the row with " + sql::print(*calls[0]) + " is meant"});
  }
}

/// `SELECT DISTINCT a ... ORDER BY b`: each a once, sorted by its extreme b.
inline void propose_distinct_order(statement const& s, proposals& into) {
  for (auto const* select : sql::all_of(s.query().root(), sql::kind::select)) {
    auto const* columns = select->find(sql::kind::columns);
    if (!select->has(sql::flag::distinct) || select->find(sql::kind::group_by) || !order_of(s, *select)) continue;
    if (!columns || columns->find(sql::kind::star) || has_aggregate(*columns)) continue;
    edited edit(s.query());
    if (!group(edit, *select)) continue;
    edit[*select].clear(sql::flag::distinct);
    bool sorted = false;
    for (auto const* sort : order_of(s, *select)->children()) {
      std::vector<sql::node const*> all, shown;
      add_ungrouped((*sort)[0], all);
      add_ungrouped(*columns, shown);
      for (auto const* c : all) {
        if (t2s::detail::any_of(shown, [&](auto const* o) { return is_same_column(s, *o, *c); })) continue;
        auto& q = edit.query();
        auto& call = q.make(sql::kind::call, {&q.copy(*c)});
        call.name = q.make_literal(sort->has(sql::flag::descending) ? "max" : "min");
        edit.replace(*c, call);
        sorted = true;
      }
    }
    if (sorted)
      into.push_back({repair_kind::aggregate, 0.1, edit.sql(),
                      "rows of DISTINCT are sorted by the largest or smallest value of a column that is not selected"});
  }
}

// ---- types

/// The type of an expression for an engine without implicit conversions.
enum class strict_type : std::uint8_t { unknown, text, number, flag, time };

inline strict_type type_of(schema::column const& c) {
  auto const type = text::lower(c.type);
  if (type.starts_with("bool")) return strict_type::flag;
  for (auto const* other : {"interval", "point", "[]", "json", "inet", "bytea", "uuid"})
    if (type.find(other) != type.npos) return strict_type::unknown;
  if (type.find("date") != type.npos || type.find("time") != type.npos) return strict_type::time;
  switch (schema::affinity_of(type)) {
    case schema::affinity::text: return strict_type::text;
    case schema::affinity::integer:
    case schema::affinity::real: return strict_type::number;
    default: return type.starts_with("numeric") || type.starts_with("decimal") ? strict_type::number : strict_type::unknown;
  }
}

/// Corrects the types of a statement for an engine without implicit conversions, all places together.
class strict_types {
 public:
  /// `by_form`: reads only the digits at the beginning of a text, and a text without digits is NULL; otherwise the engine rejects such a
  /// text.
  strict_types(statement const& s, bool by_form) : s_(s), edit_(s.query()), by_form_(by_form) {}

  [[nodiscard]] std::string const& why() const { return why_; }
  [[nodiscard]] std::string sql() const { return edit_.sql(); }

  void run() {
    sql::visit(s_.query().root(), [this](sql::node const& n) { look_at(n); });
  }

 private:
  using node = sql::node;

  void look_at(node const& n) {
    if (is_aggregate(n) && n.count == 1) return aggregate(n);
    if (n.kind == sql::kind::like && n.count >= 2) return pattern(n[0]);
    if ((n.kind == sql::kind::between && n.count == 3) || (n.kind == sql::kind::in && n.count == 2)) return compared(n);
    if (n.kind != sql::kind::operation) return;
    if (is_arithmetic(n.op)) {
      for (auto const* child : n.children()) as_number(*child);
    } else if (is_comparison_sign(n.op) && n.count == 2) {
      compared(n);
    }
  }

  static bool is_arithmetic(sql::op o) {
    return o == sql::op::add || o == sql::op::sub || o == sql::op::mul || o == sql::op::div || o == sql::op::mod;
  }
  static bool is_comparison_sign(sql::op o) {
    return o == sql::op::eq || o == sql::op::ne || o == sql::op::lt || o == sql::op::le || o == sql::op::gt || o == sql::op::ge;
  }
  static bool is_sum(node const& call) {
    for (auto const* name : {"sum", "avg", "total", "stddev", "variance"})
      if (text::same(call.name.view(), name)) return true;
    return false;
  }

  [[nodiscard]] strict_type type(node const& n) const {
    if (n.kind == sql::kind::number) return strict_type::number;
    if (n.kind == sql::kind::subquery && n.count == 1) return type_of_query(n[0]);
    if (n.kind == sql::kind::operation && is_arithmetic(n.op)) return strict_type::number;
    if (n.kind == sql::kind::call) {
      if (is_sum(n) || text::same(n.name.view(), "count")) return strict_type::number;
      bool const extreme = text::same(n.name.view(), "max") || text::same(n.name.view(), "min");
      return extreme && n.count == 1 ? type(n[0]) : strict_type::unknown;
    }
    auto const* use = n.kind == sql::kind::column ? s_.means().find(n) : nullptr;
    return use && use->base.column ? type_of(*use->base.column) : strict_type::unknown;
  }

  [[nodiscard]] strict_type type_of_query(node const& query) const {
    auto const* select = query.find(sql::kind::select);
    auto const* columns = select ? select->find(sql::kind::columns) : nullptr;
    if (!columns || columns->count != 1) return strict_type::unknown;
    auto const& first = (*columns)[0];
    return type(first.kind == sql::kind::alias ? first[0] : first);
  }

  void aggregate(node const& call) {
    if (!is_sum(call)) return;
    if (type(call[0]) == strict_type::flag)
      cast(call[0], "integer");
    else
      as_number(call[0]);
  }

  void pattern(node const& of) {
    auto const t = type(of);
    if (t != strict_type::text && (t != strict_type::unknown || of.kind == sql::kind::column)) cast(of, "text");
  }

  /// Examines compared operands. The list after an IN counts as its members.
  void compared(node const& n) {
    std::vector<node const*> all;
    for (auto const* part : n.children()) {
      if (n.kind != sql::kind::in || part->kind != sql::kind::list || part == &n[0]) {
        all.push_back(part);
        continue;
      }
      for (auto const* each : part->children()) all.push_back(each);
    }
    auto const has = [&](strict_type wanted) { return t2s::detail::any_of(all, [&](auto const* part) { return type(*part) == wanted; }); };
    bool const numbers = has(strict_type::number);
    if (numbers && has(strict_type::flag)) return flags(all);
    if (!numbers || !has(strict_type::text)) return;
    bool const joins = t2s::detail::all_of(all, [](auto const* part) { return part->kind == sql::kind::column; });
    for (auto const* part : all) {
      if (joins && type(*part) == strict_type::number) cast(*part, "text");
      if (!joins) as_number(*part);
    }
  }

  /// 1 and 0 are true and false beside a flag.
  void flags(std::vector<node const*> const& all) {
    for (auto const* n : all) {
      if (n->kind != sql::kind::number) continue;
      edit_.replace(*n, edit_.string(n->name.view() == "0" ? "false" : "true"));
      add_once(why_, "a flag is compared with true or false");
    }
  }

  /// Converts a text column, or the text column that a subquery selects.
  void as_number(node const& n) {
    if (n.kind != sql::kind::column || type(n) != strict_type::text) return;
    auto& q = edit_.query();
    auto* read = &q.copy(n);
    bool const is_postgres = s_.query().dialect() == sql::dialect::postgres;
    if (is_postgres && by_form_) {
      read = &q.make(sql::kind::call, {read, &edit_.string("^\\s*[-+]?[0-9]*\\.?[0-9]+")});
      read->name = q.make_literal("substring");
    }
    auto& number = q.make(sql::kind::cast, {read});
    number.name = q.make_literal(is_postgres ? "double precision" : "double");
    edit_.replace(n, number);
    add_once(why_, sql::print(n) + " is text and is read as a number");
  }

  void cast(node const& n, std::string_view type_name) {
    auto& q = edit_.query();
    auto& made = q.make(sql::kind::cast, {&q.copy(n)});
    bool const in_mysql = s_.query().dialect() == sql::dialect::mysql;
    made.name = q.make_literal(!in_mysql ? type_name : type_name == "text" ? "char" : "signed");
    edit_.replace(n, made);
    add_once(why_, sql::print(n) + " is read as " + std::string(type_name));
  }

  statement const& s_;
  edited edit_;
  bool by_form_;
  std::string why_{};
};

inline void propose_types(statement const& s, proposals& into) {
  for (bool const by_form : {false, true}) {
    if (by_form && s.query().dialect() != sql::dialect::postgres) continue;
    strict_types types(s, by_form);
    types.run();
    if (!types.why().empty()) into.push_back({repair_kind::literal_form, by_form ? 0.15 : 0.1, types.sql(), types.why()});
  }
}

/// Only SQLite reads an unknown name in double quotes as a text.
inline void propose_texts_in_quotes(statement const& s, proposals& into) {
  edited edit(s.query());
  std::string texts;
  sql::visit(s.query().root(), [&](sql::node const& n) {
    auto const* use = n.kind == sql::kind::column && n.name.quoted == sql::quote::twofold ? s.means().find(n) : nullptr;
    if (!use || use->what != sql::reference::literal) return;
    add_once(texts, n.name.view());
    edit.replace(n, edit.string(n.name.view()));
  });
  if (!texts.empty()) into.push_back({repair_kind::dialect, 0.05, edit.sql(), "quoted as a name, but meant as text: " + texts});
}

/// The repairs for a failure of a strict engine; nothing if the statement's words are at fault.
inline void propose_for_failure(statement const& s, failure const& why, proposals& into) {
  if (why.code == errc::misuse_of_aggregate) {
    propose_row_of_extreme(s, into);
    propose_groups(s, into);
  }
  if (why.code == errc::no_such_column) propose_texts_in_quotes(s, into);
  if (why.code == errc::sql_failed) propose_distinct_order(s, into);
  if (why.code == errc::sql_failed || why.code == errc::no_such_function) propose_types(s, into);
}

}  // namespace t2s::repair

#endif
