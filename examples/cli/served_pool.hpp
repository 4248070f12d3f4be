// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SERVED_POOL_HPP
#define T2S_CLI_SERVED_POOL_HPP

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/serve/detail/corrections.hpp"
#include "t2s/serve/users.hpp"

namespace cli {

/// Adds --corrections for a server.
void describe_kept_corrections(po::options_description& to);

/// The demonstrations of a server. With --corrections FILE, its clients correct answers and the file keeps them: `kept`; without it the
/// corrections next to the databases are the first demonstrations, and `kept` is null.
struct served_pool {
  std::vector<t2s::demonstration> demonstrations{};
  std::shared_ptr<t2s::serve::corrections> kept{};
};

/// Reads the files. Throws t2s::error for one that is unreadable, and for one of --corrections that cannot be written.
[[nodiscard]] served_pool served_pool_of(po::variables_map const& given);

/// Whether a user may correct: of users those with "corrects", and everybody where there are none. Notes it on standard error if no user
/// may.
[[nodiscard]] std::function<bool(std::string_view user)> correctors_of(std::vector<t2s::serve::user> const& users, served_pool const& pool);

/// Whether a user may see /admin: of users those with "admin", and everybody (an empty function) where there are none.
[[nodiscard]] std::function<bool(std::string_view user)> administrators_of(std::vector<t2s::serve::user> const& users);

}  // namespace cli

#endif
