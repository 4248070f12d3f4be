// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_PLAN_HPP
#define T2S_DB_POSTGRES_DETAIL_PLAN_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/db/detail/plan_cost.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// What PostgreSQL's plan of a statement reads (EXPLAIN with FORMAT JSON and VERBOSE). Its rows are those that a step gives; how many a
/// scan reads is the size of the table.
namespace t2s::db::detail {

inline constexpr char postgres_explain[] = "EXPLAIN (FORMAT JSON, VERBOSE) ";

/// A table as a plan names it: schema, name.
using postgres_table = std::pair<std::string, std::string>;
using postgres_sizes = std::map<postgres_table, double>;

class postgres_plan {
 public:
  /// Of EXPLAIN's answer; empty for what is none.
  explicit postgres_plan(std::string_view text) {
    boost::system::error_code failed;
    auto document = boost::json::parse({text.data(), text.size()}, failed, {}, {.max_depth = 1000});
    auto* const list = failed ? nullptr : document.if_array();
    auto* const first = list && !list->empty() ? list->front().if_object() : nullptr;
    if (auto* const plan = first ? first->if_contains("Plan") : nullptr; plan && plan->is_object()) root_ = std::move(plan->get_object());
    note_tables(root_);
  }

  /// Those that it scans, and nothing known of them yet.
  [[nodiscard]] postgres_sizes const& tables() const noexcept { return sizes_; }

  /// The query that gives schema, name and rows of each: by the rows on a page when it was analysed, and the pages that it has now.
  [[nodiscard]] std::string sizes_query() const {
    std::string names;
    for (auto const& [table, rows] : sizes_)
      names.append(names.empty() ? "(" : ", (") += literal(table.first) + ", " + literal(table.second) + ")";
    return "SELECT n.nspname, c.relname, (CASE WHEN c.reltuples > 0 AND c.relpages > 0 THEN c.reltuples / c.relpages ELSE 100 END *"
           " (pg_catalog.pg_relation_size(c.oid) / current_setting('block_size')::int))::float8"
           " FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace"
           " WHERE c.relkind IN ('r', 'm') AND (n.nspname, c.relname) IN (" +
           names + ")";
  }

  /// Takes a row of that query.
  void set_size(std::vector<value> const& row) {
    if (double rows = 0; row.size() == 3 && text::to_number(to_string(row[2]), rows) == std::errc())
      sizes_[{to_string(row[0]), to_string(row[1])}] = rows;
  }

  [[nodiscard]] std::optional<statement_cost> cost() {
    if (root_.empty()) return {};
    run(root_, {});
    return account_.total(number(root_, "Plan Rows"));
  }

 private:
  using object = boost::json::object;

  /// How a step is used.
  struct use {
    double times = 1;    ///< how often it runs
    double once = 1;     ///< how often if what it gives is kept for the rows of the join around it
    double share = 1;    ///< of its rows that are wanted
    double workers = 1;  ///< that share its work; its rows are those of one
    table_names outer{};
    table_tie tie = table_tie::none;  ///< to those
  };

  static std::string_view word(object const& o, char const* key) {
    auto const* const found = o.if_contains(key);
    return found && found->is_string() ? std::string_view(found->get_string()) : std::string_view();
  }
  static double number(object const& o, char const* key) {
    auto const* const found = o.if_contains(key);
    boost::system::error_code failed;
    auto const n = found ? found->to_number<double>(failed) : 0;
    return failed ? 0 : n;
  }
  static std::string literal(std::string_view name) {
    std::string all = "E'";
    for (char const c : name) all.append(c == '\'' || c == '\\' ? 2 : 1, c);
    return all += "'";
  }

  template <class F>
  static void each_step_below(object& step, F const& f) {
    auto* const plans = step.if_contains("Plans");
    if (!plans || !plans->is_array()) return;
    for (auto& one : plans->get_array())
      if (one.is_object()) f(one.get_object());
  }

  void note_tables(object& step) {
    if (auto const name = word(step, "Relation Name"); !name.empty()) sizes_[{std::string(word(step, "Schema")), std::string(name)}];
    each_step_below(step, [this](object& below) { note_tables(below); });
  }

  static void add_names(object& step, table_names& into) {
    if (auto const name = name_of(step); !name.empty()) into.push_back(name);
    each_step_below(step, [&into](object& below) {
      if (!is_subplan(below)) add_names(below, into);
    });
  }

  /// "b", or "b (as x)"; of a function or CTE its alias.
  static std::string name_of(object const& step) {
    std::string const name(word(step, "Relation Name")), alias(word(step, "Alias"));
    return name.empty() || name == alias ? alias : alias.empty() ? name : name + " (as " + alias + ")";
  }
  static bool is_subplan(object const& step) {
    auto const how = word(step, "Parent Relationship");
    return how == "SubPlan" || how == "InitPlan";
  }

