// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_COMPARE_IPP
#define T2S_SQL_DETAIL_COMPARE_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/compare.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace t2s::sql {
namespace detail {

constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t h = (a ^ (b + 0x9E3779B97F4A7C15U + (a << 6U) + (a >> 2U))) * 0xFF51AFD7ED558CCDU;
  return (h ^ (h >> 32U)) * 0xC4CEB9FE1A85EC53U;
}

/// Hashes a tree from the leaves up. `fingerprint` says which differences are ignored.
class fingerprinter {
 public:
  explicit fingerprinter(dialect d) : keeps_case_(d == dialect::postgres) { sources_.reserve(4); }

  std::uint64_t query(node const& q) {
    auto const outer = sources_.size();
    auto const scope = std::exchange(scope_, outer);
    auto const* const results = std::exchange(results_, nullptr);
    bool const swaps = members_commute(q);
    std::uint64_t members = 0, rest = 0;
    for (auto const* child : q.children()) {
      if (child->kind == kind::select || child->kind == kind::values || child->kind == kind::subquery) {
        sources_.resize(outer);
        auto const part = child->kind == kind::select ? select(*child) : children(*child, 0);
        members = swaps ? members + part : mix(mix(members, static_cast<std::uint64_t>(child->op)), part);
      } else {
        rest = mix(rest, beside_members(q, *child));
      }
    }
    sources_.resize(outer);
    scope_ = scope;
    results_ = results;
    return mix(mix(members, swaps ? static_cast<std::uint64_t>(first_operation(q)) : 0), rest);
  }

  /// Whether two single selects with the same clauses have the same fingerprint. It compares clause by clause, since most queries differ in
  /// an early one.
  static bool same_print(sql::query const& left, sql::query const& right) {
    auto const &a = left.root(), &b = right.root();
    fingerprinter of_a(left.dialect()), of_b(right.dialect());
    for (std::size_t i = 0; i < a.count; ++i) {
      bool const same =
          a[i].kind == kind::select ? same_select(of_a, a[i], of_b, b[i]) : of_a.beside_members(a, a[i]) == of_b.beside_members(b, b[i]);
      if (!same) return false;
    }
    return true;
  }

 private:
  struct source {
    std::string_view name;  // the name by which columns refer to it
    std::uint64_t print;
  };

  static op first_operation(node const& q) noexcept {
    for (auto const* child : q.children())
      if (child->op != op::none) return child->op;
    return op::none;
  }

  /// Whether all members are joined by one operator, and that one commutes.
  static bool members_commute(node const& q) noexcept {
    auto const operation = first_operation(q);
    for (auto const* child : q.children())
      if (child->op != op::none && child->op != operation) return false;
    return operation == op::union_ || operation == op::union_all || operation == op::intersect;
  }

  /// WITH, ORDER BY, LIMIT.
  std::uint64_t beside_members(node const& q, node const& part) {
    results_ = q.find(kind::select);
    return any(part);
  }

  // ---- a select and its sources

  std::uint64_t select(node const& n) {
    std::uint64_t h = n.has(flag::distinct) ? 1 : 0;
    if (auto const* from = n.find(kind::from)) h = mix(h, sources(*from));
    for (auto const* child : n.children())
      if (child->kind != kind::from) h = mix(h, clause(n, *child));
    return h;
  }

  static bool same_select(fingerprinter& of_a, node const& a, fingerprinter& of_b, node const& b) {
    if (a.has(flag::distinct) != b.has(flag::distinct)) return false;
    auto const *from_a = a.find(kind::from), *from_b = b.find(kind::from);
    if (from_a && of_a.sources(*from_a) != of_b.sources(*from_b)) return false;
    for (std::size_t i = 0; i < a.count; ++i)
      if (a[i].kind != kind::from && of_a.clause(a, a[i]) != of_b.clause(b, b[i])) return false;
    return true;
  }

  std::uint64_t clause(node const& select, node const& part) {
    results_ = part.kind == kind::columns ? nullptr : &select;
    auto const h = any(part);
    results_ = nullptr;
    return h;
  }

  std::uint64_t sources(node const& from) {
    bool const swaps =
        std::all_of(from.items, from.items + from.count, [](node const* n) { return n->kind != kind::join || is_inner(*n); });
    std::uint64_t h = 0;
    for (auto const* child : from.children()) {
      auto const part = source_print(child->kind == kind::join ? (*child)[0] : *child, {});
      swaps ? h += part : h = mix(h, part);
    }
    for (auto const* child : from.children()) {
      if (child->kind != kind::join) continue;
      auto const condition = child->count == 2 ? any((*child)[1]) : 0;
      swaps ? h += condition : h = mix(h, mix(condition, join_flags(*child)));
    }
    return h;
  }

