// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/shell_word.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/detail/text_number.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace t2s;
using words = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(text_helpers)

BOOST_AUTO_TEST_CASE(names_fall_into_words) {
  auto const expect = [](char const* name, words const& parts) { BOOST_TEST(text::words_of_name(name) == parts, name); };
  expect("Song_release_year", {"song", "release", "year"});
  expect("songReleaseYear", {"song", "release", "year"});
  expect("life expectancy", {"life", "expectancy"});
  expect("HTTPServer2", {"http", "server", "2"});
  expect("Côte_d'Ivoire", {"côte", "d", "ivoire"});
  expect("", {});
  expect("___", {});
}

BOOST_AUTO_TEST_CASE(identifiers_compare_without_ascii_case) {
  BOOST_TEST(text::same("Country", "cOUNTRY"));
  BOOST_TEST(!text::same("Country", "Countr"));
  BOOST_TEST(!text::same("É", "é"));  // as SQLite: only ASCII letters fold
  BOOST_TEST(text::hash("Country") == text::hash("COUNTRY"));
  BOOST_TEST(text::hash("Country") != text::hash("County"));
  BOOST_TEST(text::hash("") == 14695981039346656037u);  // the offset basis of FNV-1a
  BOOST_TEST(text::hash("a") == 0xaf63dc4c8601ec8cu);   // published test vector of FNV-1a 64
  BOOST_TEST(text::hash("foobar") == 0x85944171f73967e8u);
}

BOOST_AUTO_TEST_CASE(invalid_utf8_is_found) {
  BOOST_TEST(!text::first_invalid_utf8("plain"));
  BOOST_TEST(!text::first_invalid_utf8("São Tomé, 東京, 😀"));
  // RFC 3629: overlong forms, surrogates, above U+10FFFF, truncated sequences, lone continuation bytes
  for (std::string_view bad :
       {"\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\x80", "\xFF", "\xF0\x8F\xBF\xBF"})
    BOOST_TEST((text::first_invalid_utf8(std::string("ab") + std::string(bad)) == 2u));
  BOOST_TEST(text::valid_utf8("a\xFFz") == "a\xEF\xBF\xBDz");
}

BOOST_AUTO_TEST_CASE(distance_counts_edits) {
  BOOST_TEST(text::edit_distance("kitten", "sitting") == 3u);
  BOOST_TEST(text::edit_distance("ca", "ac") == 1u);
  BOOST_TEST(text::edit_distance("CA", "abc") == 3u);  // restricted: no edit inside a swapped pair
  BOOST_TEST(text::edit_distance("", "abc") == 3u);
  BOOST_TEST(text::edit_distance("Name", "nAME") == 0u);
}

/// The distance by its definition, cell by cell.
std::size_t distance_by_table(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cells(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      auto& cell = cells[i][j] = i == 0 ? j : i;
      if (i == 0 || j == 0) continue;
      auto const same = [&](std::size_t x, std::size_t y) { return text::lower(a[x - 1]) == text::lower(b[y - 1]); };
      cell = std::min({cells[i - 1][j] + 1, cells[i][j - 1] + 1, cells[i - 1][j - 1] + (same(i, j) ? 0 : 1)});
      if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j)) cell = std::min(cell, cells[i - 2][j - 2] + 1);
    }
  return cells[a.size()][b.size()];
}

BOOST_AUTO_TEST_CASE(distance_is_that_of_the_table_for_texts_of_any_length) {
  std::minstd_rand random(3);
  auto const text_up_to = [&](std::size_t most) {
    std::string out;
    for (auto n = random() % (most + 1); n > 0; --n) out += "abAB \x80\xFF"[random() % 7];
    return out;
  };
  for (int i = 0; i < 3000; ++i) {
    auto const a = text_up_to(i % 10 == 0 ? 200 : 12);  // several words of 64 bits, and one
    auto b = i % 3 == 0 ? a : text_up_to(i % 7 == 0 ? 200 : 12);
    if (i % 3 == 0 && a.size() > 1) std::swap(b[a.size() / 2], b[a.size() / 2 - 1]);
    BOOST_REQUIRE(text::edit_distance(a, b) == distance_by_table(a, b));
  }
  for (std::size_t const n : {63U, 64U, 65U, 128U, 129U}) {
    std::string const a(n, 'a');
    BOOST_TEST(text::edit_distance(a, a + "b") == 1U);
    BOOST_TEST(text::edit_distance("b" + a, a + "b") == 2U);
    BOOST_TEST(text::edit_distance(a + "bc", a + "cb") == 1U);
  }
}

