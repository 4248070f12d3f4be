// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_SEEN_SCHEMA_HPP
#define T2S_DB_POLICY_DETAIL_SEEN_SCHEMA_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/policy/detail/rule_names.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The schema that a role sees.
namespace t2s::db::policy::detail {

/// A table or view that a role sees.
struct seen_table {
  schema::table const* whole = nullptr;          ///< in the database
  table_rule const* rule = nullptr;              ///< of the role
  std::vector<schema::column const*> columns{};  ///< those that it sees, of `whole`
  std::vector<mask const*> masks{};              ///< of each, or null

  [[nodiscard]] bool sees(std::string_view column) const {
    return t2s::detail::any_of(columns, [column](schema::column const* c) { return text::same(c->name, column); });
  }
  [[nodiscard]] bool sees_all(std::vector<std::string> const& names) const {
    return !names.empty() && std::ranges::all_of(names, [this](std::string const& n) { return sees(n); });
  }
  [[nodiscard]] bool has_masks() const {
    return std::ranges::any_of(masks, [](mask const* m) { return m != nullptr; });
  }
};

inline seen_table seen(schema::database const& d, table_rule const& rule, std::string const& role) {
  seen_table t{&table_of(d, rule.table, role), &rule, {}, {}};
  std::vector<schema::column const*> named;
  for (auto const& name : rule.columns ? *rule.columns : rule.hidden) named.push_back(&column_of(*t.whole, name, role));
  for (auto const& c : t.whole->columns)
    if (t2s::detail::any_of(named, [&c](schema::column const* n) { return n == &c; }) == rule.columns.has_value()) t.columns.push_back(&c);
  if (t.columns.empty())
    refuse_rules("role " + role + " sees no column of " + t.whole->name, t.whole->name, "leave the table out, or give it columns");
  t.masks.resize(t.columns.size());
  for (auto const& m : rule.masks) {
    auto const& c = column_of(*t.whole, m.column, role);
    auto const place = std::ranges::find(t.columns, &c);
    if (place == t.columns.end())
      refuse_rules("role " + role + " has a mask for " + t.whole->name + "." + c.name + ", which it does not see", c.name,
                   "show the column, or leave the mask out");
    t.masks[static_cast<std::size_t>(place - t.columns.begin())] = &m;
  }
  if (rule.as_reader && !t.whole->is_view)
    refuse_rules("role " + role + ": " + t.whole->name + " is not a view and cannot be read as the reader", t.whole->name,
                 "leave \"read_as\" out");
  return t;
}

inline schema::column shown_column(schema::column const& c, mask const* m, bool comments) {
  schema::column shown = c;
  shown.default_value.clear();
  if (!comments || m) shown.description.clear();
  bool const has_values = shown.type.find('\'') != std::string::npos;  // ENUM('a', 'b'), perhaps within another type
  if (!comments && has_values) shown.type = shown.type.substr(0, shown.type.find('('));
  if (!m) return shown;
  shown.not_null = shown.generated = false;
  if (m->how != masking::null) shown.type = "TEXT";
  return shown;
}

class schema_maker {
 public:
  schema_maker(schema::database const& d, std::vector<seen_table> const& all, bool comments)
      : database_(d), all_(all), comments_(comments) {}

  [[nodiscard]] schema::database make() const {
    std::vector<schema::table> tables;
    for (auto const& t : database_.tables())  // in their order
      for (auto const& s : all_)
        if (s.whole == &t) tables.push_back(shown(s));
    return schema::database(std::move(tables), database_.dialect());
  }

 private:
  [[nodiscard]] schema::table shown(seen_table const& s) const {
    schema::table t;
    t.name = s.whole->name;
    t.schema = s.whole->schema;
    t.is_view = s.whole->is_view;
    if (comments_) t.description = s.whole->description;
    bool const has_key = s.sees_all(s.whole->primary_key());
    for (std::size_t i = 0; i < s.columns.size(); ++i) {
      auto c = shown_column(*s.columns[i], s.masks[i], comments_);
      if (!has_key || is_masked(s, s.whole->primary_key())) c.key_position = 0;
      t.columns.push_back(std::move(c));
    }
    for (auto const& key : s.whole->foreign_keys)
      if (is_seen(s, key)) t.foreign_keys.push_back(key);
    // What collates or masks is not compared as the statement would say: then there is none.
    if (!t.is_view && !s.has_masks() && text::lower(s.whole->ddl).find("collate") == std::string::npos)
      t.ddl = schema::create_statement(t, database_.sql_dialect());
    return t;
  }

  [[nodiscard]] static bool is_masked(seen_table const& s, std::vector<std::string> const& names) {
    for (std::size_t i = 0; i < s.columns.size(); ++i)
      if (s.masks[i] && t2s::detail::any_of(names, [&](std::string const& n) { return text::same(n, s.columns[i]->name); })) return true;
    return false;
  }

  [[nodiscard]] bool is_seen(seen_table const& s, schema::foreign_key const& key) const {
    if (!key.resolved || !s.sees_all(key.columns) || is_masked(s, key.columns)) return false;
    return t2s::detail::any_of(all_, [&](seen_table const& to) {
      return text::same(to.whole->name, key.table) && to.sees_all(key.referenced) && !is_masked(to, key.referenced);
    });
  }

  schema::database const& database_;
  std::vector<seen_table> const& all_;
  bool comments_;
};

}  // namespace t2s::db::policy::detail

#endif
