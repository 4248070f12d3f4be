// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_SOURCES_HPP
#define T2S_SQL_DETAIL_TRANSPILE_SOURCES_HPP

#include "t2s/sql/detail/transpile/columns.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

/// FROM: tables, subqueries, functions that return rows, joins.
namespace t2s::sql::detail::transpiling {

node* source_of(translation& t, node const& n);

inline node* aliased(translation& t, node* source, identifier name) {
  auto& made = t.make(kind::alias, {source});
  made.name = name;
  return &made;
}

inline bool needs_alias(dialect d) { return d == dialect::postgres || d == dialect::mysql; }

/// Whether a table is a CTE of the query.
inline bool is_cte(translation& t, node const& table) {
  for (auto const& r : t.names.tables)
    if (r.at == &table) return r.what == source_kind::cte;
  return false;
}

inline node* named_table(translation& t, node const& n) {
  auto& made = t.make(kind::table);
  made.offset = n.offset;
  if (is_cte(t, n)) {
    made.name = t.given_name(n.name.view());
    return &made;
  }
  if (n.name.quoted == quote::single) return t.impossible(n, t.target_title() + " does not read the file " + std::string(n.name.view()));
  for (auto const& r : t.names.tables)
    if (r.at == &n && r.table) made.name = name_of_table(t, *r.table, n.name);
  if (made.name.empty()) made.name = t.stored_name(n.name.view(), &n.name);
  bool const own = is_one_of(n.qualifier.view(), {"main", "public", "temp", "pg_catalog"});
  if (!n.qualifier.empty() && !own)
    made.qualifier = n.qualifier.view().find('.') == std::string_view::npos ? t.stored_name(n.qualifier.view(), &n.qualifier)
                                                                            : t.word(n.qualifier.view());
  if (text::lower(n.name.view()).starts_with("sqlite_"))
    return t.impossible(n, t.target_title() + " has no table " + std::string(n.name.view()));
  if (n.has(flag::only)) t.kept(n, "ONLY is left out");
  return &made;
}

// ---- functions that give rows

/// generate_series(a, b, c), range(a, b, c) and unnest of a literal list.
struct series {
  node const *first{}, *last{}, *step{};
  bool excludes_last = false;
};

inline std::optional<series> read_series(node const& n) {
  auto const* const list = n.find(kind::list);
  if (!list || list->count == 0 || list->count > 3) return {};
  bool const range = is_one_of(n.name.view(), {"range"});
  if (!range && !is_one_of(n.name.view(), {"generate_series"})) return {};
  series s;
  s.excludes_last = range;
  if (list->count == 1) {
    if (!range) return {};
    s.last = &(*list)[0];
    return s;
  }
  s.first = &(*list)[0];
  s.last = &(*list)[1];
  if (list->count == 3) s.step = &(*list)[2];
  return s;
}

/// A quoted literal as a typed one: PostgreSQL gives it the type of the other parts.
inline node const* literal_of_type(translation& t, node const* n, std::string_view type_name) {
  if (!n || n->kind != kind::string) return n;
  auto& typed = t.pretend(*n);
  typed = node{};
  typed.kind = kind::cast;
  typed.offset = n->offset;
  typed.count = 1;
  typed.items = t.pretend_children({const_cast<node*>(n)});
  typed.name = t.word(type_name);
  return &typed;
}

inline std::optional<series> series_of(translation& t, node const& n) {
  auto s = read_series(n);
  if (!s || !s->first || !s->step) return s;
  bool const moments = is_moment(t.type_of(*s->first)) || is_moment(t.type_of(*s->last));
  if (!moments) return s;
  s->first = literal_of_type(t, s->first, "timestamp");
  s->last = literal_of_type(t, s->last, "timestamp");
  s->step = literal_of_type(t, s->step, "interval");
  return s;
}

inline std::optional<interval_terms> step_of_dates(translation& t, series const& s) {
  if (!s.step || t.type_of(*s.step) != type::interval) return {};
  return read_interval(t, *s.step);
}

/// A series as a recursive query with one column.
inline node* series_query(translation& t, node const& n, series const& s, std::string const& column) {
  auto const name = t.free_name("series");
  bool const down = s.step && s.step->kind == kind::prefix && s.step->op == op::negate;
  auto const compare = std::string(down ? " >" : " <") + (s.excludes_last ? "" : "=");
  std::string const head = "WITH RECURSIVE " + name + " (" + column + ") AS (SELECT ";
  std::string const tail = compare + " b) SELECT " + column + " FROM " + name;
  auto const from_name = " FROM " + name + " WHERE ";
  if (s.step && t.type_of(*s.step) == type::interval) {
    auto const terms = step_of_dates(t, s);
    if (!terms || terms->size() != 1 || terms->front().factor) return t.impossible(n, "a series of dates by this step has no equivalent");
    auto const& term = terms->front();
    if (t.to == dialect::sqlite) {
      auto* const step = modifier_of(t, term);
      return t.write_query(head + "datetime(a) UNION ALL SELECT datetime(" + column + ", c)" + from_name + "datetime(" + column + ", c)" +
                               compare + " datetime(b)) SELECT " + column + " FROM " + name,
                           {*s.first, *s.last, step});
    }
    auto* const step = interval_of(t, term);
    return t.write_query(head + "CAST(a AS DATETIME) UNION ALL SELECT " + column + " + c" + from_name + column + " + c" + tail,
                         {*s.first, *s.last, step});
  }
  std::string const step = s.step ? " + c" : " + 1";
  auto const first = s.first ? std::string("a") : std::string("0");
  bindings parts{s.first ? binding(*s.first) : binding(t.number_literal("0")), binding(*s.last),
                 s.step ? binding(*s.step) : binding(t.number_literal("1"))};
  std::string const guard = first + compare + " b";
  return t.write_query(head + first + " WHERE " + guard + " UNION ALL SELECT " + column + step + from_name + column + step + tail, parts);
}

inline node* values_as_select(translation& t, node const& values, node const* names);

/// A query that returns the rows of a function, for a dialect without the function; `names` are its columns.
inline node* query_of_function(translation& t, node const& n, node const* names, std::string const& own_name) {
  auto const column = names && names->count > 0 ? std::string((*names)[0].name.view()) : own_name;
  if (auto const s = series_of(t, n)) return series_query(t, n, *s, column);
  auto const* const list = n.find(kind::list);
  bool const unnest = is_one_of(n.name.view(), {"unnest"}) && list && list->count == 1 && (*list)[0].kind == kind::array;
  if (unnest) {
    std::string sql;
    bindings parts;
    auto const& items = (*list)[0];
    if (items.count == 0 || items.count > 8) return t.impossible(n, "a list of so many items has no equivalent");
    for (std::size_t i = 0; i < items.count; ++i) {
      sql += (i == 0 ? "SELECT " : " UNION ALL SELECT ") + std::string(1, static_cast<char>('a' + i)) + (i == 0 ? " AS " + column : "");
      parts.emplace_back(items[i]);
    }
    return t.write_query(sql, parts);
  }
  return t.impossible(n, t.target_title() + " has no equivalent of the function " + std::string(n.name.view()) + " as a source");
}

inline node* table_function(translation& t, node const& n, node const* names, std::string_view alias) {
  bool const series_here = translation::is_strict(t.to);
  auto const own_name = t.from == dialect::sqlite                    ? std::string("value")
                        : alias.empty() || t.from == dialect::duckdb ? std::string(n.name.view())
                                                                     : std::string(alias);
  if (auto const s = series_of(t, n); s && series_here) {
    bool const range_to_postgres = s->excludes_last && t.to == dialect::postgres;
    auto& made = t.make(kind::table);
    made.name = t.word("generate_series");
    std::vector<node*> arguments;
    arguments.push_back(s->first ? t.value(*s->first) : t.number_literal("0"));
    arguments.push_back(range_to_postgres ? t.write("a - 1", {*s->last}) : t.value(*s->last));
    if (s->step) arguments.push_back(t.value(*s->step));
    if (s->excludes_last && t.to == dialect::duckdb) made.name = t.word("range");
    t.target().set_children(made, std::array<node*, 1>{&t.make(kind::list, arguments)});
    if (names) return &made;
    auto& column = t.make(kind::name);
    column.name = t.given_name(own_name);
    auto& all = t.make(kind::alias, {&made, &t.make(kind::names, {&column})});
    all.name = t.given_name(alias.empty() ? n.name.view() : alias);
    return &all;
  }
  if (series_here && translation::is_strict(t.from) && is_one_of(n.name.view(), {"unnest"})) return t.like(n, {t.around(n[0])});
  return &t.make(kind::subquery, {query_of_function(t, n, names, own_name)});
}

// ---- names of columns after an alias

/// Names the result columns of a query by `names`.
inline bool name_outputs(translation& t, node& query, node const& names) {
  auto* const first = query.find(kind::select);
  auto* const columns = first ? first->find(kind::columns) : nullptr;
  if (!columns || columns->count < names.count || columns->find(kind::star)) return false;
  for (std::size_t i = 0; i < names.count; ++i) {
    auto* item = columns->items[i];
    if (item->kind == kind::alias) item = item->items[0];
    columns->items[i] = aliased(t, item, t.given_name(names[i].name.view()));
  }
  return true;
}

inline bool has_column_names(dialect d) { return translation::is_strict(d); }

inline node* alias_of_source(translation& t, node const& n) {
  auto const* const names = n.count == 2 ? &n[1] : nullptr;
  auto const& inner = n[0];
  if (inner.kind == kind::table && inner.find(kind::list)) {
    auto* const made = table_function(t, inner, names, n.name.view());
    if (made->kind == kind::alias) return made;
    if (!names || made->kind == kind::subquery) return aliased(t, made, t.given_name(n.name.view()));
    auto* const all = &t.make(kind::alias, {made, t.around(*names)});
    all->name = t.given_name(n.name.view());
    return all;
  }
  auto* made = source_of(t, inner);
  if (made->kind == kind::alias) made = made->items[0];  // a generated alias
  if (!names) return aliased(t, made, t.given_name(n.name.view()));
  if (has_column_names(t.to)) {
    std::vector<node*> all;
    for (auto const* name : names->children()) {
      auto& one = t.make(kind::name);
      one.name = t.given_name(name->name.view());
      all.push_back(&one);
    }
    auto& both = t.make(kind::alias, {made, &t.make(kind::names, all)});
    both.name = t.given_name(n.name.view());
    return &both;
  }
  if (made->kind == kind::subquery && name_outputs(t, *made->items[0], *names)) return aliased(t, made, t.given_name(n.name.view()));
  return t.impossible(n, t.target_title() + " has no column names after an alias");
}

inline node* source_of(translation& t, node const& n) {
  switch (n.kind) {
    case kind::alias: return alias_of_source(t, n);
    case kind::indexed:
      if (t.from != t.to) t.kept(n, "the hint for an index is left out");
      return t.from == t.to ? t.like(n, {source_of(t, n[0])}) : source_of(t, n[0]);
    case kind::sample: return t.impossible(n, t.target_title() + " has no equivalent of this sample");
    case kind::from: {
      std::vector<node*> parts;
      for (auto const* child : n.children()) parts.push_back(t.raw(*child));
      return t.like(n, parts);
    }
    case kind::subquery: {
      auto* const query = t.whole_query(n[0]);
      auto& made = t.make(kind::subquery, {query});
      if (n.has(flag::lateral)) {
        if (t.to == dialect::sqlite) return t.impossible(n, "SQLite has no LATERAL");
        if (t.to == dialect::mysql) t.nearly(n, "MariaDB has no LATERAL, MySQL has it");
        made.set(flag::lateral);
      }
      return needs_alias(t.to) ? aliased(t, &made, t.given_name(t.free_name("rows"))) : &made;
    }
    default: break;
  }
  if (n.find(kind::list)) {
    auto* const made = table_function(t, n, nullptr, {});
    return made->kind == kind::subquery ? aliased(t, made, t.given_name(n.name.view())) : made;
  }
  return named_table(t, n);
}

// ---- joins

inline bool is_condition(node const& n) noexcept { return n.kind == kind::on || n.kind == kind::using_columns; }

inline node* join_condition(translation& t, node const& n) {
  if (n.kind == kind::using_columns) {
    std::vector<node*> names;
    for (auto const* name : n.children()) {
      auto& made = t.make(kind::name);
      auto const* const use = t.types.use_of(*name);
      made.name =
          use && use->base.column ? t.stored_name(use->base.column->name, &name->name) : t.stored_name(name->name.view(), &name->name);
      names.push_back(&made);
    }
    return &t.make(kind::using_columns, names);
  }
  auto const before = t.scope ? std::exchange(t.scope->where, clause::on) : clause::on;
  auto* const made = &t.make(kind::on, {t.truth(n[0])});
  if (t.scope) t.scope->where = before;
  return made;
}

/// Replaces DuckDB's SEMI and ANTI JOIN by EXISTS.
inline void exists_instead(translation& t, node const& n) {
  auto* const source = source_of(t, n[0]);
  auto* const query = t.write_query("SELECT 1 FROM x WHERE TRUE", {});
  auto& select = *query->find(kind::select);
  select.find(kind::from)->items[0] = source;
  if (n.count > 1 && n[1].kind == kind::on) {
    select.find(kind::where)->items[0] = t.truth(n[1][0]);
  } else {
    t.note(fidelity::impossible, n, t.target_title() + " has no SEMI or ANTI JOIN, and this one has no condition");
  }
  auto* const exists = &t.make(kind::exists, {query});
  t.scope->conditions.push_back(n.has(flag::anti) ? t.prefix(op::not_, exists) : exists);
}

inline node* join_of(translation& t, node const& n) {
  bool const conditioned = n.count > 1;
  bool const special = n.has(flag::asof) || n.has(flag::positional);
  if (special && t.to != dialect::duckdb) {
    t.note(fidelity::impossible, n, t.target_title() + " has no " + (n.has(flag::asof) ? "ASOF" : "POSITIONAL") + " JOIN");
  }
  if (n.has(flag::full) && t.to == dialect::mysql) t.note(fidelity::impossible, n, "MySQL has no FULL JOIN");
  std::vector<node*> parts{source_of(t, n[0])};
  if (conditioned) parts.push_back(join_condition(t, n[1]));
  auto& made = t.make(kind::join, parts);
  made.flags = n.flags;
  if (n.has(flag::keyword)) made.clear(flag::keyword);
  bool const sided = n.has(flag::left) || n.has(flag::right) || n.has(flag::full);
  if (conditioned && (n.has(flag::comma) || n.has(flag::cross))) made.clear(flag::comma), made.clear(flag::cross);
  if (!conditioned && !n.has(flag::natural) && !n.has(flag::comma) && !special) {
    if (sided)
      t.target().set_children(
          made,
          std::array<node*, 2>{parts[0], &t.make(kind::on, {t.to == dialect::sqlite ? t.number_literal("1") : t.truth_literal(true)})});
    else if (t.to != dialect::sqlite || n.has(flag::inner))
      made.clear(flag::inner), made.set(flag::cross);
  }
  return &made;
}

/// Commas bind looser than JOIN, except in SQLite: there the left side of each join is everything before it.
inline void make_commas_joins(translation& t, node const& from, std::vector<node*> const& made) {
  bool joined = false;
  for (std::size_t i = from.count; i-- > 1;) {
    bool const comma = from[i].has(flag::comma) && from[i].count == 1;
    bool const made_comma = i < made.size() && made[i] && made[i]->kind == kind::join && made[i]->has(flag::comma);
    if (comma && joined && made_comma && t.from == dialect::sqlite && t.to != dialect::sqlite)
      made[i]->clear(flag::comma), made[i]->set(flag::cross);
    joined = joined || !comma;
  }
}

inline node* from_of(translation& t, node const& n) {
  bool const dual = n.count == 1 && n[0].kind == kind::table && text::same(n[0].name.view(), "dual") && t.from == dialect::mysql;
  if (dual) return nullptr;
  std::vector<node*> parts;
  for (std::size_t i = 0; i < n.count; ++i) {
    auto const& child = n[i];
    if (child.kind == kind::join && (child.has(flag::semi) || child.has(flag::anti)) && t.to != dialect::duckdb) {
      exists_instead(t, child);
      parts.push_back(nullptr);
      continue;
    }
    parts.push_back(child.kind == kind::join ? join_of(t, child) : source_of(t, child));
  }
  make_commas_joins(t, n, parts);
  parts.erase(std::remove(parts.begin(), parts.end(), nullptr), parts.end());
  auto& made = t.make(kind::from, parts);
  return &made;
}

}  // namespace t2s::sql::detail::transpiling

#endif
