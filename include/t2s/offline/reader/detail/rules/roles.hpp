// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_ROLES_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_ROLES_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/role_keys.hpp"
#include "t2s/offline/reader/detail/rules/links.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

/// Several keys of one table to another: the row there has a role, which the key's name says: the shipping and the billing address, the
/// origin and the destination. The words around a value or a column decide its role.
namespace t2s::reader::detail {

/// Finds the roles of values and columns of one group of keys.
struct role_finder {
  reading& r_;
  role_keys const& all_;

  void read() {
    for (std::size_t i = 0; i < r_.used.size(); ++i) {
      bool const value = is_row(i), column = !value && is_column_of_row(i);
      if (r_.used[i] || r_.role[i] || (!value && !column)) continue;
      auto const found = value ? of_value(i) : of_column(i);
      if (!found.key) continue;
      r_.role[i] = found.key;
      r_.mark_read(found.first, found.last);
      if (value) use_names(std::min(found.first, r_.at(i).first), std::max(found.last, r_.at(i).last), i);
    }
  }

  /// "Show the sender and the receiver account of each transfer": the rows of each role, for the rows of the table that has the keys.
  void read_shown(std::uint32_t owner) {
    if (r_.has_cue(cue::kind::aggregate) || r_.has_cue(cue::kind::count) || r_.has_cue(cue::kind::superlative)) return;
    for (std::size_t i = 0; i < r_.used.size(); ++i) {
      if (r_.used[i] || r_.table_at(i) != all_.of) continue;
      auto const all = roles_before(r_.at(i).first);
      if (all.empty() || !is_listed(all.back().first)) continue;
      if (r_.focus == all_.of) {
        r_.focus = owner;
        r_.resolve.set_main(owner);
      }
      for (auto const& found : all)
        for (auto const c : r_.resolve.names_of(all_.of)) {
          auto shown = plain(c);
          shown.via = found.key;
          r_.select(found.first, std::move(shown));
        }
      r_.mark_read(all.back().first, r_.at(i).last);
      r_.use_within(all.back().first, r_.at(i).last);
    }
    if (r_.focus == owner) read_shown_alone();
  }

 private:
  /// "Show the buyer and the seller of each deal": without the table of their rows.
  void read_shown_alone() {
    for (std::size_t t = 1; t < r_.size(); ++t) {
      bool const noun = !r_.read[t] && !is_participle(r_.word(t)) && is_list_end(t + 1);
      auto const key = noun ? named_by(t) : std::nullopt;
      if (!key || !is_listed(t) || r_.cue_before(t, 1, cue::kind::each)) continue;
      for (auto const c : r_.resolve.names_of(all_.of)) {
        auto shown = plain(c);
        shown.via = key;
        r_.select(t, std::move(shown));
      }
      r_.mark_read(t, t + 1);
      r_.use_within(t, t + 1);
    }
  }
  [[nodiscard]] bool is_list_end(std::size_t t) const {
    return t >= r_.size() || r_.is_word(t, "and of for in") || r_.token(t).is == retrieve::token::kind::mark;
  }

  /// The key, and the words that say so.
  struct role {
    std::optional<column_id> key{};
    std::size_t first = 0, last = 0;
  };

  /// The roles directly before a token, the nearest first: "the sender and the receiver".
  [[nodiscard]] std::vector<role> roles_before(std::size_t t) const {
    std::vector<role> all;
    while (t > 0) {
      auto const key = named_by(t - 1);
      if (!key) break;
      all.push_back({key, t - 1, t});
      for (--t; t > 0 && r_.is_word(t - 1, "and , the");) --t;
    }
    return all;
  }

  /// Whether the words from a token on are in the list of results: after a verb of a request, a comma or "and", and before any condition.
  [[nodiscard]] bool is_listed(std::size_t t) const {
    while (t > 0 && r_.is_word(t - 1, "the its their")) --t;
    bool const after = t > 0 && r_.is_word(t - 1, "show list give find return display what which is are were and , with");
    return after && !r_.any_word(1, t, "where whose who that which having when if");
  }

