// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_RESOLVE_PROPOSALS_HPP
#define T2S_SQL_IMPL_RESOLVE_PROPOSALS_HPP

#include "t2s/core/text.hpp"
#include "t2s/sql/impl/resolve/functions.hpp"
#include "t2s/sql/impl/resolve/model.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sql::detail::resolving {

/// Keeps the names that are near to one that is wrong.
class nearest_names {
 public:
  explicit nearest_names(std::string_view typed) : typed_(typed), farthest_(std::max<std::size_t>(1, typed.size() / 3)) {}

  /// `shown` is made only for a name that is near.
  template <class Show>
  void offer(std::string_view name, Show show) {
    auto const shorter = std::min(name.size(), typed_.size()), longer = std::max(name.size(), typed_.size());
    if (longer - shorter > farthest_) return;
    if (auto const distance = text::edit_distance(typed_, name); distance <= farthest_) near_.push_back({distance, show()});
  }

  /// Nearest first, each once.
  [[nodiscard]] std::vector<std::string> take(std::size_t most = 3) {
    std::vector<std::string> names;
    for (std::size_t distance = 0; distance <= farthest_; ++distance)
      for (auto& n : near_)
        if (n.distance == distance && names.size() < most && std::ranges::find(names, n.name) == names.end())
          names.push_back(std::move(n.name));
    return names;
  }

 private:
  struct near_name {
    std::size_t distance;
    std::string name;
  };

  std::string_view typed_;
  std::size_t farthest_;
  std::vector<near_name> near_{};
};

/// Finds what a wrong name may have been meant to be. Looking through a schema costs far more than finding a problem, and nobody reads
/// proposals for hundreds of them, so only the first ones get any.
class proposer {
 public:
  explicit proposer(schema::database const& d) : database_(d) {}

  void for_column(problem& p, name_parts const& name, scope_level const* level) {
    if (!may_propose()) return;
    in_scope(p, name, level);
    elsewhere(p, name.column, level);
    if (!p.in_scope.empty())
      p.what.remedy = concat("did you mean ", p.in_scope.front(), "?");
    else if (!p.elsewhere.empty())
      p.what.remedy = concat(p.elsewhere.front(), " is not in scope; join its table");
  }

  void for_function(problem& p, std::string_view name) {
    if (!may_propose()) return;
    nearest_names near(name);
    for (auto const& f : functions) near.offer(f.name, [&] { return std::string(f.name); });
    propose(p, near.take());
  }

  [[nodiscard]] dialect sql_dialect() const noexcept { return database_.sql_dialect(); }

  void for_table(problem& p) {
    auto const* const t = database_.find_table(p.what.subject);
    if (t && p.at->kind == kind::table && sql_dialect() == dialect::postgres) return propose(p, {t->name});
    if (t) return explain_absence(p, t->name);
    if (!may_propose()) return;
    nearest_names near(std::string_view(p.what.subject).substr(p.what.subject.find('.') + 1));
    for (auto const& other : database_.tables()) near.offer(other.name, [&] { return other.name; });
    propose(p, near.take());
  }

 private:
  static constexpr std::size_t most = 32;
  static constexpr std::size_t most_elsewhere = 8;

  bool may_propose() noexcept { return proposed_++ < most; }

  /// The table exists: it qualifies a name without being in FROM, or is a view of which something is missing.
  static void explain_absence(problem& p, std::string_view table) {
    if (p.what.message == concat("no such table: ", p.what.subject))
      p.what.remedy = concat("the table ", table, " is not in FROM, or has another name there");
  }

  static void propose(problem& p, std::vector<std::string> names) {
    p.in_scope = std::move(names);
    if (!p.in_scope.empty()) p.what.remedy = concat("did you mean ", p.in_scope.front(), "?");
  }

  static void in_scope(problem& p, name_parts const& name, scope_level const* level) {
    nearest_names near(name.column);
    for (; level; level = level->around) {
      if (!level->member) continue;
      for (auto const& s : level->member->sources)
        for (auto const& c : s.relation->columns)
          near.offer(c.name, [&] { return s.name.empty() ? std::string(c.name) : concat(s.name, ".", c.name); });
    }
    p.in_scope = near.take();
  }

  void elsewhere(problem& p, std::string_view column, scope_level const* level) const {
    for (auto const* t : database_.tables_with(column))
      if (p.elsewhere.size() < most_elsewhere && !has_table(level, *t))
        p.elsewhere.push_back(concat(t->name, ".", t->find_column(column)->name));
    if (!p.elsewhere.empty() || !p.in_scope.empty()) return;
    nearest_names near(column);
    for (auto const& t : database_.tables())
      for (auto const& c : t.columns) near.offer(c.name, [&] { return concat(t.name, ".", c.name); });
    p.elsewhere = near.take();
  }

  static bool has_table(scope_level const* level, schema::table const& t) {
    for (; level; level = level->around)
      if (level->member)
        for (auto const& s : level->member->sources)
          if (s.relation->table == &t) return true;
    return false;
  }

  schema::database const& database_;
  std::size_t proposed_ = 0;
};

}  // namespace t2s::sql::detail::resolving

#endif
