// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_RENDER_HPP
#define T2S_SQL_DETAIL_RENDER_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/detail/operators.hpp"

#include <string_view>

namespace t2s::sql::detail {

/// The spelling of the operator of an operation or a prefix.
inline std::string_view sign_of(node const& n) noexcept { return n.op == op::custom ? n.name.view() : text_of(n.op); }

/// Turns a tree back into words. The style decides how they look, which are omitted, and where redundant brackets stand:
///
///   word(text)  clause(text)  symbol(text)      keywords, those that begin a clause, operators
///   name(identifier)  literal(node)  function(identifier)  type(identifier)
///   operation(node)  join(node)  alias(node)    the operator of an operation, the words of a join, what follows an aliased thing
///   open(tight)  close()  comma()  dot()  open_index(tight)  close_index()  open_braces()  close_braces()  colon()  colons(type)
///   brackets(node, needed) -> how many pairs    conditions, qualifiers, short_casts (x::type): whether they are kept
template <class Style>
class renderer {
 public:
  renderer(Style& style, dialect d) noexcept : out(style), levels(precedence_of(d)), dialect_(d) {}

  void any(node const& n) {
    switch (n.kind) {
      case kind::query: return items(n);
      case kind::with: return with(n);
      case kind::cte: return cte(n);
      case kind::select: return select(n);
      case kind::values: return member(n, "VALUES"), list(n);
      case kind::alias: return alias(n);
      case kind::from: return bracketed(n);
      case kind::subquery: return subquery(n);
      case kind::join: return join(n);
      case kind::table: return table(n);
      case kind::indexed: return indexed(n);
      case kind::names: return out.open(true), list(n), out.close();
      case kind::name: return definition(n);
      case kind::on: return out.word("ON"), any(n[0]);
      case kind::using_columns: return using_columns(n);
      case kind::where: return out.clause("WHERE"), any(n[0]);
      case kind::group_by: return group_by(n);
      case kind::having: return out.clause("HAVING"), any(n[0]);
      case kind::order_by: return out.clause("ORDER BY"), list(n);
      case kind::partition_by: return out.word("PARTITION BY"), list(n);
      case kind::sort: return sort(n);
      case kind::limit: return limit(n);
      case kind::window_definition: return out.name(n.name), out.word("AS"), any(n[0]);
      case kind::window: return window(n);
      case kind::distinct_on: return out.word("ON"), list_in_brackets(n);
      case kind::sample: return sample(n);
      case kind::argument: return argument(n);
      case kind::window_name: return out.name(n.name);
      case kind::frame: return frame(n);
      case kind::bound: return bound(n);
      case kind::columns: return list(n);
      case kind::when: return out.word("WHEN"), any(n[0]), out.word("THEN"), any(n[1]);
      case kind::else_: return out.word("ELSE"), any(n[0]);
      case kind::filter: return filter(n);
      case kind::qualify: return out.clause("QUALIFY"), any(n[0]);
      default: return expression(n, level::or_);
    }
  }

 private:
  void items(node const& n, std::size_t from = 0) {
    for (std::size_t i = from; i < n.count; ++i) any(n[i]);
  }
  void list(node const& n, std::size_t from = 0) {
    for (std::size_t i = from; i < n.count; ++i) {
      if (i != from) out.comma();
      any(n[i]);
    }
  }
  template <class Content>
  void in_brackets(Content content) {
    out.open(false);
    content();
    out.close();
  }
  void list_in_brackets(node const& n) {
    in_brackets([&] { list(n); });
  }
  void bracketed(node const& n) {
    in_brackets([&] { items(n); });
  }

  // ---- statements

  void with(node const& n) {
    out.clause(n.has(flag::recursive) ? "WITH RECURSIVE" : "WITH");
    list(n);
  }

