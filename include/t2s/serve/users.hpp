// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_USERS_HPP
#define T2S_SERVE_USERS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/policy/detail/rules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve {

/// Who may ask a server, and what of its databases this user sees.
struct user {
  std::string name{};          ///< as the audit has it
  std::string token{};         ///< what proves it: at least 16 characters, of this user alone
  db::policy::session sees{};  ///< the role in the rules, and its parameters
};

/// Reads users from a JSON file, as docs/serve.md has it. A token "env:NAME" is that in the variable NAME, and
/// "file:PATH" that in the file, without the blanks and line ends around it.
///
/// Throws `t2s::error`: `errc::file_not_found`, `not_a_file` and `file_unreadable`; `malformed_data` for what is no JSON, with its line and
/// byte, and for what is no user, with its place ("users.ada.token"), for a token that is too short or that of two users, for a variable
/// that is not set, a name of a file or variable in the place of a token, and for a file without users.
[[nodiscard]] T2S_DECL std::vector<user> read_users(std::string const& file);

/// The same of a text; `name` is what messages call it.
[[nodiscard]] T2S_DECL std::vector<user> parse_users(std::string_view json, std::string const& name = "users");

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/detail/users.ipp"
#endif

#endif
