// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_READING_HPP
#define T2S_OFFLINE_READER_DETAIL_READING_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/resolver.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"

namespace t2s::reader::detail {

/// A choice that a question may leave, and what the readings that met it would have taken without a preference.
struct choice {
  std::optional<bool> wanted{};
  mutable bool met_yes = false, met_no = false;

  /// The preferred choice, or else what the question suggests.
  [[nodiscard]] bool value_or(bool suggested) const {
    (suggested ? met_yes : met_no) = true;
    return wanted.value_or(suggested);
  }
  /// Whether another preference would have led to the same choices.
  [[nodiscard]] bool decides_as(choice const& o) const {
    return (!met_yes || wanted.value_or(true) == o.wanted.value_or(true)) &&
           (!met_no || wanted.value_or(false) == o.wanted.value_or(false));
  }
};

/// What a skeleton prefers if the question leaves a choice. If nothing is set, only the question decides.
struct preferences {
  choice aggregates{};        ///< a superlative selects an extreme (true) or sorts rows (false)
  choice groups{};            ///< "each" and "by" group even if nothing is counted
  choice intersects{};        ///< rows with both of two values are wanted (true) or with either (false)
  bool within_reach = false;  ///< search columns first in tables that can be joined with the one asked about

  /// Whether a question that was read with these is read the same with others.
  [[nodiscard]] bool decide_as(preferences const& o) const {
    return aggregates.decides_as(o.aggregates) && groups.decides_as(o.groups) && intersects.decides_as(o.intersects);
  }
};

/// What a question asks for, and how well that explains its words.
struct interpretation {
  detail::plan plan{};                      ///< what the question asks for
  double score = 0;                         ///< at best 0; less for each word that is ignored, and for each part without a word
  std::vector<link::unread_part> unread{};  ///< meaningful words that the plan ignores
  bool found = false;                       ///< whether the question names anything of the database; otherwise there is no plan
  std::string sql{};                        ///< set when it is written
  /// As `filled::other_joins`, for `sql`.
  std::vector<std::string> other_joins{};
};

/// A question while it is read: its words, what they name, what is used so far, and the plan so far. Rules (reader.hpp) read and write it,
/// and are otherwise independent. Positions are those of `question`: t for a token, i for a mention, c for a cue. Single-threaded; it
/// refers to its lexicon and material.
struct reading {
  reading(knowledge::lexicon const& known, material const& asked, preferences const& wanted)
      : names(known),
        question(asked),
        preferred(wanted),
        resolve(known, asked),
        used(asked.mentions.size()),
        cue_used(asked.cues.size()),
        read(asked.size()),
        refused(asked.size()),
        role(asked.mentions.size()) {}

  knowledge::lexicon const& names;  // of the database
  material const& question;         // words, mentions and cues
  preferences const& preferred;     // the preferred reading if the question leaves a choice
  resolver resolve;                 // finds the table or column of a mention
  std::uint32_t focus = 0;          // the table asked about

  std::vector<bool> used, cue_used;            // mentions and cues that the plan uses
  std::vector<bool> read;                      // tokens that are used without being either
  std::vector<bool> refused;                   // tokens that were understood and cannot be in any plan
  std::vector<std::optional<column_id>> role;  // for each mention: the key to its row, if the words around it choose among several

  /// A term of the result, and the token that asks for it.
  struct selected_term {
    std::size_t at;
    term what;
  };
  /// A comparison without a column, the token after its amount, and the amount's mention, if it is digits.
  struct unplaced_amount {
    std::size_t cue, last;
    std::optional<std::size_t> mention;
  };

  /// Whose rows a superlative sorts, if they may differ from those asked about: of a table, or the groups of a column.
  struct ranking {
    bool found = false;
    std::uint32_t table = 0;
    std::optional<column_id> group{};
    std::size_t token = 0;
  };

