// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/detail/records.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <random>

using namespace t2s;
using namespace t2s::llm;

namespace {

request full_request() {
  request r("h\u00e9llo \"you\"\n\t\\ \x01");
  r.messages.emplace(r.messages.begin(), role::system, "");
  r.messages.emplace_back(role::assistant, std::string("\0\xff", 2));
  r.temperature = 0.1 + 0.2;
  r.top_p = 0.95;
  r.seed = std::numeric_limits<std::int64_t>::min();
  r.choices = 3;
  r.max_tokens = std::numeric_limits<std::size_t>::max();
  r.stop = {"\n\n", ";"};
  r.form = {answer_form::kind::json_schema, "n", R"({"type":"object"})", false};
  r.logprobs = 0;
  return r;
}

completion full_completion() {
  completion c;
  c.text = "SELECT 1";
  c.finish_reason = "stop";
  c.logprobs = R"({"content":[]})";
  c.others = {{"SELECT \xfe", "length", ""}, {}};
  c.prompt_tokens = 12;
  c.cached_tokens = 4;
  c.completion_tokens = 3;
  return c;
}

errc refusal(std::string const& json) {
  try {
    (void)from_record<exchange>(json);
  } catch (error const& e) {
    BOOST_TEST_MESSAGE(e.what());
    return e.details().code;
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exchanges)

BOOST_AUTO_TEST_CASE(a_record_gives_back_what_was_written) {
  for (auto const& e : {exchange{}, exchange{"m", full_request(), full_completion()}, exchange{"m\xff", request("q"), {}}})
    BOOST_TEST((from_record<exchange>(to_record(e)) == e), to_record(e));
  BOOST_TEST((from_record<request>(to_record(full_request())) == full_request()));
  BOOST_TEST((from_record<completion>(to_record(full_completion())) == full_completion()));
}

BOOST_AUTO_TEST_CASE(a_record_gives_back_every_number) {
  std::mt19937_64 random(3);
  std::vector<double> numbers{0.0, 1.0, 0.7, 1e300, 5e-324, 0.1 + 0.2, 1e22, 123456789012345678.0, std::numeric_limits<double>::infinity()};
  for (int i = 0; i < 1000; ++i) numbers.push_back(std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 160));
  for (double const d : numbers) {
    request r("q");
    r.temperature = d;
    BOOST_TEST((from_record<request>(to_record(r)) == r), d);
  }
}

BOOST_AUTO_TEST_CASE(a_record_gives_back_any_bytes) {
  std::mt19937 random(4);
  for (int round = 0; round < 500; ++round) {
    std::string s(random() % 60, '\0');
    for (char& c : s) c = static_cast<char>(random() % (round % 2 ? 128 : 256));
    exchange e{s, request(s), {}};
    e.answered.text = s;
    auto const record = to_record(e);
    BOOST_TEST(record.find('\n') == record.npos);
    BOOST_TEST((from_record<exchange>(record) == e));
  }
}

// The digests are those of Python's hashlib and of sha256sum over the text of the canonical form.
BOOST_AUTO_TEST_CASE(keys_never_change) {
  BOOST_TEST(canonical(request("q")) == R"({"request":{"messages":[{"role":"user","text":"q"}],"temperature":0}})");
  BOOST_TEST(key_of(request("q")) == "755bd52db0d76d3f45b1a288fbca477995a4b690cfb9bbf9094a8e071c1e9620");
  BOOST_TEST(
      canonical(full_request(), "m") ==
      "{\"model\":\"m\",\"request\":{\"messages\":[{\"role\":\"system\",\"text\":\"\"},{\"role\":\"user\",\"text\":\"h\u00e9llo "
      "\\\"you\\\"\\n\\t\\\\ \\u0001\"},{\"role\":\"assistant\",\"text\":{\"hex\":\"00ff\"}}],\"temperature\":\"0.30000000000000004\","
      "\"top_p\":0.95,\"seed\":-9223372036854775808,\"choices\":3,\"max_tokens\":18446744073709551615,\"stop\":[\"\\n\\n\",\";\"],"
      "\"form\":{\"kind\":\"json_schema\",\"name\":\"n\",\"schema\":\"{\\\"type\\\":\\\"object\\\"}\",\"strict\":false},\"logprobs\":0}}");
  BOOST_TEST(key_of(full_request(), "m") == "b1d042cca8c7c7a188b0ce5880496bfd844bcd00d2f04aabd50c53a26e35ec41");
}

BOOST_AUTO_TEST_CASE(keys_of_every_length_of_block) {
  BOOST_TEST(key_of(request(std::string(1000, 'a'))) == "d3539ce7b3bb630da6d885de4819aee4de3e22aa8a6581555e53254258948e87");
  BOOST_TEST(key_of(request(std::string(51, 'a'))) == "8a70ab863d5016e0bac4e3698cbf742b2d173dc87e80273bdf736c6adc7dea1d");
}

BOOST_AUTO_TEST_CASE(every_member_is_part_of_the_key) {
  std::vector<request> all(11, request("q"));
  all[1].messages[0].text = "Q";
  all[2].messages[0].from = role::system;
  all[3].temperature.reset();
  all[4].temperature = 0.5;
  all[5].seed = 0;
  all[6].choices = 2;
  all[7].max_tokens = 9;
  all[8].stop = {""};
  all[9].form.what = answer_form::kind::grammar;
  all[10].logprobs = 1;
  std::vector<std::string> keys;
  for (auto const& r : all) keys.push_back(key_of(r));
  keys.push_back(key_of(all[0], "m"));
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) BOOST_TEST(keys[i] != keys[j], i << " and " << j);
  all[0].temperature = -0.0;
  BOOST_TEST(key_of(all[0]) == keys[0]);
}