  void cte(node const& n) {
    out.name(n.name);
    if (n.count == 2) any(n[0]);
    out.word("AS");
    if (n.has(flag::materialized)) out.word("MATERIALIZED");
    if (n.has(flag::not_materialized)) out.word("NOT MATERIALIZED");
    in_brackets([&] { any(n[n.count - 1]); });
    verbatim(n.qualifier);
  }

  void member(node const& n, std::string_view first) {
    if (n.op != op::none) out.clause(text_of(n.op));
    out.clause(first);
  }

  void select(node const& n) {
    member(n, "SELECT");
    verbatim(n.name);
    quantifier(n);
    verbatim(n.qualifier);
    bool defines = false;
    for (auto const* child : n.children()) {
      if (child->kind == kind::from) {
        out.clause("FROM");
        items(*child);
        continue;
      }
      if (child->kind == kind::window_definition) defines ? out.comma() : out.clause("WINDOW");
      defines = child->kind == kind::window_definition;
      any(*child);
    }
  }

  void quantifier(node const& n) {
    if (n.has(flag::distinct)) out.word("DISTINCT");
    if (n.has(flag::all)) out.word("ALL");
  }

  void group_by(node const& n) {
    out.clause("GROUP BY");
    quantifier(n);
    list(n);
    if (n.has(flag::rollup)) out.word("WITH ROLLUP");
  }

  void alias(node const& n) {
    any(n[0]);
    out.alias(n);
    if (n.count == 2 && Style::qualifiers) any(n[1]);
  }

  /// Prints text that the tree keeps as written.
  void verbatim(identifier const& words) {
    if (Style::qualifiers && !words.empty()) out.word(words.view());
  }

  void definition(node const& n) {
    out.name(n.name);
    if (!n.qualifier.empty()) out.name(n.qualifier);
  }

  /// A member of a compound begins with its set operation.
  void subquery(node const& n) {
    if (n.op != op::none) out.clause(text_of(n.op));
    if (n.has(flag::lateral)) out.word("LATERAL");
    bracketed(n);
  }

  void join(node const& n) {
    out.join(n);
    any(n[0]);
    if (n.count == 2 && (Style::conditions || n[1].kind != kind::on)) any(n[1]);
  }

  void using_columns(node const& n) {
    out.word("USING");
    list_in_brackets(n);
    if (!n.name.empty() && Style::qualifiers) out.alias(n);
  }

  void table(node const& n) {
    if (n.has(flag::lateral)) out.word("LATERAL");
    if (n.has(flag::only)) out.word("ONLY");
    qualified(n);
    if (n.count == 0) return;
    out.open(true);
    list(n[0]);
    out.close();
    if (n.has(flag::ordinality)) out.word("WITH ORDINALITY");
  }

  void sample(node const& n) {
    if (n.count > 0) any(n[0]);
    if (n.count < 2) return verbatim(n.name);
    if (!n.has(flag::keyword)) out.word("TABLESAMPLE");
    any(n[1]);
    if (n.count < 3) return;
    out.word("REPEATABLE");
    in_brackets([&] { any(n[2]); });
  }

  void indexed(node const& n) {
    any(n[0]);
    if (!n.qualifier.empty()) return verbatim(n.qualifier);
    if (n.name.empty()) return out.word("NOT INDEXED");
    out.word("INDEXED BY");
    out.name(n.name);
  }

  void sort(node const& n) {
    any(n[0]);
    if (n.has(flag::ascending)) out.word("ASC");
    if (n.has(flag::descending)) out.word("DESC");
    verbatim(n.name);
    if (n.has(flag::nulls_first)) out.word("NULLS FIRST");
    if (n.has(flag::nulls_last)) out.word("NULLS LAST");
  }

  void limit(node const& n) {
    if (n.has(flag::all) || n.has(flag::with_ties) || n.has(flag::percent)) return other_limit(n);
    out.clause("LIMIT");
    if (n.has(flag::comma)) return any(n[1]), out.comma(), any(n[0]);
    any(n[0]);
    if (n.count == 2) out.word("OFFSET"), any(n[1]);
  }

