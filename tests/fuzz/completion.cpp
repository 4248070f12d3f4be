// SPDX-License-Identifier: BSL-1.0
// Any bytes, as a completion and as a cassette: the result must fulfil its readers' promises. scripts/fuzz builds and runs it.
#include "require.hpp"

#include "t2s/core/detail/text.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/detail/records.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace t2s;
using namespace t2s::llm;

template <class T>
void check(reading<T> const& r, std::string_view text) {
  for (auto const& n : r.notes()) {
    require(!text::first_invalid_utf8(n.detail), "a note is UTF-8", text);
    require(n.detail.size() <= 3 * 80 + 3, "a note is short", text);
    require(!name_of(n.what).empty(), "a step has a name", text);
  }
  if (r) return;
  require(!r.error_found().message.empty() && !r.error_found().remedy.empty(), "a failure says what and what to do", text);
  require(!text::first_invalid_utf8(r.error_found().text()), "a failure is UTF-8", text);
}

void check_sql(std::string_view text, sql_reading_options const& options) {
  auto const r = read_sql(text, options);
  check(r, text);
  if (!r) return;
  require(!text::trim(*r).empty(), "SQL that was read is not empty", text);
  bool const parses = bool(sql::parse(*r, options.limits));
  require(parses != r.did(step::unparsed), "SQL that does not parse is noted, and no other", text);
}

void check_keywords(std::string_view text) {
  auto const r = read_keywords(text);
  check(r, text);
  if (!r) return;
  for (auto const& word : *r) require(!word.empty(), "a keyword is not empty", text);
}

void check_code(std::string_view text) {
  auto const r = read_code(text);
  check(r, text);
  if (r) require(!text::trim(*r).empty(), "code that was read is not empty", text);
}

/// The part of any bytes that can be an exchange must be read back unchanged.
void check_record(std::string_view text) {
  exchange e{std::string(text), request(std::string(text)), {}};
  e.answered.text = e.answered.finish_reason = text;
  require(from_record<exchange>(to_record(e)) == e, "an exchange comes back from its record", text);
}

void check_cassette(std::string_view text) try {
  auto const tape = parse_cassette(text);
  require(tape.exchanges.size() == tape.lines.size(), "an exchange has a line", text);
  for (auto const& e : tape.exchanges) {
    auto const again = from_record<exchange>(to_record(e));
    require(again == e || e.asked.temperature != e.asked.temperature || e.asked.top_p != e.asked.top_p, "a record reads as it was read",
            text);
  }
} catch (error const& e) {
  require(e.details().code == errc::malformed_data, "a cassette is refused as malformed data", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  check_sql(text, {});
  check_sql(text, {.take = sql_reading_options::block::first, .continues_select = true});
  check(read_verdict(text), text);
  check_keywords(text);
  check_code(text);
  check_record(text);
  check_cassette(text);
  return 0;
}
