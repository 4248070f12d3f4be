// SPDX-License-Identifier: BSL-1.0
// Compares the estimate of tokens with real tokenizers, and fits its weights.
//
//   token_estimate FILE ...                 the error on these texts, by kind, and nanoseconds a byte
//   token_estimate --fit NAME FILE ...      the weights for the tokenizer NAME, as llm/detail/token_estimate.ipp has them
//
// FILE is the output of scripts/token_texts.mjs: a line {"kind", "text", "cl100k", "o200k"} for each text. The weights minimize the squared
// relative error. In each FILE every kind counts the same and whole prompts four times as much; where texts give little evidence, the
// weights tend to one token a piece.
#include "t2s/llm/detail/token_estimate.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace t2s::llm;

struct counted_text {
  std::string kind{};
  std::string text{};
  std::map<std::string, double> tokens{};  ///< for each tokenizer
  std::string file{};
};

std::vector<counted_text> read(std::string const& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  std::vector<counted_text> texts;
  for (std::string line; std::getline(in, line);) {
    auto const object = boost::json::parse(line).as_object();
    counted_text t{std::string(object.at("kind").as_string()), std::string(object.at("text").as_string()), {}, file};
    for (auto const* name : {"cl100k", "o200k"}) t.tokens[name] = object.at(name).to_number<double>();
    if (!t.text.empty()) texts.push_back(std::move(t));
  }
  return texts;
}

// ---- the error ----

double quantile(std::vector<double> v, double q) {
  std::ranges::sort(v);
  return v[std::min(v.size() - 1, static_cast<std::size_t>(q * static_cast<double>(v.size())))];
}

void print_errors(std::vector<counted_text> const& texts, std::string const& name, token_weights const& weights) {
  std::map<std::string, std::vector<double>> errors, sizes;
  for (auto const& t : texts) {
    auto const truth = t.tokens.at(name);
    errors[t.kind].push_back((static_cast<double>(estimate_tokens(t.text, weights)) - truth) / truth);
    sizes[t.kind].push_back(truth);
  }
  std::cout << std::left << std::setw(24) << name << std::right
            << "  texts  tokens    bias  median     95%     max   of the absolute relative error\n"
            << std::fixed << std::setprecision(1);
  for (auto& [kind, e] : errors) {
    double sum = 0;
    for (auto& x : e) sum += x, x = std::abs(x);
    std::cout << std::left << std::setw(24) << kind << std::right << std::setw(7) << e.size() << std::setw(8) << std::setprecision(0)
              << quantile(sizes[kind], 0.5) << std::setprecision(1);
    for (auto const x : {sum / static_cast<double>(e.size()), quantile(e, 0.5), quantile(e, 0.95), quantile(e, 1)})
      std::cout << std::setw(7) << 100 * x << '%';
    std::cout << '\n';
  }
}

void print_speed(std::vector<counted_text> const& texts) {
  std::size_t bytes = 0, tokens = 0;
  auto best = std::chrono::nanoseconds::max();
  for (auto const& t : texts) bytes += t.text.size();
  for (int round = 0; round < 5; ++round) {
    auto const start = std::chrono::steady_clock::now();
    for (auto const& t : texts) tokens += estimate_tokens(t.text);
    best = std::min<std::chrono::nanoseconds>(best, std::chrono::steady_clock::now() - start);
  }
  std::cout << bytes << " bytes, " << tokens / 5 << " tokens, " << std::setprecision(2)
            << static_cast<double>(best.count()) / static_cast<double>(bytes) << " ns a byte\n";
}

// ---- the weights ----

using vector = std::vector<double>;

/// Solves a symmetric positive definite system by Gaussian elimination.
vector solve(std::vector<vector> a, vector b) {
  auto const n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = i + 1; k < n; ++k) {
      auto const factor = a[k][i] / a[i][i];
      for (std::size_t j = i; j < n; ++j) a[k][j] -= factor * a[i][j];
      b[k] -= factor * b[i];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
  return b;
}

/// The cost of a piece without evidence from texts.
token_table<double> expected() {
  token_table<double> t;
  for (auto& shape : t.words)
    for (std::size_t n = 0; n < word_lengths; ++n) shape[n] = 1 + (n > 5 ? 0.15 * static_cast<double>(n - 5) : 0);
  t.further_letter = 0.25;
  t.letters = {0.6, 0.5, 0.8, 0.8};
  t.plain_letter = 0.3;
  t.marks = {1, 1, 1, 1.5, 2};
  t.further_mark = 0.3;
  t.keyword = t.symbol = t.contraction = t.digits = t.space = 1;
  return t;
}

