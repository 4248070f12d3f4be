// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_TYPES_HPP
#define T2S_SQL_DETAIL_TRANSPILE_TYPES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/detail/dialect.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/detail/resolve/analysis.hpp"
#include "t2s/sql/detail/transpile/function_types.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace t2s::sql::detail::transpiling {

/// The arguments of a call, without keywords and clauses.
inline bool is_value_argument(node const& n) noexcept {
  return n.kind != kind::order_by && n.kind != kind::filter && n.kind != kind::window && n.kind != kind::window_name &&
         !(n.kind == kind::argument && n.count == 0);
}

/// Finds the types of a query's expressions by the rules of its own dialect.
class typing {
 public:
  typing(query const& q, resolving::analysis& a) : dialect_(q.dialect()) {
    for (auto const& use : a.names.columns) uses_.try_emplace(use.at, &use);
    for (auto& b : a.model.bodies())
      for (auto& m : b.members) note_member(m);
    analysis_ = &a;
    std::vector<resolving::member*> selects;
    note_results(q.root(), selects);
  }

  /// The result column that an alias names, or nullptr.
  [[nodiscard]] resolving::output const* result_of(node const& n) const {
    auto const found = result_at_.find(&n);
    return found == result_at_.end() ? nullptr : found->second;
  }

  /// What `resolve` found for a column, or nullptr.
  [[nodiscard]] resolved_column const* use_of(node const& column) const {
    auto const found = uses_.find(&column);
    return found == uses_.end() ? nullptr : found->second;
  }
  [[nodiscard]] resolving::member* member_of(node const& select) const {
    auto const found = member_at_.find(&select);
    return found == member_at_.end() ? nullptr : found->second;
  }
  /// The source that a column comes from, or nullptr.
  [[nodiscard]] resolving::source* source_of(resolved_column const& use) const {
    auto const found = sources_.find(use.table);
    return found == sources_.end() ? nullptr : found->second;
  }

  [[nodiscard]] type of(node const& n) {
    auto const [at, is_new] = known_.try_emplace(&n, type::unknown);  // it stays unknown while it is being computed, in a recursive CTE
    if (!is_new) return at->second;
    auto const found = find(n);
    known_[&n] = found;
    return found;
  }

  /// Whether a name is TRUE or FALSE, and not a column of that name, which SQLite allows.
  [[nodiscard]] bool is_truth_word(node const& n) const {
    bool const plain = n.kind == kind::column && n.count == 0 && n.name.quoted == quote::none && n.qualifier.empty();
    if (!plain || !is_one_of(n.name.view(), {"true", "false"})) return false;
    auto const* const use = use_of(n);
    if (!use || use->what == reference::literal) return true;
    auto* const s = use->what == reference::column && !use->base ? source_of(*use) : nullptr;
    return s && s->relation->find(use->column) == resolving::none;  // the columns of its source are not known
  }

  /// The type of an output of a member: that of the expression, or of the column that a star stands for.
  [[nodiscard]] type of_output(resolving::member& m, std::size_t place) {
    if (place >= m.outputs.size()) return type::unknown;
    auto const& o = m.outputs[place];
    if (o.source == resolving::none) return of(*o.at);
    return o.source < m.sources.size() ? of_column(m.sources[o.source], o.column) : type::unknown;
  }

  [[nodiscard]] type of_body(resolving::body& b, std::size_t place) {
    auto found = type::unknown;
    for (auto& m : b.members) found = either(found, of_output(m, place));
    return found;
  }

  /// The declared column that a name finally refers to, or nullptr.
  [[nodiscard]] schema::column const* base_of(node const& n) const {
    auto const* const use = n.kind == kind::column ? use_of(n) : nullptr;
    return use ? use->base.column : nullptr;
  }

  [[nodiscard]] static type either(type a, type b) noexcept {
    if (a == type::unknown || a == type::null || a == b) return a == type::null && b == type::unknown ? a : b;
    if (b == type::unknown || b == type::null) return a;
    if (is_number(a) && is_number(b)) return std::max(a, b);
    if (is_moment(a) && is_moment(b)) return type::timestamp;
    if (a == type::boolean && is_number(b)) return b;
    if (b == type::boolean && is_number(a)) return a;
    return type::unknown;
  }

