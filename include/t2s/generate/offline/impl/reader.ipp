// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_READER_IPP
#define T2S_GENERATE_OFFLINE_IMPL_READER_IPP

#include "t2s/generate/offline/impl/unread.hpp"
#include "t2s/generate/offline/reader.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

namespace t2s::generate::offline {
namespace detail {

/// Reads one question: each `take_...` gives the mentions and cues of one part of SQL their place; then the parts are made a whole.
class reader : unread {
 public:
  reader(link::lexicon const& names, material const& m, leaning const& lean) : unread(names, m, lean) {}

  std::optional<reading> read() {
    if (!find_focus()) return {};
    if (lean_.within_reach) resolve_.stay_near(focus_);
    take_times();
    take_comparisons();
    take_superlatives();
    take_order();
    take_values();
    take_groups();
    take_aggregates();
    take_counts();
    take_projection();
    take_absences();
    take_flags();
    finish();
    auto left = unread_parts();
    return reading{std::move(plan_), score_, std::move(left)};
  }

 private:
  void finish() {
    for (auto const& a : asked_)
      if (std::ranges::find(plan_.select, a.what) == plan_.select.end()) plan_.select.push_back(a.what);
    bool const only_aggregates = std::ranges::all_of(plan_.select, [](term const& t) { return t.how != aggregate::none; });
    if (only_aggregates && !grouped_table_ && plan_.group_by.empty() && lists_rows()) {
      group_by_table(focus_);
      if (plan_.tables.empty() || plan_.tables.front() != focus_) plan_.tables.insert(plan_.tables.begin(), focus_);
    }
    if (plan_.select.empty() && asks_for_everything()) plan_.select.push_back({});
    if (plan_.select.empty()) select_left_over();
    if (plan_.select.empty() || (only_aggregates && grouped_table_)) select_names(grouped_table_.value_or(focus_));
    if (order_by_first_ && !plan_.select.empty()) order_by_selected();
    join_mentioned();
    put_in_order();
    find_keys();
    group_where_needed();
    split_both();
    for (std::size_t i = 0; i < used_.size(); ++i)
      if (!used_[i] || is_refused(i)) score_ -= at(i).is(kind::value) ? 0.8 : at(i).is(kind::table) ? 0.1 : at(i).number ? 0.5 : 0.2;
  }

  /// "Show all types with the number of students": the rows of a table are asked for, and an aggregate for each.
  [[nodiscard]] bool lists_rows() const {
    if (asked_.empty() || asked_.front().at < 2) return false;
    auto const token = asked_.front().at;
    bool const tied = [&] {
      for (auto t = token; t-- > 0 && t + 4 > token;)
        if (auto const w = word(t); w == "and" || w == "with" || w == "along") return true;
      return false;
    }();
    return tied && previous(token, 4, [&](std::size_t i) { return table_at(i) && *table_at(i) == focus_; }).has_value();
  }

  [[nodiscard]] bool asks_for_everything() const {
    for (std::size_t t = 0; t < m_.size(); ++t) {
      auto const w = word(t);
      bool const all = w == "information" || w == "details" || w == "data" || w == "info" || w == "records" || w == "attributes";
      if (w == "everything" || (all && t > 0 && joined_by(t - std::min<std::size_t>(t, 4), t, "all") && t < 8)) return true;
    }
    return false;
  }

  /// Sorted by what is not said: numbers if there are any and letters are not spoken of, else what is selected first.
  void order_by_selected() {
    bool const letters =
        std::ranges::any_of(m_.linked->tokens, [](auto const& t) { return t.text.starts_with("alphabet") || t.text.starts_with("lexic"); });
    auto const counted = std::ranges::find_if(plan_.select, [](term const& t) { return t.how != aggregate::none; });
    plan_.order = letters || counted == plan_.select.end() ? plan_.select.front() : *counted;
  }

  /// "When was the school with the largest enrollment founded": a column behind the condition is what is asked for after all.
  void select_left_over() {
    auto const w = word(0);
    if (w != "when" && w != "where" && w != "what" && w != "how" && w != "which") return;
    for (std::size_t i = m_.mentions.size(); i-- > 0;) {
      if (used_[i] || !is_column(i) || (table_at(i) && at(i).is(kind::table))) continue;
      auto const* o = resolve_.column(at(i));
      if (o->score < (w == "when" || w == "where" ? 0.45 : 0.7)) continue;
      used_[i] = true;
      score_ += 0.3 * o->score;
      plan_.select.push_back({aggregate::none, false, o->where});
      return;
    }
  }

  void select_names(std::uint32_t table) {
    std::vector<term> all;
    for (auto const c : resolve_.names_of(table)) all.push_back({aggregate::none, false, c});
    plan_.select.insert(plan_.select.begin(), all.begin(), all.end());
  }

