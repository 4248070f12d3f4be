// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_SKELETON_FILLING_IPP
#define T2S_OFFLINE_READER_DETAIL_SKELETON_FILLING_IPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/differences.hpp"
#include "t2s/offline/reader/detail/reader.hpp"
#include "t2s/offline/reader/detail/shape.hpp"
#include "t2s/offline/reader/detail/skeleton_filling.hpp"
#include "t2s/offline/reader/detail/values_first.hpp"

#include <cmath>

namespace t2s::reader {
namespace detail {

/// A retrieved skeleton, the weight of the demonstrations that have it, and the nearest of them.
struct weighted_shape {
  shape wanted;
  double weight;
  std::size_t demonstration;
};

inline std::vector<weighted_shape> weighted_shapes(std::span<scored_demonstration const> demonstrations, schema::database const& d) {
  std::vector<weighted_shape> out;
  sql::query room;
  double sum = 0;
  for (std::size_t i = 0; i < demonstrations.size(); ++i) {
    shape s;
    if (!read_shape(s, demonstrations[i].shown.sql, d, room)) continue;
    double const weight = std::pow(demonstrations[i].similarity, 3);
    sum += weight;
    if (auto* known = t2s::detail::find_if(out, [&](weighted_shape const& x) { return x.wanted == s; }))
      known->weight += weight;
    else
      out.push_back({s, weight, i + 1});
  }
  for (auto& b : out) b.weight /= sum > 0 ? sum : 1;
  return out;
}

inline preferences preferences_of(shape const& s) {
  preferences out;
  bool const extreme = s.columns[static_cast<std::size_t>(aggregate::max)] + s.columns[static_cast<std::size_t>(aggregate::min)] > 0;
  if (extreme || s.limited) out.aggregates.wanted = extreme;
  out.groups.wanted = s.grouped;
  if (s.intersects || s.unites) out.intersects.wanted = s.intersects;
  return out;
}

/// Writes the SQL. False if the tables of some level are not connected.
inline bool write(interpretation& read, knowledge::lexicon const& names) {
  plan_writer writer(read.plan, names);
  auto sql = writer.write();
  if (!sql) return false;
  read.sql.swap(*sql);
  read.other_joins.swap(writer.other_joins_);
  return true;
}

/// Whether a plan, or one inside it, uses a table.
inline bool uses(plan const& p, std::uint32_t table) {
  std::vector<knowledge::column_id> used;
  add_names(used, p);
  return t2s::detail::has(used, knowledge::column_id{table});
}

/// Whether a plan uses every view that the question names. A view restricts the question ("animals on Kerry farms"), so no statement may
/// ignore it.
inline bool uses_named_views(plan const& p, material const& what, knowledge::lexicon const& names) {
  return t2s::detail::all_of(what.mentions, [&](mention const& m) {
    if (!m.is(kind::table)) return true;
    auto const table = m.options.front().where.table;
    return !names.schema().tables()[table].is_view || uses(p, table);
  });
}

/// Tables that are only named need not be joined.
inline bool write_without_tables(interpretation& read, material const& what, knowledge::lexicon const& names) {
  read.plan.tables.clear();
  read.score -= 0.5;
  return !tables_of(read.plan).empty() && uses_named_views(read.plan, what, names) && write(read, names);
}

/// The first of two adjacent mentions of tables with only "or" between them: "customers or suppliers".
inline std::optional<std::size_t> alternative_tables(material const& what) {
  auto const is_table = [&](mention const& m) { return m.is(kind::table) && m.options.front().score > 0.9; };
  for (std::size_t i = 0; i + 1 < what.mentions.size(); ++i) {
    auto const &a = what.mentions[i], &b = what.mentions[i + 1];
    bool const or_between = b.first == a.last + 1 && what.token(a.last).text == "or";
    if (or_between && is_table(a) && is_table(b) && a.options.front().where != b.options.front().where) return i;
  }
  return {};
}

/// Reads a question without one of its mentions.
inline interpretation read_without(std::size_t left_out, knowledge::lexicon const& names, material const& what,
                                   preferences const& preferred) {
  auto rest = material_of(*what.linked);  // compiles faster than a copy, and few questions need it
  t2s::detail::drop_at(rest.mentions, left_out);
  return read_question(names, rest, preferred);
}

/// The question about one of the tables, united with the same question about the other. Nothing if they would not return the same columns.
inline interpretation read_alternatives(knowledge::lexicon const& names, material const& what, preferences const& preferred) {
  auto const place = alternative_tables(what);
  if (!place) return {};
  auto first = read_without(*place + 1, names, what, preferred), second = read_without(*place, names, what, preferred);
  if (!first.found || !second.found) return {};
  auto const is_list = [](plan const& p) { return !p.both && !p.order && p.limit == 0 && !has_aggregates(p.select); };
  if (!is_list(first.plan) || !is_list(second.plan) || first.plan.select.size() != second.plan.select.size()) return {};
  if (tables_of(first.plan) == tables_of(second.plan)) return {};
  first.plan.both = inner_plan(std::move(second.plan));
  first.plan.unites = true;
  t2s::detail::drop_if(first.unread, [&](link::unread_part const& part) { return !t2s::detail::has(second.unread, part); });
  return first;
}

/// Tries first the normal reading, then one that joins nearer tables, then one without some named tables. No SQL if none of these can be
/// written.
inline interpretation write_question(knowledge::lexicon const& names, material const& what, preferences& preferred) {
  auto read = read_question(names, what, preferred);
  if (!read.found || !uses_named_views(read.plan, what, names)) return {};
  if (auto either = read_alternatives(names, what, preferred); either.found && write(either, names)) return either;
  if (write(read, names)) return read;
  preferred.within_reach = true;
  auto near = read_question(names, what, preferred);
  if (uses_named_views(near.plan, what, names) && write(near, names)) return near;
  if (write_without_tables(read, what, names)) return read;
  if (write_without_tables(near, what, names)) return near;
  return {};
}

/// Which links to keep.
enum class kept_links {
  named,      // all except those of views that tables match as well
  of_tables,  // none of views that are not named
  no_views,   // none of views
  of_views,   // only those of named views
};

/// Decides which words mean a view. A view repeats the columns of its tables, but no key connects it to others: it replaces them only if
/// the question names it.
class view_chooser {
 public:
  view_chooser(knowledge::lexicon const& names, link::links const& linked)
      : names_(names), linked_(linked), named_(names.schema().tables().size()) {
    for (std::size_t i = 0; i < linked.found.size(); ++i)
      if (auto const& l = linked.found[i]; l.is == kind::table && is_view(l) && !has_rival(l)) {
        named_[l.where.table] = true;
        named_at_.push_back(i);
      }
  }