  /// A key of the order that is said apart: "..., highest rate first, then by name".
  struct said_key {
    std::size_t first = 0, last = 0;  // the tokens of its noun
    std::size_t begin = 0, end = 0;   // the tokens of all of it
    std::size_t best = 0;             // the token of its superlative; 0 without one
    bool leads = true;                // whether it is the first key
    bool descending = false;
    bool says_direction = false;
  };

  detail::plan plan{};                                      // `complete_selection` adds the selected terms
  std::vector<std::size_t> stated_at{};                     // the token of each condition in WHERE
  std::vector<selected_term> selected{};                    // the terms of the result, in the order of the question
  std::optional<std::uint32_t> grouped_table{}, counted{};  // the table of the groups; the table whose rows are counted
  std::optional<column_id> value_of{}, compared{};          // the last column that was compared with a stored value, and with an amount
  std::optional<std::size_t> kind_named{};                  // the mention of a kind that stands for the rows asked about: "dogs"
  std::optional<std::uint32_t> counted_rows{};              // the table whose rows the result counts
  std::optional<column_id> counted_number{};                // the column that "how many" asks for: "how many seats"
  std::optional<column_id> acted_on{};                      // the time of the action that the verb means: "members who rented a film"
  std::vector<unplaced_amount> unplaced{};                  // comparisons without a column so far
  std::size_t shared_from = 0, shared_at = 0;               // the tokens of the rows of a share, with what describes them
  std::size_t compared_until = 0;                           // the token after that amount
  std::size_t kept_at = 0, kept_until = 0;                  // the tokens that ask for empty groups as well; none if both are 0
  std::size_t rest_listed_at = 0;                           // the "with" after which the rest of a sentence lists results; 0 without one
  std::size_t listed_from = 0;                              // the first token of a last sentence that lists the results; 0 without one
  ranking ranked{};                                         // by the superlative that sorts the plan
  std::vector<said_key> said_keys{};                        // keys of the order that are said apart, first key first
  bool order_by_first = false;                              // sorted by a column that the question does not name
  bool each_once = false;                                   // asks for each row of the result once
  double score = 0;                                         // as in `interpretation`
  std::vector<link::unread_part> unread{};

  /// The token at an index, its text and its lemma; "" after the last.
  [[nodiscard]] std::size_t size() const { return question.size(); }
  [[nodiscard]] retrieve::token const& token(std::size_t t) const { return question.token(t); }
  [[nodiscard]] std::string_view word(std::size_t t) const { return t < size() ? token(t).text : std::string_view(); }
  [[nodiscard]] std::string_view lemma(std::size_t t) const { return t < size() ? token(t).lemma : std::string_view(); }

  /// Whether a token is in a list of words separated by blanks.
  [[nodiscard]] bool is_word(std::size_t t, std::string_view words) const { return is_one_of(word(t), words); }
  /// The first of tokens [from, to) in a list of words; `to` if there is none.
  [[nodiscard]] std::size_t find_word(std::size_t from, std::size_t to, std::string_view words) const {
    while (from < to && !is_word(from, words)) ++from;
    return from;
  }
  /// The first of tokens [from, to) that is not in a list of words.
  [[nodiscard]] std::size_t find_other(std::size_t from, std::size_t to, std::string_view words) const {
    while (from < to && is_word(from, words)) ++from;
    return from;
  }
  /// Whether one of tokens [from, to), or all of them, are in a list of words.
  [[nodiscard]] bool any_word(std::size_t from, std::size_t to, std::string_view words) const { return find_word(from, to, words) < to; }
  [[nodiscard]] bool all_words(std::size_t from, std::size_t to, std::string_view words) const { return find_other(from, to, words) >= to; }

  [[nodiscard]] mention const& at(std::size_t i) const { return question.mentions[i]; }
  [[nodiscard]] cue const& cue_at(std::size_t c) const { return question.cues[c]; }

