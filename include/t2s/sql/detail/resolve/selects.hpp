// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_RESOLVE_SELECTS_HPP
#define T2S_SQL_DETAIL_RESOLVE_SELECTS_HPP

#include "t2s/sql/detail/operators.hpp"
#include "t2s/sql/detail/resolve/names.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql::detail::resolving {

/// The second pass over selects: which clause sees which names, in SQLite's order.
class select_namer final : public expression_namer {
 public:
  using expression_namer::expression_namer;

  void statement(body& b) { name_body(b, nullptr); }

 private:
  void name_body(body& b, scope_level* around) override {
    if (b.named) return;
    b.named = true;
    for (auto i = b.members.size(); i-- > 0;) {
      bool const last = i + 1 == b.members.size();
      auto& m = b.members[i];
      auto const* const tail = last && b.at->kind == kind::query ? b.at : m.at;
      if (tail == b.at || m.at->kind != kind::subquery) limit(tail->find(kind::limit));  // otherwise it is resolved within the brackets
      auto left = level_of(m, around);
      for (left.visible = 0; left.visible < m.sources.size(); ++left.visible) {
        auto& s = m.sources[left.visible];
        source_of(s, s.at->has(flag::lateral) || spoken_ == dialect::duckdb ? &left : around);
      }
      if (m.at->kind == kind::select)
        select(m, b, b.members.size() == 1 ? tail->find(kind::order_by) : nullptr, around);
      else if (m.at->kind == kind::values)
        values(m, around);
      else
        joined(m, around);
      if (!last) same_width(m, b.members[i + 1]);
    }
    if (b.members.size() > 1 || b.members.front().at->kind == kind::subquery)
      if (auto const* order = b.at->find(kind::order_by)) order_compound(b, *order);
    pass_on_bases(b);
  }

  /// A column that a subquery passes on unchanged keeps its base. Rows of a recursive CTE come from several members and have none.
  static void pass_on_bases(body& b) {
    auto const& outputs = b.members.front().outputs;
    for (std::size_t i = 0; i < outputs.size() && i < b.relation.columns.size(); ++i) b.relation.columns[i].base = outputs[i].base;
  }

  void source_of(source& s, scope_level* around) {
    if (!s.from) return;
    name_body(*s.from, around);
    auto const& columns = s.from->relation.columns;
    for (std::size_t i = 0; i < columns.size() && i < s.relation->columns.size(); ++i) s.relation->columns[i].base = columns[i].base;
  }

  void limit(node const* n) {
    if (!n) return;
    scope_level nothing;
    nothing.clause = clause::limit;
    for (auto const* child : n->children()) scalar(*child, nothing);
  }

  static scope_level level_of(member& m, scope_level* around) {
    scope_level level;
    level.member = &m;
    level.around = around;
    level.depth = around ? around->depth + 1 : 1;
    return level;
  }

  void select(member& m, body const& b, node const* order, scope_level* around) {
    auto level = level_of(m, around);
    level.allows_aggregates = level.allows_windows = true;
    level.sees_results = spoken_ == dialect::duckdb;
    results(m, level);
    level.allows_windows = false;
    auto const* const group = m.at->find(kind::group_by);
    m.is_aggregate = group || level.has_aggregate;
    level.allows_aggregates = m.is_aggregate;
    level.sees_results = true;
    having(m, level);
    conditions(m, level);
    qualify(m, level);
    if (m.recursive && m.is_aggregate) found_.add(stage::coding, errc::sql_failed, "recursive aggregate queries not supported", {}, *m.at);
    level.around = nullptr;  // ORDER BY and GROUP BY do not see the outer selects
    level.allows_aggregates = level.allows_windows = true;
    level.order_is_ignored = b.order_is_ignored;
    if (order) order_by(*order, m, level);
    level.allows_windows = false;
    if (group) group_by(*group, m, level);
  }

  void results(member& m, scope_level& level) {
    level.clause = clause::select;
    bool any_aggregate = false;
    for (auto& o : m.outputs) {
      level.has_aggregate = level.has_window = false;
      if (o.source != none)
        star_column(m, o);
      else
        result_column(o, level);
      o.aggregate = level.has_aggregate;
      o.window = level.has_window;
      any_aggregate = any_aggregate || level.has_aggregate;
    }
    level.has_aggregate = any_aggregate;
    if (m.at->has(flag::distinct))
      for (auto const& o : m.outputs) collation(*o.at);
  }