  void other_limit(node const& n) {
    if (n.has(flag::percent)) out.clause("LIMIT"), any(n[0]), out.word("%");
    if (n.count == 2) out.clause("OFFSET"), any(n[1]);
    if (n.has(flag::percent)) return;
    if (n.has(flag::all)) return n.count == 2 ? void() : out.clause("LIMIT ALL");
    out.clause("FETCH FIRST");
    expression(n[0], level::atom);
    out.word("ROWS WITH TIES");
  }

  // ---- windows

  void window(node const& n) {
    out.open(false);
    if (!n.name.empty()) out.name(n.name);
    for (auto const* child : n.children()) {
      if (child->kind == kind::order_by)
        out.word("ORDER BY"), list(*child);
      else
        any(*child);
    }
    out.close();
  }

  void frame(node const& n) {
    out.word(text_of(n.op));
    if (n.count == 2) out.word("BETWEEN");
    any(n[0]);
    if (n.count == 2) out.word("AND"), any(n[1]);
    if (n.has(flag::exclude_no_others)) out.word("EXCLUDE NO OTHERS");
    if (n.has(flag::exclude_current_row)) out.word("EXCLUDE CURRENT ROW");
    if (n.has(flag::exclude_group)) out.word("EXCLUDE GROUP");
    if (n.has(flag::exclude_ties)) out.word("EXCLUDE TIES");
  }

  void bound(node const& n) {
    items(n);
    out.word(text_of(n.op));
  }

  void filter(node const& n) {
    out.word("FILTER");
    in_brackets([&] { out.word("WHERE"), any(n[0]); });
  }

  // ---- expressions

  void expression(node const& n, std::uint8_t least) {
    if (n.kind == kind::column && n.written == 0) return qualified(n);  // most are columns, which never need brackets
    auto const pairs = out.brackets(n, least > level::or_ && level_of(n) < least);
    for (unsigned i = 0; i < pairs; ++i) out.open(false);
    bare(n);
    for (unsigned i = 0; i < pairs; ++i) out.close();
  }

  void bare(node const& n) {
    switch (n.kind) {
      case kind::operation: return operation(n);
      case kind::prefix: return prefix(n);
      case kind::like: return like(n);
      case kind::between: return between(n);
      case kind::in: return in(n);
      case kind::collate: return collate(n);
      case kind::column: return qualified(n);
      case kind::star: return star(n);
      case kind::row: return row(n);
      case kind::array: return array(n);
      case kind::subscript: return subscript(n);
      case kind::field: return list_in_brackets(n), out.dot(), out.name(n.name);
      case kind::list: return row(n);
      case kind::exists: return out.word("EXISTS"), bracketed(n);
      case kind::case_: return out.word("CASE"), items(n), out.word("END");
      case kind::struct_: return structure(n);
      case kind::entry: return expression(n[0], level::or_), out.colon(), expression(n[1], level::or_);
      case kind::lambda: return out.word("LAMBDA"), list(n[0]), out.colon(), expression(n[1], level::or_);
      case kind::comprehension: return comprehension(n);
      case kind::cast: return cast(n);
      case kind::call: return call(n);
      case kind::number:
      case kind::string:
      case kind::blob:
      case kind::null:
      case kind::parameter:
      case kind::now: return out.literal(n);
      default: return any(n);
    }
  }

  void operation(node const& n) {
    auto const own = levels.of(n.op);
    bool const would_merge = n[0].kind == kind::operation && n[0].op == n.op && chains(n.op);
    auto const above = static_cast<std::uint8_t>(own + 1);
    expression(n[0], would_merge ? above : left_of(own));
    for (std::size_t i = 1; i < n.count; ++i) {
      out.operation(n);
      expression(n[i], above);
    }
  }

