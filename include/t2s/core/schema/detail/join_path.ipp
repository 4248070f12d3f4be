// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_SCHEMA_DETAIL_JOIN_PATH_IPP
#define T2S_CORE_SCHEMA_DETAIL_JOIN_PATH_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/schema/detail/join_path.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace t2s::schema {
namespace detail {

inline constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

inline std::size_t place_of(database const& d, std::string_view name) {
  auto const* t = d.find_table(name);
  return t ? d.place_of(*t) : nowhere;
}

inline join_step make_step(database const& d, std::size_t before, key_edge const& e) {
  auto const& key = d.tables()[e.child].foreign_keys[e.key];
  bool const from_child = e.child == before;
  return {d.tables()[e.to].name, d.tables()[before].name, from_child ? key.referenced : key.columns,
          from_child ? key.columns : key.referenced};
}

/// The first key from one table to another; nullptr if there is none.
inline key_edge const* edge_between(database const& d, std::size_t from, std::size_t to) {
  for (auto const& e : d.edges(from))
    if (e.to == to) return &e;
  return nullptr;
}

/// Extends a path, which must be empty, by breadth-first search. A view is always an end of it, never between two others: its tables have
/// the same rows.
class path_search {
 public:
  path_search(database const& d, std::size_t start, std::size_t most, join_path& path)
      : database_(d), most_(most), joined_{start}, is_joined_(d.tables().size()), path_(path) {
    is_joined_[start] = true;
    path_.first = d.tables()[start].name;
  }

  /// Joins the nearest of the `wanted` tables that are not joined yet, with all tables on the way. Returns false if none is within reach.
  bool reach_nearest(std::vector<bool> const& wanted) {
    auto const tables = database_.tables().size();
    came_from_.assign(tables, nowhere);
    std::vector<std::size_t> far(tables);  // number of joins to each table
    auto queue = joined_;
    t2s::detail::sort(queue, [this](std::size_t a, std::size_t b) { return is_link(a) != is_link(b) ? is_link(a) : a < b; });
    worse_.assign(tables, 0);
    std::vector<bool> seen(tables);  // a copy of `is_joined_` would take 23 functions of std::vector<bool>
    for (auto const at : joined_) seen[at] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      auto const at = queue[i];
      if (wanted[at] && !is_joined_[at]) return join(at), true;
      if (joined_.size() + far[at] >= most_) return false;  // all nearer ones were examined
      if (database_.tables()[at].is_view && queue.size() > 1) continue;
      for (auto const& e : database_.edges(at)) {
        auto const worse = worse_over(at, e);
        if (seen[e.to] && (far[e.to] != far[at] + 1 || worse_[e.to] <= worse)) continue;
        if (!seen[e.to]) queue.push_back(e.to);
        seen[e.to] = true;
        came_from_[e.to] = at;
        far[e.to] = far[at] + 1;
        worse_[e.to] = worse;
      }
    }
    return false;
  }

  [[nodiscard]] bool has(std::size_t at) const { return is_joined_[at]; }

 private:
  void join(std::size_t at) {
    if (database_.tables()[at].is_view) join_by_finest_key(at);
    std::vector<std::size_t> way;
    for (; !is_joined_[at]; at = came_from_[at]) way.push_back(at);
    for (; !way.empty(); way.pop_back()) {
      auto const next = way.back();
      is_joined_[next] = true;
      joined_.push_back(next);
      path_.steps.push_back(make_step(database_, came_from_[next], *edge_between(database_, came_from_[next], next)));
    }
  }

  /// How little a way over a table to the next one says: best only from rows to those that they refer to, worst over a row to which rows
  /// of both sides refer, which pairs each with all of the other side, of the same town for example.
  [[nodiscard]] std::size_t worse_over(std::size_t at, key_edge const& next) const {
    bool const down = next.child == next.to;
    auto const* before = is_joined_[at] ? nullptr : edge_between(database_, came_from_[at], at);
    auto const so_far = is_joined_[at] ? 0 : worse_[at];
    bool const turns = down && before && before->child == came_from_[at];
    return std::max<std::size_t>(so_far, down ? 1 : 0) + (turns ? 2 : 0);
  }

  /// A link table that is joined pairs rows of the tables around it: these are not connected by another key between them.
  [[nodiscard]] bool is_link(std::size_t at) const {
    auto const& t = database_.tables()[at];
    auto const keys = t.foreign_keys.size() > 1 ? t.primary_key() : std::vector<std::string>();
    return keys.size() == 2 && t2s::detail::all_of(keys, [&](auto const& key) {
             return t2s::detail::any_of(t.foreign_keys, [&](foreign_key const& k) { return k.columns.size() == 1 && k.columns[0] == key; });
           });
  }

  /// A view of shops may also have the keys of their regions. It is joined by the key of the table that determines its rows: a joined table
  /// that it refers to and that no other joined table refers to.
  void join_by_finest_key(std::size_t view) {
    std::vector<std::size_t> parents;
    for (auto const& e : database_.edges(view))
      if (is_joined_[e.to]) parents.push_back(e.to);
    auto const* finest = t2s::detail::find_if(
        parents, [&](auto p) { return !t2s::detail::any_of(parents, [&](auto q) { return q != p && refers(q, p); }); });
    if (parents.size() >= 2 && finest) came_from_[view] = *finest;
  }

