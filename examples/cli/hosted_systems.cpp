// SPDX-License-Identifier: BSL-1.0
#include "hosted_systems.hpp"

#include <algorithm>
#include <exception>

#include "confidence_option.hpp"
#include "stage_trace.hpp"
#include "t2s/serve/runs/detail/watched_connection.hpp"

namespace cli {
namespace {

/// A lent connection in the form that the systems take.
connection opened_over(t2s::db::any_connection& lent, t2s::serve::run_watch& watch) {
  return connection(t2s::db::any_connection(t2s::serve::watched_connection(lent, watch), lent.shown(), lent.name(), lent.file()));
}

}  // namespace

/// A model and the event loop of its thread, for one run.
class hosted_systems::lent_asking {
 public:
  explicit lent_asking(hosted_systems& from) : from_(from) {
    std::lock_guard const lock(from_.guard_);
    if (!from_.idle_.empty()) {
      held_ = std::move(from_.idle_.back());
      from_.idle_.pop_back();
    }
  }
  lent_asking(lent_asking const&) = delete;
  lent_asking& operator=(lent_asking const&) = delete;
  ~lent_asking() {
    if (!held_) return;
    held_->stop_by({});
    std::lock_guard const lock(from_.guard_);
    from_.idle_.push_back(std::move(held_));
  }
  asking& operator*() {
    if (!held_) held_ = std::make_unique<asking>(from_.settings_, from_.pipeline_.local(), from_.pipeline_.seed());
    return *held_;
  }

 private:
  hosted_systems& from_;
  std::unique_ptr<asking> held_{};
};

hosted_systems::hosted_systems(po::variables_map const& given, std::vector<t2s::demonstration> pool, telemetry_options const& telemetry,
                               std::shared_ptr<t2s::serve::corrections> kept, offers which)
    : telemetry_(telemetry), pool_(std::move(pool)), kept_(std::move(kept)), settings_(given, purpose::runs), pipeline_(given, settings_) {
  add(pipeline_.chosen(), pipeline_);
  if (which == offers::the_chosen) return;
  for (auto const& entry : systems()) {
    if (entry.name == pipeline_.chosen().name || (entry.asks_model && !settings_.present())) continue;
    try {
      add(entry, pipeline_.with(entry.name, {}));
    } catch (usage_error const&) {
      continue;  // it needs a file that was not given
    }
  }
}

std::unique_ptr<any_system> hosted_systems::open(pipeline_options const& how, asking& by,
                                                 t2s::serve::corrections::list const& first) const {
  cli::offered with;
  with.pool = first;
  with.pool.insert(with.pool.end(), pool_.begin(), pool_.end());
  return how.open(by, std::move(with));
}

void hosted_systems::add(system_entry const& entry, pipeline_options const& how) {
  lent_asking by(*this);
  auto made = open(how, *by, {});
  if (made->in_order())
    throw usage_error(
        "tcsr.grow lets a question learn from those before it, but a server's questions have no order: leave it out of --set");
  all_.push_back(std::make_unique<hosted>(entry, how, std::move(made)));
}

/// Corrections are few, so a pipeline is opened anew with those of a database when they have changed.
std::shared_ptr<any_system const> hosted_systems::system_for(hosted& by, asking& asks, t2s::serve::served_database const& database) const {
  auto const now = kept_ ? kept_->of(database) : nullptr;
  if (!now || now->empty()) return by.system;
  {
    std::lock_guard const lock(by.guard);
    if (auto const& known = by.with_corrections[&database]; known.by == now) return known.system;
  }
  std::shared_ptr<any_system const> made = open(by.how, asks, *now);
  std::lock_guard const lock(by.guard);
  by.with_corrections[&database] = {now, made};
  return made;
}

std::vector<t2s::serve::served_system> hosted_systems::offered() {
  std::vector<t2s::serve::served_system> out;
  for (auto const& h : all_)
    out.push_back({std::string(h->entry->name), std::string(h->entry->about), h->entry->asks_model,
                   [this, by = h.get()](t2s::serve::served_database& database, std::string const& question, t2s::serve::run_watch& watch) {
                     return answer(*by, database, question, watch);
                   },
                   pipeline_.min_confidence(default_min_confidence(h->entry->asks_model)),
                   h->entry->asks_model ? settings_.names().front() : ""});
  return out;
}

known_database hosted_systems::known_of(hosted& by, asking& asks, connection& opened, t2s::serve::served_database const& database,
                                        std::stop_token const& stop) {
  auto const* const at = database.known().get();  // another one after `renew`
  std::unique_lock lock(by.guard);
  auto& of = by.known[&database];
  if (!by.was_read.wait(lock, stop, [&of] { return !of.being_read; })) throw t2s::error(t2s::errc::cancelled, "the run was cancelled");
  if (of.known && of.at == at) return *of.known;
  of.being_read = true;
  lock.unlock();
  std::optional<known_database> known;
  std::exception_ptr failed;
  try {
    known = by.system->read(asks, opened, database.name());
  } catch (...) {
    failed = std::current_exception();
  }
  lock.lock();
  of.being_read = false;
  of.known = std::move(known);
  of.at = at;
  by.was_read.notify_all();
  if (failed) std::rethrow_exception(failed);
  return *of.known;
}

void hosted_systems::prepare(t2s::serve::served_database& database, std::stop_token const& stop) {
  auto const record = std::make_shared<t2s::serve::run_record>("", t2s::serve::run_order());
  std::stop_callback const ends(stop, [&record] { record->cancel(); });
  t2s::serve::run_watch unwatched(record);
  auto lent = database.lend(stop);
  auto opened = opened_over(lent.connection(), unwatched);
  lent_asking by(*this);
  static_cast<void>(known_of(*all_.front(), *by, opened, database, stop));
}

t2s::answer hosted_systems::answer(hosted& by, t2s::serve::served_database& database, std::string const& question,
                                   t2s::serve::run_watch& watch) {
  t2s::telemetry::audit_scope const asked({.who = watch.order().who, .database = database.name(), .question = question});
  auto lent = database.lend(watch.stop());
  auto opened = opened_over(lent.connection(), watch);
  lent_asking asks(*this);
  (*asks).stop_by(watch.stop());
  (*asks).estimate(std::max(watch.order().min_confidence, min_confidence()));
  (*asks).ask_back(watch.order().ask_back);
  (*asks).go_on_from(watch.order().turns);
  auto const known = known_of(by, *asks, opened, database, watch.stop());
  auto const system = system_for(by, *asks, database);
  auto labels = labels_of(by.entry->name, settings_, lent.connection());
  labels.database = database.name();
  labels.conversation = watch.order().conversation;
  auto const told = telemetry_.begin(std::move(labels), t2s::telemetry::read_traceparent(watch.order().trace_parent));
  return told_answer(told, [&] {
    auto found = system->answer(*asks, known, opened, question, stage_trace(watch.trace(), told));
    if (found.failed && watch.stop().stop_requested()) throw t2s::error(t2s::errc::cancelled, "the run was cancelled");
    return found;
  });
}

}  // namespace cli
