// SPDX-License-Identifier: BSL-1.0
#include "mcp_endpoints.hpp"

#include <algorithm>
#include <utility>

namespace cli {
namespace {

constexpr std::size_t most_waiting = 64;

}  // namespace

mcp_endpoints::mcp_endpoints(std::size_t threads)
    : workers_(threads, most_waiting), places_(std::make_shared<t2s::serve::mcp::sampling_places>(std::max<std::size_t>(threads / 2, 1))) {}

mcp_endpoints::offerings mcp_endpoints::over(served_databases const& of, mcp_answerers const& answerers,
                                             std::shared_ptr<t2s::serve::corrections> const& kept,
                                             std::function<bool(std::string_view)> const& may_correct) const {
  offerings all;
  auto const add = [&](std::string const& user, t2s::serve::database_list const& own) {
    auto const corrects = !may_correct || may_correct(user) ? kept : nullptr;
    all.emplace(user, mcp_offering(own, answerers, corrects, user, places_));
  };
  if (!of.for_all.empty()) add({}, of.for_all);
  for (auto const& [user, own] : of.of_users) add(user, own);
  return all;
}

void mcp_endpoints::offer(offerings const& now) {
  for (auto at = of_users_.begin(); at != of_users_.end();) {
    if (now.contains(at->first)) {
      ++at;
      continue;
    }
    at->second->close();
    ended_.push_back(std::move(at->second));
    at = of_users_.erase(at);
  }
  for (auto const& [user, offered] : now) {
    auto& of_user = of_users_[user];
    if (of_user)
      of_user->renew(offered);
    else
      of_user = std::make_unique<t2s::serve::mcp::streamable>(offered,
                                                              [this](std::function<void()> work) { return workers_.add(std::move(work)); });
  }
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
