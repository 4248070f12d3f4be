// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_STRICT_NAMES_HPP
#define T2S_LAB_EVALUATION_DETAIL_STRICT_NAMES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/resolve.hpp"

#include <charconv>
#include <unordered_map>

namespace t2s::evaluation::detail::strict {

using sql::flag;
using sql::kind;
using sql::node;
using sql::op;

/// The first step of a normal form: every source of rows gets its number as alias, every column the number of its source as qualifier.
/// Stars are written out; results named by alias or position are replaced by their expressions.
class names {
 public:
  names(sql::query& q, schema::database const& d) : q_(q), meaning_(sql::resolve(q, d)) {
    for (std::size_t i = 0; i < meaning_.tables.size(); ++i) numbers_[meaning_.tables[i].at] = i;
    for (auto const& use : meaning_.columns) uses_[use.at] = &use;
  }

  void settle() {
    find_ctes();
    selects(q_.root());
    columns(q_.root());
    results(q_.root(), nullptr);
    name_ctes();
  }

  /// The source of an alias that `settle` set.
  [[nodiscard]] sql::resolved_table const* source(node const& named) const {
    return named.kind == kind::alias ? source(named.name.view()) : nullptr;
  }
  /// The source of a qualifier that `settle` set.
  [[nodiscard]] sql::resolved_table const* source(std::string_view number) const {
    std::size_t i = meaning_.tables.size();
    std::from_chars(number.data(), number.data() + number.size(), i);
    return i < meaning_.tables.size() ? &meaning_.tables[i] : nullptr;
  }

  [[nodiscard]] node& column(node const& named, std::string_view name) {
    auto& n = q_.make(kind::column);
    n.qualifier = named.name;
    n.name = q_.make_name(name);
    return n;
  }

 private:
  // ---- common table expressions

  /// The names of CTEs are ignored, unless two have the same.
  void find_ctes() {
    sql::visit(q_.root(), [this](node& n) {
      if (n.kind == kind::cte) ctes_.push_back(&n);
    });
    std::unordered_map<std::string, std::size_t> places;
    for (auto const* cte : ctes_)
      if (!places.emplace(text::lower(cte->name.view()), places.size()).second) return ctes_.clear();
    for (auto const& table : meaning_.tables)
      if (table.what == sql::source_kind::cte) cte_of_[table.at] = ctes_[places.at(text::lower(table.name))];
  }

  void name_ctes() {
    for (std::size_t i = 0; i < ctes_.size(); ++i) ctes_[i]->name = q_.make_name(std::to_string(i));
    sql::visit(q_.root(), [this](node& n) {
      if (auto const found = cte_of_.find(&n); found != cte_of_.end()) n.name = found->second->name;
    });
  }

  // ---- sources and stars

  void selects(node& n) {
    for (auto* child : n.children()) selects(*child);
    if (n.kind != kind::select) return;
    std::vector<written> sources;
    if (auto* from = n.find(kind::from)) number(*from, sources);
    write_out_stars(*n.find(kind::columns), sources);
  }

  struct written {
    std::string_view name;  // the name by which the text refers to it
    node* at;               // its alias; nullptr if its columns are merged with others or unknown
  };

  void number(node& from, std::vector<written>& sources) {
    for (std::size_t i = 0; i < from.count; ++i) {
      bool const joined = from[i].kind == kind::join;
      bool const merges = joined && (from[i].has(flag::natural) || from[i].find(kind::using_columns));
      auto& place = joined ? from[i].items[0] : from.items[i];
      if (merges) sources.push_back({{}, nullptr});
      if (place->kind == kind::from)
        number(*place, sources);
      else
        place = numbered(*place, sources);
    }
  }

  node* numbered(node& written_source, std::vector<written>& sources) {
    auto* inner = &written_source;
    while (inner->kind == kind::alias || inner->kind == kind::indexed || inner->kind == kind::sample) inner = inner->items[0];
    auto const known = numbers_.find(inner);
    if (known == numbers_.end()) {
      sources.push_back({{}, nullptr});
      return &written_source;
    }
    auto const& table = meaning_.tables[known->second];
    auto& alias = q_.make(kind::alias, {inner});
    alias.name = q_.make_name(std::to_string(known->second));
    sources.push_back({table.visible_name(), table.table ? &alias : nullptr});
    return &alias;
  }

  void write_out_stars(node& list, std::vector<written> const& sources) {
    std::vector<node*> now;
    for (auto* result : list.children())
      if (result->kind != kind::star || !write_out(*result, sources, now)) now.push_back(result);
    q_.set_children(list, now);
  }

