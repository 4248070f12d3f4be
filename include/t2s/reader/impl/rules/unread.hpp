// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_READER_IMPL_RULES_UNREAD_HPP
#define T2S_READER_IMPL_RULES_UNREAD_HPP

#include "t2s/core/internal/search.hpp"
#include "t2s/reader/impl/comparing.hpp"

#include <set>
#include <string>

namespace t2s::reader::detail {

/// Adds the tables and columns of a plan and of those within it.
inline void add_names(std::vector<column_id>& out, plan const& p) {
  for (auto const id : names_of(p)) out.insert(out.end(), {id, {id.table}});
  for (auto const& c : p.where)
    if (c.nested) add_names(out, *c.nested);
  if (p.both) add_names(out, *p.both);
}

/// Finds the words that tell something and have no place in the plan.
class unread_words {
 public:
  explicit unread_words(reading& r) : r_(r), left_cue_(r.size()), asks_(r.size()) {
    add_names(names_, r.plan);
    note_groups();
    for (std::size_t c = 0; c < r.cue_used.size(); ++c)
      if (r.cue_used[c]) r.mark_read(r.cue_at(c).first, r.cue_at(c).last);
    for (std::size_t i = 0; i < r.used.size(); ++i)
      if (!r.refused[r.at(i).first] && (r.used[i] || may_mean_used(r.at(i)))) r.mark_read(r.at(i).first, r.at(i).last);
    bool const of_birth = t2s::detail::any_of(names_, [&](column_id c) { return !c.is_table() && is_birth(r, c); });
    for (std::size_t t = 0; t < r.size(); ++t)
      if (is_of_used_name(t) || (of_birth && r.is_word(t, "born"))) r.mark_read(t, t + 1);
    for (std::size_t c = 0; c < r.cue_used.size(); ++c)
      for (auto t = r.cue_at(c).first; !r.cue_used[c] && is_telling(r.cue_at(c)) && t < r.cue_at(c).last; ++t)
        left_cue_[t] = !r.read[t], asks_[t] = is_asking(r.cue_at(c));
  }

  /// Adds the parts of the question that have no place.
  void report() const {
    for (std::size_t t = 0, last = 0; t < r_.size(); t = std::max(t + 1, last)) {
      if (!is_unread(t)) continue;
      last = end_of_part(t);
      auto const begin = r_.token(start_of_part(t)).begin, end = r_.token(last - 1).end;
      r_.unread.push_back({r_.question.linked->text.substr(begin, end - begin), begin, end, role_of(t, last)});
    }
  }

 private:
  [[nodiscard]] static bool is_telling(cue const& c) {
    using enum cue::kind;
    return c.is == comparison || c.is == between || c.is == superlative || c.is == aggregate || c.is == negation || c.is == common;
  }

  [[nodiscard]] static bool is_asking(cue const& c) {
    using enum cue::kind;
    return c.is == superlative || c.is == aggregate || c.is == common;
  }

  [[nodiscard]] bool may_mean_used(mention const& x) const {
    return t2s::detail::any_of(x.options, [this](link::link const& o) {
      return o.is != kind::value && t2s::detail::has(names_, o.is == kind::table ? column_id{o.where.table} : o.where);
    });
  }

  /// The word of a group, as in `fleet__ship`, decides between its tables and others of that name.
  void note_groups() {
    for (auto const c : names_)
      for (auto& word : retrieve::lemmas_of_name(c.is_table() ? r_.names.group_of(c.table) : std::string_view()))
        group_words_.insert(std::move(word));
  }

  /// Whether a token is a word of a name that the plan uses.
  [[nodiscard]] bool is_of_used_name(std::size_t t) const {
    if (group_words_.contains(std::string(r_.token(t).lemma))) return true;
    auto const asked = knowledge::standard_form(r_.token(t).lemma);
    auto const has_it = [&](column_id c) {
      return t2s::detail::any_of(r_.names.item(c).words, [&](auto w) { return knowledge::likeness(asked, r_.names.words()[w]) > 0.7; });
    };
    return t2s::detail::any_of(names_, has_it);
  }

  /// Whether a token asks or fills and restricts nothing.
  [[nodiscard]] bool is_small(std::size_t t) const {
    auto const& token = r_.token(t);
    return token.is == retrieve::token::kind::mark || retrieve::is_stop_word(token.lemma) ||
           is_one_of(token.lemma, "'s", "available", "corresponding", "data", "database", "detail", "different", "display", "distinct",
                     "get", "information", "item", "name", "number", "record", "table", "unique", "value");
  }

  /// Whether it restricts what is asked for. A verb that only ties names together, as in "customers who bought chairs", does not.
  [[nodiscard]] bool is_unread(std::size_t t) const {
    if (r_.refused[t]) return true;
    if (r_.read[t]) return false;
    auto const& token = r_.token(t);
    if (left_cue_[t] || token.is == retrieve::token::kind::number || token.is == retrieve::token::kind::quoted) return true;
    return !is_small(t) && ((token.capital && t > 0) || follows_preposition(t) || describes(t));
  }

  [[nodiscard]] bool is_article(std::size_t t) const { return r_.is_word(t, "the", "a", "an"); }

  /// "in february", "from the north"
  [[nodiscard]] bool follows_preposition(std::size_t t) const {
    while (t > 0 && is_article(t - 1)) --t;
    return t > 0 && !r_.read[t - 1] &&
           r_.is_word(t - 1, "at", "by", "during", "for", "from", "in", "into", "inside", "near", "of", "on", "with");
  }

  /// "overdue loans", "loans that are overdue"
  [[nodiscard]] bool describes(std::size_t t) const {
    bool const before_name = t + 1 < r_.size() && r_.read[t + 1] && (t == 0 || !r_.read[t - 1]);
    bool const of_being = t > 0 && r_.lemma(t - 1) == "be" && !r_.word(t).ends_with("ed") && !r_.word(t).ends_with("ing");
    return before_name || of_being;
  }

  [[nodiscard]] bool is_open(std::size_t t) const {
    return (r_.refused[t] || !r_.read[t]) && r_.token(t).is != retrieve::token::kind::mark;
  }

  /// With the small words that lead to it: "from the", but no article alone.
  [[nodiscard]] std::size_t start_of_part(std::size_t t) const {
    while (t > 0 && is_open(t - 1) &&
           r_.is_word(t - 1, "a", "an", "at", "by", "during", "for", "from", "in", "into", "of", "on", "than", "the", "then", "to", "with"))
      --t;
    while (is_article(t)) ++t;
    return t;
  }

  /// Over small words between two that tell something.
  [[nodiscard]] std::size_t end_of_part(std::size_t t) const {
    auto last = t + 1;
    for (auto i = last; i < r_.size() && i < last + 3 && is_open(i); ++i)
      if (is_unread(i)) last = i + 1;
    return last;
  }

  /// What asks for another result asks also if it restricts: "the second oldest".
  [[nodiscard]] unread_role role_of(std::size_t first, std::size_t last) const {
    for (auto t = first; t < last; ++t)
      if (left_cue_[t] && asks_[t]) return unread_role::asks;
    return unread_role::restricts;
  }

  reading& r_;
  std::vector<column_id> names_{};       // tables and columns of the plan
  std::vector<bool> left_cue_, asks_;    // tokens of cues that no rule used, and of those that ask
  std::set<std::string> group_words_{};  // of the names of the groups that its tables are of
};

inline void report_unread(reading& r) { unread_words(r).report(); }

}  // namespace t2s::reader::detail

#endif
