// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_UNREAD_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_UNREAD_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"

#include <optional>
#include <string>

namespace t2s::reader::detail {

/// Finds the words that the plan ignores, and their likely role. An unread word outside the classes of words without effect restricts,
/// unless it is in the position of a verb ("who placed orders") or of a result ("the turnover of shops").
class unread_words {
 public:
  explicit unread_words(reading& r) : r_(r), left_cue_(r.size(), no_cue), named_(r.size()) {
    add_names(names_, r.plan);
    note_groups();
    for (std::size_t c = 0; c < r.cue_used.size(); ++c)
      for (auto t = r.cue_at(c).first; r.cue_used[c] && t < r.cue_at(c).last; ++t)
        if (!is_within_order(r.cue_at(c), t)) r.mark_read(t, t + 1);
    for (std::size_t i = 0; i < r.used.size(); ++i)
      if (!r.refused[r.at(i).first] && (r.used[i] || may_mean_used(r.at(i)))) name(r.at(i).first, r.at(i).last);
    bool const of_birth = t2s::detail::any_of(names_, [&](column_id c) { return !c.is_table() && is_birth(r, c); });
    for (std::size_t t = 0; t < r.size(); ++t)
      if (!named_[t] && (is_of_used_name(t) || (of_birth && r.is_word(t, "born")))) name(t, t + 1);
    for (std::size_t c = 0; c < r.cue_used.size(); ++c)
      for (auto t = r.cue_at(c).first; !r.cue_used[c] && t < r.cue_at(c).last; ++t)
        if (!r.read[t] && !is_within_order(r.cue_at(c), t)) left_cue_[t] = c;
  }

  /// "sort all purple shops by": the words within do not belong to the cue.
  [[nodiscard]] bool is_within_order(cue const& c, std::size_t t) const {
    return c.is == cue::kind::order && t > c.first && t + 1 < c.last && r_.is_word(c.last - 1, "by") &&
           !retrieve::is_stop_word(r_.lemma(t));
  }

  /// Adds the ignored parts of the question.
  void report() const {
    for (std::size_t t = 0, last = 0; t < r_.size(); t = std::max(t + 1, last)) {
      auto what = role_at(t);
      if (what == role::none) continue;
      last = end_of_part(t, what);
      auto const begin = r_.token(start_of_part(t)).begin, end = r_.token(last - 1).end;
      r_.unread.push_back({r_.question.linked->text.substr(begin, end - begin), begin, end, reported(what)});
    }
    if (dated_otherwise_ && !t2s::detail::any_of(r_.unread, [](link::unread_part const& p) { return p.matters(); })) report_times();
  }

 private:
  /// As `unread_role`; `none` for what is read and for what has no effect.
  enum class role : std::uint8_t { none, restricts, asks, other };

  [[nodiscard]] static link::unread_role reported(role r) {
    return r == role::restricts ? link::unread_role::restricts : r == role::asks ? link::unread_role::asks : link::unread_role::other;
  }

  /// The role of a cue that no rule used.
  [[nodiscard]] role role_of(cue const& c) const {
    using enum cue::kind;
    switch (c.is) {
      case comparison:
      case between: return is_preposition(c) || r_.is_word(c.last, "one once") ? role::none : role::restricts;
      case negation:
      case starts:
      case ends: return role::restricts;
      case contains: return role::other;  // what is contained matters more
      case order:
      case descending:
      case ascending: return r_.plan.order ? role::none : role::asks;
      case aggregate: return c.how == detail::aggregate::sum && aggregates() ? role::none : role::asks;  // "in total"
      case superlative:
      case common: return role::asks;
      case each: return r_.plan.group_by.empty() && aggregates() && !r_.is_word(c.first, "by") ? role::asks : role::none;
      default: return role::none;
    }
  }

  /// The times of a question that does not say what happened then: they may be those of another action.
  void report_times() const {
    for (auto const& e : link::written_times(r_.question.linked->tokens)) {
      auto const first = e.first > 0 && is_in(prepositions, e.first - 1) ? e.first - 1 : e.first;
      auto const begin = r_.token(first).begin, end = r_.token(e.last - 1).end;
      r_.unread.push_back({r_.question.linked->text.substr(begin, end - begin), begin, end, link::unread_role::restricts});
    }
  }