  /// Whether keys of joined tables lead from one to the other, always from child to parent.
  [[nodiscard]] bool refers(std::size_t from, std::size_t to) const {
    std::vector<std::size_t> reached{from};
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (auto const& e : database_.edges(reached[i])) {
        if (e.child != reached[i] || !is_joined_[e.to] || t2s::detail::has(reached, e.to)) continue;
        if (e.to == to) return true;
        reached.push_back(e.to);
      }
    return false;
  }

  database const& database_;
  std::size_t most_;
  std::vector<std::size_t> joined_;
  std::vector<bool> is_joined_;
  std::vector<std::size_t> came_from_{};  // the previous table of each, from which the first key to it is taken
  std::vector<std::size_t> worse_{};      // how little the way to each says: of ways of one length the least is taken
  join_path& path_;
};

/// Connects the first of the tables with the hub, if there is one, then with the others, views last. Returns whether that is possible.
inline bool find_path_over(database const& d, std::span<std::size_t const> places, std::optional<std::size_t> hub, std::size_t most,
                           join_path& path) {
  path.steps.clear();
  path_search search(d, places.front(), most, path);
  auto const reach_all = [&](std::span<std::size_t const> chosen) {
    std::vector<bool> wanted(d.tables().size());
    std::size_t missing = 0;
    for (auto const p : chosen)
      if (!search.has(p) && !wanted[p]) {
        wanted[p] = true;
        ++missing;
      }
    for (; missing > 0; --missing)
      if (!search.reach_nearest(wanted)) return false;
    return true;
  };
  auto const tables = t2s::detail::count_if(places, [&](auto p) { return !d.tables()[p].is_view; });
  if (hub && !reach_all({&*hub, 1})) return false;
  if (!reach_all(places.first(tables)) || !reach_all(places)) return false;
  return !hub || t2s::detail::any_of(path.steps, [&](join_step const& s) { return s.to == d.tables()[*hub].name; });
}

/// Tables that keys join with three or more of the given ones, the best connected first: a tree over them may be smaller than the greedy
/// one.
inline std::vector<std::size_t> hubs_of(database const& d, std::span<std::size_t const> places) {
  constexpr std::size_t most_tried = 8;
  std::vector<std::size_t> joined(d.tables().size());  // for each other table: how many of the given ones it joins
  for (auto const p : places) {
    std::size_t last = p;
    for (auto const& e : d.edges(p))  // in the order of `to`
      if (e.to != last && !d.tables()[e.to].is_view) ++joined[last = e.to];
  }
  for (auto const p : places) joined[p] = 0;
  std::vector<std::size_t> hubs;
  for (auto most = places.size(); most >= 3; --most)
    for (std::size_t p = 0; p < joined.size() && hubs.size() < most_tried; ++p)
      if (joined[p] == most) hubs.push_back(p);
  return hubs;
}

/// The tables in order, then the views in order.
inline std::vector<std::size_t> views_last(database const& d, std::span<std::size_t const> places) {
  std::vector<std::size_t> ordered;
  for (bool const view : {false, true})
    for (auto const p : places)
      if (d.tables()[p].is_view == view) ordered.push_back(p);
  return ordered;
}

/// The first four names of a list.
inline std::string listed(std::span<std::string const> names, sql::dialect d) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 4) return out + " and others";
    out.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(sql_name(names[i], d));
  }
  return out;
}

/// Finds alternative ways, for `other_ways`.
class way_search {
 public:
  way_search(database const& d, join_path const& taken, std::span<std::string const> names, std::vector<std::string>& into)
      : database_(d), taken_(taken), names_(names), into_(into) {}

  void run(std::span<std::size_t const> decided) {
    for (std::size_t i = 0; i < taken_.steps.size(); ++i) {
      auto const& step = taken_.steps[i];
      over_other_keys(step, t2s::detail::has(decided, i));
      if (auto const* next = only_step_from(step.table); next && !t2s::detail::has(names_, step.table)) over_other_tables(step, *next);
    }
  }

 private:
  static constexpr std::size_t most = 8;

  void over_other_keys(join_step const& step, bool is_decided) {
    auto const from = place_of(database_, step.to), to = place_of(database_, step.table);
    for (auto const& e : database_.edges(from))
      if (e.to == to)
        if (auto other = make_step(database_, from, e); other.columns != step.columns || other.before != step.before) {
          way_.steps.clear();
          way_.steps.push_back(std::move(other));
          add(step.to, is_decided);
        }
  }

  /// Whether the way between two tables leads to a row to which both refer.
  [[nodiscard]] bool pairs_by_parent(std::size_t from, std::size_t over, std::size_t to) const {
    return edge_between(database_, from, over)->child == from && edge_between(database_, over, to)->child == to;
  }

