// SPDX-License-Identifier: BSL-1.0
#include "learned_option.hpp"

#include <filesystem>

namespace cli {

namespace fs = std::filesystem;
namespace knowledge = t2s::knowledge;

void learned_option::describe(po::options_description& to) {
  to.add_options()("learned", a_word("FILE|FOLDER|none"),
                   "what t2s learn proposed and you confirmed; a folder has NAME.t2s-learned for each database (default: FILE.t2s-learned "
                   "next to the database, if there)");
}

learned_option::learned_option(po::variables_map const& given)
    : given_(given.count("learned") != 0 ? given["learned"].as<std::string>() : std::string()), restricted_(given.count("rules") != 0) {}

std::string learned_option::file_of(t2s::db::any_connection const& database) const {
  if (given_ == "none" || (given_.empty() && database.file().empty())) return {};
  bool const in_folder = !given_.empty() && fs::is_directory(given_);
  if (!given_.empty() && !in_folder) return given_;
  auto file =
      in_folder ? (fs::path(given_) / knowledge::learned_place(database.name())).string() : knowledge::learned_place(database.file());
  return fs::exists(file) ? file : std::string();
}

std::shared_ptr<knowledge::learned const> learned_option::of(t2s::db::any_connection const& database) const {
  auto const file = file_of(database);
  if (file.empty()) return nullptr;
  auto const all = std::make_shared<knowledge::learned const>(knowledge::read_learned(file));
  if (!restricted_) knowledge::require_known_names(*all, database.schema());  // a message would name what a role does not see
  return all;
}

t2s::schema::database learned_option::schema_of(t2s::db::any_connection const& database) const {
  auto const all = of(database);
  return all ? t2s::schema::described(database.schema(), knowledge::with_learned({}, *all)) : database.schema();
}

}  // namespace cli
