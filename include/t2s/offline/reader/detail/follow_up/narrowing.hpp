// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_NARROWING_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_NARROWING_HPP

#include "t2s/offline/reader/detail/follow_up/results.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Follow-up questions about fewer, more or other rows.
namespace t2s::reader::detail::follow_up {

/// Whether new conditions take the place of old ones: "what about those in Spain?".
[[nodiscard]] inline bool is_instead(phrase const& p) {
  if (p.begins("only just") || (p.begins("which who") && !p.is_opened())) return false;
  return p.is_opened() || p.begins("what how", "about") || p.begins("the", "same") || p.has("instead") || is_fragment(p);
}

/// Whether the words ask for further rows: "also in York", "or in York", "include those in York". No condition in the place of another, and
/// none beside it, gives these.
[[nodiscard]] inline bool widens(phrase const& p) {
  for (std::size_t t = 0; t < p.first(); ++t)
    if (p.tokens()[t].text == "or") return true;
  return p.has("add adding include including also too plus additionally well");
}

/// Whether the words are about a part of the rows before: "how many of them", "which of these".
[[nodiscard]] inline bool is_of_them(phrase const& p) {
  for (auto t = p.first(); t + 1 < p.last(); ++t)
    if (p.is(t, "of among") && p.is(t + 1, "them these those")) return true;
  return false;
}

/// Whether the rows to choose from are known: all, or after a single chosen row again all, as in "and the cheapest?" after the dearest.
[[nodiscard]] inline bool chooses_anew(statement_editor const& e) {
  return e.before.limit.empty() || (e.before.limit == "LIMIT 1" && is_instead(e.said) && !is_of_them(e.said));
}

/// How the conditions of a follow-up question stand to those before.
[[nodiscard]] inline placing placing_of(phrase const& p) {
  if (is_of_them(p)) return placing::beside;
  if (is_instead(p)) return placing::instead;
  return open_pronoun(p) < p.last() ? placing::beside : placing::same_kind;
}

/// "For all years", "whatever the country", "remove the year condition".
inline bool drop_conditions(statement_editor& e) {
  auto const& p = e.said;
  bool const all = p.has("all any every regardless whatever irrespective"), removes = p.has("ignore remove drop forget") || p.has("filter");
  if ((!all && !removes) || e.names_value(p, 0.9) || e.before.where.empty()) return false;
  if (all && !is_fragment(p) && !p.has("show list give")) return false;
  auto made = e.before;
  std::erase_if(made.where, [&](part const& c) {
    if (c.columns.size() != 1) return false;
    auto const column = c.columns.front();
    bool const time = e.names.is_time(column) && p.has("year years month months day days date dates time times");
    return time || e.names_column(column, p, 0.4);
  });
  if (made.where.size() == e.before.where.size()) return false;
  return e.take(std::move(made), "without a condition");
}

/// A comparison in words: "more than", "at least", "under".
[[nodiscard]] inline std::string_view comparison_before(phrase const& p, std::size_t number) {
  bool const than = p.is(number - 1, "than");
  auto const word = than ? number - 2 : number - 1;
  if (p.is(word, "least") || p.is(number + 1, "plus") || (p.is(number + 1, "or") && p.is(number + 2, "more"))) return ">=";
  if (p.is(word, "most") || (p.is(number + 1, "or") && p.is(number + 2, "less fewer"))) return "<=";
  if (p.is(word, "more over above greater higher larger bigger")) return ">";
  if (p.is(word, "less fewer under below lower smaller")) return "<";
  return p.is(word, "exactly") ? "=" : std::string_view();
}

/// "Only stations with more than 3", of groups that are counted.
inline bool compare_groups(statement_editor& e) {
  auto const& p = e.said;
  auto const results = e.aggregates();
  if (e.before.group_by.empty() || results.empty() || widens(p) || (!is_instead(p) && !e.before.limit.empty())) return false;
  for (auto t = p.first() + 1; t < p.last(); ++t) {
    auto const number = number_word(p.word(t));
    if (!p.is_number(t) && !number) continue;
    auto const sign = comparison_before(p, t);
    if (sign.empty()) return false;
    bool const other = t2s::detail::any_of(e.asked.found.found, [&](link::link const& l) {
      bool const of_result = t2s::detail::any_of(results, [&](part const& r) { return t2s::detail::has(r.columns, l.where); });
      return l.is == kind::column && l.score >= 0.6 && !of_result && !p.names_table(l.first);
    });
    if (other) return false;
    auto const value = number ? std::to_string(*number) : std::string(p.word(t));
    if (value.find_first_not_of("0123456789.") != std::string::npos) return false;
    part made(results.front().plain + " " + std::string(sign) + " " + value);
    auto changed = e.before;
    std::erase_if(changed.having, [&](part const& h) { return h.sql.starts_with(results.front().plain) && is_instead(p); });
    changed.having.push_back(std::move(made));
    return e.take(std::move(changed), "with a condition on its groups");
  }
  return false;
}

/// "And Italy?": the only value that the words name, in the place of another value of its column.
inline bool exchange_value(statement_editor& e) {
  auto const& p = e.said;
  if (widens(p)) return false;
  if (!is_instead(p) || !is_fragment(p) || p.has("not without except excluding")) {
    if (!p.begins("what how", "about")) return false;
  }
  auto from = p.first();
  while (p.is(from, "what how about the same for in from of with a an at on by and those ones instead but")) ++from;
  auto sql = to_sql(e.before, e.names.schema());
  if (!sql || from >= p.last()) return false;
  for (auto const& l : e.asked.found.found) {
    if (l.is != kind::value || l.first != from || l.score < 0.6) continue;
    bool rest = true;
    for (auto t = l.last; t < p.last(); ++t)
      rest = rest && (p.is(t, "ones one instead") || p.names_table(t) || e.names_column(l.where, p.within(t, t + 1), 0.4));
    if (!rest) continue;
    auto changed = with_literal(*sql, e.names, l.where, l.value);
    if (!changed || *changed == *sql) continue;
    e.sql = *std::move(changed);
    return e.take(e.before, "with '" + l.value + "' in the place of another value");
  }
  return false;
}

/// The column that a comparison without one means: that of a condition before, or of the last number that is shown.
[[nodiscard]] inline std::optional<column_id> compared_column(statement_editor const& e) {
  for (auto c = e.before.where.rbegin(); c != e.before.where.rend(); ++c)
    if (c->columns.size() == 1 && (c->is == restriction::low || c->is == restriction::high)) return c->columns.front();
  for (auto s = e.before.select.rbegin(); s != e.before.select.rend(); ++s) {
    if (s->columns.size() != 1 || s->aggregated) continue;
    auto const c = s->columns.front();
    if (schema::affinity_of(e.names.column(c).type) != schema::affinity::text && !e.names.is_key(c)) return c;
  }
  for (auto const& k : e.before.order_by)
    if (k.columns.size() == 1 && !k.aggregated) return k.columns.front();
  return {};
}

/// Whether the phrase begins with a table of the statement: "stations with more than 3".
[[nodiscard]] inline bool begins_with_table(statement_editor const& e, phrase const& p) {
  return p.names_table(p.first()) && t2s::detail::any_of(e.asked.found.found, [&](link::link const& l) {
           return l.is == kind::table && l.first == p.first() && e.before.has_table(l.where.table);
         });
}

/// What a follow-up question restricts the rows to, as a question of its own about them.
[[nodiscard]] inline reworded_question restricting_question(statement_editor const& e, phrase const& p) {
  reworded_question words(e.asked);
  auto const t = p.first();
  if (p.begins("which who what", "of among") && p.is(t + 2, "them those these"))
    return words.say("which " + e.noun()).copy(p.is(t + 3, "ones") ? t + 4 : t + 3, p.last());
  if (p.begins("which", "ones")) return words.say("which " + e.noun()).copy(t + 2, p.last());
  if (open_pronoun(p) < p.last()) return with_noun(e, p);
  if (begins_with_table(e, p)) return words.copy(t, p.last());
  bool const compares = p.is(t, "more less over under above below at fewer greater between exactly") && !e.names_any_column(p, 0.6);
  words.say(e.noun());
  if (auto const column = compares ? compared_column(e) : std::nullopt) words.say("with a " + words_of(e.names, *column));
  return words.copy(t, p.last());
}

/// The words that restrict: without "the same" and "show only" before them.
[[nodiscard]] inline phrase restricting_part(phrase const& said) {
  auto p = wanted_part(said);
  if (p.begins("the", "same")) return p.within(p.first() + 2, p.last());
  if (p.begins("the", "one ones")) return p.within(p.first() + 1, p.last());
  return p.begins("show list give keep take", "only just me") ? p.within(p.first() + 2, p.last()) : p;
}

/// The opposite of a condition; false if it is not only one, or is not on a value.
[[nodiscard]] inline bool negate(std::vector<part>& all) {
  if (all.size() != 1) return false;
  auto& c = all.front();
  auto const equal = c.sql.find(" = ");
  if (c.sql.ends_with(" IS NULL")) {
    c.sql.replace(c.sql.size() - 4, 4, "NOT NULL");
  } else if (c.is == restriction::value) {
    c.sql = equal == std::string::npos ? "NOT " + c.sql : c.sql.replace(equal, 3, " != ");
    c.is = restriction::unequal;
  } else {
    return false;
  }
  return true;
}

/// Whether the statement before compares all columns that the new conditions compare.
[[nodiscard]] inline bool compares_same(clauses const& before, clauses const& made) {
  return t2s::detail::all_of(made.where, [&](part const& c) {
    return c.columns.size() == 1 && t2s::detail::any_of(before.where, [&](part const& old) { return old.is_of(c.columns.front()); });
  });
}

/// "How many of them are red?": another statement about the rows.
inline bool ask_of_rows(statement_editor& e, read_part found) {
  auto const rows = e.before.group_by.empty() ? e.rows : table_of_groups(e.before).value_or(e.rows);
  auto const how = open_pronoun(e.said) < e.said.last() ? placing::beside : placing::same_kind;
  return restrict_to(e.names, found.parts, e.before, rows, how) && e.take(std::move(found.parts), "another result of its rows", found.from);
}

/// Whether a condition may be added to the statement, or take the place of another. The rows of one with a limit would be others; "their
/// cities" and "only stations ..." after riders are about rows that the statement does not have.
[[nodiscard]] inline bool takes_condition(statement_editor const& e, phrase const& p, bool negated) {
  auto const& said = e.said;
  bool const selects = said.begins("which who") && !said.is_opened();  // "which of them are also red?"
  if (!negated && !selects && widens(said)) return false;
  if (!e.before.limit.empty() && (is_of_them(said) || !is_instead(said))) return false;
  return !said.has("their its his her") && (!p.names_table(p.first()) || begins_with_table(e, p));
}

/// "Only those in Spain", "which of them are red?", "how many of them are red?".
inline bool narrow(statement_editor& e) {
  auto p = restricting_part(e.said);
  bool const leaves = p.begins("leave", "out");
  bool const negated = leaves || p.begins("without except excluding exclude remove drop");
  if (negated) p = p.within(p.first() + (leaves ? 2U : 1U), p.last());
  auto found = p.empty() ? std::nullopt : e.read_question(restricting_question(e, p));
  if (!found) return false;
  auto& by = found->parts;
  if (negated && !negate(by.where)) return false;
  bool const restricts = !by.where.empty() || !by.having.empty();
  if (by.aggregates() && by.group_by.empty()) return !is_fragment(e.said) && ask_of_rows(e, *std::move(found));
  if (!restricts) return false;
  bool const inverted = e.said.find("which") > e.said.first() && e.said.has("which");  // "in which countries are they?"
  if (inverted || (e.said.has("what how where when") && !e.said.begins("what how", "about"))) return ask_of_rows(e, *std::move(found));
  auto made = e.before;
  if (!takes_condition(e, p, negated) || !put_conditions(e.names, made, by, e.rows, placing_of(e.said))) return false;
  if (compares_same(e.before, by))  // which date is meant was decided before
    std::erase_if(found->from.unread, [](link::unread_part const& u) { return u.text.find_first_of("0123456789") != std::string::npos; });
  if (!by.limit.empty()) {
    made.order_by = by.order_by;
    made.limit = by.limit;
  }
  return e.take(std::move(made), "with another condition", found->from);
}

}  // namespace t2s::reader::detail::follow_up

#endif
