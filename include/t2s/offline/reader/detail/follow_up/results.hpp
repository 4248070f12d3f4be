// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_RESULTS_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_RESULTS_HPP

#include "t2s/offline/reader/detail/follow_up/editor.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Follow-up questions for another result of the same rows: how many, grouped, other columns.
namespace t2s::reader::detail::follow_up {

/// "How many are there?", "Count them."
inline bool count_rows(statement_editor& e) {
  if (!only_counts(e.said)) return false;
  auto made = e.before;
  if (made.aggregates() && made.group_by.empty()) return false;
  made.order_by.clear();
  bool const distinct_column = made.distinct && made.select.size() == 1;
  if (!made.limit.empty() || !made.group_by.empty() || (made.distinct && !distinct_column)) {
    auto rows = e.before;
    if (rows.limit.empty()) rows.order_by.clear();
    auto const inner = to_sql(rows, e.names.schema());
    if (!inner) return false;
    e.sql = "SELECT count(*) FROM (" + *inner + ") AS earlier";
  }
  made.select = {part(distinct_column ? "count(DISTINCT " + made.select.front().plain + ")" : "count(*)")};
  made.distinct = false;
  return e.take(std::move(made), "how many rows it has");
}

/// "Without the price", "remove the city".
inline bool drop_columns(statement_editor& e) {
  auto const& p = e.said;
  bool const drops = p.has("without remove drop hide omit skip exclude leave") || (p.has("not") && p.has("show need want"));
  if (!drops || e.names_value(p) || p.has("condition filter restriction those ones them")) return false;
  auto made = e.before;
  std::erase_if(made.select, [&](part const& s) {
    return !s.columns.empty() && (e.names_one_of(s.columns, p) || (s.call == "count" && p.has("number count")));
  });
  if (made.select.empty() || made.select.size() == e.before.select.size()) return false;
  return e.take(std::move(made), "without a column");
}

/// The token after "by", "per" or "for each" that begins the phrase; nothing if it does not group.
[[nodiscard]] inline std::optional<std::size_t> groups_from(phrase const& p) {
  auto t = p.first();
  if (p.begins("what how", "about")) t += 2;
  while (p.is(
      t,
      "show give list only the same them it this that me grouped group split break broken down ordered number count numbers counts result "
      "results"))
    ++t;
  if (p.is(t, "by per") && t + 1 < p.last()) return t + 1;
  if (p.is(t, "each every") && t + 1 < p.last()) return t + 1;
  if (p.is(t, "for in") && p.is(t + 1, "each every") && t + 2 < p.last()) return t + 2;
  return {};
}

/// Groups the statement as another one, in the place of its own groups or within them.
inline void put_groups(clauses& to, clauses const& by, std::vector<part> results, bool within) {
  if (results.empty()) results.push_back(part("count(*)"));
  std::vector<part> shown, groups;
  if (within) {
    for (auto const& s : to.select)
      if (!s.aggregated) shown.push_back(s);
    groups = to.group_by;
  }
  for (auto const& s : by.select)
    if (!s.aggregated) shown.push_back(s);
  shown.insert(shown.end(), results.begin(), results.end());
  groups.insert(groups.end(), by.group_by.begin(), by.group_by.end());
  to.select = std::move(shown);
  to.group_by = std::move(groups);
  to.distinct = false;
  std::erase_if(to.order_by, [](part const& k) { return !k.aggregated; });
  if (to.order_by.empty()) to.limit.clear();
  put_all(to.where, by.where, true);
}

/// "By month?", "per country of the customer", "now for each winery".
inline bool group_rows(statement_editor& e) {
  auto const from = groups_from(e.said);
  if (!from || (e.before.lists_rows() && !e.before.limit.empty())) return false;  // the groups would be of other rows
  auto to = e.said.last();
  bool const also = e.said.has("also too additionally") || (e.said.is(to - 2, "as") && e.said.is(to - 1, "well"));
  while (to > *from && e.said.is(to - 1, "also too as well instead additionally")) --to;
  reworded_question words(e.asked);
  words.say("number of " + e.noun() + " for each").copy(*from, to);
  auto const found = e.read_question(words);
  if (!found || found->parts.group_by.empty()) return false;
  auto made = e.before;
  if (!join_missing(e.names, made, found->parts)) return false;
  put_groups(made, found->parts, e.aggregates(), also && !made.group_by.empty());
  return e.take(std::move(made), "in other groups", found->from);
}

/// The words that say what is wanted, without "instead of ...", "also" and "as well".
[[nodiscard]] inline phrase wanted_part(phrase const& p) {
  auto from = p.first(), to = p.last();
  if (p.is(from, "instead") && p.is(from + 1, "of")) {
    auto const verb = p.find("show give list tell use display take", from);
    if (verb < to) from = verb;
  }
  auto const instead = p.find("instead rather", from + 1);
  to = std::min(to, instead);
  if (p.begins("what how", "about")) from += 2;
  while (from < to && p.is(from, "also only just add include instead plus")) ++from;
  while (to > from && (p.is(to - 1, "also too well as") || p.is_mark(to - 1))) --to;
  return p.within(from, to);
}

/// The aggregate function of a word; "" if it is none.
[[nodiscard]] inline std::string_view function_of(std::string_view word) {
  if (is_one_of(word, "total sum altogether")) return "sum";
  if (is_one_of(word, "average mean avg")) return "avg";
  if (is_one_of(word, "maximum max highest largest biggest longest most")) return "max";
  if (is_one_of(word, "minimum min lowest smallest least shortest")) return "min";
  return {};
}

/// The function that a phrase asks for; "" if none.
[[nodiscard]] inline std::string_view function_in(phrase const& p) {
  for (auto t = p.first(); t < p.last(); ++t)
    if (auto const f = function_of(p.word(t)); !f.empty()) return f;
  return p.has("number count") ? "count" : "";
}

/// The figure that a phrase names with its column; its tables are joined.
[[nodiscard]] inline std::optional<part> named_figure(statement_editor const& e, phrase const& p, clauses& to,
                                                      std::optional<filled>& from) {
  bool const verb = p.is(p.first(), "show give list tell use display the");
  reworded_question words(e.asked);
  words.say("what is the").copy(verb ? std::min(p.find("the") + 1, p.last()) : p.first(), p.last()).say("of the " + e.noun());
  auto const read = e.read_question(words);
  if (!read || !read->parts.aggregates() || !read->parts.group_by.empty() || !read->parts.where.empty()) return {};
  if (!join_missing(e.names, to, read->parts)) return {};
  from = read->from;
  auto const* figure = t2s::detail::find_if(read->parts.select, [](part const& s) { return s.aggregated; });
  return *figure;
}

/// Another function of the same column, or the number of rows.
[[nodiscard]] inline std::optional<part> same_figure(part const& old, std::string_view function, phrase const& p) {
  if (old.call.empty()) return {};  // more than a call, or one of some rows only
  auto made = old;
  made.call = function;
  if (function == "count") {
    made.sql = made.plain = "count(*)";
    return made;
  }
  bool const alone = p.has_only(
      "the a an total sum altogether average mean avg maximum max highest largest biggest longest most minimum min lowest smallest least "
      "shortest show give me value one");
  auto const open = old.plain.find('(');
  if (!alone || old.call == "count" || open == std::string::npos || !old.plain.ends_with(')')) return {};
  made.sql = made.plain = std::string(function) + old.plain.substr(open);
  return made;
}

/// Puts a figure in the place of the others, also where the rows are sorted by the first of them.
inline void put_figure(clauses& to, part const& made) {
  std::string before;
  std::vector<part> all;
  for (auto& s : to.select) {
    if (!s.aggregated) {
      all.push_back(std::move(s));
    } else if (before.empty()) {
      before = s.plain;
      all.push_back(made);
    }
  }
  to.select = std::move(all);
  for (auto& k : to.order_by)
    if (k.plain == before) k.sql = k.plain = made.plain;
}

/// "What about the total?" of the same column; "the average price instead".
inline bool change_figure(statement_editor& e) {
  auto const p = wanted_part(e.said);
  auto const old = e.aggregates();
  auto const function = function_in(p);
  bool const sentence = p.has("what which who how where when of them their those these is are") || p.has("first top bottom");
  if (old.empty() || function.empty() || sentence) return false;
  auto made = e.before;
  std::optional<filled> from;
  bool const named = e.names_any_column(p, 0.6) || p.names_table_within(p.first(), p.last());
  auto const figure = named ? named_figure(e, p, made, from) : same_figure(old.front(), function, p);
  if (!figure) return false;
  bool const adds = e.said.has("also too add include") || (e.said.is(e.said.last() - 1, "well") && !e.said.has("instead"));
  if (adds)
    made.select.push_back(*figure);
  else
    put_figure(made, *figure);
  return e.take(std::move(made), "another figure", from);
}

/// The question with the noun in the place of its pronoun, and with what the pronoun leaves out.
[[nodiscard]] inline reworded_question with_noun(statement_editor const& e, phrase const& p) {
  reworded_question words(e.asked);
  auto const t = open_pronoun(p);
  if (t == p.last()) {
    if (!p.has("what which who how where when show list give tell display")) words.say("show");
    words.copy(p.first(), p.last());
    return words.say("of the " + e.noun());
  }
  if (p.is(t, "their its his her")) return words.copy(p.first(), t).say("the").copy(t + 1, p.last()).say("of the " + e.noun());
  bool const known = p.is(t, "those these them") && p.names_table(t + 1);
  bool const article = t > p.first() && p.is(t - 1, "the which red all");
  words.copy(p.first(), t).say(known ? "the" : article ? e.noun() : "the " + e.noun());
  return words.copy(t + 1, p.last());
}

/// Whether the words ask for more columns, not for others.
[[nodiscard]] inline bool adds_columns(statement_editor const& e) {
  auto const& p = e.said;
  if (p.has("instead rather")) return false;
  bool const verb = p.has("show list give tell display what which who where when how");
  return p.has("also too add include plus additionally together along") || (p.is(p.last() - 2, "as") && p.is(p.last() - 1, "well")) ||
         p.begins("with") || (p.is_opened() && !verb);
}

/// "Also show how many docks they have" beside rows: the column, not its sum.
inline void list_summed(statement_editor const& e, clauses& c) {
  for (auto& s : c.select) {
    if (s.call != "sum" || s.columns.size() != 1 || s.columns.front().table != e.rows) continue;
    auto const open = s.plain.find('(');
    s = part(s.plain.substr(open + 1, s.plain.size() - open - 2));
  }
}

/// Whether a part of the question only names columns, or figures, and perhaps their order.
[[nodiscard]] inline bool only_selects(clauses const& c) {
  return !c.select.empty() && c.where.empty() && c.group_by.empty() && c.limit.empty();
}

/// The columns beside those of the statement, or in their place.
inline bool put_columns(statement_editor& e, clauses made, read_part const& found, bool adds) {
  if (!made.limit.empty() && !found.parts.order_by.empty()) return false;  // in another order it has other rows
  if (!adds) {
    made.select.clear();
    std::erase_if(made.order_by, [](part const& k) { return k.aggregated; });
  }
  for (auto const& c : found.parts.select)
    if (!t2s::detail::any_of(made.select, [&](part const& s) { return s.plain == c.plain; })) made.select.push_back(c);
  if (!found.parts.order_by.empty()) made.order_by = found.parts.order_by;
  made.distinct = made.limit.empty() && ((adds && made.distinct) || found.parts.distinct);
  return e.take(std::move(made), adds ? "with another column" : "other columns of its rows", found.from);
}

/// "Also show the price", "what colour are they?", "their ages instead".
inline bool change_columns(statement_editor& e) {
  bool const adds = adds_columns(e), instead = e.said.has("instead");
  auto p = wanted_part(e.said);
  if (p.is(p.first(), "with")) p = p.within(p.first() + 1, p.last());
  bool const asks = p.has("what which who how where when show list give tell display name");
  if (!adds && !instead && (!asks || open_pronoun(p) == p.last())) return false;
  auto found = e.read_question(with_noun(e, p));
  if (!found || !only_selects(found->parts)) return false;
  auto made = e.before;
  auto& parts = found->parts;
  if (adds && parts.aggregates() && !made.group_by.empty() && join_missing(e.names, made, parts)) {
    made.select.insert(made.select.end(), parts.select.begin(), parts.select.end());
    return e.take(std::move(made), "with another figure", found->from);
  }
  if (!made.group_by.empty() || (adds && !made.lists_rows())) return false;
  if (adds) list_summed(e, parts);
  if (!parts.aggregates() && join_missing(e.names, made, parts)) return put_columns(e, std::move(made), *found, adds);
  if (adds || !restrict_to(e.names, parts, e.before, e.rows, placing::beside)) return false;
  return e.take(std::move(parts), "another result of its rows", found->from);
}

}  // namespace t2s::reader::detail::follow_up

#endif
