// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_RESOLVE_EXPAND_HPP
#define T2S_SQL_DETAIL_RESOLVE_EXPAND_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/detail/resolve/catalogue.hpp"
#include "t2s/sql/detail/resolve/spans.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sql::detail::resolving {

/// The first pass: finds the sources of every select, the columns that joins share, the columns of stars, and the names of result columns.
class expander {
 public:
  expander(query const& q, schema::database const& d, model& m, findings& f, std::vector<resolved_table>& tables)
      : model_(m), found_(f), tables_(tables), dialect_(d.sql_dialect()), catalogue_(d, m), spans_(q) {}

  body& statement(node const& q) {
    height_left_ -= q.height;
    return body_of(q, nullptr);
  }

 private:
  static constexpr std::size_t most_columns = 2000;          // SQLite's limit for one select
  static constexpr std::size_t most_star_columns = 1000000;  // of all selects together; limits the memory
  static constexpr std::size_t most_sources = 64;
  static constexpr std::int64_t most_height = 4000;  // of trees nested through CTEs

  // ---- statements

  body& body_of(node const& q, environment* env) {
    auto& b = start(q);
    env = with(b, q, env);
    for (auto i = b.members.size(); i-- > 0;) select(b.members[i], env);
    tail(q, env);
    publish(b, nullptr);
    return b;
  }

  body& start(node const& q) {
    auto& b = model_.add_body(q);
    for (auto const* child : q.children())
      if (child->kind == kind::select || child->kind == kind::values || child->kind == kind::subquery) b.members.emplace_back().at = child;
    return b;
  }

  void tail(node const& q, environment* env) {
    for (auto const* child : q.children())
      if (child->kind == kind::order_by || child->kind == kind::limit) expression(*child, env);
  }

  void select(member& m, environment* env) {
    if (m.at->kind == kind::values) return values(m, env);
    if (m.at->kind == kind::subquery) return bracketed(m, env);
    if (auto const* from = m.at->find(kind::from)) sources(m, *from, env);
    results(m);
    found_.end_if_any(stage::expanding);
    for (auto const* child : m.at->children())
      if (child->kind != kind::from) expression(*child, env);
    conditions(m, env);
  }

  void conditions(member const& m, environment* env) {
    for (auto const& s : m.sources) {
      if (s.join)
        if (auto const* on = s.join->find(kind::on)) expression(*on, env);
      if (s.arguments) expression(*s.arguments, env);
    }
  }

  /// A member in brackets, SELECT * FROM (that query): other dialects have it, SQLite does not.
  void bracketed(member& m, environment* env) {
    auto& b = body_of((*m.at)[0], env);
    push(m, {{}, &b.relation, &b, m.at, nullptr, nullptr, none, {}});
    star(m, *m.at, nullptr);
  }

  void values(member& m, environment* env) {
    for (auto const* row : m.at->children()) expression(*row, env);
    for (auto const* value : (*m.at)[0].children()) {
      auto& o = m.outputs.emplace_back();
      o.at = value;
      if (value->kind == kind::column) o.name = value->name.view();
    }
  }

  void expression(node const& n, environment* env) {
    if (is_dropped(n)) return;
    if (n.kind == kind::query) return void(body_of(n, env));
    if (n.kind == kind::in && n[1].kind == kind::table) table_after_in(n[1], env);
    if (n.kind == kind::like) expression(n[1], env);  // `a LIKE b` is like(b, a)
    for (auto const* child : n.children())
      if (n.kind != kind::like || child != &n[1]) expression(*child, env);
  }

  static member& only_member(body& b) {
    auto& m = b.members.emplace_back();
    m.at = b.at;
    return m;
  }

  void table_after_in(node const& table, environment* env) {
    auto& m = only_member(model_.add_body(table));
    add_table(m, table, {}, nullptr, env);
    for (std::uint32_t i = 0; i < m.sources.size(); ++i) star(m, table, {});
  }

  // ---- CTEs

  static environment* with(body& b, node const& q, environment* around) {
    auto const* const clause = q.find(kind::with);
    if (!clause) return around;
    auto& e = b.with;
    e.around = around;
    for (auto const* at : clause->children()) {
      auto& c = e.ctes.emplace_back();
      c.at = at;
      c.visible = &e;
      e.names.add(at->name.view());
    }
    return &e;
  }

  void define(cte& c) {
    auto const& q = (*c.at)[c.at->count - 1];
    c.now = cte::state::open;
    height_left_ -= q.height;
    auto& b = start(q);
    c.body = &b;
    if (height_left_ < 0) {
      complain(errc::statement_too_long, "common table expressions are nested too deeply", c.at->name.view(), *c.at);
      b.relation.open = true;
    } else {
      define(c, b, q);
    }
    height_left_ += q.height;
    c.now = cte::state::done;
  }