 private:
  void note_member(resolving::member& m) {
    member_at_.try_emplace(m.at, &m);
    for (auto& s : m.sources)
      if (s.table != resolving::none) sources_.try_emplace(s.table, &s);
  }

  [[nodiscard]] type of_column(resolving::source& s, std::size_t column) {
    auto const& r = *s.relation;
    if (column >= r.columns.size()) return type::unknown;
    if (auto const* base = r.columns[column].base.column) return type_named(base->type);
    return s.from ? of_body(*s.from, column) : type::unknown;
  }

  [[nodiscard]] type find(node const& n) {
    switch (n.kind) {
      case kind::column: return of_name(n);
      case kind::number: return of_number(n);
      case kind::string: return type::text;
      case kind::blob: return type::blob;
      case kind::null: return type::null;
      case kind::now: return of_now(n);
      case kind::operation: return of_operation(n);
      case kind::prefix: return of_prefix(n);
      case kind::like:
      case kind::between:
      case kind::in:
      case kind::exists: return type::boolean;
      case kind::case_: return of_case(n);
      case kind::cast: return of_cast(n);
      case kind::collate: return of(n[0]);
      case kind::call: return of_call(n);
      case kind::subquery: return of_query(n[0]);
      case kind::array: return type::list;
      case kind::argument: return n.count == 1 ? of(n[0]) : type::unknown;
      default: return type::unknown;
    }
  }

  [[nodiscard]] type of_query(node const& q) {
    auto* const b = analysis_->model.body_of(q);
    return b && !b->members.empty() ? of_body(*b, 0) : type::unknown;
  }

  [[nodiscard]] type of_name(node const& n) {
    if (is_truth_word(n)) return type::boolean;
    auto const* const use = use_of(n);
    if (!use) return type::unknown;
    if (use->what == reference::literal) return type::text;
    if (use->base.column) return type_named(use->base.column->type);
    if (use->base) return type::integer;  // a rowid
    if (use->what == reference::result) return of_result(n);
    auto* const s = source_of(*use);
    if (!s) return type::unknown;
    auto const column = s->relation->find(use->column);
    return column == resolving::none ? type::unknown : of_column(*s, column);
  }

  /// The type of a result column that is referred to by its alias.
  [[nodiscard]] type of_result(node const& n) {
    auto const* const o = result_of(n);
    return o && o->source == resolving::none ? of(*o->at) : type::unknown;
  }

  /// Finds the result columns that names refer to. `selects` are those around a node, innermost last.
  void note_results(node const& n, std::vector<resolving::member*>& selects) {
    if (n.kind == kind::column) return note_result(n, selects);
    auto* const own = n.kind == kind::select ? member_of(n) : n.kind == kind::query ? first_member(n) : nullptr;
    if (own) selects.push_back(own);
    for (auto const* child : n.children()) note_results(*child, selects);
    if (own) selects.pop_back();
  }

  [[nodiscard]] resolving::member* first_member(node const& q) const {
    auto* const b = analysis_->model.body_of(q);
    return b && !b->members.empty() ? &b->members.front() : nullptr;
  }

  void note_result(node const& n, std::vector<resolving::member*> const& selects) {
    auto const* const use = use_of(n);
    if (!use || use->what != reference::result) return;
    for (auto m = selects.rbegin(); m != selects.rend(); ++m)
      if (auto const i = resolving::find_result(**m, use->column); i != resolving::none) {
        auto const* const at = (*m)->outputs[i].at;
        if (at && (at->offset > n.offset || holds(*at, n))) return;  // a result that refers to itself is invalid
        result_at_.try_emplace(&n, &(*m)->outputs[i]);
        return;
      }
  }

  [[nodiscard]] static bool holds(node const& tree, node const& n) {
    bool found = false;
    visit(tree, [&](node const& part) {
      found = found || &part == &n;
      return found ? walk::stop : walk::into;
    });
    return found;
  }

  [[nodiscard]] type of_number(node const& n) const {
    auto const written = n.name.view();
    if (written.size() > 2 && text::lower(written[1]) == 'x') return dialect_ == dialect::mysql ? type::blob : type::integer;
    bool const exponent = written.find_first_of("eE") != written.npos;
    if (!exponent && written.find('.') == written.npos) return type::integer;
    return exponent || dialect_ == dialect::sqlite ? type::real : type::decimal;
  }

