// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEYS_TO_CHECK_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEYS_TO_CHECK_IPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/knowledge/detail/column_content.hpp"
#include "t2s/retrieve/knowledge/detail/key_search.hpp"
#include "t2s/retrieve/knowledge/detail/keys_to_check.hpp"

namespace t2s::knowledge::detail {

/// The search, which chooses again after each round.
struct keys_to_check::rounds {
  explicit rounds(schema::database const& of, key_facts const& facts) : groups(name_groups(of)), search(of, groups, lemmas, facts) {}

  name_lemmas lemmas{};
  std::vector<std::size_t> groups;
  key_search search;
};

T2S_DECL keys_to_check::keys_to_check(schema::database const& of, std::chrono::nanoseconds time, std::size_t most_keys)
    : of_(of), end_(clock::now() + std::chrono::duration_cast<clock::duration>(time)), most_keys_(most_keys) {
  for (auto const& t : of.tables())
    if (!t.name.empty() && !t.is_view && t.primary_key().empty() && !columns_to_count(t).empty()) tables_.push_back(&t);
}

T2S_DECL keys_to_check::~keys_to_check() = default;

T2S_DECL std::optional<std::string> keys_to_check::next() {
  if (asked_ == most || clock::now() >= end_) return {};
  counts_ = counted_ < tables_.size();
  if (counts_) {
    ++asked_;
    return statement(*tables_[counted_++]);
  }
  if (most_keys_ == 0) return {};
  if (at_ == waiting_.size()) suggest();
  if (at_ == waiting_.size()) return {};
  ++asked_;
  --most_keys_;
  return statement(waiting_[at_++]);
}

T2S_DECL void keys_to_check::take(db::execution const& found) {
  if (counts_) return take_unique(found);
  if (!found.ok() || found.rows.values.size() != 1 || found.rows.values.front().size() != 4) return;
  auto const& counts = found.rows.values.front();
  auto const all = counts[0].integer(), there = counts[1].integer(), parents = counts[2].integer();
  if (!all || !there || !parents || *all == 0 || *parents == 0) return;
  auto const& k = waiting_[at_ - 1];
  if (*there * 2 <= *all || *there > *all)
    facts_.refuted.push_back(key_of(of_, k));
  else if (*all > 1 && *there * 20 >= *all * 19 && !may_be_chance(k, *all, counts[3]))
    facts_.held.push_back(key_of(of_, k));
}

/// Whether the values may be in the parent by chance.
T2S_DECL bool keys_to_check::may_be_chance(suggested_key const& k, std::int64_t values, value const& greatest) const {
  static constexpr std::int64_t counted = 1000;  // amounts and positions seldom exceed it
  auto const& c = of_.tables()[k.child].columns[k.column];
  if (named_ || declared_content(c) != content::number) return false;
  auto const highest = greatest.integer();
  if (!highest) return true;
  return is_called_key(c.name) ? *highest <= values : values < 3 || *highest <= counted;
}

T2S_DECL void keys_to_check::take_unique(db::execution const& found) {
  auto const& t = *tables_[counted_ - 1];
  auto const columns = columns_to_count(t);
  if (!found.ok() || found.rows.values.size() != 1 || found.rows.values.front().size() != columns.size() + 1) return;
  auto const& counts = found.rows.values.front();
  auto const rows = counts.front().integer();
  if (!rows || *rows < 2) return;  // in a single row, all columns are unique
  unique_columns of{t.name, {}};
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (auto const different = counts[i + 1].integer(); different && *different == *rows) of.columns.push_back(columns[i]);
  facts_.unique.push_back(std::move(of));
}

/// Suggests keys from what is known so far, except those already checked.
T2S_DECL void keys_to_check::suggest() {
  waiting_.clear();
  at_ = 0;
  sort_facts();
  if (rounds_)
    rounds_->search.choose_again();
  else
    rounds_ = std::make_unique<rounds>(of_, facts_);
  auto const& search = rounds_->search;
  auto const add = [&](std::vector<suggested_key> const& keys) {
    for (auto const& k : keys) {
      auto const& table = of_.tables()[k.child];
      auto const& column = table.columns[k.column];
      if (table.name.empty() || column.name.empty() || is_computed(table, column)) continue;
      auto key = k;
      key.needs_proof = false;  // it is the same key with or without proof
      auto const place = t2s::detail::partition_point(asked_about_, [&key](suggested_key const& a) { return a < key; });
      if (place < asked_about_.size() && asked_about_[place] == key) continue;
      t2s::detail::insert_at(asked_about_, place, key);
      waiting_.push_back(k);
    }
  };
  add(search.named());
  named_ = !waiting_.empty();
  if (!named_) add(search.unnamed());
}

T2S_DECL void keys_to_check::sort_facts() {
  t2s::detail::sort(facts_.refuted);
  t2s::detail::sort(facts_.held);
  t2s::detail::sort(facts_.unique);
}

/// For a table without a key: all columns except measured numbers and times.
T2S_DECL std::vector<std::string> keys_to_check::columns_to_count(schema::table const& t) const {
  static constexpr std::size_t most_columns = 100;
  std::vector<std::string> out;
  for (auto const& c : t.columns)
    if (!c.name.empty() && out.size() < most_columns && may_be_key(t, c)) out.push_back(c.name);
  return out;
}

/// Counts the rows, and the distinct values of each column.
T2S_DECL std::string keys_to_check::statement(schema::table const& t) const {
  auto const d = of_.sql_dialect();
  std::string counts = "SELECT count(*)", columns;
  for (auto const& c : columns_to_count(t)) {
    auto const name = schema::in_quotes(c, d);
    counts += ", count(DISTINCT r." + name + ")";
    columns += (columns.empty() ? "" : ", ") + name;
  }
  return counts + " FROM (SELECT " + columns + " FROM " + schema::in_quotes(t.name, d) + " LIMIT 1000) AS r";
}

/// Counts the distinct values, those that the parent has, whether the parent has rows, and returns the greatest value. The values are a
/// list, so that an engine reads a parent without an index once, not once for each value.
T2S_DECL std::string keys_to_check::statement(suggested_key const& k) const {
  auto const d = of_.sql_dialect();
  auto const quoted = [d](std::string_view name) { return schema::in_quotes(name, d); };
  auto const of = key_of(of_, k);
  auto const parent = quoted(of.parent), key = quoted(of.referenced);
  return "WITH s AS (SELECT DISTINCT r.v AS v FROM (SELECT " + quoted(of.column) + " AS v FROM " + quoted(of.table) +
         " LIMIT 1000) AS r WHERE r.v IS NOT NULL LIMIT 100) SELECT (SELECT count(*) FROM s), (SELECT count(*) FROM " + parent +
         " AS p WHERE p." + key + " IN (SELECT s.v FROM s)), (SELECT count(*) FROM (SELECT " + key + " FROM " + parent +
         " LIMIT 1) AS e), (SELECT max(s.v) FROM s)";
}

}  // namespace t2s::knowledge::detail

#endif