  /// A member that tests a mention: `next(t, 2, &reading::is_free_column)`. A function of the mention's index works, too.
  using mention_test = bool (reading::*)(std::size_t) const;
  /// The first matching mention that begins at a token or at most `gap` tokens later.
  [[nodiscard]] std::optional<std::size_t> next(std::size_t token, std::size_t gap, mention_test fits = &reading::is_mention) const {
    return next(token, gap, [this, fits](std::size_t i) { return (this->*fits)(i); });
  }
  template <class Fits>
  [[nodiscard]] std::optional<std::size_t> next(std::size_t token, std::size_t gap, Fits const& fits) const {
    for (std::size_t i = 0; i < question.mentions.size(); ++i)
      if (begins_within(i, token, gap) && fits(i)) return i;
    return {};
  }
  /// The last matching mention that ends before a token or at most `gap` tokens earlier.
  [[nodiscard]] std::optional<std::size_t> previous(std::size_t token, std::size_t gap, mention_test fits = &reading::is_mention) const {
    return previous(token, gap, [this, fits](std::size_t i) { return (this->*fits)(i); });
  }
  template <class Fits>
  [[nodiscard]] std::optional<std::size_t> previous(std::size_t token, std::size_t gap, Fits const& fits) const {
    for (std::size_t i = question.mentions.size(); i-- > 0;)
      if (ends_within(i, token, gap) && fits(i)) return i;
    return {};
  }

  /// Whether a mention may mean a table, and whether that is its best meaning.
  [[nodiscard]] bool is_table(std::size_t i) const {
    auto const* t = at(i).option(kind::table);
    double const least = at(i).last - at(i).first > 1 ? 0.44 : 0.45;  // "signed up" for `signup`
    return t && (at(i).is(kind::table) ? t->score > least : t->score > 0.6 && t->score + 0.3 > at(i).options.front().score);
  }
  [[nodiscard]] bool is_table_first(std::size_t i) const { return at(i).is(kind::table) && is_table(i); }
  /// The table that it may mean.
  [[nodiscard]] std::optional<std::uint32_t> table_at(std::size_t i) const {
    return is_table(i) ? std::optional(resolve.table(at(i))) : std::nullopt;
  }
  /// Whether it may mean a column.
  [[nodiscard]] bool is_column(std::size_t i) const {
    auto const* c = at(i).option(kind::column);
    return c && !at(i).is(kind::value) && c->score + 0.4 > at(i).options.front().score;
  }
  /// The column that it means; it must have one among its options.
  [[nodiscard]] column_id column_at(std::size_t i) const { return resolve.column(at(i))->where; }
  /// The same, and marks the mention as used.
  column_id take_column(std::size_t i) {
    used[i] = true;
    return column_at(i);
  }

  /// The column that it may mean among those that match, or those of a table.
  template <class Fits>
  [[nodiscard]] std::optional<column_id> column_at(std::size_t i, Fits const& fits) const {
    auto const* o = resolve.column(at(i), fits);
    return o && o->score + 0.3 >= at(i).option(kind::column)->score ? std::optional(o->where) : std::nullopt;
  }
  [[nodiscard]] std::optional<column_id> column_of(std::size_t i, std::uint32_t table) const {
    return column_at(i, [table](column_id c) { return c.table == table; });
  }
  /// The numeric column that it may mean.
  [[nodiscard]] std::optional<column_id> number_column(std::size_t i) const {
    return at(i).is(kind::value) ? std::nullopt : column_at(i, [this](column_id c) { return resolve.is_number(c); });
  }
  /// The same, or else the column that it means.
  [[nodiscard]] column_id measure_at(std::size_t i) const {
    auto const number = number_column(i);
    return number ? *number : column_at(i);
  }
  /// Whether any column, any value, or a given column is among the options of a mention.
  [[nodiscard]] bool may_be_column(std::size_t i) const { return at(i).option(kind::column) != nullptr; }
  [[nodiscard]] bool may_be_value(std::size_t i) const { return at(i).option(kind::value) != nullptr; }
  [[nodiscard]] bool may_mean(std::size_t i, column_id c) const {
    return t2s::detail::any_of(at(i).options, [c](link::link const& o) { return o.is == kind::column && o.where == c; });
  }

