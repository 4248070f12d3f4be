// SPDX-License-Identifier: BSL-1.0
// Measures the cost of size. Usage:
//   bench_scale merge OUT MARK QUESTIONS DATABASES [QUESTIONS DATABASES]...
//     makes one database of many, OUT/database/all/all.sqlite, and OUT/dev.json with their questions and SQL over it; a table is called
//     by the name of its database, MARK, such as __, and its own name
//   bench_scale recall OUT [values] [vectors]
//     of the tables and columns of each gold statement, the share that `link::retrieve_schema` chooses within 500 to 8,000 tokens
//   bench_scale rows FILE [ROWS] [index]
//     what it costs to prepare a file and to ask it, which is made with so many rows unless it is there; with `index` also of an index
#include "modes.hpp"
#include "rows.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

int main(int argc, char** argv) try {
  std::vector<std::string_view> const words(argv + 1, argv + argc);
  auto const has = [&](std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  if (argc > 5 && words[0] == "merge") return scale::merge(argv[2], std::span(argv + 4, argv + argc), argv[3]);
  if (argc > 2 && words[0] == "recall") return scale::recall(argv[2], {.values = has("values"), .vectors = has("vectors")});
  if (argc > 2 && words[0] == "rows") {
    if (argc > 3 && words[2] != "index" && !std::filesystem::exists(argv[2])) scale::make_rows(argv[2], std::stoll(argv[3]));
    return scale::measure_rows(argv[2], has("index")), 0;
  }
  std::fputs("usage: bench_scale merge OUT MARK QUESTIONS DATABASES... | recall OUT [values] [vectors] | rows FILE [ROWS] [index]\n",
             stderr);
  return 2;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_scale: %s\n", e.what());
  return 1;
}
