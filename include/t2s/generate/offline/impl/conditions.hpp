// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_CONDITIONS_HPP
#define T2S_GENERATE_OFFLINE_IMPL_CONDITIONS_HPP

#include "t2s/generate/offline/impl/comparisons.hpp"
#include "t2s/link/impl/written_values.hpp"

#include <memory>
#include <string>
#include <utility>

namespace t2s::generate::offline::detail {

/// Reads conditions without an amount: values, numbers, patterns, and what is to be left out.
class conditions : protected comparisons {
 protected:
  using comparisons::comparisons;

  void take_values() {
    take_values(false);
    take_quoted();
    take_numbers();
    take_values(true);
  }

  /// Digits that are stored as a text wait until no number column claims them.
  void take_values(bool digits) {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i) {
      if (used_[i] || !at(i).is(kind::value)) continue;
      if (match_pattern(i)) continue;
      auto const beside = column_beside(i);
      if (at(i).number && !beside && !digits) continue;
      auto const* chosen = value_option(i, beside);
      if (!chosen) continue;
      used_[i] = true;
      if (beside && at(*beside).option(kind::column) && says(at(*beside), chosen->where)) used_[*beside] = true;
      add_value(i, chosen->where, chosen->value);
    }
  }

  [[nodiscard]] std::optional<std::size_t> column_beside(std::size_t i) const {
    auto const fits = [&](std::size_t k) {
      return free(k) && is_column(k) && !(at(k).is(kind::table) && at(k).option(kind::column)->score < 0.7);
    };
    auto const before = previous(at(i).first, 4, fits), after = next(at(i).last, small_words(at(i).last), fits);
    auto const stands = [&](std::optional<std::size_t> k) {
      return k && std::ranges::any_of(at(i).options, [&](link::link const& o) { return o.is == kind::value && says(at(*k), o.where); });
    };
    if (stands(before)) return before;
    if (stands(after)) return after;
    return {};
  }

  /// How many small words follow: "yellow" as its color.
  [[nodiscard]] std::size_t small_words(std::size_t token) const {
    std::size_t n = 0;
    while (n < 3 && token + n < m_.size() && retrieve::is_stop_word(m_.token(token + n).lemma) && word(token + n) != "and" &&
           word(token + n) != "or")
      ++n;
    return std::max<std::size_t>(n, 1);
  }

  [[nodiscard]] link::link const* value_option(std::size_t i, std::optional<std::size_t> beside) const {
    link::link const* best = nullptr;
    auto const* value = at(i).option(kind::value);
    double most = 0;
    for (auto const& o : at(i).options) {
      if (o.is != kind::value) continue;
      if (o.score + 0.3 < value->score) continue;
      double score = o.score + resolve_.pull(o.where.table, at(i).first) + 0.3 * resolve_.main_pull(o.where.table);
      if (beside && says(at(*beside), o.where)) score += 1 + resolve_.pull(o.where.table, at(*beside).first);
      if (!last_values_.empty() && last_values_.back() == o.where) score += 0.8;
      if (auto const t = next(at(i).last, 0, [&](std::size_t k) { return table_at(k).has_value(); }); t && *table_at(*t) == o.where.table)
        score += 0.5;
      if (resolve_.is_foreign_key(o.where)) score -= 0.2;
      score -= resolve_.farness(o.where.table);
      if (best && score <= most) continue;
      best = &o;
      most = score;
    }
    return best;
  }

  void add_value(std::size_t i, column_id where, std::string const& stored) {
    condition c{{aggregate::none, false, where}, comparison::equal, to_sql(t2s::value(stored)), {}, {}, false};
    if (auto const no = cue_before(at(i).first, 6, cue_kind::negation)) {
      if (c.op == comparison::equal && many_for_focus(where.table) && exclude(m_.cues[*no].first, where.table, c)) {
        heard_[*no] = true;
        return;
      }
      c.op = comparison::unequal;
      heard_[*no] = true;
    }
    last_values_.push_back(where);
    restrict(at(i).first, std::move(c));
  }
  /// "whose name contains 'x'": a pattern for the column named before, whatever is stored. False if nothing says so.
  bool match_pattern(std::size_t i) {
    return match_pattern(at(i).first,
                         [&] {
                           auto const& t = m_.token(at(i).first);
                           return t.is == retrieve::token::kind::quoted ? t.text : at(i).options.front().value;
                         }()) &&
           (used_[i] = true);
  }

