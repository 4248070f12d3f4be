// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_READER_HPP
#define T2S_OFFLINE_READER_DETAIL_READER_HPP

#include "t2s/offline/reader/detail/rules/absences.hpp"
#include "t2s/offline/reader/detail/rules/agents.hpp"
#include "t2s/offline/reader/detail/rules/clauses.hpp"
#include "t2s/offline/reader/detail/rules/comparisons.hpp"
#include "t2s/offline/reader/detail/rules/compounds.hpp"
#include "t2s/offline/reader/detail/rules/conditions.hpp"
#include "t2s/offline/reader/detail/rules/elsewhere.hpp"
#include "t2s/offline/reader/detail/rules/flags.hpp"
#include "t2s/offline/reader/detail/rules/groups.hpp"
#include "t2s/offline/reader/detail/rules/joins.hpp"
#include "t2s/offline/reader/detail/rules/links.hpp"
#include "t2s/offline/reader/detail/rules/order.hpp"
#include "t2s/offline/reader/detail/rules/products.hpp"
#include "t2s/offline/reader/detail/rules/questions.hpp"
#include "t2s/offline/reader/detail/rules/ratios.hpp"
#include "t2s/offline/reader/detail/rules/related.hpp"
#include "t2s/offline/reader/detail/rules/repeats.hpp"
#include "t2s/offline/reader/detail/rules/roles.hpp"
#include "t2s/offline/reader/detail/rules/second_questions.hpp"
#include "t2s/offline/reader/detail/rules/selection.hpp"
#include "t2s/offline/reader/detail/rules/sequences.hpp"
#include "t2s/offline/reader/detail/rules/shown_units.hpp"
#include "t2s/offline/reader/detail/rules/sort_keys.hpp"
#include "t2s/offline/reader/detail/rules/stays.hpp"
#include "t2s/offline/reader/detail/rules/superlatives.hpp"
#include "t2s/offline/reader/detail/rules/times.hpp"
#include "t2s/offline/reader/detail/rules/totals.hpp"
#include "t2s/offline/reader/detail/rules/unread.hpp"
#include "t2s/offline/reader/detail/rules/values.hpp"

#include <array>
#include <optional>
#include <utility>

namespace t2s::reader::detail {

/// All rules in the order of application. A rule looks for its words among those that no earlier rule has used, writes its part of the
/// plan, and marks what it has used. Rules do not call each other; what one must pass to a later one is a member of `reading`.
inline constexpr auto rules = std::to_array<void (*)(reading&)>({
    set_keys_aside,         // "highest rate first, then by name"
    read_inclusions,        // "closed ones included", "whatever their status", "each name once"
    read_superiors,         // "who manages the most clerks"
    read_pieces,            // "how many nut rolls were sold"
    read_list,              // "... First and last name, please."
    read_compounds,         // "population density"
    read_full_names,        // "first and last names"
    read_agents,            // "who teaches Latin"
    read_actions,           // "which member rented the most films"
    read_links,             // "states that border Lund"
    read_roles,             // "shipped to Oslo and billed to Bergen", of two keys to addresses
    read_times,             // "since 1985", "between 1960 and 1965"
    refuse_approximations,  // "around 30"
    read_comparisons,       // "more than 3 orders", "between 1 and 2 hours", "above the average"
    read_same,              // "from the same country as Ann"
    read_subordinates,      // "who report to Ann"
    read_open_amounts,      // "2 or more", "40+"
    read_row_counts,        // "only one shop"
    read_products,          // "the total value (pieces times price)"
    read_stays,             // "the average length of stay"
    refuse_unplaced,        // "more than 3" of something that is not named does not mean "equals 3"
    read_shares,            // "the percentage of customers who are active"
    read_average_counts,    // "the average number of orders per customer"
    read_differences,       // "the difference between the highest and the lowest price"
    read_revenue,           // "revenue", if no column has that name
    read_top,               // "the top 3 shops by turnover"
    read_first_rows,        // "the last 5 orders"
    read_extremes,          // "the lowest and the highest price"
    read_superlatives,      // "the oldest", "the most orders", "the most common color"
    read_order,             // "sorted by name"
    read_lateness,          // "returned late", "ended in a draw"
    read_values,            // "from Canada", "contains 'x'"
    read_quoted_texts,      // texts that no column stores
    read_numbers,           // "in 2015", "department 70", "aged 40"
    read_stored_digits,     // digits that no numeric column has claimed
    read_periods,           // "per year"
    read_deed_tables,       // "members who ordered the lamp"
    read_sequence,          // "in the order they are visited"
    read_missing,           // "without a manager"
    read_present,           // "have a phone"
    read_done,              // "returned books", "not yet shipped"
    read_never,             // "never been rented"
    read_stock,             // "out of stock"
    read_opposites,         // "inactive"
    read_groups,            // "for each country"
    read_aggregates,        // "the average and maximum age"
    read_population,        // "how many people live in"
    read_counts,            // "how many singers"
    read_explained,         // "open orders (state O)"
    read_columns,           // columns named in the list of results
    read_absences,          // "without a concert"
    read_flags,             // "official languages"
    read_follow_ups,        // "and how high is it", "and when", "Which ones?"
    read_question_words,    // "how old is", "where is"
    read_totals,            // "altogether", "on average", "how much have we spent"
    complete_selection,     // names, if nothing is asked for
    sort_by_said_keys,      // the same, by what is shown
    ask_elsewhere,          // "who wrote 'Emma'"
    name_agent,             // "who is the captain of"
    name_referred,          // "who does Ann report to"
    refuse_who,             // "who owns the shop", if nothing says who
    read_best_of_groups,    // "the most expensive book of each genre"
    join_tables,            // tables without a used column
    join_over_links,        // "players of the Reds", rather than their captain
    nest_superlative,       // "songs of the oldest singer"
    settle_share,           // the subject of the percentage
    order_conditions,       // in the order of the question, with OR if it says so
    choose_keys,            // "reported by"
    settle_roles,           // a join for each role, if there are several
    complete_groups,        // GROUP BY, if there are aggregates beside columns
    name_superiors,         // "how many clerks does each manager have"
    sum_counted,            // "how many spectators came": the sum, if the column is all that is asked
    convert_shown,          // "in euros", of cents
    keep_empty_groups,      // "including those without orders"
    settle_repeats,         // each row once, although joins repeat it
    split_conditions,       // "both A and B" of one column
    subtract_unused,        // the score
    report_unread,          // ignored words
});

/// "Revenue in 2012" is about the first table with values for its rows.
inline bool find_worth(reading& r) {
  auto const word = r.find_word(0, r.size(), "revenue revenues turnover sales");
  if (word == r.size() || r.next(word, 0)) return false;
  for (auto const by : all_worths)
    for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t) {
      if (r.names.schema().tables()[t].is_view || !worth_of(r, t, by)) continue;
      r.focus = t;
      r.resolve.set_main(t);
      return true;
    }
  return false;
}