  /// How tightly the parts of an expression bind.
  [[nodiscard]] std::uint8_t level_of(node const& n) const noexcept {
    switch (n.kind) {
      case kind::prefix:
      case kind::operation: return levels.of(n.op);
      case kind::like:
      case kind::between:
      case kind::in: return levels.matching;
      case kind::collate: return levels.collate;
      case kind::cast: return n.has(flag::colons) ? level::path : level::atom;
      case kind::lambda: return level::or_;
      default: return level::atom;
    }
  }

  /// The level that a left operand of an operator needs.
  [[nodiscard]] std::uint8_t left_of(std::uint8_t own) const noexcept {
    return levels.is_single(own) ? static_cast<std::uint8_t>(own + 1) : own;
  }

  /// A prefix operator does not take infix operators of its own level into its operand.
  [[nodiscard]] std::uint8_t operand_of_prefix(op o) const noexcept {
    return levels.of(o) == level::prefix ? std::uint8_t{level::prefix} : static_cast<std::uint8_t>(levels.of(o) + 1);
  }

  void prefix(node const& n) {
    if (n.op == op::not_) return out.word("NOT"), expression(n[0], level::not_);
    if (out.negative_literal(n)) return;
    auto const sign = sign_of(n);
    n.op == op::custom&& text::is_letter(sign.front()) ? out.word(sign) : out.symbol(sign);
    expression(n[0], n.op == op::custom ? std::uint8_t{level::atom} : operand_of_prefix(n.op));
  }

  void negation(node const& n) {
    if (n.has(flag::negated)) out.word("NOT");
  }

  void collate(node const& n) {
    expression(n[0], levels.collate);
    out.word("COLLATE");
    if (!n.qualifier.empty()) out.name(n.qualifier), out.dot();
    out.name(n.name);
  }

  void left_match(node const& n) {
    expression(n[0], left_of(levels.matching));
    negation(n);
  }
  void right_match(node const& n) { expression(n, static_cast<std::uint8_t>(levels.matching + 1)); }

  void match_against(node const& n) {
    out.word("MATCH"), any(n[0]);
    out.word("AGAINST");
    in_brackets([&] { right_match(n[1]), verbatim(n.name); });
  }

  void like(node const& n) {
    if (n.has(flag::keyword)) return match_against(n);
    left_match(n);
    out.word(text_of(n.op));
    right_match(n[1]);
    if (n.count == 3) out.word("ESCAPE"), right_match(n[2]);
  }

  void between(node const& n) {
    left_match(n);
    out.word("BETWEEN");
    if (n.has(flag::symmetric)) out.word("SYMMETRIC");
    right_match(n[1]);
    out.word("AND");
    right_match(n[2]);
  }

  void in(node const& n) {
    left_match(n);
    out.word("IN");
    if (!out.in_list(n[1])) any(n[1]);
  }

  void qualified(node const& n) {
    if (Style::qualifiers) {
      if (n.kind == kind::column && n.count == 1) qualified(n[0]), out.dot();
      if (!n.qualifier.empty()) out.name(n.qualifier), out.dot();
    }
    out.name(n.name);
  }

  void star(node const& n) {
    if (Style::qualifiers && !n.qualifier.empty()) out.name(n.qualifier), out.dot();
    if (!n.name.empty()) return out.word(n.name.view());
    out.symbol("*");
    for (auto const* child : n.children()) star_part(*child);
  }

  void star_part(node const& n) {
    out.word(n.kind == kind::names ? "EXCLUDE" : n.has(flag::keyword) ? "RENAME" : "REPLACE");
    list_in_brackets(n);
  }

  void row(node const& n) {
    if (n.has(flag::keyword)) out.word("ROW");
    list_in_brackets(n);
  }

  void array(node const& n) {
    if (!n.has(flag::literal)) out.word("ARRAY");
    out.open_index(!n.has(flag::literal));
    list(n);
    out.close_index();
  }

