// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_INFERRED_KEY_IPP
#define T2S_KNOWLEDGE_IMPL_INFERRED_KEY_IPP

#include "t2s/core/internal/search.hpp"
#include "t2s/core/internal/sort.hpp"
#include "t2s/knowledge/impl/inferred_keys.hpp"
#include "t2s/knowledge/internal/column_content.hpp"
#include "t2s/knowledge/internal/inferred_key.hpp"

namespace t2s::knowledge::detail {

T2S_DECL keys_to_check::keys_to_check(schema::database const& of, std::chrono::nanoseconds time)
    : of_(of), end_(clock::now() + std::chrono::duration_cast<clock::duration>(time)) {
  infer();
}

T2S_DECL std::optional<std::string> keys_to_check::next() {
  if (at_ == waiting_.size() && !of_round_.empty()) infer();
  if (at_ == waiting_.size() || asked_ == most || clock::now() >= end_) return {};
  ++asked_;
  return statement(waiting_[at_++]);
}

T2S_DECL void keys_to_check::take(db::execution const& found) {
  if (!found.ok() || found.rows.values.size() != 1 || found.rows.values.front().size() != 3) return;
  auto const& counts = found.rows.values.front();
  auto const all = counts[0].integer(), there = counts[1].integer(), parents = counts[2].integer();
  if (!all || !there || !parents || *all == 0 || *parents == 0) return;
  if (*there * 2 <= *all) of_round_.push_back(waiting_[at_ - 1]);
}

/// At first all keys; then those that come in the place of the refuted ones.
T2S_DECL void keys_to_check::infer() {
  bool const is_first = refuted_.empty() && of_round_.empty();
  refuted_.insert(refuted_.end(), of_round_.begin(), of_round_.end());
  t2s::detail::sort(refuted_);
  auto const replaces = [&](inferred_key const& k) {
    return t2s::detail::any_of(of_round_, [&](inferred_key const& r) { return r.table == k.table && r.parent == k.parent; });
  };
  waiting_.clear();
  at_ = 0;
  auto const connected = with_inferred_keys(of_, refuted_);
  for (std::size_t t = 0; t < of_.tables().size(); ++t) {
    auto const& table = connected.tables()[t];
    for (auto i = of_.tables()[t].foreign_keys.size(); i < table.foreign_keys.size(); ++i) {
      auto const& key = table.foreign_keys[i];
      inferred_key k{table.name, key.columns.front(), key.table};
      auto const* column = table.find_column(k.column);
      if (column && !is_computed(table, *column) && (is_first || replaces(k))) waiting_.push_back(std::move(k));
    }
  }
  of_round_.clear();
}

/// How many different values there are, how many of them the parent has, and whether it has any row. The values are a list to look in, so
/// that an engine reads a parent without an index once, and not once a value.
T2S_DECL std::string keys_to_check::statement(inferred_key const& k) const {
  auto const d = of_.sql_dialect();
  auto const quoted = [d](std::string_view name) { return schema::in_quotes(name, d); };
  auto const parent = quoted(k.parent), key = quoted(of_.find_table(k.parent)->primary_key().front());
  return "WITH s AS (SELECT DISTINCT r.v AS v FROM (SELECT " + quoted(k.column) + " AS v FROM " + quoted(k.table) +
         " LIMIT 1000) AS r WHERE r.v IS NOT NULL LIMIT 100) SELECT (SELECT count(*) FROM s), (SELECT count(*) FROM " + parent +
         " AS p WHERE p." + key + " IN (SELECT s.v FROM s)), (SELECT count(*) FROM (SELECT " + key + " FROM " + parent + " LIMIT 1) AS e)";
}

}  // namespace t2s::knowledge::detail

#endif
