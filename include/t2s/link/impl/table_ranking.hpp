// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_TABLE_RANKING_HPP
#define T2S_LINK_IMPL_TABLE_RANKING_HPP

#include "t2s/core/internal/search.hpp"
#include "t2s/core/internal/sort.hpp"
#include "t2s/core/text.hpp"
#include "t2s/link/lexical.hpp"
#include "t2s/retrieve/internal/tokens.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace t2s::link::detail {

/// All that the words of a question may name, in the whole schema.
[[nodiscard]] T2S_DECL links all_links(knowledge::lexicon const& names, std::string_view question);

/// How well a table explains a token of a question.
struct explained {
  std::uint32_t table = 0;
  double how_well = 0;
};

/// Scores the tables of a schema for one question.
class table_ranking {
 public:
  table_ranking(knowledge::lexicon const& names, links const& found) : names_(names), found_(found) {
    scores_.resize(names.schema().tables().size());
    for (std::size_t token = 0; token < found.tokens.size(); ++token) add(spread(explaining(token)));
    add_groups();
  }

  /// Adds what stands out of `nearness`, which has a number for each table or is empty.
  void add_nearness(std::span<double const> nearness) {
    if (nearness.size() != scores_.size() || nearness.empty()) return;
    auto const mean = std::accumulate(nearness.begin(), nearness.end(), 0.0) / static_cast<double>(nearness.size());
    auto const above = *std::max_element(nearness.begin(), nearness.end()) - mean;
    if (!(above > 1e-6)) return;  // all are equally near
    std::vector<explained> near;
    for (std::uint32_t t = 0; t < nearness.size(); ++t)
      if (auto const share = (nearness[t] - mean) / above; share > 0) near.push_back({t, of_nearness * share * share * share});
    add(spread(std::move(near)));
  }

  /// Of each table.
  [[nodiscard]] std::vector<double> const& scores() const noexcept { return scores_; }

 private:
  // Chosen on the training databases of Spider merged into one (bench/scale); the figures hardly move with them.
  static constexpr double of_neighbour = 0.35;  // what a table next to one that explains a word has of it
  static constexpr double of_table = 1, of_column = 0.6, of_value = 0.65, of_nearness = 0.8, of_group = 0.1;
  static constexpr double of_part = 0.7;         // exponent: a part of a name tells more than its share
  static constexpr std::size_t most_keys = 200;  // of a table beyond which its neighbours are not told apart

  static double strength(link const& l) {
    auto const of = l.is == link::kind::table ? of_table : l.is == link::kind::column ? of_column : of_value;
    return of * std::pow(std::min(l.score, 1.2), of_part);
  }

  /// The tables that explain a token, each once with its best link, by place.
  [[nodiscard]] std::vector<explained> explaining(std::size_t token) const {
    std::vector<explained> all;
    for (auto const& l : found_.found)
      if (l.first <= token && token < l.last) all.push_back({l.where.table, strength(l)});
    return best_each(std::move(all));
  }

  static std::vector<explained> best_each(std::vector<explained> all) {
    t2s::detail::sort(
        all, [](explained const& a, explained const& b) { return a.table != b.table ? a.table < b.table : a.how_well > b.how_well; });
    all.erase(std::unique(all.begin(), all.end(), [](explained const& a, explained const& b) { return a.table == b.table; }), all.end());
    return all;
  }

  /// The same with the tables to which keys lead, over one key and over two.
  [[nodiscard]] std::pair<std::vector<explained>, double> spread(std::vector<explained> own) const {
    double total = 0;
    for (auto const& e : own) total += std::min(e.how_well, 1.0);
    auto all = own;
    for (int step = 0; step < 2; ++step) {
      auto const size = all.size();
      for (std::size_t i = 0; i < size; ++i) {
        auto const& edges = names_.connected().edges(all[i].table);
        if (edges.size() > most_keys) continue;
        for (auto const& k : edges) all.push_back({k.to, all[i].how_well * of_neighbour});
      }
      all = best_each(std::move(all));
    }
    return {std::move(all), total};
  }

  /// A word of a group's name tells its tables from those of other groups that are called the same.
  void add_groups() {
    std::map<std::string_view, std::vector<std::uint32_t>> tables_of;
    for (std::uint32_t t = 0; t < scores_.size(); ++t)
      if (auto const group = names_.group_of(t); !group.empty()) tables_of[group].push_back(t);
    std::vector<std::vector<explained>> by_token(found_.tokens.size());
    for (auto const& [group, tables] : tables_of) {
      auto const words = retrieve::lemmas_of_name(group);
      for (std::size_t i = 0; i < by_token.size(); ++i)
        if (t2s::detail::has(words, found_.tokens[i].lemma))
          for (auto const t : tables) by_token[i].push_back({t, of_group / static_cast<double>(words.size())});
    }
    for (auto& all : by_token) {
      double total = 0;
      for (auto const& e : all) total += e.how_well;
      add({best_each(std::move(all)), total});
    }
  }

  void add(std::pair<std::vector<explained>, double> const& token) {
    auto const& [all, total] = token;
    if (all.empty()) return;
    auto const rarity = std::log(1 + static_cast<double>(scores_.size()) / (0.5 + total));
    for (auto const& e : all) scores_[e.table] += rarity * e.how_well;
  }

  knowledge::lexicon const& names_;
  links const& found_;
  std::vector<double> scores_{};
};

/// The tables that belong together: by declared keys, or by what stands before their names; those that have neither by likely keys.
class subjects {
 public:
  explicit subjects(knowledge::lexicon const& names) : parent_(names.schema().tables().size()) {
    std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
    std::unordered_map<std::string_view, std::uint32_t> first;
    for (std::uint32_t t = 0; t < parent_.size(); ++t) {
      auto const group = names.group_of(t);
      auto const& declared = names.schema().edges(t);
      for (auto const& k : declared.empty() && group.empty() ? names.connected().edges(t) : declared) join(t, k.to);
      if (!group.empty()) join(t, first.try_emplace(group, t).first->second);
    }
  }

  /// The same for all tables of one subject.
  [[nodiscard]] std::uint32_t of(std::uint32_t table) {
    while (parent_[table] != table) table = parent_[table] = parent_[parent_[table]];
    return table;
  }

 private:
  void join(std::uint32_t a, std::uint32_t b) { parent_[of(a)] = of(b); }

  std::vector<std::uint32_t> parent_;
};

/// Leaves the links of the subject to which the likeliest table belongs.
inline void keep_one_subject(knowledge::lexicon const& names, links& found) {
  if (found.found.empty()) return;
  auto const scores = table_ranking(names, found).scores();
  subjects all(names);
  auto const best = static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  auto const kept = all.of(best);
  std::erase_if(found.found, [&](link const& l) { return all.of(l.where.table) != kept; });
}

}  // namespace t2s::link::detail

#endif
