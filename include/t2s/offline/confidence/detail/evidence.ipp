// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_EVIDENCE_IPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_EVIDENCE_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/db/detail/same_answer.hpp"
#include "t2s/offline/confidence/detail/answer_amount.hpp"
#include "t2s/offline/confidence/detail/answer_form.hpp"
#include "t2s/offline/confidence/detail/asked_places.hpp"
#include "t2s/offline/confidence/detail/evidence.hpp"
#include "t2s/offline/confidence/detail/evidence_list.hpp"
#include "t2s/offline/confidence/detail/learned_weights.hpp"
#include "t2s/offline/confidence/detail/question_evidence.hpp"
#include "t2s/offline/confidence/detail/used_in_sql.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::confidence {
namespace detail {

using table = std::vector<std::vector<value>>;

inline bool has_null(table const& rows) {
  return t2s::detail::any_of(rows, [](auto const& row) { return t2s::detail::any_of(row, [](value const& v) { return v.is_null(); }); });
}

/// Whether some row is equal to one of the first rows.
inline bool repeats(table const& rows) {
  auto const end = rows.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(rows.size(), 100));
  for (auto i = rows.begin(); i != end; ++i)
    if (std::find(i + 1, end, *i) != end) return true;
  return false;
}

/// Whether groups have the same names: "the amount for each sponsor" by contracts, of which a sponsor has several.
inline bool repeats_groups(table const& rows, used_in_sql const& used) {
  auto const stored = used.results();
  if (!used.groups() || rows.empty() || rows.front().size() != stored.size() ||
      t2s::detail::all_of(stored, [](auto const& c) { return !c; }))
    return false;
  table names;
  for (auto const& row : rows | std::views::take(100)) {
    auto& kept = names.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i)
      if (stored[i]) kept.push_back(row[i]);
  }
  return repeats(names);
}

/// Evidence from the execution.
inline void add_outcome(db::execution const* outcome, evidence_list& out) {
  out.note_if("not_executed", !outcome);
  if (!outcome) return;
  if (!outcome->ok()) {
    out.note_if("fails", true);
    out.limit(0.05);  // it has no result
    return out.say("the SQL fails: " + outcome->failure->message);
  }
  auto const& rows = outcome->rows.values;
  if (rows.empty()) {
    out.note_if("no_rows", true);
    return out.say("the SQL gives no row");
  }
  bool const single = rows.size() == 1 && rows.front().size() == 1;
  value const first = single ? rows.front().front() : value("");
  if (first.is_null()) out.say("the result is one NULL");
  out.note_if("one_value", single);
  out.note_if("one_null", first.is_null());
  out.note_if("one_zero", first.integer() && *first.integer() == 0);
  out.note_if("nulls", !single && has_null(rows));
  out.note_if("many_rows", rows.size() > 50);
  out.note_if("repeated_rows", repeats(rows));
}

/// Evidence from lint.
inline void add_findings(std::span<sql::finding const> findings, bool is_own, evidence_list& out) {
  std::size_t wrong = 0, style = 0;
  for (auto const& f : findings) {
    bool const makes_wrong = f.how == sql::severity::wrong_making;
    ++(makes_wrong ? wrong : style);
    if (f.rule == sql::lint_rule::nulls_first) {  // whoever asks for the cheapest does not mean what has no price
      out.limit(evidence_list::uncertain);
      out.say(f.why);
    }
    if (makes_wrong) out.say(f.why);
  }
  out.note_count("lint_wrong", "lint_wrong_more", wrong);
  if (is_own && wrong > 0) out.limit(evidence_list::doubtful);  // a reading with one is right one time in five
  out.note_if("lint_style", style > 0);
}

/// Evidence from the parts that the best reading ignores.
inline void add_unread(reader::filled const& best, bool is_own, evidence_list& out) {
  std::array<std::size_t, 3> counts{};
  for (auto const& part : best.unread) {
    ++counts[static_cast<std::size_t>(part.role)];
    if (is_own && part.matters()) out.lacks_part(part.text);
  }
  out.note_count("restriction_unread", "restrictions_unread", counts[0]);
  out.note_count("demand_unread", "demands_unread", counts[1]);
  out.note_count("word_unread", "words_unread", counts[2]);
  out.note_count("assumed", "assumed_more", best.assumed.size());
  out.note_if("other_joins", !best.other_joins.empty());
  if (!is_own) return;
  for (auto const& place : best.assumed) out.say(place + ", which the question does not name");
  for (auto const& join : best.other_joins) out.say("it may mean: " + join);
}

