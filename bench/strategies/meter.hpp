// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_STRATEGIES_METER_HPP
#define T2S_BENCH_STRATEGIES_METER_HPP

#include "../metering_trace.hpp"
#include "t2s/core/trace.hpp"
#include "t2s/db/sqlite_connection.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace strategies {

using namespace t2s;

/// What a part of a run has cost, in counts that no clock and no neighbour disturbs.
struct cost {
  std::size_t allocations = 0;  ///< of the library; those inside model and database are left out
  std::size_t calls = 0;        ///< of the model
  std::size_t prompt_bytes = 0;
  std::size_t prompt_tokens = 0;  ///< as `llm::estimate_tokens` has them
  std::size_t statements = 0;
  std::size_t rows = 0;                  ///< that the database gave
  std::size_t steps = 0;                 ///< of SQLite's virtual machine
  std::chrono::nanoseconds processor{};  ///< of this thread, model left out, database included; zero unless times are wanted

  cost& operator+=(cost const& more);
};

/// Where a run is, by the outermost open span of its trace.
enum class stage { outside, drafting, reviewing, revising, deciding };
/// The span of a termination policy, which the library itself does not trace (`watched`).
inline constexpr std::string_view decision = "terminate";

/// Follows the trace of a run and charges what it costs to the review, the revision or the decision that goes on.
class meter {
 public:
  explicit meter(bool times) : times_(times) {}

  void begin_run();
  void begin(std::string_view name) noexcept;
  void end() noexcept;

  [[nodiscard]] stage now() const noexcept { return stage_; }
  [[nodiscard]] std::size_t revisions_begun() const noexcept { return revisions_begun_; }
  /// Whether a span of that name is open.
  [[nodiscard]] bool is_inside(std::string_view name) const noexcept;

  /// What the model and the database do is their own affair: f() without its allocations.
  template <class F>
  auto outside(F f) {
    pause();
    auto given = f();
    resume();
    return given;
  }

  /// To be added to by model and database; not kept while nothing is charged.
  [[nodiscard]] cost& open() noexcept { return open_; }
  [[nodiscard]] cost const& of_reviews() const noexcept { return reviews_; }
  [[nodiscard]] cost const& of_revisions() const noexcept { return revisions_; }
  [[nodiscard]] cost const& of_decisions() const noexcept { return decisions_; }
  [[nodiscard]] bool keeps_times() const noexcept { return times_; }

 private:
  void pause() noexcept;
  void resume() noexcept;
  /// Of what goes on; nothing if it is not charged.
  [[nodiscard]] cost* charged() noexcept;

  bool times_;
  stage stage_ = stage::outside;
  std::array<std::string_view, 16> spans_{};  // no container that allocates
  std::size_t depth_ = 0, revisions_begun_ = 0;
  std::size_t allocated_ = 0;
  std::chrono::nanoseconds since_{};
  cost open_{}, reviews_{}, revisions_{}, decisions_{};
};

static_assert(TraceSink<metering_trace<meter>>);

/// A database that counts. Unless times are measured, it returns earlier results again, with the same counts.
class metered_database {
 public:
  metered_database(std::string const& file, meter& m);

  [[nodiscard]] schema::database const& schema() const { return inner_.schema(); }
  db::execution execute(std::string sql);
  db::execution sample(std::string table, std::size_t n);
  db::execution distinct(std::string table, std::string column, std::size_t n);

  /// For what is no part of any run.
  [[nodiscard]] db::sqlite_connection& unmetered() noexcept { return inner_; }

 private:
  struct given {
    db::execution what;
    std::size_t steps;
    std::chrono::nanoseconds processor;
  };
  template <class Ask>
  given take(std::string key, Ask ask);
  template <class Key, class Ask>
  db::execution charged(Key key, Ask ask);

  db::sqlite_connection inner_;
  meter* meter_;
  std::unordered_map<std::string, given> known_{};
};

/// Whose instructions are counted: those of reviews alone, of whole rounds, or of the termination policy's decisions alone.
enum class counted { reviews, rounds, decisions };

/// Begins a part of the program whose instructions valgrind's callgrind collects, and ends it under a name. Both do nothing outside of it.
void begin_instructions(counted what);
void end_instructions(std::string const& name);

}  // namespace strategies

#endif
