// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_AGGREGATES_HPP
#define T2S_SQL_DETAIL_TRANSPILE_AGGREGATES_HPP

#include "t2s/sql/detail/transpile/matching.hpp"
#include "t2s/sql/detail/transpile/operators.hpp"

#include <array>

/// Aggregates and window functions, with the clauses after their arguments: DISTINCT, ORDER BY, FILTER, OVER.
namespace t2s::sql::detail::transpiling {

node* order_of(translation& t, node const& order_by);  // selects.hpp

inline bool has_window(node const& n) { return n.find(kind::window) || n.find(kind::window_name); }

/// Whether a call is an aggregate over the rows of a group, in any dialect.
inline bool is_aggregate_call(node const& n) {
  if (n.kind != kind::call || has_window(n)) return false;
  std::size_t arguments = 0;
  for (auto const* child : n.children()) arguments += is_value_argument(*child) && child->kind != kind::star ? 1U : 0U;
  auto const name = n.name.view();
  if (is_one_of(name, {"min", "max"})) return arguments == 1;
  return is_one_of(name, {"any_value",
                          "approx_count_distinct",
                          "arg_max",
                          "arg_min",
                          "array_agg",
                          "avg",
                          "bit_and",
                          "bit_or",
                          "bit_xor",
                          "bool_and",
                          "bool_or",
                          "corr",
                          "count",
                          "count_if",
                          "countif",
                          "count_star",
                          "covar_pop",
                          "covar_samp",
                          "every",
                          "first",
                          "group_concat",
                          "json_agg",
                          "json_arrayagg",
                          "json_group_array",
                          "json_group_object",
                          "json_object_agg",
                          "json_objectagg",
                          "jsonb_agg",
                          "last",
                          "list",
                          "listagg",
                          "max_by",
                          "median",
                          "min_by",
                          "mode",
                          "percentile_cont",
                          "percentile_disc",
                          "product",
                          "quantile",
                          "quantile_cont",
                          "quantile_disc",
                          "regr_slope",
                          "std",
                          "stddev",
                          "stddev_pop",
                          "stddev_samp",
                          "string_agg",
                          "sum",
                          "total",
                          "var_pop",
                          "var_samp",
                          "variance"}) ||
         n.find(kind::filter) || n.has(flag::within_group);
}

/// Calls `visitor` for the aggregates of an expression, except those of subqueries.
template <class Visitor>
void visit_aggregates(node const& n, Visitor visitor) {
  visit(n, [&](node const& part) {
    if (part.kind == kind::query) return walk::over;
    if (!is_aggregate_call(part)) return walk::into;
    visitor(part);
    return walk::over;
  });
}

/// While it lives, the arguments of an aggregate are translated, which may name any column.
class aggregate_depth {
 public:
  aggregate_depth(translation& t, node const& n) : scope_(is_aggregate_call(n) ? t.scope : nullptr) {
    if (scope_) ++scope_->inside_aggregate;
  }
  ~aggregate_depth() {
    if (scope_) --scope_->inside_aggregate;
  }
  aggregate_depth(aggregate_depth const&) = delete;
  aggregate_depth& operator=(aggregate_depth const&) = delete;

