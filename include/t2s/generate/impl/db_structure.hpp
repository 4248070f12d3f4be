// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_DB_STRUCTURE_HPP
#define T2S_GENERATE_IMPL_DB_STRUCTURE_HPP

#include "t2s/core/config.hpp"
#include "t2s/run/answer.hpp"
#include "t2s/schema/schema.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace t2s::generate {

/// How keys are written.
enum class key_style : std::uint8_t {
  pandas,  ///< `hive['id']` and `pd.merge(hive, keeper, left_on='keeper_id', right_on='id')`
  sql,     ///< `hive.id` and `hive.keeper_id = keeper.id`
};

/// A database as SQL-CRAFT's prompts describe it (appendix A.4.1): its name (no line without one), tables, primary and foreign keys (those
/// that lead to a table of the schema), a line a table with its columns and their kinds, then, of the tables that have any, example rows. Names and values take one line each.
[[nodiscard]] T2S_DECL std::string db_structure(schema::database const& d, std::span<table_sample const> examples, key_style keys,
                                                std::string_view database = {});

/// The kind of a column by its declared type as Spider has it: text (also where no type is declared), number, time, boolean or others.
[[nodiscard]] T2S_DECL std::string_view kind_of_column(std::string_view declared_type);

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/impl/db_structure.ipp"
#endif

#endif
