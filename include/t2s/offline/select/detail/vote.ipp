// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_SELECT_DETAIL_VOTE_IPP
#define T2S_OFFLINE_SELECT_DETAIL_VOTE_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/same_answer.hpp"
#include "t2s/offline/reader/detail/candidates.hpp"
#include "t2s/offline/select/vote.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace t2s::select {
namespace detail {

/// The parts of a statement that votes compare: names and literals in lower case, sorted, each once.
struct makeup {
  bool parsed = false;
  std::vector<std::string> columns{}, literals{};

  [[nodiscard]] bool has_column(std::string const& name) const { return std::ranges::binary_search(columns, name); }
  [[nodiscard]] bool has_literal(std::string const& text) const { return std::ranges::binary_search(literals, text); }
};

inline makeup makeup_of(std::string_view sql, schema::database const& d) {
  auto const q = sql::parse(sql, d);
  if (!q) return {};
  auto const names = sql::entities_of(*q, d);
  makeup m{true, names.column_names(), {}};
  sql::visit(q->root(), [&m](sql::node const& n) {
    if (n.kind == sql::kind::string || n.kind == sql::kind::number) m.literals.push_back(text::lower(n.name.view()));
  });
  for (auto const& use : names.columns)
    if (use.what == sql::reference::literal) m.literals.push_back(text::lower(use.name));
  std::ranges::sort(m.literals);
  auto const rest = std::ranges::unique(m.literals);
  m.literals.erase(rest.begin(), rest.end());
  return m;
}

/// The number of common parts divided by that of all parts; 1 if there are none.
inline double common_share(std::vector<std::string> const& a, std::vector<std::string> const& b) {
  std::vector<std::string> both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  auto const all = a.size() + b.size() - both.size();
  return all == 0 ? 1 : static_cast<double>(both.size()) / static_cast<double>(all);
}

inline double likeness_of(makeup const& a, makeup const& b) {
  if (!a.parsed || !b.parsed) return 0;
  return (common_share(a.columns, b.columns) + common_share(a.literals, b.literals)) / 2;
}

/// A position of a question with all that it may name: one of these must be used.
using named_thing = std::vector<link::link const*>;

/// The columns and values that a question certainly names.
inline std::vector<named_thing> named_things(link::links const& linked) {
  static constexpr double whole_name = 0.9, whole_value = 1;
  std::map<std::pair<std::size_t, std::size_t>, named_thing> places;
  for (auto const& l : linked.found) {
    bool const column = l.is == link::link::kind::column && l.score >= whole_name;
    bool const value = l.is == link::link::kind::value && l.score >= whole_value;
    if (column || value) places[{l.first, l.last}].push_back(&l);
  }
  std::vector<named_thing> things;
  for (auto& [place, thing] : places) things.push_back(std::move(thing));
  return things;
}

inline bool uses(makeup const& m, link::link const& l, knowledge::lexicon const& names) {
  if (l.is == link::link::kind::value) return m.has_literal(text::lower(l.value));
  return m.has_column(text::lower(names.table(l.where).name + "." + names.column(l.where).name));
}

inline std::size_t count_unused(makeup const& m, std::vector<named_thing> const& things, knowledge::lexicon const& names) {
  return static_cast<std::size_t>(std::ranges::count_if(
      things, [&](named_thing const& t) { return std::ranges::none_of(t, [&](link::link const* l) { return uses(m, *l, names); }); }));
}

/// One vote: collects the groups and their evidence.
class voting {
 public:
  voting(std::span<voter const> candidates, schema::database const& d, vote_evidence const& known, vote_options const& options)
      : candidates_(candidates), schema_(d), known_(known), options_(options) {}

  vote_result hold() {
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      if (candidates_[i].runs()) join(i);
    if (groups_.size() > 1 && options_.evidence) weigh();
    std::ranges::sort(groups_, [this](vote_group const& a, vote_group const& b) { return standing(a) > standing(b); });
    vote_result r{groups_.empty() ? 0 : groups_.front().members.front(), reason(), {}};
    r.groups = std::move(groups_);
    return r;
  }

 private:
  /// The tests in order; more is better.
  static constexpr std::array tests{vote_reason::votes, vote_reason::reading, vote_reason::structure, vote_reason::linking,
                                    vote_reason::order};
  using standings = std::array<double, tests.size()>;

  void join(std::size_t i) {
    auto const& rows = candidates_[i].outcome->rows;
    auto mine = std::ranges::find_if(groups_, [&](vote_group const& g) { return db::same_answer(rows_of(g), rows); });
    if (mine == groups_.end()) {
      mine = groups_.insert(mine, vote_group());
      mine->empty_or_zero = is_empty_or_zero(rows);
    }
    mine->members.push_back(i);
    mine->votes += candidates_[i].weight;
  }

