// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/page/page.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <string>
#include <string_view>

// tests/serve/page/ tests the page's behaviour in a browser.

namespace page = t2s::serve::page;

namespace {

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(serve_page)

BOOST_AUTO_TEST_CASE(the_document_has_one_style_and_one_script_and_nothing_inline) {
  auto const html = page::html();
  BOOST_TEST(html.starts_with("<!doctype html>"));
  BOOST_TEST(html.ends_with("</html>\n"));
  BOOST_TEST(count(html, "<script") == 1u);
  BOOST_TEST(count(html, "<script src=\"/page.js\"></script>") == 1u);
  BOOST_TEST(count(html, "<link rel=\"stylesheet\" href=\"/page.css\">") == 1u);
  for (auto const inline_part : {" style=", "<style", " onclick=", " onload=", "javascript:", "//"})
    BOOST_TEST(count(html, inline_part) == 0u, inline_part);
  BOOST_TEST(html.size() + page::style().size() + page::script().size() < 150'000u);
}

BOOST_AUTO_TEST_CASE(the_script_never_makes_markup_or_code_from_text) {
  for (auto const sink :
       {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "srcdoc", "DOMParser", "setAttributeNS"})
    for (auto const script : {page::script(), page::admin_script()}) BOOST_TEST(count(script, sink) == 0u, sink);
  for (auto const elsewhere : {"http://", "https://"}) {
    BOOST_TEST(count(page::style(), elsewhere) == 0u);
    BOOST_TEST(count(page::script(), elsewhere) == (elsewhere == std::string_view("http://") ? 1u : 0u));  // the namespace of SVG
  }
  BOOST_TEST(count(page::style(), "url(") == 0u);
  BOOST_TEST(count(page::style(), "@import") == 0u);
}

BOOST_AUTO_TEST_CASE(the_page_of_administrators_has_the_same_style_and_one_script) {
  auto const html = page::admin_html();
  BOOST_TEST(count(html, "<script") == 1u);
  BOOST_TEST(count(html, "<script src=\"/admin.js\"></script>") == 1u);
  BOOST_TEST(count(html, "<link rel=\"stylesheet\" href=\"/page.css\">") == 1u);
  for (auto const inline_part : {" style=", "<style", " onclick=", "javascript:", "//"})
    BOOST_TEST(count(html, inline_part) == 0u, inline_part);
}

BOOST_AUTO_TEST_CASE(the_component_is_one_module_that_makes_no_markup_and_loads_nothing) {
  auto const script = page::component();
  BOOST_TEST(count(script, "customElements.define(\"t2s-ask\"") == 1u);
  for (auto const sink : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "srcdoc", "DOMParser",
                          "https://", "url(", "@import", "import ", "document.cookie", "localStorage"})
    BOOST_TEST(count(script, sink) == 0u, sink);
  BOOST_TEST(count(script, "http://") == 1u);  // the namespace of SVG
  BOOST_TEST(script.size() < 90'000u);
}

BOOST_AUTO_TEST_CASE(style_and_script_do_not_end_the_elements_that_hold_them) {
  for (auto const end : {"</", "<!--", "<script"}) {
    BOOST_TEST(count(page::style(), end) == 0u, end);
    BOOST_TEST(count(page::script(), end) == 0u, end);
  }
  for (auto const literal : {page::style(), page::script(), page::html()})
    for (char const c : literal) BOOST_REQUIRE(c == '\n' || (c >= ' ' && c != '\x7f') || static_cast<unsigned char>(c) >= 0x80);
}

BOOST_AUTO_TEST_CASE(a_run_is_a_document_that_lets_only_its_own_script_run) {
  auto const one = page::standalone(R"([{"event":"run","question":"</script><script>alert(1)</script><!--"}])");
  BOOST_TEST(count(one, "<script") == 2u);
  BOOST_TEST(count(one, "</script>") == 2u);
  BOOST_TEST(count(one, R"("question":"\u003c/script>\u003cscript>alert(1)\u003c/script>\u003c!--")") == 1u);
  BOOST_TEST(count(one, page::script()) == 1u);
  BOOST_TEST(count(one, page::style()) == 1u);
  auto const policy = page::standalone_policy();
  BOOST_TEST(count(one, "content=\"" + std::string(policy) + '"') == 1u);
  BOOST_TEST(policy.starts_with("default-src 'none'; script-src 'sha256-"));
  BOOST_TEST(count(policy, "unsafe") == 0u);
  BOOST_TEST(count(policy, "'sha256-") == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
