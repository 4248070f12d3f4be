// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_REPAIR_IPP
#define T2S_GENERATE_IMPL_REPAIR_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/repair.hpp"
#include "t2s/retrieve/tokens.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/visit.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace t2s::generate {
namespace detail {

inline bool same_words(std::string_view a, std::string_view b) {
  auto const together = [](std::string_view s) {
    std::string out;
    for (auto const& w : retrieve::lemmas_of_name(s)) out += w;
    return out;
  };
  return together(a) == together(b);
}

/// The name meant by `typed`: one of the same words, or the nearest by edits.
inline std::optional<std::string> meant(std::string_view typed, std::vector<std::string> const& known) {
  for (auto const& k : known)
    if (same_words(typed, k)) return k;
  auto const* near = text::nearest(typed, known);
  if (!near) return {};
  return *near;
}

/// Edits one statement.
class repairer {
 public:
  repairer(sql::query& q, schema::database const& schema) : q_(q), schema_(schema), used_(sql::entities_of(q)) {}

  std::optional<std::string> table(std::string_view missing) {
    std::vector<std::string> names;
    for (auto const& t : schema_.tables()) names.push_back(t.name);
    auto const name = meant(missing.substr(missing.find_last_of('.') + 1), names);
    if (!name) return {};
    auto const wrong = std::string(missing);
    sql::transform(q_, [&](sql::node& n) {
      if (n.kind == sql::kind::table && text::same(n.name.view(), wrong)) n.name = q_.make_name(*name);
      if (n.kind == sql::kind::column && text::same(n.qualifier.view(), wrong)) n.qualifier = q_.make_name(*name);
      return &n;
    });
    return "there is no table " + wrong + ", the nearest is " + *name;
  }

  std::optional<std::string> column(std::string_view missing) {
    auto const dot = missing.find_last_of('.');
    auto const name = missing.substr(dot == missing.npos ? 0 : dot + 1);
    auto const qualifier = dot == missing.npos ? std::string_view() : missing.substr(0, dot);
    auto const* use = find(name, qualifier);
    if (!use) return {};
    if (auto why = elsewhere_in_scope(*use)) return why;
    if (auto why = in_scope(*use, same_words)) return why;
    if (auto why = join_owner(*use)) return why;
    auto const near = [](std::string_view typed, std::string_view known) {
      std::vector<std::string> const one{std::string(known)};
      return text::nearest(typed, one) != nullptr;
    };
    return in_scope(*use, near);
  }

  std::optional<std::string> ambiguous(std::string_view name) {
    auto const* use = find(name, {});
    if (!use) return {};
    for (auto const* source : sources(*use))
      if (auto const* t = table_of(*source); t && t->find_column(name)) {
        auto const visible = std::string(source->visible_name());
        auto const wrong = std::string(name);
        for (auto const& each : uses(wrong, {})) change(each, visible, wrong);
        return "several tables have " + wrong + ": " + visible + " is taken";
      }
    return {};
  }

 private:
  [[nodiscard]] sql::column_use const* find(std::string_view name, std::string_view qualifier) const {
    for (auto const& c : used_.columns)
      if (text::same(c.name, name) && text::same(c.qualifier, qualifier)) return &c;
    return nullptr;
  }

  [[nodiscard]] std::vector<sql::node const*> uses(std::string_view name, std::string_view qualifier) const {
    std::vector<sql::node const*> all;
    for (auto const& c : used_.columns)
      if (text::same(c.name, name) && text::same(c.qualifier, qualifier)) all.push_back(c.at);
    return all;
  }

  /// The sources that a column's select sees itself.
  [[nodiscard]] std::vector<sql::table_use const*> sources(sql::column_use const& c) const {
    std::vector<sql::table_use const*> all;
    for (auto const s : used_.scopes[c.scope].sources) all.push_back(&used_.tables[s]);
    return all;
  }

  [[nodiscard]] schema::table const* table_of(sql::table_use const& source) const {
    return source.what == sql::source_kind::table ? schema_.find_table(source.name) : nullptr;
  }

  void change(sql::node const* at, std::string_view qualifier, std::string_view name) {
    sql::visit(q_.root(), [&](sql::node& n) {
      if (&n != at) return;
      n.name = q_.make_name(name);
      if (!qualifier.empty()) n.qualifier = q_.make_name(qualifier);
    });
  }