  /// Whether a time is compared whose column is called by another action than any that the question names: `added_on` for "released in
  /// 1999".
  [[nodiscard]] bool is_dated_otherwise() const {
    return t2s::detail::any_of(r_.plan.where, [this](condition const& c) {
      return c.left.what && !c.left.what->is_table() && r_.names.is_time(*c.left.what) && is_called_otherwise(*c.left.what);
    });
  }
  [[nodiscard]] bool is_called_otherwise(column_id c) const {
    auto const of_table = retrieve::lemmas_of_name(r_.names.table(c).name);
    bool const says_more = t2s::detail::any_of(r_.resolve.words_of(c), [&](std::string_view w) {
      return !is_one_of(w, "date year time day month datetime timestamp moment at on when start begin id") && !has_word(of_table, w) &&
             !t2s::detail::any_of(of_table, [&](std::string_view of) { return is_participle_of(w, of); });  // `ordered_on` of orders
    });
    bool const of_birth = is_birth(r_, c) && r_.any_word(0, r_.size(), "born");
    if (!says_more || of_birth) return false;
    for (std::size_t t = 0; t < r_.size(); ++t)
      if (t2s::detail::any_of(r_.resolve.words_of(c), [&](std::string_view w) { return is_participle_of(r_.word(t), w); })) return false;
    return !t2s::detail::any_of(r_.question.linked->found, [c](link::link const& l) { return l.is == kind::column && l.where == c; });
  }

  [[nodiscard]] bool aggregates() const { return has_aggregates(r_.plan.select); }

  /// "under the category", "between two ports" are not comparisons.
  [[nodiscard]] bool is_preposition(cue const& c) const {
    auto const next = c.last + (is_article(c.last) ? 1U : 0U);
    return r_.is_word(c.first, "under over above below between") && next < r_.size() && named_[next];
  }

  /// The "d" of "I'd".
  [[nodiscard]] bool is_contraction(std::size_t t) const {
    return t > 0 && (r_.word(t - 1) == "'" || r_.word(t - 1) == "\u2019") && r_.is_word(t, "d ll ve re m t s");
  }

  /// "from old to young", if something is sorted.
  [[nodiscard]] bool is_direction(std::size_t t) const {
    auto const from = r_.find_word(t < 5 ? 0 : t - 5, t, "from"), to = r_.find_word(from, std::min(from + 4, r_.size()), "to");
    return r_.plan.order && from < t && r_.is_word(to, "to") && t < to + 3;
  }

  [[nodiscard]] bool may_mean_used(mention const& x) const {
    return t2s::detail::any_of(x.options, [this](link::link const& o) {
      return o.is != kind::value && t2s::detail::has(names_, o.is == kind::table ? column_id{o.where.table} : o.where);
    });
  }

  void name(std::size_t first, std::size_t last) {
    r_.mark_read(first, last);
    for (auto t = first; t < last; ++t) named_[t] = true;
  }

  /// The word of a group, as in `fleet__ship`, decides between its tables and others of that name.
  void note_groups() {
    for (auto const c : names_)
      for (auto& word : retrieve::lemmas_of_name(c.is_table() ? r_.names.group_of(c.table) : std::string_view()))
        if (!t2s::detail::has(group_words_, word)) group_words_.push_back(std::move(word));
  }

  /// Whether a token is a word of a name that the plan uses.
  [[nodiscard]] bool is_of_used_name(std::size_t t) const {
    if (t2s::detail::has(group_words_, r_.token(t).lemma)) return true;
    auto const asked = knowledge::standard_form(r_.token(t).lemma);
    auto const has_it = [&](column_id c) {
      return t2s::detail::any_of(r_.names.item(c).words, [&](auto w) { return knowledge::likeness(asked, r_.names.words()[w]) > 0.7; });
    };
    return t2s::detail::any_of(names_, has_it);
  }