  [[nodiscard]] type of_now(node const& n) const {
    return text::same(n.name.view(), "current_date")   ? type::date
           : text::same(n.name.view(), "current_time") ? type::time
                                                       : type::timestamp;
  }

  [[nodiscard]] type of_prefix(node const& n) {
    if (n.op == op::not_) return type::boolean;
    if (n.op == op::invert) return type::integer;
    if (n.op == op::custom) return text::same(n.name.view(), "binary") ? of(n[0]) : type::unknown;
    return of_sign(n);
  }

  [[nodiscard]] type of_sign(node const& n) {
    auto const t = of(n[0]);
    return t == type::text || t == type::boolean ? type::number : t;
  }

  [[nodiscard]] type of_operation(node const& n) {
    switch (n.op) {
      case op::add:
      case op::sub: return of_sum(n);
      case op::mul:
      case op::mod: return of_numbers(n);
      case op::div: return of_quotient(n);
      case op::power: return type::real;
      case op::int_div: return dialect_ == dialect::duckdb && is_fraction(of_numbers(n)) ? type::real : type::integer;
      case op::bit_and:
      case op::bit_or:
      case op::bit_xor:
      case op::shl:
      case op::shr: return type::integer;
      case op::concat: return of(n[0]) == type::list || of(n[0]) == type::json ? of(n[0]) : type::text;
      case op::arrow: return type::json;
      case op::long_arrow: return type::text;
      case op::at_time_zone: return type::timestamp;
      case op::custom:
        return is_one_of(n.name.view(), {"#>"}) ? type::json : is_one_of(n.name.view(), {"#>>"}) ? type::text : type::boolean;
      default: return type::boolean;
    }
  }

  [[nodiscard]] type of_numbers(node const& n) {
    auto found = type::integer;
    for (auto const* child : n.children()) {
      auto const t = of(*child);
      if (t == type::unknown) return type::unknown;
      found = is_number(t) ? std::max(found, t) : t == type::boolean || t == type::null ? found : type::number;
    }
    return found;
  }

  [[nodiscard]] type of_quotient(node const& n) {
    auto const t = of_numbers(n);
    if (dialect_ == dialect::duckdb) return t == type::unknown ? t : type::real;
    if (dialect_ == dialect::mysql) return t == type::integer ? type::decimal : t;
    return t;
  }

  [[nodiscard]] type of_sum(node const& n) {
    auto const l = of(n[0]), r = of(n[n.count - 1]);
    if (is_moment(l) && r == type::interval) return l == type::date && dialect_ != dialect::mysql ? type::timestamp : l;
    if (l == type::interval && is_moment(r)) return r == type::date && dialect_ != dialect::mysql ? type::timestamp : r;
    if (l == type::interval && r == type::interval) return l;
    if (dialect_ == dialect::sqlite || dialect_ == dialect::mysql) return r == type::interval ? type::timestamp : of_numbers(n);
    if (l == type::date && r == type::date) return type::integer;
    if (is_moment(l) && is_moment(r)) return type::interval;
    if (l == type::date || r == type::date) return type::date;
    return of_numbers(n);
  }

  [[nodiscard]] type of_case(node const& n) {
    auto found = type::null;
    for (auto const* child : n.children()) {
      if (child->kind == kind::when) found = either(found, of((*child)[1]));
      if (child->kind == kind::else_) found = either(found, of((*child)[0]));
    }
    return found;
  }

  [[nodiscard]] type of_cast(node const& n) {
    if (n.has(flag::literal) && n.name.view().starts_with('_')) return type::text;  // MySQL's _utf8'a'
    auto const named = type_named(n.name.view());
    if (dialect_ != dialect::sqlite) return named;
    switch (schema::affinity_of(n.name.view())) {
      case schema::affinity::integer: return type::integer;
      case schema::affinity::text: return type::text;
      case schema::affinity::real: return type::real;
      case schema::affinity::blob: return type::blob;
      default: return type::number;
    }
  }