  [[nodiscard]] bool is_key(column_id c) const {
    return t2s::detail::any_of(all_.keys, [c](role_key const& k) { return k.key == c; });
  }

  /// Whether a mention is a stored value of the rows, or of the keys themselves.
  [[nodiscard]] bool is_row(std::size_t i) const {
    auto const& m = r_.at(i);
    if (!m.is(kind::value)) return false;
    return t2s::detail::any_of(m.options, [&](link::link const& o) {
      return o.is == kind::value && o.score + 0.3 >= m.options.front().score && (o.where.table == all_.of || is_key(o.where));
    });
  }

  [[nodiscard]] bool is_column_of_row(std::size_t i) const {
    if (r_.at(i).is(kind::value) || !r_.is_column(i) || r_.is_table_first(i)) return false;
    return r_.column_at(i).table == all_.of;
  }

  /// Whether a token may say a role: it is not a part of the name of something else.
  [[nodiscard]] bool is_open(std::size_t t) const {
    auto const i = r_.mention_of(t);
    if (!i || r_.at(*i).last == r_.at(*i).first + 1) return true;
    return t2s::detail::any_of(r_.at(*i).options, [&](link::link const& o) {
      return o.is == kind::table ? o.where.table == all_.of : o.is == kind::column && (is_key(o.where) || o.where.table == all_.of);
    });
  }

  /// The only key that a word names.
  [[nodiscard]] std::optional<column_id> named_by(std::size_t t) const { return is_open(t) ? key_named(all_, r_.token(t)) : std::nullopt; }

  /// The only key of an origin for "from", or of a destination for "to".
  [[nodiscard]] std::optional<column_id> named_by_preposition(std::size_t t) const {
    static constexpr std::string_view origins = "origin source src from departure depart dep start sender send begin orig";
    static constexpr std::string_view ends = "destination dest dst target to arrival arrive arr end receiver receive recipient";
    bool const from = r_.is_word(t, "from");
    if (!from && !r_.is_word(t, "to into")) return {};
    std::optional<column_id> only;
    for (auto const& k : all_.keys) {
      if (!t2s::detail::any_of(k.words, [&](std::string_view w) { return is_one_of(w, from ? origins : ends); })) continue;
      if (only) return {};
      only = k.key;
    }
    return only;
  }

  [[nodiscard]] bool is_other_row(std::size_t t, std::size_t than) const {
    auto const i = r_.mention_of(t);
    return i && *i != than && is_row(*i);
  }

  /// By the words before a value up to the row before it, else by those right after it.
  [[nodiscard]] role of_value(std::size_t i) const {
    auto const first = r_.at(i).first, last = r_.at(i).last;
    role by_preposition;
    for (auto t = first; t-- > 0 && t + 7 > first && !is_other_row(t, i);) {
      if (auto const key = named_by(t)) return {key, t, t + 1};
      if (auto const key = named_by_preposition(t); key && !by_preposition.key && t + 4 > first) by_preposition = {key, t, t + 1};
    }
    if (by_preposition.key) return by_preposition;
    if (auto const before = row_before(first)) return {r_.role[*before], first, first};
    for (auto t = last; t < r_.size() && t < last + 4 && !r_.is_word(t, "and or but with have has , .") && !is_other_row(t, i); ++t)
      if (auto const key = named_by(t); key && !leads_to_row(t + 1)) return {key, t, t + 1};
    return {};
  }

  /// Whether the words from a token on name a row: "away team B".
  [[nodiscard]] bool leads_to_row(std::size_t t) const {
    return r_.next(t, 3, [this](std::size_t k) { return is_row(k); }).has_value();
  }

