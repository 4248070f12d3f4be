// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_MENTIONS_HPP
#define T2S_OFFLINE_READER_DETAIL_MENTIONS_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/offline/reader/detail/cues.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <string>
#include <utility>

namespace t2s::reader::detail {

using knowledge::column_id;
using kind = link::link::kind;

/// A piece of a question that names something, or a number, with all its possible meanings. Mentions do not overlap.
struct mention {
  std::size_t first = 0, last = 0;    ///< tokens [first, last)
  std::vector<link::link> options{};  ///< best first; empty for a number that names nothing
  std::optional<double> number{};     ///< its number, if it is one
  std::string_view digits{};          ///< the number as an SQL literal

  /// Whether its best meaning is of that kind.
  [[nodiscard]] bool is(kind k) const { return !options.empty() && options.front().is == k; }
  /// The best meaning of that kind, or nullptr.
  [[nodiscard]] link::link const* option(kind k) const {
    for (auto const& o : options)
      if (o.is == k) return &o;
    return nullptr;
  }
};

/// A question prepared for reading: what it names, and its cues.
struct material {
  link::links const* linked = nullptr;  ///< the possible meanings of its words
  std::vector<mention> mentions{};      ///< names, values and numbers, in order
  std::vector<cue> cues{};              ///< words for operations, in order

  /// The token at an index, and their number.
  [[nodiscard]] retrieve::token const& token(std::size_t i) const { return linked->tokens[i]; }
  [[nodiscard]] std::size_t size() const { return linked->tokens.size(); }
};

/// Decides between overlapping links: the score, plus a little for each further word that is not a stop word.
inline double strength(link::link const& l, std::vector<retrieve::token> const& tokens) {
  double telling = 0;
  for (auto i = l.first; i < l.last; ++i)
    if (tokens[i].is != retrieve::token::kind::mark && !retrieve::is_stop_word(tokens[i])) ++telling;
  double const s = l.score + 0.3 * (telling - 1);
  return l.is == kind::table ? s + 0.01 : s;
}

struct mention_chooser {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  link::links const& linked_;
  std::vector<mention> out_{};
  std::vector<std::size_t> at_ = std::vector<std::size_t>(linked_.tokens.size(), none);  // the mention of each token

  std::vector<mention> choose() {
    std::vector<double> strengths;
    for (auto const& l : linked_.found) strengths.push_back(strength(l, linked_.tokens));
    auto const by_strength = t2s::detail::places_by(
        strengths.size(), [&](std::size_t a, std::size_t b) { return strengths[a] != strengths[b] ? strengths[a] > strengths[b] : a < b; });
    for (auto const i : by_strength)
      if (auto const& l = linked_.found[i]; is_free(l.first, l.last)) open(l.first, l.last);
    for (auto const i : by_strength) add_option(linked_.found[i]);
    for (std::size_t i = 0; i < linked_.tokens.size(); ++i) add_number(i);
    std::vector<mention> in_order;
    for (std::size_t i = 0; i < linked_.tokens.size(); ++i)
      if (at_[i] != none && out_[at_[i]].first == i) in_order.push_back(std::move(out_[at_[i]]));
    return in_order;
  }

 private:
  [[nodiscard]] bool is_free(std::size_t first, std::size_t last) const {
    while (first < last && at_[first] == none) ++first;
    return first == last;
  }

  mention& open(std::size_t first, std::size_t last) {
    for (auto t = first; t < last; ++t) at_[t] = out_.size();
    out_.push_back({first, last, {}, {}, {}});
    return out_.back();
  }

  void add_option(link::link const& l) {
    if (at_[l.first] == none) return;
    auto& m = out_[at_[l.first]];
    bool const same = m.first == l.first && m.last == l.last;
    if (l.last > m.last || (!same && strength(l, linked_.tokens) < 0.75)) return;
    m.options.push_back(l);
    if (!same) m.options.back().score -= 0.25;
  }