inline bool same(std::optional<db::execution> const& a, db::execution const* b) {
  return a && b && a->ok() && b->ok() && db::same_answer(a->rows, b->rows);
}

/// Whether other readings agree with the best one. One that is nearly as good is reported to the user.
inline void add_rivals(std::span<executed_reading const> readings, evidence_list& out) {
  auto const& best = readings.front();
  double margin = 4;
  for (auto const& r : readings.subspan(1)) {
    if (same(r.outcome, best.outcome ? &*best.outcome : nullptr)) continue;
    auto const behind = best.read.score - r.read.score;
    if (behind < std::min(margin, 0.5)) out.say("it may also be read as: " + r.read.sql);
    margin = std::min(margin, behind);
  }
  out.note_if("readings_differ", margin < 4);
  out.note("margin", std::max(margin, 0.0));
}

/// Whether SQL of another origin has the result of a reading.
inline void add_agreement(subject const& s, evidence_list& out) {
  auto const& best = s.readings.front();
  bool const agrees = same(best.outcome, s.outcome), whole = best.read.unread.empty();
  bool const other = t2s::detail::any_of(s.readings, [&](executed_reading const& w) { return same(w.outcome, s.outcome); });
  out.note_if("reading_agrees", agrees);
  out.note_if("whole_reading_agrees", agrees && whole);
  out.note_if("other_reading_agrees", !agrees && other);
  out.note_if("whole_reading_differs", !agrees && whole);
  if (!agrees && s.outcome && s.outcome->ok()) out.say("the question read without a model leads to another result");
}

/// Whether the SQL has the opposite of a condition of the best reading.
inline void add_opposite(subject const& s, used_in_sql const& used, evidence_list& out) {
  auto const& names = *s.asked->names;
  used_in_sql const best(s.readings.front().read.sql, names);
  if (!best.resolved()) return;
  auto const asked = best.conditions();
  auto const* turned = asked.opposite_in(used.conditions());
  out.note_if("opposite_condition", turned);
  if (!turned) return;
  out.limit(0.6);  // about half of published SQL with one is right
  auto const of = turned->column ? names.table(*turned->column).name + "." + names.column(*turned->column).name : "the number of rows";
  out.say("the question seems to ask for the opposite condition on " + of);
}

/// The reading that the SQL is, also as it was before the stored values decided; else nullptr.
inline executed_reading const* own_reading(subject const& s) {
  return t2s::detail::find_if(s.readings, [&](executed_reading const& w) { return w.read.sql == s.sql || w.read.before_values == s.sql; });
}

/// The reading that the SQL is, else the best one. There must be one.
inline reader::filled const& reading_of(subject const& s) {
  auto const* own = own_reading(s);
  return (s.read && own ? *own : s.readings.front()).read;
}

/// The SQL as the question led to it: a reading without the condition that its first rows have a value, which is no part of the question.
inline std::string_view asked_sql(subject const& s) {
  auto const* own = own_reading(s);
  return s.read && own && !own->read.before_values.empty() ? std::string_view(own->read.before_values) : s.sql;
}

/// The ignored parts that are not yet known to be missing: of SQL that the question itself led to, those that may change nothing.
inline std::vector<link::unread_part> open_parts(subject const& s) {
  if (s.readings.empty()) return {};
  auto parts = reading_of(s).unread;
  if (s.read) std::erase_if(parts, [](link::unread_part const& p) { return p.matters(); });
  return parts;
}

inline void add_readings(subject const& s, evidence_list& out) {
  out.note_if("no_reading", s.readings.empty());
  if (s.readings.empty()) return;
  auto const& read = reading_of(s);
  add_unread(read, s.read, out);
  out.note("reading_score", std::clamp(read.score, -4.0, 4.0));
  add_rivals(s.readings, out);
  if (!s.read) add_agreement(s, out);
}

/// In what the rows are not what the question asks for; "" if nothing is seen.
inline std::string_view fault_of_rows(answer_form const& form, table const& rows, used_in_sql const& used) {
  if (used.chooses_groups() && has_null(rows)) return "one of the groups has no value";
  if (rows.size() < 2) return {};
  if (form.asks_what_it_was()) return "the question may ask for the sum";
  if (form.may_repeat() && repeats(rows)) return "a value may be wanted once, or as often as it occurs";
  if (form.asks_for_each() && repeats_groups(rows, used)) return "several groups are called the same";
  if (form.shows_text_of_rows() && repeats(rows)) return "the result does not tell the rows apart";
  return {};
}