  static bool is_inner(node const& join) noexcept { return join_flags(join) == 0 && (join.count == 1 || join[1].kind == kind::on); }

  static std::uint64_t join_flags(node const& join) noexcept {
    return join.flags & (static_cast<std::uint32_t>(flag::natural) | static_cast<std::uint32_t>(flag::left) |
                         static_cast<std::uint32_t>(flag::right) | static_cast<std::uint32_t>(flag::full));
  }

  std::uint64_t source_print(node const& n, std::string_view alias) {
    switch (n.kind) {
      case kind::alias: return source_print(n[0], n.name.view());
      case kind::indexed: return source_print(n[0], alias);
      case kind::from: return sources(n);
      case kind::subquery: return add_source(alias, any(n[0]));
      default: return add_source(alias.empty() ? n.name.view() : alias, children(n, head(n)));
    }
  }

  /// A second equal source is distinguished by its position.
  std::uint64_t add_source(std::string_view name, std::uint64_t print) {
    std::uint64_t same = 0;
    for (auto i = scope_; i < sources_.size(); ++i) same += sources_[i].print == mix(print, same) ? 1U : 0U;
    print = mix(print, same);
    sources_.push_back({name, print});
    return print;
  }

  // ---- everything else

  std::uint64_t any(node const& n) {
    switch (n.kind) {
      case kind::query: return query(n);
      case kind::alias: return any(n[0]);
      case kind::column: return column(n);
      case kind::operation: return operation(n);
      case kind::in: return mix(mix(head(n), any(n[0])), n[1].kind == kind::list ? unordered(n[1]) : any(n[1]));
      default: return children(n, head(n));
    }
  }

  std::uint64_t column(node const& n) {
    if (n.qualifier.empty()) {
      if (auto const* result = named_result(n)) return meaning_of(*result);
      bool const one_source = sources_.size() == scope_ + 1;
      return mix(name_hash(n), one_source ? sources_.back().print : 0);
    }
    for (auto i = sources_.size(); i-- != 0;)
      if (text::same(sources_[i].name, n.qualifier.view())) return mix(name_hash(n), sources_[i].print);
    return mix(name_hash(n), text::hash(n.qualifier.view()));
  }

  /// The result column with a name.
  node const* named_result(node const& n) const {
    auto const* columns = results_ ? results_->find(kind::columns) : nullptr;
    if (!columns) return nullptr;
    for (auto const* c : columns->children())
      if (c->kind == kind::alias && text::same(c->name.view(), n.name.view())) return &(*c)[0];
    return nullptr;
  }

  std::uint64_t meaning_of(node const& result) {
    auto const [known, is_new] = meanings_.try_emplace(&result);
    if (!is_new) return known->second;
    auto const* const results = std::exchange(results_, nullptr);  // a result column may use its own name for a column
    auto const h = any(result);
    results_ = results;
    return meanings_[&result] = h;
  }

  std::uint64_t operation(node const& n) {
    switch (n.op) {
      case op::or_:
      case op::and_:
      case op::add:
      case op::mul:
      case op::bit_and:
      case op::bit_or:
      case op::eq:
      case op::ne:
      case op::is:
      case op::is_not: return unordered(n);
      case op::gt: return turned(n, op::lt);
      case op::ge: return turned(n, op::le);
      default: return children(n, head(n));
    }
  }

  std::uint64_t turned(node const& n, op sign) {
    auto const h = mix(mix(kind_and_op(n.kind, sign), 0), any(n[1]));
    return mix(h, any(n[0]));
  }

  std::uint64_t unordered(node const& n) {
    std::uint64_t sum = 0;
    for (auto const* child : n.children()) sum += any(*child);
    return mix(head(n), sum);
  }

  std::uint64_t children(node const& n, std::uint64_t h) {
    for (auto const* child : n.children()) h = mix(h, any(*child));
    return h;
  }

  static std::uint64_t kind_and_op(kind k, op o) noexcept { return static_cast<std::uint64_t>(k) << 8U | static_cast<std::uint64_t>(o); }

  [[nodiscard]] std::uint64_t head(node const& n) const {
    constexpr auto defaults = static_cast<std::uint32_t>(flag::all) | static_cast<std::uint32_t>(flag::ascending) |
                              static_cast<std::uint32_t>(flag::comma) | static_cast<std::uint32_t>(flag::colons) |
                              static_cast<std::uint32_t>(flag::literal) | static_cast<std::uint32_t>(flag::keyword);
    auto const own = mix(kind_and_op(n.kind, n.op), n.flags & ~defaults);
    return !has_content(n) ? own : mix(own, content_hash(n));
  }

