// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_USERS_HPP
#define T2S_SERVE_USERS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/policy/detail/rules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve {

/// A user of a server, and the user's view of its databases.
struct user {
  std::string name{};          ///< the name in the audit
  std::string token{};         ///< the user's token: at least 16 characters, unique
  db::policy::session sees{};  ///< the role in the access rules, and its parameters
  bool corrects = false;       ///< whether the user may correct answers, for all users
  bool admin = false;          ///< whether the user sees what all users asked and what it cost: /admin
};

/// Reads users from a JSON file, in the format of docs/serve.md. The token "env:NAME" is read from the variable NAME, and "file:PATH" from
/// the file, without surrounding blanks and line ends.
///
/// Throws `t2s::error`: `errc::file_not_found`, `not_a_file` and `file_unreadable`; `malformed_data` for invalid JSON, with line and byte;
/// for an invalid user, with its path ("users.ada.token"); for a token that is too short or repeated; for an unset variable; for a name of
/// a file or variable used as a token; and for a file without users.
[[nodiscard]] T2S_DECL std::vector<user> read_users(std::string const& file);

/// The same for a text; `name` is its name in messages.
[[nodiscard]] T2S_DECL std::vector<user> parse_users(std::string_view json, std::string const& name = "users");

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/detail/users.ipp"
#endif

#endif