  /// Adds up what a step and those below it read.
  void run(object& step, use const& u) {
    auto const type = word(step, "Node Type");
    auto const before = account_.rows_read();
    auto below = below_of(step, type, u);
    bool const is_loop = type == "Nested Loop";
    double inner_rows = 1;
    each_step_below(step, [&](object& one) {
      if (is_subplan(one)) return;
      run(one, below);
      inner_rows = std::max(inner_rows, number(one, "Plan Rows"));
      if (!is_loop || word(one, "Parent Relationship") != "Outer") return;
      below.once = below.times;
      below.times *= std::max(1.0, number(one, "Plan Rows") * below.workers * below.share);
      below.workers = below.share = 1;
      below.tie = step.contains("Join Filter") ? table_tie::by_condition : table_tie::none;
      add_names(one, below.outer);
    });
    auto const handled = std::max(inner_rows, read_by(step, type, u));
    run_subplans(step, u, handled);
    bool const joins = is_loop || type == "Hash Join" || type == "Merge Join";
    auto const more = number(step, "Plan Rows") * u.workers * u.share * u.times - (account_.rows_read() - before);
    if (!joins || more <= 0) return;
    table_names names;
    add_names(step, names);
    auto const loop_tie = step.contains("Join Filter") ? table_tie::by_condition : table_tie::none;
    account_.join(names, more, is_loop ? loop_tie : table_tie::by_lookup);
  }

  /// How the steps below one are used.
  static use below_of(object& step, std::string_view type, use u) {
    if (type == "Gather" || type == "Gather Merge") {
      auto const planned = number(step, "Workers Planned");
      u.workers *= planned + std::max(0.0, 1 - 0.3 * planned);  // as PostgreSQL counts the leader
    }
    if (type == "Materialize") u.times = u.once;
    bool const takes_all = type == "Sort" || type == "Hash" || (type == "Aggregate" && word(step, "Strategy") != "Sorted");
    if (takes_all) u.share = 1;
    if (type == "Limit") u.share *= wanted_share(step);
    return u;
  }

  /// Of the rows below a LIMIT, by their costs.
  static double wanted_share(object& limit) {
    double share = 1;
    each_step_below(limit, [&](object& below) {
      if (is_subplan(below)) return;
      auto const start = number(below, "Startup Cost"), all = number(below, "Total Cost") - start;
      if (all > 0) share = std::clamp((number(limit, "Total Cost") - start) / all, 0.0, 1.0);
    });
    return share;
  }

  /// The rows that a step takes from a table or from what was kept, each time; nothing for others.
  double read_by(object& step, std::string_view type, use const& u) {
    auto const gives = number(step, "Plan Rows") * u.workers;
    double rows = 0;
    if (type == "Seq Scan" || ((type == "Index Scan" || type == "Index Only Scan") && !step.contains("Index Cond")))
      rows = std::max(gives, sizes_[{std::string(word(step, "Schema")), std::string(word(step, "Relation Name"))}]);
    else if (type.ends_with(" Scan") && type != "Bitmap Index Scan" && type != "Subquery Scan")
      rows = gives;
    else if (type == "Materialize" && u.times > u.once)
      rows = gives;
    table_names names;
    if (rows > 0) add_names(step, names);
    auto const tie = step.contains("Index Cond") ? table_tie::by_lookup : u.tie;
    if (rows > 0) account_.read(enumerated(names), rows * u.share, u.times, u.outer, tie);
    return rows;
  }

  /// Subqueries of a step: once, or for each row that it handles.
  void run_subplans(object& step, use const& u, double handled) {
    table_names outer = u.outer;
    each_step_below(step, [&](object& one) {
      if (!is_subplan(one)) add_names(one, outer);
    });
    if (auto const name = name_of(step); !name.empty()) outer.push_back(name);
    auto const conditions = std::string(word(step, "Filter")).append(word(step, "Join Filter"));
    each_step_below(step, [&](object& one) {
      if (!is_subplan(one)) return;
      auto const is_hashed = conditions.find("hashed " + std::string(word(one, "Subplan Name"))) != std::string::npos;
      bool const once = is_hashed || word(one, "Parent Relationship") == "InitPlan";
      run(one, once ? use() : use{u.times * handled * u.share, 1, 1, 1, outer, table_tie::by_condition});
    });
  }

  object root_{};
  postgres_sizes sizes_{};
  plan_account account_{};
};

}  // namespace t2s::db::detail

#endif
