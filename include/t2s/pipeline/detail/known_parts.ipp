// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_KNOWN_PARTS_IPP
#define T2S_PIPELINE_DETAIL_KNOWN_PARTS_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"

#include <chrono>
#include <string_view>

namespace t2s {

namespace detail {

/// A hash of everything in the CREATE TABLE statements, without writing them.
inline std::uint64_t hash_of_schema(schema::database const& of) {
  auto hash = text::hash(sql::name_of(of.sql_dialect()));
  auto const add = [&hash](std::string_view part) { hash = text::hash("\n", text::hash(part, hash)); };
  for (auto const& t : of.tables()) {
    add(t.name);
    add(t.description);
    for (auto const& c : t.columns) {
      add(c.name);
      add(c.type);
      add(c.description);
      hash = hash * 31 + 2 * c.key_position + (c.not_null ? 1 : 0);
    }
    for (auto const& k : t.foreign_keys) {
      add(k.table);
      for (auto const& name : k.columns) add(name);
      for (auto const& name : k.referenced) add(name);
    }
  }
  return hash;
}

}  // namespace detail

T2S_DECL known_parts::known_parts(known_options options) : options_(std::move(options)) {}
T2S_DECL known_parts::~known_parts() = default;

T2S_DECL std::shared_ptr<known_parts> known_parts::make(known_options options) {
  return std::shared_ptr<known_parts>(new known_parts(std::move(options)));  // make_shared cannot access the constructor
}

T2S_DECL std::shared_ptr<known_parts> known_parts::make_within(std::shared_ptr<known_parts> whole) {
  auto made = make(whole->options_);
  made->whole_ = std::move(whole);
  return made;
}

T2S_DECL void known_parts::require_schema(schema::database const& of) {
  auto const hash = detail::hash_of_schema(of);
  std::scoped_lock const lock(mutex_);
  if (!has_schema_) {
    if (auto const& said = options<schema::descriptions>(); !said.columns.empty() || !said.keys.empty()) {
      described_ = schema::described(of, said);
      is_described_ = true;
    }
    schema_ = hash;
    has_schema_ = true;  // last: after an exception the next connection tries again
  }
  if (schema_ != hash)
    throw error(errc::invalid_argument, "a database was prepared with what is known of another one: their schemas differ",
                "pass shared() of a prepared that has the same database, or none");
}

T2S_DECL known_parts::slot& known_parts::slot_of(key const& of) {
  std::scoped_lock const lock(mutex_);
  for (auto& known : slots_)
    if (known.of == of) return known;
  return slots_.emplace_front(of);
}

T2S_DECL void known_parts::keep_in(slot& at, std::shared_ptr<void const> made) {
  std::scoped_lock const lock(mutex_);
  if (!at.value && !at.reader) at.value = std::move(made);
}

T2S_DECL known_parts::turn known_parts::whose_turn(slot& at, asker& who) {
  std::scoped_lock const lock(mutex_);
  bool const waited_for_it = who.waited && at.readings > *who.waited;
  who.found = at.value ? at.value : waited_for_it ? at.incomplete : nullptr;
  if (who.found) return turn::done;
  if (at.reader == who.context)
    throw error(errc::invalid_argument, "the reading of a part of what is known of the database requests the same part",
                "read it from the database there, or take the common part out of both");
  if (at.reader) {
    who.waited = at.readings;
    return turn::another;
  }
  at.reader = who.context;
  at.incomplete.reset();
  return turn::caller;
}

T2S_DECL void known_parts::settle(slot& at, std::shared_ptr<void const> made, bool whole) {
  {
    std::scoped_lock const lock(mutex_);
    (whole ? at.value : at.incomplete) = std::move(made);
    at.reader = nullptr;
    ++at.readings;
    for (auto* const waits : at.waiting) waits->end();
    at.waiting.clear();
  }
  settled_.notify_all();
}

/// Waits until the part is settled, the time is over or the run is stopped. std::condition_variable_any could wait with a stop token, but
/// would instantiate ninety more functions.
T2S_DECL void known_parts::wait(slot& at, llm::call_bounds const& bounds) {
  std::stop_callback const wakes(bounds.stop, [this] {
    std::scoped_lock const lock(mutex_);  // so that it happens before the wait or during it
    settled_.notify_all();
  });
  std::unique_lock lock(mutex_);
  while (at.reader && !bounds.stop.stop_requested())
    if (bounds.until == std::chrono::steady_clock::time_point::max())
      settled_.wait(lock);
    else if (settled_.wait_until(lock, bounds.until) == std::cv_status::timeout)
      return;
}

}  // namespace t2s

#endif
