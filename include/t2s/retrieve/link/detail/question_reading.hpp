// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_QUESTION_READING_HPP
#define T2S_RETRIEVE_LINK_DETAIL_QUESTION_READING_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::link {

/// The likely role of an ignored part of a question.
enum class unread_role : std::uint8_t {
  restricts,  ///< fewer rows: an adjective, a value, a time, a number, a negation
  asks,       ///< another result: "each year", "per month", "the share of", "the second", "a running total"
  other,      ///< a meaningful word that probably changes nothing
};

/// The name in JSON and reports.
[[nodiscard]] constexpr std::string_view name_of(unread_role r) noexcept {
  constexpr std::array<std::string_view, 3> names{"restricts", "asks", "other"};
  return names[static_cast<std::size_t>(r)];
}

/// A part of a question that the SQL ignores.
struct unread_part {
  std::string text{};                     ///< as in the question
  std::size_t begin = 0, end = 0;         ///< bytes [begin, end) of the question
  unread_role role = unread_role::other;  ///< its likely role

  /// Whether the SQL probably answers another question.
  [[nodiscard]] bool matters() const noexcept { return role != unread_role::other; }

  friend bool operator==(unread_part const&, unread_part const&) = default;
};

/// A generator's reading of the question: a fact of a `candidate`.
struct question_reading {
  std::vector<unread_part> not_read{};     ///< parts of `question::clear` that the SQL does not use
  std::vector<std::string> other_joins{};  ///< alternative joins over other keys, between which the question does not decide
  bool led_to_sql = true;                  ///< whether `reader::fill_skeletons` made the SQL from the question
};

}  // namespace t2s::link

#endif
