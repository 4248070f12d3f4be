// SPDX-License-Identifier: BSL-1.0
#include "mcp_offering.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "t2s/serve/local/offline_answerer.hpp"
#include "t2s/serve/local/operations.hpp"
#include "t2s/serve/mcp/database_offering.hpp"
#include "t2s/serve/operations/detail/ask.hpp"
#include "t2s/serve/operations/detail/correct.hpp"
#include "t2s/serve/operations/detail/stored_query.hpp"

namespace cli {
namespace {

namespace serve = t2s::serve;

serve::operation audited(serve::operation of) {
  of.run = [run = std::move(of.run)](serve::served_database& database, boost::json::object const& given, serve::call const& by) {
    auto const* const question = given.if_contains("question");
    t2s::telemetry::audit_scope const asked(
        {.who = by.who,
         .database = database.name(),
         .question = question && question->is_string() ? std::string(question->get_string()) : std::string()});
    return run(database, given, by);
  };
  return of;
}

}  // namespace

std::vector<serve::operation> audited_operations(std::vector<std::string_view> const& names) {
  std::vector<serve::operation> all;
  for (auto& o : serve::operations())
    if (names.empty() || std::ranges::find(names, o.name) != names.end()) all.push_back(audited(std::move(o)));
  return all;
}

std::vector<serve::operation> audited_corrections(std::shared_ptr<serve::corrections> const& kept) {
  std::vector<serve::operation> all;
  for (auto& o : serve::correction_operations(kept, serve::local_hints())) all.push_back(audited(std::move(o)));
  return all;
}

void describe_stored_queries(po::options_description& to) {
  to.add_options()("queries", a_file(), "stored queries, each offered as a tool of its own and as POST /v1/NAME (docs/serve.md)");
}

std::vector<serve::operation> stored_queries_of(po::variables_map const& given, serve::database_list const& served) {
  if (given.count("queries") == 0) return {};
  std::vector<std::string> taken{
      "ask",    "correct",   "list_corrections", "remove_correction", "runs",          "databases",          "corrections",
      "health", "readiness", "metrics",          "openapi",           "conversations", "list_conversations", "delete_conversation"};
  for (auto const& o : serve::operations()) taken.emplace_back(o.name);
  auto all = serve::read_stored_queries(given["queries"].as<std::string>(), taken);
  serve::require_fitting(all, served);
  std::vector<serve::operation> operations;
  for (auto& q : all) operations.push_back(audited(serve::stored_query_operation(std::move(q), serve::local_hints())));
  return operations;
}

mcp_answerers local_answerers(served_pool const& pool, telemetry_options const& telemetry) {
  auto const begin = [&telemetry](std::string_view system, serve::served_database const& database) {
    t2s::telemetry::run_labels of;
    of.system = system;
    of.database_kind = t2s::telemetry::database_kind_of(database.schema().sql_dialect());
    of.database = database.name();
    return telemetry.begin(std::move(of));
  };
  auto const shown = serve::with_corrections(pool.demonstrations, pool.kept);
  return {{"offline", "without a model", false, serve::offline_answerer(shown, begin)},
          {"few-shot-corrected", "the model of the client that asks", true, serve::callers_model_answerer(shown, begin)},
          {},
          {},
          false};
}

std::shared_ptr<serve::mcp::offering const> mcp_offering(serve::database_list const& all, mcp_answerers const& answerers,
                                                         std::shared_ptr<serve::corrections> const& kept, std::string const& user,
                                                         std::shared_ptr<serve::mcp::sampling_places> places) {
  auto offered = audited_operations();
  if (kept)
    for (auto& o : audited_corrections(kept)) offered.push_back(std::move(o));
  serve::conversations_of_user const own{answerers.conversations, user};
  offered.push_back(audited(serve::ask_operation(answerers.by, answerers.by_callers_model, own)));
  if (own.kept && answerers.lists_conversations) {
    offered.push_back(serve::list_conversations_operation(own));
    offered.push_back(serve::delete_conversation_operation(own));
  }
  offered.insert(offered.end(), answerers.stored.begin(), answerers.stored.end());
  return serve::mcp::offer_databases(all, std::move(offered), std::move(places));
}

}  // namespace cli
