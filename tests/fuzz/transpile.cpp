// SPDX-License-Identifier: BSL-1.0
// Any bytes, read as SQL of each dialect and written in each other one, with tables and without: there is SQL that the other dialect reads,
// or a note of what has no equivalent, with a place in the text. scripts/fuzz builds and runs it.
#include "../support/table.hpp"
#include "require.hpp"

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/lineage.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/transpile.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace t2s::sql;
using t2s::test::typed_table;

t2s::schema::database const& tables() {
  static t2s::schema::database const made({typed_table("t", {{"a", "INTEGER"}, {"b", "TEXT"}, {"c", "DATE"}}),
                                           typed_table("u", {{"a", "DECIMAL(10,2)"}, {"d", "TIMESTAMP"}, {"year", "BOOLEAN"}}),
                                           typed_table("city", {{"id", "INTEGER"}, {"name", "TEXT"}, {"t", "JSON"}})});
  return made;
}

void check(query const& q, grammar const& to, t2s::schema::database const* schema, std::string_view text) {
  auto const done = transpile(q, to, {.schema = schema});
  bool const impossible = std::any_of(done.notes.begin(), done.notes.end(), [](auto const& n) { return n.how == fidelity::impossible; });
  require(bool(done) != impossible, "there is SQL or a note of what has no equivalent", text);
  for (auto const& n : done.notes) {
    require(!n.what.empty(), "a note says something", text);
    require(n.offset <= text.size(), "a note stands in the text", text);
  }
  if (done)
    require(bool(parse(done.sql(), {.grammar = to, .max_nesting = 1000, .max_height = 100000})), "what is written is read", done.sql());
}

void check_columns(query const& q, std::string_view text) {
  auto const done = qualify(q, tables());
  require(!done.result.empty(), "a qualified query has a tree", text);
  for (auto const& c : lineage(q, tables()).results)
    for (auto const& from : c.from) require(from.table && from.column, "a column comes from a stored one", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  for (auto const from : dialect_names) {
    auto const q = parse(text, {.grammar = grammar_of(*dialect_named(from))});
    if (!q) continue;
    check_columns(*q, text);
    for (auto const to : dialect_names) {
      if (to == from) continue;
      check(*q, grammar_of(*dialect_named(to)), nullptr, text);
      check(*q, grammar_of(*dialect_named(to)), &tables(), text);
    }
  }
  return 0;
}
