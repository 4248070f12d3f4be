// SPDX-License-Identifier: BSL-1.0
#include "mcp_endpoints.hpp"

#include <algorithm>
#include <utility>

namespace cli {
namespace {

constexpr std::size_t most_waiting = 64;

}  // namespace

mcp_endpoints::mcp_endpoints(served_databases const& of, mcp_answerers const& answerers,
                             std::shared_ptr<t2s::serve::corrections> const& kept, std::function<bool(std::string_view)> const& may_correct,
                             std::size_t threads)
    : workers_(threads, most_waiting) {
  auto const places = std::make_shared<t2s::serve::mcp::sampling_places>(std::max<std::size_t>(threads / 2, 1));
  auto const add = [&](std::string const& user, t2s::serve::database_list const& own) {
    auto const corrects = !may_correct || may_correct(user) ? kept : nullptr;
    of_users_.emplace(
        user, std::make_unique<t2s::serve::mcp::streamable>(mcp_offering(own, answerers, corrects, places),
                                                            [this](std::function<void()> work) { return workers_.add(std::move(work)); }));
  };
  if (!of.for_all.empty()) add({}, of.for_all);
  for (auto const& [user, own] : of.of_users) add(user, own);
}

bool mcp_endpoints::answer(t2s::serve::request const& asked, t2s::serve::responder const& respond) {
  if (asked.path != "/mcp") return false;
  auto const at = of_users_.find(asked.user);
  respond(at == of_users_.end() ? t2s::serve::error_response(403, "no_user", "this user may use none of the databases")
                                : at->second->answer(asked));
  return true;
}

void mcp_endpoints::close() {
  for (auto& [user, endpoint] : of_users_) endpoint->close();
}

}  // namespace cli
