// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_SELECTION_HPP
#define T2S_GENERATE_OFFLINE_IMPL_SELECTION_HPP

#include "t2s/generate/offline/impl/ordering.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace t2s::generate::offline::detail {

/// Reads groups, aggregates, counts and plain columns: what is selected.
class selection : protected ordering {
 protected:
  using ordering::ordering;

  void take_groups() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (q.is != cue_kind::each || heard_[c] || !plan_.group_by.empty()) continue;
      bool const counts = any_cue(cue_kind::count) || any_cue(cue_kind::aggregate) || any_cue(cue_kind::superlative);
      if (!counts && !lean_.groups.value_or(false)) continue;
      auto const target = next(q.last, 3, [&](std::size_t i) { return free(i) && (is_column(i) || is_table(i)); });
      if (!target || (word(q.first) == "by" && (at(*target).first > q.last + 1 || value_behind(*target)))) continue;
      heard_[c] = true;
      if (auto const t = table_at(*target); t && at(*target).is(kind::table)) {
        if (auto const column = column_of_table_behind(*target, *t)) {
          used_[*target] = used_[column->first] = true;
          plan_.group_by.push_back(column->second);
          ask_for(at(*target).first, term{aggregate::none, false, column->second});
          continue;
        }
        group_by_table(*t);
        if (*t != focus_) plan_.tables.push_back(*t);
      } else {
        plan_.group_by.push_back(resolve_.column(at(*target))->where);
        ask_for(at(*target).first, {aggregate::none, false, plan_.group_by.back()});
      }
      used_[*target] = true;
    }
  }

  [[nodiscard]] bool value_behind(std::size_t i) const {
    return next(at(i).last, 2, [&](std::size_t k) { return at(k).is(kind::value); }).has_value();
  }

  /// "each channel owner": a column that the table's name stands before.
  [[nodiscard]] std::optional<std::pair<std::size_t, column_id>> column_of_table_behind(std::size_t i, std::uint32_t t) const {
    auto const k = next(at(i).last, 0, [&](std::size_t x) { return free(x) && is_column(x); });
    if (!k) return {};
    auto const* o = resolve_.column(at(*k), [t](column_id c) { return c.table == t; });
    if (!o || o->score < 0.5) return {};
    return std::pair{*k, o->where};
  }

  void take_aggregates() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      bool const extreme = q.is == cue_kind::superlative && q.quality.empty();
      if (heard_[c] || (q.is != cue_kind::aggregate && !extreme)) continue;
      auto target = next(q.last, 5, [&](std::size_t i) { return number_column(i) && (free(i) || aggregated(i)); });
      if (!target && !extreme) target = next(q.last, 1, [&](std::size_t i) { return free(i) && is_column(i) && !table_at(i); });
      if (!target) continue;
      heard_[c] = true;
      used_[*target] = true;
      if (auto const counted = cue_before(at(*target).first, 1, cue_kind::count); counted && m_.cues[*counted].first >= q.last)
        heard_[*counted] = true;
      aggregated_.push_back(*target);
      auto const number = number_column(*target);
      ask_for(q.first, {q.how, false, number ? *number : resolve_.column(at(*target))->where});
      if (q.how == aggregate::max || q.how == aggregate::min) continue;
      if (word(at(*target).last) != "and") continue;
      auto const also = next(at(*target).last + 1, 0, [&](std::size_t i) { return free(i) && number_column(i); });
      if (!also) continue;
      used_[*also] = true;
      ask_for(at(*also).first, {q.how, false, number_column(*also)});
    }
  }
  [[nodiscard]] bool aggregated(std::size_t i) const { return std::ranges::find(aggregated_, i) != aggregated_.end(); }

  void take_counts() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (heard_[c] || q.is != cue_kind::count) continue;
      bool const part_of_name =
          word(q.first).starts_with("number") && previous(q.first, 0, [&](std::size_t i) { return number_column(i).has_value(); });
      if (part_of_name) continue;  // "the enrollment number of"
      auto const target =
          next(q.last, 4, [&](std::size_t i) { return free(i) && (is_column(i) || is_table(i)) && !is_flag_before_table(i); });
      heard_[c] = true;
      term counted{aggregate::count, false, {}};
      if (target) {
        auto const t = table_at(*target);
        bool const distinct = cue_after(q.last, 2, cue_kind::distinct).has_value();
        if (t && (at(*target).is(kind::table) || !distinct)) {
          used_[*target] = true;
          plan_.tables.push_back(*t);
        } else if (!t) {
          auto const col = resolve_.column(at(*target))->where;
          used_[*target] = true;
          if (resolve_.is_number(col) && word(q.first) == "how")
            counted = {aggregate::none, false, col};
          else
            counted = {aggregate::count, !resolve_.is_number(col), col};
        }
      }
      ask_for(q.first, counted);
    }
  }

  /// "active customers": the column says which rows of the table behind it.
  [[nodiscard]] bool is_flag_before_table(std::size_t i) const {
    if (table_at(i) || !is_column(i) || !names_.flag_value(resolve_.column(at(i))->where, true)) return false;
    return next(at(i).last, 0, [&](std::size_t k) { return table_at(k).has_value(); }).has_value();
  }

  void take_projection() {
    bool asking = true;
    std::size_t token = 0;
    for (std::size_t i = 0; i < m_.mentions.size(); ++i) {
      for (; token < at(i).first; ++token) {
        auto const w = word(token);
        if (token > 0 && opens_condition(w) && word(token - 1) != "along" && word(token - 1) != "together" && !(w == "which" && token < 2))
          asking = false;
        if (opens_question(w)) asking = true;
      }
      if (used_[i] || !is_column(i) || (table_at(i) && at(i).is(kind::table))) continue;
      auto const* o = resolve_.column(at(i));
      if (names_of_column(i)) {
        used_[i] = true;
        continue;
      }
      bool const flag = names_.flag_value(o->where, true).has_value();
      if (!asking || flag || o->score < 0.4 || (o->score < 0.6 && !is_announced(i, o->where.table) && !named_table(i)) ||
          !continues_list(i)) {
        score_ -= 0.3 * o->score;
        continue;
      }
      used_[i] = true;
      if (auto const t = named_table(i); t && o->where.table != *t) {
        for (auto const c : resolve_.names_of(*t)) ask_for(at(i).first, {aggregate::none, false, c});
        continue;
      }
      for (auto const c : meant_by(i, o->where)) ask_for(at(i).first, {aggregate::none, false, c});
    }
  }

  /// "the name of the capital" is the capital.
  [[nodiscard]] bool names_of_column(std::size_t i) const {
    bool const name = at(i).last - at(i).first == 1 && m_.token(at(i).first).lemma == "name";
    if (!name || word(at(i).last) != "of") return false;
    auto const of = next(at(i).last + 1, 1, [&](std::size_t k) { return free(k) && is_column(k) && !is_table(k); });
    if (!of) return false;
    auto const c = resolve_.column(at(*of))->where;
    return resolve_.column(at(*of))->score > 0.9 && names_.content_of(c) == link::content::text && !names_.flag_value(c, true);
  }

  /// Whether the word before says that something is asked for; a name that is said only in part needs it.
  [[nodiscard]] bool is_announced(std::size_t i, std::uint32_t table) const {
    auto const owner = previous(at(i).first, 0, [&](std::size_t k) { return table_at(k).has_value(); });
    if (owner && *table_at(*owner) == table) return true;
    static constexpr std::array<std::string_view, 26> words{
        "",     "the",  "and",  ",",   "of",  "'s",   "show",     "list",      "all",    "their", "its",  "what", "which",
        "each", "find", "give", "her", "his", "your", "distinct", "different", "return", "every", "many", "for",  "by"};
    auto const announces = [&](std::size_t t) { return std::ranges::find(words, word(t)) != words.end(); };
    if (at(i).first == 0 || announces(at(i).first - 1)) return true;
    bool const unknown = !previous(at(i).first, 0, [](std::size_t) { return true; });
    return unknown && at(i).first > 1 && announces(at(i).first - 2);  // "the produced code"
  }

  /// Whether a column stands in the list of what is asked for: first in it, or tied to what stands before by a comma or "and".
  [[nodiscard]] bool continues_list(std::size_t i) const {
    std::size_t from = 0;
    for (auto const& a : asked_)
      if (a.at < at(i).first) from = std::max(from, a.at + 1);
    if (from == 0) return true;
    for (auto t = from; t < at(i).first; ++t)
      if (auto const w = word(t); w == "and" || w == "," || w == "&" || w == "with" || w == "plus" || w == "as" || opens_question(w))
        return true;
    return false;
  }

  /// "names of the songs" where songs have titles and no names: the table, if the mention is just a name.
  [[nodiscard]] std::optional<std::uint32_t> named_table(std::size_t i) const {
    bool const name = at(i).last - at(i).first == 1 && m_.token(at(i).first).lemma == "name";
    auto const of = next(at(i).last, 8, [&](std::size_t k) { return table_at(k).has_value(); });
    auto const owner = previous(at(i).first, 0, [&](std::size_t k) { return table_at(k).has_value(); });
    if (!name || (!owner && (!of || !joined_by(at(i).last, at(*of).first, "of")))) return {};
    auto const t = *table_at(owner ? *owner : *of);
    bool const has_it = std::ranges::any_of(
        at(i).options, [t](link::link const& o) { return o.is == kind::column && o.where.table == t && o.score >= 0.5; });
    if (has_it || !resolve_.is_name(resolve_.names_of(t).front())) return {};
    return t;
  }

  /// "name" of people who have a first and a last name means both.
  [[nodiscard]] std::vector<column_id> meant_by(std::size_t i, column_id chosen) const {
    bool const says_part = [&] {
      for (auto t = at(i).first; t < at(i).last; ++t)
        if (auto const& w = m_.token(t).lemma; w == "first" || w == "last" || w == "middle" || w == "family") return true;
      return at(i).first > 0 && (word(at(i).first - 1) == "first" || word(at(i).first - 1) == "last");
    }();
    bool const says_name = m_.token(at(i).first).lemma == "name" || m_.token(at(i).last - 1).lemma == "name";
    auto all = resolve_.names_of(chosen.table);
    if (says_name && !says_part && all.size() == 2 && std::ranges::find(all, chosen) != all.end()) return all;
    return {chosen};
  }

  std::vector<std::size_t> aggregated_{};
};

}  // namespace t2s::generate::offline::detail

#endif
