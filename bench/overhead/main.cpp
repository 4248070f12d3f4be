// SPDX-License-Identifier: BSL-1.0
// Compares the cost of the pipeline with the same logic by hand and with virtual functions.
// Usage: bench_overhead [--json]                     heap and coroutine frames of a run, and whether all three do the same
//        bench_overhead SUBJECT CONTENDER RUNS       nothing but that: run it under `valgrind --tool=callgrind` with 2 and with 22 RUNS,
//                                                    and a twentieth of the difference is the instructions of a run
// The status is 1 if the contenders do different things, if the pipeline allocates more often than the code by hand, or if it needs more
// than its own frame although no policy waits.
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

/// The figures of a warm run. Contenders with different texts did different things.
cost of(overhead::world& w, runner run, std::size_t subject) {
  for (int i = 0; i < 2; ++i) (void)run(w, subject);
  cost c;
  auto const before = overhead::heap_used();
  auto const a = run(w, subject);
  auto const after = overhead::heap_used();
  c.heap = {after.allocations - before.allocations, after.bytes - before.bytes, after.frames - before.frames,
            after.frame_bytes - before.frame_bytes};
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
    print("coroutine frames", costs[c].heap.frames);
    print("bytes of coroutine frames", costs[c].heap.frame_bytes);
  }
}

void print_line(std::string_view subject, cost const (&costs)[3]) {
  std::printf("%-18s", subject.data());
  for (auto const what :
       {&overhead::heap_use::allocations, &overhead::heap_use::bytes, &overhead::heap_use::frames, &overhead::heap_use::frame_bytes}) {
    std::printf("  ");
    for (auto const& c : costs) std::printf(" %7zu", c.heap.*what);
  }
  std::printf("\n");
}

/// Whether all contenders did the same; reports those that did not.
bool agree(std::string_view subject, cost const (&costs)[3]) {
  bool same = true;
  for (std::size_t c = 1; c < std::size(costs); ++c) {
    if (costs[c].did == costs[0].did) continue;
    same = false;
    std::fprintf(stderr, "%s: %s did something else: %s\n  pipeline: %s\n", subject.data(), contenders[c].first.data(),
                 costs[c].did.c_str(), costs[0].did.c_str());
  }
  return same;
}

/// Whether the pipeline takes no more than the code by hand, and no frame beyond its own if no policy waits; reports where it does.
bool is_cheap(std::size_t subject, cost const (&costs)[3]) {
  auto const most = [&](char const* what, std::size_t found, std::size_t allowed) {
    if (found > allowed)
      std::fprintf(stderr, "%s: the pipeline takes %zu %s of at most %zu\n", overhead::subjects[subject].data(), found, what, allowed);
    return found <= allowed;
  };
  auto const &ours = costs[0].heap, &by_hand = costs[1].heap;
  return most("allocations", ours.allocations, by_hand.allocations) &&
         most("coroutine frames", ours.frames, overhead::waits_for_nothing(subject) ? 1 : by_hand.frames);
}

int table(bool json) {
  overhead::world w;
  bool good = true;
  if (!json) std::printf("%-18s   allocations, bytes, coroutine frames, bytes of these: each by pipeline, by hand, virtual\n", "subject");
  for (std::size_t s = 0; s < std::size(overhead::subjects); ++s) {
    cost costs[3];
    for (std::size_t c = 0; c < 3; ++c) costs[c] = of(w, contenders[c].second, s);
    (json ? print_json : print_line)(overhead::subjects[s], costs);
    good = agree(overhead::subjects[s], costs) && is_cheap(s, costs) && good;
  }
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) return table(false);
  if (argc == 2 && argv[1] == std::string_view("--json")) return table(true);
  if (argc != 4)
    return std::fprintf(stderr, "usage: bench_overhead [--json | SUBJECT CONTENDER RUNS], the last three as numbers from 0\n"), 2;
  overhead::world w;
  auto const subject = static_cast<std::size_t>(std::atoi(argv[1])), contender = static_cast<std::size_t>(std::atoi(argv[2]));
  if (subject >= std::size(overhead::subjects) || contender >= std::size(contenders))
    return std::fprintf(stderr, "bench_overhead: SUBJECT is at most %zu and CONTENDER at most %zu\n", std::size(overhead::subjects) - 1,
                        std::size(contenders) - 1),
           2;
  for (int i = 0; i < std::atoi(argv[3]); ++i) (void)contenders[contender].second(w, subject);
}
