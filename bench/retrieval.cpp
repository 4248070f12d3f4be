// SPDX-License-Identifier: BSL-1.0
// Measures finding the 8 nearest of 10^3 to 10^6 demonstrations: by BM25, by question skeletons, by vectors of 100 dimensions exactly and,
// if hnswlib is installed, by a graph. The limit of the exact search is reading its vectors from memory once.
//
//   bench_retrieval [--graph=N] [options of Google Benchmark]
//
// Building a graph of 10^6 vectors takes many minutes, so graphs end at 10^5, or at N. All data come from fixed seeds. Before timing, the
// hits are compared with those of plain loops over the definition; the counter `recall` shows how many of the nearest a graph finds.
#include "micro.hpp"
#include "t2s/retrieve/detail/bm25.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/retrieve/detail/vector_index.hpp"
#include "t2s/retrieve/hnsw_index.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <random>
#include <set>

namespace {

using namespace t2s;
using retrieve::hit;
using vectors = std::vector<std::vector<float>>;

constexpr std::size_t dimensions = 100, wanted = 8, questions = 64;
std::int64_t most_of_a_graph = 100'000;

using micro::require;

// ---- vectors ----

/// Vectors around as many centres as questions have subjects.
vectors clustered(std::size_t size, unsigned seed) {
  std::mt19937 random_centres(1), random(seed);
  std::normal_distribution<float> element;
  vectors centres(500, std::vector<float>(dimensions)), all(size, std::vector<float>(dimensions));
  for (auto& c : centres)
    for (auto& x : c) x = element(random_centres);
  for (auto& v : all) {
    auto const& centre = centres[random() % centres.size()];
    for (std::size_t i = 0; i < dimensions; ++i) v[i] = centre[i] + element(random);
  }
  return all;
}

double cosine(std::vector<float> const& a, std::vector<float> const& b) {
  double product = 0, of_a = 0, of_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += double{a[i]} * double{b[i]};
    of_a += double{a[i]} * double{a[i]};
    of_b += double{b[i]} * double{b[i]};
  }
  return product / std::sqrt(of_a * of_b);
}

void check_exact(vectors const& all, retrieve::vector_index const& index, vectors const& asked) {
  for (std::size_t q = 0; q < 2; ++q) {
    std::vector<double> by_definition;
    for (auto const& v : all) by_definition.push_back(cosine(v, asked[q]));
    auto sorted = by_definition;
    std::ranges::partial_sort(sorted, sorted.begin() + wanted, std::greater());
    auto const found = index.nearest(asked[q], wanted);
    require(found.size() == wanted, "exact");
    for (std::size_t i = 0; i < wanted; ++i) {
      require(std::abs(found[i].similarity - sorted[i]) < 1e-5, "exact");
      require(std::abs(found[i].similarity - by_definition[found[i].demonstration]) < 1e-5, "exact");
    }
  }
}

vectors const& asked_vectors() {
  static auto const asked = clustered(questions, 99);
  return asked;
}

retrieve::vector_index const& exact_index(std::int64_t size) {
  static micro::made_once<retrieve::vector_index> made([](std::size_t n) {
    auto const all = clustered(n, 2);
    retrieve::vector_index index(all);
    check_exact(all, index, asked_vectors());
    return index;
  });
  return made(size);
}

template <class Index, class Asked>
void search(benchmark::State& state, Index const& index, std::vector<Asked> const& asked) {
  std::size_t q = 0;
  micro::timed(state, [&] { return index.nearest(asked[q++ % questions], wanted); });
}

std::int64_t bytes_of(std::int64_t size) { return size * static_cast<std::int64_t>(dimensions * sizeof(float)); }

void exact(benchmark::State& state, std::int64_t size) {
  search(state, exact_index(size), asked_vectors());
  state.SetBytesProcessed(state.iterations() * bytes_of(size));
}

/// Reads every byte of `n` vectors.
void memory_read(benchmark::State& state, std::int64_t size) {
  std::vector<char> const block(static_cast<std::size_t>(bytes_of(size)), 3);
  micro::timed(state, [&] { return micro::sum_of(block.data(), block.size()); });
  state.SetBytesProcessed(state.iterations() * bytes_of(size));
}

/// Opens a file of vectors, and verifies that it is undamaged.
void open_exact(benchmark::State& state, std::int64_t size) {
  auto const file = std::filesystem::temp_directory_path() / "t2s_bench_retrieval.index";
  retrieve::save_index(exact_index(size), file, {});
  for (auto step : state) {
    (void)step;
    auto const opened = retrieve::open_index<retrieve::vector_index>(file, {});
    require(opened.index && opened.index->size() == static_cast<std::size_t>(size), "open_exact");
  }
  std::filesystem::remove(file);
  state.SetBytesProcessed(state.iterations() * bytes_of(size));
}

#ifdef T2S_WITH_HNSWLIB
void graph(benchmark::State& state, std::int64_t size) {
  static micro::made_once<retrieve::hnsw_index> made([](std::size_t n) { return retrieve::hnsw_index(clustered(n, 2)); });
  auto const& index = made(size);
  std::size_t found = 0;
  for (auto const& asked : asked_vectors()) {
    auto const right = exact_index(size).nearest(asked, wanted);
    for (auto const& h : index.nearest(asked, wanted)) found += std::ranges::count(right, h) > 0 ? 1U : 0U;
  }
  search(state, index, asked_vectors());
  state.counters["recall"] = static_cast<double>(found) / static_cast<double>(wanted * questions);
}
#endif

// ---- words ----

