// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace scale {

inline boost::json::value read_json(std::filesystem::path const& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + ": cannot be read");
  return boost::json::parse(std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace scale
