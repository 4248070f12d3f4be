// SPDX-License-Identifier: BSL-1.0
// Measures the cost of several candidates. Usage:
//   bench_candidates overhead SUBJECT RUNS   nothing but that, for `valgrind --tool=callgrind` with 2 and with 22 RUNS; SUBJECT: 0 DAC, 1 a
//   set
//                                            of one, 2 a set of five, 3 the same five by hand
//   bench_candidates latency [QUESTIONS]     eight candidates from a model whose latency is log-normal: the time of a question by that of
//   the
//                                            slowest reply that is needed, and the calls
//   bench_candidates calls DATA FILE...      predictions as candidates, one after the other: calls that an early end saves, and equal
//   answers
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string_view>

#include "modes.hpp"

int main(int argc, char** argv) try {
  std::string_view const mode = argc > 1 ? argv[1] : "";
  if (mode == "overhead" && argc == 4) return overhead_of_sets(std::atoi(argv[2]), std::atoi(argv[3]));
  if (mode == "latency" && argc <= 3) return latency_of_sets(argc == 3 ? std::atoi(argv[2]) : 200);
  if (mode == "calls" && argc > 3) return calls_of_sets(argv[2], std::span(argv + 3, argv + argc));
  return std::fprintf(stderr, "usage: bench_candidates overhead SUBJECT RUNS | latency [QUESTIONS] | calls DATA FILE...\n"), 2;
} catch (std::exception const& e) {
  return std::fprintf(stderr, "bench_candidates: %s\n", e.what()), 1;
}
