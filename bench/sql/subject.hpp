// SPDX-License-Identifier: BSL-1.0
// Times the subjects; subjects and other contenders have a file each.
#ifndef T2S_BENCH_SQL_SUBJECT_HPP
#define T2S_BENCH_SQL_SUBJECT_HPP

#include "../micro.hpp"
#include "corpus.hpp"

#include <cstddef>
#include <functional>
#include <string>

// A name that valgrind's --toggle-collect finds. A run returns how many statements were right, or something that depends on all of them.
#define MEASURED extern "C" __attribute__((noinline)) std::size_t

namespace reading {

struct checked {
  std::function<std::size_t(corpus const&)> run;
  bool all_good = true;                           // returns the number of statements
  std::function<bool(corpus const&)> is_right{};  // its result
};

/// Runs over one statement of 128 bytes to 32 KiB.
void enroll(std::string const& subject, std::string const& contender, checked const& by);
/// Runs over one statement of each shape, 1 KiB to 1 MiB: SUBJECT_SHAPE/t2s.
void enroll_shapes(std::string const& subject, checked const& by);
/// Runs over the statements of the file, if given: SUBJECT_file/CONTENDER.
void enroll_file(std::string const& subject, std::string const& contender, checked const& by);

// Limits.
checked reads_texts();
checked visits_nodes();

/// Every column that the statement names, each as `table.column `, in any order.
bool names_columns(std::string const& columns, corpus const& c);

// Subjects.
void lexing();
void parsing();
void resolving();
void printing();
void entities();
void skeletons();
void comparison();
void reviewing();
// Other contenders.
void pg_query();
void sqlite();

}  // namespace reading

#endif
