// SPDX-License-Identifier: BSL-1.0
#include "listening.hpp"

#include <sys/resource.h>
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "access_options.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"

namespace cli {
namespace {

/// The token that --token names.
std::string token_of(std::string const& typed) {
  std::string token;
  if (typed.starts_with("env:")) {
    auto const* const value = std::getenv(typed.c_str() + 4);
    if (!value) throw usage_error("--token " + typed + ": there is no such variable in the environment");
    token = value;
  } else {
    std::ifstream in(typed, std::ios::binary);
    if (!in) throw usage_error("--token " + typed + ": the file does not exist or cannot be read; give a file, or env:NAME");
    std::getline(in, token);
  }
  token = std::string(t2s::text::trim(token));
  if (token.size() < 16) throw usage_error("--token " + typed + ": a token needs at least 16 characters");
  return token;
}

/// The number of connections that --connections names, `usual` without it. Each needs a file of this process, whose limit is raised as far
/// as the system allows.
std::size_t connections_of(po::variables_map const& given, std::size_t usual) {
  auto const asked = whole_number(given, "connections", 1, 100'000, usual);
  static constexpr std::size_t others = 512;  // databases, models and logs
  rlimit files{};
  if (asked <= usual || getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= asked + others) return asked;
  if (files.rlim_max < asked + others)
    throw usage_error("--connections " + std::to_string(asked) + " needs " + std::to_string(asked + others) +
                      " open files, and this system " + "allows " + std::to_string(files.rlim_max) +
                      ": raise its limit (ulimit -Hn, LimitNOFILE of systemd)");
  files.rlim_cur = asked + others;
  setrlimit(RLIMIT_NOFILE, &files);
  return asked;
}

}  // namespace

void describe_listening(po::options_description& to) {
  to.add_options()("token", a_word("FILE|env:NAME"),
                   "the token that requests must send (default if other machines can reach the server: a new one, which is shown)")(
      "allow-host", po::value<std::vector<std::string>>()->composing()->value_name("NAME"),
      "a further name under which clients reach the server, such as t2s.example.org, or with :PORT; may be repeated")(
      "peer-connections", a_number(),
      "connections that one address may have (default: 128); give as many as --connections behind a proxy, whose address all have")(
      "connections", a_number(), "connections at a time (default: 512)");
  describe_users(to);
}

t2s::serve::http_options listening_at(std::string const& place, char const* option, po::variables_map const& given,
                                      std::vector<t2s::serve::user> const& users) {
  auto const colon = place.rfind(':');
  double port = -1;
  if (colon == place.npos || t2s::text::to_number(place.substr(colon + 1), port) != std::errc() || port < 0 || port > 65'535 ||
      port != static_cast<double>(static_cast<int>(port)))
    throw usage_error(std::string("--") + option + " takes HOST:PORT, such as 127.0.0.1:8765, and not \"" + place + "\"");
  auto host = place.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  t2s::serve::http_options o;
  o.limits.connections = connections_of(given, o.limits.connections);
  o.limits.connections_a_peer = whole_number(given, "peer-connections", 1, 100'000, o.limits.connections_a_peer);
  o.address = std::move(host);
  o.port = static_cast<std::uint16_t>(port);
  if (given.count("allow-host") != 0) o.access.hosts = given["allow-host"].as<std::vector<std::string>>();
  if (given.count("allow-origin") != 0) o.access.origins = given["allow-origin"].as<std::vector<std::string>>();
  for (auto const& u : users) o.access.users.push_back({u.name, u.token});
  if (auto const token = text_of(given, "token"); !token.empty())
    o.access.token = token_of(token);
  else if (o.access.users.empty() && !t2s::serve::is_loopback(o.address))
    o.access.token = t2s::serve::new_secret();
  return o;
}

}  // namespace cli