/// "Which waiters worked most": a kind of rows in the plural at the beginning means the rows, whatever table is named later.
[[nodiscard]] inline std::optional<std::uint32_t> rows_of_kind(reading const& r) {
  auto const i = r.next(0, 3, &reading::is_mention);
  if (!i || !r.is_value(*i) || r.at(*i).number || r.next(r.at(*i).last, 0, &reading::is_table)) return {};
  auto const t = r.at(*i).first, noun = r.at(*i).last - 1;  // "charge nurses"
  bool const asked = t > 0 && r.is_word(t - 1, "which many list the all") && !r.token(t).capital && r.word(noun) != r.lemma(noun);
  auto const where = r.at(*i).option(kind::value)->where;
  auto const words = r.resolve.words_of(where);
  bool const of_kind =
      !words.empty() && is_one_of(words.back(), "role type kind category rank position title job function profession trade");
  return asked && of_kind && r.resolve.key_of(where.table) ? std::optional(where.table) : std::nullopt;
}

/// Whether a column names the kinds of other rows: of a table that is not named itself, has a key and texts alone, and is called a kind.
[[nodiscard]] inline bool lists_kinds(reading const& r, column_id name) {
  auto const table = name.table;
  auto const n = r.resolve.columns_of(table).size();
  auto const is_kind = [](std::string_view w) { return is_one_of(w, "kind type breed species category genre class sort model variety"); };
  bool const called = t2s::detail::any_of(r.resolve.words_of({table}), is_kind) || t2s::detail::any_of(r.resolve.words_of(name), is_kind);
  if (!called || n > 3 || r.resolve.weight(table) > 0.45 || r.names.schema().tables()[table].is_view || !r.resolve.key_of(table))
    return false;
  for (std::uint32_t c = 0; c < n; ++c) {
    column_id const id{table, c};
    if (r.names.is_foreign_key(id) || r.names.is_time(id) || holds_amounts(r, id)) return false;
  }
  return true;
}

