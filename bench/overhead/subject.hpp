// SPDX-License-Identifier: BSL-1.0
// The subjects: six systems and three small pipelines, with a model and a database that answer immediately.
#ifndef T2S_BENCH_OVERHEAD_SUBJECT_HPP
#define T2S_BENCH_OVERHEAD_SUBJECT_HPP

#include "frames.hpp"  // before any coroutine

#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/dart_sql.hpp"
#include "t2s/systems/dynamic_revision.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/sql_craft.hpp"
#include "t2s/systems/tcsr_sql.hpp"

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace overhead {

using namespace t2s;

/// Two replies in turn: SQL that fails and SQL that returns a row, so that every loop corrects.
struct prompt_model {
  std::size_t calls = 0;

  llm::completion complete(llm::request const&) {
    static std::string const replies[] = {"SELECT name FROM shop", "SELECT name FROM shops"};
    llm::completion c;
    c.text = replies[calls++ % 2];
    c.finish_reason = "stop";
    c.prompt_tokens = c.completion_tokens = 1;
    return c;
  }
};

/// One table with one row, about which everything is known.
class prompt_database {
 public:
  [[nodiscard]] schema::database const& schema() const { return schema_; }
  [[nodiscard]] db::execution execute(std::string sql) const {
    if (sql.find("shops") != sql.npos) return db::execution(rows_);
    return db::execution(failure{errc::no_such_table, "no such table: shop", {}, {}, {}});
  }
  [[nodiscard]] db::execution sample(std::string, std::size_t) const { return db::execution(rows_); }
  [[nodiscard]] db::execution distinct(std::string, std::string, std::size_t) const { return db::execution(rows_); }

 private:
  schema::database schema_{{schema::table{.name = "shops", .columns = {schema::column{.name = "name", .type = "TEXT"}}}}};
  db::rows rows_{.columns = {"name"}, .values = {{value("Kiosk")}}};
};

/// Policies that do nothing, so that only the pipeline is measured.
struct idle_generator {
  [[nodiscard]] candidate draft(auto&, question const&, samples const&) const { return candidate("S"); }
  [[nodiscard]] candidate revise(auto&, question const&, samples const&, auto const&) const { return candidate("T"); }
};
struct idle_feedback {
  [[nodiscard]] std::optional<remark> review(auto&, question const&, auto&) const { return {}; }
};
/// Stops after a number of attempts.
struct idle_termination {
  std::size_t attempts = 1;
  [[nodiscard]] std::optional<stop> done(auto const& past) const {
    return past.latest().reviewed && past.size() >= attempts ? std::optional(stop{"enough"}) : std::nullopt;
  }
};
/// Asks the model for each attempt.
struct asking_generator {
  [[nodiscard]] auto draft(auto& ctx, question const& asked, samples const&) const { return ask(ctx, asked); }
  [[nodiscard]] auto revise(auto& ctx, question const& asked, samples const&, auto const&) const { return ask(ctx, asked); }

 private:
  static auto ask(auto& ctx, question const& asked) {
    return then(ctx.ask(llm::request(asked.clear)), [](llm::completion c) { return candidate(std::move(c.text)); });
  }
};

using idle_pipeline = pipeline<none, none, idle_generator, idle_feedback, idle_termination>;
using asking_pipeline = pipeline<none, none, asking_generator, feedback::execution_error, terminate::nothing_left>;
using embedder = retrieve::hashed_ngrams;

struct world {
  prompt_model model{};
  prompt_database connection{};
  prepared<prompt_database> database{connection};  // knowledge is read before anything is measured
  llm::no_model no_model{};
  embedder by{};

  idle_pipeline idle{}, looping{.termination = {5}};
  asking_pipeline asking{};
  systems::dart_sql_by<embedder> dart_sql = systems::make_dart_sql<embedder>({.rows = &by});
  systems::sql_craft<embedder> sql_craft = systems::make_sql_craft(nullptr, by);
  systems::tcsr_sql<embedder> tcsr_sql = systems::make_tcsr_sql(by, "shops");
  systems::dac dac = systems::make_dac(nullptr);
  systems::dynamic_revision dynamic_revision = systems::make_dynamic_revision(nullptr, {.demonstrations = false});
  systems::offline offline{};
};

inline constexpr std::string_view subjects[] = {"idle", "idle, five rounds", "asking", "dart-sql", "sql-craft", "tcsr-sql",
                                                "dac",  "dynamic-revision",  "offline"};
/// Whether no policy of the n-th subject waits, so that its run needs no frame but its own.
inline bool waits_for_nothing(std::size_t n) { return n < 2 || n == std::size(subjects) - 1; }
inline constexpr std::string_view question_text = "How many shops are there?";

using asking_context = context<prompt_model, prepared<prompt_database>>;
using offline_context = context<llm::no_model, prepared<prompt_database>>;

/// Calls f(system, context): the run of the n-th subject.
template <class F>
answer with_subject(world& w, std::size_t n, F f) {
  w.model.calls = 0;
  asking_context with_model(w.model, w.database);
  switch (n) {
    case 0: return f(w.idle, std::move(with_model));
    case 1: return f(w.looping, std::move(with_model));
    case 2: return f(w.asking, std::move(with_model));
    case 3: return f(w.dart_sql, std::move(with_model));
    case 4: return f(w.sql_craft, std::move(with_model));
    case 5: return f(w.tcsr_sql, std::move(with_model));
    case 6: return f(w.dac, std::move(with_model));
    case 7: return f(w.dynamic_revision, std::move(with_model));
    default: return f(w.offline, offline_context(w.no_model, w.database));
  }
}

// The contenders, each in its own file.
answer by_pipeline(world& w, std::size_t subject);
answer by_hand(world& w, std::size_t subject);
answer by_virtual(world& w, std::size_t subject);

}  // namespace overhead

#endif
