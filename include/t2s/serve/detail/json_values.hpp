// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_JSON_VALUES_HPP
#define T2S_SERVE_DETAIL_JSON_VALUES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/result.hpp"

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve {

/// A text for JSON, with U+FFFD in place of bytes that are not UTF-8.
[[nodiscard]] inline boost::json::string json_text(std::string_view raw) {
  if (!text::first_invalid_utf8(raw)) return boost::json::string(raw);
  return boost::json::string(text::valid_utf8(raw));
}

[[nodiscard]] inline boost::json::array json_texts(std::vector<std::string> const& all) {
  boost::json::array out;
  out.reserve(all.size());
  for (auto const& s : all) out.push_back(json_text(s));
  return out;
}

/// "2026-03-01T12:00:00Z".
[[nodiscard]] inline std::string utc_text(std::chrono::system_clock::time_point at) {
  std::time_t const seconds = std::chrono::system_clock::to_time_t(at);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

/// Milliseconds with microsecond precision.
[[nodiscard]] inline boost::json::value json_milliseconds(std::chrono::nanoseconds t) {
  return static_cast<double>(std::chrono::duration_cast<std::chrono::microseconds>(t).count()) / 1000;
}

/// A value of a row: null, a number, a text, or {"blob": bytes}. A number that JSON readers would lose becomes a text: an integer beyond
/// 2^53, or an infinite real.
[[nodiscard]] inline boost::json::value json_value(value const& v) {
  constexpr std::int64_t exact = std::int64_t{1} << 53U;
  if (auto const* i = v.integer()) {
    if (*i <= exact && *i >= -exact) return *i;
    return boost::json::string(std::to_string(*i));
  }
  if (auto const* r = v.real()) {
    if (std::isfinite(*r)) return *r;
    return boost::json::string(std::isnan(*r) ? "NaN" : *r > 0 ? "Inf" : "-Inf");
  }
  if (auto const* t = v.text()) return json_text(*t);
  if (auto const* b = v.bytes()) return boost::json::object{{"blob", b->bytes.size()}};
  return nullptr;
}

[[nodiscard]] inline boost::json::array json_row(std::vector<value> const& row) {
  boost::json::array out;
  out.reserve(row.size());
  for (auto const& v : row) out.push_back(json_value(v));
  return out;
}

/// The failure of a statement.
[[nodiscard]] inline boost::json::object json_failure(failure const& f) {
  boost::json::object o{{"code", name_of(f.code)}, {"message", json_text(f.message)}};
  if (!f.subject.empty()) o["subject"] = json_text(f.subject);
  if (!f.remedy.empty()) o["remedy"] = json_text(f.remedy);
  if (f.offset) o["offset"] = *f.offset;
  return o;
}

/// The approximate number of bytes of a value in an answer.
[[nodiscard]] inline std::size_t answer_bytes(value const& v) {
  constexpr std::size_t of_number = 12;
  return v.text() ? v.text()->size() + 3 : of_number;
}

}  // namespace t2s::serve

#endif
