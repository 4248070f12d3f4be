// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_FAULT_IPP
#define T2S_LAB_EVALUATION_DETAIL_FAULT_IPP

#include "t2s/lab/evaluation/detail/fault.hpp"
#include "t2s/lab/evaluation/detail/query_parts.hpp"
#include "t2s/lab/evaluation/detail/strict_form.hpp"
#include "t2s/sql/parse.hpp"

#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace t2s::evaluation {
namespace detail {

/// The parts of a statement; none if it is not a query of the dialect.
inline query_parts parts_of(std::string_view sql, schema::database const& d) {
  auto q = sql::parse(sql, {.grammar = sql::dialect_of(d)});
  if (!q) return {};
  strict::names known(*q, d);
  known.settle();
  strict::drop_results_of_exists(*q);
  strict::drop_needless_distinct(*q);
  strict::conditions(*q).settle();
  strict::joins(*q, known, 0).settle();
  return part_reader(known).read(q->root());
}

/// Two sorted lists of texts compared.
struct unmatched {
  bool missing = false, superfluous = false;

  unmatched(query_parts::texts const& gold, query_parts::texts const& predicted)
      : missing(!std::ranges::includes(predicted, gold)), superfluous(!std::ranges::includes(gold, predicted)) {}

  [[nodiscard]] bool any() const { return missing || superfluous; }
  [[nodiscard]] bool exchanged() const { return missing && superfluous; }
};

/// How tables are joined otherwise.
enum class join_difference { none, more, other };

/// `more`: nothing but further tables are joined. A subquery in the place of a join is no other join.
inline join_difference joins_compared(query_parts const& gold, query_parts const& predicted) {
  unmatched const tables(gold.tables, predicted.tables), joined(gold.joined, predicted.joined);
  if (tables.exchanged()) return join_difference::none;
  bool const same_form = gold.subqueries == predicted.subqueries;
  if (tables.missing || (tables.superfluous && same_form && joined.missing)) return join_difference::other;
  if (tables.superfluous) return join_difference::more;
  bool const differ = gold.outer_joins != predicted.outer_joins || (same_form ? joined.any() : joined.exchanged());
  return differ ? join_difference::other : join_difference::none;
}

/// Names columns alike that a join of one of two queries makes equal.
class equal_columns {
 public:
  void add(query_parts::texts const& joined) {
    for (auto const& pair : joined) {
      auto const sign = pair.find(" = ");
      auto first = name_of(pair.substr(0, sign)), second = name_of(pair.substr(sign + 3));
      if (first != second) names_[std::max(first, second)] = std::min(first, second);
    }
  }

  void rename(query_parts::texts& list) const {
    for (auto& text : list) text = name_of(text);
    std::ranges::sort(list);
  }

 private:
  [[nodiscard]] std::string name_of(std::string text) const {
    for (auto found = names_.find(text); found != names_.end(); found = names_.find(text)) text = found->second;
    return text;
  }

