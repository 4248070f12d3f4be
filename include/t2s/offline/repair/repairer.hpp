// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_REPAIRER_HPP
#define T2S_OFFLINE_REPAIR_REPAIRER_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/task.hpp"
#include "t2s/core/schema/detail/dialect.hpp"
#include "t2s/db/database.hpp"
#include "t2s/offline/repair/detail/suggest.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::repair {

/// The result of repairing a statement.
struct repair_outcome {
  std::string sql{};                         ///< the original if nothing was repaired
  std::vector<repair_step> steps{};          ///< empty if it was not changed
  std::optional<db::execution> execution{};  ///< what `sql` returns
  std::size_t executed = 0;                  ///< statements that were executed

  /// Whether anything was changed.
  [[nodiscard]] bool repaired() const noexcept { return !steps.empty(); }

  /// All reasons, joined by "; ".
  [[nodiscard]] T2S_DECL std::string why() const;
};

/// Options of repairs.
struct repair_options {
  static constexpr double spelling = cost_of_spelling;  ///< the cost of different case, spaces or punctuation: the least useful limit

  bool aggressive = false;      ///< whether to examine also the texts of a statement that runs and returns rows
  bool reads = true;            ///< whether to read the question instead if no repair of a failing statement is near
  std::size_t statements = 24;  ///< most statements to execute
  /// The grammars for a statement that does not parse in the database's dialect, in this order: `sql::other_dialects` (sql/dialects.hpp)
  /// has all. Only grammars that are named are compiled. Functions and row limits of other dialects are translated without them. What is
  /// read so is translated by `sql::transpile`; over other databases than SQLite so is a statement that parses and fails.
  std::span<sql::grammar const> dialects{};
  double farthest = 1.4;        ///< the largest total cost of repairs of a failing statement; docs/repair.md has the costs
  double farthest_empty = 0.6;  ///< the same for a statement that returns no rows
};

namespace detail {

/// The search for the repair of one statement: which statement to execute next, and what its outcome means. Deterministic.
///
///     while (auto const sql = search.next()) search.learn(database.execute(*sql));
class repair_search {
 public:
  /// The lexicon must outlive the search.
  T2S_DECL repair_search(knowledge::lexicon const& names, std::string sql, std::string_view question, repair_options const& options);
  T2S_DECL repair_search(repair_search&&) noexcept;
  T2S_DECL ~repair_search();

  [[nodiscard]] T2S_DECL std::optional<std::string> next();  ///< nothing once the search has ended
  T2S_DECL void learn(db::execution done);                   ///< the outcome of the statement that `next` returned
  [[nodiscard]] T2S_DECL repair_outcome outcome() &&;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace detail

/// Repairs SQL from any source, without a model: names, joins, texts, aggregates, other dialects, unfinished statements.
///
/// A statement that runs and returns rows is not changed, unless `options.aggressive`. Otherwise repairs and chains of them are tried in
/// order of their cost, which the question, if given, lowers for what it names. A repair is accepted if the repaired statement runs; if the
/// original returned no rows, it must also return some. See docs/repair.md.
///
///     t2s::db::sqlite_connection database("shop.sqlite");
///     t2s::repair::repairer const repairs{t2s::prepared(database).known<t2s::knowledge::lexicon>()};
///     auto const done = repairs.repair(database, "SELECT nam FROM shops", "Which shops are there?");
///     // done.sql, done.steps[0].why, done.execution
///
/// Serves any number of threads at the same time, each with its own connection.
struct repairer {
  std::shared_ptr<knowledge::lexicon const> names{};  ///< of the database; must not be null
  repair_options options{};                           ///< of every repair

  /// For a database that answers at once. Throws what the database throws.
  template <db::Database Database>
  [[nodiscard]] repair_outcome repair(Database& database, std::string sql, std::string_view question = {}) const {
    detail::repair_search search(*names, std::move(sql), question, options);
    while (auto wanted = search.next()) {
      db::execution done = database.execute(*std::move(wanted));
      search.learn(std::move(done));
    }
    return std::move(search).outcome();
  }

  /// In a run, charged to its budget: a `repair_outcome`, at once or as the run's task. `known` is what the statement returns, if it was
  /// executed already. Throws what `Context::query` throws.
  template <class Context>
    requires(!db::Database<Context>)
  [[nodiscard]] auto repair(Context& ctx, std::string sql, std::string question, std::optional<db::execution> known = {}) const
      -> task<Context, repair_outcome> {
    detail::repair_search search(*names, std::move(sql), question, options);
    if (known && search.next()) search.learn(*std::move(known));
    for (auto wanted = search.next(); wanted; wanted = search.next()) {
      auto asking = ctx.query(*wanted);
      auto done = co_await std::move(asking);
      search.learn(std::move(done));
    }
    co_return std::move(search).outcome();
  }

  /// The nearest repair, without executing anything: for the failure, as `suggest_repair`; without a failure, for the texts that no row
  /// has. Nothing if none is near.
  [[nodiscard]] T2S_DECL std::optional<repair_step> suggest(std::string_view sql, failure const* why = nullptr) const;
};

/// Corrects the problem that a failure names: the edit of least cost that a rule proposes for it. It executes nothing and uses only the
/// schema; see `repairer::suggest`.
///
/// Nothing if there is no rule for the failure, the statement cannot be parsed or does not fail so, or nothing is near enough. Pure: call
/// it again with the next failure, if one remains. O(size of the SQL * columns).
[[nodiscard]] T2S_DECL std::optional<repair_step> suggest_repair(std::string_view sql, failure const& why, schema::database const& schema);

/// SQL of the database's dialect for a text that does not parse: the first step of its repair. `dialects` as in `repair_options`. It
/// executes nothing; nothing if the text parses, or no rule reads it. Pure.
[[nodiscard]] T2S_DECL std::optional<repair_step> suggest_draft(std::string_view sql, schema::database const& schema,
                                                                std::span<sql::grammar const> dialects = {});

/// "SQLite has no PIVOT: write ..." for SQL with a form of another dialect that no rule translates; "" for other SQL. Pure.
[[nodiscard]] T2S_DECL std::string untranslated_form(std::string_view sql, schema::database const& schema);

}  // namespace t2s::repair

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/repair/detail/repairer.ipp"
#endif

#endif
