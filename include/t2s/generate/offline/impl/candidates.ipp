// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_CANDIDATES_IPP
#define T2S_GENERATE_OFFLINE_IMPL_CANDIDATES_IPP

#include "t2s/generate/offline/candidates.hpp"
#include "t2s/generate/offline/impl/views.hpp"
#include "t2s/generate/offline/shape.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace t2s::generate::offline {
namespace detail {

/// A skeleton of the retrieved ones, the weight of the demonstrations that have it, and the nearest of those.
struct ballot {
  shape wanted;
  double weight;
  std::size_t demonstration;
};

inline std::vector<ballot> ballots(std::span<retrieve::scored_demonstration const> demonstrations) {
  std::vector<ballot> out;
  double sum = 0;
  for (std::size_t i = 0; i < demonstrations.size(); ++i) {
    auto const s = shape_of(demonstrations[i].shown.sql);
    if (!s) continue;
    double const weight = std::pow(demonstrations[i].similarity, 3);
    sum += weight;
    auto const known = std::ranges::find(out, *s, &ballot::wanted);
    if (known == out.end())
      out.push_back({*s, weight, i + 1});
    else
      known->weight += weight;
  }
  for (auto& b : out) b.weight /= sum > 0 ? sum : 1;
  return out;
}

inline double vote(shape const& s, std::span<ballot const> all) {
  double sum = 0;
  for (auto const& b : all) sum += b.weight * agreement(s, b.wanted);
  return sum;
}

inline leaning leaning_of(shape const& s) {
  leaning out;
  bool const extreme = s.aggregates[static_cast<std::size_t>(aggregate::max)] + s.aggregates[static_cast<std::size_t>(aggregate::min)] > 0;
  if (extreme)
    out.aggregates = true;
  else if (s.limited)
    out.aggregates = false;
  out.groups = s.grouped;
  if (s.intersects || s.unites) out.intersects = s.intersects;
  return out;
}

/// All of `fill_skeletons` but for the choice among views and tables.
inline std::vector<filled> filled_by(link::lexicon const& names, link::links const& linked,
                                     std::span<retrieve::scored_demonstration const> demonstrations, candidate_options const& options) {
  auto const what = material_of(linked);
  auto const all = ballots(demonstrations);
  std::vector<filled> out;
  auto const add = [&](leaning const& lean, std::size_t skeleton) {
    auto read = read_question(names, what, lean);
    if (!read) return;
    auto sql = to_sql(read->plan, names);
    if (!sql) {  // tables that are only spoken of need not be joined
      read->plan.tables.clear();
      read->score -= 0.5;
      if (!tables_of(read->plan).empty()) sql = to_sql(read->plan, names);
    }
    if (!sql || std::ranges::find(out, *sql, &filled::sql) != out.end()) return;
    double const against_the_question = out.empty() ? 0.0 : 0.3;
    double const score = read->score - against_the_question + options.skeleton_weight * vote(shape_of(read->plan), all);
    out.push_back({std::move(*sql), score, skeleton, std::move(read->unread)});
  };
  add({}, 0);
  for (auto const& b : all) add(leaning_of(b.wanted), b.demonstration);
  std::ranges::sort(out, {}, [](filled const& f) { return std::pair(-f.score, f.skeleton); });
  if (out.size() > options.most) out.resize(options.most);
  return out;
}

}  // namespace detail

T2S_DECL std::vector<filled> fill_skeletons(link::lexicon const& names, link::links const& linked,
                                            std::span<retrieve::scored_demonstration const> demonstrations,
                                            candidate_options const& options) {
  if (linked.tokens.size() > options.words) return {};
  if (!detail::view_chooser::has_views(names.schema())) return detail::filled_by(names, linked, demonstrations, options);
  detail::view_chooser const views(names, linked);
  for (auto const which : {detail::kept_links::said, detail::kept_links::of_tables, detail::kept_links::of_views})
    if (auto found = detail::filled_by(names, views.chosen(which), demonstrations, options); !found.empty()) return found;
  return {};
}

}  // namespace t2s::generate::offline

#endif