/// Twelve words out of 20,000, of which some are far more frequent.
std::string sentence(std::mt19937& random) {
  std::string text;
  for (int i = 0; i < 12; ++i) {
    auto const share = static_cast<double>(random()) / 4294967296.0;
    auto const word = static_cast<std::size_t>(20'000 * share * share * share);
    text.append(i == 0 ? "w" : " w").append(std::to_string(word));
  }
  return text;
}

std::vector<demonstration> const& pool(std::int64_t size) {
  static micro::made_once<std::vector<demonstration>> made([](std::size_t n) {
    std::mt19937 random(4);
    std::vector<demonstration> all(n);
    for (auto& d : all) d = {"d", sentence(random), "SELECT name FROM item WHERE kind = 'a'", {}, {}};
    return all;
  });
  return made(size);
}

std::vector<std::string> const& asked_texts() {
  static auto const asked = [] {
    std::mt19937 random(98);
    std::vector<std::string> all(questions);
    for (auto& q : all) q = sentence(random);
    return all;
  }();
  return asked;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    auto const end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// The formula as SQLite documents it for FTS5, over the whole pool.
double bm25_of(std::vector<std::vector<std::string_view>> const& all, std::size_t d, std::set<std::string_view> const& asked,
               std::map<std::string_view, double> const& matches, double mean) {
  double sum = 0;
  for (auto const& w : asked) {
    auto const f = static_cast<double>(std::ranges::count(all[d], w));
    auto const n = matches.at(w), size = static_cast<double>(all.size());
    auto const weight = std::max(std::log((size - n + 0.5) / (n + 0.5)), 1e-6);
    sum += weight * f * 2.2 / (f + 1.2 * (0.25 + 0.75 * static_cast<double>(all[d].size()) / mean));
  }
  return sum;
}

void check_bm25(std::vector<demonstration> const& given, retrieve::bm25 const& index) {
  std::vector<std::vector<std::string_view>> all;
  double mean = 0;
  for (auto const& d : given) all.push_back(words_of(d.question));
  for (auto const& words : all) mean += static_cast<double>(words.size()) / static_cast<double>(all.size());
  auto const words = words_of(asked_texts()[0]);
  std::set<std::string_view> const asked(words.begin(), words.end());
  std::map<std::string_view, double> matches;
  for (auto const& w : asked)
    matches[w] = static_cast<double>(std::ranges::count_if(all, [&](auto const& d) { return std::ranges::count(d, w) > 0; }));
  std::vector<double> scores;
  for (std::size_t d = 0; d < all.size(); ++d) scores.push_back(bm25_of(all, d, asked, matches, mean));
  auto const found = index.nearest(asked_texts()[0], wanted);
  auto sorted = scores;
  std::ranges::partial_sort(sorted, sorted.begin() + wanted, std::greater());
  require(found.size() == wanted, "bm25");
  for (std::size_t i = 0; i < wanted; ++i) {
    require(std::abs(found[i].similarity - sorted[i]) < 1e-9, "bm25");
    require(std::abs(found[i].similarity - scores[found[i].demonstration]) < 1e-9, "bm25");
  }
}

void bm25(benchmark::State& state, std::int64_t size) {
  static micro::made_once<retrieve::bm25> made([](std::size_t n) {
    auto const& given = pool(static_cast<std::int64_t>(n));
    retrieve::bm25 index(given);
    check_bm25(given, index);
    return index;
  });
  search(state, made(size), asked_texts());
}

std::vector<std::string> skeleton_of(std::string const& question) {
  auto const tokens = retrieve::tokens_of(question);
  return retrieve::question_skeleton(tokens, std::vector<bool>(tokens.size()));
}

/// A demonstration's own skeleton is at least as near as any other, with cosine 1.
void skeletons(benchmark::State& state, std::int64_t size) {
  static micro::made_once<retrieve::skeleton_index> made([](std::size_t n) {
    auto const& given = pool(static_cast<std::int64_t>(n));
    retrieve::skeleton_index index(given);
    for (std::size_t i = 0; i < 5; ++i)
      require(std::abs(index.nearest(skeleton_of(given[i].question), 1).at(0).similarity - 1) < 1e-5, "skeletons");
    return index;
  });
  std::vector<std::vector<std::string>> asked;
  for (auto const& q : asked_texts()) asked.push_back(skeleton_of(q));
  search(state, made(size), asked);
}

void enroll(char const* subject, char const* contender, void (*run)(benchmark::State&, std::int64_t), std::int64_t last = 1'000'000) {
  micro::sizes all;
  for (std::int64_t size = 1000; size <= last; size *= 10) all.push_back(size);
  micro::enroll(subject, contender, all, run);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<char*> others;
  for (int i = 0; i < argc; ++i) {
    std::string_view const given = argv[i];
    static constexpr std::string_view option = "--graph=";
    if (!given.starts_with(option)) {
      others.push_back(argv[i]);
      continue;
    }
    auto const [end, failed] = std::from_chars(given.data() + option.size(), given.data() + given.size(), most_of_a_graph);
    if (failed != std::errc() || end != given.data() + given.size() || most_of_a_graph < 1000) {
      std::fprintf(stderr, "retrieval: --graph needs a number, 1000 or more: %s\n", argv[i]);
      return 2;
    }
  }
  enroll("vectors", "limit_memory_read", memory_read);
  enroll("vectors", "exact", exact);
#ifdef T2S_WITH_HNSWLIB
  enroll("vectors", "graph", graph, most_of_a_graph);
#else
  std::fprintf(stderr, "retrieval: no graph: hnswlib is not installed (Debian: libhnswlib-dev)\n");
#endif
  enroll("open_vectors", "exact", open_exact);
  enroll("open_vectors", "limit_memory_read", memory_read);
  enroll("words", "bm25", bm25);
  enroll("words", "skeletons", skeletons);
  return micro::run(static_cast<int>(others.size()), others.data());
}
