// SPDX-License-Identifier: BSL-1.0
#include "conversations_option.hpp"

#include <string>
#include <utility>
#include <vector>

#include "named_place.hpp"
#include "output_file.hpp"
#include "t2s/db/any/detail/location.hpp"
#include "t2s/serve/detail/postgres_conversations.hpp"

namespace cli {
namespace {

namespace serve = t2s::serve;

std::unique_ptr<serve::conversation_database> on_server([[maybe_unused]] std::string const& url) {
#ifdef T2S_WITH_POSTGRES
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

std::shared_ptr<serve::conversations> conversations_of(po::variables_map const& given) {
  auto const place = text_of(given, "conversations");
  if (place == "none") return nullptr;
  if (place.starts_with("postgresql://") || place.starts_with("postgres://"))
    return std::make_shared<serve::conversations>(on_server(place));
  if (!place.empty()) require_own_file(given, place);
  return std::make_shared<serve::conversations>(serve::open_conversation_file(place));
}

}  // namespace cli
