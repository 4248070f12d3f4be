// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRER_HPP
#define T2S_GENERATE_REPAIRER_HPP

#include "t2s/core/task.hpp"
#include "t2s/db/database.hpp"
#include "t2s/generate/repairs/search.hpp"
#include "t2s/knowledge/lexicon.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::generate {

/// Repairs SQL from any source, without a model: names, joins, texts, aggregates, other dialects, what was cut off.
///
/// A statement that runs and gives rows is left alone, unless `options.aggressive`. Otherwise repairs and chains of them are tried in order
/// of their cost, which the question, if it is given, lowers for what it names. One is taken if what it leads to runs; of a statement that
/// gave no rows only one that gives some. See docs/repair.md.
///
///     t2s::db::sqlite_connection database("shop.sqlite");
///     t2s::generate::repairer const repairs{t2s::prepared(database).lexicon()};
///     auto const done = repairs.repair(database, "SELECT nam FROM shops", "Which shops are there?");
///     // done.sql, done.steps[0].why, done.execution
///
/// Serves any number of threads at the same time, each with a connection of its own.
struct repairer {
  std::shared_ptr<link::lexicon const> names{};  ///< of the database; must not be null
  repair_options options{};                      ///< of every repair

  /// Over a database that answers at once. Throws what the database throws.
  template <db::Database Database>
  [[nodiscard]] repair_outcome repair(Database& database, std::string sql, std::string_view question = {}) const {
    repairs::search search(*names, std::move(sql), question, options);
    while (auto wanted = search.next()) {
      db::execution done = database.execute(*std::move(wanted));
      search.learn(std::move(done));
    }
    return std::move(search).outcome();
  }

  /// In a run, charged to its budget: a `repair_outcome`, at once or as the run's task. `known` is what the statement gives, if it was
  /// executed already. Throws what `Context::query` throws.
  template <class Context>
  [[nodiscard]] auto repair_in(Context& ctx, std::string sql, std::string question, std::optional<db::execution> known = {}) const
      -> task<Context, repair_outcome> {
    repairs::search search(*names, std::move(sql), question, options);
    if (known && search.next()) search.learn(*std::move(known));
    for (auto wanted = search.next(); wanted; wanted = search.next()) {
      auto asking = ctx.query(*wanted);
      auto done = co_await std::move(asking);
      search.learn(std::move(done));
    }
    co_return std::move(search).outcome();
  }
};

}  // namespace t2s::generate

#endif
