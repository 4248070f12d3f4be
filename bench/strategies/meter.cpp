// SPDX-License-Identifier: BSL-1.0
#include "meter.hpp"

#include "../overhead/allocations.hpp"

#include <sqlite3.h>
#include <time.h>

#include <algorithm>
#include <exception>
#include <utility>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
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
bool collects_revisions = true;

void toggle_instructions(stage now) {
  if (now == stage::reviewing || collects_revisions) CALLGRIND_TOGGLE_COLLECT;
}

int add_steps(unsigned, void*, void* statement, void*) {
  steps_taken += static_cast<std::size_t>(sqlite3_stmt_status(static_cast<sqlite3_stmt*>(statement), SQLITE_STMTSTATUS_VM_STEP, 1));
  return 0;
}

int watch(sqlite3* connection, char const**, sqlite3_api_routines const*) {
  return sqlite3_trace_v2(connection, SQLITE_TRACE_PROFILE, add_steps, nullptr);
}

/// SQLite itself tells when a statement is done, on every connection opened from now on.
void watch_statements() {
  static int const once = sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch));
  if (once != SQLITE_OK) std::terminate();
}

db::sqlite_options generous() {
  db::sqlite_options o;
  o.immutable = true;
  o.limits.time = std::chrono::minutes(5);  // a limit that a slow machine meets would change the counts
  o.limits.rows = 1'000'000;
  o.limits.bytes = std::size_t{1} << 30U;
  return o;
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

void meter::begin(std::string_view name) noexcept {
  if (depth_ < spans_.size()) spans_[depth_] = name;
  if (depth_++ > 0) return;
  bool const before = name == "rewrite" || name == "sample" || name == "execute";
  stage_ = before ? stage::outside : name == "draft" ? stage::drafting : name == "revise" ? stage::revising : stage::reviewing;
  if (stage_ == stage::revising) ++revisions_begun_;
  open_ = {};
  if (counts()) resume();
}

void meter::end() noexcept {
  if (--depth_ > 0) return;
  if (counts()) {
    pause();
    (stage_ == stage::revising ? revisions_ : reviews_) += open_;
  }
  stage_ = stage::outside;
}

bool meter::is_inside(std::string_view name) const noexcept {
  auto const* const last = spans_.data() + std::min(depth_, spans_.size());
  return std::find(spans_.data(), last, name) != last;
}

void meter::resume() noexcept {
  if (!counts()) return;
  if (times_) since_ = processor_time();
  allocated_ = overhead::heap_used().allocations;
  toggle_instructions(stage_);
}

void meter::pause() noexcept {
  if (!counts()) return;
  toggle_instructions(stage_);
  open_.allocations += overhead::heap_used().allocations - allocated_;
  if (times_) open_.processor += processor_time() - since_;
}

metered_database::metered_database(std::string const& file, meter& m) : inner_((watch_statements(), file), generous()), meter_(&m) {}

template <class Key, class Ask>
db::execution metered_database::charged(Key key, Ask ask) {
  auto const take = [&] {
    auto name = key();
    if (auto const found = known_.find(name); found != known_.end()) return found->second;
    auto const before = steps_taken;
    given fresh{ask(), 0};
    fresh.steps = steps_taken - before;
    if (!meter_->keeps_times() && fresh.what.rows.values.size() <= most_rows_kept) known_.emplace(std::move(name), fresh);
    return fresh;
  };
  auto done = meter_->keeps_times() ? take() : meter_->outside(take);
  auto& to = meter_->open();
  ++to.statements;
  to.rows += done.what.rows.values.size();
  to.steps += done.steps;
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

void begin_instructions(bool of_revisions_too) {
  collects_revisions = of_revisions_too;
  CALLGRIND_ZERO_STATS;
}
void end_instructions(std::string const& name) { CALLGRIND_DUMP_STATS_AT(name.c_str()); }

}  // namespace strategies
