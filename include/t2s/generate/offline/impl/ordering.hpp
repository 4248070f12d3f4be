// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_ORDERING_HPP
#define T2S_GENERATE_OFFLINE_IMPL_ORDERING_HPP

#include "t2s/generate/offline/impl/conditions.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace t2s::generate::offline::detail {

/// Reads superlatives and what the rows are sorted by.
class ordering : protected conditions {
 protected:
  using conditions::conditions;

  void take_superlatives() {
    take_top();
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      bool const extreme = q.is == cue_kind::aggregate && (q.how == aggregate::max || q.how == aggregate::min);
      if (heard_[c] || plan_.order) continue;
      if (q.is == cue_kind::common) take_most_common(c);
      if (q.is == cue_kind::superlative || extreme) take_superlative(c);
    }
  }

  /// "the top 3 shops by turnover", "the bottom three in terms of average turnover", "the top 5 by number of orders"
  void take_top() {
    for (std::size_t t = 0; t + 1 < m_.size(); ++t) {
      if (word(t) != "top" && word(t) != "bottom") continue;
      auto const n = amount_at(t + 1);
      auto const most = n ? whole(*n) : std::nullopt;
      if (!most) continue;
      if (*most == 0) {
        refuse(t, n->last);
        continue;
      }
      auto const by = key_phrase(n->last);
      if (!by) continue;
      auto const key = order_key(by->second);
      if (!key) continue;
      for (std::size_t c = 0; c < m_.cues.size(); ++c)
        if (m_.cues[c].first >= by->first && m_.cues[c].last <= by->second) heard_[c] = true;
      if (n->mention) used_[*n->mention] = true;
      mark_read(t, n->last);
      mark_read(by->first, by->second);
      plan_.order = *key;
      plan_.descending = word(t) == "top";
      plan_.limit = *most;
      return;
    }
  }

  /// The whole number that an amount is, if it fits.
  [[nodiscard]] static std::optional<std::size_t> whole(amount const& n) {
    auto const digits = n.text + std::string(zeros_of(n.scale).value_or(0), '0');
    std::int64_t read = 0;
    auto const end = std::from_chars(digits.data(), digits.data() + digits.size(), read);
    if (end.ec != std::errc() || end.ptr != digits.data() + digits.size() || read < 0) return {};
    return static_cast<std::size_t>(read);
  }

  /// The first "by", "in terms of" and the like within a few words: its tokens.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> key_phrase(std::size_t token) const {
    for (auto t = token; t < token + 7 && t < m_.size(); ++t) {
      if (word(t) == "by") return std::pair{t > 0 && word(t - 1).ends_with("ed") ? t - 1 : t, t + 1};
      if (word(t) == "in" && word(t + 1) == "terms" && word(t + 2) == "of") return std::pair{t, t + 3};
      if ((word(t) == "based" && word(t + 1) == "on") || (word(t) == "according" && word(t + 1) == "to")) return std::pair{t, t + 2};
    }
    return {};
  }

  /// A column of numbers, an aggregate of one, or a count of rows that begins at a token.
  [[nodiscard]] std::optional<term> order_key(std::size_t token) {
    auto const how = cue_after(token, 1, cue_kind::aggregate), count = cue_after(token, 1, cue_kind::count);
    if (count && !how) {
      auto const what = next(m_.cues[*count].last, 1, [&](std::size_t i) { return free(i) && table_at(i); });
      if (!what) return {};
      heard_[*count] = used_[*what] = true;
      counts_for_ = *table_at(*what);
      if (*table_at(*what) != focus_) plan_.tables.push_back(*table_at(*what));
      return term{aggregate::count, false, {}};
    }
    auto const begin = how ? m_.cues[*how].last : token;
    auto key = next(begin, 2, [&](std::size_t i) { return free(i) && !is_table(i) && number_column(i); });
    if (!key) key = next(begin, 2, [&](std::size_t i) { return free(i) && number_column(i); });
    if (!key) return {};
    used_[*key] = true;
    auto const column = *number_column(*key);
    if (!how) return term{aggregate::none, false, column};
    heard_[*how] = true;
    counts_for_ = column.table;
    return term{m_.cues[*how].how, false, column};
  }

  [[nodiscard]] std::size_t limit_at(std::size_t first, std::size_t last) {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (at(i).number && (at(i).last == first || at(i).first == last) && *at(i).number >= 1 && *at(i).number <= 1000) {
        used_[i] = true;
        return static_cast<std::size_t>(*at(i).number);
      }
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (at(i).number && !used_[i] && at(i).first > 0 && word(at(i).first - 1) == "top") {
        mark_read(at(i).first - 1, at(i).last);
        used_[i] = true;
        return static_cast<std::size_t>(*at(i).number);
      }
    for (std::size_t t = 0; t + 1 < m_.size(); ++t)
      if (auto const n = number_word(word(t + 1)); n && *n > 0 && word(t) == "top")
        return mark_read(t, t + 2), static_cast<std::size_t>(*n);
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)  // "which 3 cities"
      if (at(i).number && !used_[i] && at(i).last < first && at(i).first < 5 && *at(i).number > 1 && *at(i).number <= 1000 &&
          next(at(i).last, 0, [&](std::size_t k) { return is_table(k) || is_column(k); })) {
        used_[i] = true;
        return static_cast<std::size_t>(*at(i).number);
      }
    for (std::size_t t = 0; t + 1 < first && t < 5; ++t)  // "which three cities"
      if (auto const n = number_word(word(t)); n && *n > 1 && next(t + 1, 0, [&](std::size_t i) { return is_table(i) || is_column(i); }))
        return mark_read(t, t + 1), static_cast<std::size_t>(*n);
    if (first > 0)
      if (auto const n = number_word(word(first - 1)); n && *n > 1) return mark_read(first - 1, first), static_cast<std::size_t>(*n);
    return 1;
  }

  void take_most_common(std::size_t c) {
    auto const& q = m_.cues[c];
    auto target = next(q.last, 3, [&](std::size_t i) { return free(i) && (is_column(i) || is_table(i)); });
    bool const among = target && (word(q.last) == "of" || word(q.last) == "among" || word(q.last) == "in" || word(q.last) == "for");
    if (!target || among) target = previous(q.first, 4, [&](std::size_t i) { return free(i) && (is_column(i) || is_table(i)); });
    if (!target) return;
    heard_[c] = true;
    plan_.order = term{aggregate::count, false, {}};
    plan_.descending = q.how == aggregate::max;
    plan_.limit = limit_at(q.first, q.last);
    if (auto const t = table_at(*target)) return group_by_table(*t);
    used_[*target] = true;
    auto const col = resolve_.column(at(*target))->where;
    plan_.group_by.push_back(col);
    ask_for(at(*target).first, term{aggregate::none, false, col});
  }

  /// Whether an extreme is itself what is asked for: nothing that could be selected stands before it.
  [[nodiscard]] bool is_asked(cue const& q) const {
    if (q.first > 6) return false;
    for (std::size_t i = 0; i < m_.mentions.size() && at(i).first < q.first; ++i)
      if (!at(i).is(kind::value) && !at(i).options.empty()) return false;
    for (std::size_t i = 0; i < q.first; ++i)
      if (auto const w = word(i); w == "which" || w == "with" || w == "who" || w == "has" || w == "whose") return false;
    return true;
  }

  void take_superlative(std::size_t c) {
    auto const& q = m_.cues[c];
    bool const more = q.how == aggregate::max;
    auto const order = [&](term t, bool descending) {
      plan_.order = t;
      plan_.descending = descending;
      plan_.limit = limit_at(q.first, q.last);
      heard_[c] = true;
    };
    auto const target =
        next(q.first + 1, q.last - q.first + 2, [&](std::size_t i) { return free(i) && !at(i).is(kind::value) && !at(i).options.empty(); });
    if (auto const how = cue_after(q.last, 0, cue_kind::aggregate); how && target && q.is == cue_kind::superlative) {
      auto const col = number_column(*target);
      auto const h = m_.cues[*how].how;
      if (col && (h == aggregate::avg || h == aggregate::sum)) {  // "the highest average score"
        heard_[*how] = used_[*target] = true;
        counts_for_ = col->table;
        return order({h, false, *col}, more);
      }
    }
    if (auto const* measured = find_quality(q.quality)) {
      auto const preferred = target && table_at(*target) ? *table_at(*target) : focus_;
      if (target && !table_at(*target))
        if (auto const col = number_column(*target); col && at(*target).first <= q.last + 1)
          return used_[*target] = true, order({{}, false, *col}, more);
      if (auto const col = measured_in_table(measured->columns, preferred)) return order({{}, false, *col}, more);
      if (auto const col = measured_in_table(measured->reversed_columns, preferred)) return order({{}, false, *col}, !more);
      return;
    }
    if (target && table_at(*target) && *table_at(*target) == focus_)
      if (auto const col = in_terms_of(at(*target).last)) return order({{}, false, *col}, more);
    if (auto const when = extreme_time(q, target)) return order({{}, false, *when}, more);
    if (target) {
      auto const col = number_column(*target);
      auto const table = table_at(*target);
      if (col && !(table && at(*target).is(kind::table))) {
        bool const by_asking = q.is == cue_kind::aggregate ? is_asked(q) || !stands_in_condition(q) : is_asked(q);
        if (lean_.aggregates.value_or(by_asking)) return;  // take_aggregates will select it
        used_[*target] = true;
        return order({{}, false, *col}, more);
      }
      if (table && !counted_before(q))
        if (auto const* size = find_superlative(word(q.first))) {  // "the smallest country"
          if (auto const by = resolve_.measured(size->columns, *table)) return order({{}, false, *by}, true);
          if (auto const by = resolve_.measured(size->reversed_columns, *table)) return order({{}, false, *by}, false);
        }
      if (table && (*table != focus_ || counted_before(q) || column_before(q.first))) {
        used_[*target] = true;
        plan_.tables.push_back(*table);
        counts_for_ = *table;
        return order({aggregate::count, false, {}}, more);
      }
      if (!table && is_column(*target) && q.last - q.first == 1 && q.is == cue_kind::superlative) {
        auto const found = resolve_.column(at(*target));
        if (names_.content_of(found->where) == link::content::date) return used_[*target] = true, order({{}, false, found->where}, more);
        used_[*target] = true;
        plan_.tables.push_back(found->where.table);
        return order({aggregate::count, false, {}}, more);
      }
      if (table && word(q.last - 1) == "of") return order({aggregate::count, false, {}}, more);
    }
    auto const before = previous(q.first, 3, [&](std::size_t i) { return free(i) && number_column(i); });
    if (before && q.is == cue_kind::superlative) {
      used_[*before] = true;
      return order({{}, false, number_column(*before)}, more);
    }
  }

  /// "the largest cities in terms of population"
  std::optional<column_id> in_terms_of(std::size_t token) {
    bool const says =
        (word(token) == "in" && word(token + 1) == "terms") || word(token) == "by" || (word(token) == "based" && word(token + 1) == "on");
    auto const key = next(token, 4, [&](std::size_t i) { return free(i) && number_column(i); });
    if (!says || !key) return {};
    used_[*key] = true;
    return number_column(*key);
  }

  /// "the earliest payment", "the latest": of a table's dates.
  [[nodiscard]] std::optional<column_id> extreme_time(cue const& q, std::optional<std::size_t> target) const {
    auto const w = word(q.first);
    if (w != "earliest" && w != "latest" && w != "first" && w != "last") return {};
    if (target && !table_at(*target)) return {};
    static constexpr std::array<std::string_view, 4> words{"date", "time", "year", ""};
    return resolve_.measured(words, target ? *table_at(*target) : focus_);
  }

  [[nodiscard]] bool stands_in_condition(cue const& q) const {
    for (std::size_t i = q.first; i-- > 0 && i + 3 >= q.first;)
      if (auto const w = word(i); w == "with" || w == "has" || w == "have" || w == "had" || w == "having" || w == "is" || w == "whose")
        return i > 1;
    return false;
  }

  /// Whether a column is named before a token, and no table.
  [[nodiscard]] bool column_before(std::size_t token) const {
    bool column = false;
    for (std::size_t i = 0; i < m_.mentions.size() && at(i).first < token; ++i) {
      if (table_at(i) && at(i).is(kind::table)) return false;
      column = column || (is_column(i) && at(i).options.front().score > 0.45);
    }
    return column;
  }

  [[nodiscard]] bool counted_before(cue const& q) const { return word(q.last - 1) == "of"; }

  /// "sorted by name and date"
  void take_further_keys(std::size_t key) {
    for (auto last = at(key).last; word(last) == "and" || word(last) == ",";) {
      auto const more = next(last + 1, 1, [&](std::size_t i) { return free(i) && is_column(i) && !table_at(i); });
      if (!more) return;
      used_[*more] = true;
      plan_.then_by.push_back({aggregate::none, false, resolve_.column(at(*more))->where});
      last = at(*more).last;
    }
  }

  void take_order() {
    bool sorted = false;
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (q.is == cue_kind::descending) plan_descending_ = true;
      bool const any = q.is == cue_kind::order || q.is == cue_kind::descending || q.is == cue_kind::ascending;
      if (!any || sorted || plan_.order) continue;
      heard_[c] = true;
      sorted = true;
      auto const last = q.last;
      for (auto t = q.first; t < q.last + 2; ++t)
        if (word(t).starts_with("desc") || word(t).starts_with("decreas")) plan_descending_ = true;
      if (auto const counted = cue_after(last, 4, cue_kind::count); counted && !cue_after(last, 2, cue_kind::aggregate)) {
        auto const what = next(m_.cues[*counted].last, 2, [&](std::size_t i) { return free(i); });
        heard_[*counted] = true;
        if (what && !table_at(*what) && number_column(*what)) {
          used_[*what] = true;
          plan_.order = term{aggregate::none, false, *number_column(*what)};
          continue;
        }
        if (what && table_at(*what) && *table_at(*what) != focus_) plan_.tables.push_back(*table_at(*what));
        if (what) used_[*what] = true;
        plan_.order = term{aggregate::count, false, {}};
        continue;
      }
      auto const key = next(last, 8, [&](std::size_t i) { return free(i) && is_column(i); });
      if (key) {
        used_[*key] = true;
        auto const how = cue_before(at(*key).first, 3, cue_kind::aggregate);
        if (auto const counted = cue_before(at(*key).first, 2, cue_kind::count)) heard_[*counted] = true;
        if (how) heard_[*how] = true;
        plan_.order = term{how ? m_.cues[*how].how : aggregate::none, false, resolve_.column(at(*key))->where};
        if (q.is == cue_kind::order) take_further_keys(*key);
      } else {
        order_by_first_ = true;
      }
    }
    if (sorted) plan_.descending = plan_descending_;
  }

  void group_by_table(std::uint32_t t) {
    if (auto const key = resolve_.key_of(t))
      plan_.group_by.push_back(*key);
    else
      plan_.group_by.push_back(resolve_.names_of(t).front());
    grouped_table_ = t;
  }
};

}  // namespace t2s::generate::offline::detail

#endif
