// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_ELSEWHERE_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_ELSEWHERE_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/rules/related.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"

#include <memory>
#include <optional>
#include <utility>

/// Questions about another table than the named one: "who wrote 'Emma'" does not ask for a title.
namespace t2s::reader::detail {

/// Words for people by their activity or role, lemmas.
inline constexpr word_class people_words{
    " person human individual man woman child parent author writer poet editor artist painter musician singer composer actor actress "
    "director "
    "producer customer client buyer seller vendor member user subscriber employee worker staff manager boss supervisor assistant agent "
    "student "
    "pupil teacher professor instructor lecturer tutor doctor physician nurse patient guest visitor passenger player coach athlete driver "
    "pilot rider owner tenant resident inhabitant citizen voter candidate politician friend contact reviewer researcher scientist engineer "
    "inventor chef farmer soldier officer judge lawyer borrower reader donor volunteer mechanic technician trainer clerk waiter musician "};

/// The same, but too many names of things begin like these: a `camp`, a `program`, an `account`.
inline constexpr word_class further_people{
    " developer programmer designer analyst consultant carer keeper gardener baker cook cleaner plumber electrician climber sailor skipper "
    "dentist surgeon veterinarian therapist midwife dancer gymnast swimmer runner cyclist referee jockey apprentice intern librarian "
    "curator conservator cashier receptionist secretary accountant camper hiker angler breeder grower subscriber participant attendee "
    "speaker firefighter paramedic rescuer diver ranger "};

/// Whether a table has nothing but keys to others: `play_author` has no people, but links of plays and authors.
[[nodiscard]] inline bool has_only_keys(reading const& r, std::uint32_t table) {
  auto const n = static_cast<std::uint32_t>(r.resolve.columns_of(table).size());
  for (std::uint32_t c = 0; c < n; ++c)
    if (!r.names.is_foreign_key({table, c})) return false;
  return n > 1;
}

/// Whether the rows of a table are people: by a word of its name, or by columns that only people have.
[[nodiscard]] inline bool is_of_people(reading const& r, std::uint32_t table) {
  if (r.names.schema().tables()[table].is_view || has_only_keys(r, table)) return false;
  auto const words = r.resolve.words_of({table});
  if (!words.empty() && (people_words.has(words.back()) || further_people.has(words.back()))) return true;
  if (r.names.has_short_names() && words.size() == 1 && words.front().size() > 3 && people_words.has_beginning(words.front())) return true;
  for (std::uint32_t c = 0; c < r.resolve.columns_of(table).size(); ++c)
    if (t2s::detail::any_of(r.resolve.words_of({table, c}),
                            [](std::string_view w) { return is_one_of(w, "gender sex birthday birthdate surname"); }))
      return true;
  return r.resolve.names_of(table).size() == 2;
}

[[nodiscard]] inline bool asks_who(reading const& r) { return r.is_word(0, "who whom"); }

/// Whether a condition fixes the value of a column.
[[nodiscard]] inline bool is_fixed(reading const& r, column_id c) {
  return t2s::detail::any_of(r.plan.where, [c](condition const& x) {
    return x.op == comparison::equal && !x.nested && !x.right && x.left.how == aggregate::none && x.left.what == c;
  });
}

/// Whether a table is asked for, which one, and whether it is the only possible one.
struct table_asked {
  bool found = false;
  std::uint32_t table = 0;
  bool is_only = false;

  explicit operator bool() const { return found; }
};

/// The nearest table of people to another one, except tables in which a condition names a person; nothing if several are as near.
[[nodiscard]] inline table_asked nearest_people(reading const& r, std::uint32_t from) {
  std::optional<std::uint32_t> best;
  std::size_t nearest = 0, all = 0, as_near = 0;
  for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t) {
    if (t == from || !is_of_people(r, t) || is_fixed(r, r.resolve.names_of(t).front())) continue;
    auto const far = r.resolve.way_between(from, t).size();
    if (far == 0) continue;
    ++all;
    as_near = !best || far < nearest ? 1 : as_near + (far == nearest ? 1U : 0U);
    if (!best || far < nearest) {
      best = t;
      nearest = far;
    }
  }
  if (!best || as_near > 1) return {};
  return {true, *best, all == 1};
}

/// The only table beside another one whose rows have names.
[[nodiscard]] inline table_asked only_neighbour(reading const& r, std::uint32_t from) {
  table_asked only;
  for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t) {
    if (t == from || (!reference_to(r, t, from) && !reference_to(r, from, t))) continue;
    if (only) return {};
    only = {true, t, true};
  }
  if (!only) return {};
  auto const name = r.resolve.names_of(only.table).front();
  only.found = r.resolve.is_name(name) && r.names.content_of(name) == knowledge::content::text;
  return only;
}