  void over_other_tables(join_step const& step, join_step const& next) {
    auto const from = place_of(database_, step.to), to = place_of(database_, next.table);
    bool const pairs = pairs_by_parent(from, place_of(database_, step.table), to);
    auto last = from;
    for (auto const& e : database_.edges(from)) {
      auto const& between = database_.tables()[e.to];
      if (e.to == std::exchange(last, e.to) || e.to == to || between.is_view || is_joined(between.name)) continue;
      auto const* on = edge_between(database_, e.to, to);
      if (!on || (!pairs && pairs_by_parent(from, e.to, to))) continue;
      way_.steps.clear();
      way_.steps.push_back(make_step(database_, from, e));
      way_.steps.push_back(make_step(database_, e.to, *on));
      add(step.to, false);
    }
  }

  /// Adds the way whose steps were set, unless there are enough.
  void add(std::string const& first, bool is_decided) {
    if (++found_ > most || is_decided) return;
    way_.first = first;
    into_.push_back(to_sql(way_, database_.sql_dialect()));
  }

  /// The only step that joins a further table to this one; nullptr if there are none or several.
  [[nodiscard]] join_step const* only_step_from(std::string const& table) const {
    auto const leaves = [&](join_step const& s) { return s.to == table; };
    return t2s::detail::count_if(taken_.steps, leaves) == 1 ? t2s::detail::find_if(taken_.steps, leaves) : nullptr;
  }
  [[nodiscard]] bool is_joined(std::string const& table) const {
    return table == taken_.first || t2s::detail::any_of(taken_.steps, [&](join_step const& s) { return s.table == table; });
  }

  database const& database_;
  join_path const& taken_;
  std::span<std::string const> names_;
  std::vector<std::string>& into_;
  std::size_t found_ = 0;
  join_path way_{};
};

}  // namespace detail

T2S_DECL bool find_path(database const& d, std::span<std::string const> names, std::size_t most, join_path& path) {
  std::vector<std::size_t> places;
  for (auto const& name : names) {
    auto const place = detail::place_of(d, name);
    if (place == detail::nowhere) return false;
    if (!t2s::detail::has(places, place)) places.push_back(place);
  }
  if (places.empty() || places.size() > most) return false;
  if (places.size() > 2)  // views are joined last, to a table that is already joined
    places = detail::views_last(d, places);
  if (detail::find_path_over(d, places, {}, most, path)) return true;
  if (places.size() < 3) return false;  // nothing is shorter than a shortest way
  auto starts = places;
  for (std::size_t i = 1; i < places.size() && !d.tables()[places[i]].is_view; ++i) {
    std::swap(starts.front(), starts[i]);
    if (detail::find_path_over(d, starts, {}, most, path)) return true;
  }
  for (auto const hub : detail::hubs_of(d, places))
    if (detail::find_path_over(d, places, hub, most, path)) return true;
  return false;
}

T2S_DECL std::vector<std::string> other_ways(database const& d, join_path const& taken, std::span<std::string const> names,
                                             std::span<std::size_t const> decided) {
  std::vector<std::string> found;
  detail::way_search(d, taken, names, found).run(decided);
  return found;
}

T2S_DECL std::optional<join_path> find_join_path(database const& d, std::span<std::string const> names, std::size_t most) {
  std::optional<join_path> path(std::in_place);
  if (!find_path(d, names, most, *path)) path.reset();
  return path;
}

T2S_DECL std::string why_not_joined(database const& d, std::span<std::string const> names, std::size_t most) {
  bool const known = t2s::detail::all_of(names, [&](auto const& n) { return d.find_table(n) != nullptr; });
  join_path within, between, whole;
  if (!known || find_path(d, names, most, within)) return {};
  for (auto const& name : names) {
    std::array<std::string, 2> const ends{names.front(), name};
    between = {};
    if (!find_path(d, ends, detail::nowhere, between))
      return "tables that no foreign key connects: " + detail::listed(ends, d.sql_dialect());
  }
  bool const connected = find_path(d, names, detail::nowhere, whole);
  auto const size = std::to_string(connected ? whole.steps.size() + 1 : 0);
  bool const is_least = connected && t2s::detail::all_of(names, [&](auto const& n) { return n == names.front() || n == names.back(); });
  return "tables that " +
         (is_least ? "only a join of " + size + " connects" : "a join of " + size + " connects, the shortest that was found") +
         ", and at most " + std::to_string(most) + " are joined: " + detail::listed(names, d.sql_dialect());
}

T2S_DECL std::string to_sql(join_path const& path, sql::dialect d, bool left) {
  auto const name = [d](std::string const& n) { return sql_name(n, d); };
  std::string s = name(path.first);
  for (auto const& step : path.steps) {
    s += (left ? " LEFT JOIN " : " JOIN ") + name(step.table) + " ON ";
    for (std::size_t i = 0; i < step.columns.size(); ++i) {
      if (i > 0) s += " AND ";
      s += name(step.to) + "." + name(step.before[i]) + " = " + name(step.table) + "." + name(step.columns[i]);
    }
  }
  return s;
}

}  // namespace t2s::schema

#endif
