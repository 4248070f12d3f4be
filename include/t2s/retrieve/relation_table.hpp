// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_RELATION_TABLE_HPP
#define T2S_RETRIEVE_RELATION_TABLE_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/task.hpp"
#include "t2s/db/database.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::retrieve {

/// A table of a database that says which code stands for which names: TCSR-SQL's relationship-matching table (section 3.2). In figure 1
/// of the paper the synonyms of `indexname` stand beside the code `roworder`.
struct relation_table {
  std::string table{};                  ///< of the database
  std::vector<std::string> synonyms{};  ///< the columns with names of things, as questions may say them
  std::string code{};                   ///< the column by which queries had better ask for them
};

namespace detail {

/// The relation in the spelling of the schema. Throws `error` (`invalid_argument`) for a name that the schema does not have.
[[nodiscard]] T2S_DECL relation_table spelt_as(schema::database const& d, relation_table const& relation);

/// Selects the pairs of synonym and code, each once.
[[nodiscard]] T2S_DECL std::string pairs_of(relation_table const& relation);

/// A piece of knowledge for each pair; what has no name is left out. Throws the execution's failure.
[[nodiscard]] T2S_DECL std::vector<knowledge> read_pairs(db::execution const& done, std::string const& database,
                                                         relation_table const& relation);

}  // namespace detail

/// The knowledge that a relationship-matching table holds, each name with its code, at once or as an `awaitable`; names are found whatever
/// their case, and kept as the schema spells them. `name` is that of the database. One statement; reads the whole table. Throws `error`
/// with `invalid_argument` for a table or column that there is not, and with the failure's code if the statement fails, as by a limit of
/// the database.
///
///     store.merge(t2s::retrieve::read_relation(database, "industry", {"figures", {"name"}, "row"}));
template <db::Database Database>
[[nodiscard]] auto read_relation(Database& database, std::string name, relation_table relation) {
  relation = detail::spelt_as(database.schema(), relation);
  auto sql = detail::pairs_of(relation);
  return then(database.execute(std::move(sql)), [name = std::move(name), relation = std::move(relation)](db::execution const& done) {
    return detail::read_pairs(done, name, relation);
  });
}

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/impl/relation_table.ipp"
#endif

#endif
