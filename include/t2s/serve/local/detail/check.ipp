// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_LOCAL_DETAIL_CHECK_IPP
#define T2S_SERVE_LOCAL_DETAIL_CHECK_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/offline/repair/lint_facts.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/retrieve/link/detail/unknown_text.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/local/detail/hints.hpp"
#include "t2s/serve/local/detail/repairs.hpp"
#include "t2s/serve/local/operations.hpp"
#include "t2s/serve/operations/detail/diagnosis.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"
#include "t2s/sql/lint.hpp"
#include "t2s/sql/parse.hpp"

namespace t2s::serve {

namespace detail {

/// A database for the repairer that prepares statements but does not run them. A statement that would run counts as one that returns a row.
class prepared_only {
 public:
  explicit prepared_only(loan& by) : by_(&by) {}

  [[nodiscard]] schema::database const& schema() const { return by_->schema(); }
  [[nodiscard]] db::execution execute(std::string const& sql) {
    if (auto f = refusal(sql)) return db::execution(*std::move(f));
    return db::execution(db::rows{{"would_run"}, {{value(1)}}, {}});
  }
  [[nodiscard]] db::execution sample(std::string const& table, std::size_t n) { return by_->sample(table, n); }
  [[nodiscard]] db::execution distinct(std::string const& table, std::string const& column, std::size_t most) {
    return by_->distinct(table, column, most);
  }

  /// Why a statement would not run, as far as that can be known.
  [[nodiscard]] std::optional<failure> refusal(std::string const& sql) {
    if (auto f = not_a_query(sql, schema())) return f;
    auto expected = by_->estimate(sql);
    if (expected.failure) return std::move(expected.failure);
    if (expected.cost) return {};  // the engine has parsed it, and knows names that a schema lacks, such as table-valued functions
    auto known = problems_of(sql, schema(), {});
    if (known.empty()) return {};
    return std::move(known.front().what);
  }

 private:
  loan* by_;
};

/// The findings about a statement.
struct checked {
  std::vector<diagnosed> problems{};
  std::vector<sql::finding> findings{};
  std::optional<std::string> unknown_text{};  // the reason
  std::optional<proposal> better{};
};

/// A text that no row contains, if no repair is sure what was meant.
inline std::optional<std::string> unknown_text_in(std::string const& text, knowledge::lexicon const& names) {
  auto const parsed = sql::parse(text, names.schema());
  auto const found = parsed ? link::find_unknown_text(*parsed, names) : std::nullopt;
  if (!found) return {};
  return found->text();
}

inline checked check_statement(served_database& database, loan& connection, std::string const& text, std::string const& question,
                               call const& by) {
  checked out;
  auto const& d = database.schema();
  prepared_only unrun(connection);
  auto const hinted = local_hints();
  if (auto f = not_a_query(text, d)) {
    out.problems.push_back({*std::move(f), {}, {}});
    return out;
  }
  if (auto const f = unrun.refusal(text)) {
    if (f->code != errc::statement_denied) out.problems = problems_of(text, d, hinted);  // a rule decides last
    if (out.problems.empty()) out.problems = problems_of(text, d, hinted, &*f);
  }
  auto const names = database.lexicon(connection, by.report);
  if (!out.problems.empty()) {
    auto done = repair::repairer{names, repair_rules()}.repair(unrun, text, question);
    if (done.repaired() && done.execution && done.execution->ok()) out.better = proposal{done.sql, done.why()};
    return out;
  }
  auto const facts = repair::lint_facts_of(connection);
  out.findings = sql::lint(text, d, &facts);
  if (auto const step = repair::repairer{names, repair_rules()}.suggest(text)) {
    out.unknown_text = step->why;
    out.better = proposal{step->sql, step->why};
  } else {
    out.unknown_text = unknown_text_in(text, *names);
  }
  for (auto const& f : out.findings)
    if (!out.better && f.how == sql::severity::wrong_making && !f.proposal.empty()) out.better = proposal{f.proposal, f.why};
  return out;
}

inline json::array json_findings(checked const& c) {
  json::array all;
  for (auto const& f : c.findings)
    all.push_back(json::object{{"rule", sql::name_of(f.rule)},
                               {"severity", sql::name_of(f.how)},
                               {"line", f.line},
                               {"column", f.column},
                               {"why", json_text(f.why)}});
  if (c.unknown_text)
    all.push_back(json::object{
        {"rule", "unknown_text"}, {"severity", "wrong_making"}, {"line", 1}, {"column", 1}, {"why", json_text(*c.unknown_text)}});
  return all;
}

inline std::string text_of(checked const& c) {
  std::string out;
  if (c.problems.empty() && c.findings.empty() && !c.unknown_text) return "The statement would run, and nothing suspect was found.";
  out = c.problems.empty() ? "The statement would run, but:" : "The statement would fail:";
  for (auto const& p : c.problems) out.append("\n- ").append(text_of(p));
  for (auto const& f : c.findings)
    out.append("\n- ").append(one_line(sql::to_string(f))).append(f.how == sql::severity::style ? " (style)" : "");
  if (c.unknown_text) out.append("\n- ").append(one_line(*c.unknown_text));
  if (c.better) out.append("\nPerhaps: ").append(c.better->sql).append("\n  (").append(one_line(c.better->why)).append(")");
  return out;
}

inline outcome check(served_database& database, json::object const& given, call const& by) {
  auto connection = database.lend(by.stop);
  auto const found = check_statement(database, connection, text_argument(given, "sql"), text_argument(given, "question"), by);
  json::array problems;
  for (auto const& p : found.problems) problems.push_back(json_of(p));
  json::object data{{"runs", found.problems.empty()},
                    {"problems", std::move(problems)},
                    {"findings", json_findings(found)},
                    {"proposal", json_proposal(found.better)}};
  return {std::move(data), text_of(found)};
}

}  // namespace detail

T2S_DECL operation check_operation() {
  operation o;
  o.name = "check";
  o.title = "Check a statement";
  o.description =
      "Says what is wrong with a SELECT statement without running it: names that do not exist, with the ones that do; what the "
      "database would refuse; texts that no row has; and parts that would run and most likely do not mean what was meant, such as "
      "joins that multiply rows. With a proposal where there is one. Use it before query on a statement that you are not sure of.";
  o.input = detail::object_schema(detail::sql_argument, detail::question_argument);
  o.output = detail::object_schema(
      std::string(R"("runs":{"type":"boolean"},"problems":{"type":"array","items":)") + std::string(detail::failure_schema) +
      R"(},"findings":{"type":"array","items":{"type":"object","properties":{"rule":{"type":"string"},"severity":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"why":{"type":"string"}},"required":["rule","severity","why"]}},"proposal":)" +
      std::string(detail::proposal_schema));
  o.run = detail::check;
  return o;
}

}  // namespace t2s::serve

#endif
