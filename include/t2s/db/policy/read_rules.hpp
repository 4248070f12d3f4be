// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_READ_RULES_HPP
#define T2S_DB_POLICY_READ_RULES_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/policy/detail/rules.hpp"

#include <string>
#include <string_view>

namespace t2s::db::policy {

/// Reads rules from a JSON file, as docs/policy.md has it.
///
/// Throws `t2s::error`: `errc::file_not_found`, `not_a_file` and `file_unreadable`; `malformed_data` for what is no JSON, with its line and
/// byte, and for what is no rule, with its place ("roles.clerk.tables.orders.mask"), what may stand there, and the nearest word to one that
/// is unknown. Whether tables and columns exist is found out by `restricted`.
[[nodiscard]] T2S_DECL rules read_rules(std::string const& file);

/// The same of a text; `name` is what messages call it.
[[nodiscard]] T2S_DECL rules parse_rules(std::string_view json, std::string const& name = "rules");

}  // namespace t2s::db::policy

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/policy/detail/read_rules.ipp"
#endif

#endif