  bool match_pattern(std::size_t token, std::string const& text) {
    if (auto const in = word(token + 1) == "in" ? next(token + 2, 2, [&](std::size_t x) { return free(x) && is_column(x); }) : std::nullopt;
        in && text.size() < 3) {  // an 'a' in its name
      used_[*in] = true;
      restrict(token, {{aggregate::none, false, resolve_.column(at(*in))->where},
                       comparison::like,
                       to_sql(t2s::value("%" + text + "%")),
                       {},
                       {},
                       false});
      return true;
    }
    for (auto const k : {cue_kind::contains, cue_kind::starts, cue_kind::ends}) {
      auto const q = cue_before(token, 4, k);
      if (!q) continue;
      auto const before = previous(m_.cues[*q].first, 5, [&](std::size_t x) { return free(x) && is_column(x); });
      auto const where = before ? resolve_.column(at(*before))->where : resolve_.names_of(focus_).front();
      if (before) used_[*before] = true;
      heard_[*q] = true;
      auto const no = cue_before(m_.cues[*q].first, 2, cue_kind::negation);
      if (no) heard_[*no] = true;
      auto const pattern = (k == cue_kind::starts ? "" : "%") + text + (k == cue_kind::ends ? "" : "%");
      restrict(token,
               {{aggregate::none, false, where}, no ? comparison::not_like : comparison::like, to_sql(t2s::value(pattern)), {}, {}, false});
      return true;
    }
    return false;
  }

  /// Quoted text that no column holds.
  void take_quoted() {
    for (std::size_t t = 0; t < m_.size(); ++t) {
      auto const& token = m_.token(t);
      bool const covered = std::ranges::any_of(m_.mentions, [t](mention const& x) { return x.first <= t && t < x.last; });
      if (token.is != retrieve::token::kind::quoted || covered || match_pattern(t, token.text)) continue;
      auto const beside = previous(t, 6, [&](std::size_t k) { return free(k) && is_column(k); });
      if (beside) used_[*beside] = true;
      auto const where = beside ? resolve_.column(at(*beside))->where : resolve_.names_of(focus_).front();
      restrict(t, {{aggregate::none, false, where}, comparison::equal, to_sql(t2s::value(token.text)), {}, {}, false});
    }
  }

