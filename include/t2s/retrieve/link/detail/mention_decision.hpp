// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_MENTION_DECISION_HPP
#define T2S_RETRIEVE_LINK_DETAIL_MENTION_DECISION_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/link/detail/implied_mentions.hpp"
#include "t2s/retrieve/link/detail/mention_evidence.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"
#include "t2s/retrieve/link/detail/written_values.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace t2s::link::detail {

/// Columns that the same words name, or whose values they name.
struct rival_columns {
  std::vector<mention_candidate const*> all{};
  mention_candidate const* likeliest = nullptr;
};

/// The highest score of each span. Spans are few, even if a thousand columns have the same ones.
class scores_of_places {
 public:
  void note(word_span const& p, double score) {
    auto& most = most_[p.place()];
    most = std::max(most, score);
  }

  /// The highest score of the spans that contain a span; with `well`, only of longer ones.
  [[nodiscard]] double around(word_span const& p, bool well) const {
    double most = 0;
    for (auto const& [place, score] : most_) {
      word_span const other{place.first, place.second};
      if (well ? p.well_inside(other) : p.inside(other)) most = std::max(most, score);
    }
    return most;
  }

 private:
  std::map<std::pair<std::size_t, std::size_t>, double> most_{};
};

/// Chooses one reading of scored candidates.
struct mention_decision {
  knowledge::lexicon const& names_;
  std::span<retrieve::token const> tokens_;
  mention_evidence const& evidence_;
  mentioned out_{};
  std::map<std::tuple<bool, std::size_t, std::size_t>, rival_columns> groups_{};
  scores_of_places whole_names_{}, whole_columns_{}, values_{};  // of tables and columns, of columns only, of columns by their values

  [[nodiscard]] mentioned decide() {
    group();
    for (auto const& t : evidence_.tables)
      if (t.score >= least_table && has_place_of_its_own(t)) out_.tables.push_back(mention_of(t, *t.name, false));
    for (auto const& c : evidence_.columns)
      if (is_named(c)) take(c);
    add_numbers();
    implied_mentions{names_, tokens_, out_}.settle();
    auto const by_place = [](mention const& a, mention const& b) { return a.where < b.where; };
    t2s::detail::sort(out_.tables, by_place);
    t2s::detail::sort(out_.columns, by_place);
    t2s::detail::sort(out_.values, [](value_mention const& a, value_mention const& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.where != b.where ? a.where < b.where : a.end < b.end;
    });
    return std::move(out_);
  }

 private:
  static constexpr double least_table = 0.2;   // least score of a named table
  static constexpr double least_column = 0.3;  // the same for a column, or for all columns together that the same words may mean
  static constexpr double sure = 0.8;          // from here a column is named even if the same words mean another one too

  [[nodiscard]] mention mention_of(mention_candidate const& c, word_span const& p, bool by_value) const {
    return {c.where, tokens_[p.first].begin, tokens_[p.last - 1].end, c.score, by_value};
  }

  /// Words mean only one table: the likeliest one.
  [[nodiscard]] bool has_place_of_its_own(mention_candidate const& t) const {
    return t2s::detail::any_of(t.names, [&](word_span const& p) {
      bool own = true;
      evidence_.summary().for_overlapping(p, [&](word_span const&, mention_span const& s) { own = own && s.likeliest_table <= t.score; });
      return own;
    });
  }

  /// Whether a column is named by its name's words: yes, unless they are few and a value is named.
  static bool is_by_name(mention_candidate const& c) { return c.name && (!c.value || c.name->score >= 0.6); }
  static word_span const& place_of(mention_candidate const& c) { return is_by_name(c) ? *c.name : *c.value; }

  /// The likelihoods of columns that the same words may mean are added, and the likeliest column is taken.
  [[nodiscard]] bool is_named(mention_candidate const& c) const {
    if (is_table_instead(c) || is_key_of_named_table(c) || is_only_verb(c)) return false;
    if (c.score >= sure) return true;
    bool const by_name = is_by_name(c);
    if (by_name && is_in_likelier_name(c)) return false;
    auto const& rivals = groups_.at({by_name, place_of(c).first, place_of(c).last});
    if (rivals.likeliest != &c) return false;
    double together = c.score;
    for (auto const* o : rivals.all)
      if (o != &c) together += o->score;
    return together >= least_column;
  }

  /// "Owner name" does not mean `name`.
  [[nodiscard]] bool is_in_likelier_name(mention_candidate const& c) const { return whole_columns_.around(*c.name, true) > c.score; }

  void group() {
    for (auto const* all : {&evidence_.tables, &evidence_.columns})
      for (auto const& c : *all) {
        if (c.name && c.name->score > 0.9) {
          whole_names_.note(*c.name, c.score);
          if (!c.where.is_table()) whole_columns_.note(*c.name, c.score);
        }
        for (auto const& p : c.values) values_.note(p, c.score);
      }
    for (auto const& c : evidence_.columns)
      for (bool const by_name : {true, false})
        if (auto const* q = by_name ? c.name : c.value) {
          auto& g = groups_[{by_name, q->first, q->last}];
          g.all.push_back(&c);
          auto const key = [](mention_candidate const& x) { return std::pair(-x.score, x.where); };
          if (!g.likeliest || key(c) < key(*g.likeliest)) g.likeliest = &c;
        }
  }

  /// A column with the same name as its table, if the table is likelier.
  [[nodiscard]] bool is_table_instead(mention_candidate const& c) const {
    auto const* t = evidence_.table_of(c.where);
    return t && !c.value && evidence_.is_called_as_table(c.where) && t->score > c.score;
  }