/// "How many dogs do we have", "the heaviest dog": of a kind that a table of kinds has, the rows of the only table that refers to it.
inline std::optional<std::uint32_t> rows_of_listed_kind(reading& r) {
  auto const first_named = r.next(0, 0, [&](std::size_t k) { return r.is_value(k) && !r.is_digits(k) && r.word(0) != r.lemma(0); });
  auto const i = first_named ? first_named : r.next(1, 5, [&](std::size_t k) { return !r.is_digits(k) && !r.at(k).options.empty(); });
  auto const* value = i && r.is_value(*i) && r.at(*i).last == r.at(*i).first + 1 ? r.at(*i).option(kind::value) : nullptr;
  if (!value || r.token(r.at(*i).first).capital || r.next(r.at(*i).last, 0) || !lists_kinds(r, value->where)) return {};
  if (!r.resolve.names_rows(value->where) || r.names.is_key(value->where)) return {};
  auto const first = r.at(*i).first;
  bool const counted = r.cue_before(first, 0, cue::kind::count).has_value();
  bool const best = r.cue_before(first, 0, cue::kind::superlative) && !r.is_word(first - 1, "most least");
  bool const asked = r.word(first) != r.lemma(first) &&
                     (r.is_word(first - 1, "which") || r.all_words(0, first, "list show give me all the our name names of what are"));
  if (!counted && !best && !asked) return {};
  std::optional<std::uint32_t> only;
  for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t) {
    if (t == value->where.table || r.names.schema().tables()[t].is_view || !reference_to(r, t, value->where.table)) continue;
    if (only) return {};
    only = t;
  }
  auto const key = only ? r.resolve.key_of(*only) : std::nullopt;
  if (!key || r.names.is_foreign_key(*key)) return {};
  r.kind_named = i;
  return only;
}

/// "Which board members came to a meeting?": the rows that a flag at the beginning describes, if the noun after it names nothing.
inline std::optional<std::uint32_t> rows_of_flag(reading& r) {
  if (!r.is_word(0, "which list") || r.next(0, 0)) return {};
  auto const flag = r.next(1, 0, &reading::is_column);
  auto const* o = flag ? r.resolve.column(r.at(*flag)) : nullptr;
  if (!o || o->score < 0.6 || !r.names.flag_value(o->where, true) || r.is_table(*flag)) return {};
  auto const noun = r.at(*flag).last;
  bool const plural = r.word(noun).ends_with("s") && r.word(noun) != r.lemma(noun) && !retrieve::is_stop_word(r.token(noun));
  auto const named = r.mention_of(noun);  // but `member_since`, for "members"
  if (!plural || (named && (r.is_table(*named) || !r.is_column(*named) || r.column_at(*named).table != o->where.table))) return {};
  r.use_within(noun, noun + 1);
  r.mark_read(noun, noun + 1);
  return o->where.table;
}

/// "Who earns the most?" is about the only people of whom that is known.
inline bool find_earners(reading& r) {
  if (!asks_who(r) || !(r.has_cue(cue::kind::superlative) || r.has_cue(cue::kind::comparison))) return false;
  std::optional<std::uint32_t> only;
  for (std::size_t t = 1; t < r.size() && !only; ++t) {
    auto const* measured = find_quality(adjective_of_verb(r.lemma(t)));
    for (std::uint32_t k = 0; measured && k < r.names.schema().tables().size(); ++k) {
      if (!is_of_people(r, k) || !measured_in_table(r, measured->columns, k)) continue;
      if (only) return false;
      only = k;
    }
  }
  if (!only) return false;
  r.focus = *only;
  r.resolve.set_main(r.focus);
  return true;
}

/// "How much was donated in 2024?" is about the only table that is called by the deed.
inline bool find_deeds(reading& r) {
  if (!r.is_word(0, "how") || !r.is_word(1, "much")) return false;
  std::optional<std::uint32_t> only;
  for (std::size_t t = 2; t < std::min<std::size_t>(6, r.size()); ++t)
    for (std::uint32_t k = 0; k < r.names.schema().tables().size(); ++k) {
      if (!t2s::detail::any_of(r.resolve.words_of({k}), [&](std::string_view w) { return is_participle_of(r.word(t), w); })) continue;
      if (only && *only != k) return false;
      only = k;
    }
  if (!only) return false;
  r.focus = *only;
  r.resolve.set_main(r.focus);
  return true;
}

/// "Who made the most trips of all our members": the people whom the question names as those among whom somebody is.
[[nodiscard]] inline std::optional<std::size_t> people_among(reading const& r) {
  if (!asks_who(r)) return {};
  return r.next(0, r.size(), [&](std::size_t i) {
    auto const first = r.at(i).first;
    return r.is_table_first(i) && is_of_people(r, *r.table_at(i)) && first > 2 && r.any_word(first - 3, first, "of among") &&
           r.all_words(first - 2, first, "all our the of among these");
  });
}

