// SPDX-License-Identifier: BSL-1.0
// The input: statements with known properties.
#ifndef T2S_BENCH_SQL_CORPUS_HPP
#define T2S_BENCH_SQL_CORPUS_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/parse.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reading {

using namespace t2s;

/// The tables in the statements, for SQLite and for t2s.
inline constexpr char const* tables =
    "CREATE TABLE shops(id INTEGER PRIMARY KEY, name TEXT, city TEXT, opened INTEGER);"
    "CREATE TABLE sales(id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shops(id), day TEXT, amount REAL);";
schema::database const& schema_of_tables();

/// A text with its columns, `table.column`, and its skeletons: written by hand, not found by t2s.
struct written {
  std::string text{}, columns{}, scoped{}, dac{};

  void add(std::string_view between, std::string_view between_skeletons, written const& more) {
    text.append(between).append(more.text);
    columns.append(more.columns);
    scoped.append(between_skeletons).append(more.scoped);
    dac.append(between_skeletons).append(more.dac);
  }
};

/// A statement of about that many bytes: selects and unions of them, as long as SQLite allows.
written statement_of(std::size_t bytes);

/// Statements and their trees. Unparsable ones are left out for all contenders, and reported.
struct corpus {
  std::vector<std::string> texts{};
  std::vector<sql::query> parsed{}, again{};  // an equal tree in separate memory
  written known{};                            // for a single statement

  explicit corpus(std::vector<std::string> const& all);
  explicit corpus(written w);

 private:
  void add(std::string const& text);
};

/// A statement of one repeated part.
struct repetition {
  std::string_view begin, repeated, end;

  [[nodiscard]] std::string of(std::size_t times) const {
    std::string text(begin);
    while (times-- > 0) text += repeated;
    return text += end;
  }
};

struct shape {
  char const* name;
  repetition text, scoped, dac;

  [[nodiscard]] written of_length(std::size_t length) const {
    auto const times = (length - text.begin.size() - text.end.size()) / text.repeated.size();
    return {text.of(times), {}, scoped.of(times), dac.of(times)};
  }
};

std::span<shape const> shapes();

}  // namespace reading

#endif
