// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_COLUMN_READING_HPP
#define T2S_DB_POLICY_DETAIL_COLUMN_READING_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// SQLite's authorizer learns within which view a column is read, but not for a table of which a SELECT needs no column or the number of
/// the row alone. So each table within a view is made to have a column read.
namespace t2s::db::policy::detail {

/// The number of a row, which is also an INTEGER PRIMARY KEY, is no column for SQLite.
inline bool is_stored(schema::column const& c) { return !c.generated && !(c.key_position == 1 && text::same(c.type, "integer")); }

/// A column of the table that SQLite has to look at, or null.
inline schema::column const* stored_column(schema::table const& t) {
  auto const found = std::ranges::find_if(t.columns, is_stored);
  return found == t.columns.end() ? nullptr : &*found;
}

/// A condition that every row meets and that reads a column.
inline std::string reading_of(schema::column const& c, std::string const& table = {}) {
  auto const name = schema::in_quotes(c.name, sql::dialect::sqlite);
  return "typeof(" + (table.empty() ? name : schema::in_quotes(table, sql::dialect::sqlite) + "." + name) + ") <> ''";
}

/// Adds such a condition to every SELECT for each table of the database that it names with the schema "main".
class column_reading {
 public:
  column_reading(sql::query& q, schema::database const& d) : query_(q), database_(d) {}

  void add_to(sql::node& within) {
    sql::visit(within, [this](sql::node& n) {
      if (n.kind == sql::kind::select) add_to_select(n);
    });
  }

  /// The tables that have no column to be read.
  [[nodiscard]] std::vector<std::string> take_unread() { return std::move(unread_); }

 private:
  void add_to_select(sql::node& select) {
    conditions_.clear();
    if (auto const* from = select.find(sql::kind::from)) note_sources(*from);
    if (conditions_.empty()) return;
    if (auto* const where = select.find(sql::kind::where)) conditions_.insert(conditions_.begin(), where->items[0]);
    auto& where = query_.make(sql::kind::where, {&all_hold()});
    std::vector<sql::node*> parts;
    for (auto* const part : select.children()) {
      if (part->kind != sql::kind::where) parts.push_back(part);
      if (part->kind == sql::kind::from) parts.push_back(&where);
    }
    query_.set_children(select, parts);
  }

  void note_sources(sql::node const& n) {
    if (n.kind == sql::kind::table) return note(n, n.name.view());
    if (n.kind == sql::kind::alias && n[0].kind == sql::kind::table) return note(n[0], n.name.view());
    if (n.kind == sql::kind::from)
      for (auto const* source : n.children()) note_sources(*source);
    bool const has_source = n.kind == sql::kind::join || n.kind == sql::kind::alias || n.kind == sql::kind::indexed;
    if (has_source) note_sources(n[0]);
  }

  void note(sql::node const& table, std::string_view name) {
    auto const* t = text::same(table.qualifier.view(), "main") ? database_.find_table(table.name.view()) : nullptr;
    if (!t || t->is_view) return;
    auto const* c = stored_column(*t);
    if (!c) return unread_.push_back(t->name);
    auto const made = sql::parse("SELECT 1 WHERE " + reading_of(*c, std::string(name)), database_);
    conditions_.push_back(&query_.copy((*made->root()[0].find(sql::kind::where))[0]));
  }

  sql::node& all_hold() {
    auto* all = conditions_.front();
    for (auto* const next : std::span(conditions_).subspan(1)) {
      all = &query_.make(sql::kind::operation, {all, next});
      all->op = sql::op::and_;
    }
    return *all;
  }

  sql::query& query_;
  schema::database const& database_;
  std::vector<sql::node*> conditions_{};
  std::vector<std::string> unread_{};
};

}  // namespace t2s::db::policy::detail

#endif