  void define(cte& c, body& b, node const& q) {
    auto* const env = with(b, q, c.visible);
    auto const first = first_recursive(c, b);
    for (auto i = first; i-- > 0;) select(b.members[i], env);
    publish(b, c.at);
    for (auto i = b.members.size(); i-- > first;) select(b.members[i], env);
    tail(q, env);
  }

  /// The first member that names the CTE itself in its FROM clause; all later ones do too. The columns are known from the earlier members.
  static std::size_t first_recursive(cte& c, body& b) {
    auto first = b.members.size();
    auto const set = b.members.back().at->op;
    if (set != op::union_ && set != op::union_all) return first;
    while (first > 1 && b.members[first - 1].at->op == set && names_itself(c, *b.members[first - 1].at)) {
      --first;
      b.members[first].recursive = &c;
    }
    return first;
  }

  static bool names_itself(cte const& c, node const& select) {
    auto const* const from = select.kind == kind::select ? select.find(kind::from) : nullptr;
    return from && names_itself_in(c, *from);
  }

  static bool names_itself_in(cte const& c, node const& from) {
    for (std::size_t i = 0; i < from.count; ++i) {
      auto const* s = from[i].kind == kind::join ? &from[i][0] : &from[i];
      if (i == 0 && s->kind == kind::from && names_itself_in(c, *s)) return true;
      while (s->kind == kind::alias || s->kind == kind::indexed) s = &(*s)[0];
      if (s->kind == kind::table && s->qualifier.empty() && text::same(s->name.view(), c.at->name.view())) return true;
    }
    return false;
  }

  // ---- FROM

  void sources(member& m, node const& from, environment* env) {
    add_sources(m, from, nullptr, env);
    for (std::size_t i = 1; i < m.sources.size(); ++i) share_columns(m, i);
  }

  /// Brackets around the first source mean nothing; later ones make a select of their own, whose names stay visible.
  void add_sources(member& m, node const& from, node const* first_join, environment* env) {
    for (std::size_t i = 0; i < from.count; ++i) {
      bool const joined = from[i].kind == kind::join;
      auto const* const join = joined ? &from[i] : i == 0 ? first_join : nullptr;
      if (join) m.has_right_join = m.has_right_join || join->has(flag::right) || join->has(flag::full);
      source(m, joined ? from[i][0] : from[i], {}, join, env);
    }
  }

  void source(member& m, node const& n, std::string_view alias, node const* join, environment* env) {
    switch (n.kind) {
      case kind::alias: return aliased(m, n, join, env);
      case kind::indexed: return source(m, n[0], alias, join, env);
      case kind::sample: return source(m, n[0], alias, join, env);
      case kind::from:
        if (alias.empty() && m.sources.empty()) return add_sources(m, n, join, env);
        if (n.count == 1) return source(m, without_alias(n[0]), alias, join, env);
        return in_brackets(m, n, alias, join, env);
      case kind::subquery: {
        auto& b = body_of(n[0], env);
        return add(m, {alias, &b.relation, &b, &n, join, nullptr, none, {}}, {&n, {}, alias, source_kind::subquery, nullptr});
      }
      default: return add_table(m, n, alias, join, env);
    }
  }

  void aliased(member& m, node const& n, node const* join, environment* env) {
    auto const before = m.sources.size();
    source(m, n[0], n.name.view(), join, env);
    if (n.count == 2 && m.sources.size() > before) rename(m.sources.back(), n[1]);
  }

  /// `AS t (a, b)`, which SQLite does not have.
  void rename(resolving::source& s, node const& names) {
    auto& r = model_.add_relation();
    for (auto const& c : s.relation->columns) r.columns.push_back(c);
    r.open = s.relation->open && !r.columns.empty();
    r.has_rowid = false;
    while (r.columns.size() < names.count && s.relation->open) r.columns.push_back({});
    for (std::size_t i = 0; i < names.count && i < r.columns.size(); ++i) r.columns[i].name = names[i].name.view();
    s.relation = &r;
  }

  // SQLite forgets the inner alias in `a JOIN (b AS x)`.
  static node const& without_alias(node const& n) { return n.kind == kind::alias ? n[0] : n; }

