// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_JSON_TEXT_HPP
#define T2S_EVALUATION_IMPL_JSON_TEXT_HPP

#include "t2s/evaluation/impl/lines.hpp"

#include <boost/json/parser.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

// JSON as people and programs leave it, with the place of what is wrong.
namespace t2s::evaluation::detail {

/// The JSON of `text`, a part of the file `whole`. Throws `malformed_data` with the line and the byte of what is no JSON.
inline boost::json::value json_of(std::string_view text, std::string_view whole, std::string_view name, std::string remedy) {
  boost::json::parser parser;
  boost::json::error_code wrong;
  auto const read = parser.write(text.data(), text.size(), wrong);
  if (!wrong) return parser.release();
  auto const at = static_cast<std::size_t>(text.data() - whole.data()) + std::min(read, text.size());
  auto const line = 1 + static_cast<std::size_t>(std::ranges::count(whole.substr(0, at), '\n'));
  throw error(failure{errc::malformed_data,
                      std::string(name).append(": ").append(line_number(line)).append(" is no JSON (").append(wrong.message()).append(")"),
                      std::string(name), std::move(remedy), at});
}

}  // namespace t2s::evaluation::detail

#endif
