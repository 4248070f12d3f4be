// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_TABLE_HPP
#define T2S_TESTS_SUPPORT_TABLE_HPP

#include "t2s/core/schema/schema.hpp"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

/// Tables made by hand.
namespace t2s::test {

inline schema::column column(std::string name, std::string type = {}, std::size_t key_position = 0) {
  return {.name = std::move(name), .type = std::move(type), .key_position = key_position};
}

/// A table of columns of one type.
inline schema::table table(std::string name, std::vector<std::string> const& columns, std::string const& type = {}) {
  schema::table t;
  t.name = std::move(name);
  for (auto const& c : columns) t.columns.push_back(column(c, type));
  return t;
}

/// A table of names and types, whose first column is its key.
inline schema::table typed_table(std::string name, std::initializer_list<std::pair<char const*, char const*>> columns) {
  schema::table t;
  t.name = std::move(name);
  for (auto const& [c, type] : columns) t.columns.push_back(column(c, type));
  t.columns.front().key_position = 1;
  t.columns.front().not_null = true;
  return t;
}

}  // namespace t2s::test

#endif
