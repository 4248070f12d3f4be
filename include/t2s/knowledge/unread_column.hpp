// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_UNREAD_COLUMN_HPP
#define T2S_KNOWLEDGE_UNREAD_COLUMN_HPP

#include <string>

namespace t2s::link {

/// A column of which the values were not read, or not all of them.
struct unread_column {
  std::string table{}, column{};  ///< as the schema spells them
  std::string why{};              ///< which limit was met, or what failed

  friend bool operator==(unread_column const&, unread_column const&) = default;
};

}  // namespace t2s::link

#endif
