// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_SCHEMA_RETRIEVAL_IPP
#define T2S_RETRIEVE_LINK_DETAIL_SCHEMA_RETRIEVAL_IPP

#include "t2s/core/detail/budget.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/llm/detail/token_estimate.hpp"
#include "t2s/retrieve/link/detail/shown_columns.hpp"
#include "t2s/retrieve/link/detail/table_ranking.hpp"
#include "t2s/retrieve/link/schema_retrieval.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace t2s::link {
namespace detail {

/// Links words of a question to tables and columns whose description has them.
inline void add_described(knowledge::lexicon const& names, links& found) {
  constexpr double score = 0.5;  // less than a two-word name of which the question has one word
  for (std::size_t i = 0; i < found.tokens.size(); ++i)
    for (auto const where : names.described_with(found.tokens[i].lemma))
      found.found.push_back({where.is_table() ? link::kind::table : link::kind::column, where, i, i + 1, score, {}});
}

/// Fills a budget with tables.
class schema_filling {
 public:
  schema_filling(knowledge::lexicon const& names, links const& found, schema_budget budget) : names_(names), budget_(budget) {
    auto const& tables = names.schema().tables();
    named_.resize(tables.size());
    for (auto const& l : found.found)
      if (!l.where.is_table()) named_[l.where.table].push_back(l.where.column);
    fits_ = fits(names.schema(), budget);
    out_.all_tables = tables.size();
    for (auto const& t : tables) out_.all_columns += t.columns.size();
  }

  [[nodiscard]] schema_choice fill(std::vector<double> const& scores) && {
    std::vector<std::uint32_t> order(scores.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    t2s::detail::sort(order, [&](std::uint32_t a, std::uint32_t b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
    for (auto const t : order)
      if (!add(t, scores[t]) && ++refused_ == most_refused) break;
    if (out_.tables.empty() && !order.empty()) add_first_columns(order.front(), scores[order.front()]);
    return std::move(out_);
  }

 private:
  static constexpr std::size_t most_refused = 20;  // after so many tables that did not fit, smaller ones are not tried

  bool add(std::uint32_t place, double score) {
    auto const& t = names_.schema().tables()[place];
    bool const early = fits_ || 4 * out_.tokens < budget_.tokens;  // the likeliest tables are shown whole
    auto columns = early ? all_of(t) : needed_of(t, place);
    auto cost = cost_of(t, columns);
    if (out_.tokens + cost > budget_.tokens && early) {
      columns = needed_of(t, place);
      cost = cost_of(t, columns);
    }
    if (out_.tokens + cost > budget_.tokens) return false;
    take(place, score, std::move(columns));
    return true;
  }

  void take(std::uint32_t place, double score, std::vector<std::uint32_t> columns) {
    out_.tokens += cost_of(names_.schema().tables()[place], columns);
    out_.columns += columns.size();
    out_.tables.push_back({place, score, std::move(columns)});
  }

  static std::vector<std::uint32_t> all_of(schema::table const& t) {
    std::vector<std::uint32_t> all(t.columns.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
  }

  /// Keys and what the question names.
  [[nodiscard]] std::vector<std::uint32_t> needed_of(schema::table const& t, std::uint32_t place) const {
    std::vector<std::uint32_t> needed;
    for (std::uint32_t i = 0; i < t.columns.size(); ++i)
      if (t.columns[i].key_position != 0 || names_.refers({place, i}) || t2s::detail::has(named_[place], i)) needed.push_back(i);
    return needed.empty() ? all_of(t) : needed;
  }

  [[nodiscard]] std::size_t cost_of(schema::table const& t, std::vector<std::uint32_t> const& columns) const {
    return tokens_of(t, columns, names_.schema().sql_dialect());
  }

  /// As many of the first columns of a table as fit: for a table that does not fit whole.
  void add_first_columns(std::uint32_t place, double score) {
    auto const& t = names_.schema().tables()[place];
    auto columns = needed_of(t, place);
    while (!columns.empty() && cost_of(t, columns) > budget_.tokens) columns.resize(columns.size() / 2);
    if (!columns.empty()) take(place, score, std::move(columns));
  }

  knowledge::lexicon const& names_;
  schema_budget budget_;
  std::vector<std::vector<std::uint32_t>> named_{};  // for each table: its columns
  bool fits_ = false;                                // the whole schema fits
  std::size_t refused_ = 0;
  schema_choice out_{};
};

}  // namespace detail

T2S_DECL std::size_t schema_tokens(schema::database const& d) {
  std::size_t tokens = 0;
  for (auto const& t : d.tables()) tokens += llm::estimate_tokens(schema::create_statement(t, d.sql_dialect()));
  return tokens;
}

T2S_DECL bool fits(schema::database const& d, schema_budget budget) {
  if (budget.tokens == unlimited) return true;
  std::size_t tokens = 0;
  for (auto const& t : d.tables())
    if ((tokens += llm::estimate_tokens(schema::create_statement(t, d.sql_dialect()))) > budget.tokens) return false;
  return true;
}

T2S_DECL schema_choice retrieve_schema(knowledge::lexicon const& names, std::string_view question, schema_budget budget,
                                       std::span<double const> nearness) {
  auto found = detail::all_links(names, question);
  detail::add_described(names, found);
  detail::table_ranking ranking(names, found);
  ranking.add_nearness(nearness);
  return detail::schema_filling(names, found, budget).fill(ranking.scores());
}

T2S_DECL schema::database chosen_schema(schema::database const& whole, schema_choice const& choice) {
  auto chosen = choice.tables;
  t2s::detail::sort(chosen, [](chosen_table const& a, chosen_table const& b) { return a.table < b.table; });
  std::vector<schema::table> tables;
  for (auto const& c : chosen) {
    auto const& from = whole.tables()[c.table];
    auto& t = tables.emplace_back(from);
    t.columns.clear();
    for (auto const i : c.columns) t.columns.push_back(from.columns[i]);
  }
  schema::database made(tables, whole.dialect());
  for (auto& t : tables)
    std::erase_if(t.foreign_keys, [&](schema::foreign_key const& k) {
      auto const* to = made.find_table(k.table);
      return !to || t2s::detail::any_of(k.columns, [&](auto const& c) { return !t.find_column(c); }) ||
             t2s::detail::any_of(k.referenced, [&](auto const& c) { return !to->find_column(c); });
    });
  return schema::database(std::move(tables), whole.dialect());
}

}  // namespace t2s::link

#endif