  bool write_out(node const& star, std::vector<written> const& sources, std::vector<node*>& into) {
    auto const is_meant = [&](written const& s) { return star.qualifier.empty() || text::same(star.qualifier.view(), s.name); };
    bool const all_known = std::ranges::all_of(sources, [&](written const& s) { return s.at || !is_meant(s); });
    if (!all_known || std::ranges::none_of(sources, is_meant) || !takes(sources.size())) return false;
    std::size_t width = 0;
    for (auto const& s : sources) width += is_meant(s) ? source(*s.at)->table->columns.size() : 0;
    if (!takes(width)) return false;
    for (auto const& s : sources) {
      if (!is_meant(s)) continue;
      for (auto const& c : source(*s.at)->table->columns) into.push_back(&column(*s.at, c.name));
    }
    return true;
  }

  // ---- columns

  void columns(node& n) {
    for (auto* child : n.children()) columns(*child);
    if (n.kind != kind::column) return;
    auto const found = uses_.find(&n);
    if (found == uses_.end()) return;
    auto const& use = *found->second;
    if (use.what == sql::reference::literal) n.kind = kind::string;
    if (use.what != sql::reference::column || use.table == sql::resolved_column::none) return;
    n.qualifier = q_.make_name(std::to_string(use.table));
    n.name = q_.make_name(use.base.column ? use.base.column->name : name_in(meaning_.tables[use.table], use.column));
  }

  /// The index in the results of a subquery or CTE instead of the alias there.
  [[nodiscard]] std::string name_in(sql::resolved_table const& source, std::string const& column) const {
    auto const cte = cte_of_.find(source.at);
    auto const* const body = cte != cte_of_.end()                ? &(*cte->second)[cte->second->count - 1]
                             : source.at->kind == kind::subquery ? &(*source.at)[0]
                                                                 : nullptr;
    auto const* const select = body ? body->find(kind::select) : nullptr;
    if (!select) return column;
    auto const named = select->find(kind::columns)->children();
    for (std::size_t i = 0; i < named.size(); ++i)
      if (named[i]->kind == kind::alias && text::same(named[i]->name.view(), column)) return std::to_string(i);
    return column;
  }

  // ---- results

  void results(node& n, node const* named) {
    if (n.kind == kind::query && n.find(kind::select)) named = n.find(kind::select)->find(kind::columns);
    if (n.kind == kind::select) named = n.find(kind::columns);
    for (std::size_t i = 0; i < n.count; ++i) {
      if (auto const* meant = named ? result(n, n[i], *named) : nullptr; meant && takes(*meant))
        n.items[i] = &q_.copy(*meant);
      else
        results(n[i], n[i].kind == kind::columns || n[i].kind == kind::from ? nullptr : named);
    }
  }

  /// Whether so many more nodes are allowed: many stars over many tables, or a long result that is named often, must not fill the memory.
  bool takes(std::size_t nodes) {
    bool const fits = nodes <= left_;
    left_ = fits ? left_ - nodes : 0;
    return fits;
  }
  bool takes(node const& wanted) {
    bool const fits = sql::visit(wanted, [this](node const&) {
      if (left_ == 0) return sql::walk::stop;
      --left_;
      return sql::walk::into;
    });
    if (!fits) left_ = 0;
    return fits;
  }

  [[nodiscard]] node const* result(node const& parent, node const& n, node const& named) const {
    if (n.kind == kind::number && (parent.kind == kind::sort || parent.kind == kind::group_by)) return result_at(n.name.view(), named);
    auto const found = n.kind == kind::column ? uses_.find(&n) : uses_.end();
    if (found == uses_.end() || found->second->what != sql::reference::result) return nullptr;
    for (auto const* c : named.children())
      if (text::same(c->name.view(), n.name.view()) && (c->kind == kind::alias || c->kind == kind::column)) return &without_alias(*c);
    return nullptr;
  }

  [[nodiscard]] static node const* result_at(std::string_view position, node const& named) {
    std::size_t i = 0;
    auto const end = position.data() + position.size();
    bool const is_position = std::from_chars(position.data(), end, i).ptr == end && i >= 1 && i <= named.count;
    bool const is_plain = std::ranges::none_of(named.children(), [](node const* c) { return c->kind == kind::star; });
    return is_position && is_plain ? &without_alias(named[i - 1]) : nullptr;
  }

  static node const& without_alias(node const& n) { return n.kind == kind::alias ? n[0] : n; }

  sql::query& q_;
  sql::resolution meaning_;
  std::size_t left_ = 100'000;  // nodes that results and stars may add
  std::vector<node*> ctes_{};
  std::unordered_map<node const*, node const*> cte_of_{};  // for tables
  std::unordered_map<node const*, std::size_t> numbers_{};
  std::unordered_map<node const*, sql::resolved_column const*> uses_{};
};

}  // namespace t2s::evaluation::detail::strict

#endif