  void result_column(output& o, scope_level& level) {
    auto const first = out_.columns.size();
    scalar(*o.at, level);
    if (without_collation(*o.at).kind == kind::column && first < out_.columns.size()) o.base = out_.columns[first].base;
  }

  /// A star stands for qualified names, and after RIGHT and FULL joins for plain names of the columns that USING merged.
  void star_column(member& m, output& o) {
    auto const& s = m.sources[o.source];
    o.base = s.relation->columns[o.column].base;
    bool const coalesced = m.has_right_join && m.at->kind == kind::select && is_made_one_later(m, o.source, o.name);
    if (!coalesced && (s.name.empty() || m.sources.size() < 2 || !is_shared_name(m, s.name))) return;
    auto level = level_of(m, nullptr);
    auto const name = name_parts{{}, coalesced ? std::string_view() : s.name, o.name};
    auto const found = look_up(name, &level);
    if (found.what == meaning::kind::several) ambiguous(*o.at, name, found);
    if (coalesced && found.what == meaning::kind::column && found.column != none)
      o.base = found.source->relation->columns[found.column].base;
  }

  static bool is_made_one_later(member const& m, std::size_t source, std::string_view name) {
    bool shared = false, right_join = false;
    for (auto i = source + 1; i < m.sources.size(); ++i) {
      shared = shared || m.sources[i].shares(name);
      right_join = right_join || m.sources[i].right();
    }
    return shared && right_join;
  }

  /// Whether several sources have that visible name.
  bool is_shared_name(member const& m, std::string_view name) {
    if (std::exchange(visible_of_, &m) != &m) {
      visible_ = {};
      for (std::size_t i = 0; i < m.sources.size(); ++i) {
        note_visible(m.sources[i].name, i);
        if (m.sources[i].relation->in_brackets)
          for (auto const& c : m.sources[i].relation->columns) note_visible(c.owner, i);
      }
    }
    auto const* found = visible_.find(text::lower(name));
    return found && *found == several;
  }

  void note_visible(std::string_view name, std::size_t source) {
    auto const lower = text::lower(name);
    if (visible_.add(lower, source).first != source) visible_.set(lower, several);
  }

  void having(member const& m, scope_level& level) {
    auto const* const n = m.at->find(kind::having);
    if (!n) return;
    level.clause = clause::having;
    if (!m.is_aggregate) found_.add(stage::naming, errc::misuse_of_aggregate, "HAVING clause on a non-aggregate query", {}, *n);
    scalar((*n)[0], level);
  }

  /// DuckDB's condition on window functions.
  void qualify(member const& m, scope_level& level) {
    auto const* const n = m.at->find(kind::qualify);
    if (!n) return;
    level.clause = clause::having;
    level.allows_windows = true;
    scalar((*n)[0], level);
    level.allows_windows = false;
  }

  /// WHERE, then the ON clauses, which SQLite merges into it.
  void conditions(member& m, scope_level& level) {
    auto const first = out_.columns.size();
    level.clause = clause::where;
    if (auto const* where = m.at->kind == kind::select ? m.at->find(kind::where) : nullptr) scalar((*where)[0], level);
    std::vector<std::uint32_t> too_early;
    level.clause = clause::on;
    for (std::uint32_t i = 1; i < m.sources.size(); ++i) condition(m, i, level, too_early);
    level.clause = clause::from;
    for (auto const& s : m.sources)
      if (s.arguments)
        for (auto const* argument : s.arguments->children()) scalar(*argument, level);
    for (auto const i : too_early) {
      auto const& s = m.sources[i];
      if (!is_used_in_condition(first, s.left() && !s.right() ? s.table : none))
        found_.add(stage::coding, errc::sql_failed, "ON clause references tables to its right", {}, *s.join->find(kind::on));
    }
  }

  void condition(member& m, std::uint32_t i, scope_level& level, std::vector<std::uint32_t>& too_early) {
    auto const& s = m.sources[i];
    if (!s.join) return;
    if (auto const* names = s.join->find(kind::using_columns))
      for (auto const* name : names->children()) shared_column(s, *name);
    auto const* const on = s.join->find(kind::on);
    if (!on) return;
    auto const around = std::exchange(on_, {&m, static_cast<std::ptrdiff_t>(i), false});
    level.joined = &s;
    scalar((*on)[0], level);
    level.joined = nullptr;
    if (on_.looks_right && (s.left() || s.right() || m.has_right_join)) too_early.push_back(i);
    on_ = around;
  }

