// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_COLUMN_CONTENT_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_COLUMN_CONTENT_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/schema/schema.hpp"

#include <string>
#include <string_view>
#include <system_error>

namespace t2s::knowledge {

/// The kind of values of a column, by its declared type and its stored values: numbers stored as text are numbers.
enum class content { text, number, date };

/// The same by the declared type alone.
[[nodiscard]] inline content declared_content(schema::column const& c) {
  auto const type = text::lower(c.type);
  if (type.find("date") != type.npos || type.find("time") != type.npos) return content::date;
  switch (schema::affinity_of(c.type)) {
    case schema::affinity::integer:
    case schema::affinity::real:
    case schema::affinity::numeric: return type.find("bool") != type.npos ? content::text : content::number;
    default: return content::text;
  }
}

/// Whether a whole text, apart from spaces around it, is a number.
[[nodiscard]] inline bool is_number(std::string_view text) noexcept {
  double read = 0;
  return text::to_number(text::trim(text), read) != std::errc::invalid_argument;
}

/// Whether a column is computed whenever it is read, which may take forever and any amount of memory.
[[nodiscard]] inline bool is_computed(schema::table const& t, schema::column const& c) { return t.is_view || c.generated; }

/// A column whose values were not read, or not all of them.
struct unread_column {
  std::string table{}, column{};  ///< in the schema's spelling
  std::string why{};              ///< which limit was exceeded, or what failed

  friend bool operator==(unread_column const&, unread_column const&) = default;
};

}  // namespace t2s::knowledge

#endif
