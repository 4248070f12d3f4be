// SPDX-License-Identifier: BSL-1.0
// Prints the figures of a run.
#ifndef T2S_BENCH_CONCURRENCY_FIGURES_HPP
#define T2S_BENCH_CONCURRENCY_FIGURES_HPP

#include "options.hpp"
#include "run.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

namespace in_flight {

struct figure {
  char const* name;    // in JSON
  char const* column;  // in the table
  char const* unit;
  bool more_is_better;
  int digits;
  double value;
};

/// The figures of a run through t2s, and of one with the model alone.
inline std::vector<figure> figures_of(measured const& m, measured const& alone) {
  return {{"questions", "questions/s", "a second", true, 1, m.questions_a_second},
          {"calls", "calls/s", "a second", true, 1, m.calls_a_second},
          {"calls of those that the model alone gives", "% of alone", "%", true, 1, 100 * m.calls_a_second / alone.calls_a_second},
          {"added, median", "added, ms: median", "ms", false, 2, m.median * 1e3},
          {"added, 90th percentile", "90th", "ms", false, 2, m.p90 * 1e3},
          {"added, 99th percentile", "99th", "ms", false, 2, m.p99 * 1e3},
          {"added, most", "most", "ms", false, 1, m.most * 1e3},
          {"memory a question", "KiB a question", "KiB", false, 1, m.bytes / 1024},
          {"fairness", "fairness", "", true, 4, m.fairness}};
}

inline std::vector<figure> figures_of(measured const& alone) {
  return {{"the model alone: added, 99th percentile", "alone: 99th", "ms", false, 2, alone.p99 * 1e3},
          {"the model alone: memory a question", "alone: KiB", "KiB", false, 1, alone.bytes / 1024},
          {"the model alone: fairness", "alone: fairness", "", true, 4, alone.fairness}};
}

/// A line for each figure. A missing one, such as a percentile of no questions, has no line: JSON has no number for it.
inline void print_json(load const& l, bool http, std::vector<figure> const& figures) {
  for (auto const& f : figures)
    if (std::isfinite(f.value))
      std::printf(R"({"name":"%s%zu in flight, %zu thread%s/%s","value":%.4f,"unit":"%s","better":"%s"})"
                  "\n",
                  http ? "over HTTP, " : "", l.askers, l.threads, l.threads == 1 ? "" : "s", f.name, f.value, f.unit,
                  f.more_is_better ? "more" : "less");
  std::fflush(stdout);
}

inline void print_heading(options const& o) {
  utsname machine{};
  uname(&machine);
  std::printf("%s %s, %u cores, %s; %s, %.0f s a row, median of %zu\n\n", machine.sysname, machine.release,
              std::thread::hardware_concurrency(), __VERSION__, o.http ? "a server in a process of its own" : "a timer as the model",
              o.seconds, o.repetitions);
  std::printf("| in flight | threads |");
  std::size_t columns = 2;
  for (auto const& figures : {figures_of({}, {}), figures_of({})})
    for (auto const& f : figures) {
      std::printf(" %s |", f.column);
      ++columns;
    }
  std::printf("\n|");
  while (columns-- > 0) std::printf(" --- |");
  std::puts("");
}

/// The figure at `place` in the median repetition.
inline double median_of(std::vector<std::vector<figure>> const& repetitions, std::size_t place) {
  std::vector<double> values;
  for (auto const& r : repetitions)
    if (std::isfinite(r[place].value)) values.push_back(r[place].value);
  std::ranges::sort(values);
  return values.empty() ? nothing : values[values.size() / 2];
}

inline void print_cells(std::vector<std::vector<figure>> const& repetitions) {
  for (std::size_t i = 0; i < repetitions.front().size(); ++i) {
    auto const value = median_of(repetitions, i);
    std::isfinite(value) ? std::printf(" %.*f |", repetitions.front()[i].digits, value) : std::printf(" - |");
  }
}

inline void print_row(load const& l, std::vector<std::vector<figure>> const& repetitions, std::vector<figure> const& of_alone) {
  std::printf("| %zu | %zu |", l.askers, l.threads);
  print_cells(repetitions);
  print_cells({of_alone});
  std::puts("");
  std::fflush(stdout);
}

}  // namespace in_flight

#endif
