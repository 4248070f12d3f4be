// SPDX-License-Identifier: BSL-1.0
#include "served_settings.hpp"

#include <algorithm>
#include <exception>
#include <iostream>
#include <string_view>
#include <utility>

#include "access_options.hpp"
#include "advice.hpp"
#include "listening.hpp"
#include "mcp_offering.hpp"
#include "t2s/serve/page/page.hpp"
#include "t2s/serve/telemetry/prometheus.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace serving = t2s::serve;

constexpr char usual_place[] = "127.0.0.1:8765";
constexpr std::size_t mcp_threads = 4;

std::pair<std::string, std::string> figures(telemetry_options const& telemetry, std::string_view accept) {
  auto const form = t2s::telemetry::exposition_for(accept);
  return {t2s::telemetry::prometheus_text(telemetry.metrics(), form), std::string(t2s::telemetry::content_type_of(form))};
}

serving::served_page page() {
  serving::served_page p;
  p.html = serving::page::html();
  p.style = serving::page::style();
  p.script = serving::page::script();
  p.admin_html = serving::page::admin_html();
  p.admin_script = serving::page::admin_script();
  p.component = serving::page::component();
  p.standalone = serving::page::standalone;
  p.standalone_policy = serving::page::standalone_policy();
  return p;
}

}  // namespace

serving::http_options listening(po::variables_map const& given, std::vector<serving::user> const& users) {
  auto const typed = text_of(given, "bind");
  return listening_at(typed.empty() ? usual_place : typed, "bind", given, users);
}