  [[nodiscard]] static bool has_views(schema::database const& d) {
    return t2s::detail::any_of(d.tables(), [](schema::table const& t) { return t.is_view; });
  }

  /// The links to keep.
  [[nodiscard]] link::links chosen(kept_links which) const {
    link::links out{linked_.tokens, {}, linked_.text};
    for (auto const& l : linked_.found)
      if (which == kept_links::of_views   ? named_[l.where.table]
          : which == kept_links::no_views ? !is_view(l)
                                          : stays(l, which == kept_links::of_tables))
        out.found.push_back(l);
    return out;
  }

 private:
  [[nodiscard]] bool is_view(link::link const& l) const { return names_.schema().tables()[l.where.table].is_view; }

  static bool covers(link::link const& a, link::link const& b) { return a.first <= b.first && b.last <= a.last; }
  static std::size_t length(link::link const& a) { return a.last - a.first; }

  /// Whether a table matches the words of a view as well as the view.
  [[nodiscard]] bool has_rival(link::link const& view) const {
    return t2s::detail::any_of(linked_.found, [&](link::link const& t) {
      if (is_view(t) || t.last <= view.first || view.last <= t.first) return false;
      if (t.is != kind::table) return t.score + (view.score < 0.9 ? 0.2 : 0) > view.score && covers(t, view);
      return view.score < 0.9 || (t.score >= view.score && length(view) <= length(t));
    });
  }

