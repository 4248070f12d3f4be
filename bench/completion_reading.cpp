// SPDX-License-Identifier: BSL-1.0
// Measures reading completions of 256 bytes to 256 KiB: SQL in a fenced block after thoughts and prose, in a JSON object, between prose
// without a mark; a verdict; a list of keywords. Baselines: a search for the fence by hand, and reading the bytes once.
#include "micro.hpp"
#include "t2s/llm/completion_text.hpp"

#include <random>

namespace {

using namespace t2s;

constexpr std::string_view statement = "SELECT name, count(*) FROM shops WHERE city = 'Oslo' GROUP BY name ORDER BY count(*) DESC LIMIT 3";
micro::sizes const lengths = {256, 2048, 16384, 131072};

/// Prose of `n` bytes.
std::string prose(std::size_t bytes, unsigned seed) {
  static constexpr std::string_view words[] = {"we",  "need", "the",  "table", "of",    "shops", "and",      "rows", "which",
                                               "are", "in",   "that", "city,", "first", "each",  "counted.", "then", "sorted"};
  std::mt19937 random(seed);
  std::string text = "So";
  while (text.size() < bytes) text.append(random() % 12 == 0 ? "\n" : " ").append(words[random() % std::size(words)]);
  return text;
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (auto const p : parts) all.append(p);
  return all;
}

std::string fenced(std::size_t bytes) {
  return joined(
      {"<think>", prose(bytes / 2, 1), "</think>\n", prose(bytes / 4, 2), "\n```sql\n", statement, "\n```\n", prose(bytes / 4, 3), "\n"});
}
std::string object(std::size_t bytes) {
  auto reasoning = prose(bytes, 4);
  std::ranges::replace(reasoning, '\n', ' ');
  return joined({"{\"reasoning\": \"", reasoning, "\", \"sql\": \"", statement, "\"}"});
}
std::string bare(std::size_t bytes) { return joined({prose(bytes / 2, 5), ":\n\n", statement, ";\n\n", prose(bytes / 2, 6), "\n"}); }
std::string verdict(std::size_t bytes) { return joined({prose(bytes, 7), "\n\nAnswer: Yes\n"}); }
std::string keywords(std::size_t bytes) {
  std::string all;
  for (int i = 1; all.size() < bytes; ++i) all.append(std::to_string(i)).append(". keyword ").append(std::to_string(i)).append("\n");
  return all;
}

/// A hand-written reader for one model.
std::string between_fences(std::string const& text) {
  static constexpr std::string_view begin = "```sql\n", end = "\n```";
  auto const first = text.find(begin) + begin.size();
  return text.substr(first, text.find(end, first) - first);
}

template <class Read, class Right>
void enroll(std::string const& subject, std::string (*make)(std::size_t), Read read, Right right) {
  micro::enroll(subject, "t2s", lengths, [=](benchmark::State& state, std::int64_t size) {
    auto const text = make(static_cast<std::size_t>(size));
    micro::require(right(read(text)), subject.c_str());
    micro::timed(state, [&] { return read(text); });
  });
  micro::enroll(subject, "limit_memory_read", lengths, [=](benchmark::State& state, std::int64_t size) {
    auto const text = make(static_cast<std::size_t>(size));
    micro::timed(state, [&] { return micro::sum_of(text); });
  });
}

}  // namespace

int main(int argc, char** argv) {
  auto const read_sql = [](std::string const& text) { return llm::read_sql(text); };
  auto const is_sql = [](llm::reading<std::string> const& found) { return found && *found == statement; };
  enroll("fenced", fenced, read_sql, is_sql);
  micro::enroll("fenced", "by_hand", lengths, [](benchmark::State& state, std::int64_t size) {
    auto const text = fenced(static_cast<std::size_t>(size));
    micro::require(between_fences(text) == statement, "fenced by hand");
    micro::timed(state, [&] { return between_fences(text); });
  });
  enroll("object", object, read_sql, is_sql);
  enroll("bare", bare, read_sql, [](llm::reading<std::string> const& found) { return found && found->starts_with(statement); });
  enroll(
      "verdict", verdict, [](std::string const& text) { return llm::read_verdict(text); },
      [](llm::reading<llm::verdict> const& found) { return found && found->yes; });
  enroll(
      "keywords", keywords, [](std::string const& text) { return llm::read_keywords(text); },
      [](auto const& found) { return found && found->size() > 10 && found->front() == "keyword 1"; });
  return micro::run(argc, argv);
}
