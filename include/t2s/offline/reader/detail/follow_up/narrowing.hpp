// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_NARROWING_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_NARROWING_HPP

#include "t2s/offline/reader/detail/follow_up/results.hpp"

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
  if (e.before.group_by.empty() || results.empty()) return false;
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
  if (!is_instead(p) || !is_fragment(p) || p.has("not without except excluding")) {
    if (!p.begins("what how", "about")) return false;
  }
  auto from = p.first();
  while (p.is(from, "what how about the same for in from of with a an at on by and those ones instead but")) ++from;
  auto sql = to_sql(e.before, e.names.schema());
  if (!sql || from >= p.last()) return false;
  for (auto const& l : e.asked.found.found) {
    if (l.is != kind::value || l.first != from || l.score < 0.9) continue;
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

/// What a follow-up question restricts the rows to, as a question of its own about them.
[[nodiscard]] inline std::optional<reworded_question> restricting_question(statement_editor const& e, bool& negated) {
  auto p = wanted_part(e.said);
  if (p.begins("the", "same")) p = p.within(p.first() + 2, p.last());
  if (p.begins("the") && p.is(p.first() + 1, "one ones")) p = p.within(p.first() + 1, p.last());
  if (p.begins("show list give keep take") && p.is(p.first() + 1, "only just me")) p = p.within(p.first() + 2, p.last());
  if (p.begins("without except excluding exclude remove drop")) {
    negated = true;
    p = p.within(p.first() + 1, p.last());
  }
  if (p.empty()) return {};
  reworded_question words(e.asked);
  auto t = p.first();
  if (p.is(t, "which who what") && p.is(t + 1, "of among") && p.is(t + 2, "them those these"))
    return words.say("which " + e.noun()).copy(p.is(t + 3, "ones") ? t + 4 : t + 3, p.last());
  if (p.is(t, "which") && p.is(t + 1, "ones")) return words.say("which " + e.noun()).copy(t + 2, p.last());
  if (open_pronoun(p) < p.last()) return with_noun(e, p);
  if (p.names_table(t) && t2s::detail::any_of(e.before.from, [&](joined_table const& j) {
        return t2s::detail::any_of(e.asked.found.found, [&](link::link const& l) {
          return l.is == kind::table && l.where.table == j.table && l.first == t;
        });
      }))
    return words.copy(t, p.last());
  bool const compares = p.is(t, "more less over under above below at fewer greater between exactly") && !e.names_any_column(p, 0.6);
  words.say(e.noun());
  if (auto const column = compares ? compared_column(e) : std::nullopt) words.say("with a " + words_of(e.names, *column));
  return words.copy(t, p.last());
}

[[nodiscard]] inline bool negate(std::vector<part>& all) {
  for (auto& c : all) {
    if (c.is != restriction::value) return false;
    c.sql = "NOT " + c.sql;
    if (auto const at = c.sql.find(" = "); at != std::string::npos) c.sql = c.sql.substr(4).replace(at - 4, 3, " != ");
    c.is = restriction::unequal;
  }
  return all.size() == 1;
}

/// "Only those in Spain", "which of them are red?", "how many of them are red?".
inline bool narrow(statement_editor& e) {
  bool negated = false;
  auto const words = restricting_question(e, negated);
  if (!words) return false;
  auto read = e.read_question(*words);
  if (!read) return false;
  auto& by = read->parts;
  if (negated && !negate(by.where)) return false;
  bool const restricts = !by.where.empty() || !by.having.empty();
  bool const asks = e.said.has("what how where when") && !e.said.begins("what how", "about");
  if (by.aggregates() && by.group_by.empty()) {
    if (is_fragment(e.said)) return false;
    auto other = by;
    auto const rows = e.before.group_by.empty() ? e.rows : table_of_groups(e.before).value_or(e.rows);
    return restrict_to(e.names, other, e.before, rows) && e.take(std::move(other), "a figure of its rows", read->from);
  }
  if (asks && restricts) {
    auto other = by;
    return restrict_to(e.names, other, e.before, e.rows) && e.take(std::move(other), "another result of some of its rows", read->from);
  }
  if (!restricts) return false;
  auto made = e.before;
  if (!put_conditions(e.names, made, by, e.rows, is_instead(e.said))) return false;
  bool const same_columns = t2s::detail::all_of(by.where, [&](part const& c) {
    return c.columns.size() == 1 && t2s::detail::any_of(e.before.where, [&](part const& old) { return old.is_of(c.columns.front()); });
  });
  if (same_columns)  // which date is meant was decided before
    std::erase_if(read->from.unread, [](link::unread_part const& u) { return u.text.find_first_of("0123456789") != std::string::npos; });
  if (!by.limit.empty()) {
    made.order_by = by.order_by;
    made.limit = by.limit;
  }
  return e.take(std::move(made), "with another condition", read->from);
}

}  // namespace t2s::reader::detail::follow_up

#endif
