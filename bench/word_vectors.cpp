// SPDX-License-Identifier: BSL-1.0
// Measures word vectors in GloVe's form: converting a text file to the binary form, opening that, the mean of a question.
// Usage: bench_word_vectors [words = 400000] [dimensions = 100]
#include "t2s/retrieve/glove.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;

double since(clock_type::time_point start) { return std::chrono::duration<double, std::milli>(clock_type::now() - start).count(); }

template <class F>
void once(char const* what, F f) {
  auto const start = clock_type::now();
  f();
  std::printf("%-40s %10.2f ms\n", what, since(start));
}

template <class F>
void many(char const* what, std::size_t times, F f) {
  std::vector<double> took;
  for (std::size_t i = 0; i < times; ++i) {
    auto const start = clock_type::now();
    f(i);
    took.push_back(since(start));
  }
  std::ranges::sort(took);
  std::printf("%-40s %10.4f ms median %10.4f ms 99th\n", what, took[times / 2], took[times * 99 / 100]);
}

std::string word(std::size_t i) {
  std::string s;
  for (auto n = i + 26; n > 0; n /= 26) s += static_cast<char>('a' + n % 26);
  return s;
}

void write_vectors(std::filesystem::path const& file, std::size_t words, std::size_t dimensions) {
  std::ofstream out(file);
  std::minstd_rand random(1);
  for (std::size_t i = 0; i < words; ++i) {
    out << word(i);
    for (std::size_t d = 0; d < dimensions; ++d) out << " " << static_cast<double>(static_cast<std::uint32_t>(random()) % 2000) / 1000 - 1;
    out << "\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  auto const number = [&](int i, unsigned long otherwise) { return argc > i ? std::strtoul(argv[i], nullptr, 10) : otherwise; };
  auto const folder = std::filesystem::temp_directory_path() / "t2s_bench_word_vectors";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  write_vectors(folder / "v.txt", number(1, 400'000), number(2, 100));

  once("text to binary form, and open", [&] { (void)t2s::retrieve::open_glove(folder / "v.txt"); });
  many("open", 200, [&](std::size_t) { (void)t2s::retrieve::open_glove(folder / "v.txt"); });
  auto const glove = t2s::retrieve::open_glove(folder / "v.txt");
  std::size_t dimensions = 0;
  many("mean of a question of 9 words", 2000,
       [&](std::size_t i) { dimensions += glove.mean("how many places of the kind " + word(i % 20) + " are high").size(); });
  std::filesystem::remove_all(folder);
  return dimensions > 0 ? 0 : 1;
}