/// Whole prompts count most; rare pieces must not distort the others.
double importance(std::string const& kind) {
  if (kind == "prompt") return 4;
  return std::ranges::count(std::array{"beyond English", "codes", "rules and blanks"}, kind) ? 0.02 : 1;
}

/// The strength of the tendency to `expected`. A group of digits and a run of blanks are one token in all such vocabularies, and words
/// longer than the table in these texts say nothing about endless ones.
token_table<double> pull() {
  constexpr double slight = 1e-4, firm = 1e3;
  token_table<double> t;
  for (auto& shape : t.words) shape.fill(slight);
  for (auto& shape : t.starts) shape.fill(slight);
  t.letters.fill(slight);
  t.marks.fill(slight);
  t.keyword = t.accented_word = t.plain_letter = t.further_mark = t.symbol = t.contraction = slight;
  t.further_letter = t.digits = t.space = firm;
  return t;
}

vector fit(std::vector<counted_text> const& texts, std::string const& name) {
  std::map<std::string, double> of_kind;
  for (auto const& t : texts) ++of_kind[t.file + t.kind];
  auto const prior = in_one_row(expected()), hold = in_one_row(pull());
  auto const n = prior.size();
  std::vector<vector> a(n, vector(n));
  vector b(n);
  for (std::size_t i = 0; i < n; ++i) a[i][i] = hold[i], b[i] = hold[i] * prior[i];
  for (auto const& t : texts) {
    auto const counts = in_one_row(count_pieces(t.text));
    auto const truth = t.tokens.at(name);
    auto const scale = std::max(truth, 30.0);
    auto const weight = importance(t.kind) / (of_kind[t.file + t.kind] * scale * scale);
    for (std::size_t i = 0; i < n; ++i) {
      if (counts[i] == 0) continue;
      auto const wi = weight * static_cast<double>(counts[i]);
      b[i] += wi * truth;
      for (std::size_t j = 0; j < n; ++j) a[i][j] += wi * static_cast<double>(counts[j]);
    }
  }
  return solve(std::move(a), std::move(b));
}

class weight_printer {
 public:
  explicit weight_printer(vector const& weights) : weights_(weights) {}

  void list(char const* name, std::size_t rows, std::size_t columns) {
    std::cout << "    ." << name << " = {{";
    for (std::size_t r = 0; r < rows; ++r) {
      std::cout << (rows > 1 ? "{{" : "");
      for (std::size_t c = 0; c < columns; ++c) std::cout << (c ? ", " : "") << next();
      std::cout << (rows > 1 ? "}}" : "") << (r + 1 < rows ? ",\n               " : "");
    }
    std::cout << "}},\n";
  }
  void one(char const* name) { std::cout << "    ." << name << " = " << next() << ",\n"; }

 private:
  long next() { return std::lround(1000 * weights_[at_++]); }

  vector const& weights_;
  std::size_t at_ = 0;
};

void print_weights(std::string const& name, vector const& weights) {
  std::cout << "inline constexpr token_weights " << name << "_weights{\n";
  weight_printer p(weights);
  p.list("words", word_shapes, word_lengths);
  p.list("starts", word_shapes, word_starts);
  for (auto const* entry : {"further_letter", "keyword"}) p.one(entry);
  p.list("letters", 1, letter_kinds);
  for (auto const* entry : {"accented_word", "plain_letter"}) p.one(entry);
  p.list("marks", 1, run_lengths);
  for (auto const* entry : {"further_mark", "symbol", "contraction", "digits", "space"}) p.one(entry);
  std::cout << "};\n";
}

void run(std::span<char*> arguments) {
  bool const fitting = arguments.size() > 2 && std::string(arguments[0]) == "--fit";
  std::vector<counted_text> texts;
  for (auto const* file : arguments.subspan(fitting ? 2 : 0))
    for (auto& t : read(file)) texts.push_back(std::move(t));
  if (texts.empty()) throw std::runtime_error("no texts; see the head of bench/token_estimate.cpp");
  if (fitting) return print_weights(arguments[1], fit(texts, arguments[1]));
  print_errors(texts, "cl100k", cl100k());
  print_errors(texts, "o200k", o200k());
  print_speed(texts);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
  } catch (std::exception const& e) {
    std::cerr << "token_estimate: " << e.what() << '\n';
    return 1;
  }
}
