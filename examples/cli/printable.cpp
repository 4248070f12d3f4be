// SPDX-License-Identifier: BSL-1.0
#include "printable.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <cstdint>

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"

namespace cli {
namespace {

/// Valid `text` with `instead(character)` in place of each character that steers a terminal.
template <class Instead>
std::string replaced(std::string_view text, Instead instead) {
  std::string out;
  while (!text.empty()) {
    auto const c = t2s::first_character(text);
    if (t2s::is_steering(c.code))
      instead(out, c.code);
    else
      out += text.substr(0, c.bytes);
    text.remove_prefix(std::min(c.bytes, text.size()));
  }
  return out;
}

}  // namespace

std::string printable(std::string_view raw) {
  return replaced(t2s::text::valid_utf8(raw), [](std::string& to, std::uint32_t) { to += ' '; });
}

std::string printable_lines(std::string_view raw) {
  return replaced(t2s::text::valid_utf8(raw),
                  [](std::string& to, std::uint32_t c) { to += c == '\n' || c == '\t' ? static_cast<char>(c) : ' '; });
}

std::string json_line(boost::json::value const& v) { return replaced(boost::json::serialize(v), t2s::append_escape); }

}  // namespace cli