  std::map<std::string, std::string> names_{};  // to smaller ones
};

inline void name_alike(query_parts& gold, query_parts& predicted) {
  equal_columns names;
  names.add(gold.joined);
  names.add(predicted.joined);
  for (auto* q : {&gold, &predicted})
    for (auto* list : {&q->results, &q->tested, &q->groups}) names.rename(*list);
}

/// Whether ORDER BY differs where it matters: the gold has one, or LIMIT keeps the first rows.
inline bool orders_differ(query_parts const& gold, query_parts const& predicted) {
  return gold.order != predicted.order && (!gold.order.empty() || !predicted.limits.empty());
}

/// The faults of two trees whose tables are joined so.
inline faults tree_faults(query_parts const& gold, query_parts const& predicted, join_difference joins) {
  auto const differ = [&](query_parts::texts query_parts::* list) { return unmatched(gold.*list, predicted.*list); };
  faults found;
  auto const add = [&found](fault f, bool holds) {
    if (holds) found.add(f);
  };
  add(fault::table, differ(&query_parts::tables).exchanged());
  add(fault::join, joins != join_difference::none);
  add(fault::set_operation, gold.set_operations != predicted.set_operations);
  add(fault::subquery, gold.subqueries != predicted.subqueries);
  add(fault::aggregation, gold.computed != predicted.computed || differ(&query_parts::computed_inside).exchanged());
  add(fault::column, gold.results != predicted.results || differ(&query_parts::tested).exchanged());
  add(fault::condition, gold.conditions != predicted.conditions);
  add(fault::value, differ(&query_parts::values).exchanged());
  add(fault::grouping, gold.groups != predicted.groups);
  add(fault::null, gold.nulls != predicted.nulls);
  add(fault::order, orders_differ(gold, predicted));
  add(fault::limit, gold.limits != predicted.limits);
  add(fault::distinct, gold.distinct != predicted.distinct);
  if (!found.all().empty()) return found;
  add(fault::null, gold.counted != predicted.counted);        // count(column) leaves NULL out
  add(fault::join, gold.table_uses != predicted.table_uses);  // in one member of a compound, for example
  return found;
}

/// The first fault of a list that holds.
inline fault first_of(faults const& found, std::initializer_list<fault> list, fault otherwise) {
  auto const first = std::ranges::find_if(list, [&found](fault f) { return found.has(f); });
  return first == list.end() ? otherwise : *first;
}

/// The first in order. Superfluous tables often change nothing, and often are there for a wrong column: that or whatever else of the rows
/// differs comes before them.
inline fault first_of_trees(faults const& trees, bool has_more_tables) {
  auto const all = trees.all();
  if (all.empty()) return fault::other;
  if (!has_more_tables || all.front() != fault::join) return all.front();
  return first_of(trees, {fault::aggregation, fault::column, fault::value, fault::set_operation, fault::subquery, fault::condition},
                  fault::join);
}

/// The main fault: results show some of them better than trees, which may say the same in other ways. `first` is that of the trees.
inline fault main_of(faults const& trees, fault first, result_difference results) {
  switch (results) {
    case result_difference::failed: return fault::execution;
    case result_difference::format: return fault::format;
    case result_difference::order: return fault::order;
    case result_difference::nulls: return trees.has(fault::limit) ? fault::limit : fault::null;
    case result_difference::columns: return fault::column;
    case result_difference::repetitions:
      return first_of(trees, {fault::distinct, fault::table, fault::join, fault::grouping, fault::set_operation, fault::subquery},
                      fault::distinct);
    case result_difference::fewer:
    case result_difference::more: return trees.has(fault::limit) ? fault::limit : first;
    default: return first;
  }
}

struct fault_names {
  std::string_view name, title;
};
inline constexpr std::array<fault_names, fault_count> names_of_faults{
    fault_names{"execution", "does not execute"},
    fault_names{"format", "format only"},
    fault_names{"table", "wrong table"},
    fault_names{"join", "missing or other join"},
    fault_names{"aggregation", "aggregation"},
    fault_names{"column", "wrong column"},
    fault_names{"value", "value"},
    fault_names{"set_operation", "set operation"},
    fault_names{"subquery", "subquery"},
    fault_names{"condition", "condition"},
    fault_names{"grouping", "grouping"},
    fault_names{"null", "NULL"},
    fault_names{"order", "order"},
    fault_names{"limit", "limit"},
    fault_names{"distinct", "distinct"},
    fault_names{"other", "other"},
};

}  // namespace detail

T2S_DECL std::string_view name_of(fault f) noexcept { return detail::names_of_faults[static_cast<std::size_t>(f)].name; }
T2S_DECL std::string_view title_of(fault f) noexcept { return detail::names_of_faults[static_cast<std::size_t>(f)].title; }

T2S_DECL faults faults_of(result_difference results) { return faults(detail::main_of({}, fault::other, results), {}, results); }

T2S_DECL fault_finder::fault_finder(std::string_view gold, schema::database const& d)
    : database_(d), gold_(std::make_shared<detail::query_parts const>(detail::parts_of(gold, d))) {}

T2S_DECL faults fault_finder::of(std::string_view predicted, result_difference results) const {
  auto gold = *gold_, parts = detail::parts_of(predicted, database_);
  auto const joins = detail::joins_compared(gold, parts);
  if (joins != detail::join_difference::other) detail::name_alike(gold, parts);
  auto const trees = gold.parsed && parts.parsed ? detail::tree_faults(gold, parts, joins) : faults();
  auto const first = detail::first_of_trees(trees, joins == detail::join_difference::more);
  faults found(detail::main_of(trees, first, results), {}, results);
  for (auto const f : trees.all()) found.add(f);
  return found;
}

}  // namespace t2s::evaluation

#endif
