// SPDX-License-Identifier: BSL-1.0
#include "served_databases.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "access_options.hpp"
#include "lexicon_options.hpp"
#include "open_database.hpp"
#include "t2s/core/error.hpp"
#include "table.hpp"

namespace cli {
namespace {

struct named_place {
  std::string name{}, place{};
};

/// "shop" and "/data/shop.sqlite" of "shop=/data/shop.sqlite". Addresses such as odbc:DSN=shop have no name before them.
named_place place_of(std::string const& typed) {
  auto const equals = typed.find('=');
  auto const plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  if (equals == typed.npos || equals == 0 || !std::all_of(typed.begin(), typed.begin() + static_cast<std::ptrdiff_t>(equals), plain))
    return {"", typed};
  return {typed.substr(0, equals), typed.substr(equals + 1)};
}

/// What `open` gives; a failure says of which of several databases it is: one file of rules is for all of them.
template <class Open>
t2s::db::any_connection opened(std::string const& typed, Open open) try {
  return open();
} catch (t2s::error const& e) {
  if (e.details().code != t2s::errc::invalid_argument) throw;  // the others name the file
  auto said = e.details();
  said.message = "--db " + printable(typed) + ": " + said.message;
  throw t2s::error(std::move(said));
}

}  // namespace

void describe_served_databases(po::options_description& to) {
  to.add_options()("db", po::value<std::vector<std::string>>()->composing()->required()->value_name("[NAME=]FILE|URL"), what_databases);
  describe_max_rows_read(to);
  describe_rules(to);
}

std::vector<std::shared_ptr<t2s::serve::served_database>> served_databases(po::variables_map const& given,
                                                                           t2s::serve::service_limits const& limits,
                                                                           telemetry_options const& telemetry) {
  lexicon_options const words(given);
  auto const open = [who = access_of(given), &telemetry](std::string const& written, t2s::db::any_options const& how) {
    return telemetry.audited(open_restricted(written, how, who), {}, who.session.role);
  };
  auto how = limits_of(given);
  how.limits.time = limits.time;
  std::vector<std::shared_ptr<t2s::serve::served_database>> all;
  for (auto const& typed : given["db"].as<std::vector<std::string>>()) {
    auto [name, place] = place_of(typed);
    auto const first = opened(typed, [&] { return open(place, how); });
    if (name.empty()) name = first.name().empty() ? "database" : first.name();
    if (std::ranges::any_of(all, [&](auto const& other) { return other->name() == name; }))
      throw usage_error("two databases are called " + name + ": give one of them another name by --db NAME=" + place);
    auto const known = words.prepare(first)->options();
    all.push_back(std::make_shared<t2s::serve::served_database>(name, [place, how, open] { return open(place, how); }, limits, known));
  }
  return all;
}

}  // namespace cli