  static bool has_content(node const& n) { return !n.name.empty() && (n.kind != kind::operation || n.op == op::custom); }

  [[nodiscard]] std::uint64_t name_hash(node const& n) const { return mix(kind_and_op(kind::column, op::none), hash_of(n.name)); }

  /// Ignores case, except for PostgreSQL's quoted names with capitals.
  [[nodiscard]] std::uint64_t hash_of(identifier const& name) const {
    auto const h = text::hash(name.view());
    bool const exact = keeps_case_ && name.quoted != quote::none && text::lower(name.view()) != name.view();
    return exact ? mix(h, bytes_hash(name.view())) : h;
  }

  static std::uint64_t bytes_hash(std::string_view s) {
    std::uint64_t h = 0;
    for (char const c : s) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return h;
  }

  /// Case matters in literals, not in names.
  [[nodiscard]] std::uint64_t content_hash(node const& n) const {
    return n.kind == kind::string ? bytes_hash(n.name.view()) : hash_of(n.name);
  }

  std::vector<source> sources_{};
  std::unordered_map<void const*, std::uint64_t> meanings_{};  // of named result columns, each hashed once
  bool keeps_case_;                                            // for quoted names
  std::size_t scope_ = 0;                                      // first source of the innermost select
  node const* results_ = nullptr;                              // the select whose result columns can be named
};

/// Counts sources, also within brackets.
inline std::size_t sources_in(node const& n) noexcept {
  if (n.kind == kind::join || n.kind == kind::alias || n.kind == kind::indexed) return sources_in(n[0]);
  if (n.kind != kind::from) return 1;
  return std::accumulate(n.items, n.items + n.count, std::size_t{}, [](std::size_t sum, node const* s) { return sum + sources_in(*s); });
}

/// Whether two selects have the same clauses with as many parts.
inline bool same_clauses(node const& a, node const& b) noexcept {
  return std::equal(a.items, a.items + a.count, b.items, b.items + b.count, [](node const* x, node const* y) {
    if (x->kind != y->kind) return false;
    if (x->kind == kind::select) return same_clauses(*x, *y);
    return x->kind == kind::from ? sources_in(*x) == sources_in(*y) : x->count == y->count;
  });
}

inline bool is_one_select(node const& q) noexcept {
  return q.find(kind::select) && std::all_of(q.items, q.items + q.count, [](node const* n) { return n->op == op::none; });
}

inline bool uses(entities const& used, std::string_view table, std::string_view column) {
  return std::any_of(used.columns.begin(), used.columns.end(), [&](column_use const& c) {
    if (c.what != reference::column || !text::same(c.name, column)) return false;
    auto const owner = used.table_of(c);
    return table.empty() || text::same(owner, table) || (owner.empty() && c.source == column_use::unknown);
  });
}

}  // namespace detail

T2S_DECL std::uint64_t fingerprint(query const& q) { return detail::fingerprinter(q.dialect()).query(q.root()); }

T2S_DECL bool equivalent(query const& a, query const& b) {
  bool const single = detail::is_one_select(a.root());
  if (single != detail::is_one_select(b.root()) || a.root().count != b.root().count) return false;
  if (single && !detail::same_clauses(a.root(), b.root())) return false;  // the members of a compound may be in another order
  if (a == b) return true;
  return single ? detail::fingerprinter::same_print(a, b) : fingerprint(a) == fingerprint(b);
}

T2S_DECL missing missing_entities(entities const& used, std::span<std::string const> tables, std::span<std::string const> columns) {
  missing lacking;
  for (auto const& table : tables) {
    bool const found = std::any_of(used.tables.begin(), used.tables.end(), [&](table_use const& t) { return text::same(t.name, table); });
    if (!found) lacking.tables.push_back(table);
  }
  for (auto const& linked : columns) {
    std::string_view const whole = linked;
    auto const dot = whole.find('.');
    auto const table = dot == whole.npos ? std::string_view() : whole.substr(0, dot);
    if (!detail::uses(used, table, dot == whole.npos ? whole : whole.substr(dot + 1))) lacking.columns.push_back(linked);
  }
  return lacking;
}

T2S_DECL std::optional<skeleton_difference> compare_skeletons(std::string_view wanted, std::string_view found) noexcept {
  auto const take_word = [](std::string_view& s) {
    auto const word = s.substr(0, s.find(' '));
    s.remove_prefix(std::min(s.size(), word.size() + 1));
    return word;
  };
  for (std::size_t position = 0; !wanted.empty() || !found.empty(); ++position) {
    auto const a = take_word(wanted), b = take_word(found);
    if (a != b) return skeleton_difference{position, a, b};
  }
  return {};
}

}  // namespace t2s::sql

#endif
