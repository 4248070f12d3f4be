// SPDX-License-Identifier: BSL-1.0
// Measures assembling a prompt of 10 to 10,000 items (tables, rows, demonstrations), if all fit and if half must be dropped. The lower
// limit joins the items' texts without counting.
#include "micro.hpp"
#include "t2s/llm/prompt_template.hpp"

#include <random>

namespace {

using namespace t2s;

micro::sizes const counts = {10, 100, 1000, 10000};

std::vector<llm::prompt_part> parts_of(std::size_t items) {
  std::mt19937 random(1);
  auto const number = [&](std::uint32_t below) { return std::to_string(random() % below); };
  llm::prompt_part tables{"tables", {}, {}, "Tables:\n"}, rows{"rows", {}, 2, "Rows:\n"}, shown{"demonstrations", {}, 1, "Examples:\n"};
  tables.items.emplace_back("shops(id, name, city, opened), sales(shop_id, day, amount)");
  for (std::size_t i = 1; i < items; ++i) {
    if (i % 2 == 0)
      rows.items.push_back(std::string("{\"id\": ").append(number(9000)).append(", \"name\": \"Shop ").append(number(9000)).append("\"}"));
    else
      shown.items.push_back(std::string("-- How many sales had shop ").append(number(9000)).append("?\nSELECT count(*) FROM sales"));
  }
  return {tables, rows, shown};
}

std::string joined(std::vector<llm::prompt_part> const& parts) {
  std::string all;
  for (auto const& p : parts) {
    if (!p.items.empty()) all += p.heading;
    for (auto const& item : p.items) all.append(item).append(p.ending);
  }
  return all;
}

constexpr std::size_t no_limit = 1U << 30U;

}  // namespace

int main(int argc, char** argv) {
  static micro::made_once<std::vector<llm::prompt_part>> prompts(parts_of);
  micro::enroll("whole_prompt", "t2s", counts, [](benchmark::State& state, std::int64_t items) {
    auto const& parts = prompts(items);
    micro::require(llm::assemble(parts, no_limit).text == joined(parts), "whole_prompt");
    micro::timed(state, [&] { return llm::assemble(parts, no_limit); });
  });
  micro::enroll("half_prompt", "t2s", counts, [](benchmark::State& state, std::int64_t items) {
    auto const& parts = prompts(items);
    auto const budget = llm::assemble(parts, no_limit).tokens / 2;
    auto const half = llm::assemble(parts, budget);
    micro::require(half.tokens <= budget && half.tokens >= llm::estimate_tokens(half.text) && !half.dropped.empty(), "half_prompt");
    micro::timed(state, [&] { return llm::assemble(parts, budget); });
  });
  for (auto const* subject : {"whole_prompt", "half_prompt"})
    micro::enroll(subject, "limit_join", counts, [](benchmark::State& state, std::int64_t items) {
      auto const& parts = prompts(items);
      micro::timed(state, [&] { return joined(parts); });
    });
  return micro::run(argc, argv);
}
