// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/prompt_template.hpp"

#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <optional>
#include <random>

using namespace t2s;
using namespace t2s::llm;

namespace {

std::string text_of(std::string form, std::vector<slot_value> const& values = {}) { return prompt_template(std::move(form)).fill(values); }

failure failure_of(std::function<void()> const& what) {
  try {
    what();
  } catch (error const& e) {
    return e.details();
  }
  BOOST_FAIL("nothing was thrown");
  return {};
}

failure malformed(std::string form) {
  return failure_of([&] { prompt_template const t(form); });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(templates)

BOOST_AUTO_TEST_CASE(values_take_the_places_of_their_slots) {
  prompt_template const t("{{schema}}\n-- {{ question }}\nSELECT ");
  BOOST_TEST(t.fill({{"question", "How many?"}, {"schema", "t(a, b)"}}) == "t(a, b)\n-- How many?\nSELECT ");
  BOOST_TEST(text_of("{{a}}{{b}}{{a}}", {{"a", "1"}, {"b", ""}}) == "11");
  BOOST_TEST(text_of("") == "");
  BOOST_TEST(text_of("no slot") == "no slot");
}

BOOST_AUTO_TEST_CASE(braces_stand_for_themselves) {
  BOOST_TEST(text_of(R"({"sql": {"text": "..."}} { } }})") == R"({"sql": {"text": "..."}} { } }})");
  BOOST_TEST(text_of("{{{{x}}") == "{{x}}");
  BOOST_TEST(text_of("{{{{{{{{") == "{{{{");
  BOOST_TEST(text_of("{{{a}}}", {{"a", "1"}}) == "{1}");
  BOOST_TEST(text_of("{{{{{{a}}", {{"a", "1"}}) == "{{1");
  BOOST_TEST(text_of("{") == "{");
}

BOOST_AUTO_TEST_CASE(values_are_never_read_as_templates) {
  for (std::string const value : {"{{question}}", "{{a}}", "{{{{", "{{", "}}", "{{ nothing", "\\1 $1 %s {0}"}) {
    BOOST_TEST(text_of("[{{a}}] [{{question}}]", {{"a", value}, {"question", "why"}}) == "[" + value + "] [why]");
    BOOST_TEST(text_of("{{a}}}}", {{"a", value}}) == value + "}}");
    BOOST_TEST(text_of("{{{a}}", {{"a", value}}) == "{" + value);
  }
}

BOOST_AUTO_TEST_CASE(a_slot_without_a_value_is_named_with_its_place) {
  auto const f = failure_of([] { (void)text_of("SQL for\n  {{qestion}}", {{"question", "why", true}}); });
  BOOST_TEST((f.code == errc::invalid_argument));
  BOOST_TEST(f.subject == "qestion");
  BOOST_TEST((f.offset == 10u));
  BOOST_TEST(f.message == "the prompt template's slot {{qestion}} has no value, line 2");
  BOOST_TEST(!f.remedy.empty());
}

BOOST_AUTO_TEST_CASE(a_value_without_a_slot_is_named) {
  auto const f = failure_of([] { (void)text_of("no question at all", {{"question", "why"}}); });
  BOOST_TEST((f.code == errc::invalid_argument));
  BOOST_TEST(f.subject == "question");
  BOOST_TEST(text_of("no question at all", {{"question", "why", true}}) == "no question at all");
  BOOST_TEST(failure_of([] { (void)text_of("{{a}}", {{"a", "1"}, {"a", "2"}}); }).subject == "a");
}

BOOST_AUTO_TEST_CASE(a_malformed_slot_is_shown_with_its_place) {
  struct wrong {
    char const* form;
    std::size_t offset;
    char const* subject;
  };
  for (auto const& [form, offset, subject] :
       {wrong{"ab {{question", 3, "question"}, wrong{"{{question}", 0, "question"}, wrong{"{{a\nb}}", 0, "a"}, wrong{"{{a{{b}}", 0, "a"},
        wrong{"x{{}}", 1, ""}, wrong{"{{two words}}", 0, "two words"}, wrong{"{{1st}}", 0, "1st"}, wrong{"{{a-b}}", 0, "a-b"},
        wrong{"{{", 0, ""}, wrong{"{{{", 1, ""}, wrong{"{{ok}}{{#if x}}", 6, "#if x"}}) {
    auto const f = malformed(form);
    BOOST_TEST((f.code == errc::invalid_argument), form);
    BOOST_TEST((f.offset == offset), form);
    BOOST_TEST(f.subject == subject, form);
  }
}

BOOST_AUTO_TEST_CASE(a_template_can_be_asked_for_its_slots) {
  prompt_template const t("a {{x}}{{{{ b");
  BOOST_TEST(t.has("x"));
  BOOST_TEST(!t.has("a "));
  BOOST_TEST(!t.has("{{ b"));
  BOOST_TEST(t.text() == "a {{x}}{{{{ b");
  BOOST_TEST((t.pieces() == std::vector<prompt_template::piece>{{"a ", false, 0}, {"x", true, 2}, {"{{ b", false, 7}}));
}

// Doubling every pair of braces in a text makes it a template of itself.
BOOST_AUTO_TEST_CASE(any_text_can_be_written) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string text, form;
    for (auto n = random() % 12; n > 0; --n) {
      std::string_view const part = std::vector<std::string_view>{"{{", "}}", "x", "\n", "}", " "}[random() % 6];
      text += part;
      form += part == "{{" ? "{{{{" : part;
    }
    BOOST_TEST(text_of(form) == text);
  }
}

BOOST_AUTO_TEST_CASE(megabytes_are_filled_in_one_go) {
  std::string const big(1 << 20, '{');
  std::string form;
  for (int i = 0; i < 100'000; ++i) form += "{{{{ }} ";
  auto const filled = text_of(form + "{{a}}{{b}}", {{"a", big}, {"b", big}});
  BOOST_TEST(filled.size() == 600'000 + 2 * big.size());
}

BOOST_AUTO_TEST_SUITE_END()