  /// "home team A or B": the row before, with only "and" or "or" between.
  [[nodiscard]] std::optional<std::size_t> row_before(std::size_t t) const {
    auto from = t;
    while (from > 0 && r_.is_word(from - 1, "and or nor ,")) --from;
    return from < t ? r_.previous(from, 0, [this](std::size_t i) { return is_row(i) && r_.role[i]; }) : std::nullopt;
  }

  /// "the shipping city", "the city of the shipping address"
  [[nodiscard]] role of_column(std::size_t i) const {
    auto const first = r_.at(i).first, last = r_.at(i).last;
    for (auto t = first; t-- > 0 && t + 3 > first;)
      if (auto const key = named_by(t)) return {key, t, t + 1};
    if (!r_.is_word(last, "of")) return {};
    for (auto t = last + 1; t < r_.size() && t < last + 4; ++t)
      if (auto const key = named_by(t)) return {key, t, t + 1};
    return {};
  }

  /// Uses the names of the keys and of their table between the words of a role and its value: "the shipping address".
  void use_names(std::size_t from, std::size_t to, std::size_t value) {
    for (std::size_t k = 0; k < r_.used.size(); ++k) {
      if (k == value || r_.used[k] || r_.at(k).first < from || r_.at(k).last > to || r_.at(k).is(kind::value)) continue;
      r_.used[k] = r_.read[r_.at(k).first] || t2s::detail::any_of(r_.at(k).options, [&](link::link const& o) {
                     return o.is == kind::table ? o.where.table == all_.of : o.is == kind::column && is_key(o.where);
                   });
    }
  }
};

/// Reads the roles of the rows of named tables.
inline void read_roles(reading& r) {
  for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t) {
    if ((t != r.focus && r.resolve.weight(t) <= 0.45) || link_table_of(r, t)) continue;
    for (auto const& g : role_keys_of(r, t)) {
      role_finder all{r, g};
      all.read();
      all.read_shown(t);
    }
  }
}

/// A term with a role, for the keys of one table to one other.
[[nodiscard]] inline bool is_role_of(term const& t, column_id key, std::uint32_t of) {
  return t.via && t.via->table == key.table && t.what && t.what->table == of;
}

/// "games of A against the away team B": of two roles a row without one has the other.
inline void take_other_role(reading& r, column_id key, std::uint32_t of) {
  std::vector<column_id> others;
  for (auto const& g : role_keys_of(r, key.table))
    for (auto const& k : g.keys)
      if (g.of == of && k.key != key) others.push_back(k.key);
  auto const is_plain = [of](condition const& c) {
    return c.left.what && c.left.what->table == of && !c.left.via && c.op == comparison::equal && !c.nested;
  };
  for (auto& c : r.plan.where)
    if (others.size() == 1 && is_plain(c)) c.left.via = others.front();
}

/// Rows of one role are joined as all tables are, over its key; only rows of several roles need a name for each.
inline void settle_roles(reading& r) {
  auto& p = r.plan;
  std::vector<term*> all;
  for (auto const& c : std::vector<condition>(p.where))
    if (c.left.via) take_other_role(r, *c.left.via, c.left.what->table);
  for (auto& t : p.select)
    if (t.via) all.push_back(&t);
  for (auto& c : p.where)
    if (c.left.via) all.push_back(&c.left);
  for (auto* t : all) {
    if (!t->via) continue;  // settled with an earlier one
    auto const key = *t->via;
    auto const of = t->what->table;
    if (t2s::detail::any_of(all, [&](term* o) { return is_role_of(*o, key, of) && o->via != key; })) continue;
    for (auto* o : all)
      if (is_role_of(*o, key, of)) o->via.reset();
    t2s::detail::insert_at(p.keys, 0, column_id(key));
    t2s::detail::insert_at(p.key_words, 0, r.size());  // more than any column can have
    p.tables.push_back(key.table);
  }
}

}  // namespace t2s::reader::detail

#endif
