// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_COLUMNS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_COLUMNS_HPP

#include "t2s/sql/detail/transpile/aggregates.hpp"
#include "t2s/sql/detail/transpile/core.hpp"

#include <utility>

/// Names of columns: their spelling, aliases that the target does not see, columns that a select does not group by.
namespace t2s::sql::detail::transpiling {

/// While it lives, a clause is translated.
class in_clause {
 public:
  in_clause(translation& t, clause c) : scope_(t.scope) {
    if (!scope_) return;
    where_ = std::exchange(scope_->where, c);
    depth_ = std::exchange(scope_->depth, 0U);
  }
  ~in_clause() {
    if (!scope_) return;
    scope_->where = where_;
    scope_->depth = depth_;
  }
  in_clause(in_clause const&) = delete;
  in_clause& operator=(in_clause const&) = delete;

 private:
  select_scope* scope_;
  clause where_{};
  unsigned depth_{};
};

// ---- the names of a source and its columns in the target

inline identifier name_of_table(translation& t, schema::table const& table, identifier const& written) {
  return t.stored_name(table.name, &written);
}

/// The name by which columns refer to a source.
inline identifier name_of_source(translation& t, resolving::source const& s) {
  if (s.table != resolving::none) {
    auto const& r = t.names.tables[s.table];
    if (r.alias.empty() && r.table) return name_of_table(t, *r.table, r.at->name);
    if (r.alias.empty() && r.what == source_kind::table) return t.stored_name(r.name, &r.at->name);
  }
  return t.given_name(s.name);
}

identifier name_of_column(translation& t, resolving::source const& s, std::size_t column);

/// The name of a member's result column if the member is a subquery.
inline identifier name_of_output(translation& t, resolving::member const& m, std::size_t place) {
  auto const& o = m.outputs[place];
  if (o.source != resolving::none && o.source < m.sources.size()) return name_of_column(t, m.sources[o.source], o.column);
  if (o.named) return t.given_name(o.name);
  auto const* const use = o.at->kind == kind::column ? t.types.use_of(*o.at) : nullptr;
  auto* const s = use && use->what == reference::column ? t.types.source_of(*use) : nullptr;
  if (s) {
    auto const column = s->relation->find(use->column);
    if (column != resolving::none) return name_of_column(t, *s, column);
  }
  return t.given_name(o.name);
}

inline identifier name_of_column(translation& t, resolving::source const& s, std::size_t column) {
  auto const& r = *s.relation;
  if (column >= r.columns.size()) return t.given_name("");
  auto const& c = r.columns[column];
  if (r.table) return t.stored_name(c.name);
  bool const passed =
      s.from && !s.from->members.empty() && &s.from->relation == s.relation && column < s.from->members.front().outputs.size();
  bool const renamed = s.from && s.from->at->kind != kind::query;
  if (!passed || renamed) return t.given_name(c.name);
  auto const& o = s.from->members.front().outputs[column];
  if (!text::same(o.name, c.name)) return t.given_name(c.name);  // a CTE with column names, or a second column of the same name
  return name_of_output(t, s.from->members.front(), column);
}

// ---- groups

inline bool same_expression(translation& t, node const& a, node const& b) {
  if (a.kind == kind::collate && b.kind != kind::collate) return same_expression(t, a[0], b);
  if (a.kind == kind::column && b.kind == kind::column) {
    auto const *x = t.types.use_of(a), *y = t.types.use_of(b);
    if (!x || !y || x->table == resolving::none || y->table == resolving::none)
      return text::same(a.name.view(), b.name.view()) &&
             (a.qualifier.empty() || b.qualifier.empty() || text::same(a.qualifier.view(), b.qualifier.view()));
    return x->what == y->what && x->table == y->table && text::same(x->column, y->column);
  }
  if (a.kind != b.kind || a.op != b.op || a.count != b.count || a.flags != b.flags) return false;
  bool const named = a.kind != kind::operation || a.op == op::custom;
  bool const exact = a.kind == kind::string;
  if (named && (exact ? a.name.view() != b.name.view() : !text::same(a.name.view(), b.name.view()))) return false;
  for (std::size_t i = 0; i < a.count; ++i)
    if (!same_expression(t, a[i], b[i])) return false;
  return true;
}

inline bool is_grouped(translation& t, select_scope const& s, node const& n) {
  return std::any_of(s.grouped.begin(), s.grouped.end(), [&](node const* g) { return same_expression(t, *g, n); });
}

/// Whether a name belongs to the select being translated, not to an outer one.
inline bool belongs_here(translation& t, node const& n) {
  auto const* const use = t.types.use_of(n);
  if (!use) return true;
  auto const* const s = use->what == reference::column ? t.types.source_of(*use) : nullptr;
  if (!s || !t.scope->member) return !use->outer;
  auto const& sources = t.scope->member->sources;
  return std::any_of(sources.begin(), sources.end(),
                     [&](auto const& other) { return &other == s || (other.relation->in_brackets && other.from && !use->outer); });
}

/// A column beside aggregates that the select does not group by: SQLite and MySQL take the value of some row.
inline node* any_of_group(translation& t, node const& n, node* column) {
  auto& s = *t.scope;
  if (s.extreme) {
    bool const most = text::same(s.extreme->name.view(), "max");
    auto const& key = (*s.extreme)[0];
    ++s.inside_aggregate;
    auto* const by = t.value(key);
    --s.inside_aggregate;
    t.kept(n, "SQLite takes " + std::string(n.name.view()) + " of the row that has the " + (most ? "greatest" : "least") + " value");
    switch (t.to) {
      case dialect::postgres:
        return t.write(most ? "(array_agg(a ORDER BY b DESC NULLS LAST))[1]" : "(array_agg(a ORDER BY b NULLS LAST))[1]", {column, by});
      case dialect::duckdb: return t.write(most ? "first(a ORDER BY b DESC NULLS LAST)" : "first(a ORDER BY b NULLS LAST)", {column, by});
      default: {
        t.nearly(n, "the value is joined with the others of its group and cut off again: it becomes a text, and NULLs are left out");
        auto* const made = t.write(most ? "SUBSTRING_INDEX(GROUP_CONCAT(a ORDER BY b IS NULL, b DESC SEPARATOR '\x1F'), '\x1F', 1)"
                                        : "SUBSTRING_INDEX(GROUP_CONCAT(a ORDER BY b IS NULL, b SEPARATOR '\x1F'), '\x1F', 1)",
                                   {column, by});
        return is_number(t.type_of(n)) ? t.write("a + 0", {made}) : made;
      }
    }
  }
  bool const by_key = std::any_of(s.grouped.begin(), s.grouped.end(), [&](node const* g) {
    auto const *x = t.types.use_of(*g), *y = t.types.use_of(n);
    return g->kind == kind::column && x && y && x->table == y->table && x->base.table && x->base.column &&
           x->base.column->key_position == 1 && x->base.table->primary_key().size() == 1;
  });
  if (by_key && t.to == dialect::mysql) return column;  // MySQL recognises that the key determines it
  auto const is = t.type_of(n);
  bool const has_least = is_number(is) || is_moment(is) || is == type::text;
  if (by_key && has_least) return t.call("min", {column});
  if (!by_key)
    t.nearly(n, t.source_title() + " takes " + std::string(n.name.view()) + " of some row of each group" +
                    (t.to == dialect::postgres ? ", and so does this: of the first that is met" : ""));
  if (t.to == dialect::postgres) return t.write("(array_agg(a))[1]", {column});
  return t.write(t.to == dialect::duckdb ? "first(a)" : "MIN(a)", {column});
}

inline bool must_be_grouped(translation& t, node const& n) {
  auto const* const s = t.scope;
  if (!s || !s->checks_columns || s->inside_aggregate != 0) return false;
  if (s->where != clause::select && s->where != clause::having && s->where != clause::order_by) return false;
  auto const* const use = t.types.use_of(n);
  if (use && use->what != reference::column) return false;
  return belongs_here(t, n) && !is_grouped(t, *s, n);
}

// ---- aliases

/// Whether the target sees the aliases of result columns at the current position.
inline bool sees_alias(translation& t, bool inside_expression) {
  if (!t.scope) return true;
  switch (t.scope->where) {
    case clause::order_by: return t.to != dialect::postgres || !inside_expression;
    case clause::group_by: return t.to != dialect::postgres || !inside_expression;
    case clause::having: return t.to != dialect::postgres;
    case clause::where:
    case clause::on: return t.to == dialect::sqlite || t.to == dialect::duckdb;
    default: return t.to == dialect::duckdb;
  }
}

inline node* alias_of_result(translation& t, node const& n) {
  auto const* const o = t.types.result_of(n);
  bool const inside = t.scope && t.scope->depth > 1;
  if (o && o->source == resolving::none && !sees_alias(t, inside)) return t.raw(*o->at);
  auto& made = t.make(kind::column);
  made.name = o ? t.given_name(o->name) : t.stored_name(n.name.view(), &n.name);
  return &made;
}

inline node* rowid_of(translation& t, node const& n, resolved_column const& use) {
  for (auto const& c : use.base.table->columns)
    if (c.key_position == 1 && text::same(c.type, "integer") && use.base.table->primary_key().size() == 1) {
      auto& made = t.make(kind::column);
      made.name = t.stored_name(c.name);
      if (auto* const s = t.types.source_of(use); s && !n.qualifier.empty()) made.qualifier = name_of_source(t, *s);
      return &made;
    }
  if (t.to == dialect::duckdb || t.to == dialect::sqlite) return t.as_it_stands(n);
  return t.impossible(n, t.target_title() + " has no rowid");
}

inline node* plain_column(translation& t, node const& n) {
  auto const* const use = t.types.use_of(n);
  auto& made = t.make(kind::column);
  made.offset = n.offset;
  auto* const s = use ? t.types.source_of(*use) : nullptr;
  if (!s) {
    made.name = t.stored_name(n.name.view(), &n.name);
    if (!n.qualifier.empty()) made.qualifier = t.stored_name(n.qualifier.view(), &n.qualifier);
    return &made;
  }
  auto const column = s->relation->find(use->column);
  made.name = column == resolving::none ? t.stored_name(n.name.view(), &n.name)
              : s->relation->table      ? t.stored_name(s->relation->columns[column].name, &n.name)
                                        : name_of_column(t, *s, column);
  if (!n.qualifier.empty()) made.qualifier = s->relation->in_brackets ? t.given_name(n.qualifier.view()) : name_of_source(t, *s);
  return &made;
}

inline node* column_of(translation& t, node const& n) {
  auto const* const use = t.types.use_of(n);
  if (t.types.is_truth_word(n)) return t.truth_literal(text::same(n.name.view(), "true"));
  if (use && use->what == reference::literal) return t.text_literal(n.name.view());
  if (use && use->what == reference::result) return alias_of_result(t, n);
  if (use && use->base && !use->base.column) return rowid_of(t, n, *use);
  auto* const made = plain_column(t, n);
  return must_be_grouped(t, n) ? any_of_group(t, n, made) : made;
}

}  // namespace t2s::sql::detail::transpiling

#endif
