// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_IMPL_SEARCH_IPP
#define T2S_GENERATE_REPAIRS_IMPL_SEARCH_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/repairs/drafts.hpp"
#include "t2s/generate/repairs/forms.hpp"
#include "t2s/generate/repairs/impl/token_edits.hpp"
#include "t2s/generate/repairs/joins.hpp"
#include "t2s/generate/repairs/literals.hpp"
#include "t2s/generate/repairs/problems.hpp"
#include "t2s/generate/repairs/search.hpp"
#include "t2s/generate/repairs/texts.hpp"
#include "t2s/reader/candidates.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/visit.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace t2s::generate {

T2S_DECL std::string repair_outcome::why() const {
  std::string out;
  for (auto const& s : steps) out.append(out.empty() ? "" : "; ").append(s.why);
  return out;
}

namespace repairs {
namespace detail {

inline constexpr std::size_t most_states = 200;    // of a search that are looked at
inline constexpr std::size_t most_stopped = 2;     // statements that ran until they were stopped: a third will too
inline constexpr std::size_t most_proposals = 12;  // of one state
inline constexpr double cost_of_reading = 1.0;     // of reading the question without the statement
inline constexpr double fallback_margin = 0.3;     // how much farther rows are looked for once a statement runs

/// Whether a failure is one of the statement's words; what was stopped or forbidden may be right.
inline bool is_of_words(failure const& f) {
  switch (f.code) {
    case errc::sql_syntax:
    case errc::no_such_table:
    case errc::no_such_column:
    case errc::ambiguous_column:
    case errc::no_such_function:
    case errc::misuse_of_aggregate:
    case errc::wrong_argument_count:
    case errc::several_statements:
    case errc::no_statement:
    case errc::sql_failed: return true;
    default: return false;
  }
}

/// Whether a statement that was repaired after a failure may rightly give no rows: its own conditions leave none. A join that was added
/// where nothing else leaves rows out, and the question read anew, are worth nothing without rows.
inline bool may_be_empty(std::vector<repair_step> const& steps) {
  auto const is = [&](repair_kind k) { return std::ranges::find(steps, k, &repair_step::what) != steps.end(); };
  if (is(repair_kind::reading)) return false;
  if (!is(repair_kind::joined_table)) return true;
  auto const parsed = sql::parse(steps.back().sql);
  return parsed && (!sql::all_of(parsed->root(), sql::kind::where).empty() || !sql::all_of(parsed->root(), sql::kind::having).empty());
}

/// Whether nothing but literals was put in the form that is stored.
inline bool is_of_literals(std::vector<repair_step> const& steps) {
  return std::ranges::all_of(steps, [](repair_step const& s) { return s.what == repair_kind::literal_form; });
}

/// The texts and numbers of a statement, which need not parse.
inline std::set<std::string> literals_of(std::string const& sql) {
  std::set<std::string> all;
  for (auto const& t : tokens_of(sql))
    if (t.kind == sql::token_kind::string || t.kind == sql::token_kind::number) all.insert(text::lower(t.view()));
  return all;
}

/// The columns that a statement, which need not parse, names of the tables that it names.
inline std::set<std::string> columns_in(std::string const& sql, schema::database const& d) {
  auto const tokens = tokens_of(sql);
  std::set<std::string> all;
  for (auto const& t : tokens) {
    auto const* table = d.find_table(without_quotes(t));
    if (!table) continue;
    for (auto const& other : tokens)
      if (auto const* c = table->find_column(without_quotes(other))) all.insert(c->name);
  }
  return all;
}

/// Whether the end of a statement is missing, perhaps within a text: it says less than it was to say.
inline bool is_cut_off(std::string const& sql) {
  auto const parsed = sql::parse(sql);
  if (parsed) return false;
  auto const tokens = tokens_of(sql);
  return parsed.error().found.empty() || (!tokens.empty() && tokens.back().kind == sql::token_kind::illegal);
}

/// Whether a reading of the question may stand for a whole statement. One that does without words of the question must compare with all
/// that the statement compares with; one of other columns than those that the statement names of known tables is of something else.
inline bool is_like(reader::filled const& reading, std::string const& statement, schema::database const& d) {
  if (is_cut_off(statement)) return true;
  auto const columns = columns_in(statement, d), literals = literals_of(statement);
  auto const own = columns_in(reading.sql, d);
  if (!columns.empty() && std::ranges::none_of(columns, [&](auto const& c) { return own.contains(c); })) return false;
  return reading.unread.empty() || (!literals.empty() && std::ranges::includes(literals_of(reading.sql), literals));
}

/// Whether a result tells nothing: no row, or one of nothing but nulls and zeros.
inline bool says_nothing(db::rows const& rows) {
  if (rows.empty()) return true;
  return rows.values.size() == 1 && std::ranges::all_of(rows.values.front(), [](value const& v) { return v.is_null() || v == value(0); });
}

}  // namespace detail

T2S_DECL search::search(link::lexicon const& names, std::string sql, std::string_view question, repair_options const& options)
    : names_(names), question_(question), options_(options), original_{std::move(sql), 0, {}} {
  if (!question.empty()) linked_ = link::link_question(names, question);
  known_ = {&names.schema(), &names.connected(), &names, question.empty() ? nullptr : &linked_};
}

T2S_DECL std::optional<std::string> search::next() {
  if (over_) return {};
  if (aim_ == aim::unknown) {
    asked_ = original_;
    return asked_->sql;
  }
  for (; executed_ < options_.statements && looked_at_ < detail::most_states; ++looked_at_) {
    auto s = take();
    if (!s) break;
    if (!prepare(*s)) continue;
    asked_ = std::move(*s);
    return asked_->sql;
  }
  over_ = true;
  return {};
}

/// Whether a state can be executed: what does not parse or resolve makes way for its repairs.
T2S_DECL bool search::prepare(state const& s) {
  auto parsed = sql::parse(s.sql);
  if (!parsed) {
    if (auto read = read_anyhow(s.sql, names_.schema(), options_.dialects)) add(s, {*std::move(read)}, 1);
    return false;
  }
  statement const means(*std::move(parsed), names_.schema());
  if (means.means().ok()) return true;
  expand_failing(s, means);
  return false;
}

T2S_DECL std::optional<search::state> search::take() {
  auto const least = std::ranges::min_element(open_, {}, [](state const& s) { return s.cost; });
  bool const none = least == open_.end() || least->cost > limit();
  bool const far = none || least->cost >= detail::cost_of_reading;
  if (far && !best_ && aim_ == aim::to_run && options_.reads && !read_) {
    add_readings();
    return take();
  }
  if (none) return {};
  auto found = std::move(*least);
  open_.erase(least);
  return found;
}

T2S_DECL double search::limit() const {
  bool const has_rows = first_ && !first_->failure && !first_->rows.empty();
  if (has_rows && !options_.aggressive) return std::min(options_.farthest_empty, cost_of_spelling);  // a count of nothing may be right
  if (aim_ != aim::to_run) return options_.farthest_empty;
  return best_ ? std::min(options_.farthest, best_->cost + detail::fallback_margin) : options_.farthest;
}

T2S_DECL void search::learn(db::execution done) {
  ++executed_;
  if (aim_ == aim::unknown) return first_outcome(std::move(done));
  if (done.failure && done.failure->code == errc::row_limit) return accept(std::move(done));  // it runs
  if (done.failure) {
    over_ = done.failure->code == errc::time_limit && ++stopped_ == detail::most_stopped;
    return;
  }
  bool const meant = aim_ == aim::to_be_sure && detail::is_of_literals(asked_->steps);  // the rows before met no condition
  if (meant || !detail::says_nothing(done.rows)) return accept(std::move(done));
  if (aim_ == aim::to_run && !best_ && detail::may_be_empty(asked_->steps)) {
    best_ = *asked_;
    best_outcome_ = std::move(done);
  }
  expand_running(*asked_);
}

T2S_DECL void search::first_outcome(db::execution done) {
  first_ = std::move(done);
  seen_.insert(original_.sql);
  if (first_->failure) {
    over_ = !detail::is_of_words(*first_->failure);
    aim_ = aim::to_run;
    open_.push_back(original_);
    return;
  }
  bool const silent = detail::says_nothing(first_->rows);
  aim_ = silent ? aim::to_give_rows : aim::to_be_sure;
  expand_running(original_);
}

T2S_DECL void search::accept(db::execution done) {
  best_ = *asked_;
  best_outcome_ = std::move(done);
  over_ = true;
}

T2S_DECL void search::expand_failing(state const& from, statement const& s) {
  add(from, for_problem(s, known_, s.means().problems.front()), detail::most_proposals);
}

/// Repairs of a statement that runs. Of one that gives rows only comparisons are looked at that no row that was read can meet as meant.
T2S_DECL void search::expand_running(state const& from) {
  auto parsed = sql::parse(from.sql);
  if (!parsed) return;
  statement const s(*std::move(parsed), names_.schema());
  proposals found;
  propose_literals(s, known_, found, aim_ == aim::to_be_sure);
  if (aim_ != aim::to_be_sure || options_.aggressive) propose_texts(s, known_, found);
  if (aim_ != aim::to_be_sure) {
    propose_keys(s, known_, nullptr, found);
    propose_intersections(s, found);
  }
  add(from, std::move(found), detail::most_proposals);
}

T2S_DECL void search::add(state const& from, proposals found, std::size_t most) {
  std::ranges::sort(found, {}, [](proposal const& p) { return std::pair(p.cost, std::string_view(p.sql)); });
  for (auto& p : found) {
    if (most == 0 || open_.size() >= detail::most_states) return;
    if (!seen_.insert(p.sql).second) continue;
    --most;
    state next{p.sql, from.cost + std::max(p.cost, 0.01), from.steps};
    next.steps.push_back({p.what, std::move(p.why), std::move(p.sql)});
    open_.push_back(std::move(next));
  }
}

/// The question is read as if there were no statement.
T2S_DECL void search::add_readings() {
  read_ = true;
  if (!known_.linked) return;
  auto const candidates = reader::fill_skeletons(names_, linked_, {});
  double cost = detail::cost_of_reading;
  for (auto const& c : candidates) {
    if (!detail::is_like(c, original_.sql, names_.schema())) continue;
    if (!seen_.insert(c.sql).second) continue;
    repair_step step{repair_kind::reading, "no repair of the statement is near: the question is read without it", c.sql};
    for (auto const& part : c.unread) step.not_read.push_back(question_.substr(part.begin, part.end - part.begin));
    open_.push_back({c.sql, cost, {std::move(step)}});
    cost += 0.05;
  }
}

T2S_DECL repair_outcome search::outcome() && {
  if (best_) return {std::move(best_->sql), std::move(best_->steps), std::move(best_outcome_), executed_};
  return {std::move(original_.sql), {}, std::move(first_), executed_};
}

}  // namespace repairs
}  // namespace t2s::generate

#endif