  void take_numbers() {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i) {
      if (used_[i] || !at(i).number) continue;
      auto const number = std::string(at(i).digits);
      auto const before = previous(at(i).first, 3, [&](std::size_t k) { return free(k) && is_column(k); });
      auto const after = next(at(i).last, 1, [&](std::size_t k) { return free(k) && is_column(k) && number_column(k); });
      auto const negated = cue_before(at(i).first, 3, cue_kind::negation);
      if (next(at(i).last, 0, [&](std::size_t k) { return is_table(k) && at(k).is(kind::table); }) &&
          !(before && at(*before).last == at(i).first)) {
        refuse(at(i).first, at(i).last);  // it counts them
        continue;
      }
      std::optional<column_id> where;
      if (!numbered_.empty() && number_at_ + 2 == at(i).last && (word(number_at_) == "or" || word(number_at_) == "and")) {
        where = numbered_.back();
      }
      if (!where && before && !table_at(*before)) where = resolve_.column(at(*before))->where, used_[*before] = true;
      if (!where && before && table_at(*before) && at(*before).last == at(i).first)
        where = identifier_in_scope(*table_at(*before)), used_[*before] = where.has_value();
      auto const n = scaled({number, at(i).last, i});
      if (!where) where = age_said(i, n);
      if (!where && year_of(number)) where = time_column();
      if (!where && after) where = number_column(*after), used_[*after] = true;
      if (!where) where = measured_in(n.of);
      if (!where) continue;
      used_[i] = true;
      if (!add(at(i).first, *where, negated ? comparison::unequal : comparison::equal, n)) {
        refuse(at(i).first, std::max(n.last, n.end));
        continue;
      }
      mark_read(at(i).first, n.last);
      if (negated) heard_[*negated] = true;
      numbered_.push_back(*where);
      number_at_ = at(i).last;
    }
  }

  /// "aged 40", "40 years old"
  [[nodiscard]] std::optional<column_id> age_said(std::size_t i, amount const& n) {
    bool const before = at(i).first > 0 && word(at(i).first - 1) == "aged", behind = n.of && word(n.end) == "old";
    if (!before && !behind) return {};
    auto const measured = measured_by(*find_quality("old"), n, comparison::equal);
    if (!measured) return {};
    mark_read(before ? at(i).first - 1 : n.last, behind ? n.end + 1 : n.last);
    return measured->first;
  }

  /// "department 70": the key of that table, as the table asked about refers to it.
  [[nodiscard]] std::optional<column_id> identifier_in_scope(std::uint32_t table) const {
    if (table != focus_)
      for (auto const& k : names_.connected().tables()[focus_].foreign_keys)
        if (k.resolved && k.columns.size() == 1 && k.table == names_.schema().tables()[table].name)
          return resolve_.place_of(focus_, k.columns.front());
    return resolve_.key_of(table);
  }
  /// "official languages": a column of yes and no that is spoken of and has no other place is a condition.
  void take_flags() {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i) {
      if (used_[i]) continue;
      for (auto const& o : at(i).options) {
        if (o.is != kind::column || o.score < 0.45 ||
            (o.where.table != focus_ && resolve_.weight(o.where.table) == 0 && !is_selected(o.where.table)))
          continue;
        auto const no = cue_before(at(i).first, 3, cue_kind::negation);
        auto const stored = names_.flag_value(o.where, !no);
        if (!stored) continue;
        if (no) heard_[*no] = true;
        used_[i] = true;
        restrict(at(i).first, {{aggregate::none, false, o.where}, comparison::equal, *stored, {}, {}, false});
        break;
      }
    }
  }

  [[nodiscard]] bool is_selected(std::uint32_t table) const {
    return std::ranges::any_of(asked_, [table](asked const& a) { return a.what.what && a.what.what->table == table; }) ||
           std::ranges::any_of(plan_.where, [table](condition const& c) { return c.left.what && c.left.what->table == table; });
  }

  /// "that have no U", "without U"
  void take_absences() {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (heard_[c] || q.is != cue_kind::negation) continue;
      auto const target = next(q.last, 5, [&](std::size_t i) { return free(i) && table_at(i) && *table_at(i) != focus_; });
      if (!target) continue;
      if (exclude(q.first, *table_at(*target), {})) heard_[c] = used_[*target] = true;
    }
  }

  /// Whether one row of the table asked about may belong to several of another.
  [[nodiscard]] bool many_for_focus(std::uint32_t other) const {
    if (other == focus_) return false;
    auto const path = path_from_focus(other);
    if (!path) return false;
    for (auto const& step : path->steps) {
      auto const joined = table_place(step.table);
      auto const column = joined ? resolve_.place_of(*joined, step.on.front().second) : std::nullopt;
      if (column && resolve_.is_foreign_key(*column)) return true;
    }
    return false;
  }

  [[nodiscard]] std::optional<schema::join_path> path_from_focus(std::uint32_t other) const {
    std::vector<std::string> const ends{names_.schema().tables()[focus_].name, names_.schema().tables()[other].name};
    return schema::find_join_path(names_.connected(), ends);
  }

  [[nodiscard]] std::optional<std::uint32_t> table_place(std::string_view name) const {
    auto const& tables = names_.schema().tables();
    auto const found = std::ranges::find(tables, name, &schema::table::name);
    if (found == tables.end()) return {};
    return static_cast<std::uint32_t>(found - tables.begin());
  }

  [[nodiscard]] bool lies_on(schema::join_path const& path, std::uint32_t table) const {
    auto const& name = names_.schema().tables()[table].name;
    return std::ranges::any_of(path.steps, [&](auto const& s) { return s.table == name; });
  }

  /// Leaves out the rows that another table refers to, or those of them for which a condition holds.
  bool exclude(std::size_t token, std::uint32_t other, std::optional<condition> const& only) {
    auto const path = path_from_focus(other);
    if (!path || path->steps.empty()) return false;
    auto const& step = path->steps.front();
    auto const joined = table_place(step.table);
    if (!joined) return false;
    auto const here = resolve_.place_of(focus_, step.on.front().first), there = resolve_.place_of(*joined, step.on.front().second);
    if (!here || !there) return false;
    plan inner;
    inner.select.push_back({aggregate::none, false, *there});
    inner.tables.push_back(*joined);
    if (only) inner.where.push_back(*only);
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)  // what is excluded need not be joined
      if (auto const t = table_at(i); t && at(i).first > token && at(i).is(kind::table) && lies_on(*path, *t)) used_[i] = true;
    restrict(token, {{aggregate::none, false, *here}, comparison::not_in, {}, {}, std::make_shared<plan const>(std::move(inner)), false});
    return true;
  }

  std::vector<column_id> last_values_{}, numbered_{};
  std::size_t number_at_ = 0;
};

}  // namespace t2s::generate::offline::detail

#endif