  void in_brackets(member& outer, node const& n, std::string_view alias, node const* join, environment* env) {
    auto& b = model_.add_body(n);
    auto& m = only_member(b);
    sources(m, n, env);
    star_in_brackets(m);
    conditions(m, env);
    publish(b, nullptr);
    b.relation.in_brackets = true;
    push(outer, {alias, &b.relation, &b, &n, join, nullptr, none, {}});
  }

  void add_table(member& m, node const& n, std::string_view alias, node const* join, environment* env) {
    auto const name = n.name.view();
    auto const* const list = n.find(kind::list);
    resolved_table as{&n, name, alias, list ? source_kind::function : source_kind::table, nullptr};
    resolving::source s{as.visible_name(), nullptr, nullptr, &n, join, list, none, {}};
    if (auto* const c = n.qualifier.empty() ? environment::find(env, name) : nullptr) {
      as.what = source_kind::cte;
      if (list) complain(errc::no_such_function, concat({"'", name, "' is not a function"}), name, n);
      refer(m, *c, s);
    } else {
      s.relation = catalogue_.find(n.qualifier.view(), name);
      if (s.relation && s.relation->table && !is_spelled(n.name, s.relation->table->name, dialect_)) s.relation = nullptr;
      if (s.relation) as.table = s.relation->table;
      check_table(s, n, list);
    }
    if (!s.relation) s.relation = &unknown();
    add(m, std::move(s), as);
  }

  void check_table(resolving::source const& s, node const& n, node const* list) {
    auto const name = n.name.view();
    auto const full = n.qualifier.empty() ? std::string(name) : concat({n.qualifier.view(), ".", name});
    if (!s.relation) return complain(errc::no_such_table, concat({"no such table: ", full}), full, n);
    auto const* const t = s.relation->table;
    if (list && !t) check_arguments(s, *list);
    if (list && t && !s.relation->open) complain(errc::no_such_function, concat({"'", name, "' is not a function"}), name, n);
    if (t && t->is_view && !t->note.empty()) complain(code_of_note(t->note), t->note, name, n);
  }

  void check_arguments(resolving::source const& s, node const& list) {
    std::size_t hidden = 0;
    for (auto const& c : s.relation->columns) hidden += c.hidden ? 1U : 0U;
    if (s.relation->open || list.count <= hidden) return;
    found_.add(stage::coding, errc::wrong_argument_count,
               concat({"too many arguments on ", s.at->name.view(), "() - max ", std::to_string(hidden)}), s.at->name.view(), *s.at);
  }

  static errc code_of_note(std::string_view note) {
    if (note.starts_with("no such table")) return errc::no_such_table;
    if (note.starts_with("no such column")) return errc::no_such_column;
    return errc::sql_failed;
  }

  void refer(member& m, cte& c, resolving::source& s) {
    if (c.now == cte::state::unseen) define(c);
    if (c.now == cte::state::open && m.recursive != &c) {
      complain(errc::sql_failed, concat({"circular reference: ", c.at->name.view()}), c.at->name.view(), *s.at);
      return;
    }
    if (c.now == cte::state::open) {
      for (auto const& other : m.sources)
        if (other.from == c.body)
          complain(errc::sql_failed, concat({"multiple references to recursive table: ", c.at->name.view()}), c.at->name.view(), *s.at);
    }
    s.from = c.body;
    s.relation = &c.body->relation;
  }

  relation& unknown() {
    auto& r = model_.add_relation();
    r.open = true;
    return r;
  }

  void add(member& m, resolving::source s, resolved_table const& as) {
    s.table = static_cast<std::uint32_t>(tables_.size());
    tables_.push_back(as);
    push(m, std::move(s));
  }

  /// SQLite counts the sources only when it generates code. Here the rest is omitted, so that looking up names stays cheap.
  void push(member& m, resolving::source s) {
    if (m.sources.size() < most_sources) return m.sources.push_back(std::move(s));
    if (std::exchange(m.is_cut, true)) return;
    complain(errc::statement_too_long, "at most 64 tables in a join", {}, *s.at);
  }

  // ---- USING and NATURAL

  void share_columns(member& m, std::size_t i) {
    auto& right = m.sources[i];
    if (!right.join) return;
    auto const* const list = right.join->find(kind::using_columns);
    if (right.join->has(flag::natural)) {
      if (right.join->count > 1) return complain(errc::sql_failed, "a NATURAL join may not have an ON or USING clause", {}, *right.join);
      for (auto const& c : right.relation->columns)
        if (!c.hidden && left_owner(m, i, 0, c.name, true) != none) right.shared.push_back(c.name);
      for (auto const name : right.shared) check_shared(m, i, name, *right.join);
    } else if (list) {
      for (auto const* name : list->children()) right.shared.push_back(name->name.view());
      for (auto const* name : list->children()) check_shared(m, i, name->name.view(), *name);
    }
  }