  [[nodiscard]] role role_at(std::size_t t) const {
    using enum role;
    using enum retrieve::token::kind;
    auto const& token = r_.token(t);
    if (r_.refused[t]) return is_in(asking_words, t) ? asks : restricts;
    if (r_.read[t] || token.is == mark) return none;
    if (is_direction(t) || is_contraction(t)) return none;
    if (left_cue_[t] != no_cue) return role_of(r_.cue_at(left_cue_[t]));
    if (token.is == number || token.is == quoted) return restricts;
    if (is_in(asking_words, t)) return asks;
    if (has_digit(token.text))
      return token.text.ends_with("th") || token.text.ends_with("nd") || token.text.ends_with("rd") ? asks : restricts;
    if (is_in(restricting_words, t)) return restricts;
    if (is_in(time_words, t)) return is_in(prepositions, t) ? none : restricts;
    if (number_word(token.text) && token.text != "one") return restricts;
    if (retrieve::is_stop_word(token) || is_in(empty_words, t) || is_request(t)) return none;
    if (token.capital && !begins_sentence(t)) return restricts;
    if (is_in(linking_verbs, t)) return other;
    if (is_dated_event(t)) return restricts;
    if (is_verb(t)) return dated_otherwise_ ? restricts : other;
    return is_asked(t) ? asks : restricts;
  }

  /// "refunded in 2023", "moved last month": the rows of that time may have done something else.
  [[nodiscard]] bool is_dated_event(std::size_t t) const {
    if (!compares_time_ || says_it_began(r_.word(t)) || t == 0 || t + 1 >= r_.size()) return false;
    bool const asked_so = subjects.has(r_.word(t - 1)) && r_.any_word(0, t, "do does did");  // "did we refund"
    if (!asked_so && !is_past(r_.word(t))) return false;
    return r_.is_word(t + 1, "in on during since before after between until by from last this for") ||
           r_.token(t + 1).is == retrieve::token::kind::number;
  }

  [[nodiscard]] bool is_in(word_class const& all, std::size_t t) const { return all.has(r_.word(t)) || all.has(r_.lemma(t)); }

  [[nodiscard]] bool begins_sentence(std::size_t t) const {
    return t == 0 || (r_.token(t - 1).is == retrieve::token::kind::mark && r_.word(t - 1) != "," && r_.word(t - 1) != "-");
  }

  /// "Provide the ages", "I would like to see", but not "at my request".
  [[nodiscard]] bool is_request(std::size_t t) const {
    return is_in(request_words, t) && (begins_sentence(t) || r_.is_word(t - 1, "to and please kindly you i we would can could d m me am"));
  }

  [[nodiscard]] bool is_end(std::size_t t) const {
    return t >= r_.size() || r_.token(t).is == retrieve::token::kind::mark || r_.is_word(t, "and or but who that which");
  }

  /// Whether a clause ends before a token: "that are cancelled have", "that are retired ordered by", but not "that are taught in".
  [[nodiscard]] bool closes(std::size_t t) const {
    if (is_end(t) || r_.is_word(t, "there whose when where if") || is_one_of(r_.lemma(t), "be do have")) return true;
    return t2s::detail::any_of(r_.question.cues, [&](cue const& c) {
      return c.first == t && (c.is == cue::kind::order || c.is == cue::kind::ascending || c.is == cue::kind::descending ||
                              (c.is == cue::kind::each && r_.is_word(t, "for")));
    });
  }

  /// Whether a token is a noun that is read, or a pronoun.
  [[nodiscard]] bool is_noun(std::size_t t) const { return named_[t] || r_.is_word(t, "people person persons ones someone"); }

  [[nodiscard]] bool is_value(std::size_t t) const {
    auto const m = r_.mention_of(t);
    return m && r_.is_value(*m);
  }

  /// The previous token, without adverbs and negations; the size if there is none.
  [[nodiscard]] std::size_t before(std::size_t t) const {
    while (t-- > 0)
      if (!r_.is_word(t, "not also ever never all both actually") && !r_.word(t).ends_with("ly")) return t;
    return r_.size();
  }

