// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SQL_TRANSPILE_SUPPORT_HPP
#define T2S_TESTS_SQL_TRANSPILE_SUPPORT_HPP

#include "support.hpp"
#include "support/table.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/transpile.hpp"

#include <initializer_list>

namespace t2s::sql::test {

using t2s::test::typed_table;

inline query must_read(std::string_view sql, std::string_view from) {
  auto p = parse(sql, {.grammar = grammar_of(*dialect_named(from))});
  if (!p) BOOST_FAIL(sql << "\n" << to_string(p.error()));
  return *std::move(p);
}

inline transpiled translated(std::string_view from, std::string_view to, std::string_view sql, schema::database const& d) {
  return transpile(must_read(sql, from), grammar_of(*dialect_named(to)), {.schema = &d});
}

/// "nearly@7 impossible@20", without what is kept.
inline std::string notes_of(transpiled const& t) {
  std::string s;
  for (auto const& n : t.notes)
    if (n.how != fidelity::kept) s.append(s.empty() ? "" : " ").append(name_of(n.how)).append("@").append(std::to_string(n.offset));
  return s;
}

/// A query, what becomes of it, and the notes.
struct translation {
  std::string_view from, to, sql, wanted, notes{};
};

inline void check(schema::database const& d, std::initializer_list<translation> all) {
  for (auto const& s : all) {
    auto const done = translated(s.from, s.to, s.sql, d);
    BOOST_TEST(done.sql() == s.wanted, s.from << " to " << s.to << ": " << s.sql << "\n" << done.sql());
    BOOST_TEST(notes_of(done) == s.notes, s.from << " to " << s.to << ": " << s.sql << "\n" << notes_of(done));
  }
}

}  // namespace t2s::sql::test

#endif
