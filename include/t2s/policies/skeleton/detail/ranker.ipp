// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SKELETON_DETAIL_RANKER_IPP
#define T2S_POLICIES_SKELETON_DETAIL_RANKER_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/policies/skeleton/detail/learned_weights.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/policies/skeleton/detail/ranker.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace t2s::skeleton {

namespace detail {

inline bool is_among(std::string_view word, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, word) != all.end();
}

inline void make_set(std::vector<std::string>& all) {
  std::ranges::sort(all);
  auto const rest = std::ranges::unique(all);
  all.erase(rest.begin(), rest.end());
}

/// "NAME N"; `most` means that number or more.
inline std::string counted(std::string name, std::size_t n, std::size_t most) {
  return name.append(1, ' ').append(std::to_string(std::min(n, most)));
}

/// Reads a skeleton from left to right.
class part_reader {
 public:
  explicit part_reader(std::string_view skeleton) : words_(text::split(skeleton, ' ')) {}

  std::vector<std::string> read() && {
    for (std::size_t i = 0; i < words_.size(); ++i) i += word(i);
    close_clause();
    parts_.push_back(counted("words", words_.size() / 6, 9));
    make_set(parts_);
    return std::move(parts_);
  }

 private:
  /// Reads the word; returns how many words after it belong to it.
  std::size_t word(std::size_t i) {
    auto const w = words_[i];
    if (w == "(") {
      ++depth_;
      return 0;
    }
    if (w == ")") {
      depth_ -= depth_ > 0 ? 1 : 0;
      return 0;
    }
    if (depth_ == 0 && is_among(w, {"union", "intersect", "except"})) return combine(w), 0;
    if (depth_ == 0 && is_among(w, {"select", "from", "where", "group", "having", "order", "limit"})) return open_clause(w), 0;
    if (depth_ == 0 && is_among(w, {",", "join", "and", "or"})) ++things_;
    if (is_among(w, {"_", ",", "by", "and"})) return 0;
    auto part = clause_ + (depth_ > 0 ? " ( " : " ") + std::string(w);
    std::size_t more = 0;
    if (is_among(w, {"<", ">", "!"}) && i + 1 < words_.size() && is_among(words_[i + 1], {"=", ">"})) part += words_[i + ++more];
    parts_.push_back(std::move(part));
    return more;
  }

  void combine(std::string_view how) {
    close_clause();
    parts_.emplace_back(how);
    before_ = "then ";
  }

  void open_clause(std::string_view name) {
    close_clause();
    clause_ = before_ + std::string(name);
    things_ = 1;
  }

  void close_clause() {
    if (!clause_.empty()) parts_.push_back(counted(std::exchange(clause_, {}), things_, 4));
  }

  std::vector<std::string_view> words_;
  std::vector<std::string> parts_{};
  std::string before_{}, clause_{};
  std::size_t depth_ = 0, things_ = 0;
};

/// The number of positions in the question that name something of a kind.
inline std::size_t named(link::links const& linked, link::link::kind what) {
  std::set<std::size_t> places;
  for (auto const& l : linked.found)
    if (l.is == what && l.score >= 0.5) places.insert(l.first);
  return places.size();
}

}  // namespace detail

T2S_DECL std::vector<std::string> parts_of(std::string_view skeleton) {
  return skeleton.empty() ? std::vector<std::string>() : detail::part_reader(skeleton).read();
}

T2S_DECL std::vector<std::string> cues_of(link::links const& linked, std::span<std::string const> question_skeleton) {
  using kind = link::link::kind;
  auto const numbers = std::ranges::count(linked.tokens, retrieve::token::kind::number, &retrieve::token::is);
  auto const masks = std::ranges::count(question_skeleton, retrieve::mask);
  std::vector<std::string> cues{"#always",
                                detail::counted("#tables", detail::named(linked, kind::table), 3),
                                detail::counted("#columns", detail::named(linked, kind::column), 4),
                                detail::counted("#values", detail::named(linked, kind::value), 3),
                                detail::counted("#numbers", static_cast<std::size_t>(numbers), 2),
                                detail::counted("#masks", static_cast<std::size_t>(masks), 6),
                                detail::counted("#words", question_skeleton.size() / 4, 6)};
  if (!question_skeleton.empty()) cues.push_back("#first " + question_skeleton.front());
  for (auto const& w : question_skeleton)
    if (w != retrieve::mask && !w.starts_with('#')) cues.push_back(w);
  detail::make_set(cues);
  return cues;
}

