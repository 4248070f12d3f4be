// SPDX-License-Identifier: BSL-1.0
#include "meter.hpp"

#include "../generous.hpp"
#include "../overhead/allocations.hpp"

#include <sqlite3.h>
#include <time.h>

#include <algorithm>
#include <exception>
#include <utility>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION static_cast<void>(0)
#define CALLGRIND_TOGGLE_COLLECT static_cast<void>(0)
#define CALLGRIND_ZERO_STATS static_cast<void>(0)
#define CALLGRIND_DUMP_STATS_AT(name) static_cast<void>(name)
#endif

namespace strategies {
namespace {

constexpr std::size_t most_rows_kept = 2000;

std::chrono::nanoseconds processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

std::size_t steps_taken = 0;
counted collected = counted::rounds;

void toggle_instructions(stage now) {
  bool const wanted = collected == counted::rounds || now == (collected == counted::reviews ? stage::reviewing : stage::deciding);
  if (wanted) CALLGRIND_TOGGLE_COLLECT;
}

int add_steps(unsigned, void*, void* statement, void*) {
  steps_taken += static_cast<std::size_t>(sqlite3_stmt_status(static_cast<sqlite3_stmt*>(statement), SQLITE_STMTSTATUS_VM_STEP, 1));
  return 0;
}

int watch(sqlite3* connection, char const**, sqlite3_api_routines const*) {
  return sqlite3_trace_v2(connection, SQLITE_TRACE_PROFILE, add_steps, nullptr);
}

/// SQLite itself reports the end of a statement, on every connection opened from now on.
void watch_statements() {
  static int const once = sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch));
  if (once != SQLITE_OK) std::terminate();
}

/// A limit that a slow machine meets would change the counts.
db::sqlite_options patient() {
  auto o = generous();
  o.limits.time = std::chrono::minutes(5);
  return o;
}

stage stage_of(std::string_view span) {
  if (span == "rewrite" || span == "sample" || span == "execute") return stage::outside;
  if (span == "draft") return stage::drafting;
  if (span == "revise") return stage::revising;
  return span == decision ? stage::deciding : stage::reviewing;
}

}  // namespace

cost& cost::operator+=(cost const& more) {
  allocations += more.allocations, calls += more.calls, prompt_bytes += more.prompt_bytes, prompt_tokens += more.prompt_tokens;
  statements += more.statements, rows += more.rows, steps += more.steps, processor += more.processor;
  return *this;
}

void meter::begin_run() {
  stage_ = stage::outside;
  depth_ = revisions_begun_ = 0;
}

cost* meter::charged() noexcept {
  switch (stage_) {
    case stage::reviewing: return &reviews_;
    case stage::revising: return &revisions_;
    case stage::deciding: return &decisions_;
    default: return nullptr;
  }
}

void meter::begin(std::string_view name) noexcept {
  if (depth_ < spans_.size()) spans_[depth_] = name;
  if (depth_++ > 0) return;
  stage_ = stage_of(name);
  if (stage_ == stage::revising) ++revisions_begun_;
  open_ = {};
  resume();
}

void meter::end() noexcept {
  if (--depth_ > 0) return;
  pause();
  if (auto* const to = charged()) *to += open_;
  stage_ = stage::outside;
}

bool meter::is_inside(std::string_view name) const noexcept {
  auto const* const last = spans_.data() + std::min(depth_, spans_.size());
  return std::find(spans_.data(), last, name) != last;
}

void meter::resume() noexcept {
  if (!charged()) return;
  if (times_) since_ = processor_time();
  allocated_ = overhead::heap_used().allocations;
  toggle_instructions(stage_);
}

void meter::pause() noexcept {
  if (!charged()) return;
  toggle_instructions(stage_);
  open_.allocations += overhead::heap_used().allocations - allocated_;
  if (times_) open_.processor += processor_time() - since_;
}

metered_database::metered_database(std::string const& file, meter& m) : inner_((watch_statements(), file), patient()), meter_(&m) {}

template <class Ask>
metered_database::given metered_database::take(std::string key, Ask ask) {
  if (auto const found = known_.find(key); found != known_.end()) return found->second;
  auto const steps = steps_taken;
  auto const since = processor_time();
  given fresh{ask(), 0, {}};
  if (meter_->keeps_times()) fresh.processor = processor_time() - since;
  fresh.steps = steps_taken - steps;
  if (!meter_->keeps_times() && fresh.what.rows.values.size() <= most_rows_kept) known_.emplace(std::move(key), fresh);
  return fresh;
}

template <class Key, class Ask>
db::execution metered_database::charged(Key key, Ask ask) {
  auto done = meter_->outside([&] { return take(key(), ask); });
  auto& to = meter_->open();
  ++to.statements;
  to.rows += done.what.rows.values.size();
  to.steps += done.steps;
  to.processor += done.processor;
  return std::move(done.what);
}

db::execution metered_database::execute(std::string sql) {
  return charged([&] { return std::string("x").append(sql); }, [&] { return inner_.execute(sql); });
}

db::execution metered_database::sample(std::string table, std::size_t n) {
  return charged([&] { return std::string("s").append(std::to_string(n)).append(" ").append(table); },
                 [&] { return inner_.sample(table, n); });
}

db::execution metered_database::distinct(std::string table, std::string column, std::size_t n) {
  return charged([&] { return std::string("d").append(std::to_string(n)).append(" ").append(table).append("\n").append(column); },
                 [&] { return inner_.distinct(table, column, n); });
}

void begin_instructions(counted what) {
  collected = what;
  CALLGRIND_START_INSTRUMENTATION;  // not before, since what is read once takes the longest
  CALLGRIND_ZERO_STATS;
}
void end_instructions(std::string const& name) { CALLGRIND_DUMP_STATS_AT(name.c_str()); }

}  // namespace strategies