  static std::uint32_t left_owner(member& m, std::size_t end, std::size_t begin, std::string_view name, bool skip_hidden = false) {
    for (auto i = begin; i < end; ++i) {
      auto& r = *m.sources[i].relation;
      auto const c = r.find(name);
      if (c != none && !(skip_hidden && r.columns[c].hidden)) return static_cast<std::uint32_t>(i);
    }
    return none;
  }

  void check_shared(member& m, std::size_t i, std::string_view name, node const& at) {
    bool right_open = m.sources[i].relation->open, left_open = false;
    for (std::size_t k = 0; k < i; ++k) left_open = left_open || m.sources[k].relation->open;
    auto owner = left_owner(m, i, 0, name);
    if ((m.sources[i].relation->find(name) == none && !right_open) || (owner == none && !left_open))
      return complain(errc::no_such_column, concat({"cannot join using column ", name, " - column not present in both tables"}), name, at);
    if (!m.has_right_join || owner == none) return;
    while ((owner = left_owner(m, i, owner + 1, name)) != none) {
      if (m.sources[owner].shares(name)) continue;
      found_.go_on(stage::expanding, errc::ambiguous_column, concat({"ambiguous reference to ", name, " in USING()"}), name, at);
      return;
    }
  }

  // ---- results

  void results(member& m) {
    auto const* const columns = m.at->find(kind::columns);
    if (!columns) return;
    std::vector<std::string_view> written;
    for (std::size_t i = 0; i < columns->count; ++i) {
      auto const& c = (*columns)[i];
      if (c.kind == kind::star) {
        star(m, c, c.qualifier.empty() ? nullptr : &c.qualifier);
        continue;
      }
      if (m.outputs.size() > most_columns) break;
      auto& o = m.outputs.emplace_back();
      o.named = c.kind == kind::alias;
      o.at = o.named ? &c[0] : &c;
      o.name = name_of_result(c, *m.at, i, written);
    }
    if (m.outputs.size() > most_columns) complain(errc::statement_too_long, "too many columns in result set", {}, *columns);
  }

  std::string_view name_of_result(node const& c, node const& select, std::size_t i, std::vector<std::string_view>& written) {
    if (c.kind == kind::alias) return c.name.view();
    auto const& plain = without_collation(c);
    if (plain.kind == kind::column && !text::same(plain.name.view(), "true") && !text::same(plain.name.view(), "false"))
      return plain.name.view();
    if (written.empty()) written = spans_.columns_of(select);
    return written.empty() ? std::string_view() : model_.keep(written[i]);
  }

  void star(member& m, node const& at, identifier const* qualifier) {
    if (m.sources.empty()) return complain(errc::no_such_table, "no tables specified", {}, at);
    bool seen = false;
    for (std::uint32_t i = 0; i < m.sources.size(); ++i) {
      auto const& s = m.sources[i];
      auto const& r = *s.relation;
      if (s.asks() || (qualifier && !r.in_brackets && !text::same(s.name, qualifier->view()))) continue;
      seen = seen || r.open;
      for (std::uint32_t c = 0; c < r.columns.size(); ++c) {
        auto const& column = r.columns[c];
        if (qualifier && r.in_brackets && (column.of_using || !text::same(column.owner, qualifier->view()))) continue;
        if (column.hidden || (!qualifier && column.no_expand) || is_excluded(at, column.name)) continue;
        seen = true;
        if (!qualifier && s.shares(column.name)) continue;
        if (!add_star_column(m, at, i, c)) return;
        if (at.count != 0) apply_star_modifiers(m.outputs.back(), at);
      }
    }
    if (!seen && qualifier) complain(errc::no_such_table, concat({"no such table: ", qualifier->view()}), qualifier->view(), at);
  }

  // DuckDB's `* EXCLUDE (a) REPLACE (b + 1 AS b) RENAME (c AS d)`

  static bool is_excluded(node const& star, std::string_view name) {
    if (star.kind != kind::star || star.count == 0) return false;
    auto const* const names = star.find(kind::names);
    return names && t2s::detail::any_of(names->children(), [&](node const* n) { return text::same(n->name.view(), name); });
  }

  static void apply_star_modifiers(output& o, node const& star) {
    for (auto const* changes : star.children()) {
      if (changes->kind != kind::columns) continue;
      for (auto const* change : changes->children()) {
        bool const renames = changes->has(flag::keyword);
        if (!text::same(renames ? (*change)[0].name.view() : change->name.view(), o.name)) continue;
        o.name = change->name.view();
        if (renames) continue;
        o.at = &(*change)[0];
        o.source = o.column = none;
      }
    }
  }