  /// Tables that are named and of which no column is used: they restrict the rows.
  void join_mentioned() {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i) {
      auto const t = table_at(i);
      if (used_[i] || !t || !at(i).is(kind::table) || at(i).option(kind::table)->score < 0.9) continue;
      used_[i] = true;
      auto const tables = tables_of(plan_);
      if (tables.empty() || std::ranges::find(tables, *t) != tables.end() || resolve_.joins_between(tables.front(), *t))
        plan_.tables.push_back(*t);
    }
    if (tables_of(plan_).empty()) plan_.tables.push_back(focus_);
  }

  void group_where_needed() {
    bool const counts = !plan_.having.empty() || (plan_.order && plan_.order->how != aggregate::none);
    std::vector<column_id> plain;
    bool aggregates = false;
    for (auto const& t : plan_.select) {
      if (t.how != aggregate::none)
        aggregates = true;
      else if (t.what)
        plain.push_back(*t.what);
    }
    if (!plan_.group_by.empty()) return;
    if (counts) {
      auto const table = plain.empty() ? focus_ : plain.front().table;
      bool const entity = counts_for_ && *counts_for_ != table && !resolve_.refers_by_key(*counts_for_, table);
      auto const key = resolve_.key_of(table);
      bool const named = plain.empty() || resolve_.is_name(plain.front());
      if (entity && key && named)
        plan_.group_by.push_back(*key);
      else if (!plain.empty())
        plan_.group_by.push_back(plain.front());
      else if (key)
        plan_.group_by.push_back(*key);
      return;
    }
    if (aggregates && !plain.empty()) plan_.group_by = plain;
  }

  /// Foreign keys of which the question says a word that tells them apart: "reported by" for `reported_by_staff_id`.
  void find_keys() {
    std::vector<std::pair<std::size_t, column_id>> said;
    for (auto const& item : names_.items())
      if (resolve_.is_foreign_key(item.where) && resolve_.telling_words(item.where) > 0)
        said.emplace_back(resolve_.telling_words(item.where), item.where);
    std::ranges::sort(said, {}, [](auto const& s) { return std::pair(-static_cast<std::ptrdiff_t>(s.first), s.second); });
    for (auto const& s : said) plan_.keys.push_back(s.second);
  }

  /// "or" that is no part of an amount, as in "2 or more".
  [[nodiscard]] bool joined_by_or(std::size_t from, std::size_t to) const {
    for (auto t = from; t < to; ++t)
      if (word(t) == "or" && !read_[t]) return true;
    return false;
  }

  /// Conditions in the order of the question, with OR where it says so.
  void put_in_order() {
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t i = 0; i < plan_.where.size(); ++i) order.emplace_back(stated_at_[i], i);
    std::ranges::sort(order);
    std::vector<condition> sorted;
    for (std::size_t i = 0; i < order.size(); ++i) {
      sorted.push_back(std::move(plan_.where[order[i].second]));
      sorted.back().or_before = i > 0 && joined_by_or(order[i - 1].first, order[i].first);
    }
    plan_.where = std::move(sorted);
  }

  /// Below one number and above a greater one.
  static bool contradict(condition const& a, condition const& b) {
    auto const below = [](comparison op) { return op == comparison::less || op == comparison::at_most; };
    auto const above = [](comparison op) { return op == comparison::greater || op == comparison::at_least; };
    auto const number = [](condition const& c) { return std::strtod(c.operand.c_str() + (c.operand.starts_with('\'') ? 1 : 0), nullptr); };
    auto const at_most = [&](condition const& x, condition const& y) {  // dates of one year differ behind it
      return number(x) < number(y) || (number(x) <= number(y) && x.operand <= y.operand);
    };
    return (below(a.op) && above(b.op) && at_most(a, b)) || (above(a.op) && below(b.op) && at_most(b, a));
  }

  /// "both A and B" of one column asks for what has both.
  void split_both() {
    for (std::size_t i = 1; i < plan_.where.size(); ++i) {
      auto& a = plan_.where[i - 1];
      auto& b = plan_.where[i];
      bool const ranges = a.left == b.left && contradict(a, b) && !b.or_before;
      bool const same = ranges || (a.left == b.left && a.op == comparison::equal && b.op == comparison::equal && !b.or_before);
      if (!same || plan_.combined != combination::none) continue;
      if (ranges ? any_cue(cue_kind::either) : !lean_.intersects.value_or(any_cue(cue_kind::both))) {
        b.or_before = true;
        continue;
      }
      plan other = plan_;
      other.where.erase(other.where.begin() + static_cast<std::ptrdiff_t>(i - 1));
      plan_.where.erase(plan_.where.begin() + static_cast<std::ptrdiff_t>(i));
      plan_.combined = combination::intersect;
      plan_.other = std::make_shared<plan const>(std::move(other));
      return;
    }
  }
};

}  // namespace detail

T2S_DECL std::optional<reading> read_question(link::lexicon const& names, material const& m, leaning const& lean) {
  return detail::reader(names, m, lean).read();
}

}  // namespace t2s::generate::offline

#endif
