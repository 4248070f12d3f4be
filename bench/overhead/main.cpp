// SPDX-License-Identifier: BSL-1.0
// What the pipeline costs beside the same logic by hand and behind virtual functions.
// Usage: bench_overhead [--json]                     allocations and bytes a run, and whether all three do the same
//        bench_overhead SUBJECT CONTENDER RUNS       nothing but that: run it under `valgrind --tool=callgrind` with 1 and with 101 RUNS,
//                                                    and a hundredth of the difference is the instructions of a run
#include "allocations.hpp"
#include "subject.hpp"

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace {

using runner = t2s::answer (*)(overhead::world&, std::size_t);
constexpr std::pair<std::string_view, runner> contenders[] = {
    {"pipeline", overhead::by_pipeline}, {"by hand", overhead::by_hand}, {"virtual", overhead::by_virtual}};

struct cost {
  overhead::heap_use heap{};
  std::string did{};
};

/// Of a warm run. Whoever says other than the others did other things.
cost of(overhead::world& w, runner run, std::size_t subject) {
  for (int i = 0; i < 2; ++i) (void)run(w, subject);
  cost c;
  auto const before = overhead::heap_used();
  auto const a = run(w, subject);
  auto const after = overhead::heap_used();
  c.heap = {after.allocations - before.allocations, after.bytes - before.bytes};
  c.did = std::to_string(a.spent.calls).append(" calls, ").append(std::to_string(a.spent.statements)).append(" statements, ");
  for (auto const& r : a.revisions) c.did.append(r.tried.sql).append("; ");
  return c;
}

void print_json(std::string_view subject, cost const (&costs)[3]) {
  for (std::size_t c = 0; c < std::size(costs); ++c) {
    auto const print = [&](char const* what, std::size_t value) {
      std::printf("{\"name\":\"%s of %s, %s\",\"value\":%zu,\"unit\":\"\",\"exact\":true}\n", what, subject.data(),
                  contenders[c].first.data(), value);
    };
    print("allocations", costs[c].heap.allocations);
    print("bytes", costs[c].heap.bytes);
  }
}

int table(bool json) {
  overhead::world w;
  int different = 0;
  if (!json) std::printf("%-18s %9s %9s   allocations: pipeline, by hand, virtual   bytes: the same\n", "subject", "attempts", "calls");
  for (std::size_t s = 0; s < std::size(overhead::subjects); ++s) {
    auto const first = overhead::by_pipeline(w, s);
    cost costs[3];
    for (std::size_t c = 0; c < 3; ++c) costs[c] = of(w, contenders[c].second, s);
    if (json)
      print_json(overhead::subjects[s], costs);
    else
      std::printf("%-18s %9zu %9zu   %5zu %5zu %5zu   %7zu %7zu %7zu\n", overhead::subjects[s].data(), first.revisions.size(),
                  first.spent.calls, costs[0].heap.allocations, costs[1].heap.allocations, costs[2].heap.allocations, costs[0].heap.bytes,
                  costs[1].heap.bytes, costs[2].heap.bytes);
    if (costs[0].did != costs[1].did) {
      std::fprintf(stderr, "  by hand did something else: %s\n  pipeline: %s\n", costs[1].did.c_str(), costs[0].did.c_str());
      different = 1;
    }
  }
  return different;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) return table(false);
  if (argc == 2 && argv[1] == std::string_view("--json")) return table(true);
  if (argc != 4)
    return std::fprintf(stderr, "usage: bench_overhead [--json | SUBJECT CONTENDER RUNS], the last three as numbers from 0\n"), 2;
  overhead::world w;
  auto const subject = static_cast<std::size_t>(std::atoi(argv[1])), contender = static_cast<std::size_t>(std::atoi(argv[2]));
  if (subject >= std::size(overhead::subjects) || contender >= std::size(contenders)) return 2;
  for (int i = 0; i < std::atoi(argv[3]); ++i) (void)contenders[contender].second(w, subject);
}