/// Whether the result is of the kind that the question asks for. Rows without a value are no maker of "which makers have eight objects?".
inline void add_form(subject const& s, used_in_sql const& used, evidence_list& out) {
  answer_form const form(*s.asked, used);
  auto fault = s.outcome && s.outcome->ok() ? fault_of_rows(form, s.outcome->rows.values, used) : std::string_view();
  if (fault.empty()) fault = form.fault();
  if (fault.empty()) fault = answer_amount(*s.asked, used).fault();
  if (fault.empty()) return;
  out.note_if("other_form", true);
  out.limit(evidence_list::uncertain);
  out.say(std::string(fault));
}

/// The estimate of a statement that a follow-up question changed, provided that the one before was right: its own words say little of what
/// the statement has. It is never certain: too few such answers were measured (docs/conversations.md).
inline estimated estimate_of_follow_up(reader::filled const& read, subject const& s) {
  evidence found;
  found.most = evidence_list::uncertain;
  evidence_list out(found);
  for (auto const& p : read.unread)
    if (p.matters()) out.lacks_part(p.text);
  for (auto const& place : read.assumed) out.say(place + ", which the question does not name");
  for (auto const& join : read.other_joins) out.say("it may mean: " + join);
  auto const said = found.missing.size();
  add_outcome(s.outcome, out);
  if (found.missing.size() > said) out.limit(evidence_list::doubtful);  // it fails, or has no row
  add_findings(s.findings, true, out);
  return estimated(found.most, std::move(found.missing));
}

/// Whether what is shown, sorted by and grouped by is in its place.
inline void add_places(subject const& s, used_in_sql const& used, evidence_list& out) {
  auto const at = asked_places(*s.asked, used).misplaced();
  if (!at) return;
  out.limit(evidence_list::uncertain);
  out.say("no column in its place stands for \"" + s.asked->found.tokens[*at].text + "\"");
}

inline void add_size(used_in_sql const& used, evidence_list& out) {
  if (used.only_repeats()) {
    out.limit(evidence_list::doubtful);
    out.say("the result only repeats what the condition gives");
  }
  out.note_count("joined_table", "joined_tables", used.tables().size() > 1 ? used.tables().size() - 1 : 0);
  out.note_count("nested", "nested_more", used.selects() - 1);
}

inline void add_votes(std::optional<double> agreement, evidence_list& out) {
  if (!agreement) return;
  out.note_if("alone", *agreement == 0);
  out.note("voted", *agreement);
  if (*agreement < 0.5) out.say("most other candidates give another result");
}

}  // namespace detail

T2S_DECL evidence evidence_for(subject const& s) {
  evidence found;
  found.read = s.read;
  detail::evidence_list out(found);
  out.note_if("always", true);
  detail::add_outcome(s.outcome, out);
  auto const sql = detail::asked_sql(s);
  detail::used_in_sql const used(sql, *s.asked->names);
  if (used.resolved()) {
    detail::add_findings(s.findings, s.read, out);
    detail::add_readings(s, out);
    if (!s.read && !s.readings.empty()) detail::add_opposite(s, used, out);
    detail::question_evidence words(*s.asked, sql, used, out);
    words.collect();
    words.of_ignored(detail::open_parts(s));
    detail::add_form(s, used, out);
    detail::add_places(s, used, out);
    detail::add_size(used, out);
  } else {
    out.note_if("not_resolved", true);
    detail::add_readings(s, out);
  }
  detail::add_votes(s.agreement, out);
  return found;
}

T2S_DECL double probability_by(evidence const& e) {
  double sum = 0;
  for (auto const& p : e.pieces)
    for (auto const& w : detail::learned_weights)
      if (w.of == p.of) sum += p.value * (e.read ? w.reading : w.other);
  return std::clamp(1 / (1 + std::exp(-sum)), 0.01, e.most);
}

T2S_DECL estimated estimate(subject const& s) {
  if (auto const* own = s.read ? detail::own_reading(s) : nullptr; own && !own->read.follows.empty())
    return detail::estimate_of_follow_up(own->read, s);
  auto found = evidence_for(s);
  estimated out(probability_by(found), std::move(found.missing));
  if (out.is_uncertain() && out.missing.empty())
    out.missing.emplace_back("too little is known about how the SQL follows from the question");
  return out;
}

}  // namespace t2s::confidence

#endif