/// Whether a column names people: a `donor_name`, or a text called by who somebody is.
[[nodiscard]] inline bool names_people(reading const& r, column_id c) {
  return r.names.content_of(c) == knowledge::content::text && !r.names.is_key(c) &&
         t2s::detail::any_of(r.resolve.words_of(c), [](std::string_view w) { return people_words.has(w); });
}

/// Whether a time of a table is called by a past form in the question, whose names are not those of people.
[[nodiscard]] inline bool is_called_by_deed(reading const& r, std::uint32_t table) {
  if (names_people(r, r.resolve.names_of(table).front())) return false;
  for (std::size_t t = 1; t < r.size(); ++t)
    for (std::uint32_t c = 0; is_past(r.word(t)) && c < r.resolve.columns_of(table).size(); ++c)
      if (r.names.is_time({table, c}) && t2s::detail::any_of(r.resolve.words_of({table, c}), [&](std::string_view w) {
            return w == r.word(t) || is_participle_of(r.word(t), w);
          }))
        return true;
  return false;
}

/// "Who has a subscription", "who rented a bike", of rows that are called so: asks for the people to whom these belong.
[[nodiscard]] inline bool is_of_deed_rows(reading const& r, std::uint32_t table) {
  auto verb = std::size_t(1);
  while (r.is_word(verb, "has have had also ever already")) ++verb;
  auto const rows = verb > 1 && r.is_word(verb - 1, "has have had")
                        ? r.next(verb, 3, [&](std::size_t i) { return r.is_table_first(i) && r.table_at(i) == table; })
                        : std::nullopt;
  if (rows && r.is_word(verb, "a an any")) return true;
  if (!is_past(r.word(verb))) return false;
  auto const called = r.next(verb, 0, [&](std::size_t i) { return r.names.has_short_names() && r.is_table(i) && r.table_at(i) == table; });
  return called || t2s::detail::any_of(r.resolve.words_of({table}), [&](std::string_view w) { return is_participle_of(r.word(verb), w); });
}

/// "Who owns the shop": if neither the rows nor what is shown of them are people, it is not known who is meant.
inline void refuse_who(reading& r) {
  if (!asks_who(r) || is_of_people(r, r.focus) || has_aggregates(r.plan.select) || r.plan.computed) return;
  bool const number = t2s::detail::all_of(r.plan.select, [&](term const& t) {
    return t.what && !t.what->is_table() && !is_of_people(r, t.what->table) && r.names.content_of(*t.what) == knowledge::content::number;
  });
  bool const unnamed = r.selected.empty() && t2s::detail::all_of(r.plan.select, [&](term const& t) {
                         return t.what && !t.what->is_table() && !is_of_people(r, t.what->table) && !names_people(r, *t.what);
                       });
  if (number || unnamed) r.refuse(0, 2);
}

/// "What was found at Kalamos", of finds with the day when they were found: asks for the rows.
inline void ask_what(reading& r) {
  auto& p = r.plan;
  bool const asks = r.is_word(0, "what") && r.is_word(1, "was were") && is_past(r.word(2)) && p.select.size() == 1 && !p.order;
  auto const only = asks ? p.select.front().what : std::nullopt;
  if (!only || only->table != r.focus || !r.names.is_time(*only) || p.select.front() != plain(*only) || p.where.empty()) return;
  if (!p.group_by.empty() || p.computed || p.both || p.period || is_of_people(r, r.focus)) return;
  p.select.clear();
  for (auto const c : r.resolve.names_of(r.focus)) p.select.push_back(plain(c));
  r.selected.clear();
  r.mark_read(0, 3);
}

/// A result that only has columns fixed by conditions, which nobody named, is replaced; so is a time if people are asked for.
inline void ask_elsewhere(reading& r) {
  ask_what(r);
  auto& p = r.plan;
  if (p.select.empty() || p.order || p.computed || p.both || p.period || !p.group_by.empty() || !p.having.empty()) return;
  if (t2s::detail::any_of(p.select, [](term const& t) { return t.how != aggregate::none || !t.what || t.what->is_table(); })) return;
  auto const from = p.select.front().what->table;
  bool const who = asks_who(r);
  if (is_of_people(r, from) && who) return;
  bool const repeats = r.selected.empty() && t2s::detail::all_of(p.select, [&](term const& t) { return is_fixed(r, *t.what); });
  bool const times = who && t2s::detail::all_of(p.select, [&](term const& t) { return r.names.is_time(*t.what); });
  bool const acts = who && r.selected.empty() && (is_called_by_deed(r, from) || is_of_deed_rows(r, from));  // "who bought", of `bought_on`
  if (!(repeats && (who || r.is_word(0, "what which"))) && !times && !acts) return;
  auto const asked = who ? nearest_people(r, from) : only_neighbour(r, from);
  if (!asked) return;
  p.select.clear();
  for (auto const c : r.resolve.names_of(asked.table)) p.select.push_back(plain(c));
  if (who && !asked.is_only && repeats && !acts) {  // only the verb would decide between them
    auto verb = std::size_t(1);
    while (r.is_word(verb, "is are was were 's ' s has have had been")) ++verb;
    r.refuse(verb, verb + 1);
  }
  if (times || acts) p.tables.push_back(from);
}

