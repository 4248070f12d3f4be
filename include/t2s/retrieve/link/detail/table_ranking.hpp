// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_TABLE_RANKING_HPP
#define T2S_RETRIEVE_LINK_DETAIL_TABLE_RANKING_HPP

#include "t2s/core/detail/numbers.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::link::detail {

/// Everything that the words of a question may name, in the whole schema.
[[nodiscard]] T2S_DECL links all_links(knowledge::lexicon const& names, std::string_view question);

/// Scores the tables of a schema for one question.
class table_ranking {
 public:
  table_ranking(knowledge::lexicon const& names, links const& found) : names_(names), found_(found) {
    scores_.resize(names.schema().tables().size());
    explains_.resize(scores_.size());
    for (std::size_t token = 0; token < found.tokens.size(); ++token) {
      for (auto const& l : found.found)
        if (l.first <= token && token < l.last) note(l.where.table, strength(l));
      add_with_neighbours();
    }
    add_groups();
  }

  /// Adds the outstanding values of `nearness`, which has a number for each table or is empty.
  void add_nearness(std::span<double const> nearness) {
    if (nearness.size() != scores_.size() || nearness.empty()) return;
    auto const mean = std::accumulate(nearness.begin(), nearness.end(), 0.0) / static_cast<double>(nearness.size());
    auto const above = *std::max_element(nearness.begin(), nearness.end()) - mean;
    if (!(above > 1e-6)) return;  // all are equally near
    for (std::uint32_t t = 0; t < nearness.size(); ++t) {
      auto const share = std::max(0.0, (nearness[t] - mean) / above);
      note(t, of_nearness * share * share * share);
    }
    add_with_neighbours();
  }

  /// The scores of all tables.
  [[nodiscard]] std::vector<double> const& scores() const noexcept { return scores_; }

  /// The table with the highest score, the first of several; 0 if there is none.
  [[nodiscard]] std::uint32_t likeliest() const noexcept {
    std::uint32_t best = 0;
    for (std::uint32_t t = 1; t < scores_.size(); ++t)
      if (scores_[t] > scores_[best]) best = t;
    return best;
  }

 private:
  // Chosen on the training databases of Spider merged into one (bench/scale); the results hardly depend on them.
  static constexpr double of_neighbour = 0.35;  // share for a neighbour of a table that explains a word
  static constexpr double of_table = 1, of_column = 0.6, of_value = 0.65, of_nearness = 0.8, of_group = 0.1;
  static constexpr double of_part = 0.7;         // exponent: part of a name counts more than its share
  static constexpr std::size_t most_keys = 200;  // of a table; beyond it, its neighbours are not distinguished

  static double strength(link const& l) {
    auto const of = l.is == link::kind::table ? of_table : l.is == link::kind::column ? of_column : of_value;
    return of * std::pow(std::min(l.score, 1.2), of_part);
  }

  /// Records how well a table explains the current token; the best of several reasons counts.
  void note(std::uint32_t table, double how_well) {
    if (how_well <= explains_[table]) return;
    if (explains_[table] == 0) explaining_.push_back(table);
    explains_[table] = how_well;
  }

  /// How much of the token all tables explain together, each at most once.
  [[nodiscard]] double total() const {
    double sum = 0;
    for (auto const t : explaining_) sum += std::min(explains_[t], 1.0);
    return sum;
  }

  /// Adds the current token with the tables that keys lead to, over one key and over two.
  void add_with_neighbours() {
    auto const all = total();
    std::vector<double> before;  // for each table that explains it, before the step
    for (int step = 0; step < 2; ++step) {
      before.clear();
      for (auto const t : explaining_) before.push_back(explains_[t]);
      for (std::size_t i = 0; i < before.size(); ++i) {
        auto const& edges = names_.connected().edges(explaining_[i]);
        if (edges.size() > most_keys) continue;
        for (auto const& k : edges) note(k.to, before[i] * of_neighbour);
      }
    }
    add(all);
  }

  /// A word of a group's prefix distinguishes its tables from tables of other groups with the same name.
  void add_groups() {
    t2s::detail::lists_by_name<std::uint32_t> tables_with;  // the tables whose group's prefix has a lemma
    std::vector<double> share;                              // for each table: its share of one of these lemmas
    share.resize(scores_.size());
    std::string_view group;
    std::vector<std::string> lemmas;  // of the group
    for (std::uint32_t t = 0; t < scores_.size(); ++t) {
      auto const own = names_.group_of(t);
      if (own.empty()) continue;
      if (own != group) {
        group = own;
        lemmas = retrieve::lemmas_of_name(own);
      }
      share[t] = of_group / static_cast<double>(lemmas.size());
      for (auto const& lemma : lemmas) tables_with.add(lemma, t);
    }
    for (auto const& token : found_.tokens) {
      for (auto const t : tables_with.find(token.lemma)) note(t, share[t]);
      if (!explaining_.empty()) add(total());
    }
  }

  /// Adds the current token, which counts more the less of it all tables explain, and moves to the next.
  void add(double all) {
    auto const rarity = std::log(1 + static_cast<double>(scores_.size()) / (0.5 + all));
    for (auto const t : explaining_) scores_[t] += rarity * std::exchange(explains_[t], 0);
    explaining_.clear();
  }

  knowledge::lexicon const& names_;
  links const& found_;
  std::vector<double> scores_{};
  std::vector<double> explains_{};           // for each table: how well it explains the current token, mostly 0
  std::vector<std::uint32_t> explaining_{};  // the tables that explain it
};

/// Groups tables that belong together: by declared keys, or by the prefix of their names; tables without either by likely keys.
class subjects {
 public:
  explicit subjects(knowledge::lexicon const& names) : parent_(names.schema().tables().size()) {
    for (std::uint32_t t = 0; t < parent_.size(); ++t) parent_[t] = t;
    t2s::detail::numbers_by_name first;  // first table of each group
    for (std::uint32_t t = 0; t < parent_.size(); ++t) {
      auto const group = names.group_of(t);
      auto const& declared = names.schema().edges(t);
      for (auto const& k : declared.empty() && group.empty() ? names.connected().edges(t) : declared) join(t, k.to);
      if (!group.empty()) join(t, static_cast<std::uint32_t>(first.add(group, t).first));
    }
  }

  /// A number that is equal for all tables of one subject.
  [[nodiscard]] std::uint32_t of(std::uint32_t table) {
    while (parent_[table] != table) table = parent_[table] = parent_[parent_[table]];
    return table;
  }

 private:
  void join(std::uint32_t a, std::uint32_t b) { parent_[of(a)] = of(b); }

  std::vector<std::uint32_t> parent_;
};

/// Keeps the links of the likeliest table's subject.
inline void keep_one_subject(knowledge::lexicon const& names, links& found) {
  if (found.found.empty()) return;
  subjects all(names);
  auto const kept = all.of(table_ranking(names, found).likeliest());
  std::vector<link> of_subject;
  for (auto& l : found.found)
    if (all.of(l.where.table) == kept) of_subject.push_back(std::move(l));
  found.found.swap(of_subject);
}

}  // namespace t2s::link::detail

#endif
