// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_REPAIR_IPP
#define T2S_GENERATE_IMPL_REPAIR_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/repair.hpp"
#include "t2s/retrieve/lemma.hpp"
#include "t2s/retrieve/tokens.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/visit.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// Whether a column is what `typed` says of its table: `StuID` and `student_id` are the "id" of students, `CountryName` the "name" of
/// countries.
inline bool is_of_owner(std::string_view typed, schema::column const& c, schema::table const& owner) {
  auto const name = text::lower(c.name), end = text::lower(typed);
  if (name.size() <= end.size() || !name.ends_with(end)) return false;
  auto const front = text::words_of_name(std::string_view(c.name).substr(0, name.size() - end.size()));
  if (front.size() != 1) return false;
  return std::ranges::any_of(retrieve::lemmas_of_name(owner.name),
                             [&](std::string const& w) { return w.starts_with(retrieve::lemma(front.front())); });
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
    if (use->where == sql::clause::on)
      if (auto why = join_by_key(*use)) return why;
    auto const same = [](std::string_view typed, schema::column const& c, schema::table const&) { return same_words(typed, c.name); };
    auto const near = [](std::string_view typed, schema::column const& c, schema::table const&) {
      std::vector<std::string> const one{c.name};
      return text::nearest(typed, one) != nullptr;
    };
    if (auto why = elsewhere_in_scope(*use)) return why;
    if (auto why = in_scope(*use, same)) return why;
    if (auto why = in_scope(*use, is_of_owner)) return why;
    if (auto why = in_scope(*use, is_key_called_id)) return why;
    if (auto why = in_scope(*use, refers_to)) return why;
    if (auto why = join_owner(*use)) return why;
    return in_scope(*use, near);
  }

  std::optional<std::string> ambiguous(std::string_view name) {
    auto const found = std::ranges::find_if(
        used_.columns, [&](auto const& c) { return text::same(c.name, name) && c.qualifier.empty() && owners(c) > 1; });
    if (found == used_.columns.end()) return {};
    auto const* use = &*found;
    for (auto const* source : sources(*use))
      if (auto const* t = table_of(*source); t && t->find_column(name)) {
        auto const visible = std::string(source->visible_name());
        auto const wrong = std::string(name);
        for (auto const& each : uses(use->scope, wrong, {})) change(each, visible, wrong);
        return "several tables have " + wrong + ": " + visible + " is taken";
      }
    return {};
  }

 private:
  /// "id" of a table that calls its key otherwise.
  static bool is_key_called_id(std::string_view typed, schema::column const& c, schema::table const& owner) {
    return text::same(typed, "id") && c.key_position == 1 && owner.primary_key().size() == 1;
  }

  /// The name of the key that a foreign key refers to, in place of its own.
  static bool refers_to(std::string_view typed, schema::column const& c, schema::table const& owner) {
    return std::ranges::any_of(owner.foreign_keys, [&](schema::foreign_key const& k) {
      return k.resolved && k.columns.size() == 1 && k.columns.front() == c.name && text::same(k.referenced.front(), typed);
    });
  }

  /// Whether a use refers to nothing: no source of its scope or of those around it has the column.
  [[nodiscard]] bool is_wrong(sql::column_use const& c) const {
    for (auto s = c.scope; s != sql::scope::none; s = used_.scopes[s].parent)
      for (auto const source : used_.scopes[s].sources) {
        auto const& t = used_.tables[source];
        if (!c.qualifier.empty() && !text::same(c.qualifier, t.visible_name())) continue;
        auto const* table = table_of(t);
        if (!table || table->find_column(c.name)) return false;
      }
    return true;
  }

  /// A join condition with a column that does not exist gives way to the foreign key between its two tables.
  std::optional<std::string> join_by_key(sql::column_use const& use) {
    sql::node* condition = nullptr;
    sql::visit(q_.root(), [&](sql::node& n) {
      bool const compares = n.kind == sql::kind::operation && n.op == sql::op::eq && n.count == 2 && (&n[0] == use.at || &n[1] == use.at);
      if (compares) condition = &n;
    });
    if (!condition) return {};
    auto& other_side = &(*condition)[0] == use.at ? (*condition)[1] : (*condition)[0];
    auto const* one = source_called(use, use.qualifier);
    auto const* other = other_side.kind == sql::kind::column ? source_called(use, other_side.qualifier.view()) : nullptr;
    if (!one || !other || one == other || !table_of(*one) || !table_of(*other)) return {};
    auto const key = key_between(*table_of(*one), *table_of(*other));
    if (!key) return {};
    auto& this_side = &(*condition)[0] == use.at ? (*condition)[0] : (*condition)[1];
    this_side.name = q_.make_name(key->first);
    other_side.name = q_.make_name(key->second);
    return std::string(one->name) + " and " + std::string(other->name) + " are joined by their foreign key";
  }

  [[nodiscard]] sql::table_use const* source_called(sql::column_use const& use, std::string_view name) const {
    for (auto const* source : sources(use))
      if (text::same(source->visible_name(), name)) return source;
    return nullptr;
  }

  [[nodiscard]] sql::column_use const* find(std::string_view name, std::string_view qualifier) const {
    for (auto const& c : used_.columns)
      if (text::same(c.name, name) && text::same(c.qualifier, qualifier) && is_wrong(c)) return &c;
    for (auto const& c : used_.columns)  // what only an outer select has, where SQLite does not look for it
      if (text::same(c.name, name) && text::same(c.qualifier, qualifier) && owners(c) == 0) return &c;
    return nullptr;
  }

  [[nodiscard]] std::vector<sql::node const*> uses(std::uint32_t scope, std::string_view name, std::string_view qualifier) const {
    std::vector<sql::node const*> all;
    for (auto const& c : used_.columns)
      if (c.scope == scope && text::same(c.name, name) && text::same(c.qualifier, qualifier)) all.push_back(c.at);
    return all;
  }

  /// The sources that a column's select sees itself.
  [[nodiscard]] std::vector<sql::table_use const*> sources(sql::column_use const& c) const {
    std::vector<sql::table_use const*> all;
    for (auto const s : used_.scopes[c.scope].sources) all.push_back(&used_.tables[s]);
    return all;
  }

  /// How many sources of its own scope have a column.
  [[nodiscard]] std::ptrdiff_t owners(sql::column_use const& c) const {
    return std::ranges::count_if(sources(c), [&](auto const* s) { return table_of(*s) && table_of(*s)->find_column(c.name); });
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
    if (use.qualifier.empty()) return {};
    auto const name = std::string(use.name);
    for (auto const* source : sources(use))
      if (auto const* t = table_of(*source); t && t->find_column(name)) {
        auto const visible = std::string(source->visible_name());
        auto const wrong = std::string(use.qualifier);
        for (auto const* at : uses(use.scope, name, wrong)) change(at, visible, name);
        return wrong + " has no column " + name + ": " + visible + " has it";
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
        if (!like(name, c, *t)) continue;
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
    for (auto const* at : uses(use.scope, name, qualifier)) change(at, qualify ? visible : "", best_name);
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
          for (auto const* at : uses(use.scope, name, qualifier)) change(at, owner->name, name);
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
