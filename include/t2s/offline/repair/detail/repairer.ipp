// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_REPAIRER_IPP
#define T2S_OFFLINE_REPAIR_DETAIL_REPAIRER_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/offline/repair/detail/nearest_repair.hpp"
#include "t2s/offline/repair/detail/problem_rules.hpp"
#include "t2s/offline/repair/detail/result_rules.hpp"
#include "t2s/offline/repair/detail/rules/drafts.hpp"
#include "t2s/offline/repair/detail/rules/foreign_forms.hpp"
#include "t2s/offline/repair/detail/rules/readings.hpp"
#include "t2s/offline/repair/detail/rules/strict.hpp"
#include "t2s/offline/repair/detail/translated.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace t2s::repair {

inline constexpr std::size_t most_states = 200;    // states of a search that are examined
inline constexpr std::size_t most_stopped = 2;     // statements stopped by a limit: a third one would be, too
inline constexpr std::size_t most_proposals = 12;  // for one state
inline constexpr double cost_of_reading = 1.0;     // of reading the question without the statement
inline constexpr double fallback_margin = 0.3;     // how much farther to search for rows once a statement runs

/// Whether a failure is about the statement's words, from `sql_syntax` to `no_statement`; a stopped or forbidden statement may be right.
inline bool is_of_words(failure const& f) {
  return (f.code >= errc::sql_syntax && f.code <= errc::no_statement) || f.code == errc::sql_failed;
}

inline bool has_step(std::vector<repair_step> const& steps, repair_kind k) {
  return t2s::detail::any_of(steps, [k](repair_step const& s) { return s.what == k; });
}

/// Whether a statement repaired after a failure may correctly return no rows: its own conditions exclude them all. A result without rows
/// has no value if the only restriction is an added join, or if the question was read instead.
inline bool may_be_empty(std::vector<repair_step> const& steps, schema::database const& d) {
  if (has_step(steps, repair_kind::reading)) return false;
  if (!has_step(steps, repair_kind::joined_table)) return true;
  auto const parsed = sql::parse(steps.back().sql, d);
  return parsed && (!sql::all_of(parsed->root(), sql::kind::where).empty() || !sql::all_of(parsed->root(), sql::kind::having).empty());
}

/// Whether a result says nothing: no row, or only one of nulls and zeros.
inline bool is_void(db::rows const& rows) {
  if (rows.empty()) return true;
  if (rows.values.size() != 1) return false;
  return !t2s::detail::any_of(rows.values.front(), [&](auto const& v) { return !v.is_null() && v != value(0); });
}

/// The problem to repair first; nullptr if there is none. Name resolution knows only SQLite's functions and grouping rules.
inline sql::problem const* first_problem(statement const& s, known_facts const& known) {
  for (auto const& p : s.means().problems) {
    bool const of_names =
        p.what.code == errc::no_such_table || p.what.code == errc::no_such_column || p.what.code == errc::ambiguous_column;
    if (of_names || known.dialect() == sql::dialect::sqlite) return &p;
  }
  return nullptr;
}

/// What to do about a statement that no rule mends: several keys fit a join, another dialect's form, variables that count rows.
inline std::string remedy_for(std::string const& sql, known_facts const& known) {
  if (auto form = untranslated_form(sql, *known.schema); !form.empty()) return form;
  if (auto parsed = sql::parse(sql, *known.schema)) {
    statement const s(*std::move(parsed), *known.schema);
    auto const* problem = first_problem(s, known);
    auto const keys = problem && problem->what.code == errc::no_such_column ? undecided_keys(s, known, *problem->at) : std::string();
    if (!keys.empty()) return "the keys are " + keys + "; the name does not say which";
  }
  return remedy_for_variables(sql);
}

struct detail::repair_search::state {
  /// A statement that may be executed, and the steps to it.
  struct place {
    std::string sql{};
    double cost = 0;
    std::vector<repair_step> steps{};
    bool was_executed = false;
  };
  enum class aim { unknown, to_run, to_give_rows, to_be_sure };

  state(knowledge::lexicon const& lexicon, std::string sql, std::string_view q, repair_options const& o)
      : names(lexicon), question(q), options(o), original{std::move(sql)} {
    if (!question.empty()) linked = link::link_question(names, question);
    known = {&names.schema(), &names.connected(), &names, question.empty() ? nullptr : &linked};
    known.in_own_dialect = &repair::in_own_dialect;
  }

  std::optional<std::string> next() {
    if (over) return {};
    if (goal == aim::unknown) {
      asked = original;
      return asked->sql;
    }
    for (; executed < options.statements && looked_at < most_states; ++looked_at) {
      auto p = take();
      if (!p) break;
      if (!can_be_executed(*p)) continue;
      asked = std::move(*p);
      return asked->sql;
    }
    over = true;
    return {};
  }