  /// Whether the plan does not use a mention yet; the following functions that begin with is_free require more.
  [[nodiscard]] bool is_free(std::size_t i) const { return !used[i]; }
  [[nodiscard]] bool is_free_table(std::size_t i) const { return is_free(i) && is_table(i); }
  [[nodiscard]] bool is_free_column(std::size_t i) const { return is_free(i) && is_column(i); }
  [[nodiscard]] bool is_free_name(std::size_t i) const { return is_free(i) && is_name(i); }
  /// Whether it may mean a column and no table.
  [[nodiscard]] bool is_free_only_column(std::size_t i) const { return is_free_column(i) && !is_table(i); }
  /// Whether it may mean a numeric column; it may mean a table as well.
  [[nodiscard]] bool is_free_number_column(std::size_t i) const { return is_free(i) && number_column(i); }
  /// Whether it may mean a numeric column, and its best meaning is not a table.
  [[nodiscard]] bool is_free_number_first(std::size_t i) const { return is_free_number_column(i) && !is_table_first(i); }
  /// Whether it may mean a numeric column and no table.
  [[nodiscard]] bool is_free_only_number(std::size_t i) const { return is_free_number_column(i) && !is_table(i); }
  /// Whether it is a word that may mean a column, and its best meaning is not a table.
  [[nodiscard]] bool is_free_worded_column_first(std::size_t i) const { return is_free_column(i) && !at(i).number && !is_table_first(i); }
  /// Whether it is a word that may mean a column and no table.
  [[nodiscard]] bool is_free_only_worded_column(std::size_t i) const { return is_free_only_column(i) && !at(i).number; }
  [[nodiscard]] bool is_value(std::size_t i) const { return at(i).is(kind::value); }
  /// Whether it is free and a stored value, but not digits.
  [[nodiscard]] bool is_free_value(std::size_t i) const { return is_free(i) && at(i).is(kind::value) && !at(i).number; }
  /// Whether it is a table or a column, a numeric column, or digits, free or not.
  [[nodiscard]] bool is_name(std::size_t i) const { return is_table(i) || is_column(i); }
  [[nodiscard]] bool is_number_column(std::size_t i) const { return number_column(i).has_value(); }
  [[nodiscard]] bool is_digits(std::size_t i) const { return at(i).number.has_value(); }
  [[nodiscard]] bool is_free_digits(std::size_t i) const { return is_free(i) && is_digits(i); }
  /// Whether it is the table asked about, or one of its columns.
  [[nodiscard]] bool is_focus(std::size_t i) const { return table_at(i) == focus; }
  [[nodiscard]] bool is_free_focus(std::size_t i) const { return is_free(i) && is_focus(i); }
  [[nodiscard]] bool is_column_of_focus(std::size_t i) const { return is_column(i) && column_at(i).table == focus; }
  [[nodiscard]] bool is_mention(std::size_t) const { return true; }
  /// The mention of a token.
  [[nodiscard]] std::optional<std::size_t> mention_of(std::size_t t) const {
    for (std::size_t i = 0; i < question.mentions.size(); ++i)
      if (at(i).first <= t && t < at(i).last) return i;
    return {};
  }

  /// The last unused cue of a kind that ends before a token or at most `gap` tokens earlier.
  [[nodiscard]] std::optional<std::size_t> cue_before(std::size_t token, std::size_t gap, cue::kind k) const {
    for (std::size_t c = question.cues.size(); c-- > 0;)
      if (!cue_used[c] && cue_at(c).is == k && cue_at(c).last <= token && cue_at(c).last + gap >= token) return c;
    return {};
  }
  /// The first one that begins at a token or at most `gap` tokens later.
  [[nodiscard]] std::optional<std::size_t> cue_after(std::size_t token, std::size_t gap, cue::kind k) const {
    for (std::size_t c = 0; c < question.cues.size(); ++c)
      if (!cue_used[c] && cue_at(c).is == k && cue_at(c).first >= token && cue_at(c).first <= token + gap) return c;
    return {};
  }
  /// Whether there is a cue of a kind, used or not.
  [[nodiscard]] bool has_cue(cue::kind k) const {
    return t2s::detail::any_of(question.cues, [k](cue const& c) { return c.is == k; });
  }