BOOST_AUTO_TEST_CASE(the_nearest_name_is_found) {
  words const known{"--database", "--demonstrations", "--json"};
  BOOST_REQUIRE(text::nearest("--jsno", known));
  BOOST_TEST(*text::nearest("--jsno", known) == "--json");
  BOOST_TEST(*text::nearest("--databse", known) == "--database");
  BOOST_TEST(!text::nearest("--verbose", known));
  BOOST_TEST(!text::nearest("x", {}));
}

BOOST_AUTO_TEST_CASE(splitting_and_trimming) {
  BOOST_TEST(text::split("a,b,,c", ',').size() == 4u);
  BOOST_TEST(text::split("", ',').size() == 1u);
  BOOST_TEST(text::trim(" \t x y \n") == "x y");
  BOOST_TEST(text::trim(" \n").empty());
  BOOST_TEST(text::join(words{"a", "b"}, ", ") == "a, b");
  BOOST_TEST(text::display_width("São") == 3u);
}

BOOST_AUTO_TEST_CASE(a_whole_text_is_read_as_a_number) {
  auto const read = [](std::string_view s) {
    double number = -1;
    auto const wrong = t2s::text::to_number(s, number);
    return wrong == std::errc() ? std::optional(number) : std::nullopt;
  };
  BOOST_TEST(read("0").value() == 0.0);
  BOOST_TEST(read("-12.5e2").value() == -1250.0);
  BOOST_TEST(read(".5").value() == 0.5);
  BOOST_TEST(read("1e-310").value() == 1e-310);  // subnormal
  for (auto const* text : {"", " 1", "1 ", "+1", "1,5", "0x10", "inf", "-inf", "nan", "e5", "1e", "1.2.3", "1_000"})
    BOOST_TEST(!read(text).has_value(), text);
  double number = -1;
  BOOST_TEST((t2s::text::to_number("1e999", number) == std::errc::result_out_of_range));
  BOOST_TEST((t2s::text::to_number("1x", number) == std::errc::invalid_argument));
  BOOST_TEST(number == -1);
}

// The system's shell says what a word is.
BOOST_AUTO_TEST_CASE(a_word_for_a_shell_is_read_back_as_it_was) {
  for (std::string const word : {"books.csv",
                                 "./-x",
                                 "a b",
                                 "",
                                 "it's",
                                 "''",
                                 "\"",
                                 "$(id)",
                                 "${HOME}",
                                 "`id`",
                                 "|id",
                                 "a;b&c",
                                 "<in>out",
                                 "a\nb",
                                 "~",
                                 "*",
                                 "[a-z]?",
                                 "#x",
                                 "!x",
                                 "a=b",
                                 "back\\slash\\",
                                 "{a,b}",
                                 "(x)",
                                 "\tx",
                                 "Zo\u00eb \u201cq\u201d",
                                 "duckdb:/tmp/$x y"}) {
    auto const command = "printf %s " + t2s::detail::shell_word(word);
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> const shell(::popen(command.c_str(), "r"), ::pclose);
    BOOST_TEST_REQUIRE(shell != nullptr);
    std::string read;
    for (int c = std::fgetc(shell.get()); c != EOF; c = std::fgetc(shell.get())) read += static_cast<char>(c);
    BOOST_TEST(read == word, command);
  }
  BOOST_TEST(t2s::detail::shell_word("/data/books-1.csv") == "/data/books-1.csv");  // as people write it
}

