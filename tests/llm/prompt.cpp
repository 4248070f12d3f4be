// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/prompt_template.hpp"

#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <random>

using namespace t2s;
using namespace t2s::llm;
using strings = std::vector<std::string>;

namespace {

/// Every ASCII word costs one token, and nothing else costs any, so that budgets can be computed by hand.
token_weights words_only() {
  token_weights w;
  for (auto& shape : w.words) shape.fill(1000);
  w.keyword = 1000;
  return w;
}

prompt_part part(std::string name, strings items, std::optional<int> priority = {}, std::string heading = {}) {
  prompt_part p;
  p.name = std::move(name);
  p.items = std::move(items);
  p.priority = priority;
  p.heading = std::move(heading);
  return p;
}

/// In the order of a prompt: schema, rows of two tables, demonstrations, question.
std::vector<prompt_part> usual() {
  return {part("schema", {"alpha beta gamma"}), part("rows of alpha", {"a a", "b b", "c c"}, 1, "alpha\n"),
          part("rows of beta", {"d d"}, 1, "beta\n"), part("demonstrations", {"p p p", "q q q"}, 2), part("question", {"why not"})};
}

std::vector<std::pair<std::string, std::size_t>> names_and_items(assembled_prompt const& p) {
  std::vector<std::pair<std::string, std::size_t>> list;
  for (auto const& d : p.dropped) list.emplace_back(d.part, d.items);
  return list;
}

std::string random_text(std::mt19937& random, std::size_t longest) {
  static strings const stretches{"ab", "Name", "ID", "SELECT", " ",  "\n", "_", "'",  ",",  "(",
                                 "12", "s",    "'s", "é",      "東", "\t", ";", "{{", "--", "t"};
  std::string s;
  for (auto n = random() % (longest + 1); n > 0; --n) s += stretches[random() % stretches.size()];
  return s;
}

std::vector<prompt_part> random_parts(std::mt19937& random) {
  std::vector<prompt_part> parts(1 + random() % 5);
  for (auto& p : parts) {
    p.name = "p" + std::to_string(&p - parts.data());
    for (auto n = random() % 6; n > 0; --n) p.items.push_back(random_text(random, 10));
    if (random() % 4) p.priority = static_cast<int>(random() % 3);
    p.heading = random_text(random, 3);
    p.ending = random() % 2 ? "\n" : random_text(random, 2);
  }
  return parts;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(prompts)

BOOST_AUTO_TEST_CASE(everything_is_shown_where_it_fits) {
  auto const p = assemble(usual(), 1000);
  BOOST_TEST(p.text == "alpha beta gamma\nalpha\na a\nb b\nc c\nbeta\nd d\np p p\nq q q\nwhy not\n");
  BOOST_TEST(p.dropped.empty());
  BOOST_TEST(p.summary() == "");
}

// Words: schema 3, rows of alpha 1 + 2, 2, 2, of beta 1 + 2, demonstrations 3, 3, question 2; 21 in all.
BOOST_AUTO_TEST_CASE(the_lowest_priority_goes_first_and_from_the_end) {
  auto const w = words_only();
  auto const dropped_at = [&](std::size_t budget) { return names_and_items(assemble(usual(), budget, w)); };
  using list = std::vector<std::pair<std::string, std::size_t>>;
  BOOST_TEST((dropped_at(21) == list{}));
  BOOST_TEST((dropped_at(20) == list{{"rows of alpha", 1}}));
  BOOST_TEST((dropped_at(18) == list{{"rows of alpha", 2}}));  // alpha has more rows left than beta
  BOOST_TEST((dropped_at(16) == list{{"rows of alpha", 2}, {"rows of beta", 1}}));
  BOOST_TEST((dropped_at(13) == list{{"rows of alpha", 3}, {"rows of beta", 1}}));
  BOOST_TEST((dropped_at(10) == list{{"rows of alpha", 3}, {"rows of beta", 1}, {"demonstrations", 1}}));
  BOOST_TEST((dropped_at(5) == list{{"rows of alpha", 3}, {"rows of beta", 1}, {"demonstrations", 2}}));
}

BOOST_AUTO_TEST_CASE(the_order_stays_and_an_empty_part_leaves_no_heading) {
  auto const p = assemble(usual(), 12, words_only());
  BOOST_TEST(p.text == "alpha beta gamma\np p p\nq q q\nwhy not\n");
}

BOOST_AUTO_TEST_CASE(what_was_dropped_is_said) {
  auto const p = assemble(usual(), 16, words_only());
  BOOST_TEST(p.summary() == "rows of alpha: 2 of 3 dropped; rows of beta: 1 of 1 dropped");
  BOOST_REQUIRE(p.dropped.size() == 2u);
  BOOST_TEST(p.dropped[0].of == 3u);
  BOOST_TEST(p.dropped[0].tokens == 4u);
  BOOST_TEST(p.dropped[1].tokens == 3u);
}

BOOST_AUTO_TEST_CASE(what_must_stay_and_does_not_fit_is_an_error) {
  try {
    (void)assemble(usual(), 4, words_only());
    BOOST_FAIL("it fitted");
  } catch (error const& e) {
    BOOST_TEST((e.code() == errc::request_rejected));
    BOOST_TEST(e.details().message ==
               "the prompt needs about 5 tokens where 4 are allowed, 1 too many, without anything that may be dropped; the largest part is "
               "\"schema\" with 3");
    BOOST_TEST(e.details().subject == "schema");
    BOOST_TEST(!e.details().remedy.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_template_gives_the_order_and_its_own_text) {
  prompt_template const form("Schema:\n{{schema}}{{rows}}Question: {{question}}");
  std::vector<prompt_part> const parts{part("question", {"{{schema}}?"}), part("rows", {"1", "2"}, 0, "Rows:\n"), part("schema", {"t(a)"})};
  BOOST_TEST(assemble(form, parts, 100).text == "Schema:\nt(a)\nRows:\n1\n2\nQuestion: {{schema}}?\n");
  auto const less = assemble(form, parts, assemble(form, parts, 100).tokens - 1);
  BOOST_TEST(less.text == "Schema:\nt(a)\nRows:\n1\nQuestion: {{schema}}?\n");
  BOOST_TEST(less.summary() == "rows: 1 of 2 dropped");
}

BOOST_AUTO_TEST_CASE(slots_and_parts_must_match) {
  auto const subject_of = [](std::string form, std::vector<prompt_part> const& parts) {
    try {
      (void)assemble(prompt_template(std::move(form)), parts, 100);
    } catch (error const& e) {
      BOOST_TEST((e.code() == errc::invalid_argument));
      return e.details().subject;
    }
    return std::string("nothing thrown");
  };
  BOOST_TEST(subject_of("{{schema}}", {}) == "schema");
  BOOST_TEST(subject_of("{{a}}", {part("a", {}), part("b", {})}) == "b");
  BOOST_TEST(subject_of("{{a}}", {part("a", {}), part("a", {})}) == "a");
  auto unused = part("b", {"x"});
  unused.may_be_unused = true;
  BOOST_TEST(subject_of("{{a}}", {part("a", {}), unused}) == "nothing thrown");
}

BOOST_AUTO_TEST_CASE(no_prompt_exceeds_its_budget_and_more_budget_never_shows_less) {
  std::mt19937 random(3);
  for (int round = 0; round < 600; ++round) {
    auto const parts = random_parts(random);
    std::optional<assembled_prompt> smaller;
    for (std::size_t budget = 0; budget < 160; budget += 1 + random() % 9) {
      try {
        auto p = assemble(parts, budget);
        BOOST_TEST(p.tokens <= budget);
        BOOST_TEST(estimate_tokens(p.text) <= p.tokens, "<" << p.text << ">");
        if (smaller) {
          BOOST_TEST(p.text.size() >= smaller->text.size());
          for (auto const& d : p.dropped) {
            auto const same = std::ranges::find(smaller->dropped, d.part, &dropped_items::part);
            BOOST_REQUIRE((same != smaller->dropped.end()));
            BOOST_TEST(same->items >= d.items);
          }
        }
        smaller = std::move(p);
      } catch (error const& e) {
        BOOST_TEST((e.code() == errc::request_rejected));
        BOOST_TEST(!smaller);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(megabytes_are_cut_in_one_go) {
  std::vector<prompt_part> parts{part("question", {std::string(1 << 20, '{')}), part("rows", strings(100'000, "(1, 'one row')"), 0)};
  auto const p = assemble(prompt_template("{{rows}}{{question}}"), parts, 200'000);
  BOOST_TEST(p.tokens <= 200'000u);
  BOOST_TEST(p.dropped.size() == 1u);
  BOOST_TEST(p.text.ends_with(parts[0].items[0] + "\n"));
}

BOOST_AUTO_TEST_SUITE_END()