  /// Replaces a statement that does not parse or resolve by its repairs.
  bool can_be_executed(place const& p) {
    auto parsed = sql::parse(p.sql, names.schema());
    if (!parsed) {
      if (auto read = draft_reader(names.schema(), options.dialects).read(p.sql)) add(p, {*std::move(read)});
      return false;
    }
    if (auto counted = with_digits_for_names(p.sql, names.schema(), false); counted != p.sql) {
      add(p, {{repair_kind::draft, 0.02, std::move(counted), std::string(why_digits)}});
      return false;
    }
    statement const s(*std::move(parsed), names.schema());
    auto const* problem = first_problem(s, known);
    if (problem && !is_read_as_name(p.sql, s.query().grammar())) {
      proposals found;
      propose_swallowed_clauses(s, known, found);  // first of all: printed from the tree, the clause is a name with AS
      if (found.empty()) propose_for_problem(s, known, *problem, found);
      if (found.empty() && problem->what.code == errc::no_such_function && lacking.empty()) lacking = problem->what.subject;
      add(p, std::move(found));
    }
    return !problem && !p.was_executed;
  }

  /// The open state of least cost.
  std::optional<place> take() {
    auto const least = std::min_element(open.begin(), open.end(), [](place const& a, place const& b) { return a.cost < b.cost; });
    bool const none = least == open.end() || least->cost > limit();
    bool const far = none || least->cost >= cost_of_reading;
    if (far && !best && goal == aim::to_run && options.reads && !was_read) {
      add_readings();
      return take();
    }
    if (none) return {};
    auto found = std::move(*least);
    open.erase(least);
    return found;
  }

  [[nodiscard]] double limit() const {
    bool const has_rows = first && !first->failure && !first->rows.empty();
    auto const spelling = std::min(options.farthest_empty, repair_options::spelling);
    if (was_settled) return best->cost + spelling;
    if (has_rows && !options.aggressive) return spelling;  // a count of 0 may be right
    if (goal != aim::to_run) return options.farthest_empty;
    return best ? std::min(options.farthest, best->cost + fallback_margin) : options.farthest;
  }

  void learn(db::execution done) {
    ++executed;
    if (goal == aim::unknown) return first_outcome(std::move(done));
    if (done.failure && done.failure->code == errc::row_limit) return accept(std::move(done));  // it runs
    if (done.failure) {
      over = done.failure->code == errc::time_limit && ++stopped == most_stopped;
      expand_failed(*asked, *done.failure);
      return;
    }
    if (goal == aim::to_be_sure && is_by_form()) return settle(std::move(done));
    if (!is_void(done.rows)) return goal == aim::to_run ? settle(std::move(done)) : accept(std::move(done));
    if (goal == aim::to_run && !best && may_be_empty(asked->steps, names.schema())) {
      best = *asked;
      best_outcome = std::move(done);
    }
    expand_running(*asked);
  }

  void first_outcome(db::execution done) {
    first = std::move(done);
    seen.insert(original.sql);
    if (first->failure) {
      over = !is_of_words(*first->failure);
      goal = aim::to_run;
      open.push_back(original);
      open.back().was_executed = known.dialect() != sql::dialect::sqlite;
      expand_failed(original, *first->failure);
      return;
    }
    goal = is_void(first->rows) ? aim::to_give_rows : aim::to_be_sure;
    known.has_rows = goal == aim::to_be_sure;
    expand_running(original);
  }

  /// Whether the last step changes what is plainly not meant as it is written, whatever the rows: the earlier ones satisfied no condition.
  [[nodiscard]] bool is_by_form() const {
    auto const what = asked->steps.back().what;
    return what == repair_kind::literal_form || what == repair_kind::draft || what == repair_kind::dialect;
  }

  /// Keeps a repaired statement that runs, and looks for what it still has of that kind.
  void settle(db::execution done) {
    best = *asked;
    best_outcome = std::move(done);
    goal = aim::to_be_sure;
    known.has_rows = was_settled = true;
    open.clear();
    expand_running(*asked);
  }

  void accept(db::execution done) {
    best = *asked;
    best_outcome = std::move(done);
    over = true;
  }

  void expand_running(place const& from) {
    auto parsed = sql::parse(from.sql, names.schema());
    if (!parsed) return;
    statement const s(*std::move(parsed), names.schema());
    auto const after = goal != aim::to_be_sure ? result::no_rows : options.aggressive && !was_settled ? result::doubted_rows : result::rows;
    proposals found;
    for (auto const& rule : result_rules)
      if (rule.after <= after) rule.propose(s, known, found);
    add(from, std::move(found));
  }

  /// What SQLite accepts and this engine rejects.
  void expand_failed(place const& from, failure const& why) {
    if (known.dialect() == sql::dialect::sqlite) return;
    auto parsed = sql::parse(from.sql, names.schema());
    if (!parsed) return;
    statement const s(*std::move(parsed), names.schema());
    if (first_problem(s, known)) return;
    proposals found;
    propose_for_failure(s, why, found);
    if (auto own = in_own_dialect(s.query(), names.schema(), {}); own && !own->why.empty()) found.push_back(*std::move(own));
    if (why.code == errc::no_such_function || why.code == errc::sql_failed) propose_translations(from, found);
    add(from, std::move(found));
  }