  void subscript(node const& n) {
    bool const chained = n[0].kind == kind::subscript || n[0].kind == kind::column || n[0].kind == kind::parameter;
    chained ? any(n[0]) : in_brackets([&] { any(n[0]); });
    out.open_index(true);
    std::size_t next = 1;
    if (!n.has(flag::open) && next < n.count) any(n[next++]);
    if (n.has(flag::slice)) out.colon();
    if (next < n.count) any(n[next++]);
    if (next < n.count) out.colon(), any(n[next]);
    out.close_index();
  }

  void structure(node const& n) {
    if (n.has(flag::keyword)) out.word("MAP");
    out.open_braces();
    list(n);
    out.close_braces();
  }

  void comprehension(node const& n) {
    out.open_index(false);
    any(n[0]);
    out.word("FOR"), list(n[1]);
    out.word("IN"), any(n[2]);
    if (n.count == 4) out.word("IF"), any(n[3]);
    out.close_index();
  }

  void cast(node const& n) {
    if (n.has(flag::literal)) return typed_literal(n);
    if constexpr (Style::short_casts)
      if (n.has(flag::colons)) return expression(n[0], level::path), out.colons(n.name);
    out.word(n.has(flag::lenient) ? "TRY_CAST" : "CAST");
    out.open(true);
    any(n[0]);
    out.type(n.name);
    out.close();
  }

  void typed_literal(node const& n) {
    out.name(n.name);
    bool const plain = n[0].kind == kind::number || n[0].kind == kind::string;
    dialect_ == dialect::duckdb && !plain ? list_in_brackets(n) : expression(n[0], level::atom);
    if (!n.qualifier.empty()) out.name(n.qualifier);
  }

  /// A comma precedes an argument, unless it begins with a keyword or follows a single word.
  void argument(node const& n) {
    if (n.has(flag::comma)) return out.name(n.name), out.word("=>"), any(n[0]);
    if (n.has(flag::literal)) return verbatim(n.name);
    out.word(n.name.view());
    if (is_led_by_in(n)) return expression(n[0], level::custom);
    items(n);
  }

  /// Whether a call is POSITION(x IN y), whose operands need brackets if they bind no tighter than the operator IN.
  static bool is_led_by_in(node const& n) noexcept { return is_word(n) && n.count == 1 && text::same(n.name.view(), "in"); }

  static bool is_word(node const& n) noexcept { return n.kind == kind::argument && !n.has(flag::comma) && !n.has(flag::keyword); }

  void arguments(node const& n) {
    for (std::size_t i = 0; i < n.count && is_argument(n[i]); ++i) {
      bool const after_order = n[i].kind == kind::order_by;
      bool const apart = i != 0 && !is_word(n[i]) && !(is_word(n[i - 1]) && n[i - 1].count == 0);
      if (after_order) {
        if (n.has(flag::within_group)) return;
        out.word("ORDER BY"), list(n[i]);
        continue;
      }
      if (apart) out.comma();
      bool const before_in = i + 1 < n.count && is_led_by_in(n[i + 1]);
      before_in ? expression(n[i], level::custom) : any(n[i]);
    }
  }

  void call(node const& n) {
    if (Style::qualifiers && !n.qualifier.empty()) out.name(n.qualifier), out.dot();
    out.function(n.name);
    out.open(true);
    quantifier(n);
    arguments(n);
    out.close();
    for (auto const* child : n.children()) {
      if (is_argument(*child) && !(child->kind == kind::order_by && n.has(flag::within_group))) continue;
      after_arguments(*child);
    }
  }

  void after_arguments(node const& n) {
    if (n.kind == kind::order_by) {
      out.word("WITHIN GROUP");
      return in_brackets([&] { out.word("ORDER BY"), list(n); });
    }
    if (n.kind != kind::filter) out.word("OVER");
    any(n);
  }

  static bool is_argument(node const& n) noexcept {
    return n.kind != kind::filter && n.kind != kind::window && n.kind != kind::window_name;
  }

  Style& out;
  precedence const& levels;
  dialect dialect_;
};

}  // namespace t2s::sql::detail

#endif
