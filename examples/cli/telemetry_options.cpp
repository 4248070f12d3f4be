// SPDX-License-Identifier: BSL-1.0
#include "telemetry_options.hpp"

#include <pwd.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <utility>
#include <vector>

#include "output_file.hpp"
#include "t2s/serve/telemetry/audited_connection.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace telemetry = t2s::telemetry;

telemetry::query_text statements_of(std::string const& word) {
  if (word.empty() || word == "without-literals") return telemetry::query_text::without_literals;
  if (word == "none") return telemetry::query_text::none;
  if (word == "whole") return telemetry::query_text::whole;
  throw usage_error("--otlp-sql needs none, without-literals or whole, not \"" + word + "\"");
}

/// The user's name, or the number without a name.
std::string user_name() {
  auto const user = ::geteuid();
  auto const* const entry = ::getpwuid(user);
  return entry ? entry->pw_name : std::to_string(user);
}

/// "shop" of "/data/shop.sqlite": the name of a database without its folder.
std::string short_name(t2s::db::any_connection const& database) {
  return database.name().empty() ? std::filesystem::path(database.shown()).stem().string() : database.name();
}

/// Rejects an audit log that another option names too: otherwise lines could be appended to a database.
void require_own_file(po::variables_map const& given) {
  auto const& log = given["audit"].as<std::string>();
  auto const refuse_same = [&log](std::string const& option, std::string const& typed) {
    for (auto const& path : {typed, typed.substr(typed.find('=') + 1)})
      if (!path.empty() && is_same_file(log, path))
        throw usage_error("--audit and --" + option + " name the same file, " + log + "; give each one of its own");
  };
  for (auto const& [option, value] : given) {
    if (option == "audit") continue;
    if (auto const* one = boost::any_cast<std::string>(&value.value())) refuse_same(option, *one);
    if (auto const* several = boost::any_cast<std::vector<std::string>>(&value.value()))
      for (auto const& typed : *several) refuse_same(option, typed);
  }
}

}  // namespace

void telemetry_options::describe(po::options_description& to) {
  po::options_description more("Observation");
  auto add = more.add_options();
  add("otlp", a_word("URL"),
      "send traces and metrics to a collector of OpenTelemetry, http://HOST:4318; also set by OTEL_EXPORTER_OTLP_ENDPOINT");
  add("otlp-sql", a_word("HOW"), "what traces say of statements: none, without-literals (default) or whole, with the question");
  add("audit", a_file(), "append a line of JSON for every statement; one that cannot be written down is not run");
  to.add(more);
}

telemetry_options::telemetry_options(po::variables_map const& given, bool keeps_metrics) {
  statements_ = statements_of(text_of(given, "otlp-sql"));
  auto how = telemetry::otlp_options::from_environment(text_of(given, "otlp"));
  if (!how && given.count("otlp") != 0)
    std::cerr << "t2s: nothing is sent by --otlp: OTEL_SDK_DISABLED is true, or OTEL_TRACES_EXPORTER and OTEL_METRICS_EXPORTER are none\n";
  if (!how && given.count("otlp") == 0 && given.count("otlp-sql") != 0)
    throw usage_error("--otlp-sql needs --otlp: give the URL of the collector that gets the traces");
  if (how || keeps_metrics) counted_ = std::make_unique<telemetry::run_metrics>(*metrics_);
  if (how) how->first_wait = std::chrono::milliseconds(200);  // a user waits for the end
  if (how) exporter_ = std::make_unique<telemetry::otlp_exporter>(*std::move(how), metrics_.get());
  bool const is_audited = given.count("audit") != 0;
  if (is_audited) require_own_file(given);
  if (is_audited || keeps_metrics)
    audit_ = std::make_shared<telemetry::audit_log>(text_of(given, "audit"), telemetry::audit_options{.kept = keeps_metrics ? 200U : 0U});
}

telemetry_options::~telemetry_options() {
  if (!exporter_) return;
  std::cout.flush();  // report the first finding
  bool const arrived = exporter_->close(std::chrono::seconds(3));
  auto const done = exporter_->figures();
  auto const undelivered = done.dropped + done.lost;
  if (undelivered == 0 && arrived) return;
  std::cerr << "t2s: telemetry was not delivered" << (undelivered > 0 ? " (" + counted(undelivered, "span") + ")" : "") << ": "
            << printable(done.problem.empty() ? "the collector did not answer in time" : done.problem) << "\n";
}

telemetry::otlp_trace telemetry_options::begin(telemetry::run_labels of, std::optional<telemetry::trace_parent> parent) const {
  return {telemetry::run_watchers{exporter_.get(), counted_.get(), statements_, parent}, std::move(of)};
}

t2s::db::any_connection telemetry_options::audited(t2s::db::any_connection inner, std::string question, std::string role) const {
  if (!audit_) return inner;
  auto name = short_name(inner);
  return telemetry::audited(std::move(inner), audit_, {user_name(), std::move(role), std::move(name), std::move(question)});
}

telemetry::run_labels labels_of(std::string_view pipeline, model_options const& model, t2s::db::any_connection const& database) {
  telemetry::run_labels of;
  of.system = pipeline;
  of.database_kind = telemetry::database_kind_of(database.schema().sql_dialect());
  of.database = short_name(database);
  of.embedding_model = model.embedding_model();
  of.models = model.names();
  if (!model.server().present()) return of;
  auto const at = t2s::llm::parse_url(model.server().url());
  of.provider = model.server().endpoint().protocol->name();
  of.server = at.host;
  of.port = at.port;
  return of;
}

}  // namespace cli
