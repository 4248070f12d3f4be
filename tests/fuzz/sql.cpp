// SPDX-License-Identifier: BSL-1.0
// Any bytes, read as SQL of each dialect and as a draft: what parses must print, parse again to the same tree, and go through all that
// looks at trees. scripts/fuzz builds and runs it.
#include "../support/table.hpp"
#include "require.hpp"

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/compare.hpp"
#include "t2s/sql/detail/lenient.hpp"
#include "t2s/sql/duckdb.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/mysql.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/postgres.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"
#include "t2s/sql/skeleton.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace t2s::sql;
using t2s::test::table;

t2s::schema::database const& schema() {
  static t2s::schema::database const made(
      {table("t", {"a", "b", "c"}), table("u", {"a", "d", "year"}), table("city", {"id", "name", "t"})});
  return made;
}

// ---- errors

std::size_t code_points(std::string_view s) {
  return static_cast<std::size_t>(
      std::count_if(s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void check_error(syntax_error const& e, std::string_view text) {
  require(e.offset <= text.size(), "the error stands in the text", text);
  auto const before = text.substr(0, e.offset);
  auto const line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  require(e.line == line, "the line is that of the offset", text);
  require(e.column == 1 + code_points(before.substr(before.rfind('\n') + 1)), "the column is that of the offset", text);
  require(text.substr(e.offset).starts_with(e.found), "what was found stands there", text);
  require(!e.message.empty() && !to_string(e).empty(), "the error says something", text);
}

// ---- trees

void check_entities(entities const& found, std::string_view text) {
  for (auto const& t : found.tables) require(t.scope < found.scopes.size(), "a table has a scope", text);
  for (auto const& c : found.columns) {
    require(c.scope < found.scopes.size(), "a column has a scope", text);
    require(c.source == column_use::unknown || c.source < found.tables.size(), "a column's source exists", text);
    for (auto const i : found.candidates(c)) require(i < found.tables.size(), "a candidate exists", text);
  }
  (void)missing_entities(found, found.table_names(), found.column_names());
}

std::vector<t2s::errc> check_resolution(query const& q) {
  auto const meaning = resolve(q, schema());
  std::vector<t2s::errc> codes;
  for (auto const& p : meaning.problems) {
    require(!p.what.message.empty(), "a problem has a message", q.text());
    require(p.what.offset.value_or(0) <= q.text().size(), "a problem stands in the text", q.text());
    for (auto const i : p.between) require(i < meaning.tables.size(), "a table that comes into question exists", q.text());
    codes.push_back(p.what.code);
  }
  for (auto const& c : meaning.columns) {
    require(c.table == resolved_column::none || c.table < meaning.tables.size(), "a column's table exists", q.text());
    require(meaning.find(*c.at) != nullptr, "a use is found by its node", q.text());
  }
  return codes;
}

void check_same(query const& q, std::string_view printed, grammar const& in) {
  auto const again = parse(printed, {.grammar = in});
  require(bool(again), "what was printed parses", printed);
  require(q == *again, "what was printed is the same tree", printed);
  require(fingerprint(q) == fingerprint(*again), "what was printed is equivalent", printed);
  require(skeleton(q, skeleton_mode::scoped) == skeleton(*again, skeleton_mode::scoped), "what was printed has the same skeleton", printed);
  require(check_resolution(q) == check_resolution(*again), "what was printed means the same", printed);
}

void check_query(query const& q, grammar const& in) {
  check_same(q, print(q), in);
  auto const pretty = parse(print(q, {.pretty = true}), {.grammar = in});
  require(pretty && *pretty == q, "what was printed in lines is the same tree", q.text());
  require(equivalent(q, q) && q.clone() == q, "a query equals itself and its copy", q.text());
  (void)skeleton(q, skeleton_mode::dac);
  check_entities(entities_of(q), q.text());
  check_entities(entities_of(q, schema()), q.text());
}

// ---- readings

/// The limits hold if the text is not wrong for another reason, and in memory used by earlier texts, as in a server.
void check_limits(std::string_view text, grammar const& in) {
  static query used;
  auto const failed = parse_into(used, text, {.grammar = in, .max_length = 4096, .max_nesting = 3, .max_height = 8});
  require(failed ? used.empty() : !used.empty(), "a query has a tree or an error", text);
  if (failed) check_error(*failed, text);
}

void check_strict(parsed const& p, std::string_view text, grammar const& in) {
  if (!p) return check_error(p.error(), text);
  check_query(*p, in);
  check_limits(text, in);
}

void check_draft(draft const& d, parsed const& strict, std::string_view text) {
  if (!d.result) return check_error(d.result.error(), d.text);
  require(bool(strict) == d.notes.empty(), "what was mended is said, and what was not is not", text);
  if (strict) return require(*strict == *d.result && d.text == text, "SQL is taken as it is", text);
  auto const again = parse(d.text);
  require(again && *again == *d.result, "the SQL of a draft is that of its tree", text);
  check_query(*d.result, sqlite);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  check_strict(parse(text, {.grammar = postgres}), text, postgres);
  check_strict(parse(text, {.grammar = mysql}), text, mysql);
  check_strict(parse(text, {.grammar = duckdb}), text, duckdb);
  auto const strict = parse(text);
  check_strict(strict, text, sqlite);
  check_draft(parse_draft(text), strict, text);
  return 0;
}