 private:
  select_scope* scope_;
};

/// Whether an expression is never NULL.
inline bool is_never_null(translation& t, node const& n) {
  switch (n.kind) {
    case kind::number:
    case kind::string:
    case kind::now: return true;
    case kind::call: return is_one_of(n.name.view(), {"count", "row_number", "rank", "dense_rank", "ntile", "now", "total"});
    case kind::column: {
      auto const* const use = t.types.use_of(n);
      if (t.types.is_truth_word(n) || (use && use->what == reference::literal)) return true;
      if (!use) return false;
      if (use->what == reference::result) {
        auto const* const o = t.types.result_of(n);
        return o && o->source == resolving::none && o->at->kind != kind::column && is_never_null(t, *o->at);
      }
      auto const* const s = t.types.source_of(*use);
      if (!use->base.column || !s || !s->relation->table) return false;
      bool const outer = t.scope && t.scope->member &&
                         std::any_of(t.scope->member->sources.begin(), t.scope->member->sources.end(),
                                     [](auto const& other) { return other.left() || other.right(); });
      return !outer && (use->base.column->not_null || use->base.column->key_position != 0);
    }
    default: return false;
  }
}

// ---- after the arguments

inline node* window_part(translation& t, node const& n) {
  if (n.kind == kind::frame && t.to == dialect::mysql) {
    bool const excludes = n.has(flag::exclude_current_row) || n.has(flag::exclude_group) || n.has(flag::exclude_ties);
    if (n.op == op::groups || excludes) return t.impossible(n, "MySQL has no GROUPS and no EXCLUDE in the frame of a window");
  }
  if (n.kind == kind::order_by) return order_of(t, n);
  return t.around(n);
}

inline node* window_of(translation& t, node const& n) {
  if (n.kind == kind::window_name) {
    auto& made = t.make(kind::window_name);
    made.name = t.given_name(n.name.view());
    return &made;
  }
  std::vector<node*> parts;
  for (auto const* child : n.children()) parts.push_back(window_part(t, *child));
  auto* const made = t.like(n, parts);
  if (!n.name.empty()) made->name = t.given_name(n.name.view());
  return made;
}

/// The calls in a translated expression to which FILTER and OVER belong.
inline std::vector<node*> aggregates_in(node& made) {
  std::vector<node*> found;
  visit(made, [&](node& n) {
    auto const name = n.name.view();
    bool const wraps = is_one_of(name, {"coalesce", "ifnull", "nullif", "round", "sqrt", "concat", "replace", "to_json"}) ||
                       (is_one_of(name, {"min", "max"}) && !is_aggregate_call(n));
    if (n.kind != kind::call || wraps) return n.kind == kind::query ? walk::over : walk::into;
    found.push_back(&n);
    return walk::over;
  });
  return found;
}

/// MySQL has no FILTER: rows that it excludes become NULL, which aggregates skip.
inline void filter_by_case(translation& t, node const& filter, node& call) {
  for (std::size_t i = 0; i < call.count; ++i) {
    if (!is_value_argument(call[i])) continue;
    bool const star = call[i].kind == kind::star;
    auto* const counted = star ? t.number_literal("1") : call.items[i];
    std::vector<node*> children(call.items, call.items + call.count);
    children[i] = t.write("CASE WHEN a THEN b END", {t.truth(filter[0]), counted});
    t.target().set_children(call, children);
    return;
  }
}

inline void add_clauses(translation& t, node const& n, node& call) {
  if (n.has(flag::distinct)) call.set(flag::distinct);
  std::vector<node*> children(call.items, call.items + call.count);
  if (auto const* order = n.find(kind::order_by);
      order && !n.has(flag::within_group) && translation::is_strict(t.to) && !call.find(kind::order_by))
    children.push_back(order_of(t, *order));
  t.target().set_children(call, children);
  if (auto const* filter = n.find(kind::filter)) {
    if (t.to == dialect::mysql) {
      filter_by_case(t, *filter, call);
      children.assign(call.items, call.items + call.count);
    } else {
      children.push_back(&t.make(kind::filter, {t.truth((*filter)[0])}));
    }
  }
  for (auto const* child : n.children())
    if (child->kind == kind::window || child->kind == kind::window_name) children.push_back(window_of(t, *child));
  t.target().set_children(call, children);
}

/// Reports that the order of an aggregate's rows is lost, if its result depends on it.
inline void note_lost_order(translation& t, node const& n) {
  if (!n.find(kind::order_by) || n.has(flag::within_group) || translation::is_strict(t.to)) return;
  auto const name = n.name.view();
  auto const what = "ORDER BY within " + std::string(name);
  if (is_one_of(name, {"first", "last", "any_value", "arbitrary"}))
    t.note(fidelity::impossible, n, t.target_title() + " has no equivalent of " + what);
  else if (is_one_of(name, {"array_agg", "list", "json_agg", "jsonb_agg", "json_arrayagg", "json_group_array", "json_object_agg",
                            "jsonb_object_agg", "json_objectagg", "json_group_object"}))
    t.nearly(n, what + " is left out: the values are in the order of the rows");
}

/// Gives what is made of a call the call's DISTINCT, ORDER BY, FILTER and OVER. Several aggregates made of one cannot be DISTINCT:
/// the squares of distinct numbers may be equal.
inline node* with_clauses_of(translation& t, node const& n, node* made) {
  if (n.kind != kind::call) return made;
  bool const clauses = n.has(flag::distinct) || n.find(kind::filter) || n.find(kind::order_by) || has_window(n);
  if (!clauses) return made;
  note_lost_order(t, n);
  auto const calls = aggregates_in(*made);
  bool const lost = calls.empty() ? n.find(kind::filter) || has_window(n) : calls.size() > 1 && n.has(flag::distinct);
  if (lost)
    return t.impossible(n, t.target_title() + " has no equivalent of " + std::string(n.name.view()) + " with DISTINCT, FILTER or OVER");
  for (auto* const call : calls) add_clauses(t, n, *call);
  return made;
}

/// A call with these arguments and the clauses of another.
inline node* made_call(translation& t, node const& n, std::string_view name, std::vector<node*> const& arguments) {
  return with_clauses_of(t, n, t.call(name, arguments));
}

// ---- texts of a group in one

/// The parts of group_concat, string_agg and similar functions.
struct concatenation_of_rows {
  std::vector<node const*> values{};
  node const* separator{};
  node const* order{};
};

inline concatenation_of_rows read_concatenation(node const& n, dialect from) {
  concatenation_of_rows c;
  for (auto const* child : n.children()) {
    if (child->kind == kind::order_by) c.order = child;
    if (child->kind == kind::argument && child->count == 1 && text::same(child->name.view(), "separator"))
      c.separator = &(*child)[0];
    else if (is_value_argument(*child))
      c.values.push_back(child);
  }
  bool const joins_values = from == dialect::mysql && is_one_of(n.name.view(), {"group_concat"});
  if (!joins_values && c.values.size() == 2) {
    c.separator = c.values.back();
    c.values.pop_back();
  }
  return c;
}

inline node* concatenated_in_sqlite(translation& t, node const& n, node* value, node* separator, concatenation_of_rows const& c) {
  if (c.order && t.scope && !t.scope->orders_rows)
    t.nearly(n, "SQLite before 3.44 has no ORDER BY in an aggregate: the texts are joined in the order of the rows");
  bool const comma = separator->kind == kind::string && separator->name.view() == ",";
  if (!n.has(flag::distinct) || comma)
    return made_call(t, n, "group_concat", comma ? std::vector<node*>{value} : std::vector<node*>{value, separator});
  t.nearly(n, "SQLite joins distinct texts only with commas; these are replaced, and so are commas within the texts");
  return t.write("replace(a, ',', b)", {made_call(t, n, "group_concat", {value}), separator});
}

/// With DISTINCT, an aggregate can be sorted only by its own argument, in the same spelling.
inline void sort_by_argument(translation& t, node const& at, node& made, node const& order, node const& value) {
  auto* const terms = made.find(kind::order_by);
  if (!terms || terms->count != 1 || order.count != 1 || !(order[0][0] == value)) {
    if (terms) t.note(fidelity::impossible, at, t.target_title() + " sorts distinct values only by themselves");
    return;
  }
  if (is_number(t.type_of(value))) t.nearly(at, "distinct numbers become texts and are sorted as texts");
  t.target().set_children((*terms)[0], std::array<node*, 1>{made.items[0]});
}

inline node* concatenating_aggregate(translation& t, node const& n) {
  if (!is_one_of(n.name.view(), {"group_concat", "string_agg", "listagg"})) return nullptr;
  auto const c = read_concatenation(n, t.from);
  if (c.values.empty()) return nullptr;
  aggregate_depth const depth(t, n);
  node* value = nullptr;
  if (c.values.size() == 1) {
    value = t.as_text(*c.values.front());
  } else {
    std::vector<node*> pieces;
    for (auto const* v : c.values) pieces.push_back(piece(t, *v));
    value = t.to == dialect::mysql ? t.call("CONCAT", pieces) : &t.make(kind::operation, pieces);
    if (t.to != dialect::mysql) value->op = op::concat;
  }
  auto* const separator = c.separator ? t.as_text(*c.separator) : t.text_literal(",");
  if (t.to == dialect::sqlite) return concatenated_in_sqlite(t, n, value, separator, c);
  if (t.to != dialect::mysql) {
    if (n.has(flag::distinct) && !c.order && t.from != t.to && !translation::is_strict(t.from))
      t.nearly(n,
               "distinct texts are joined in the order of the rows in " + t.source_title() + ", and in any order in " + t.target_title());
    auto* const made = made_call(t, n, "string_agg", {value, separator});
    if (n.has(flag::distinct) && c.order) sort_by_argument(t, n, *made, *c.order, *c.values.front());
    return made;
  }
  if (has_window(n)) return t.impossible(n, "MySQL has no GROUP_CONCAT over a window");
  if (separator->kind != kind::string) return t.impossible(n, "the separator of MySQL's GROUP_CONCAT must be a literal");
  auto& made = t.make(kind::call, {value});
  made.name = t.word("GROUP_CONCAT");
  if (n.has(flag::distinct)) made.set(flag::distinct);
  if (auto const* filter = n.find(kind::filter)) filter_by_case(t, *filter, made);
  std::vector<node*> children(made.items, made.items + made.count);
  if (c.order) children.push_back(order_of(t, *c.order));
  if (separator->name.view() != ",") {
    auto& word = t.make(kind::argument, {separator});
    word.name = t.word("SEPARATOR");
    children.push_back(&word);
  }
  t.target().set_children(made, children);
  t.nearly(n, "MySQL cuts the result of GROUP_CONCAT at group_concat_max_len (default: 1024 bytes)");
  return &made;
}

// ---- averages, counts, offsets

inline node* average(translation& t, node const& n) {
  if (!is_one_of(n.name.view(), {"avg", "mean"}) || n.count == 0) return nullptr;
  aggregate_depth const depth(t, n);
  auto const is = t.type_of(n[0]);
  if (t.from == dialect::mysql && is_number(is) && is != type::real)
    t.nearly(n, "MySQL rounds the average of exact numbers to four digits more than they have, " + t.target_title() + " has all digits");
  bool const exact_here = t.to == dialect::mysql && t.from != dialect::mysql && is != type::real && is != type::text;
  return made_call(t, n, "avg", {exact_here ? t.cast(t.as_number(n[0]), "DOUBLE") : t.as_number(n[0])});
}

/// MySQL's count(DISTINCT a, b), which skips NULLs, and count(DISTINCT (a, b)), which does not.
inline node* count_of_several(translation& t, node const& n, std::vector<node const*> const& parts, bool skips_nulls) {
  std::vector<node*> values, sure, quoted;
  for (auto const* p : parts) {
    values.push_back(t.value(*p));
    if (!is_never_null(t, *p)) sure.push_back(t.write("a IS NOT NULL", {*p}));
    quoted.push_back(t.write(t.to == dialect::mysql ? "QUOTE(a)" : "quote(a)", {*p}));
    quoted.push_back(t.text_literal(","));
  }
  quoted.pop_back();
  auto* condition = sure.empty() || !skips_nulls ? nullptr : sure.size() == 1 ? sure.front() : &t.make(kind::operation, sure);
  if (condition && sure.size() > 1) condition->op = op::and_;
  auto* const plain = [&]() -> node* {
    if (t.to == dialect::mysql && (skips_nulls || sure.empty())) return nullptr;
    if (translation::is_strict(t.to)) return &t.make(kind::row, values);
    if (t.to == dialect::mysql) return t.call("CONCAT", quoted);
    auto& joined = t.make(kind::operation, quoted);
    joined.op = op::concat;
    return &joined;
  }();
  if (!plain) return made_call(t, n, "COUNT", values);
  return made_call(t, n, "count", {condition ? t.write("CASE WHEN a THEN b END", {condition, plain}) : plain});
}

inline node* counting(translation& t, node const& n) {
  if (!is_one_of(n.name.view(), {"count"})) return nullptr;
  aggregate_depth const depth(t, n);
  std::vector<node const*> parts;
  for (auto const* child : n.children())
    if (is_value_argument(*child)) parts.push_back(child);
  if (parts.empty() || parts[0]->kind == kind::star) return made_call(t, n, "count", {&t.make(kind::star)});
  if (parts.size() > 1) return count_of_several(t, n, parts, true);
  if (parts[0]->kind == kind::row) return count_of_several(t, n, {parts[0]->items, parts[0]->items + parts[0]->count}, false);
  return made_call(t, n, "count", {t.value(*parts[0])});
}

/// MariaDB's lag and lead have no third argument.
inline node* window_offset(translation& t, node const& n) {
  if (!is_one_of(n.name.view(), {"lag", "lead"})) return nullptr;
  std::vector<node const*> parts;
  for (auto const* child : n.children())
    if (is_value_argument(*child)) parts.push_back(child);
  std::vector<node*> values;
  for (auto const* p : parts) values.push_back(t.number_or_value(*p));
  if (parts.size() < 3 || t.to != dialect::mysql) return made_call(t, n, n.name.view(), values);
  if (!is_never_null(t, *parts[0]))
    t.nearly(n, "MariaDB has no default for " + std::string(n.name.view()) + ": the default is also used if the value itself is NULL");
  auto* const otherwise = values.back();
  values.pop_back();
  return t.write("COALESCE(a, b)", {made_call(t, n, n.name.view(), values), otherwise});
}

}  // namespace t2s::sql::detail::transpiling

#endif
