// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_CANDIDATES_IPP
#define T2S_GENERATE_OFFLINE_IMPL_CANDIDATES_IPP

#include "t2s/generate/offline/candidates.hpp"
#include "t2s/generate/offline/impl/views.hpp"
#include "t2s/generate/offline/shape.hpp"
#include "t2s/schema/join_path.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
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

/// A reading and its SQL.
struct written {
  reading read;
  std::string sql;
};

inline std::optional<written> write(reading const& read, link::lexicon const& names) {
  auto sql = to_sql(read.plan, names);
  if (!sql) return {};
  return written{read, std::move(*sql)};
}

/// Tables that are only spoken of need not be joined.
inline std::optional<written> write_without_tables(reading read, link::lexicon const& names) {
  read.plan.tables.clear();
  read.score -= 0.5;
  if (tables_of(read.plan).empty()) return {};
  return write(read, names);
}

/// What is read first, then what joins tables that are nearer, then what does without some of those that are named.
inline std::optional<written> write_question(link::lexicon const& names, material const& what, leaning lean) {
  auto const read = read_question(names, what, lean);
  if (!read) return {};
  if (auto done = write(*read, names)) return done;
  lean.within_reach = true;
  auto const near = read_question(names, what, lean);
  if (auto done = write(*near, names)) return done;
  if (auto done = write_without_tables(*read, names)) return done;
  return write_without_tables(*near, names);
}

/// Which tables of a plan, or of one inside it, cannot be joined, and why.
inline std::string why_not_joined(plan const& p, link::lexicon const& names) {
  std::vector<std::string> tables;
  for (auto const t : tables_of(p)) tables.push_back(names.schema().tables()[t].name);
  auto why = schema::why_not_joined(names.connected(), tables);
  for (auto const* all : {&p.where, &p.having})
    for (auto const& c : *all)
      if (why.empty() && c.nested) why = why_not_joined(*c.nested, names);
  if (why.empty() && p.other) why = why_not_joined(*p.other, names);
  return why;
}

/// All of `fill_skeletons` but for the choice among views and tables.
inline std::vector<filled> filled_by(link::lexicon const& names, link::links const& linked,
                                     std::span<retrieve::scored_demonstration const> demonstrations, candidate_options const& options) {
  auto const what = material_of(linked);
  auto const all = ballots(demonstrations);
  std::vector<filled> out;
  auto const add = [&](leaning const& lean, std::size_t skeleton) {
    auto done = write_question(names, what, lean);
    if (!done || std::ranges::find(out, done->sql, &filled::sql) != out.end()) return;
    double const against_the_question = out.empty() ? 0.0 : 0.3;
    double const score = done->read.score - against_the_question + options.skeleton_weight * vote(shape_of(done->read.plan), all);
    out.push_back({std::move(done->sql), score, skeleton, std::move(done->read.unread)});
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

T2S_DECL std::string why_not_filled(link::lexicon const& names, link::links const& linked) {
  auto const read = read_question(names, material_of(linked), {.within_reach = true});
  return read ? detail::why_not_joined(read->plan, names) : std::string();
}

}  // namespace t2s::generate::offline

#endif