  void weigh() {
    std::vector<makeup> parts;
    for (auto const& c : candidates_) parts.push_back(makeup_of(c.sql, schema_));
    auto const read = known_.reading ? makeup_of(known_.reading->sql, schema_) : makeup();
    auto const things = known_.linked ? named_things(known_.linked->found) : std::vector<named_thing>();
    for (auto& g : groups_) {
      g.as_read = known_.reading && known_.reading->runs() && db::same_answer(rows_of(g), known_.reading->outcome->rows);
      g.likeness = options_.reading * nearest(g, read, parts);
      for (std::size_t i = 0; i < candidates_.size(); ++i)
        if (std::ranges::find(g.members, i) == g.members.end()) g.likeness += candidates_[i].weight * nearest(g, parts[i], parts);
      g.unused = things.size();
      for (auto const i : g.members)
        if (!things.empty()) g.unused = std::min(g.unused, count_unused(parts[i], things, *known_.linked->names));
    }
  }

  static double nearest(vote_group const& g, makeup const& other, std::vector<makeup> const& parts) {
    double most = 0;
    for (auto const i : g.members) most = std::max(most, likeness_of(parts[i], other));
    return most;
  }

  [[nodiscard]] db::rows const& rows_of(vote_group const& g) const { return candidates_[g.members.front()].outcome->rows; }

  /// Makes sums equal that differ only by the order of addition.
  [[nodiscard]] static double rounded(double sum) { return std::round(sum * 1e9); }

  [[nodiscard]] standings standing(vote_group const& g) const {
    return {rounded(g.votes - (g.empty_or_zero ? options_.empty_penalty : 0)), g.as_read ? 1.0 : 0.0, rounded(g.likeness),
            -static_cast<double>(g.unused), -static_cast<double>(g.members.front())};
  }

  [[nodiscard]] vote_reason reason() const {
    if (groups_.size() < 2) return groups_.empty() ? vote_reason::none_runs : vote_reason::one_result;
    auto const &first = groups_[0], &second = groups_[1];
    auto const a = standing(first), b = standing(second);
    auto const by = tests[static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin())];  // groups always differ in order
    bool const penalised = second.empty_or_zero && !first.empty_or_zero && rounded(second.votes) >= rounded(first.votes);
    return by == vote_reason::votes && penalised ? vote_reason::not_empty : by;
  }

  std::span<voter const> candidates_;
  schema::database const& schema_;
  vote_evidence const& known_;
  vote_options const& options_;
  std::vector<vote_group> groups_{};
};

}  // namespace detail

T2S_DECL bool is_empty_or_zero(db::rows const& result) noexcept {
  if (result.values.size() != 1 || result.values.front().size() != 1) return result.empty();
  auto const& only = result.values.front().front();
  return only.is_null() || (only.integer() && *only.integer() == 0) || (only.real() && *only.real() == 0);
}

T2S_DECL std::string_view name_of(vote_reason r) noexcept {
  static constexpr std::array<std::string_view, 8> names{"none runs", "one result", "votes",   "not empty",
                                                         "reading",   "structure",  "linking", "order"};
  return names[static_cast<std::size_t>(r)];
}

T2S_DECL vote_result vote(std::span<voter const> candidates, schema::database const& d, vote_evidence const& known,
                          vote_options const& options) {
  return detail::voting(candidates, d, known, options).hold();
}

namespace detail {

T2S_DECL bool is_better(voter const& tried, voter const& than) {
  return tried.runs() && (!than.runs() || (has_rows(tried) && !has_rows(than)));
}

T2S_DECL voting_options repairing_as_agreed(voting_options how, election const& e) {
  auto const& groups = e.result.groups;
  bool const all = groups.size() == 1 && groups.front().members.size() == e.candidates.size() && e.candidates.size() > 1;
  if (all) how.repair.farthest_empty = std::min(how.repair.farthest_empty, repair::repair_options::spelling);
  return how;
}

T2S_DECL std::string read_alone(link::linked_question const& asked, std::span<scored_demonstration const> demonstrations) {
  auto const readings = reader::fill_skeletons(asked, demonstrations);
  return readings.empty() ? std::string() : readings.front().sql;
}

}  // namespace detail

T2S_DECL std::string election::why() const {
  if (result.groups.empty()) return "the first candidate, since none runs";
  std::string s = std::to_string(result.groups.front().members.size());
  s.append(" of ").append(std::to_string(candidates.size())).append(" candidates give this result");
  if (result.by != vote_reason::one_result) s.append("; what decided: ").append(name_of(result.by));
  return s;
}

}  // namespace t2s::select

#endif