serving::run_limits limits_of_runs(po::variables_map const& given) {
  serving::run_limits l;
  l.at_once = whole_number(given, "runs", 1, 256, l.at_once);
  l.waiting = whole_number(given, "waiting", 0, 100'000, l.waiting);
  l.kept = whole_number(given, "kept-runs", 1, 100'000, l.kept);
  l.longest = std::chrono::seconds(whole_number(given, "run-seconds", 1, 86'400, 600));
  return l;
}

serving::service_limits limits_of_calls(po::variables_map const& given) {
  serving::service_limits limits;
  auto const calls = limits_of_runs(given).at_once + serving::service_options().calls_at_once;
  limits.connections = calls + (given.count("mcp") != 0 ? mcp_threads : 0) + 1;
  return limits;
}

served_settings::served_settings(lasting_parts& lasting)
    : users_(users_of(lasting.given)),
      listening_(cli::listening(lasting.given, users_)),
      pool_(served_pool_of(lasting.given)),
      systems_(std::make_shared<hosted_systems>(lasting.given, pool_.demonstrations, lasting.telemetry, pool_.kept)),
      databases_(open_served(lasting.given, limits_of_calls(lasting.given), lasting.telemetry, users_)),
      stored_(stored_queries_of(lasting.given, databases_.all())) {
  auto with = options_of_service(lasting);
  if (lasting.given.count("mcp") != 0) {
    if (!lasting.mcp) lasting.mcp.emplace(mcp_threads);
    auto answerers = local_answerers(pool_, lasting.telemetry);
    answerers.by = offered_systems().front();
    answerers.stored = stored_;
    answerers.conversations = lasting.conversations;
    answerers.lists_conversations = lasting.given.count("conversations") != 0;
    offerings_ = lasting.mcp->over(databases_, answerers, pool_.kept, with.may_correct);
  }
  service_ = std::make_unique<serving::service>(databases_.for_all, offered_systems(), std::move(with));
}

serving::service_options served_settings::options_of_service(lasting_parts& lasting) {
  serving::service_options with;
  with.history = lasting.history;
  with.of_users = databases_.of_users;
  with.learned = databases_.learned;
  with.corrections = pool_.kept;
  with.conversations = lasting.conversations;
  with.may_correct = correctors_of(users_, pool_);
  with.may_administer = administrators_of(users_);
  if (std::ranges::any_of(users_, &serving::user::admin)) with.proposals = lasting.proposals;
  with.audit = lasting.telemetry.audit();
  if (pool_.kept) with.correct = audited_corrections(pool_.kept).front();
  with.operations = audited_operations({"query", "check", "repair", "explain"});
  with.operations.insert(with.operations.end(), stored_.begin(), stored_.end());
  with.page = page();
  with.metrics = [&telemetry = lasting.telemetry](std::string_view accept) { return figures(telemetry, accept); };
  if (auto const log = lasting.telemetry.audit()) with.require_ready = [log] { log->require_writable(); };
  if (lasting.given.count("mcp") != 0)
    with.also = [&lasting](serving::request const& asked, serving::responder const& respond) {
      return lasting.mcp->answer(asked, respond);
    };
  return with;
}

/// Each keeps all of them, so that runs may go on with settings that were replaced.
std::vector<serving::served_system> served_settings::offered_systems() const {
  auto all = systems_->offered();
  for (auto& s : all)
    s.answer = [kept = systems_, answer = std::move(s.answer)](serving::served_database& database, std::string const& question,
                                                               serving::run_watch& watch) { return answer(database, question, watch); };
  return all;
}

void served_settings::prepare(std::stop_token const& stop) {
  for (auto const& d : databases()) {
    if (stop.stop_requested()) return;
    try {
      systems_->prepare(*d, stop);
    } catch (std::exception const& e) {
      if (stop.stop_requested()) return;
      std::cerr << "t2s: " << printable(d->name()) << " could not be read: " << for_terminal(e.what()) << "\n";
    }
  }
}

// ---- current_settings

current_settings::current_settings(lasting_parts& lasting, std::stop_token stop)
    : lasting_(lasting), stop_(std::move(stop)), now_(std::make_shared<served_settings>(lasting)) {
  if (lasting.given.count("token") == 0) made_token_ = now_->listening().access.token;
  if (lasting.mcp) lasting.mcp->offer(now_->offerings());
}

std::shared_ptr<served_settings> current_settings::now() const {
  std::lock_guard const lock(guard_);
  return now_;
}

void current_settings::answer(serving::request const& asked, serving::responder respond) {
  auto const by = now();
  by->service().answer(asked, std::move(respond));
}

void current_settings::read_again(serving::http_server& server) try {
  auto made = std::make_shared<served_settings>(lasting_);
  auto access = made->listening().access;
  if (!made_token_.empty()) access.token = made_token_;
  made->prepare(stop_);
  server.renew(std::move(access), [this, made] { replace(made); });
  made->service().prepare(stop_);  // example questions; who lost the right to ask does not wait for them
} catch (std::exception const& e) {
  std::cerr << "t2s: the settings were read again and are wrong, so they stay as they were: " << for_terminal(e.what()) << std::endl;
}

/// On the server's thread, between two requests.
void current_settings::replace(std::shared_ptr<served_settings> by) {
  std::lock_guard const lock(guard_);
  if (lasting_.mcp) lasting_.mcp->offer(by->offerings());
  if (lasting_.mcp && drains_) lasting_.mcp->close();  // also what was offered just now
  now_.swap(by);
  before_.push_back(std::move(by));
  if (drains_) now_->service().drain(*drains_);
  std::cerr << "t2s: the settings were read again" << std::endl;
}

void current_settings::forget_unused() {
  std::vector<std::shared_ptr<served_settings>> unused;  // destroyed outside of the lock
  std::lock_guard const lock(guard_);
  std::erase_if(before_, [&unused](auto& one) {
    if (one.use_count() > 1 || !one->service().has_no_calls()) return false;
    unused.push_back(std::move(one));
    return true;
  });
}

void current_settings::drain(std::chrono::milliseconds time) {
  std::lock_guard const lock(guard_);
  drains_ = time;
  now_->service().drain(time);
  for (auto const& one : before_) one->service().drain(time);
  if (lasting_.mcp) lasting_.mcp->close();
}

bool current_settings::is_idle() {
  std::lock_guard const lock(guard_);
  bool all = now_->service().is_idle();
  for (auto const& one : before_) all = one->service().is_idle() && all;
  return all;
}

}  // namespace cli
