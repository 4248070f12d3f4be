// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_COUNTEREXAMPLE_HPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_COUNTEREXAMPLE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/lab/evaluation/detail/comparison.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation {

/// What a database must hold for two queries to differ, the most usual first.
enum class oddity {
  none,   ///< values that the queries name or the given database has, or neighbours of such numbers; ties, duplicates, rows without partner
  near,   ///< a text that is nearly one of those: in other case, or with more before or after it
  null,   ///< NULL in a column that allows it
  empty,  ///< a table without rows
};

/// "near"
[[nodiscard]] T2S_DECL std::string_view name_of(oddity o) noexcept;
inline constexpr std::size_t oddity_count = 4;  ///< how many there are

/// Options of a search for a counterexample.
struct counterexample_options {
  comparison how = comparison::strict;  ///< when two results are equal
  comparison_rules rules{};             ///< what the question asks of the comparison
  std::size_t statements = 2000;        ///< executed until a difference is found, or a few more; a database takes two
  std::uint32_t seed = 1;               ///< of the rows; the same seed finds the same counterexample
};

/// A table of a small database.
struct small_table {
  std::string name{};  ///< as the schema spells it
  db::rows rows{};     ///< of all columns but generated ones
};

/// A database on which gold and prediction differ.
struct counterexample {
  std::vector<small_table> tables{};  ///< those that a query reads, after those that they refer to; the others have no rows
  db::execution gold{};               ///< what the gold query returns
  db::execution predicted{};          ///< what the prediction returns, or why it fails
  oddity needs = oddity::none;        ///< the least usual that it holds where a query reads it
};

/// The rows as SQL, one statement for each table with rows: "INSERT INTO t (a, b) VALUES (1, 'x'), (2, NULL);".
[[nodiscard]] T2S_DECL std::string inserts_of(counterexample const& found);

/// What a search came to.
struct counterexample_report {
  std::optional<counterexample> found{};           ///< nothing if the two did not differ on any database that was tried
  std::optional<t2s::failure> no_search{};         ///< why there was no search: a query does not compile, or the schema cannot be made
  std::size_t not_compared = 0;                    ///< databases on which the gold query failed, or one took too long
  std::optional<t2s::failure> not_compared_for{};  ///< why, on the last of them
  std::vector<std::string> never_filled{};         ///< tables for which no row was found that their constraints allow
  std::size_t databases = 0, statements = 0;       ///< tried, and executed, until the difference
};

/// Looks for databases on which a prediction, right on the given database, differs from the gold query.
///
/// A database has a few rows in each table that one of the queries reads. They obey the declared keys, NOT NULL, UNIQUE and CHECK. Their
/// values are the literals of both queries and their neighbours, values of the given database, and few others, so that conditions are met,
/// rows find partners, and values tie. NULL, near texts and empty tables come last. A difference counts only if the gold query has one
/// right answer on that database: one with LIMIT whose last place is a tie, or with a column outside its groups, may have several. The
/// first difference is made smaller, row by row.
///
/// In the way of test suites (Zhong, Yu and Klein, Semantic Evaluation for Text-to-SQL with Distilled Test Suites, EMNLP 2020), which are
/// made for gold queries alone, and of databases made to tell a query from its mutants (Shah et al., XData, ICDE 2011).
///
/// SQL is executed in SQLite in memory, only reading, each statement within a number of steps, so that results are the same on every
/// machine with the same SQLite, unless a query asks for the time. Not thread safe; each thread uses a search of its own.
class counterexample_search {
 public:
  /// Executes SQL on the given database.
  using reader = std::function<db::execution(std::string const& sql)>;

  /// `schema` is that of an SQLite database. `given` reads up to 8 rows of a table of it when a query reads that table; nothing: the values
  /// come from the queries and types alone.
  explicit T2S_DECL counterexample_search(schema::database schema, reader given = {});
  counterexample_search(counterexample_search const&) = delete;
  counterexample_search& operator=(counterexample_search const&) = delete;
  T2S_DECL ~counterexample_search();

  /// Searches. Bad SQL does not throw; throws what `given` throws, and std::bad_alloc. O(options.statements), each of few rows.
  [[nodiscard]] T2S_DECL counterexample_report find(std::string const& gold, std::string const& predicted,
                                                    counterexample_options const& options = {});

 private:
  class state;
  std::unique_ptr<state> held_;
};

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/counterexample/search.ipp"
#endif

#endif