namespace detail {

inline float sum_of(std::span<std::uint32_t const> parts, std::span<float const> part_weights) {
  return std::accumulate(parts.begin(), parts.end(), 0.0F, [&](float sum, std::uint32_t p) { return sum + part_weights[p]; });
}

inline float dot(ranker::relation const& a, ranker::relation const& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0F); }

/// Scores as probabilities.
inline std::vector<double> softmax(std::span<float const> scores) {
  double const best = scores.empty() ? 0.0 : static_cast<double>(*std::ranges::max_element(scores));
  std::vector<double> out;
  out.reserve(scores.size());
  for (float const s : scores) out.push_back(std::exp(static_cast<double>(s) - best));
  double const all = std::accumulate(out.begin(), out.end(), 0.0);
  for (auto& p : out) p /= all;
  return out;
}

/// The indices of the best `most` scores.
inline std::vector<std::size_t> best_places(std::span<float const> scores, std::size_t most) {
  std::vector<std::size_t> places(scores.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  auto const end = places.begin() + static_cast<std::ptrdiff_t>(std::min(most, places.size()));
  std::ranges::partial_sort(places, end,
                            [&](std::size_t a, std::size_t b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
  places.erase(end, places.end());
  return places;
}

}  // namespace detail

namespace detail {

inline std::vector<weight> all_learned() {
  std::vector<weight> all;
  for (auto const& row : learned_weights())
    for (auto const& p : row.parts) all.push_back({row.cue, p.part, p.value});
  return all;
}

}  // namespace detail

T2S_DECL std::vector<std::pair<std::string_view, double>> leanings_of(std::span<std::string const> cues) {
  std::map<std::string_view, double> sums;
  for (auto const& row : learned_weights())
    if (std::ranges::find(cues, row.cue) != cues.end())
      for (auto const& p : row.parts) sums[p.part] += static_cast<double>(p.value);
  return {sums.begin(), sums.end()};
}

T2S_DECL ranker::ranker(std::shared_ptr<retrieve::skeleton_index const> pool) : ranker(std::move(pool), detail::all_learned()) {}

T2S_DECL ranker::ranker(std::shared_ptr<retrieve::skeleton_index const> pool, std::span<weight const> learned) : pool_(std::move(pool)) {
  for (std::size_t i = 0; pool_ && i < pool_->size(); ++i) add(i);
  for (auto const& w : learned) learn(w);
}

T2S_DECL void ranker::add(std::size_t demonstration) {
  auto skeleton = parse_sql((*pool_)[demonstration].sql).skeleton;
  entry_of_.push_back(no_entry);
  if (skeleton.empty()) return;
  auto const [place, is_new] = places_.try_emplace(skeleton, static_cast<std::uint32_t>(entries_.size()));
  entry_of_.back() = place->second;
  if (is_new) {
    entry made{std::move(skeleton), {}, 0, demonstration};
    for (auto& p : parts_of(made.skeleton)) {
      auto const part = part_places_.try_emplace(p, static_cast<std::uint32_t>(parts_.size()));
      if (part.second) parts_.push_back(std::move(p));
      made.parts.push_back(part.first->second);
    }
    entries_.push_back(std::move(made));
  }
  ++entries_[place->second].count;
}

T2S_DECL void ranker::learn(weight const& w) {
  if (auto const r = std::ranges::find(relations, w.cue); r != relations.end()) {
    relation_weights_[static_cast<std::size_t>(r - relations.begin())] = w.value;
    return;
  }
  auto [part, is_new] = part_places_.try_emplace(std::string(w.part), static_cast<std::uint32_t>(parts_.size()));
  if (is_new) parts_.emplace_back(w.part);  // a draft may have parts that no skeleton of the pool has
  rows_[std::string(w.cue)].push_back({part->second, w.value});
}

T2S_DECL std::optional<std::size_t> ranker::find(std::string_view skeleton) const {
  auto const found = places_.find(std::string(skeleton));
  if (found == places_.end()) return {};
  return found->second;
}

T2S_DECL std::vector<retrieve::hit> ranker::nearest(std::span<std::string const> question_skeleton) const {
  return pool_ ? pool_->nearest(question_skeleton, considered) : std::vector<retrieve::hit>();
}

T2S_DECL std::vector<ranker::relation> ranker::relations_to(std::span<retrieve::hit const> hits) const {
  std::vector<relation> out(entries_.size());
  float all = 0;
  for (auto const& h : hits) {
    if (entry_of_[h.demonstration] == no_entry) continue;
    auto& [nearest, share, frequent, drafted] = out[entry_of_[h.demonstration]];
    auto const similar = static_cast<float>(h.similarity);
    nearest = std::max(nearest, similar / static_cast<float>(hits.front().similarity));
    share += similar * similar * similar;
    all += similar * similar * similar;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (all > 0) out[i][1] = std::sqrt(out[i][1] / all);
    out[i][2] = std::log1p(static_cast<float>(entries_[i].count));
  }
  return out;
}

T2S_DECL std::vector<std::uint32_t> ranker::known_parts(std::string_view skeleton) const {
  std::vector<std::uint32_t> out;
  if (skeleton.empty()) return out;
  for (auto const& p : parts_of(skeleton))
    if (auto const known = part_places_.find(p); known != part_places_.end()) out.push_back(known->second);
  return out;
}

T2S_DECL std::vector<float> ranker::weights_of_parts(std::span<std::string const> cues, std::span<std::uint32_t const> draft_parts) const {
  std::vector<float> part_weights(parts_.size());
  for (auto const& cue : cues) {
    auto const row = rows_.find(cue);
    if (row == rows_.end()) continue;
    for (auto const& w : row->second) part_weights[w.part] += w.value;
  }
  if (auto const draft = rows_.find("#draft"); draft != rows_.end())
    for (auto const& w : draft->second)
      if (std::ranges::find(draft_parts, w.part) != draft_parts.end()) part_weights[w.part] += w.value;
  return part_weights;
}

T2S_DECL std::vector<ranked> ranker::rank(link::links const& linked, std::string_view draft, std::size_t most) const {
  auto const question = retrieve::question_skeleton(linked.tokens, linked.masked());
  auto const hits = nearest(question);
  auto const draft_parts = known_parts(draft);
  auto const part_weights = weights_of_parts(cues_of(linked, question), draft_parts);
  auto const known_draft = find(draft);

  auto const related = relations_to(hits);
  std::vector<float> scores;
  scores.reserve(entries_.size() + 1);
  for (std::size_t i = 0; i < entries_.size(); ++i)
    scores.push_back(detail::sum_of(entries_[i].parts, part_weights) + detail::dot(related[i], relation_weights_));
  if (known_draft)
    scores[*known_draft] += relation_weights_[3];
  else if (!draft.empty())
    scores.push_back(detail::sum_of(draft_parts, part_weights) + relation_weights_[3]);

  auto const likely = detail::softmax(scores);
  std::vector<ranked> out;
  for (auto const i : detail::best_places(scores, most)) {
    bool const in_pool = i < entries_.size();
    out.push_back({in_pool ? entries_[i].skeleton : std::string(draft), likely[i], {}});
    if (in_pool) out.back().demonstration = entries_[i].first;
  }
  set_demonstrations(out, hits);
  return out;
}

/// Sets the nearest demonstration of each, if one is near.
T2S_DECL void ranker::set_demonstrations(std::span<ranked> found, std::span<retrieve::hit const> hits) const {
  for (auto& r : found) {
    auto const place = find(r.skeleton);
    if (!place) continue;
    auto const near = std::ranges::find_if(hits, [&](retrieve::hit const& h) { return entry_of_[h.demonstration] == *place; });
    if (near != hits.end()) r.demonstration = near->demonstration;
  }
}

}  // namespace t2s::skeleton

#endif
