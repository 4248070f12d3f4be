// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SCHEMA_IMPL_JOIN_PATH_IPP
#define T2S_SCHEMA_IMPL_JOIN_PATH_IPP

#include "t2s/schema/identifier.hpp"
#include "t2s/schema/join_path.hpp"

#include <algorithm>
#include <cstddef>

namespace t2s::schema {
namespace detail {

inline constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// A foreign key as seen from the table at its one or its other end.
struct key_edge {
  std::size_t to;
  std::size_t rank;  // of the key in the schema
  foreign_key const* key;
  bool from_child;
};

/// The tables of a schema by their place, with the keys that lead from each.
class key_graph {
 public:
  explicit key_graph(database const& d) : database_(d), edges_(d.tables().size()) {
    for (auto const& t : d.tables())
      for (auto const& k : t.foreign_keys)
        if (k.resolved) add(place(&t), place(d.find_table(k.table)), k);
    for (auto& edges : edges_) std::ranges::sort(edges, {}, [](key_edge const& e) { return std::pair(e.to, e.rank); });
  }

  [[nodiscard]] std::size_t size() const { return edges_.size(); }
  [[nodiscard]] std::string const& name(std::size_t at) const { return database_.tables()[at].name; }
  [[nodiscard]] std::vector<key_edge> const& edges(std::size_t at) const { return edges_[at]; }

  [[nodiscard]] std::size_t place(table const* t) const { return t ? static_cast<std::size_t>(t - database_.tables().data()) : nowhere; }

 private:
  void add(std::size_t child, std::size_t parent, foreign_key const& k) {
    if (child == parent) return;
    edges_[child].push_back({parent, keys_, &k, true});
    edges_[parent].push_back({child, keys_++, &k, false});
  }

  database const& database_;
  std::vector<std::vector<key_edge>> edges_;
  std::size_t keys_ = 0;
};

inline join_step make_step(key_graph const& g, std::size_t before, key_edge const& e) {
  join_step step{g.name(e.to), g.name(before), {}};
  for (std::size_t i = 0; i < e.key->columns.size(); ++i) {
    auto const& child = e.key->columns[i];
    auto const& parent = e.key->referenced[i];
    step.on.emplace_back(e.from_child ? child : parent, e.from_child ? parent : child);
  }
  return step;
}

/// Grows a path by breadth-first search.
class path_search {
 public:
  path_search(key_graph const& g, std::size_t start) : graph_(g), joined_{start}, is_joined_(g.size()) {
    is_joined_[start] = true;
    path_.first = g.name(start);
  }

  /// Joins the nearest of the tables that are `wanted` and not joined, with all on the way. False if none can be reached.
  bool reach_nearest(std::vector<bool> const& wanted) {
    std::vector<std::pair<std::size_t, key_edge const*>> came_from(graph_.size(), {nowhere, nullptr});
    auto queue = joined_;
    std::ranges::sort(queue);
    auto seen = is_joined_;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      auto const at = queue[i];
      if (wanted[at] && !is_joined_[at]) return join(at, came_from), true;
      for (auto const& e : graph_.edges(at)) {
        if (seen[e.to]) continue;
        seen[e.to] = true;
        came_from[e.to] = {at, &e};
        queue.push_back(e.to);
      }
    }
    return false;
  }

  join_path release() && { return std::move(path_); }
  [[nodiscard]] bool has(std::size_t at) const { return is_joined_[at]; }

 private:
  void join(std::size_t at, std::vector<std::pair<std::size_t, key_edge const*>> const& came_from) {
    auto const [before, edge] = came_from[at];
    if (!is_joined_[before]) join(before, came_from);
    is_joined_[at] = true;
    joined_.push_back(at);
    path_.steps.push_back(make_step(graph_, before, *edge));
  }

  key_graph const& graph_;
  std::vector<std::size_t> joined_;
  std::vector<bool> is_joined_;
  join_path path_{};
};

}  // namespace detail

T2S_DECL std::optional<join_path> find_join_path(database const& d, std::span<std::string const> names) {
  if (names.empty()) return {};
  detail::key_graph const graph(d);
  std::vector<bool> wanted(graph.size());
  for (auto const& name : names) {
    auto const at = graph.place(d.find_table(name));
    if (at == detail::nowhere) return {};
    wanted[at] = true;
  }
  detail::path_search search(graph, graph.place(d.find_table(names.front())));
  for (auto const& name : names)
    while (!search.has(graph.place(d.find_table(name))))
      if (!search.reach_nearest(wanted)) return {};
  return std::move(search).release();
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
