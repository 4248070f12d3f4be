// SPDX-License-Identifier: BSL-1.0
#include "served_databases.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "access_options.hpp"
#include "lexicon_options.hpp"
#include "named_place.hpp"
#include "open_database.hpp"
#include "t2s/core/error.hpp"
#include "table.hpp"

namespace cli {
namespace {

/// The result of `open`. A failure names the database and the user: all databases share one file of rules.
template <class Open>
t2s::db::any_connection opened(std::string const& typed, std::string const& user, Open open) try {
  return open();
} catch (t2s::error const& e) {
  if (e.details().code != t2s::errc::invalid_argument) throw;  // the other messages name the file
  auto said = e.details();
  said.message = "--db " + printable(typed) + (user.empty() ? "" : ", user " + printable(user)) + ": " + said.message;
  throw t2s::error(std::move(said));
}

/// Opens the databases of the options for each session.
class database_opener {
 public:
  database_opener(po::variables_map const& given, t2s::serve::service_limits const& limits, telemetry_options const& telemetry)
      : typed_(given["db"].as<std::vector<std::string>>()),
        limits_(limits),
        telemetry_(telemetry),
        words_(given),
        who_(access_of(given)),
        how_(limits_of(given)) {
    how_.limits.time = limits.time;
  }

  [[nodiscard]] access_options const& usual() const { return who_; }

  /// `user` is the name in messages.
  [[nodiscard]] t2s::serve::database_list open(t2s::db::policy::session const& session, std::string const& user,
                                               t2s::serve::learned_files* learned = nullptr) const {
    auto const open_place = [who = restricted_to(session), how = how_, &to = telemetry_](std::string const& place, bool are_tried) {
      return to.audited(open_restricted(place, how, who, are_tried), {}, who.session.role);
    };
    t2s::serve::database_list all;
    for (auto const& typed : typed_) {
      auto [name, place] = place_of(typed);
      auto const first = opened(typed, user, [&] { return open_place(place, false); });
      if (name.empty()) name = first.name().empty() ? "database" : first.name();
      if (std::ranges::any_of(all, [&](auto const& other) { return other->name() == name; }))
        throw usage_error("two databases are called " + name + ": give one of them another name by --db NAME=" + place);
      auto const known = words_.prepare(first)->options();
      all.push_back(
          std::make_shared<t2s::serve::served_database>(name, [place, open_place] { return open_place(place, true); }, limits_, known));
      if (auto const file = learned ? words_.learned().shared_file_of(first) : std::string(); !file.empty())
        learned->emplace(name, t2s::serve::shared_learned{std::make_shared<t2s::serve::learned_file>(file),
                                                          [words = words_](t2s::serve::served_database& changed) {
                                                            auto lent = changed.lend();
                                                            changed.renew(words.prepare(lent.connection())->options());
                                                          }});
    }
    return all;
  }

 private:
  [[nodiscard]] access_options restricted_to(t2s::db::policy::session const& session) const {
    auto who = who_;
    who.session = session;
    return who;
  }

  std::vector<std::string> typed_;
  t2s::serve::service_limits limits_;
  telemetry_options const& telemetry_;
  lexicon_options words_;
  access_options who_;
  t2s::db::any_options how_;
};

}  // namespace

void describe_served_databases(po::options_description& to) {
  to.add_options()("db", po::value<std::vector<std::string>>()->composing()->required()->value_name("[NAME=]FILE|URL"), what_databases);
  describe_max_rows_read(to);
  describe_rules(to);
}

t2s::serve::database_list served_databases::all() const {
  auto out = for_all;
  for (auto const& [user, own] : of_users)
    for (auto const& d : own)
      if (std::ranges::find(out, d) == out.end()) out.push_back(d);
  return out;
}

served_databases open_served(po::variables_map const& given, t2s::serve::service_limits const& limits, telemetry_options const& telemetry,
                             std::vector<t2s::serve::user> const& users) {
  database_opener const opener(given, limits, telemetry);
  served_databases all;
  if (users.empty()) {
    all.for_all =
        opener.open(opener.usual().session, {}, given.count("allow-host") == 0 ? &all.learned : nullptr);  // a proxy is not the owner
    return all;
  }
  std::vector<std::pair<t2s::db::policy::session, t2s::serve::database_list>> known;
  for (auto const& u : users) {
    auto at = std::ranges::find(known, u.sees, [](auto const& k) { return k.first; });
    if (at == known.end()) at = known.insert(known.end(), {u.sees, opener.open(u.sees, u.name)});
    all.of_users[u.name] = at->second;
  }
  return all;
}

std::function<std::string()> calls_left(t2s::serve::database_list all) {
  return [all = std::move(all)] {
    std::string left;
    for (auto const& d : all)
      if (auto const n = d->connections_in_use(); n != 0)
        left += (left.empty() ? "" : "; ") + std::to_string(n) + (n == 1 ? " call" : " calls") + " within " + printable(d->name()) +
                ", which did not end when it was told to";
    return left.empty() ? std::string("no statement runs, but something else waits") : left;
  };
}

}  // namespace cli