  [[nodiscard]] bool stays(link::link const& l, bool strictly) const {
    if (is_view(l)) {
      if (named_[l.where.table]) return true;
      if (strictly || l.is == kind::table) return false;
      return !t2s::detail::any_of(
          linked_.found, [&](link::link const& t) { return !is_view(t) && t.is == l.is && covers(t, l) && t.score >= l.score - 0.05; });
    }
    if (l.is != kind::table) return true;
    return !t2s::detail::any_of(named_at_, [&](std::size_t i) {  // the "growers" of a view `old_growers`
      auto const& view = linked_.found[i];
      return covers(view, l) && length(view) > length(l);
    });
  }

  knowledge::lexicon const& names_;
  link::links const& linked_;
  std::vector<std::size_t> named_at_{};  // the links that name views
  std::vector<bool> named_;              // for each table, whether it is a view that the question names
};

/// `filled::assumed` of a plan.
inline std::vector<std::string> assumed_by(plan const& p, knowledge::lexicon const& names, link::links const& linked) {
  std::vector<std::string> all;
  auto const main = tables_of(p);
  auto const add = [&all](std::string text) {
    if (!t2s::detail::has(all, text)) all.push_back(std::move(text));
  };
  auto const is_named = [&](knowledge::column_id c) {
    return t2s::detail::any_of(linked.found, [c](link::link const& l) {
      bool const names_it = l.is == kind::table ? l.where.table == c.table : l.is == kind::column && l.where == c;
      return names_it && l.score >= 0.5;
    });
  };
  auto const column_score = [&](knowledge::column_id c) {
    double best = 0;
    for (auto const& l : linked.found)
      if (l.is == kind::column && l.where == c) best = std::max(best, l.score);
    return best;
  };
  auto const add_others = [&](condition const& c, auto fits) {  // nothing decides between two
    for (auto const& l : linked.found)
      if (l.is == kind::value && l.where != *c.left.what && c.operand == "'" + l.value + "'" && !names.is_foreign_key(l.where) &&
          fits(l.where))
        add(c.operand + " is also in " + names.table(l.where).name + "." + names.column(l.where).name);
  };
  for (auto const& c : p.where) {
    if (c.op != comparison::equal || c.nested || !c.left.what || !c.operand.starts_with('\'')) continue;
    auto const where = *c.left.what;
    add_others(c, [&](knowledge::column_id other) { return other.table == where.table && column_score(other) >= column_score(where); });
    if (is_named(where)) continue;
    add_others(c, [&](knowledge::column_id other) { return !is_named(other); });
    if (where.table == main.front()) continue;
    bool const plain = c.operand.find("''") == std::string::npos;
    if (plain && names.is_complete(where) && !names.holds(where, std::string_view(c.operand).substr(1, c.operand.size() - 2)))
      continue;  // a misspelt one was not found there
    add(c.operand + " was found in " + names.table(where).name + "." + names.column(where).name);
  }
  return all;
}

/// "The last lesson" does not name a column of last names.
inline void drop_ordinals(material& what, knowledge::lexicon const& names) {
  auto const word = [&](std::size_t t) { return t < what.size() ? std::string_view(what.token(t).text) : std::string_view(); };
  t2s::detail::drop_if(what.mentions, [&](mention const& m) {
    if (m.last != m.first + 1 || !m.is(kind::column) || !is_one_of(word(m.first), "first last")) return false;
    bool const ends = m.last >= what.size() || what.token(m.last).is != retrieve::token::kind::word;
    if (ends || is_one_of(word(m.last), "and or name names")) return false;
    return t2s::detail::any_of(names.item(m.options.front().where).words, [&](auto w) { return names.words()[w] == "name"; });
  });
}

/// "Goalkeepers" are those with this role, rather than rows of a table of goals.
inline void prefer_kinds(material& what, knowledge::lexicon const& names) {
  for (auto& m : what.mentions) {
    if (m.last != m.first + 1 || !m.is(kind::table) || m.options.front().score > 0.8) continue;
    auto const& token = what.token(m.first);
    auto const owner = retrieve::lemmas_of_name(names.table(m.options.front().where).name);
    auto const* stored = m.option(kind::value);
    if (!stored || stored->score < 0.6 || t2s::detail::has(owner, token.lemma)) continue;
    auto const table = m.options.front().where.table;
    t2s::detail::drop_if(m.options, [table](link::link const& o) { return o.is == kind::table && o.where.table == table; });
    stored = m.option(kind::value);
    for (auto k = static_cast<std::size_t>(stored - m.options.data()); k > 0; --k) std::swap(m.options[k], m.options[k - 1]);
  }
}

/// The only column of a table whose name has a unit.
inline std::optional<knowledge::column_id> column_of_unit(knowledge::lexicon const& names, std::uint32_t table, unit const& asked) {
  std::optional<knowledge::column_id> only;
  for (std::uint32_t c = 0; c < names.schema().tables()[table].columns.size(); ++c) {
    knowledge::column_id const id{table, c};
    auto const words = retrieve::lemmas_of_name(names.column(id).name);
    auto const* u = words.size() > 1 && !is_rate(words) ? find_unit(words.back()) : nullptr;
    if (!u || u->of != asked.of || u->size != asked.size) continue;
    if (only) return {};
    only = id;
  }
  return only;
}

/// "How many kilos", "the total kilometres": a unit without a number means the only column that counts it in each table.
inline void name_units(material& what, knowledge::lexicon const& names) {
  auto const is_named = [&](std::size_t t) {
    return t2s::detail::any_of(what.mentions, [t](mention const& m) { return m.first <= t && t < m.last; });
  };
  std::vector<unit const*> seen;  // each unit once, whatever the question repeats
  for (std::size_t t = 1; t < what.size(); ++t) {
    auto const* asked = find_unit(what.token(t).lemma);
    bool const measures = asked && !asked->abbreviation && (asked->of == dimension::weight || asked->of == dimension::length);
    auto const before = std::string_view(what.token(t - 1).text);
    bool const counted = what.token(t - 1).is == retrieve::token::kind::number || number_word(before) || is_one_of(before, "in per a an");
    if (!measures || counted || is_named(t) || t2s::detail::has(seen, asked)) continue;
    seen.push_back(asked);
    mention m{t, t + 1, {}, {}, {}};
    for (std::uint32_t table = 0; table < names.schema().tables().size(); ++table)
      if (auto const c = column_of_unit(names, table, *asked)) m.options.push_back({kind::column, *c, t, t + 1, 0.7, {}});
    if (m.options.empty()) continue;
    std::size_t place = 0;
    while (place < what.mentions.size() && what.mentions[place].first < t) ++place;
    t2s::detail::insert_at(what.mentions, place, std::move(m));
  }
}

/// Adds what `filled` says of rows without a value to a candidate of a plan.
inline void note_missing(filled& f, plan p, knowledge::lexicon const& names, bool breaks_ties) {
  auto column = require_zero(p, names);
  f.asks_for_zero = column.has_value();
  if (!column) column = require_value_of_order(p, names);
  auto sql = column ? to_sql(p, names, breaks_ties) : std::nullopt;
  if (!sql) return;
  f.with_values.swap(*sql);
  f.asks_for_missing = asks_for_rows(names, *column, f.asks_for_zero ? " = 0" : " IS NULL");
}

/// The order of candidates.
[[nodiscard]] inline bool is_before(filled const& a, filled const& b) {
  return a.score != b.score ? a.score > b.score : a.skeleton < b.skeleton;
}

/// `fill_skeletons` after the choice between views and tables.
inline std::vector<filled> filled_by(knowledge::lexicon const& names, link::links const& linked,
                                     std::span<scored_demonstration const> demonstrations, candidate_options const& options) {
  auto what = material_of(linked);
  drop_ordinals(what, names);
  prefer_kinds(what, names);
  name_units(what, names);
  auto const all = weighted_shapes(demonstrations, names.schema());
  std::vector<filled> out;
  std::vector<preferences> tried;
  auto const add = [&](preferences preferred, std::size_t skeleton) {
    if (t2s::detail::any_of(tried, [&](preferences const& p) { return p.decide_as(preferred); })) return;  // it would be the same SQL
    auto done = write_question(names, what, preferred);
    tried.push_back(preferred);
    if (!done.sql.empty() && options.breaks_ties)
      if (auto sorted = to_sql(done.plan, names, true)) done.sql.swap(*sorted);
    if (done.sql.empty() || t2s::detail::any_of(out, [&](filled const& f) { return f.sql == done.sql; })) return;
    double const against_the_question = out.empty() ? 0.0 : 0.3;
    double agreed = 0;
    for (auto const shape = shape_of(done.plan); auto const& b : all) agreed += b.weight * agreement(shape, b.wanted);
    double const score = done.score - against_the_question + options.skeleton_weight * agreed;
    auto assumed = assumed_by(done.plan, names, linked);
    filled f{std::move(done.sql), score, skeleton, std::move(done.unread), std::move(assumed), std::move(done.other_joins)};
    if (done.plan.order || done.plan.lists_values || !done.plan.where.empty())
      note_missing(f, std::move(done.plan), names, options.breaks_ties);
    std::size_t place = 0;
    while (place < out.size() && !is_before(f, out[place])) ++place;
    t2s::detail::insert_at(out, place, std::move(f));
  };
  add({}, 0);
  for (auto const& b : all) add(preferences_of(b.wanted), b.demonstration);
  while (out.size() > options.most) out.pop_back();
  return out;
}

/// Whether SQL gives one number: an aggregate, without groups and orders.
[[nodiscard]] inline bool gives_number(shape const& s) {
  std::size_t all = 0;
  for (auto const n : s.columns) all += n;
  return all == 1 && s.columns[0] == 0 && !s.grouped && !s.limited && !s.intersects && !s.unites;
}

/// Adds the parts that the reading of a part of a question ignores, at their places in the whole.
inline void add_unread_of(std::vector<link::unread_part>& all, filled const& part, std::string const& question) {
  for (auto u : part.unread) {
    auto const at = question.find(u.text);
    u.begin = at == question.npos ? 0 : at;
    u.end = at == question.npos ? question.size() : at + u.text.size();
    if (!t2s::detail::has(all, u)) all.push_back(std::move(u));
  }
}

/// The difference of two numbers that one question asks for. Nothing for other questions, or if the readings of the two parts differ in
/// more than a value or a table.
inline std::optional<filled> read_difference(knowledge::lexicon const& names, link::links const& linked, candidate_options const& options) {
  auto const asked = difference_splitter(linked).split();
  if (!asked) return {};
  auto const of = [&](std::string const& part) { return fill_skeletons(names, link::link_question(names, part), {}, options); };
  auto const from = of(asked.from), minus = of(asked.minus);
  if (from.empty() || minus.empty() || from.front().sql == minus.front().sql) return {};
  auto const &a = from.front(), &b = minus.front();
  shape one, other;
  sql::query room;
  if (!read_shape(one, a.sql, names.schema(), room) || !read_shape(other, b.sql, names.schema(), room)) return {};
  if (!gives_number(one) || one != other) return {};
  filled out{"SELECT (" + a.sql + ") - (" + b.sql + ")", std::min(a.score, b.score)};
  for (auto const* part : {&a, &b}) {
    add_unread_of(out.unread, *part, linked.text);
    for (auto const& x : part->assumed)
      if (!t2s::detail::has(out.assumed, x)) out.assumed.push_back(x);
    for (auto const& x : part->other_joins)
      if (!t2s::detail::has(out.other_joins, x)) out.other_joins.push_back(x);
  }
  return out;
}

}  // namespace detail

T2S_DECL std::vector<filled> fill_skeletons(knowledge::lexicon const& names, link::links const& linked,
                                            std::span<scored_demonstration const> demonstrations, candidate_options const& options) {
  if (linked.tokens.size() > options.words) return {};
  if (auto both = detail::read_difference(names, linked, options)) return {std::move(*both)};
  if (!detail::view_chooser::has_views(names.schema())) return detail::filled_by(names, linked, demonstrations, options);
  detail::view_chooser const views(names, linked);
  using enum detail::kept_links;
  for (auto const which : {named, of_tables, no_views, of_views})
    if (auto found = detail::filled_by(names, views.chosen(which), demonstrations, options); !found.empty()) return found;
  return {};
}

}  // namespace t2s::reader

#endif
