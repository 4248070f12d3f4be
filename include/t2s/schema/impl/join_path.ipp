// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SCHEMA_IMPL_JOIN_PATH_IPP
#define T2S_SCHEMA_IMPL_JOIN_PATH_IPP

#include "t2s/schema/identifier.hpp"
#include "t2s/schema/join_path.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <string_view>

namespace t2s::schema {
namespace detail {

inline constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

inline std::size_t place_of(database const& d, std::string_view name) {
  auto const* t = d.find_table(name);
  return t ? d.place_of(*t) : nowhere;
}

inline join_step make_step(database const& d, std::size_t before, key_edge const& e) {
  join_step step{d.tables()[e.to].name, d.tables()[before].name, {}};
  auto const& key = d.tables()[e.child].foreign_keys[e.key];
  bool const from_child = e.child == before;
  for (std::size_t i = 0; i < key.columns.size(); ++i) {
    auto const& child = key.columns[i];
    auto const& parent = key.referenced[i];
    step.on.emplace_back(from_child ? child : parent, from_child ? parent : child);
  }
  return step;
}

/// Grows a path by breadth-first search.
class path_search {
 public:
  path_search(database const& d, std::size_t start, std::size_t most)
      : database_(d), most_(most), joined_{start}, is_joined_(d.tables().size()) {
    is_joined_[start] = true;
    path_.first = d.tables()[start].name;
  }

  /// Joins the nearest of the tables that are `wanted` and not joined, with all on the way. False if none is within reach.
  bool reach_nearest(std::vector<bool> const& wanted) {
    auto const tables = database_.tables().size();
    came_from_.assign(tables, {nowhere, nullptr});
    std::vector<std::size_t> far(tables);  // joins to each table
    auto queue = joined_;
    std::ranges::sort(queue);
    auto seen = is_joined_;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      auto const at = queue[i];
      if (wanted[at] && !is_joined_[at]) return join(at), true;
      if (joined_.size() + far[at] >= most_) return false;  // all nearer ones were looked at
      for (auto const& e : database_.edges(at)) {
        if (seen[e.to]) continue;
        seen[e.to] = true;
        came_from_[e.to] = {at, &e};
        far[e.to] = far[at] + 1;
        queue.push_back(e.to);
      }
    }
    return false;
  }

  join_path release() && { return std::move(path_); }
  [[nodiscard]] bool has(std::size_t at) const { return is_joined_[at]; }

 private:
  void join(std::size_t at) {
    std::vector<std::size_t> way;
    for (; !is_joined_[at]; at = came_from_[at].first) way.push_back(at);
    for (auto const next : std::views::reverse(way)) {
      is_joined_[next] = true;
      joined_.push_back(next);
      path_.steps.push_back(make_step(database_, came_from_[next].first, *came_from_[next].second));
    }
  }

  database const& database_;
  std::size_t most_;
  std::vector<std::size_t> joined_;
  std::vector<bool> is_joined_;
  std::vector<std::pair<std::size_t, key_edge const*>> came_from_{};
  join_path path_{};
};

/// Names, the first four of many.
inline std::string told(std::span<std::string const> names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 4) return out + " and others";
    out.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(sql_name(names[i]));
  }
  return out;
}

}  // namespace detail

T2S_DECL std::optional<join_path> find_join_path(database const& d, std::span<std::string const> names, std::size_t most) {
  if (names.empty()) return {};
  std::vector<bool> wanted(d.tables().size());
  std::vector<std::size_t> places;
  for (auto const& name : names) {
    places.push_back(detail::place_of(d, name));
    if (places.back() == detail::nowhere) return {};
    wanted[places.back()] = true;
  }
  detail::path_search search(d, places.front(), most);
  for (auto const place : places)
    while (!search.has(place))
      if (!search.reach_nearest(wanted)) return {};
  return std::move(search).release();
}

T2S_DECL std::string why_not_joined(database const& d, std::span<std::string const> names, std::size_t most) {
  bool const known = std::ranges::all_of(names, [&](auto const& n) { return d.find_table(n) != nullptr; });
  if (!known || find_join_path(d, names, most)) return {};
  for (auto const& name : names) {
    std::array<std::string, 2> const ends{names.front(), name};
    if (!find_join_path(d, ends, detail::nowhere)) return "tables that no foreign key connects: " + detail::told(ends);
  }
  auto const whole = find_join_path(d, names, detail::nowhere);
  return "tables that only a join of " + std::to_string(whole ? whole->steps.size() + 1 : 0) + " connects, and at most " +
         std::to_string(most) + " are joined: " + detail::told(names);
}

T2S_DECL std::string to_sql(join_path const& path) {
  std::string s = sql_name(path.first);
  for (auto const& step : path.steps) {
    s += " JOIN " + sql_name(step.table) + " ON ";
    for (auto const& [before, here] : step.on) {
      if (&before != &step.on.front().first) s += " AND ";
      s += sql_name(step.to) + "." + sql_name(before) + " = " + sql_name(step.table) + "." + sql_name(here);
    }
  }
  return s;
}

}  // namespace t2s::schema

#endif