  /// A condition elsewhere that names the right table of a LEFT JOIN usually makes it an inner join, whose condition may name later tables.
  [[nodiscard]] bool is_used_in_condition(std::size_t first, std::uint32_t table) const {
    for (auto i = first; table != none && i < out_.columns.size(); ++i)
      if (out_.columns[i].table == table && out_.columns[i].where == clause::where) return true;
    return false;
  }

  void shared_column(source const& s, node const& name) {
    auto const i = s.relation->find(name.name.view());
    if (i == none) return;
    auto const& c = s.relation->columns[i];
    out_.columns.push_back({&name, reference::column, clause::on, false, s.table, std::string(c.name), c.base});
  }

  void values(member& m, scope_level* around) {
    auto level = level_of(m, around);
    level.allows_aggregates = level.allows_windows = true;
    level.clause = clause::select;
    auto const rows = m.at->children();
    for (auto i = rows.size(); i-- > 0;) {
      for (auto const* value : rows[i]->children()) scalar(*value, level);
      if (rows[i]->count != rows[0]->count)
        found_.add(stage::naming, errc::sql_failed, "all VALUES must have the same number of terms", {}, *rows[i]);
    }
  }

  /// A join in brackets, the table after IN, or a member in brackets.
  void joined(member& m, scope_level* around) {
    auto level = level_of(m, around);
    for (auto& o : m.outputs) star_column(m, o);
    conditions(m, level);
  }

  void same_width(member const& left, member const& right) {
    if (left.outputs.size() == right.outputs.size()) return;
    for (auto const* m : {&left, &right})
      for (auto const& s : m->sources)
        if (s.relation->open) return;
    std::string message = "all VALUES must have the same number of terms";
    if (right.at->kind != kind::values || left.at->kind != kind::values)
      message = concat({"SELECTs to the left and right of ", text_of(right.at->op), " do not have the same number of result columns"});
    found_.add(stage::naming, errc::sql_failed, std::move(message), {}, *right.at);
  }

  // ---- ORDER BY and GROUP BY

  void order_by(node const& n, member& m, scope_level& level) {
    level.clause = clause::order_by;
    for (std::size_t i = 0; i < n.count; ++i) {
      auto const& term = n[i][0];
      auto const& bare = without_collation(term);
      collation(term);
      auto const named = bare.kind == kind::column && bare.qualifier.empty() ? find_result(m, bare.name.view()) : none;
      auto const place = integer(bare);
      if (named != none)
        note_result(bare, named, level, &level);
      else if (!place)
        scalar(term, level);
      if (named != none)
        collation(*m.outputs[named].at);
      else if (place && check_range(*place, m.outputs.size(), "ORDER", i, term))
        collation(*m.outputs[static_cast<std::size_t>(*place) - 1].at);
    }
  }

  void group_by(node const& n, member& m, scope_level& level) {
    level.clause = clause::group_by;
    for (std::size_t i = 0; i < n.count; ++i) {
      level.has_aggregate = false;
      collation(n[i]);
      auto const first = out_.columns.size();
      if (auto const place = integer(without_collation(n[i]))) {
        if (check_range(*place, m.outputs.size(), "GROUP", i, n[i]))
          level.has_aggregate = m.outputs[static_cast<std::size_t>(*place) - 1].aggregate;
      } else {
        scalar(n[i], level);
        level.has_aggregate = level.has_aggregate || names_aggregate(m, first);
      }
      if (level.has_aggregate)
        found_.add(stage::naming, errc::misuse_of_aggregate, "aggregate functions are not allowed in the GROUP BY clause", {}, n[i]);
    }
  }

  [[nodiscard]] bool names_aggregate(member const& m, std::size_t first) const {
    for (auto i = first; i < out_.columns.size(); ++i) {
      auto const& use = out_.columns[i];
      if (use.what != reference::result || use.where != clause::group_by || use.outer) continue;
      if (auto const o = find_result(m, use.column); o != none && m.outputs[o].aggregate) return true;
    }
    return false;
  }

