// SPDX-License-Identifier: BSL-1.0
#include "printable.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <cstdint>

#include "t2s/core/detail/one_line.hpp"

namespace cli {

std::string printable(std::string_view raw) { return t2s::one_line(raw); }

std::string printable_lines(std::string_view raw) {
  return t2s::without_steering(raw, [](std::string& to, std::uint32_t c) { to += c == '\n' || c == '\t' ? static_cast<char>(c) : ' '; });
}

std::string json_line(boost::json::value const& v) { return t2s::without_steering(boost::json::serialize(v), t2s::append_escape); }

}  // namespace cli
