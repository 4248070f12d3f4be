// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_OFFICIAL_QUERY_IPP
#define T2S_EVALUATION_IMPL_OFFICIAL_QUERY_IPP

#include "t2s/evaluation/impl/official_parser.hpp"
#include "t2s/evaluation/impl/official_words.hpp"
#include "t2s/evaluation/official_query.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace t2s::evaluation {
namespace detail {

/// Makes a query ready to be compared.
class official_normaliser {
 public:
  explicit official_normaliser(official_schema const& schema) : schema_(schema) {}

  /// False if the official program stops at the query with an error.
  bool normalise(official_query& q) {
    if (!drop_values(q) || !has_plain_connectives(q)) return false;
    for (auto const& source : q.from)
      if (auto const* name = std::get_if<official_schema::name>(&source); name && name->column == 0) tables_.push_back(name->table);
    replace_columns(q);
    return true;
  }

 private:
  static std::array<official_conditions*, 3> condition_lists(official_query& q) { return {&q.on, &q.where, &q.having}; }
  static std::array<official_subquery*, 3> combined(official_query& q) { return {&q.intersect, &q.except, &q.union_}; }

  static bool drop_values(official_query& q) {
    for (auto* list : condition_lists(q))
      for (std::size_t i = 0; i < list->size(); i += 2) {
        auto* c = std::get_if<official_condition>(&(*list)[i]);
        if (!c || !drop_value(c->value) || !drop_value(c->upper)) return false;
      }
    return std::ranges::all_of(combined(q), [](auto* s) { return !*s || drop_values(*s->query); });
  }
  static bool drop_value(official_operand& v) {
    auto* nested = std::get_if<official_subquery>(&v);
    if (nested) return drop_values(*nested->query);
    v = {};
    return true;
  }

  /// Where a condition stands for a connective, the official program puts it into a set, which a subquery in it forbids.
  static bool has_plain_connectives(official_query& q) {
    for (std::size_t i = 1; i < q.where.size(); i += 2)
      if (auto const* c = std::get_if<official_condition>(&q.where[i]))
        if (std::holds_alternative<official_subquery>(c->value) || std::holds_alternative<official_subquery>(c->upper)) return false;
    return std::ranges::all_of(combined(q), [](auto* s) { return !*s || has_plain_connectives(*s->query); });
  }

  void replace_columns(official_query& q) const {
    q.distinct = false;
    for (auto& s : q.select) replace(s.term);
    for (auto* list : condition_lists(q))
      for (std::size_t i = 0; i < list->size(); i += 2) replace(std::get<official_condition>((*list)[i]).term);
    for (auto& c : q.group_by) replace(c);
    if (q.order_by)
      for (auto& t : q.order_by->terms) replace(t);
    for (auto* s : combined(q))
      if (*s) replace_columns(*s->query);
  }
  void replace(official_term& t) const {
    replace(t.left);
    if (t.right) replace(*t.right);
  }
  void replace(official_column& c) const {
    c.distinct = false;
    if (c.column.column != 0 && std::ranges::find(tables_, c.column.table) != tables_.end()) c.column = schema_.representative(c.column);
  }

  official_schema const& schema_;
  std::vector<std::uint32_t> tables_{};  // of the outermost FROM
};

}  // namespace detail

T2S_DECL bool operator==(official_subquery const& a, official_subquery const& b) {
  return a.query && b.query ? *a.query == *b.query : a.query == b.query;
}

T2S_DECL std::optional<official_query> read_official(std::string_view sql, official_schema const& schema) {
  auto const words = detail::official_words(sql);
  if (!words) return {};
  try {
    auto q = detail::official_parser(*words, schema).read();
    if (!detail::official_normaliser(schema).normalise(q)) return {};
    return q;
  } catch (detail::official_parser::unexpected const&) {
    return {};
  }
}

}  // namespace t2s::evaluation

#endif