/// "Cakes that have never been baked", of a table of bakers: the verb names no rows, if a column before it does.
[[nodiscard]] inline bool is_verb_of_deed(reading const& r, std::size_t i) {
  auto const t = r.at(i).first;
  bool const verb = t > 1 && r.at(i).last == t + 1 && is_past(r.word(t)) && r.is_table(i) && r.at(i).option(kind::table)->score < 0.9;
  return verb && r.any_word(t - 2, t, "been was were is are never") && r.previous(t, t, &reading::may_be_column);
}

/// "Which ship models", of `ship` and of `ship_type` with the model: the table of the column after a table's name, if it is called by that
/// name, too.
[[nodiscard]] inline std::optional<std::uint32_t> kinds_of_rows(reading const& r, std::size_t i) {
  auto const rows = *r.table_at(i);
  auto const after = r.next(r.at(i).last, 0, &reading::is_column);
  auto const* o = after ? r.resolve.column(r.at(*after)) : nullptr;
  if (!o || o->score < 0.9 || o->where.table == rows || r.is_table(*after) || !reference_to(r, rows, o->where.table)) return {};
  auto const of = r.resolve.words_of({o->where.table});
  bool const called = t2s::detail::all_of(r.resolve.words_of({rows}), [&](std::string_view w) { return has_word(of, w); });
  return called && r.is_word(r.at(i).first - 1, "which what all the") ? std::optional(o->where.table) : std::nullopt;
}

/// Sets the table asked about: the first that is named and not after "each", else the first, else that of the first column or value. False
/// if the question names nothing of the database.
inline bool find_focus(reading& r) {
  auto const is_after_each = [&](std::size_t i) { return r.cue_before(r.at(i).first, 1, cue::kind::each).has_value(); };
  auto const describes_next = [&](std::size_t i) {  // "the most rented film"
    return r.word(r.at(i).last - 1).ends_with("ed") && r.next(r.at(i).last, 0, &reading::is_table);
  };
  auto const is_verb = [&](std::size_t i) { return is_verb_of_deed(r, i); };
  auto table = r.next(0, r.size(), [&](std::size_t i) { return r.is_table(i) && !is_after_each(i) && !describes_next(i) && !is_verb(i); });
  if (auto const among = people_among(r)) table = among;
  auto rows = rows_of_kind(r);
  if (!rows && (rows = rows_of_listed_kind(r))) r.plan.tables.push_back(*rows);
  if (rows || (rows = rows_of_flag(r))) {
    r.focus = *rows;
    r.resolve.set_main(r.focus);
    return true;
  }
  if (!table) table = r.next(0, r.size(), [&](std::size_t i) { return r.is_table(i) && !is_verb(i); });
  if (!table && (find_worth(r) || find_stays(r))) return true;
  auto const is_clear = [&](std::size_t i) {  // not "name" of anything, nor "heaviest first"
    bool const ordinal = r.at(i).last == r.at(i).first + 1 && r.is_word(r.at(i).first, "first last");
    return r.may_be_column(i) && !ordinal && !is_only_name(r, i);
  };
  auto column = r.next(0, r.size(), [&](std::size_t i) { return is_clear(i) && r.at(i).option(kind::column)->score >= 0.6; });
  if (!column) column = r.next(0, r.size(), is_clear);
  if (!column && !r.next(0, r.size(), &reading::is_value)) column = r.next(0, r.size(), &reading::may_be_column);
  auto const value = r.next(0, r.size(), &reading::may_be_value);
  if (!table && !column && !value) return find_earners(r) || find_deeds(r);
  auto const is_person = [&](link::link const& o) { return o.is == kind::value && is_of_people(r, o.where.table); };
  if (auto const* person = !table && !column && asks_who(r) ? t2s::detail::find_if(r.at(*value).options, is_person) : nullptr) {
    r.focus = person->where.table;  // "who lives in Oslo"
    r.resolve.set_main(r.focus);
    return true;
  }
  if (auto const kinds = table ? kinds_of_rows(r, *table) : std::nullopt) {
    r.used[*table] = true;
    r.focus = *kinds;
    r.resolve.set_main(r.focus);
    return true;
  }
  r.focus = table ? *r.table_at(*table) : column ? r.column_at(*column).table : r.at(*value).option(kind::value)->where.table;
  r.resolve.set_main(r.focus);
  return true;
}

/// Reads a question as a plan. Deterministic; O(mentions squared).
[[nodiscard]] inline interpretation read_question(knowledge::lexicon const& names, material const& m, preferences const& preferred = {}) {
  reading r(names, m, preferred);
  if (!find_focus(r)) return {};
  if (preferred.within_reach) r.resolve.stay_near(r.focus);
  for (auto const apply : rules) apply(r);
  return {std::move(r.plan), r.score, std::move(r.unread), true, {}, {}};
}

}  // namespace t2s::reader::detail

#endif
