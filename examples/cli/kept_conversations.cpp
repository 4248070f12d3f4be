// SPDX-License-Identifier: BSL-1.0
#include "kept_conversations.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "named_place.hpp"
#include "output_file.hpp"
#include "t2s/db/any/detail/location.hpp"
#include "t2s/serve/detail/postgres_conversations.hpp"

namespace cli {
namespace {

namespace serve = t2s::serve;

#ifdef T2S_WITH_POSTGRES
/// Host, port and name of the database that an address means, with the defaults of libpq; none for what it cannot read. This machine is ""
/// in all its forms.
std::array<std::string, 3> named_by(std::string const& url) {
  using parsed = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;
  parsed const written(PQconninfoParse(url.c_str(), nullptr), &PQconninfoFree);
  parsed const usual(PQconndefaults(), &PQconninfoFree);
  if (!written) return {};
  auto const value = [&](std::string_view key) {
    for (auto const* all : {written.get(), usual.get()})
      for (auto const* o = all; o && o->keyword; ++o)
        if (o->keyword == key && o->val && *o->val) return std::string(o->val);
    return std::string();
  };
  auto host = value("host").empty() ? value("hostaddr") : value("host");
  if (host == "localhost" || host == "::1" || host.starts_with("127.") || host.starts_with('/')) host.clear();
  return {host, value("port"), value("dbname").empty() ? value("user") : value("dbname")};
}

void require_own_database(po::variables_map const& given, std::string const& url) {
  auto const own = named_by(url);
  if (own.back().empty()) return;  // opening it says what is wrong
  for (auto const& typed : given["db"].as<std::vector<std::string>>()) {
    auto const asked = t2s::db::locate(place_of(typed).place);
    if (asked.engine.name == "postgres" && named_by(asked.target) == own)
      throw usage_error("--conversations names the database of --db " + asked.shown +
                        ", which is only read; give one of their own, or a file");
  }
}
#endif

std::unique_ptr<serve::conversation_database> on_server([[maybe_unused]] po::variables_map const& given,
                                                        [[maybe_unused]] std::string const& url) {
#ifdef T2S_WITH_POSTGRES
  require_own_database(given, url);
  return std::make_unique<serve::postgres_conversations>(url);
#else
  throw usage_error("--conversations: this program was built without PostgreSQL; give a file, or build it with libpq");
#endif
}

void require_own_file(po::variables_map const& given, std::string const& file) {
  std::vector<std::string> databases;
  for (auto const& typed : given["db"].as<std::vector<std::string>>()) databases.push_back(t2s::db::locate(place_of(typed).place).target);
  require_output(file, databases);
}

}  // namespace

void describe_conversations(po::options_description& to) {
  to.add_options()("conversations", a_word("FILE|URL|none"),
                   "where conversations are kept: an SQLite file, which is made, or the postgresql:// address of a database of their own "
                   "(default: in memory, until the server ends)");
}

std::unique_ptr<serve::conversation_database> database_of_conversations(po::variables_map const& given) {
  auto const place = text_of(given, "conversations");
  if (place == "none") return nullptr;
  if (place.starts_with("postgresql://") || place.starts_with("postgres://")) return on_server(given, place);
  if (!place.empty()) require_own_file(given, place);
  return serve::open_conversation_file(place);
}

std::shared_ptr<serve::conversations> conversations_of(po::variables_map const& given) {
  auto in = database_of_conversations(given);
  return in ? std::make_shared<serve::conversations>(std::move(in)) : nullptr;
}

}  // namespace cli
