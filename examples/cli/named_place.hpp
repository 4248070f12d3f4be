// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_NAMED_PLACE_HPP
#define T2S_CLI_NAMED_PLACE_HPP

#include <algorithm>
#include <cstddef>
#include <string>

namespace cli {

struct named_place {
  std::string name{}, place{};
};

/// Splits "shop=/data/shop.sqlite" into "shop" and "/data/shop.sqlite". Addresses such as odbc:DSN=shop have no name in front.
inline named_place place_of(std::string const& typed) {
  auto const equals = typed.find('=');
  auto const plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  if (equals == typed.npos || equals == 0 || !std::all_of(typed.begin(), typed.begin() + static_cast<std::ptrdiff_t>(equals), plain))
    return {"", typed};
  return {typed.substr(0, equals), typed.substr(equals + 1)};
}

}  // namespace cli

#endif