  /// "Which tenants have two leases?" names the table of tenants, not the key `tenant_id` that refers to it.
  [[nodiscard]] bool is_key_of_named_table(mention_candidate const& c) const {
    if (c.value || !names_.refers(c.where) || tokens_[c.name->first].lemma == "id") return false;
    auto const& d = names_.connected();
    for (auto const& key : d.tables()[c.where.table].foreign_keys) {
      bool const own = key.columns.size() == 1 && text::same(key.columns.front(), names_.column(c.where).name);
      auto const* to = own ? d.find_table(key.table) : nullptr;
      auto const* named = to ? evidence_.table_of({static_cast<std::uint32_t>(d.place_of(*to))}) : nullptr;
      if (named && named->score >= least_table && named->name->score > 0.9 && has_place_of_its_own(*named) &&
          t2s::detail::any_of(named->names, [&](word_span const& p) { return p.same_words(*c.name); }))
        return true;
    }
    return false;
  }

  /// "How many games were played with white?" does not name the time `played_on`; "played in May" does.
  [[nodiscard]] bool is_only_verb(mention_candidate const& c) const {
    if (c.value || !names_.is_time(c.where) || c.name->size() != 1) return false;
    static constexpr std::array<std::string_view, 6> irregular{"sold", "held", "taken", "made", "given", "built"};
    auto const& verb = tokens_[c.name->first].text;
    if (!verb.ends_with("ed") && !t2s::detail::has(irregular, std::string_view(verb))) return false;
    for (auto t = c.name->first; t > 0 && t + 3 > c.name->first; --t)  // "not yet returned" is about the time that is missing
      if (tokens_[t - 1].text == "not" || tokens_[t - 1].text == "yet") return false;
    return written_times(tokens_).empty() && !t2s::detail::any_of(tokens_, [](auto const& w) {
             static constexpr std::array<std::string_view, 27> times{
                 "week",  "today",  "yesterday", "when",   "date",     "day",      "month",  "year",  "time",
                 "first", "last",   "latest",    "late",   "early",    "earliest", "since",  "old",   "oldest",
                 "new",   "newest", "until",     "recent", "recently", "long",     "before", "after", "ago"};
             return w.is == retrieve::token::kind::number || t2s::detail::has(times, std::string_view(w.lemma));
           });
  }

  void take(mention_candidate const& c) {
    out_.columns.push_back(mention_of(c, place_of(c), !is_by_name(c)));
    for (auto const& p : c.values)
      if (!is_name(p, c) && !is_of_longer_value(p, c))
        out_.values.push_back({c.where, p.value, tokens_[p.first].begin, tokens_[p.last - 1].end, c.score});
  }

  /// Whether words that may be a value are, or are part of, a whole name.
  [[nodiscard]] bool is_name(word_span const& p, mention_candidate const& self) const {
    if (!is_by_name(self) || tokens_[p.first].is == retrieve::token::kind::quoted) return false;
    return whole_names_.around(p, false) >= least_column;
  }

  [[nodiscard]] bool is_of_longer_value(word_span const& p, mention_candidate const& self) const {
    return values_.around(p, true) > self.score || t2s::detail::any_of(self.values, [&](word_span const& q) { return p.well_inside(q); });
  }

  /// Numbers after the name of a numeric column: "capacity between 5000 and 10000".
  void add_numbers() {
    auto const numbers = written_numbers(tokens_);
    auto const named = out_.columns;
    for (auto const& m : named) {
      if (m.by_value || names_.content_of(m.where) != knowledge::content::number || names_.is_key(m.where)) continue;
      std::size_t i = 0;
      while (i < tokens_.size() && tokens_[i].begin < m.end) ++i;
      while (i < tokens_.size()) {
        auto const* n = t2s::detail::find_if(numbers, [i](written_number const& x) { return x.first == i; });
        if (!n && !retrieve::is_stop_word(tokens_[i].lemma) && !compares(tokens_[i].lemma)) break;
        if (n) add_number(m, *n);
        i = n ? n->last : i + 1;
      }
    }
  }

  void add_number(mention const& m, written_number const& n) {
    auto const &first = tokens_[n.first], &last = tokens_[n.last - 1];
    bool const digits = n.last - n.first == 1 && first.is == retrieve::token::kind::number;  // kept unchanged, at any length
    auto text = digits ? first.text : number_text(n.value / unit_of(m.where, n));
    if (!t2s::detail::any_of(out_.values, [&](value_mention const& v) { return v.begin < last.end && first.begin < v.end; }))
      out_.values.push_back({m.where, std::move(text), first.begin, last.end, m.score});
  }

  /// "Two million" in a column of millions is 2.
  [[nodiscard]] double unit_of(knowledge::column_id where, written_number const& n) const {
    for (auto const word : names_.item(where).words)
      if (auto const scale = scale_of(names_.words()[word]); scale && n.last - n.first > 1 && n.value >= *scale) return *scale;
    return 1;
  }

  static bool compares(std::string_view lemma) {
    static constexpr std::array<std::string_view, 16> words{"bigger",  "earlier", "equal",   "exactly", "fewer", "great",
                                                            "greater", "high",    "higher",  "larger",  "later", "longer",
                                                            "lower",   "older",   "shorter", "smaller"};
    return t2s::detail::has(words, lemma);
  }
};

}  // namespace t2s::link::detail

#endif