  /// The value of an integer with optional signs, if it fits 32 bits.
  static std::optional<std::int64_t> integer(node const& n) {
    if (n.kind == kind::prefix && (n.op == op::negate || n.op == op::plus)) {
      auto const inner = integer(n[0]);
      return inner && n.op == op::negate ? std::optional(-*inner) : inner;
    }
    if (n.kind != kind::number) return {};
    auto written = n.name.view();
    bool const hex = written.size() > 2 && text::lower(written[1]) == 'x';
    if (hex) written.remove_prefix(2);
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(written.data(), written.data() + written.size(), value, hex ? 16 : 10);
    if (error != std::errc() || end != written.data() + written.size() || value > 0x7FFFFFFF) return {};
    return value;
  }

  bool check_range(std::int64_t place, std::size_t columns, std::string_view clause_name, std::size_t i, node const& term) {
    if (place >= 1 && static_cast<std::uint64_t>(place) <= columns) return true;
    found_.add(stage::naming, errc::sql_failed,
               concat({ordinal(i + 1), " ", clause_name, " BY term out of range - should be between 1 and ", std::to_string(columns)}), {},
               term);
    return false;
  }

  static std::string ordinal(std::size_t n) {
    static constexpr std::array<std::string_view, 4> endings{"th", "st", "nd", "rd"};
    bool const teens = n / 10 % 10 == 1;
    return concat({std::to_string(n), endings[!teens && n % 10 < 4 ? n % 10 : 0]});
  }

  // ---- ORDER BY of a compound: each term must be a result column of some member

  void order_compound(body& b, node const& order) {
    for (std::size_t i = 0; i < order.count; ++i) {
      auto const& term = order[i][0];
      auto const& bare = without_collation(term);
      collation(term);
      if (auto const place = integer(bare)) {
        check_range(*place, b.members.front().outputs.size(), "ORDER", i, term);
        continue;
      }
      if (!matches_a_member(b, bare))
        found_.add(stage::naming, errc::sql_failed, concat({ordinal(i + 1), " ORDER BY term does not match any column in the result set"}),
                   {}, term);
    }
  }

  bool matches_a_member(body& b, node const& term) {
    for (auto& m : b.members) {
      auto level = level_of(m, nullptr);
      level.clause = clause::order_by;
      auto i = term.kind == kind::column && term.qualifier.empty() ? find_result(m, term.name.view()) : none;
      for (std::uint32_t k = 0; i == none && k < m.outputs.size(); ++k)
        if (is_output(term, m.outputs[k], level)) i = k;
      if (i == none) continue;
      if (term.kind == kind::column) note_result(term, i, level, &level);
      return true;
    }
    return false;
  }

  static bool is_output(node const& term, output const& o, scope_level& level) {
    if (o.source == none) return same(term, without_collation(*o.at), level);
    if (term.kind != kind::column) return false;
    auto const m = look_up(parts_of(term), &level);
    return m.what == meaning::kind::column && m.column == o.column && m.source == &level.member->sources[o.source];
  }

  /// Whether SQLite considers two expressions the same; never if they have subqueries.
  static bool same(node const& a, node const& b, scope_level& level) {
    if (a.kind != b.kind || a.kind == kind::query) return false;
    if (a.kind == kind::column) return same_column(a, b, level);
    if (a.op != b.op || a.flags != b.flags || a.count != b.count || !same_name(a, b)) return false;
    for (std::size_t i = 0; i < a.count; ++i)
      if (!same(a[i], b[i], level)) return false;
    return true;
  }

  static bool same_name(node const& a, node const& b) {
    bool const exact = a.kind == kind::string || a.kind == kind::blob || a.kind == kind::number || a.kind == kind::parameter;
    return exact ? a.name.view() == b.name.view() : text::same(a.name.view(), b.name.view());
  }

  static bool same_column(node const& a, node const& b, scope_level& level) {
    auto const of_a = look_up(parts_of(a), &level), of_b = look_up(parts_of(b), &level);
    if (of_a.what == meaning::kind::column)
      return of_b.what == meaning::kind::column && of_a.source == of_b.source && of_a.column == of_b.column;
    bool const strings =
        of_a.what == meaning::kind::nothing && is_literal(a.name) && of_b.what == meaning::kind::nothing && is_literal(b.name);
    return strings && a.qualifier.empty() && b.qualifier.empty() && a.name.view() == b.name.view();
  }

  static constexpr auto several = static_cast<std::size_t>(-1);
  member const* visible_of_{};
  by_name visible_{};  // the visible names of its sources, with their indices or `several`
};

}  // namespace t2s::sql::detail::resolving

#endif