  /// The statement is in another dialect, by its functions or by what it assumes.
  void propose_translations(place const& from, proposals& into) const {
    if (options.dialects.empty()) return;
    std::vector<sql::grammar> others{sql::sqlite};
    others.insert(others.end(), options.dialects.begin(), options.dialects.end());
    for (auto const& g : others) {
      auto const read = g.dialect != known.dialect() ? sql::parse(from.sql, {.grammar = g}) : sql::parsed(sql::syntax_error{});
      auto found = read ? translated(*read, names.schema()) : std::nullopt;
      if (!found || found->sql == from.sql) continue;
      found->cost += 0.01;
      into.push_back(*std::move(found));
    }
  }

  void add(place const& from, proposals found) {
    t2s::detail::sort(found, [](proposal const& a, proposal const& b) { return a.cost != b.cost ? a.cost < b.cost : a.sql < b.sql; });
    std::size_t added = 0;
    for (auto& p : found) {
      if (added == most_proposals || open.size() >= most_states) return;
      if (!seen.insert(p.sql).second) continue;
      ++added;
      auto& next = open.emplace_back(place{p.sql, from.cost + std::max(p.cost, 0.01), from.steps});
      next.steps.push_back({p.what, std::move(p.why), std::move(p.sql), {}});
    }
  }

  void add_readings() {
    was_read = true;
    double cost = cost_of_reading;
    for (auto& step : readings_for(original.sql, known)) {
      if (!seen.insert(step.sql).second) continue;
      auto sql = step.sql;
      open.push_back({std::move(sql), cost, {std::move(step)}, false});
      cost += 0.05;
    }
  }

  knowledge::lexicon const& names;
  std::string question;
  repair_options options;
  link::links linked{};
  known_facts known{};
  place original{};
  std::vector<place> open{};
  std::set<std::string> seen{};
  std::optional<place> asked{};
  std::optional<db::execution> first{};
  std::optional<place> best{};
  std::optional<db::execution> best_outcome{};
  aim goal = aim::unknown;
  bool over = false;
  std::string lacking{};  // the first function that no rule translates
  bool was_read = false;
  bool was_settled = false;  // whether `best` runs, and only its form is still examined
  std::size_t executed = 0, looked_at = 0, stopped = 0;
};

T2S_DECL detail::repair_search::repair_search(knowledge::lexicon const& names, std::string sql, std::string_view question,
                                              repair_options const& options)
    : state_(std::make_unique<state>(names, std::move(sql), question, options)) {}
T2S_DECL detail::repair_search::repair_search(repair_search&&) noexcept = default;
T2S_DECL detail::repair_search::~repair_search() = default;

T2S_DECL std::optional<std::string> detail::repair_search::next() { return state_->next(); }
T2S_DECL void detail::repair_search::learn(db::execution done) { state_->learn(std::move(done)); }

T2S_DECL repair_outcome detail::repair_search::outcome() && {
  auto& s = *state_;
  if (s.best) return {std::move(s.best->sql), std::move(s.best->steps), std::move(s.best_outcome), s.executed};
  if (s.first && s.first->failure && s.first->failure->remedy.empty()) {
    auto& remedy = s.first->failure->remedy;
    remedy = remedy_for(s.original.sql, s.known);
    if (remedy.empty() && !s.lacking.empty())
      remedy = s.lacking + "() has no equivalent here that a repair knows; write it by functions of the database";
  }
  return {std::move(s.original.sql), {}, std::move(s.first), s.executed};
}

T2S_DECL std::optional<repair_step> repairer::suggest(std::string_view sql, failure const* why) const {
  repair::known_facts known{&names->schema(), &names->connected(), names.get()};
  known.in_own_dialect = &repair::in_own_dialect;
  return repair::nearest_repair(sql, why, known);
}

T2S_DECL std::optional<repair_step> suggest_repair(std::string_view sql, failure const& why, schema::database const& schema) {
  repair::known_facts known{&schema, &schema};
  known.in_own_dialect = &repair::in_own_dialect;
  return repair::nearest_repair(sql, &why, known);
}

T2S_DECL std::optional<repair_step> suggest_draft(std::string_view sql, schema::database const& schema,
                                                  std::span<sql::grammar const> dialects) {
  std::string const text(sql);
  if (sql::parse(text, schema)) return {};
  auto found = draft_reader(schema, dialects).read(text);
  if (!found) return {};
  return repair_step{found->what, std::move(found->why), std::move(found->sql), {}};
}

T2S_DECL std::string untranslated_form(std::string_view sql, schema::database const& schema) {
  return foreign_form_in(std::string(sql), sql::dialect_of(schema));
}

T2S_DECL std::string repair_outcome::why() const {
  std::string out;
  for (auto const& s : steps) add_reason(out, s.why);
  return out;
}

}  // namespace t2s::repair

#endif