  void add_number(std::size_t i) {
    auto const& t = linked_.tokens[i];
    if (t.is != retrieve::token::kind::number) return;
    double read = 0;
    if (text::to_number(t.text, read) == std::errc::invalid_argument) return;
    auto& m = at_[i] == none ? open(i, i + 1) : out_[at_[i]];
    if (m.last - m.first != 1) return;
    auto const all = std::string_view(linked_.text);
    bool const negative = is_minus(i) && all.substr(t.begin, t.text.size()) == t.text;
    m.number = negative ? -read : read;
    m.digits = negative ? all.substr(t.begin - 1, t.text.size() + 1) : std::string_view(t.text);
  }

  /// "-5", but not "10-5" or "B-5".
  [[nodiscard]] bool is_minus(std::size_t number) const {
    if (number == 0 || linked_.tokens[number - 1].text != "-" || linked_.tokens[number - 1].end != linked_.tokens[number].begin)
      return false;
    return number == 1 || linked_.tokens[number - 2].end < linked_.tokens[number - 1].begin;
  }
};

/// "number of flights" counts flights if there is a table of them, even if a column is called flight number.
inline void count_rows_of_tables(material& all) {
  for (auto& m : all.mentions)
    for (auto const& c : all.cues) {
      if (c.is != cue::kind::count || c.last <= m.first || c.last >= m.last || c.first > m.first) continue;
      auto const* t = m.option(kind::table);
      if (!t || t->first < c.last) continue;
      m.first = c.last;
      t2s::detail::drop_if(m.options, [&](link::link const& o) { return o.first < c.last; });
      for (auto& o : m.options) o.score += 0.25;
    }
}

/// Whether what stands before a token is said of several rows: "per town", "of all visits", "of the unpaid visits".
[[nodiscard]] inline bool is_of_several(material const& all, std::size_t t) {
  auto const& tokens = all.linked->tokens;
  auto const is_word = [&](std::size_t at, std::string_view words) { return at < tokens.size() && is_one_of(tokens[at].text, words); };
  if (t < tokens.size() && tokens[t].text.ends_with("ed") && t > 0 && is_word(t + 1, "per")) return true;  // "total amount billed per town"
  if (is_word(t, "per by") || (is_word(t, "for in of") && is_word(t + 1, "each every all"))) return true;
  return is_word(t, "of") && t2s::detail::any_of(all.mentions, [&](mention const& m) {
           return m.is(kind::table) && m.first > t && m.first < t + 4 && tokens[m.last - 1].text != tokens[m.last - 1].lemma;
         });
}

/// "The total cost of all visits" adds up a column that is called `total_cost`. "The average total cost" does not, and neither does a list
/// that is sorted.
inline void settle_totals(material& all) {
  auto const has_cue = [&](auto... kinds) { return t2s::detail::any_of(all.cues, [&](cue const& c) { return ((c.is == kinds) || ...); }); };
  if (has_cue(cue::kind::order, cue::kind::ascending, cue::kind::descending) && !has_cue(cue::kind::each)) return;
  for (auto& m : all.mentions) {
    if (t2s::detail::any_of(all.cues, [&](cue const& c) { return c.is == cue::kind::aggregate && c.last == m.first; })) continue;
    auto const* total = t2s::detail::find_if(all.cues, [&](cue const& c) {
      return c.is == cue::kind::aggregate && c.how == aggregate::sum && c.first == m.first && c.last < m.last;
    });
    bool const each = all.token(m.last - 1).text != all.token(m.last - 1).lemma;  // "the total costs of all visits"
    if (!total || each || !m.is(kind::column) || !is_of_several(all, m.last)) continue;
    m.first = total->last;
    for (auto& o : m.options) o.first = std::max(o.first, m.first);
  }
}

/// "The average amount of orders" does not count if a column is called amount: an aggregate precedes it.
inline void settle_counts(material& all) {
  auto const is_aggregated = [&](mention const& m) {
    auto const* column = m.option(kind::column);
    return column && column->score > 0.8 &&
           t2s::detail::any_of(all.cues, [&](cue const& c) { return c.is == cue::kind::aggregate && c.last == m.first; });
  };
  t2s::detail::drop_if(all.cues, [&](cue const& c) {
    return c.is == cue::kind::count && t2s::detail::any_of(all.mentions, [&](mention const& m) {
             return m.first == c.first && m.last == m.first + 1 && is_aggregated(m);
           });
  });
}

/// A column that is called "average": the word is the aggregate if a column follows for it, else the column.
inline void settle_aggregates(material& all) {
  auto const same = [](mention const& m, cue const& c) { return c.is == cue::kind::aggregate && m.first == c.first && m.last == c.last; };
  auto const cue_called = [&](mention const& m) {  // the aggregate with the name of the mention
    return t2s::detail::find_if(all.cues, [&](cue const& c) { return same(m, c); });
  };
  auto const applies = [&](cue const& c) {
    bool of_table = false;  // "total bill amount"
    for (auto const& m : all.mentions) {
      if (m.first < c.last || cue_called(m)) continue;
      if (!of_table && m.first == c.last && m.is(kind::table) && c.how == aggregate::sum) {
        of_table = true;
        continue;
      }
      return m.is(kind::column) && (of_table ? m.first == c.last + 1 : m.first <= c.last + 5);
    }
    return false;
  };
  std::vector<std::size_t> columns;  // the remaining ones: their first tokens
  for (auto const& m : all.mentions)
    if (auto const* c = cue_called(m); c && !applies(*c)) columns.push_back(m.first);
  t2s::detail::drop_if(all.mentions, [&](mention const& m) { return cue_called(m) && !t2s::detail::has(columns, m.first); });
  t2s::detail::drop_if(all.cues, [&](cue const& c) { return t2s::detail::has(columns, c.first); });
}

/// Whether the words of a cue belong to a name or value instead.
[[nodiscard]] inline bool hides(mention const& m, cue const& c) {
  if (m.options.empty() || m.last <= c.first || c.last <= m.first) return false;
  double const score = m.options.front().score;
  if (c.first < m.first) return c.is == cue::kind::count && c.last < m.last && score > 0.9;
  if (m.last < c.last) return m.first < c.first && score > 0.6;
  return (m.is(kind::value) && score >= 1) || (m.last - m.first > c.last - c.first && score > 0.6);
}

/// The mention of a table right after a mention, or before it with "are" between them: of "mobile clinics", "clinics that were closed".
[[nodiscard]] inline mention const* table_beside(material const& all, std::size_t i) {
  auto const& m = all.mentions[i];
  if (i + 1 < all.mentions.size() && all.mentions[i + 1].first == m.last && all.mentions[i + 1].is(kind::table))
    return &all.mentions[i + 1];
  auto verb = m.first;
  while (verb > 0 && is_one_of(all.token(verb - 1).text, "not currently now already been")) --verb;
  if (i == 0 || verb == 0 || !is_one_of(all.token(verb - 1).text, "are is were was")) return nullptr;
  auto rows = verb - 1;
  if (rows > 0 && is_one_of(all.token(rows - 1).text, "that which")) --rows;
  auto const& before = all.mentions[i - 1];
  return before.last == rows && before.is(kind::table) ? &before : nullptr;
}

/// "Mobile clinics": a stored kind of the clinics, although the word may also mean a column of another table, as their phone.
inline void settle_kinds(material& all) {
  for (std::size_t i = 0; i < all.mentions.size(); ++i) {
    auto& m = all.mentions[i];
    bool const derived = m.is(kind::table) && m.options.front().score < 0.9 &&  // "glazing tests", of a table of glazes
                         !all.token(m.first).text.ends_with("ed");
    auto const* rows = (m.is(kind::column) || derived) && !m.number ? table_beside(all, i) : nullptr;
    bool const own = rows && m.options.front().where.table == rows->options.front().where.table;
    if (!rows || (own && (m.is(kind::table) || m.options.front().score >= 0.95))) continue;
    auto const table = rows->options.front().where.table;
    auto const* kept = t2s::detail::find_if(
        m.options, [&](link::link const& o) { return o.is == kind::value && o.where.table == table && o.score >= 0.6; });
    auto const is_own = [&](link::link const& o) {
      bool const is_short = kept && o.where == kept->where && o.score < 0.95;  // "severe damages", of a column `sev`
      return o.is == kind::column && o.where.table == table && o.score >= 0.5 && !is_short;
    };
    if (!kept || t2s::detail::any_of(m.options, is_own)) continue;
    for (auto k = static_cast<std::size_t>(kept - m.options.data()); k > 0; --k) std::swap(m.options[k], m.options[k - 1]);
  }
}

/// "The average salary" is no stored text, if a column may be called so.
inline void settle_averages(material& all) {
  for (auto& m : all.mentions) {
    bool const averaged = t2s::detail::any_of(all.cues, [&](cue const& c) { return c.how == aggregate::avg && c.last == m.first; });
    auto const* column = averaged && m.is(kind::value) && !m.number ? m.option(kind::column) : nullptr;
    if (!column) continue;
    for (auto k = static_cast<std::size_t>(column - m.options.data()); k > 0; --k) std::swap(m.options[k], m.options[k - 1]);
  }
}

/// Chooses among overlapping links: longer and better ones win, and links of the same words stay as options. Cues inside a longer name are
/// dropped ("maximum" in a column `max_speed` that the question calls "maximum speed"). `l` must outlive the result.
[[nodiscard]] inline material material_of(link::links const& l) {
  material out{&l, mention_chooser(l).choose(), cues_of(l.tokens)};
  t2s::detail::drop_if(out.mentions, [&](mention const& m) {  // the million of "10 million" does not name anything
    return m.first > 0 && m.last == m.first + 1 && zeros_of_word(l.tokens[m.first].text) &&
           l.tokens[m.first - 1].is == retrieve::token::kind::number;
  });
  count_rows_of_tables(out);
  settle_aggregates(out);
  settle_totals(out);
  settle_counts(out);
  settle_kinds(out);
  settle_averages(out);
  t2s::detail::drop_if(out.mentions, [&](mention const& m) {
    if (m.last == m.first + 1 && is_one_of(l.tokens[m.first].text, "altogether together") && !m.options.empty() &&
        m.options.front().score < 0.95)
      return true;  // not short for `alt_m`
    if (m.first > 0 && m.last == m.first + 1 && m.last < l.tokens.size() && l.tokens[m.first].text == "like" &&
        l.tokens[m.last].text == "to" && is_one_of(l.tokens[m.first - 1].text, "would d"))
      return true;  // "I would like to see", of likes
    if (m.first == 0 && m.last == 1 && l.tokens.size() > 1 && l.tokens[0].text == "name" &&
        is_one_of(l.tokens[1].text, "the all any each every some me us those"))
      return true;  // "Name the singers"
    // "The total number of", although a column is called total. A word for an operation names a thing only if it is the thing's whole name.
    bool const is_total = l.tokens[m.first].text == "total";
    bool const is_vague = !m.options.empty() && !m.number && m.options.front().score <= 0.95;
    return t2s::detail::any_of(out.cues, [&](cue const& c) {
      bool const within = c.first <= m.first && m.last <= c.last;
      return within && (is_vague || (is_total && c.is == cue::kind::count && m.last < c.last));
    });
  });
  t2s::detail::drop_if(out.cues,
                       [&](cue const& c) { return t2s::detail::any_of(out.mentions, [&](mention const& m) { return hides(m, c); }); });
  return out;
}

}  // namespace t2s::reader::detail

#endif