BOOST_AUTO_TEST_CASE(what_is_no_record_is_refused) {
  for (auto const* json :
       {"", "x", "[]", "{}", R"({"request":{}})", R"({"request":[],"completion":{}})", R"({"request":{"messages":{}},"completion":{}})",
        R"({"request":{"messages":[{"role":"tool","text":""}]},"completion":{}})", R"({"request":{"new":1},"completion":{}})",
        R"({"request":{"choices":-1},"completion":{}})", R"({"request":{"choices":1.5},"completion":{}})",
        R"({"request":{"seed":1e3},"completion":{}})", R"({"request":{"temperature":"x"},"completion":{}})",
        R"({"request":{},"completion":{"text":{"hex":"0"}}})", R"({"request":{},"completion":{"text":{"hex":"0G"}}})",
        R"({"request":{},"completion":{"text":1}})", R"({"request":{},"completion":{}} x)"})
    BOOST_TEST((refusal(json) == errc::malformed_data), json);
  BOOST_TEST((refusal(R"({"request":{},"completion":{"new":1},"also":2})") == errc()));
}

// The base64 is Python's, of struct.pack('<5f', ...).
BOOST_AUTO_TEST_CASE(a_vector_is_written_as_its_floats) {
  embedding const e{{1.F, -2.F, 0.5F, std::numeric_limits<float>::max(), std::numeric_limits<float>::denorm_min()}, 3};
  BOOST_TEST(to_record(e) == R"({"vector":"AACAPwAAAMAAAAA///9/fwEAAAA=","prompt_tokens":3})");
  BOOST_TEST((from_record<embedding>(to_record(e)) == e));
  BOOST_TEST((from_record<embedding>(R"({"vector":"AACAPw","new":1})") == embedding{{1.F}, 0}));
  BOOST_TEST((from_record<embedding>(to_record(embedding{})) == embedding{}));
}

BOOST_AUTO_TEST_CASE(a_record_gives_back_every_bit_of_a_vector) {
  std::mt19937 random(5);
  for (std::size_t length = 0; length < 200; ++length) {
    embedding e;
    for (std::size_t i = 0; i < length; ++i) e.vector.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    auto const again = from_record<embedding>(to_record(e)).vector;
    BOOST_TEST_REQUIRE(again.size() == length);
    for (std::size_t i = 0; i < length; ++i)  // bits, since a NaN equals nothing
      BOOST_TEST(std::bit_cast<std::uint32_t>(again[i]) == std::bit_cast<std::uint32_t>(e.vector[i]));
  }
}

BOOST_AUTO_TEST_CASE(an_embedding_exchange_is_one_text) {
  for (auto const& e : {embedding_exchange{}, embedding_exchange{"m", "h\u00e9", {{1.F}, 2}}, embedding_exchange{"", "\xff", {{}, 0}}})
    BOOST_TEST((from_record<embedding_exchange>(to_record(e)) == e), to_record(e));
  BOOST_TEST(to_record(embedding_exchange{"", "q", {{1.F, -2.F}, 0}}) ==
             R"({"key":"cd7a4ffc63292a8a3bbf653b77137ac1b06009462498ac912fff48d5509a3853","embed":"q","vector":"AACAPwAAAMA="})");
}

// The digests are those of Python's hashlib and of sha256sum, as above.
BOOST_AUTO_TEST_CASE(keys_of_texts_never_change) {
  BOOST_TEST(canonical("q") == R"({"embed":"q"})");
  BOOST_TEST(key_of("q") == "cd7a4ffc63292a8a3bbf653b77137ac1b06009462498ac912fff48d5509a3853");
  BOOST_TEST(canonical("h\u00e9 \"x\"\n", "m") == "{\"model\":\"m\",\"embed\":\"h\u00e9 \\\"x\\\"\\n\"}");
  BOOST_TEST(key_of("h\u00e9 \"x\"\n", "m") == "c30f3730f6b1602da978d770a9986972df2f42f2758fc018c3dae0bfc9b99b35");
  BOOST_TEST(key_of(std::string("\0\xff", 2), "m") == "45bb7d91fd21c4b6e6b89d2c31aadec6c14765ed89fa12503bda3dcb5b96f3f2");
}

BOOST_AUTO_TEST_CASE(what_is_no_embedding_is_refused) {
  for (auto const* json :
       {"", "[]", "{}", R"({"embed":"q"})", R"({"vector":""})", R"({"embed":1,"vector":""})", R"({"embed":"q","vector":[1]})",
        R"({"embed":"q","vector":"AACAf"})", R"({"embed":"q","vector":"AACA*w=="})", R"({"embed":"q","vector":"AACAPwA="})",
        R"({"embed":"q","vector":"","prompt_tokens":-1})", R"({"embed":"q","vector":"","model":2})"})
    BOOST_CHECK_EXCEPTION((void)from_record<embedding_exchange>(json), error,
                          [](error const& e) { return e.details().code == errc::malformed_data && !e.details().remedy.empty(); });
}

BOOST_AUTO_TEST_SUITE_END()
