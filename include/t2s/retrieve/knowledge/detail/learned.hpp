// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEARNED_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEARNED_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/knowledge/detail/learned_fact.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace t2s::knowledge {

/// Reads lines of the forms
///
///     # a comment
///     confirmed key   orders.cust = customers.id
///     confirmed words tbl_cust = customer
///     confirmed words tbl_cust.cust_nm = name
///     confirmed code  tbl_cust.st 'A' = active, live
///     confirmed time  orders.dt = DD.MM.YYYY
///     confirmed unit  orders.amt = EUR
///
/// with `proposed` or `rejected` for `confirmed`. Names with spaces or dots are in double quotes. Throws `error` with `malformed_data`, all
/// wrong lines and what is expected in each.
[[nodiscard]] T2S_DECL learned parse_learned(std::string_view text, std::string file);

/// The same for a file. Throws also `file_not_found`, `not_a_file`, `file_unreadable`.
[[nodiscard]] T2S_DECL learned read_learned(std::string const& file);

/// The default path of a database's file: "shop.sqlite.t2s-learned" for "shop.sqlite".
[[nodiscard]] T2S_DECL std::string learned_place(std::string const& database);

/// The line of a fact, without its evidence.
[[nodiscard]] T2S_DECL std::string line_of(learned_fact const& fact);

/// The text of a file, `text`, with the proposals about which it says nothing yet at the end, each below its evidence. What is there is
/// unchanged, so the owner's decisions stay. `database` is its name, for the head of a new file.
[[nodiscard]] T2S_DECL std::string with_proposals(std::string text, learned const& in_text, learned const& proposals,
                                                  std::string_view database);

/// Throws `error` with `no_such_table` or `no_such_column` if confirmed lines name what a database does not have: all of them.
T2S_DECL void require_known_names(learned const& all, schema::database const& of);

/// Descriptions together with what was confirmed: the meaning of columns in words, for prompts, and the keys.
[[nodiscard]] T2S_DECL schema::descriptions with_learned(schema::descriptions given, learned const& all);

/// The form of times that a file calls so: "YYYYMMDD", "DD.MM.YYYY"; nothing for others.
[[nodiscard]] T2S_DECL std::optional<schema::time_form> time_form_called(std::string_view name);

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/learned.ipp"
#endif

#endif
