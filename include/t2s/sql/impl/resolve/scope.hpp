// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_RESOLVE_SCOPE_HPP
#define T2S_SQL_IMPL_RESOLVE_SCOPE_HPP

#include "t2s/sql/impl/resolve/model.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sql::detail::resolving {

/// The names that a select can use at one of its clauses, then those of the selects around it, and what is allowed there.
struct scope_level {
  resolving::member* member{};
  scope_level* around{};
  std::uint32_t depth = 0;
  sql::clause clause{};
  bool sees_results = false;  ///< the aliases of the result columns are names, too
  bool allows_aggregates = false, allows_windows = false;
  bool has_aggregate = false, has_window = false;  ///< met since they were last cleared
  bool order_is_ignored = false;
};

/// What a name in a scope leads to.
struct meaning {
  enum class kind { nothing, column, result, several };

  meaning::kind what = kind::nothing;
  scope_level* level{};
  resolving::source const* source{};
  std::uint32_t column = none;  ///< in the source or among the results; none for a rowid and for a column that nobody has told
  bool rowid = false;
  std::vector<resolving::source const*> owners{};  ///< of a name that is ambiguous
};

struct name_parts {
  std::string_view schema{}, table{}, column{};
};

inline name_parts parts_of(node const& column) {
  return {column.count > 0 ? column[0].name.view() : std::string_view(), column.qualifier.view(), column.name.view()};
}

inline std::string to_text(name_parts const& n) {
  std::string s;
  for (auto const part : {n.schema, n.table})
    if (!part.empty()) s.append(part).append(".");
  return s.append(n.column);
}

/// Looks a name up in one level, by SQLite's rules for joins: of the columns that USING has made one, the left one counts, after a RIGHT
/// JOIN the right one, after a FULL JOIN both.
class level_search {
 public:
  explicit level_search(name_parts const& name) : name_(name) {}

  meaning in_sources(scope_level& level) {
    for (auto const& s : level.member->sources) look_into(s);
    if (count_ == 1) return found(level);
    if (count_ > 1) return {meaning::kind::several, &level, nullptr, none, false, std::move(owners_)};
    if (rowids_ == 1 && is_rowid(name_.column)) return {meaning::kind::column, &level, owner_of_rowid_, none, true, {}};
    return {};
  }

  /// A source whose columns nobody has told, and that may therefore have this one.
  meaning in_open_sources(scope_level& level) const {
    for (auto const& s : level.member->sources)
      if (s.relation->open && (name_.table.empty() || text::same(s.name, name_.table)))
        return {meaning::kind::column, &level, &s, none, false, {}};
    return {};
  }

 private:
  static bool is_rowid(std::string_view name) {
    return text::same(name, "rowid") || text::same(name, "oid") || text::same(name, "_rowid_");
  }

  meaning found(scope_level& level) const { return {meaning::kind::column, &level, owners_.back(), column_, false, {}}; }

  void look_into(source const& s) {
    if (s.relation->in_brackets) {
      bool const hit = look_into_brackets(s);
      if (hit || name_.table.empty()) return;
    }
    if (!name_.schema.empty() && !(text::same(name_.schema, "main") && s.relation->table)) return;
    if (!name_.table.empty() && !text::same(s.name, name_.table)) return;
    if (auto const c = s.relation->find(name_.column); c != none) return take(s, c);
    if (count_ == 0 && s.relation->has_rowid) {
      ++rowids_;
      owner_of_rowid_ = &s;
    }
  }

  bool look_into_brackets(source const& s) {
    if (!name_.schema.empty() && !text::same(name_.schema, "main")) return false;
    bool hit = false;
    for (std::uint32_t i = 0; i < s.relation->columns.size(); ++i) {
      auto const& c = s.relation->columns[i];
      if (!text::same(c.plain, name_.column)) continue;
      if (!name_.table.empty() && (c.of_using || !text::same(c.owner, name_.table))) continue;
      take(s, i);
      hit = true;
      if (c.of_using) break;
    }
    return hit;
  }

  void take(source const& s, std::uint32_t column) {
    if (count_ > 0 && s.shares(name_.column)) {
      if (!s.right()) return;
      count_ = s.left() ? count_ - 1 : 0;
      owners_.resize(count_);
    }
    ++count_;
    owners_.push_back(&s);
    column_ = column;
  }

  name_parts name_;
  std::size_t count_ = 0, rowids_ = 0;
  std::uint32_t column_ = none;
  source const* owner_of_rowid_{};
  std::vector<source const*> owners_{};
};

inline std::uint32_t find_result(member const& m, std::string_view name) {
  for (std::uint32_t i = 0; i < m.outputs.size(); ++i)
    if (m.outputs[i].named && text::same(m.outputs[i].name, name)) return i;
  return none;
}

/// Looks a name up from the inside out.
inline meaning look_up(name_parts const& name, scope_level* level) {
  for (; level; level = level->around) {
    if (!level->member) continue;
    level_search search(name);
    if (auto m = search.in_sources(*level); m.what != meaning::kind::nothing) return m;
    if (level->sees_results && name.table.empty())
      if (auto const i = find_result(*level->member, name.column); i != none) return {meaning::kind::result, level, nullptr, i, false, {}};
    if (auto m = search.in_open_sources(*level); m.what != meaning::kind::nothing) return m;
  }
  return {};
}

}  // namespace t2s::sql::detail::resolving

#endif