  /// Adds a condition stated at a token, once.
  void require(std::size_t token, condition c) {
    for (auto const& known : plan.where)
      if (!c.nested && !c.right && known.left == c.left && known.op == c.op && known.operand == c.operand) return;
    plan.where.push_back(std::move(c));
    stated_at.push_back(token);
  }
  void require(std::size_t token, column_id c, comparison op, std::string operand, std::string second = {}) {
    require(token, {plain(c), op, std::move(operand), std::move(second)});
  }
  /// Removes a condition from WHERE.
  [[nodiscard]] condition take_condition(std::size_t i) {
    auto taken = std::move(plan.where[i]);
    t2s::detail::drop_at(plan.where, i);
    t2s::detail::drop_at(stated_at, i);
    return taken;
  }
  /// Adds a term to the result, stated at a token.
  void select(std::size_t token, term what) {
    std::size_t place = 0;
    while (place < selected.size() && selected[place].at <= token) ++place;
    t2s::detail::insert_at(selected, place, selected_term{token, std::move(what)});
  }
  /// Whether the result has an aggregate, or a column, plain or aggregated.
  [[nodiscard]] bool selects_aggregate() const {
    return t2s::detail::any_of(selected, [](selected_term const& s) { return is_aggregate(s.what); });
  }
  [[nodiscard]] bool is_selected(column_id c) const {
    return t2s::detail::any_of(selected, [c](selected_term const& s) { return s.what.what == c; });
  }
  /// Joins a table, unless it is the one asked about.
  void join(std::uint32_t table) {
    if (table != focus) plan.tables.push_back(table);
  }
  void order_by(term key, bool descending, std::size_t limit) {
    plan.order = std::move(key);
    plan.descending = descending;
    plan.limit = limit;
  }
  void group_by_table(std::uint32_t t) {
    auto const key = resolve.key_of(t);
    plan.group_by.push_back(key ? *key : resolve.names_of(t).front());
    grouped_table = t;
  }

  /// Marks as used the matching mentions and the cues within tokens [first, last).
  void use_within(std::size_t first, std::size_t last, mention_test fits = &reading::is_mention) {
    for (std::size_t i = 0; i < used.size(); ++i)
      if (at(i).first >= first && at(i).last <= last && (this->*fits)(i)) used[i] = true;
  }
  void use_cues_within(std::size_t first, std::size_t last) {
    for (std::size_t c = 0; c < cue_used.size(); ++c)
      if (cue_at(c).first >= first && cue_at(c).last <= last) cue_used[c] = true;
  }
  /// Marks tokens [first, last) as used, although they are neither mentions nor cues.
  void mark_read(std::size_t first, std::size_t last) {
    for (auto t = first; t < std::min(last, read.size()); ++t) read[t] = true;
  }
  /// Reports tokens [first, last) as not read, so that no later rule misreads them.
  void refuse(std::size_t first, std::size_t last) {
    for (auto t = first; t < std::min(last, refused.size()); ++t) refused[t] = true;
    use_within(first, last);
  }

 private:
  [[nodiscard]] bool begins_within(std::size_t i, std::size_t token, std::size_t gap) const {
    return at(i).first >= token && at(i).first <= token + gap;
  }
  [[nodiscard]] bool ends_within(std::size_t i, std::size_t token, std::size_t gap) const {
    return at(i).last <= token && at(i).last + gap >= token;
  }
};

/// Whether a negation leaves rows out: "leaving out", "not counting", "ignoring".
[[nodiscard]] inline bool leaves_out(reading const& r, std::size_t cue) {
  auto const& q = r.cue_at(cue);
  return q.last > q.first + 1 || r.is_word(q.first, "ignoring disregarding");
}

}  // namespace t2s::reader::detail

#endif