/// Whether a verb follows "who", with auxiliaries at most: "who has brewed".
[[nodiscard]] inline bool follows_who(reading const& r, std::size_t t) {
  return t > 0 && asks_who(r) && r.all_words(1, t, "has have had also ever");
}

/// Whether a verb has an object, and a subject of another table than its own: "members who rented a film", "films rented by Bo".
[[nodiscard]] inline bool acts_on_object(reading const& r, std::size_t i) {
  auto const t = r.at(i).first;
  auto const subject = r.previous(t, r.is_word(t - 1, "who that which have has had also were was are is been") ? 2 : 0, &reading::is_table);
  if (!subject || r.table_at(*subject) == r.column_at(i).table) return false;
  if (r.is_word(t + 1, "a an any the some something anything by")) return true;
  auto const object = r.next(t + 1, 0);
  return object && (r.is_table(*object) || (r.is_value(*object) && !r.is_digits(*object)));
}

/// Whether a mention is a verb for actions: "member rented the most films", "who hired more than 3", "members who rented a film".
[[nodiscard]] inline bool is_action(reading const& r, std::size_t i) {
  auto const t = r.at(i).first;
  if (r.used[i] || t == 0 || r.at(i).last != t + 1 || !r.is_column(i) || !is_past(r.word(t))) return false;
  bool const of_table = r.is_table_first(i);  // "borrowed" names `borrowing` and its `borrowed_on`
  if (of_table && r.table_at(i) != r.column_at(i).table) return false;
  bool const says_done = r.names.is_time(r.column_at(i)) || r.names.flag_value(r.column_at(i), true);
  if (says_done && acts_on_object(r, i)) return !r.cue_before(t, 2, cue::kind::negation);
  if (of_table) return false;
  bool const most = r.is_word(t + 1, "the") && r.is_word(t + 2, "most fewest least");
  bool const counts = most || r.is_word(t + 1, "more fewer less exactly") || (r.is_word(t + 1, "at") && r.is_word(t + 2, "least most"));
  bool const has_subject = follows_who(r, t) || r.is_word(t - 1, "who that") || r.previous(t, 0, &reading::is_table);
  return counts && has_subject && r.names.is_time(r.column_at(i));
}

/// "Who failed the last test", of tests with the result `fail`: asks for the people to whom these belong. Who approves is somebody else.
inline void ask_whose_outcome(reading& r) {
  if (!asks_who(r)) return;
  auto const i = r.next(1, 4, [&](std::size_t k) {
    auto const t = r.at(k).first;
    bool const decides = is_one_of(r.word(t).substr(0, 4), "appr reje acce decl deny deni");
    bool const verb = r.at(k).last == t + 1 && !decides && !knowledge::other_outcome(r.word(t)).empty();
    return verb && r.is_free_value(k) && r.all_words(1, t, "has have had also ever never not did do does");
  });
  auto const table = i ? r.at(*i).option(kind::value)->where.table : r.focus;
  auto const whose = i && !is_of_people(r, table) ? nearest_people(r, table) : table_asked();
  if (!whose) return;
  r.focus = whose.table;
  r.resolve.set_main(r.focus);
  if (!r.cue_before(r.at(*i).first, 3, cue::kind::negation)) r.join(table);
}

/// A verb that also names the time of an action does not ask for the time: "which member rented the most films". The action's table is
/// joined.
inline void read_actions(reading& r) {
  ask_whose_outcome(r);
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    if (!is_action(r, i)) continue;
    auto const deeds = r.column_at(i).table;
    if (follows_who(r, r.at(i).first))
      if (auto const doer = nearest_people(r, deeds)) {
        r.focus = doer.table;
        r.resolve.set_main(r.focus);
      }
    if (auto const done = r.names.flag_value(r.column_at(i), true))  // "pupils who passed an exam"
      r.require(r.at(i).first, r.column_at(i), comparison::equal, *done);
    else
      r.acted_on = r.column_at(i);
    r.used[i] = true;
    r.mark_read(r.at(i).first, r.at(i).last);
    r.join(deeds);
  }
}

