// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_IPP
#define T2S_SQL_DETAIL_TRANSPILE_IPP

#include "t2s/sql/detail/transpile/calls.hpp"
#include "t2s/sql/detail/transpile/casts.hpp"
#include "t2s/sql/detail/transpile/collations.hpp"
#include "t2s/sql/detail/transpile/compare.hpp"
#include "t2s/sql/detail/transpile/compounds.hpp"
#include "t2s/sql/detail/transpile/literals.hpp"
#include "t2s/sql/detail/transpile/mixed.hpp"
#include "t2s/sql/detail/transpile/server.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/transpile.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::sql {

namespace detail::transpiling {

/// The comparisons of a CASE's base with each WHEN. The base is translated once if all of them translate it alike.
struct case_tests {
  node* base{};
  std::vector<node*> tests{};
};

inline case_tests tests_of(translation& t, node const& n) {
  case_tests made;
  std::vector<sides> all;
  bool alike = true;
  for (auto const* child : n.children()) {
    if (child->kind != kind::when) continue;
    auto const& s = all.emplace_back(sides_of(t, op::eq, n[0], (*child)[0]));
    if (s.instead) continue;
    if (!made.base) made.base = s.left;
    alike = alike && *made.base == *s.left;
  }
  if (!made.base) made.base = t.value(n[0]);
  for (auto const& s : all)
    made.tests.push_back(alike ? (s.instead ? t.null() : s.right) : s.instead ? s.instead : t.operation(op::eq, s.left, s.right));
  if (!alike) made.base = nullptr;
  return made;
}

inline node* case_of(translation& t, node const& n) {
  bool const based = n[0].kind != kind::when;
  auto const made = based ? tests_of(t, n) : case_tests{};
  std::vector<node*> parts;
  if (made.base) parts.push_back(made.base);
  std::size_t place = 0;
  for (auto const* child : n.children()) {
    if (child->kind == kind::when) {
      auto* const test = based ? made.tests[place++] : t.truth((*child)[0]);
      parts.push_back(&t.make(kind::when, {test, t.number_or_value((*child)[1])}));
    }
    if (child->kind == kind::else_) parts.push_back(&t.make(kind::else_, {t.number_or_value((*child)[0])}));
  }
  return &t.make(kind::case_, parts);
}

inline node* collate_of(translation& t, node const& n) {
  if (t.from == t.to) return t.around(n);
  auto const name = text::lower(n.name.view());
  bool const binary = name == "binary" || name == "c" || name == "posix" || name.ends_with("_bin") || name == "ucs_basic";
  bool const nocase = name == "nocase" || name.ends_with("_ci") || name.starts_with("nocase");
  if (binary) {
    switch (t.to) {
      case dialect::postgres: return t.write("a COLLATE \"C\"", {n[0]});
      case dialect::mysql: return t.write("a COLLATE utf8mb4_bin", {n[0]});
      default: return t.value(n[0]);
    }
  }
  if (nocase) {
    if (t.to == dialect::sqlite || t.to == dialect::duckdb) return t.write("a COLLATE NOCASE", {n[0]});
    if (t.to == dialect::mysql && t.from != dialect::mysql) {
      t.nearly(n, "COLLATE NOCASE ignores the case of letters, utf8mb4_general_ci also their accents and blanks at the end");
      return t.write("a COLLATE utf8mb4_general_ci", {n[0]});
    }
    t.nearly(n, "COLLATE NOCASE becomes lower(): the other side of a comparison must be in lower case, too");
    return t.write("lower(a_text)", {n[0]});
  }
  if (name == "rtrim") return t.write("rtrim(a)", {n[0]});
  return t.impossible(n, t.target_title() + " has no collation " + std::string(n.name.view()));
}

inline node* argument_of(translation& t, node const& n) {
  if (n.count == 0) return t.as_it_stands(n);
  return t.around(n);
}

/// Kinds of nodes, apart from calls, that a row may match.
inline bool may_have_row(node const& n) {
  return n.kind == kind::operation || n.kind == kind::cast || n.kind == kind::subscript || n.kind == kind::prefix;
}

inline node* dispatched(translation& t, node const& n) {
  bool known = false;
  if (t.from != t.to && may_have_row(n))
    if (auto* const made = by_rows(t, n, known)) return made;
  switch (n.kind) {
    case kind::column: return column_of(t, n);
    case kind::number: return number_of(t, n);
    case kind::string: return string_of(t, n);
    case kind::blob: return blob_of(t, n);
    case kind::null: return t.null();
    case kind::parameter: return parameter_of(t, n);
    case kind::now: return now_of(t, n);
    case kind::operation: return operation_of(t, n);
    case kind::prefix: return prefix_of(t, n);
    case kind::like: return match_of(t, n);
    case kind::between: return between_of(t, n);
    case kind::in: return in_of(t, n);
    case kind::exists: return &t.make(kind::exists, {t.whole_query(n[0])});
    case kind::case_: return case_of(t, n);
    case kind::cast: return cast_of(t, n);
    case kind::collate: return collate_of(t, n);
    case kind::call: return call_of_function(t, n);
    case kind::subquery: return scalar_subquery(t, n);
    case kind::query: return t.whole_query(n);
    case kind::row:
    case kind::list:
    case kind::bound: return without_keyword(t, n);
    case kind::argument: return argument_of(t, n);
    case kind::join: return join_of(t, n);
    case kind::alias:
    case kind::table:
    case kind::indexed:
    case kind::sample:
    case kind::from: return source_of(t, n);
    case kind::star: return t.as_it_stands(n);
    case kind::array: return array_of(t, n);
    case kind::subscript:
    case kind::field:
    case kind::struct_:
    case kind::entry:
    case kind::lambda:
    case kind::comprehension:
      if (t.from == t.to) return t.around(n);
      return structure_of(t, n);
    default: return t.around(n);
  }
}

inline node* translation::raw(node const& n) {
  if (is_too_large(n)) return null();
  auto const title = std::exchange(read_as, {});
  if (is_mixed()) {
    auto* const part = mixed_part(*this, n);
    read_as = title;
    return part;
  }
  auto* const s = scope;
  if (!s) {
    auto* const alone = dispatched(*this, n);
    read_as = title;
    return alone;
  }
  ++s->depth;
  bool const group =
      s->checks_columns && s->inside_aggregate == 0 && n.kind != kind::column && !s->grouped.empty() && is_grouped(*this, *s, n);
  bool const checked = std::exchange(s->checks_columns, s->checks_columns && !group);
  auto* const made = dispatched(*this, n);
  s->checks_columns = checked;
  --s->depth;
  read_as = title;
  return made;
}

inline transpiled finished(translation& t, node* root) {
  transpiled done;
  bool const too_large = t.is_too_large(t.source.root()) || t.is_too_large_a_tree(*root);
  done.notes = std::move(t.notes());
  auto const before = [](transpile_note const& a, transpile_note const& b) { return a.offset < b.offset; };
  for (auto i = done.notes.begin(); i != done.notes.end(); ++i)  // clang warns about what std::stable_sort uses
    std::rotate(std::upper_bound(done.notes.begin(), i, *i, before), i, i + 1);
  bool const impossible = std::any_of(done.notes.begin(), done.notes.end(), [](auto const& n) { return n.how == fidelity::impossible; });
  if (too_large || (impossible && !t.options().despite_impossible)) return done;
  auto sql = print(*root, {.dialect = t.to});
  if (auto parsed = parse(sql, {.grammar = t.target_grammar(), .max_nesting = 1000, .max_height = 100000})) {
    done.result = *std::move(parsed);
  } else if (!impossible) {
    done.notes.push_back(
        {fidelity::impossible, 0, "the translation does not parse as " + t.target_title() + ": " + to_string(parsed.error())});
  }
  return done;
}

}  // namespace detail::transpiling

T2S_DECL std::string_view name_of(fidelity f) noexcept {
  return f == fidelity::kept ? "kept" : f == fidelity::nearly ? "nearly" : "impossible";
}

T2S_DECL transpiled transpile(query const& q, grammar const& to, transpile_options const& how) {
  if (q.dialect() == to.dialect && !how.mixed) {
    transpiled same;
    if (auto parsed = parse(print(q), {.grammar = to, .max_nesting = 1000, .max_height = 100000})) same.result = *std::move(parsed);
    return same;
  }
  static schema::database const nothing;
  detail::resolving::analysis analysis(q, how.schema ? *how.schema : nothing);
  detail::transpiling::translation t(q, to, how, analysis);
  auto* const root = t.whole_query(q.root());
  if (!how.mixed) detail::transpiling::note_collations(t);
  return detail::transpiling::finished(t, root);
}

}  // namespace t2s::sql

#endif