  bool add_star_column(member& m, node const& at, std::uint32_t source, std::uint32_t column) {
    if (m.outputs.size() > most_columns || ++star_columns_ > most_star_columns) {
      if (star_columns_ == most_star_columns + 1)
        complain(errc::statement_too_long, "too many columns in the result sets of all selects", {}, at);
      return false;
    }
    auto& o = m.outputs.emplace_back();
    o.name = m.sources[source].relation->columns[column].name;
    o.at = &at;
    o.named = true;
    o.source = source;
    o.column = column;
    return true;
  }

  /// The columns of a join in brackets: for each table first those that the next join shares, then all of its own.
  void star_in_brackets(member& m) {
    for (std::uint32_t i = 0; i < m.sources.size(); ++i) {
      auto const& s = m.sources[i];
      std::vector<std::string_view> next;
      if (i + 1 < m.sources.size()) next = m.sources[i + 1].shared;
      for (auto const name : next)
        if (auto const c = s.relation->find(name); c != none && add_star_column(m, *m.at, i, c)) m.outputs.back().of_using = true;
      for (std::uint32_t c = 0; c < s.relation->columns.size(); ++c) {
        if (!add_star_column(m, *m.at, i, c)) return;
        auto const& from = s.relation->columns[c];
        auto& o = m.outputs.back();
        bool const shared = s.shares(from.name) || (i + 1 < m.sources.size() && m.sources[i + 1].shares(from.name));
        o.no_expand = shared || from.no_expand;
        o.of_using = from.of_using;
        o.owner = s.relation->in_brackets ? from.owner : s.name;
        if (s.relation->in_brackets) o.name = from.plain;
      }
    }
  }

  /// Makes the result of a body a relation in which each column has its own name.
  void publish(body& b, node const* cte) {
    auto& r = b.relation;
    auto const& outputs = b.members.front().outputs;
    auto const* const names = cte ? cte->find(kind::names) : nullptr;
    if (names && names->count != outputs.size() && !stars_over_unknown(b.members.front()))
      complain(errc::sql_failed,
               concat({"table ", cte->name.view(), " has ", std::to_string(outputs.size()), " values for ", std::to_string(names->count),
                       " columns"}),
               cte->name.view(), *cte);
    r.has_rowid = !cte;
    r.open = stars_over_unknown(b.members.front());
    by_name taken;
    auto const count = names ? names->count : outputs.size();
    for (std::size_t i = 0; i < count; ++i) {
      auto const plain = names ? (*names)[i].name.view() : outputs[i].name;
      auto& c = r.columns.emplace_back();
      c.plain = plain;
      c.name = unique(plain, i, taken);
      if (i >= outputs.size()) continue;
      c.no_expand = outputs[i].no_expand;
      c.of_using = outputs[i].of_using;
      c.owner = outputs[i].owner;
    }
  }

  static bool stars_over_unknown(member const& m) {
    bool const is_star = m.at->kind == kind::from || m.at->kind == kind::table || m.at->kind == kind::subquery;
    auto const* const columns = m.at->kind == kind::select ? m.at->find(kind::columns) : nullptr;
    if (!is_star && !(columns && columns->find(kind::star))) return false;
    return t2s::detail::any_of(m.sources, [](resolving::source const& s) { return s.relation->open; });
  }

  /// Renames a second "a" to "a:1".
  std::string_view unique(std::string_view name, std::size_t i, by_name& taken) {
    auto base = name.empty() ? concat({"column", std::to_string(i + 1)}) : std::string(name);
    auto const lower = text::lower(base);
    auto const [last, is_new] = taken.add(lower);
    if (is_new) return name.empty() ? model_.keep(base) : name;
    for (auto n = last + 1;; ++n) {
      auto numbered = concat({base, ":", std::to_string(n)});
      if (!taken.add(text::lower(numbered)).second) continue;
      taken.set(lower, n);
      return model_.keep(numbered);
    }
  }

  void complain(errc code, std::string message, std::string_view subject, node const& at) {
    found_.add(stage::expanding, code, std::move(message), subject, at);
  }

  model& model_;
  findings& found_;
  std::vector<resolved_table>& tables_;
  dialect dialect_;
  catalogue catalogue_;
  spans spans_;
  std::size_t star_columns_ = 0;
  std::int64_t height_left_ = most_height;
};

}  // namespace t2s::sql::detail::resolving

#endif