  [[nodiscard]] node const* argument_of(node const& call, std::size_t place) const {
    for (auto const* child : call.children())
      if (is_value_argument(*child) && place-- == 0) return child;
    return nullptr;
  }

  [[nodiscard]] type of_call(node const& n) {
    auto const name = n.name.view();
    auto const* const first = argument_of(n, 0);
    if (is_one_of(name, {"sum"})) return of_sum_of_rows(first);
    if (is_one_of(name, {"isnull"}) && argument_of(n, 1)) return of_passing(n, 0);  // SQL Server's
    if (is_one_of(name, {"avg"}))
      return first && is_one_of(dialect_word(), {"postgres", "mysql"}) && of(*first) != type::real ? type::decimal : type::real;
    if (is_one_of(name, {"round", "ceil", "ceiling", "floor", "trunc", "truncate"})) return of_rounded(n, first);
    if (is_one_of(name, {"extract", "date_part", "datepart"})) return of_part(n);
    if (is_one_of(name, {"date", "time", "datetime", "timestamp", "adddate", "subdate", "date_add"})) return of_date_function(name, first);
    for (auto const& passing : passing_functions)
      if (text::same(passing.name, name)) return of_passing(n, passing.from);
    for (auto const& known : function_types)
      if (text::same(known.name, name)) return known.result;
    return type::unknown;
  }

  /// Whether PostgreSQL stores it in 64 bits; the sum of such values is numeric.
  [[nodiscard]] bool is_big(node const& n) const {
    if (auto const* base = base_of(n)) return text::lower(base->type).find("big") != std::string::npos || text::same(base->type, "int8");
    if (n.kind == kind::call) return is_one_of(n.name.view(), {"count", "sum", "row_number", "rank", "dense_rank"});
    if (n.kind == kind::cast) return is_one_of(n.name.view(), {"bigint", "int8"});
    return n.kind == kind::operation && std::any_of(n.items, n.items + n.count, [&](node const* part) { return is_big(*part); });
  }

  [[nodiscard]] type of_sum_of_rows(node const* of_what) {
    if (!of_what) return type::number;
    auto const is = of(*of_what);
    if (is == type::boolean) return type::integer;
    if (dialect_ == dialect::postgres && is == type::integer && is_big(*of_what)) return type::decimal;
    return as_number(is);
  }

  /// A part of a date: numeric in PostgreSQL.
  [[nodiscard]] type of_part(node const& n) const {
    if (dialect_ == dialect::postgres) return text::same(n.name.view(), "extract") ? type::decimal : type::real;
    bool epoch = false;
    for (auto const* child : n.children()) epoch = epoch || text::same(child->name.view(), "epoch");
    return epoch ? type::real : type::integer;
  }

  [[nodiscard]] std::string_view dialect_word() const { return name_of(dialect_); }

  [[nodiscard]] static type as_number(type t) { return is_number(t) || t == type::unknown || t == type::interval ? t : type::number; }

  [[nodiscard]] type of_rounded(node const& n, node const* first) {
    if (dialect_ == dialect::sqlite) return text::same(n.name.view(), "round") ? type::real : first ? as_number(of(*first)) : type::number;
    return first ? as_number(of(*first)) : type::number;
  }

  [[nodiscard]] type of_date_function(std::string_view name, node const* first) {
    if (is_one_of(name, {"adddate", "subdate", "date_add"})) return first && of(*first) == type::date ? type::date : type::timestamp;
    return is_one_of(name, {"date"}) ? type::date : is_one_of(name, {"time"}) ? type::time : type::timestamp;
  }

  [[nodiscard]] type of_passing(node const& n, std::size_t from) {
    auto found = type::unknown;
    for (auto place = from;; ++place) {
      auto const* const a = argument_of(n, place);
      if (!a) return found;
      found = either(found, of(*a));
    }
  }

  dialect dialect_;
  resolving::analysis* analysis_{};
  std::unordered_map<void const*, resolved_column const*> uses_{};
  std::unordered_map<void const*, resolving::member*> member_at_{};
  std::unordered_map<std::uint32_t, resolving::source*> sources_{};
  std::unordered_map<void const*, resolving::output const*> result_at_{};
  std::unordered_map<void const*, type> known_{};
};

}  // namespace t2s::sql::detail::transpiling

#endif