// Unicode's controls and line ends, Bidi_Control, and Default_Ignorable_Code_Point of DerivedCoreProperties.txt (Unicode 16), of which the
// first and the last of each range.
BOOST_AUTO_TEST_CASE(what_steers_a_reader_is_blanked_or_escaped) {
  for (auto const& [mark, escape] : std::vector<std::pair<std::string, std::string>>{{"\x1b", "\\u001b"},
                                                                                     {"\x7f", "\\u007f"},
                                                                                     {"\r", "\\u000d"},
                                                                                     {"\u0085", "\\u0085"},
                                                                                     {"\u009b", "\\u009b"},
                                                                                     {"\u00ad", "\\u00ad"},
                                                                                     {"\u034f", "\\u034f"},
                                                                                     {"\u061c", "\\u061c"},
                                                                                     {"\u115f", "\\u115f"},
                                                                                     {"\u1160", "\\u1160"},
                                                                                     {"\u17b4", "\\u17b4"},
                                                                                     {"\u17b5", "\\u17b5"},
                                                                                     {"\u180b", "\\u180b"},
                                                                                     {"\u180e", "\\u180e"},
                                                                                     {"\u180f", "\\u180f"},
                                                                                     {"\u200b", "\\u200b"},
                                                                                     {"\u200c", "\\u200c"},
                                                                                     {"\u200d", "\\u200d"},
                                                                                     {"\u200e", "\\u200e"},
                                                                                     {"\u200f", "\\u200f"},
                                                                                     {"\u2028", "\\u2028"},
                                                                                     {"\u2029", "\\u2029"},
                                                                                     {"\u202a", "\\u202a"},
                                                                                     {"\u202e", "\\u202e"},
                                                                                     {"\u2060", "\\u2060"},
                                                                                     {"\u2066", "\\u2066"},
                                                                                     {"\u206f", "\\u206f"},
                                                                                     {"\u3164", "\\u3164"},
                                                                                     {"\ufe00", "\\ufe00"},
                                                                                     {"\ufe0f", "\\ufe0f"},
                                                                                     {"\ufeff", "\\ufeff"},
                                                                                     {"\uffa0", "\\uffa0"},
                                                                                     {"\ufff0", "\\ufff0"},
                                                                                     {"\ufff9", "\\ufff9"},
                                                                                     {"\ufffb", "\\ufffb"},
                                                                                     {"\U0001bca0", "\\ud82f\\udca0"},
                                                                                     {"\U0001bca3", "\\ud82f\\udca3"},
                                                                                     {"\U0001d173", "\\ud834\\udd73"},
                                                                                     {"\U0001d17a", "\\ud834\\udd7a"},
                                                                                     {"\U000e0001", "\\udb40\\udc01"},
                                                                                     {"\U000e0041", "\\udb40\\udc41"},
                                                                                     {"\U000e0100", "\\udb40\\udd00"},
                                                                                     {"\U000e01ef", "\\udb40\\uddef"},
                                                                                     {"\U000e0fff", "\\udb43\\udfff"}}) {
    BOOST_TEST(one_line("x" + mark + "y") == "x y", escape);
    BOOST_TEST(with_escapes("x" + mark + "y") == "x" + escape + "y");
  }
  BOOST_TEST(one_line("a\tb\nc\r\nd") == "a b c  d");
  BOOST_TEST(with_escapes("a\tb\nc\r\nd\re\r\r\n") == "a\tb\nc\r\nd\\u000de\\u000d\r\n");  // a line end of Windows is one
  BOOST_TEST(one_line("a\xff\xe2\x80") == "a\ufffd\ufffd\ufffd");
}

// Persian, Bengali, Sinhala, Mongolian, a Japanese place with its own form of a character, a family, a heart on fire, a flag, a keycap.
BOOST_AUTO_TEST_CASE(joiners_and_selectors_stay_where_a_script_or_an_emoji_needs_them) {
  for (std::string const kept :
       {"Zo\u00eb \u2014 \u05d0\u05d1 \u0627 \u4f60\u597d \U0001f600 \ufffd", "", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0995\u09cd\u200d\u09b7 \u09a4\u09cd\u200d", "\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u1820\u180b\u1821\u180f",
        "\u845b\U000e0100\u57ce\u5e02", "\U0001f469\U0001f3fd\u200d\U0001f680", "\u2764\ufe0f\u200d\U0001f525",
        "\U0001f3f3\ufe0f\u200d\U0001f308", "1\ufe0f\u20e3 #\ufe0f\u20e3", "\u00a9\ufe0e", "\u05d0\u034f\u05b7"}) {
    BOOST_TEST(one_line(kept) == kept);
    BOOST_TEST(with_escapes(kept) == kept);
  }
  for (auto const& [hidden, shown] :
       std::vector<std::pair<std::string, std::string>>{{"a\ufe0fb", "a\\ufe0fb"},
                                                        {"1\ufe0f2", "1\\ufe0f2"},
                                                        {"pay\u200cpal", "pay\\u200cpal"},
                                                        {"\u00e9\ufe01\ufe02\ufe03", "\u00e9\ufe01\\ufe02\\ufe03"},
                                                        {"\U0001f600\u200d\u200d\u200c", "\U0001f600\u200d\\u200d\\u200c"},
                                                        {"\U0001f600\U000e0130\U000e0131", "\U0001f600\\udb40\\udd30\\udb40\\udd31"},
                                                        {"\u845b\U000e0100\U000e0101", "\u845b\U000e0100\\udb40\\udd01"},
                                                        {"\u1820\u180b\u180b", "\u1820\u180b\\u180b"},
                                                        {"\u3000\u200d", "\u3000\\u200d"},
                                                        {"\u202e\u200d\u00e9", "\\u202e\\u200d\u00e9"}})
    BOOST_TEST(with_escapes(hidden) == shown);
}

BOOST_AUTO_TEST_SUITE_END()
