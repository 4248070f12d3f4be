// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/wire.hpp"

#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <ostream>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::llm;

namespace t2s::llm {
std::ostream& operator<<(std::ostream& out, sse_event const& e) { return out << e.name << '[' << e.data << ']'; }
}  // namespace t2s::llm

namespace {

using events = std::vector<sse_event>;

void read(sse_reader& from, std::string_view bytes, events& to) {
  from.feed(bytes);
  while (auto const* e = from.next()) to.push_back(*e);
}

events all(std::string_view stream) {
  sse_reader reader;
  events found;
  read(reader, stream, found);
  return found;
}

/// The same, in pieces of `size` bytes that are freed after their turn.
events in_pieces(std::string_view stream, std::size_t size) {
  sse_reader reader;
  events found;
  for (std::size_t i = 0; i < stream.size(); i += size) read(reader, std::string(stream.substr(i, size)), found);
  return found;
}

void check(std::string_view stream, events const& expected) {
  BOOST_TEST_CONTEXT(stream) {
    BOOST_TEST(all(stream) == expected, boost::test_tools::per_element());
    for (std::size_t size = 1; size <= 7; ++size) BOOST_TEST((in_pieces(stream, size) == expected), size);
  }
}

void check_too_long(stream_limits limits, std::string_view stream, std::string_view what) {
  sse_reader reader(limits);
  events found;
  BOOST_CHECK_EXCEPTION(read(reader, stream, found), error, [&](error const& e) {
    return e.code() == errc::malformed_reply && std::string_view(e.what()).find(what) != std::string_view::npos;
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sse)

// The examples of the section "Interpreting an event stream" of the HTML standard.
BOOST_AUTO_TEST_CASE(the_standards_examples) {
  check("data: YHOO\ndata: +2\ndata: 10\n\n", {{"", "YHOO\n+2\n10"}});
  check(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
        {{"", "first event"}, {"", "second event"}, {"", " third event"}});
  check("data\n\ndata\ndata\n\ndata:", {{"", ""}, {"", "\n"}});
  check("data:test\n\ndata: test\n\n", {{"", "test"}, {"", "test"}});
}

BOOST_AUTO_TEST_CASE(lines_end_in_three_ways) {
  events const expected{{"a", "1\n2"}, {"", "3"}};
  check("event: a\ndata: 1\ndata: 2\n\ndata: 3\n\n", expected);
  check("event: a\r\ndata: 1\r\ndata: 2\r\n\r\ndata: 3\r\n\r\n", expected);
  check("event: a\rdata: 1\rdata: 2\r\rdata: 3\r\r", expected);
  check("event: a\ndata: 1\rdata: 2\r\n\ndata: 3\r\r\n", expected);
}

BOOST_AUTO_TEST_CASE(what_is_no_event) {
  check("", {});
  check("\n\n\r\n", {});
  check(": keep-alive\n\n: keep-alive\n\n", {});
  check("event: named\n\ndata: without its name\n\n", {{"", "without its name"}});
  check("data: not ended\n", {});
  check("retry: 3\nid: 4\nunknown: 5\nDATA: 6\n data: 7\n\n", {});
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_stands_only_at_the_beginning) {
  check(
      "\xEF\xBB\xBF"
      "data: 1\n\n",
      {{"", "1"}});
  check(
      "data: 1\n\n\xEF\xBB\xBF"
      "data: 2\n\n",
      {{"", "1"}});
}

BOOST_AUTO_TEST_CASE(characters_and_zeros_come_through) {
  using namespace std::string_literals;
  check("data: \xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\n\n", {{"", "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"}});
  check("data: a\0b\n\n"s, {{"", "a\0b"s}});
}

BOOST_AUTO_TEST_CASE(an_event_is_given_as_soon_as_its_line_has_ended) {
  sse_reader reader;
  events found;
  read(reader, "data: 1\r\n\r", found);
  BOOST_TEST(found.size() == 1U);
  read(reader, "\ndata: 2\n\n", found);
  BOOST_TEST(found.size() == 2U);
}

BOOST_AUTO_TEST_CASE(limits) {
  check_too_long({.line = 10, .event = 100}, "data: 12345\n\n", "a line of the stream is longer than 10 bytes");
  check_too_long({.line = 10, .event = 100}, "endless without an end", "a line");
  check_too_long({.line = 100, .event = 4}, "data: 12\ndata: 34\n\n", "an event of the stream is longer than 4 bytes");
  sse_reader reader({.line = 10, .event = 6});
  events found;
  for (int i = 0; i < 100; ++i) read(reader, "data: 1234\n\n", found);
  BOOST_TEST(found.size() == 100U);
}

BOOST_AUTO_TEST_SUITE_END()