  /// Whether a word is in the position of a verb: it connects the words around it.
  [[nodiscard]] bool is_verb(std::size_t t) const {
    auto const p = before(t);
    if (p == r_.size()) return false;
    auto const word = r_.word(t), previous = r_.word(p);
    bool const past = is_participle(word);
    if (subjects.has(previous)) return true;
    if (previous == "which") return p > 0 && named_[p - 1];
    if (previous == "to") return r_.word(t + 1) == "the" || (t + 1 < r_.size() && (r_.read[t + 1] || articles.has(r_.word(t + 1))));
    if (auxiliaries.has(previous)) return true;
    if (r_.lemma(p) == "have") return past;
    if (r_.lemma(p) == "be") return past && !closes(t + 1);
    if (r_.lemma(p) == "do") return p + 1 < t;  // "do not smoke"
    if (prepositions.has(previous)) return word.ends_with("ing") && !is_end(t + 1);
    if (r_.is_word(p, "and or") && p > 0 && past) return is_participle(r_.word(p - 1));
    bool const unknown = !r_.read[p] && r_.token(p).is == retrieve::token::kind::word && !retrieve::is_stop_word(r_.lemma(p));
    if (past && unknown) return !is_end(t + 1);  // "phone models launched by"
    if (!is_noun(p)) return false;
    bool const had = r_.any_word(p < 4 ? 0 : p - 4, p, "have has had");                          // "that have any students enrolled"
    if (past) return had || (!is_end(t + 1) && !(p + 1 == t && is_value(p) && is_modifier(t)));  // but "all female retired staff"
    if (r_.any_word(0, p, "do does did")) return true;
    return !is_end(t + 1) && (word.ends_with("s") || r_.lemma(p) != previous);  // but "customer points" at the end
  }

  /// Whether a word is in the position of a result: "the turnover of shops", "each season".
  [[nodiscard]] bool is_asked(std::size_t t) const {
    while (t > 0 && articles.has(r_.word(t - 1)) && !r_.is_word(t - 1, "each every")) --t;
    if (t == 0) return false;
    if (t2s::detail::any_of(r_.question.cues, [t](cue const& c) { return c.is == cue::kind::each && c.last == t; })) return true;
    if (is_modifier(t)) return false;
    return r_.is_word(t - 1, "show list find give return tell what 's") || is_in(request_words, t - 1) ||
           (r_.lemma(t - 1) == "be" && t > 1 && r_.is_word(t - 2, "what which how"));
  }

  [[nodiscard]] bool is_modifier(std::size_t t) const { return t + 1 < r_.size() && named_[t + 1]; }

  [[nodiscard]] bool is_article(std::size_t t) const { return r_.is_word(t, "the a an"); }

  [[nodiscard]] bool is_open(std::size_t t) const {
    bool const hyphen = r_.word(t) == "-" && t + 1 < r_.size() && r_.token(t).end == r_.token(t + 1).begin;
    return (r_.refused[t] || !r_.read[t]) && (hyphen || r_.token(t).is != retrieve::token::kind::mark);
  }

  /// Includes preceding small words: "from the", but not an article alone.
  [[nodiscard]] std::size_t start_of_part(std::size_t t) const {
    while (t > 0 && is_open(t - 1) && r_.is_word(t - 1, "a an at by during for from in into of on than the then to with")) --t;
    while (is_article(t)) ++t;
    return t;
  }

  /// Extends over small words between two meaningful ones. A part that asks and restricts asks: "the second oldest".
  [[nodiscard]] std::size_t end_of_part(std::size_t t, role& all) const {
    auto last = t + 1;
    for (auto i = last; i < r_.size() && i < last + 3 && is_open(i); ++i) {
      auto const next = role_at(i);
      if (next == role::none) continue;
      if ((next == role::other) != (all == role::other)) break;
      if (next == role::asks) all = next;
      last = i + 1;
    }
    return last;
  }

  static constexpr std::size_t no_cue = static_cast<std::size_t>(-1);

  reading& r_;
  std::vector<column_id> names_{};     // tables and columns of the plan
  std::vector<std::size_t> left_cue_;  // for each token: its cue that no rule used
  std::vector<bool> named_;            // tokens of names and values that are read
  bool dated_otherwise_ = is_dated_otherwise();
  bool compares_time_ = t2s::detail::any_of(
      r_.plan.where, [this](condition const& c) { return c.left.what && !c.left.what->is_table() && r_.names.is_time(*c.left.what); });
  std::vector<std::string> group_words_{};  // of the names of its tables' groups
};

inline void report_unread(reading& r) { unread_words(r).report(); }

}  // namespace t2s::reader::detail

#endif
