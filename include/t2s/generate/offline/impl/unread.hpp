// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_UNREAD_HPP
#define T2S_GENERATE_OFFLINE_IMPL_UNREAD_HPP

#include "t2s/generate/offline/impl/selection.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

namespace t2s::generate::offline::detail {

/// Lemmas that ask or fill and restrict nothing, beside the stop words. Sorted.
inline constexpr std::array asking_words = std::to_array<std::string_view>({
    "'s",
    "available",
    "corresponding",
    "data",
    "database",
    "detail",
    "different",
    "display",
    "distinct",
    "get",
    "information",
    "item",
    "name",
    "number",
    "record",
    "table",
    "unique",
    "value",
});
static_assert(std::ranges::is_sorted(asking_words));

/// Finds the words of the question that tell something and have no place in the plan.
class unread : protected selection {
 protected:
  using selection::selection;

  [[nodiscard]] std::vector<unread_part> unread_parts() {
    mark_what_has_a_place();
    std::vector<unread_part> out;
    for (std::size_t t = 0; t < m_.size();) {
      if (!is_unread(t)) {
        ++t;
        continue;
      }
      auto const last = end_of_part(t);
      out.push_back({m_.token(start_of_part(t)).begin, m_.token(last - 1).end});
      t = last;
    }
    return out;
  }

 private:
  void mark_what_has_a_place() {
    note_names(plan_);
    for (std::size_t c = 0; c < m_.cues.size(); ++c)
      if (heard_[c]) mark_read(m_.cues[c].first, m_.cues[c].last);
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (!is_refused(i) && (used_[i] || means_what_is_used(at(i)))) mark_read(at(i).first, at(i).last);
    bool const of_birth = std::ranges::any_of(columns_, [this](column_id c) { return is_birth(c); });
    for (std::size_t t = 0; t < m_.size(); ++t)
      if (says_used_word(t) || (of_birth && word(t) == "born")) mark_read(t, t + 1);
    auto const telling = [](cue const& c) {
      return c.is == cue_kind::comparison || c.is == cue_kind::between || c.is == cue_kind::superlative || c.is == cue_kind::aggregate ||
             c.is == cue_kind::negation || c.is == cue_kind::common;
    };
    left_cue_.assign(m_.size(), false);
    for (std::size_t c = 0; c < m_.cues.size(); ++c)
      for (auto t = m_.cues[c].first; !heard_[c] && telling(m_.cues[c]) && t < m_.cues[c].last; ++t) left_cue_[t] = !read_[t];
  }

  void note(term const& t) {
    if (t.what) columns_.insert(*t.what);
  }

  /// Every table and column of a plan and of those within it.
  void note_names(plan const& p) {
    for (auto const t : tables_of(p)) tables_.insert(t);
    for (auto const* terms : {&p.select, &p.then_by})
      for (auto const& t : *terms) note(t);
    for (auto const* part : {&p.where, &p.having})
      for (auto const& c : *part) {
        note(c.left);
        if (c.nested) note_names(*c.nested);
      }
    columns_.insert(p.group_by.begin(), p.group_by.end());
    if (p.order) note(*p.order);
    if (p.other) note_names(*p.other);
  }

  [[nodiscard]] bool means_what_is_used(mention const& x) const {
    return std::ranges::any_of(x.options, [this](link::link const& o) {
      if (o.is == kind::value) return false;
      return o.is == kind::table ? tables_.contains(o.where.table) : columns_.contains(o.where);
    });
  }

  [[nodiscard]] bool says_used_word(std::size_t t) const {
    auto const said = link::standard_form(m_.token(t).lemma);
    auto const says = [&](column_id c) {
      return std::ranges::any_of(names_.item(c).words, [&](auto w) { return link::likeness(said, names_.words()[w]) > 0.7; });
    };
    return std::ranges::any_of(columns_, says) || std::ranges::any_of(tables_, [&](std::uint32_t table) { return says({table}); });
  }

  [[nodiscard]] bool is_small(std::size_t t) const {
    auto const& token = m_.token(t);
    if (token.is == retrieve::token::kind::mark) return true;
    return retrieve::is_stop_word(token.lemma) || std::ranges::binary_search(asking_words, std::string_view(token.lemma));
  }

  /// Whether it restricts what is asked for. A verb that only ties names together, as in "customers who bought chairs", does not.
  [[nodiscard]] bool is_unread(std::size_t t) const {
    if (refused_[t]) return true;
    if (read_[t]) return false;
    auto const& token = m_.token(t);
    if (left_cue_[t] || token.is == retrieve::token::kind::number || token.is == retrieve::token::kind::quoted) return true;
    if (is_small(t)) return false;
    return (token.capital && t > 0) || follows_preposition(t) || describes(t);
  }

  /// "in february", "from the north"
  [[nodiscard]] bool follows_preposition(std::size_t t) const {
    static constexpr std::array<std::string_view, 12> prepositions{"at",   "by",     "during", "for", "from", "in",
                                                                   "into", "inside", "near",   "of",  "on",   "with"};
    while (t > 0 && (word(t - 1) == "the" || word(t - 1) == "a" || word(t - 1) == "an")) --t;
    return t > 0 && !read_[t - 1] && std::ranges::find(prepositions, word(t - 1)) != prepositions.end();
  }

  /// "overdue loans", "loans that are overdue"
  [[nodiscard]] bool describes(std::size_t t) const {
    bool const before_name = t + 1 < m_.size() && read_[t + 1] && (t == 0 || !read_[t - 1]);
    bool const of_being = t > 0 && m_.token(t - 1).lemma == "be" && !word(t).ends_with("ed") && !word(t).ends_with("ing");
    return before_name || of_being;
  }

  [[nodiscard]] bool is_filler(std::size_t t) const { return (refused_[t] || !read_[t]) && m_.token(t).is != retrieve::token::kind::mark; }

  /// With the small words that lead to it: "from the", but no article alone.
  [[nodiscard]] std::size_t start_of_part(std::size_t t) const {
    static constexpr std::array<std::string_view, 16> leads{"a",    "an", "at", "by",   "during", "for",  "from", "in",
                                                            "into", "of", "on", "than", "the",    "then", "to",   "with"};
    while (t > 0 && is_filler(t - 1) && std::ranges::binary_search(leads, word(t - 1))) --t;
    while (word(t) == "the" || word(t) == "a" || word(t) == "an") ++t;
    return t;
  }

  /// Over small words between two that tell something.
  [[nodiscard]] std::size_t end_of_part(std::size_t t) const {
    auto last = t + 1;
    for (auto i = last; i < m_.size() && i < last + 3 && is_filler(i); ++i)
      if (is_unread(i)) last = i + 1;
    return last;
  }

  std::set<std::uint32_t> tables_{};
  std::set<column_id> columns_{};
  std::vector<bool> left_cue_{};  // tokens of cues that were not heard
};

}  // namespace t2s::generate::offline::detail

#endif
