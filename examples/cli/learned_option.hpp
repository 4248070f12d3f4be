// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_LEARNED_OPTION_HPP
#define T2S_CLI_LEARNED_OPTION_HPP

#include <memory>
#include <string>

#include "command.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/retrieve/knowledge/descriptions.hpp"

namespace cli {

/// What the owner of a database confirmed: --learned.
class learned_option {
 public:
  /// Adds the option to a command's.
  static void describe(po::options_description& to);

  learned_option() = default;
  explicit learned_option(po::variables_map const& given);

  /// The file for a database, named or found in its usual place; "" without one.
  [[nodiscard]] std::string file_of(t2s::db::any_connection const& database) const;
  /// The same if the option names it and there are no --rules: then the clients of a server may decide about its lines.
  [[nodiscard]] std::string shared_file_of(t2s::db::any_connection const& database) const {
    return given_.empty() || restricted_ ? std::string() : file_of(database);
  }

  /// The file's content; null without a file. Without --rules the lines may only name what the database has: else throws t2s::error, as for
  /// wrong lines.
  [[nodiscard]] std::shared_ptr<t2s::knowledge::learned const> of(t2s::db::any_connection const& database) const;

  /// The schema of a database with what was confirmed.
  [[nodiscard]] t2s::schema::database schema_of(t2s::db::any_connection const& database) const;

 private:
  std::string given_{};
  bool restricted_ = false;  // from --rules
};

}  // namespace cli

#endif
