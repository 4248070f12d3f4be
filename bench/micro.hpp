// SPDX-License-Identifier: BSL-1.0
// The common part of the micro-benchmarks.
//
// Each is named SUBJECT/CONTENDER/SIZE; sizes grow, so that bench_report can fit an exponent. A contender whose name begins with "limit" is
// a lower limit for any implementation, such as reading the input once. Results are checked before timing, all data come from fixed seeds,
// and a figure is one call over the whole input of that size.
#ifndef T2S_BENCH_MICRO_HPP
#define T2S_BENCH_MICRO_HPP

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace micro {

inline void require(bool right, char const* what) {
  if (right) return;
  std::fprintf(stderr, "%s: a result is not what it must be; nothing more was timed\n", what);
  std::exit(1);
}

/// The result of `make(size)`, made once for each size.
template <class T>
class made_once {
 public:
  explicit made_once(std::function<T(std::size_t)> make) : make_(std::move(make)) {}

  T const& operator()(std::int64_t size) {
    auto& one = all_[size];
    if (!one) one = std::make_unique<T>(make_(static_cast<std::size_t>(size)));
    return *one;
  }

 private:
  std::function<T(std::size_t)> make_;
  std::map<std::int64_t, std::unique_ptr<T>> all_{};
};

/// Sums every byte of a block in registers, at the speed of memory.
inline std::uint64_t sum_of(void const* block, std::size_t bytes) {
  std::array<std::uint64_t, 8> sums{};
  auto const* at = static_cast<unsigned char const*>(block);
  for (; bytes >= sizeof(sums); bytes -= sizeof(sums), at += sizeof(sums)) {
    std::array<std::uint64_t, 8> words;
    std::memcpy(words.data(), at, sizeof(words));
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += words[k];
  }
  for (; bytes > 0; bytes -= std::min(bytes, sizeof(sums[0])), at += sizeof(sums[0])) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, std::min(bytes, sizeof(word)));
    sums[0] += word;
  }
  std::uint64_t all = 0;
  for (auto const s : sums) all += s;
  return all;
}
inline std::uint64_t sum_of(std::string_view text) { return sum_of(text.data(), text.size()); }

/// Times `call()`, which gets the object that it may keep from the optimizer.
template <class Call>
void timed(benchmark::State& state, Call call) {
  for (auto step : state) {
    (void)step;
    benchmark::DoNotOptimize(call());
  }
}

using sizes = std::vector<std::int64_t>;

/// Registers `run(state, size)` under the name SUBJECT/CONTENDER/SIZE for each size.
template <class Run>
void enroll(std::string const& subject, std::string const& contender, sizes const& all, Run run,
            benchmark::TimeUnit unit = benchmark::kMicrosecond) {
  auto const each = [run](benchmark::State& state) {
    run(state, state.range(0));
    state.SetComplexityN(state.range(0));
  };
  auto* const made = benchmark::RegisterBenchmark((subject + "/" + contender).c_str(), each);
  for (auto const size : all) made->Arg(size);
  made->Unit(unit);
  if (all.size() > 2) made->Complexity();
}

/// The remaining arguments are for Google Benchmark.
inline int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace micro

#endif
