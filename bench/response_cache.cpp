// SPDX-License-Identifier: BSL-1.0
// Measures looking up and keeping answers in the response cache: medians over all calls, in microseconds.
//   bench_response_cache [folder]
#include "t2s/llm/response_cache.hpp"
#include "t2s/llm/detail/records.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace fs = std::filesystem;
namespace llm = t2s::llm;

namespace {

constexpr std::size_t entries = 10'000;
constexpr std::size_t prompt_bytes = 2'500;  // a schema, five demonstrations and a question
constexpr std::size_t dimensions = 1'536;

llm::request prompt(std::size_t number) { return llm::request(std::string(prompt_bytes, 'q') + std::to_string(number)); }

std::string text(std::size_t number) { return std::string(60, 'q') + std::to_string(number); }

/// The median and the 95th percentile of `f(0)` to `f(entries - 1)`.
template <class F>
void measure(char const* what, F f) {
  std::vector<double> took;
  for (std::size_t i = 0; i < entries; ++i) {
    auto const begin = std::chrono::steady_clock::now();
    f(i);
    took.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
  }
  std::ranges::sort(took);
  std::printf("%-44s median %6.1f us, 95 %% %6.1f us\n", what, took[entries / 2], took[entries * 95 / 100]);
}

void measure_all(std::string const& path) {
  llm::response_cache cache(path);
  llm::completion answered;
  answered.text = "```sql\n" + std::string(120, 's') + "\n```";
  llm::embedding vector;
  for (std::size_t i = 0; i < dimensions; ++i) vector.vector.push_back(1.0F / static_cast<float>(i + 3));
  std::size_t found = 0;

  measure("keeping an answer", [&](std::size_t i) { cache.keep(prompt(i), answered); });
  measure("an answer, not the one used last", [&](std::size_t i) { found += cache.find(prompt(i)).has_value(); });
  measure("an answer, the one used last", [&](std::size_t) { found += cache.find(prompt(entries - 1)).has_value(); });
  measure("no answer", [&](std::size_t i) { found += cache.find(prompt(entries + i)).has_value(); });
  measure("the key alone", [&](std::size_t i) { found += llm::key_of(prompt(i)).empty(); });
  measure("keeping a vector of 1,536 elements", [&](std::size_t i) { cache.keep_vector(text(i), vector); });
  measure("a vector, not the one used last", [&](std::size_t i) { found += cache.find_vector(text(i)).has_value(); });
  if (found != 3 * entries) std::puts("something was not found");
}

}  // namespace

int main(int argc, char** argv) {
  auto const folder = argc > 1 ? fs::path(argv[1]) : fs::temp_directory_path();
  auto const path = (folder / "t2s_bench_response_cache.sqlite").string();
  auto const forget = [&] {
    for (auto const* end : {"", "-wal", "-shm"}) fs::remove(path + end);
  };
  forget();
  measure_all(path);
  forget();
}