/// A key that refers to another row of the same table is shown as that row's name: "who does Ann report to".
inline void name_referred(reading& r) {
  auto& p = r.plan;
  if (p.select.size() != 1 || !p.select.front().what || p.select.front().what->is_table() || (p.where.empty() && !p.order)) return;
  if ((p.order && p.limit != 1) || p.computed || p.both || p.period || !p.group_by.empty() || !p.having.empty()) return;
  auto const column = *p.select.front().what;
  auto const key = r.resolve.key_of(column.table);
  if (p.select.front() != plain(column) || !key || reference_to(r, column.table, column.table) != column) return;
  if (r.any_word(0, r.size(), "id ids identifier number code key")) return;
  auto const names = r.resolve.names_of(column.table);
  if (t2s::detail::has(names, *key) || tables_of(p).size() != 1) return;
  auto inner = p.order ? take_order(r) : plan();  // "who is the boss of the youngest clerk"
  inner.select.push_back(plain(column));
  inner.where.swap(p.where);
  auto const token = r.stated_at.empty() ? 0 : r.stated_at.front();
  r.stated_at.clear();
  p.select.clear();
  for (auto const c : names) p.select.push_back(plain(c));
  r.require(token, {plain(*key), comparison::in, {}, {}, inner_plan(std::move(inner))});
}

/// Whether a superlative is followed by the rows of a table, and what else is shown of them comes later: "its best paid driver and the
/// wage".
[[nodiscard]] inline bool asks_for_best_rows(reading const& r, std::uint32_t table, column_id group) {
  return t2s::detail::any_of(r.question.cues, [&](cue const& q) {
    auto const rows = q.is == cue::kind::superlative ? r.next(q.last, 0, &reading::is_table_first) : std::nullopt;
    return rows && r.table_at(*rows) == table &&
           t2s::detail::all_of(r.selected, [&](auto const& s) { return s.at > q.first || s.what.what == group; });
  });
}

/// Shows the names of a table's rows before its other columns, but after that of the groups.
inline void show_names_first(reading& r, std::uint32_t table, column_id group) {
  auto& select = r.plan.select;
  std::size_t at = 0;
  while (at < select.size() && !(select[at].what && select[at].what->table == table && select[at].what != group)) ++at;
  for (auto const c : r.resolve.names_of(table))
    if (!t2s::detail::has(select, plain(c))) t2s::detail::insert_at(select, at++, plain(c));
}

/// "The most expensive book of each genre": one row of each group instead of one of all.
inline void read_best_of_groups(reading& r) {
  auto& p = r.plan;
  std::optional<std::size_t> each;
  for (std::size_t c = 0; c < r.cue_used.size(); ++c)
    if (r.cue_used[c] && r.cue_at(c).is == cue::kind::each) each = c;
  bool const sorted = p.order && p.order->what && p.order->how == aggregate::none && p.order->part == time_part::whole;
  if (!each || !sorted || p.limit != 1 || p.offset != 0 || p.group_by.size() != 1 || p.both || p.period || !p.having.empty()) return;
  if (has_aggregates(p.select)) return;
  auto const best = *p.order->what, group = p.group_by.front();
  auto const per = group.table == best.table ? std::optional(group) : reference_to(r, best.table, group.table);
  plan inner;
  inner.select.push_back(aggregated(p.descending ? aggregate::max : aggregate::min, best));
  inner.tables.push_back(best.table);
  bool const fits = t2s::detail::all_of(p.where, [&](condition const& c) {
    return c.left.what && c.left.what->table == best.table && !c.nested && !c.right && !c.or_before;
  });
  bool const of_row = group.table == best.table || r.resolve.key_of(group.table) == group || r.resolve.is_name(group);
  if (!per || !of_row || *per == best || per == r.resolve.key_of(best.table) || !fits)
    return r.refuse(r.cue_at(*each).first, r.cue_at(*each).last);
  for (auto const& c : p.where) inner.where.push_back(c);
  condition of_group{plain(best), comparison::equal, {}, {}, inner_plan(std::move(inner))};
  of_group.per = per;
  r.require(r.cue_at(*each).first, std::move(of_group));
  p.order.reset();
  p.limit = 0;
  p.descending = false;
  p.group_by.clear();
  r.ranked.found = false;
  auto const shows = [&](std::uint32_t table) {
    return t2s::detail::any_of(p.select, [&](term const& t) { return t.what && t.what->table == table && t.what != group; });
  };
  if (r.grouped_table && *r.grouped_table != best.table && !shows(*r.grouped_table))
    for (auto const c : r.resolve.names_of(*r.grouped_table)) t2s::detail::insert_at(p.select, 0, plain(c));
  if (!shows(best.table) || asks_for_best_rows(r, best.table, group)) show_names_first(r, best.table, group);
}

}  // namespace t2s::reader::detail

#endif