  std::optional<std::string> elsewhere_in_scope(sql::column_use const& use) {
    auto const name = std::string(use.name);
    for (auto const* source : sources(use))
      if (auto const* t = table_of(*source); t && t->find_column(name)) {
        auto const visible = std::string(source->visible_name());
        auto const wrong = std::string(use.qualifier);
        for (auto const* at : uses(name, wrong)) change(at, visible, name);
        return (wrong.empty() ? "no table" : wrong) + " has no column " + name + ": " + visible + " has it";
      }
    return {};
  }

  template <class Like>
  std::optional<std::string> in_scope(sql::column_use const& use, Like like) {
    auto const name = std::string(use.name), qualifier = std::string(use.qualifier);
    sql::table_use const* best = nullptr;
    std::string best_name;
    std::size_t least = 0;
    for (auto const* source : sources(use)) {
      auto const* t = table_of(*source);
      if (!t) continue;
      for (auto const& c : t->columns) {
        if (!like(name, c.name)) continue;
        auto const distance = 2 * text::edit_distance(name, c.name) + (text::same(source->visible_name(), qualifier) ? 0 : 1);
        if (best && distance >= least) continue;
        best = source;
        best_name = c.name;
        least = distance;
      }
    }
    if (!best) return {};
    auto const visible = std::string(best->visible_name());
    bool const qualify = !qualifier.empty() || sources(use).size() > 1;
    for (auto const* at : uses(name, qualifier)) change(at, qualify ? visible : "", best_name);
    return "there is no column " + name + ": " + visible + " has " + best_name;
  }

  /// Joins in a table that has the column and that a foreign key connects with one in scope.
  std::optional<std::string> join_owner(sql::column_use const& use) {
    auto const name = std::string(use.name), qualifier = std::string(use.qualifier);
    for (auto const* source : sources(use)) {
      auto const* here = table_of(*source);
      if (!here) continue;
      for (auto const* owner : schema_.tables_with(name))
        if (auto const key = key_between(*here, *owner)) {
          auto const visible = std::string(source->visible_name());
          if (!join(*source, visible, *owner, *key)) continue;
          for (auto const* at : uses(name, qualifier)) change(at, owner->name, name);
          return owner->name + " has the column " + name + " and is joined to " + visible;
        }
    }
    return {};
  }

  using column_pair = std::pair<std::string, std::string>;

  [[nodiscard]] static std::optional<column_pair> key_between(schema::table const& here, schema::table const& owner) {
    for (auto const& k : here.foreign_keys)
      if (k.resolved && k.columns.size() == 1 && k.table == owner.name) return column_pair{k.columns.front(), k.referenced.front()};
    for (auto const& k : owner.foreign_keys)
      if (k.resolved && k.columns.size() == 1 && k.table == here.name) return column_pair{k.referenced.front(), k.columns.front()};
    return {};
  }

  bool join(sql::table_use const& source, std::string const& visible, schema::table const& owner, column_pair const& key) {
    sql::node* from = nullptr;
    sql::visit(q_.root(), [&](sql::node& n) {
      if (n.kind != sql::kind::from) return sql::walk::into;
      bool inside = false;
      sql::visit(std::as_const(n), [&](sql::node const& below) { inside = inside || &below == source.at; });
      if (inside) from = &n;
      return sql::walk::into;
    });
    if (!from) return false;
    auto& table = q_.make(sql::kind::table);
    table.name = q_.make_name(owner.name);
    auto const column = [this](std::string const& of, std::string const& name) -> sql::node& {
      auto& c = q_.make(sql::kind::column);
      c.qualifier = q_.make_name(of);
      c.name = q_.make_name(name);
      return c;
    };
    auto& equal = q_.make(sql::kind::operation, {&column(visible, key.first), &column(owner.name, key.second)});
    equal.op = sql::op::eq;
    auto& joined = q_.make(sql::kind::join, {&table, &q_.make(sql::kind::on, {&equal})});
    std::vector<sql::node*> parts(from->children().begin(), from->children().end());
    parts.push_back(&joined);
    q_.set_children(*from, parts);
    return true;
  }

  sql::query& q_;
  schema::database const& schema_;
  sql::entities used_;
};

}  // namespace detail

T2S_DECL std::optional<repaired> repair(std::string_view sql, failure const& why, schema::database const& schema) {
  auto parsed = sql::parse(sql);
  if (!parsed || why.subject.empty()) return {};
  detail::repairer edit(*parsed, schema);
  std::optional<std::string> reason;
  if (why.code == errc::no_such_table) reason = edit.table(why.subject);
  if (why.code == errc::no_such_column) reason = edit.column(why.subject);
  if (why.code == errc::ambiguous_column) reason = edit.ambiguous(why.subject);
  if (!reason) return {};
  return repaired{sql::print(*parsed), std::move(*reason)};
}

}  // namespace t2s::generate

#endif
